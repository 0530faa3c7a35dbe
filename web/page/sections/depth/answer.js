/** The networks as the worker computes them, anew when a setting changes: fifty pairs, or one with its hills. */
import { computed } from "@preact/signals";
import { answerTo } from "../../worker/answer.js";
import { sayWhenStill } from "../../kit/say-when-still.js";
import { figures } from "../../store/state.js";
import { narration } from "./sentences.js";

/** @typedef {import("./spec.js").DepthFigure} DepthFigure */
/** @typedef {import("./job.js").Depth} Depth */
/** @typedef {import("./job.js").Pair} Pair */
/** @typedef {import("./job.js").Told} Told */
/** @typedef {import("./job.js").Settings} Settings */

/**
 * @typedef {object} Shown
 * @property {Settings} settings
 * @property {readonly Pair[]} networks  those that are known: one, or up to fifty
 * @property {readonly Pair[]} before  of fifty, those of the settings before that are drawn until all are known
 * @property {Depth} [depth]  of one, with its hills: a layer that is not known yet has the numbers of the answer before
 * @property {number} known  how many layers of one, or how many of the fifty, have numbers of these settings
 * @property {boolean} isWhole  whether everything has
 */

/** @param {DepthFigure} figure @returns {Settings} */
const settingsOf = ({ layer: _layer, view: _view, gradient: _gradient, ...settings }) => settings;

/** @typedef {Omit<Shown, "settings" | "isWhole">} Networks */

/** @param {Depth} depth @param {Settings} settings @param {Networks} [before] @returns {Networks} */
function overlaid(depth, { layers }, before) {
  const both = {
    without: toldOver(depth.without, before?.depth?.without, layers),
    with: toldOver(depth.with, before?.depth?.with, layers),
  };
  return { depth: both, networks: [both], before: [], known: depth.with.spread.length };
}

/**
 * What is known of a network; what was known before fills the rest.
 * @param {Told} now
 * @param {Told | undefined} before
 * @param {number} layers
 * @returns {Told}
 */
const toldOver = (now, before, layers) => ({
  spread: filled(now.spread, before?.spread, layers),
  density: filled(now.density, before?.density, layers),
  below: filled(now.below, before?.below, layers),
  above: filled(now.above, before?.above, layers),
  numbers: filled(now.numbers, before?.numbers, layers).map((value, i) => value ?? before?.numbers[i] ?? null),
  weights: filled(now.weights, before?.weights, layers).map((value, i) => value ?? before?.weights[i] ?? null),
});

/**
 * @template T
 * @param {readonly T[]} now
 * @param {readonly T[] | undefined} before
 * @param {number} layers
 * @returns {T[]}
 */
const filled = (now, before, layers) => [...now, ...(before ?? []).slice(now.length, layers)];

/**
 * The networks that are known, and those of before in the places of the others, where they are as deep. Medians are of
 * the known ones alone.
 * @param {Pair[]} pairs
 * @param {Settings} settings
 * @param {Networks} [before]
 * @returns {Networks}
 */
function gathered(pairs, { layers }, before) {
  const old = [...(before?.networks ?? []), ...(before?.before ?? [])].slice(pairs.length);
  return {
    networks: pairs,
    before: old.filter((pair) => pair.without.spread.length === layers),
    known: pairs.length,
  };
}

/** @param {DepthFigure["view"]} view */
const settingsIn = (view) => () => (figures.why.value.view === view ? settingsOf(figures.why.value) : null);

const one = answerTo({
  job: "depth/networks",
  settings: settingsIn("one"),
  part: (
    /** @type {Depth | undefined} */ depth,
    /** @type {Settings} */ settings,
    /** @type {Networks | undefined} */ before,
  ) => depth && overlaid(depth, settings, before),
  done: overlaid,
  patience: 200,
});

const fifty = answerTo({
  job: "depth/fifty",
  settings: settingsIn("fifty"),
  part: (
    /** @type {Pair[] | undefined} */ pairs,
    /** @type {Settings} */ settings,
    /** @type {Networks | undefined} */ before,
  ) => pairs && gathered(pairs, settings, before),
  done: (/** @type {Pair[]} */ pairs, /** @type {Settings} */ settings) => gathered(pairs, settings),
  patience: 600,
});

/** The answer that the view at hand shows. */
const inView = () => (figures.why.value.view === "one" ? one : fifty);

/** Whether that is still being computed, for aria-busy; and why it cannot be. */
export const isBusy = computed(() => inView().isBusy.value);
export const failure = computed(() => inView().failure.value);

let hasBeenWhole = false;

/** The networks that are drawn: those of the settings at hand or, until these are computed, the ones before. */
export const shown = computed(() => {
  const now = inView().shown.value;
  hasBeenWhole ||= now?.isWhole === true;
  // At first all numbers come at once: parts of them would move what stands beside them while the page is being read.
  if (!hasBeenWhole) return null;
  return now && /** @type {Shown} */ ({ settings: now.settings, isWhole: now.isWhole, ...now.value });
});

/**
 * The share of a layer's numbers beyond the axis, if it is known.
 * @param {Told} told
 * @param {number} layer
 * @returns {number | undefined}
 */
export const beyondOf = ({ below, above }, layer) =>
  layer > below.length ? undefined : below[layer - 1] + above[layer - 1];

/**
 * From now on: computes the networks, and says what has changed and what it comes to.
 * @returns {() => void} ends that
 */
export function keepComputing() {
  const ends = [
    one.keepAsking(),
    fifty.keepAsking(),
    sayWhenStill(
      () => (shown.value && inView().isSettled.value ? shown.value : undefined),
      (now, before) => narration(before.settings, now),
    ),
  ];
  return () => {
    for (const end of ends) end();
  };
}
