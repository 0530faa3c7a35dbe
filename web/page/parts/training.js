/** A training that a figure shows: step by step, or by itself until the end. */
import { signal } from "@preact/signals";
import { isStill } from "../kit/screen.js";

/** @typedef {ReturnType<typeof trainingOf>} Training */

/**
 * @param {object} how
 * @param {() => number} how.count  the setting that counts its steps, read from the state
 * @param {(count: number) => void} how.set
 * @param {number} how.most  how far it may go
 * @param {number} how.stride  how many steps it makes at a time
 * @param {number} [how.pause]  between two of these, in ms; without it, whoever makes the steps calls `goOn` once they
 *   are shown
 */
export function trainingOf({ count, set, most, stride, pause }) {
  /**
   * The step that it has reached by itself; null where it does not go on by itself. Where the counter has another
   * value, the reader has set it: that stops the training.
   */
  const at = signal(/** @type {number | null} */ (null));

  const isRunning = () => at.value === count();

  function stop() {
    at.value = null;
  }

  /** @param {number} steps */
  function go(steps) {
    stop();
    set(Math.min(count() + steps, most));
  }

  /** Back to the beginning. */
  function restart() {
    stop();
    set(0);
  }

  /**
   * Lets it go on by itself until the end, or stops it. With reduced motion it is at the end at once.
   * @param {() => number} [made]  how many steps are made where it stops: a worker may be behind the counter
   */
  function toggle(made) {
    if (isRunning()) {
      stop();
      if (made) set(made());
      return;
    }
    if (count() === most) set(0);
    at.value = count();
    advance(isStill.value ? most : stride);
  }

  /** @param {number} steps  the next ones */
  function advance(steps) {
    if (!isRunning()) return;
    const next = Math.min(count() + steps, most);
    set(next);
    at.value = next;
    if (pause !== undefined) goOn();
  }

  /** Goes on once the steps so far have been shown, or ends. */
  function goOn() {
    if (at.value === null) return;
    if (at.value >= most || !isRunning()) stop();
    else if (pause !== undefined) setTimeout(advance, pause, stride);
    else requestAnimationFrame(() => advance(stride));
  }

  return { count, isRunning, stop, go, restart, toggle, goOn };
}
