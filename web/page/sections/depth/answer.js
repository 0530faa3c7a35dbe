/** The two networks as the worker computes them, anew when a setting changes. */
import { computed } from "@preact/signals";
import { answerTo } from "../../worker/answer.js";
import { sayWhenStill } from "../../kit/say-when-still.js";
import { figures } from "../../store/state.js";
import { narration } from "./sentences.js";

/** @typedef {import("./spec.js").DepthFigure} DepthFigure */
/** @typedef {import("./job.js").Depth} Depth */
/** @typedef {import("./job.js").Told} Told */
/** @typedef {import("./job.js").Settings} Settings */

/**
 * @typedef {object} Shown
 * @property {Settings} settings
 * @property {Depth} depth  a layer that is not known yet has the numbers of the answer before
 * @property {number} known  how many layers have numbers of these settings
 * @property {boolean} isWhole  whether everything has
 */

/** @param {DepthFigure} figure @returns {Settings} */
const settingsOf = ({ layer: _, ...settings }) => settings;

/** @typedef {{ depth: Depth, known: number }} Networks */

/** @param {Depth} depth @param {Settings} settings @param {Networks} [before] @returns {Networks} */
const overlaid = (depth, { layers }, before) => ({
  depth: {
    without: toldOver(depth.without, before?.depth.without, layers),
    with: toldOver(depth.with, before?.depth.with, layers),
  },
  known: depth.with.spread.length,
});

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
  gradient: filled(now.gradient, before?.gradient, layers).map((value, i) => value ?? before?.gradient[i] ?? null),
});

/**
 * @template T
 * @param {readonly T[]} now
 * @param {readonly T[] | undefined} before
 * @param {number} layers
 * @returns {T[]}
 */
const filled = (now, before, layers) => [...now, ...(before ?? []).slice(now.length, layers)];

export const answer = answerTo({
  job: "depth/networks",
  settings: () => settingsOf(figures.why.value),
  part: (
    /** @type {Depth | undefined} */ depth,
    /** @type {Settings} */ settings,
    /** @type {Networks | undefined} */ before,
  ) => depth && overlaid(depth, settings, before),
  done: overlaid,
  patience: 200,
});

/** The networks that are drawn: those of the settings at hand or, until these are computed, the ones before. */
export const shown = computed(() => {
  const now = answer.shown.value;
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
    answer.keepAsking(),
    sayWhenStill(
      () => (shown.value && answer.isSettled.value ? shown.value : undefined),
      (now, before) => narration(before.settings, now),
    ),
  ];
  return () => {
    for (const end of ends) end();
  };
}
