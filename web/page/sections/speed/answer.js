/**
 * What has been measured on this machine, by shape, and the measurement under way. It belongs to the machine and not to
 * the page: no link has it, and undo brings back the shape alone.
 */
import { computed, effect, signal } from "@preact/signals";
import { answerTo } from "../../worker/answer.js";
import { say } from "../../kit/announce.js";
import { figures } from "../../store/state.js";
import { narration } from "./sentences.js";

/** @typedef {import("./measure.js").Measured} Measured */

/** What the measurement under way has so far, if anything. */
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

/** The measurement under way: what it has so far, if anything. */
export const running = computed(() => (answer.isRunning.value ? { soFar: soFar.value } : null));

/** What has been measured of the shape at hand, once all of it has been. */
export const measured = computed(() => answer.atHand.value?.value ?? null);

/** What is drawn: of a measurement under way, what it has so far. */
export const shown = computed(() => running.value?.soFar ?? measured.value);

/** Whether a measurement waits for the tab to come back from the background. */
export const isPaused = signal(false);

/** Whether the section has come near. */
export const isNear = signal(false);

/** Ends the measurement under way; what it has found is left out. */
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

/** In the background browsers slow a tab down: what is measured there would say nothing, and is measured anew. */
function followTab() {
  if (document.visibilityState === "hidden") {
    if (!answer.isRunning.peek()) return;
    stopMeasuring();
    isPaused.value = true;
  } else if (isPaused.peek()) {
    measureNow();
  }
}

/** From now on: stops where another shape is chosen, or the tab goes to the background. @returns {() => void} ends that */
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
