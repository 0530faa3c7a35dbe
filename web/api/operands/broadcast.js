/**
 * Tensors that broadcast against another from the right: its last dims, where they do not have size 1, are theirs. The
 * kernels of c/block/block.h see four levels, [outer, repeats, n, inner], of which outer and n are b's own.
 */
import { elementCount, shapeText, wrongValue } from "../checks/arguments.js";

/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * @typedef {object} Broadcast
 * @property {[outer: number, repeats: number, n: number, inner: number]} levels
 * @property {number[]} starts where b begins for each of the parts of a, which have these levels each
 */

/**
 * Neighbouring dims that b has, or lacks, alike, from the last to the first. Those of size 1 are of either kind.
 * @param {readonly number[]} shape of a
 * @param {readonly number[]} own of b
 */
function runsOf(shape, own) {
  /** @type {{ isOwn: boolean, size: number }[]} */
  const runs = [],
    more = shape.length - own.length;
  for (let d = shape.length - 1; d >= 0; d--) {
    const size = shape[d],
      isOwn = d >= more && own[d - more] === size,
      last = runs[runs.length - 1];
    if (size === 1) continue;
    if (last?.isOwn === isOwn) last.size *= size;
    else runs.push({ isOwn, size });
  }
  return runs;
}

/**
 * @param {Tensor} a
 * @param {Tensor} b
 * @param {string} name of b
 * @returns {Broadcast}
 * @throws {RangeError} if b does not broadcast against a, or a would have to
 */
export function broadcastOf({ _sizes: shape }, { _sizes: own }, name) {
  if (!fits(own, shape)) {
    const hint = fits(shape, own) ? ", against which a broadcasts: exchange them" : "";
    throw wrongValue(name, `a shape that broadcasts against a's, ${shapeText(shape)}`, shapeText(own) + hint);
  }
  const runs = runsOf(shape, own);
  /** The size of the next run, if it is of this kind. @param {boolean} isOwn */
  const take = (isOwn) => (runs[0]?.isOwn === isOwn ? /** @type {{ size: number }} */ (runs.shift()).size : 1);
  const inner = take(false),
    n = take(true),
    repeats = take(false),
    outer = take(true);
  return { levels: [outer, repeats, n, inner], starts: startsOf(runs, outer * n) };
}

/**
 * @param {readonly number[]} own
 * @param {readonly number[]} shape
 */
const fits = (own, shape) =>
  own.length <= shape.length && own.every((size, d) => size === 1 || size === shape[shape.length - own.length + d]);

/**
 * @param {readonly { isOwn: boolean, size: number }[]} runs the outer ones, from the last to the first
 * @param {number} step how many elements of b a part has
 */
function startsOf(runs, step) {
  let starts = [0];
  for (const { isOwn, size } of runs) {
    const inside = starts;
    starts = Array.from({ length: size }, (_, i) => inside.map((start) => start + (isOwn ? i * step : 0))).flat();
    if (isOwn) step *= size;
  }
  return starts;
}

/**
 * The outermost of the levels that has more than one index: there the op may be cut into pieces.
 * @param {Broadcast} broadcast
 */
export function cutOf({ levels, starts }) {
  const at =
      starts.length > 1
        ? -1
        : Math.max(
            0,
            levels.findIndex((size) => size !== 1),
          ),
    [, , n] = levels;
  return {
    at,
    outer: at < 0 ? 1 : levels[at],
    /* how many elements of a, and of b, belong to one of its indices */
    step: at < 0 ? starts.length * elementCount(levels) : elementCount(levels.slice(at + 1)),
    own: [n, 0, 1, 0][at] ?? 0,
  };
}
