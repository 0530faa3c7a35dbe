import { useLayoutEffect } from "preact/hooks";
import { isLesson, lesson, NONE } from "../store/lesson.js";
import { LOCKS } from "../course/locks.js";
import { say } from "../kit/announce.js";
import { sections } from "../course/sections.js";

/** Says in a sentence which settings the lesson has fixed. @param {import("../store/lesson.js").Lesson} what */
export function describeLesson({ only, locks }) {
  const shown = sections.find(({ id }) => id === only);
  const names = locks.map((lock) => LOCKS[lock]);
  const list = [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");
  return `A lesson${shown ? ` on ${shown.called}` : ""}${list && `, with ${list} fixed`}.`;
}

/** At the foot of the window, over the page, so that nothing moves when it comes. */
export function LessonBar() {
  const what = lesson.value;
  // By a selector that asks for the bar, each element that comes or goes would have the whole document looked at.
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute("data-lesson", isLesson(what));
  }, [what]);
  if (!isLesson(what)) return null;
  return (
    <aside class="lesson-bar" aria-label="Lesson">
      <p>{describeLesson(what)}</p>
      <button type="button" class="pill" onClick={openEverything}>
        Open everything
      </button>
    </aside>
  );
}

/** The button goes with the bar: the reader goes on in the course, which stays where it is in the window. */
function openEverything() {
  lesson.value = NONE;
  say("Everything is open.");
  document.querySelector("main")?.focus({ preventScroll: true });
}
