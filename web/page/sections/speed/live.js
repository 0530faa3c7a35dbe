/**
 * What has been measured on this machine, by shape, and the measurement under way. It belongs to the machine and not to
 * the page: no link has it, and undo brings back the shape alone.
 */
import { computed, effect, signal } from "@preact/signals";
import { start } from "../../worker/client.js";
import { say } from "../../kit/announce.js";
import { mayChange } from "../../store/lesson.js";
import { commit, figures, look, state } from "../../store/state.js";
import { narration } from "./sentences.js";

/** @typedef {import("./measure.js").Measured} Measured */
/** @typedef {import("./spec.js").Shape} Shape */
/** @typedef {typeof import("./spec.js").spec.initial} SpeedFigure */

/** Whole measurements. */
const results = signal(/** @type {Partial<Record<Shape, Measured>>} */ ({}));

/** The one under way: what it has so far, if anything. */
export const running = signal(/** @type {{ soFar: Measured | null } | null} */ (null));

/** Whether it waits for the tab to come back from the background. */
export const isPaused = signal(false);

/** Whether the section has come near. */
export const isNear = signal(false);

/** Why there is nothing to show, if so. */
export const failure = signal("");

const shape = computed(() => figures.speed.value.shape);

/** What has been measured of the shape at hand, once all of it has been. */
export const measured = computed(() => results.value[shape.value] ?? null);

/** What is drawn: of a measurement under way, what it has so far. */
export const shown = computed(() => running.value?.soFar ?? measured.value);

/** @type {() => void} */
let stop = () => {};

/** Ends the measurement under way; what it has found is left out. */
export function stopMeasuring() {
  stop();
  stop = () => {};
  running.value = null;
  isPaused.value = false;
}

export function measureNow() {
  stopMeasuring();
  failure.value = "";
  running.value = { soFar: null };
  stop = start(
    "speed",
    { shape: shape.peek() },
    {
      part: (soFar) => {
        if (soFar) running.value = { soFar };
      },
      done: (result) => {
        running.value = null;
        results.value = { ...results.peek(), [result.shape]: result };
        say(narration(result));
      },
      failed: (why) => {
        running.value = null;
        failure.value = why;
      },
    },
  );
}

/** In the background browsers slow a tab down: what is measured there would say nothing, and is measured anew. */
function followTab() {
  if (document.visibilityState === "hidden") {
    if (!running.peek()) return;
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
  let last = shape.peek();
  const end = effect(() => {
    if (shape.value !== last) stopMeasuring();
    last = shape.value;
  });
  document.addEventListener("visibilitychange", followTab);
  return () => {
    end();
    document.removeEventListener("visibilitychange", followTab);
    stopMeasuring();
  };
}

/** @param {Shape} to */
export function setShape(to) {
  if (mayChange("speed", "shape")) commit({ ...state.value, speed: { ...state.value.speed, shape: to } });
}

/** How far the lanes have come, which cell is pressed, and so on. @param {Partial<Omit<SpeedFigure, "shape">>} at */
export const lookAt = (at) => look({ ...state.value, speed: { ...state.value.speed, ...at } });
