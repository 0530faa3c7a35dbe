/**
 * The measurements on this machine, by shape, and the one under way. They belong to the machine and not to the page's
 * state: no link has them, and undo brings back only the shape.
 */
import { computed, effect, signal } from "@preact/signals";
import { answerTo } from "../../worker/answer.js";
import { say } from "../../kit/announce.js";
import { figures } from "../../store/state.js";
import { narration } from "./sentences.js";

/** @typedef {import("./measure.js").Measured} Measured */

/** The batches of the measurement under way, if there are any. */
const soFar = signal(/** @type {Measured | null} */ (null));

export const answer = answerTo({
  job: "speed/measure",
  settings: () => ({ shape: figures.speed.value.shape }),
  part(/** @type {Measured | undefined} */ measured) {
    soFar.value = measured ?? null;
    return undefined;
  },
  done: (/** @type {Measured} */ result) => result,
  settled: tellResult,
  isKept: true,
});

/** @returns {void} */
function tellResult() {
  if (measured.value) say(narration(measured.value));
}

/** The measurement under way, or null. */
export const running = computed(() => (answer.isRunning.value ? { soFar: soFar.value } : null));

/** The whole measurement of the shape at hand, or null. */
export const measured = computed(() => answer.atHand.value?.value ?? null);

/** The measurement that is drawn: the one under way, where it has batches, or the last whole one. */
export const shown = computed(() => running.value?.soFar ?? measured.value);

/** Whether a measurement waits for the tab to come back from the background. */
export const isPaused = signal(false);

/** Whether the section has come near. */
export const isNear = signal(false);

/** Ends the measurement under way and drops its batches. */
export function stopMeasuring() {
  answer.stop();
  soFar.value = null;
  isPaused.value = false;
}

export function measureNow() {
  stopMeasuring();
  answer.failure.value = "";
  answer.ask();
}

/** Browsers slow a tab in the background down: a measurement stops there, and begins anew when the tab comes back. */
function followTab() {
  if (document.visibilityState === "hidden") {
    if (!answer.isRunning.peek()) return;
    stopMeasuring();
    isPaused.value = true;
  } else if (isPaused.peek()) {
    measureNow();
  }
}

/**
 * From now on: stops where another shape is chosen, or the tab goes to the background.
 * @returns {() => void} ends that
 */
export function keepWatch() {
  isNear.value = true;
  let last = figures.speed.peek().shape;
  const end = effect(() => {
    const { shape } = figures.speed.value;
    if (shape !== last) stopMeasuring();
    last = shape;
  });
  document.addEventListener("visibilitychange", followTab);
  return () => {
    end();
    document.removeEventListener("visibilitychange", followTab);
    stopMeasuring();
  };
}
