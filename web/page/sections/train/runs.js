/** The runs in the chart: one is stored in the page, the others the worker makes, one at a time. */
import { computed, signal } from "@preact/signals";
import { say } from "../../kit/announce.js";
import { start } from "../../worker/client.js";
import { figures } from "../../store/state.js";
import { STEPS } from "./architecture.js";
import { MOST_RUNS } from "./limits.js";
import { measured } from "./measured.js";
import { runText } from "./sentences.js";
import { spec } from "./spec.js";

/** @typedef {import("./run.js").Run} Run */
/** @typedef {import("./spec.js").TrainFigure} Settings */
/**
 * @typedef {object} Shown
 * @property {number} place  of its line's look, from 0: it stays with the run
 * @property {Settings} settings
 * @property {Run} run  so far
 * @property {boolean} isStored  whether it was made beforehand
 */

/** @type {Shown} */
const STORED = {
  place: 0,
  settings: spec.initial,
  run: { step: STEPS, ...measured.first },
  isStored: true,
};

export const runs = signal(/** @type {readonly Shown[]} */ ([STORED]));
/** The run whose words are shown, by its place. */
export const looked = signal(0);
/** Which is being made, by its place, and how many steps are made; null where none is. */
export const running = signal(/** @type {{ place: number, step: number } | null} */ (null));
/** Why the worker does not answer; empty where it does. */
export const failure = signal("");

export const lookedAt = computed(() => runs.value.find(({ place }) => place === looked.value));

/** @param {Settings} a @param {Settings} b */
const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** The settings at hand, in the order of the spec. @returns {Settings} */
function settingsAtHand() {
  const { norm, place, depth, rate, seed } = figures.train.value;
  return { norm, place, depth, rate, seed };
}

/** The place of the next run: that of the run with its settings, which it replaces, or one that is free. */
function nextPlace() {
  const same = runs.value.find(({ settings }) => isSame(settings, settingsAtHand()));
  if (same) return same.place;
  const taken = runs.value.map(({ place }) => place);
  return Array.from({ length: MOST_RUNS }, (_, i) => i).find((i) => !taken.includes(i)) ?? null;
}

/** Whether there is room in the chart for a run with the settings at hand. */
export const hasRoom = computed(() => nextPlace() !== null);

/** @param {Shown} shown */
const put = (shown) => {
  const others = runs.value.filter(({ place }) => place !== shown.place);
  runs.value = [...others, shown].sort((a, b) => a.place - b.place);
};

let end = () => {};

/** Trains a network with the settings at hand. */
export function begin() {
  const place = nextPlace();
  if (place === null || running.value) return;
  const settings = settingsAtHand();
  const show = (/** @type {Run} */ run) => put({ place, settings, run, isStored: false });
  failure.value = "";
  running.value = { place, step: 0 };
  put({ place, settings, run: { step: 0, losses: [], hidden: [], words: [] }, isStored: false });
  looked.value = place;
  end = start("train/run", settings, {
    part(/** @type {number | Run} */ part) {
      if (typeof part === "number") running.value = { place, step: part };
      else {
        running.value = { place, step: part.step };
        show(part);
      }
    },
    done(/** @type {Run} */ run) {
      running.value = null;
      show(run);
      say(runText({ settings, run }));
    },
    failed(why) {
      failure.value = why;
      stop();
    },
  });
}

/** Ends the run that is being made: what there is of it stays. */
export function stop() {
  const now = running.value;
  if (!now) return;
  end();
  running.value = null;
  if (runs.value.some(({ place, run }) => place === now.place && run.losses.length === 0)) remove(now.place);
}

/** Takes a run out of the chart. @param {number} place */
export function remove(place) {
  if (running.value?.place === place) {
    end();
    running.value = null;
  }
  runs.value = runs.value.filter((each) => each.place !== place);
  if (looked.value === place) looked.value = runs.value.at(-1)?.place ?? 0;
}
