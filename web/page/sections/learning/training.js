/** The two trainings, of the row and of the networks: step by step, or by themselves until the end. */
import { signal } from "@preact/signals";
import { isStill } from "../../kit/screen.js";
import { figures } from "../../store/state.js";
import { set } from "./actions.js";
import { MOST_STEPS, MOST_TRAINED } from "./limits.js";

/** A training, by the setting that counts its steps. @typedef {"steps" | "trained"} Counter */

/**
 * How far each training may go, and how many steps it makes at a time.
 * @type {Record<Counter, { most: number, stride: number }>}
 */
const COUNTERS = { steps: { most: MOST_STEPS, stride: 1 }, trained: { most: MOST_TRAINED, stride: 4 } };
/** Between two steps of the row, in ms: slow enough to be seen. */
const PAUSE = 90;

/**
 * The training that goes on by itself, and the step that it has reached. Where its counter has another value, the
 * reader has set it: that stops the training.
 */
const running = signal(/** @type {{ counter: Counter, at: number } | null} */ (null));

/** @param {Counter} counter */
export const isRunning = (counter) =>
  running.value?.counter === counter && running.value.at === figures.learning.value[counter];

export function stop() {
  running.value = null;
}

/** @param {Counter} counter @param {number} steps */
export function go(counter, steps) {
  stop();
  set(counter, Math.min(figures.learning.value[counter] + steps, COUNTERS[counter].most));
}

/** Back to the beginning. @param {Counter} counter */
export function restart(counter) {
  stop();
  set(counter, 0);
}

/**
 * Lets a training go on by itself until the end, or stops it. With reduced motion it is at the end at once.
 * @param {Counter} counter
 * @param {() => number} [made]  how many steps are made where it stops: the networks' worker may be behind the counter
 */
export function toggle(counter, made) {
  if (isRunning(counter)) {
    stop();
    if (made) set(counter, made());
    return;
  }
  const { most, stride } = COUNTERS[counter];
  if (figures.learning.value[counter] === most) set(counter, 0);
  running.value = { counter, at: figures.learning.value[counter] };
  advance(isStill.value ? most : stride);
}

/** The next steps of the training that is running. @param {number} stride */
function advance(stride) {
  const now = running.value;
  if (!now || !isRunning(now.counter)) return;
  const at = Math.min(now.at + stride, COUNTERS[now.counter].most);
  set(now.counter, at);
  running.value = { counter: now.counter, at };
  if (now.counter === "steps") goOn("steps");
}

/** Goes on once the steps so far have been shown, or ends. @param {Counter} counter */
export function goOn(counter) {
  const now = running.value;
  if (now?.counter !== counter) return;
  const { most, stride } = COUNTERS[counter];
  if (now.at >= most || !isRunning(counter)) stop();
  else if (counter === "steps") setTimeout(advance, PAUSE, stride);
  else requestAnimationFrame(() => advance(stride));
}
