/**
 * Code that is loaded with a link alone: the reader of links, the list of refused settings, and the bar of a lesson.
 */
import { LessonBar } from "./lesson-bar.jsx";
import { Notices } from "./notices.jsx";

export { readQuery } from "../link/read.js";
export { describeLesson } from "./lesson-bar.jsx";
export { refusals } from "./notices.jsx";

export const FromLink = () => (
  <>
    <Notices />
    <LessonBar />
  </>
);
