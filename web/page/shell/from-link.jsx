/** What only a link brings: its reader, what it asked for and did not get, and the lesson that it makes of the page. */
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
