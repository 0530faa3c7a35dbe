/** What the ops with a weight for each channel share: they see a tensor as (batch, channels, inner). */
import { elementCount, shapeText, wrongValue } from "./arguments.js";

/** @import { Tensor } from "./tensor.js" */

/**
 * A tensor [N, C, ...] as channels.
 * @typedef {object} Channels
 * @property {number} batch N
 * @property {number} channels C
 * @property {number} inner elements of one channel of one sample
 */

/**
 * @param {Tensor} x
 * @returns {Channels}
 * @throws {RangeError} if x has fewer than 2 dims
 */
export function channelsOf({ _sizes: shape }) {
  if (shape.length < 2) throw wrongValue("x", "shape [N, C, ...]", shapeText(shape));
  return { batch: shape[0], channels: shape[1], inner: elementCount(shape.slice(2)) };
}
