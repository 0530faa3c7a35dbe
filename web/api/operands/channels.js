/** What the ops with a weight for each channel share: they see a tensor as (batch, channels, inner). */
import { elementCount, shapeText, wrongValue } from "../checks/arguments.js";
import { asTensor } from "../tensor/as-tensor.js";
import { input, NONE } from "./operands.js";

/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */
/** @import { Operand, Operands } from "./operands.js" */

/**
 * @param {Input} x [N, C, ...]
 * @throws {RangeError} if x has fewer than 2 dims
 */
export function channelsOf(x) {
  const source = asTensor(x, "x"),
    [batch, channels, ...rest] = source._sizes,
    inner = elementCount(rest);
  if (channels === undefined) throw wrongValue("x", "shape [N, C, ...]", source._sizes);
  return { source, batch, channels, inner, step: channels * inner };
}

/**
 * What an error says besides, where x seems to have its channels last, as images have in TensorFlow and in browsers.
 * @param {readonly number[]} shape of x
 * @param {(last: number) => boolean} fits whether its last dim may be that of the channels
 * @returns {string} "" if it does not seem so
 */
export function channelsLast(shape, fits) {
  const last = shape.length - 1;
  if (last < 2 || !fits(shape[last])) return "";
  const order = [0, last, ...shape.slice(2).map((_, d) => d + 1)];
  return ` (are the channels of x, ${shapeText(shape)}, its last dim? permute(x, ${shapeText(order)}) makes [N, C, ...])`;
}

/**
 * A parameter of channels.
 * @typedef {object} ChannelParameter
 * @property {Tensor | null} tensor null: it was left out
 * @property {Operand} row which row of it belongs to each sample; NONE: the first to all of them
 * @property {readonly number[]} shape its own
 */

/**
 * A weight or a bias of shape [C], or of [N, C]: a row for each sample.
 * @param {Operands} all
 * @param {unknown} value
 * @param {string} name of the argument
 * @param {Tensor} x [N, C, ...]
 * @param {ChannelParameter} [like] another one: of its shape is this one if it is left out
 * @returns {ChannelParameter}
 * @throws {RangeError} if it has another shape
 */
export function channelParameter(all, value, name, { _sizes: of }, like) {
  const [batch, channels] = of;
  if (value === undefined || value === null) return { row: NONE, shape: [channels], ...like, tensor: null };
  const tensor = asTensor(value, name),
    { _sizes: shape } = tensor,
    last = shape[shape.length - 1],
    isShared = shape.length === 1 || (shape.length === 2 && shape[0] === 1);
  if (last !== channels || !(isShared || (shape.length === 2 && shape[0] === batch))) {
    const hint = channelsLast(of, (size) => size === last);
    throw wrongValue(name, `shape [${channels}] or [${batch}, ${channels}]`, shapeText(shape) + hint);
  }
  return { tensor, row: isShared ? NONE : like && like.row !== NONE ? like.row : sampleIndices(all, batch), shape };
}

/**
 * That the row of each sample is its own.
 * @param {Operands} all
 * @param {number} batch
 */
function sampleIndices(all, batch) {
  const index = Uint32Array.from({ length: batch }, (_, sample) => sample);
  return input(all, asTensor(new Float32Array(index.buffer), "rows"), 1); /* bits, which copies leave as they are */
}
