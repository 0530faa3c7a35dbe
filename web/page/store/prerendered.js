import { useRef } from "preact/hooks";
import { inFirstState } from "./state.js";

let isPrerendered = false;

/**
 * Renders or hydrates a prerendered part in the first state, in which it was prerendered; none of its components counts
 * as having just appeared. If the state is another one by now, the page follows right after.
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

/** Whether the component appeared under the reader's eyes, so that an animation may show it. */
export const useJustAppeared = () => useRef(!isPrerendered).current;
