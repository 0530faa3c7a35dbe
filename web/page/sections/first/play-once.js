/**
 * The first figure plays once: for a visitor who has not seen it, whose link shows nothing else, who looks at it, and
 * who has pressed nothing so far.
 */
import { effect } from "@preact/signals";
import { withStorage } from "../../kit/storage.js";
import { isFixed } from "../../store/lesson.js";
import { byItself, INITIAL, figures, state } from "../../store/state.js";

const KEY = "played";

/** @param {"first"} id @param {boolean} hasPressed  whether anything was pressed so far */
export function playOnce(id, hasPressed) {
  const play = document.querySelector(`#${id}-tracks .play`);
  if (!(play instanceof HTMLElement) || wasSeen() || isFixed(id, "stage")) return;
  const { top, bottom } = play.getBoundingClientRect();
  const isLookedAt = top >= 0 && bottom <= innerHeight && !document.hidden;
  const hasActed = hasPressed || figures[id].value !== INITIAL[id];
  if (!isLookedAt && !hasActed) return;
  withStorage((storage) => storage.setItem(KEY, ""));
  if (hasActed) return;
  play.click();
  followItself();
}

/** Whatever acts on the page, by hand, by key, or by a program that speaks for the reader. */
const ACTS = ["pointerdown", "keydown", "click", "input", "change", "paste", "drop"];

/** Until somebody acts, the page has come to its state by itself. */
function followItself() {
  const end = effect(() => {
    byItself.value = state.value;
  });
  for (const type of ACTS) addEventListener(type, end, { once: true, capture: true });
}

/** Without storage nobody knows who has seen it: then it rests. */
function wasSeen() {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return true;
  }
}
