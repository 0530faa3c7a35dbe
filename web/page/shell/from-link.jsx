/**
 * Code that is loaded with a link alone: the reader of links, the list of refused settings, and the bar of a lesson.
 */
import { describeLesson, LessonBar } from "./lesson-bar.jsx";
import { Notices, refusals } from "./notices.jsx";
import { say } from "../kit/announce.js";
import { readQuery } from "../link/read.js";
import { isLesson, lesson } from "../store/lesson.js";
import { load } from "../store/state.js";
import { fromLink } from "./app.jsx";
import { fetchStyles } from "./fetch-styles.js";

const FromLink = () => (
  <>
    <Notices />
    <LessonBar />
  </>
);

/** The page becomes what its address says; a lesson's bar and marks have their styles by then. */
export async function follow() {
  const { state, lesson: given, refused } = readQuery(location.search);
  if (isLesson(given)) await fetchStyles();
  lesson.value = given;
  load(state);
  refusals.value = refused;
  fromLink.value = FromLink;
  if (isLesson(given)) say(describeLesson(given));
  document.adoptedStyleSheets = [];
}
