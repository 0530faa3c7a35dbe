import { useRef } from "preact/hooks";
import { inFirstState } from "./state.js";

let isPrerendered = false;

/**
 * Renders or hydrates what is prerendered: it is in the first state, and nothing of it has just appeared. If the state
 * is another one by now, the page follows right after.
 * @template T
 * @param {() => T} run
 * @returns {T}
 */
export function asPrerendered(run) {
  isPrerendered = true;
  try {
    return inFirstState(run);
  } finally {
    isPrerendered = false;
  }
}

/** Whether the component appeared under the reader's eyes, and may say so by moving. */
export const useJustAppeared = () => useRef(!isPrerendered).current;
