/** Shapes and the like, drawn for one round of a question. */

import { dimSets } from "../figure/dims/broadcast.js";

/** @typedef {() => number} Random from 0 up to 1 */

/** @template T @param {Random} random @param {readonly T[]} list */
export const pick = (random, list) => list[Math.floor(random() * list.length)];

/** @param {Random} random @param {number} low @param {number} high */
export const integer = (random, low, high) => low + Math.floor(random() * (high - low + 1));

/** Sizes that are all different, so that no two answers look alike. @param {Random} random @param {number} rank */
export function drawShape(random, rank) {
  /** @type {number[]} */
  const shape = [];
  while (shape.length < rank) {
    const size = integer(random, 2, 9);
    if (!shape.includes(size)) shape.push(size);
  }
  return shape;
}

/** Some dims, not all. @param {Random} random @param {number} rank */
export const drawDims = (random, rank) => pick(random, dimSets(rank).slice(0, -1));

/** An element's index along each dim. @param {Random} random @param {readonly number[]} shape */
export const drawElement = (random, shape) => shape.map((size) => integer(random, 0, size - 1));
