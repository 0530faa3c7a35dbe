/** A pass through layers that is done in all of them or in none. */

/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * A gradient that is to be added to the sum of those that there were, or to be that sum if there were none.
 * @typedef {object} Addition
 * @property {Record<string, Tensor>} sums of a layer, by the parameters' names
 * @property {string} name
 * @property {Tensor} gradient
 */

/**
 * What is left to do when the pass has come through all layers, and what undoes that of layers which did it at once.
 * @typedef {object} Pass
 * @property {Addition[]} additions
 * @property {Float32Array[]} zeroed elements that become 0
 * @property {(() => void)[]} undo
 */

/**
 * @template T
 * @param {(pass: Pass) => T} through the layers
 * @returns {T} what it gives
 */
export function run(through) {
  /** @type {Pass} */
  const pass = { additions: [], zeroed: [], undo: [] };
  try {
    const result = through(pass);
    finish(pass);
    return result;
  } catch (error) {
    undoAll(pass.undo);
    throw error;
  }
}

/**
 * Undoes what was done, the last first. What one of them throws is passed over: the others are to be undone all the
 * same, and the caller is told of the error that came before.
 * @param {readonly (() => unknown)[]} undo
 */
export function undoAll(undo) {
  for (const step of undo.toReversed()) {
    try {
      step();
    } catch {}
  }
}

/** @param {Pass} pass */
function finish({ additions, zeroed }) {
  const targets = additions.map(({ sums, name, gradient }) => (sums[name] ?? gradient).data); /* none is disposed */
  additions.forEach(({ sums, name, gradient }, i) => {
    const target = targets[i];
    if (sums[name]) gradient.data.forEach((value, j) => (target[j] += value));
    else sums[name] = gradient;
  });
  for (const elements of zeroed) elements.fill(0);
}
