/** What answers a section's prediction without being asked: it is covered until that is answered. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { isLesson, lesson } from "../store/lesson.js";
import { deedsIn } from "./answered.js";

/**
 * Keeps the place of its children, and covers them. What of them would tell even blurred is marked `data-tells`. Nobody
 * is asked in vain: a teacher's link shows all, and so does a figure that shows the answer already.
 * @param {object} props
 * @param {string} props.section
 * @param {string} props.name  of the class of what is covered
 * @param {string} props.what  what is under the cover, in a sentence
 * @param {() => boolean} props.isSeen  whether the section shows the answer elsewhere, without a prediction
 * @param {import("preact").ComponentChildren} props.children
 */
export function Covered({ section, name, what, isSeen, children }) {
  const isSkipped = useSignal(false);
  const wasSeen = useRef(false);
  const contents = useRef(/** @type {HTMLDivElement | null} */ (null));
  // The button goes with the cover: a reader at the keyboard goes on at what was under it.
  useLayoutEffect(() => {
    if (isSkipped.value) contents.current?.focus();
  }, [isSkipped.value]);
  wasSeen.current ||= isSkipped.value || deedsIn(section).predicted || isLesson(lesson.value) || isSeen();
  const isCovered = !wasSeen.current;
  return (
    <div class="covered">
      <div class={name} ref={contents} tabIndex={-1} inert={isCovered}>
        {children}
      </div>
      {isCovered && (
        <div class="cover card">
          <p>{what}</p>
          <button
            type="button"
            class="pill"
            onClick={() => {
              isSkipped.value = true;
            }}
          >
            Show it now
          </button>
        </div>
      )}
    </div>
  );
}
