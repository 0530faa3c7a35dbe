/** Lets the batches arrive: one at a time, or by themselves until there are no more. */
import { signal } from "@preact/signals";
import { isStill } from "../../kit/screen.js";
import { endStep, figures } from "../../store/state.js";
import { set } from "./actions.js";
import { MOST_EVALUATED, MOST_TRAINED } from "./limits.js";

/** Between two batches, in ms: slow enough to be seen. */
const PAUSE = 110;

/** The counter that goes on by itself, and where it is. Where the state says otherwise, the reader has set it. */
const running = signal(/** @type {{ counter: Counter, at: number } | null} */ (null));

/** @typedef {"trained" | "evaluated"} Counter */

const MOST = { trained: MOST_TRAINED, evaluated: MOST_EVALUATED };
const LEAST = { trained: 1, evaluated: 0 };

/** In train mode a batch is trained on; in eval mode it is only answered. @returns {Counter} */
const counterAtHand = () => (figures.batch.value.mode === "train" ? "trained" : "evaluated");

export const isRunning = () =>
  running.value !== null &&
  running.value.counter === counterAtHand() &&
  running.value.at === figures.batch.value[running.value.counter];

export const isAtEnd = () => figures.batch.value[counterAtHand()] === MOST[counterAtHand()];

export function stop() {
  running.value = null;
  endStep();
}

/** @param {Counter} counter @param {number} at @param {string} [key] */
const goTo = (counter, at, key) => set(counter === "trained" ? { trained: at, evaluated: 0 } : { evaluated: at }, key);

/** The next batch. */
export function step() {
  stop();
  const counter = counterAtHand();
  goTo(counter, Math.min(figures.batch.value[counter] + 1, MOST[counter]));
}

/** Back to the first batch. */
export function startAgain() {
  stop();
  set({ trained: LEAST.trained, evaluated: LEAST.evaluated });
}

export function toggle() {
  if (isRunning()) {
    stop();
    return;
  }
  const counter = counterAtHand();
  const at = isAtEnd() ? LEAST[counter] : figures.batch.value[counter];
  endStep();
  if (isAtEnd()) goTo(counter, at, "batch.run");
  running.value = { counter, at };
  advance(isStill.value ? MOST[counter] : 1);
}

/** @param {number} stride */
function advance(stride) {
  const now = running.value;
  if (!now || !isRunning()) return;
  const at = Math.min(now.at + stride, MOST[now.counter]);
  goTo(now.counter, at, "batch.run");
  running.value = { counter: now.counter, at };
  if (at >= MOST[now.counter]) stop();
  else setTimeout(advance, PAUSE, 1);
}
