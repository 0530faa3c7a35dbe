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

const FromLink = () => (
  <>
    <Notices />
    <LessonBar />
  </>
);

/** The page becomes what its address says. */
export function follow() {
  const { state, lesson: given, refused } = readQuery(location.search);
  lesson.value = given;
  load(state);
  refusals.value = refused;
  fromLink.value = FromLink;
  if (isLesson(given)) say(describeLesson(given));
  document.adoptedStyleSheets = [];
}
