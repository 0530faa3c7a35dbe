/**
 * What the section computes of many: layers at a factor, one after the other; and networks that learn, in pairs from
 * one seed, one without a norm and one with it.
 */
import { compared, drawn, seedsOf } from "./layer.js";
import { NETWORKS } from "./limits.js";
import { learning } from "./networks.js";

/** @typedef {import("./networks.js").Told} Told */
/** @typedef {{ without: Told, with: Told }} Pair */
/** @typedef {{ seed: number, rate: number, decay: number }} Settings */
/** @typedef {{ seed: number, factor: number }} Scaled */
/**
 * @typedef {object} Layer  at a factor, beside itself at factor 1
 * @property {number} times  the gradient's length, in that of factor 1
 * @property {number} cosine  of the angle between weights and gradient
 * @property {number} moved  how far a number of the output has moved, at most
 */

/** @param {Scaled} settings @returns {Generator<undefined, Layer[]>} */
export function* layersJob({ seed, factor }) {
  /** @type {Layer[]} */
  const layers = [];
  for (const own of seedsOf(seed)) {
    const { now, times, moved } = compared(drawn(own), factor);
    layers.push({ times, moved, cosine: now.cosine });
    yield;
  }
  return layers;
}

/**
 * Yields the pairs that are known whenever there is one more, and nothing in between.
 * @param {Settings} settings
 * @returns {Generator<Pair[] | undefined, Pair[]>}
 */
export function* pairsJob({ seed, ...rates }) {
  /** @type {Pair[]} */
  const pairs = [];
  for (let network = 0; network < NETWORKS; network++) {
    const without = yield* learning(seed + network, rates, false);
    pairs.push({ without, with: yield* learning(seed + network, rates, true) });
    yield pairs.length < NETWORKS ? pairs : undefined;
  }
  return pairs;
}

export const jobs = { layers: layersJob, pairs: pairsJob };
