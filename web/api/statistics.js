/** Mean, variance and standard deviation over any dims. */
import { checkBoolean, checkDims, checkNonNegative, checkOptions } from "./arguments.js";
import { groupsOf } from "./groups.js";
import { Permuted } from "./permuted.js";
import { input, NONE, output, outs, run } from "./staging.js";
import { asTensor } from "./tensor.js";

/** @import { Operand } from "./staging.js" */
/** @import { Input, Target, Tensor } from "./tensor.js" */

/**
 * One dim or several, counted from the front or, negative, from the end.
 * @typedef {number | readonly number[]} Dims
 */

/**
 * @typedef {object} Reduce
 * @property {Dims} [dim] the dims to reduce: those that disappear. Default: all of them
 * @property {boolean} [keepdim] keep the reduced dims with size 1 (default false)
 * @property {Target} [out] written and returned; has the shape of the result; may be x itself
 */

/** @typedef {Reduce & { correction?: number }} ReduceSpread correction: the divisor is n - correction (default 1) */

/** @typedef {{ mean?: Operand, variance?: Operand, std?: Operand }} Wanted where each moment that is wanted goes */

/**
 * The shape of the result, and what the kernel needs, checked.
 * @param {Input} x
 * @param {{ dim?: Dims, keepdim?: boolean, correction?: number }} options
 */
function plan(x, { dim, keepdim = false, correction = 1 }) {
  const source = asTensor(x, "x");
  const groups = groupsOf(source._sizes, checkDims(dim, source._sizes.length));
  const shape = checkBoolean(keepdim, "keepdim") ? groups.kept : groups.reduced;
  checkNonNegative(correction, "correction");
  return { source, groups, shape, step: groups.order ? groups.outer : groups.inner, correction };
}

/**
 * Writes the moments that are wanted, in one pass.
 * @param {ReturnType<typeof plan>} plan
 * @param {Wanted} wanted
 */
function reduce({ source, groups, correction }, { mean: m = NONE, variance: v = NONE, std: s = NONE }) {
  const { order, outer, n, inner } = groups;
  if (!order) {
    const p = input(source, n * inner);
    run(inner && outer, [p, m, v, s], (wasm, count) =>
      wasm.ln_moments(m.pointer, v.pointer, s.pointer, p.pointer, count, n, inner, correction));
    return;
  }
  const p = input(source, source.size), rows = new Permuted(source._sizes, order);
  run(Math.min(outer, 1), [p, m, v, s, rows.room], (wasm) =>
    wasm.ln_moments(m.pointer, v.pointer, s.pointer, rows.read(p), outer, n, 1, correction));
}

/**
 * @param {"mean" | "variance" | "std"} name
 * @param {Input} x
 * @param {ReduceSpread} options
 * @returns {Tensor}
 */
function one(name, x, options) {
  const p = plan(x, options), result = output(options.out, p.shape, p.step);
  reduce(p, { [name]: result });
  return result.tensor;
}

const MEAN_OPTIONS = ["dim", "keepdim", "out"];
const OPTIONS = ["dim", "keepdim", "correction", "out"];

/**
 * The mean over the given dims: `sum(x) / n`, as torch.mean.
 *
 * @param {Input} x
 * @param {Reduce} [options]
 * @returns {Tensor} x's shape without the reduced dims, or with size 1 there
 * @throws {RangeError} if dim names no dim of x, or one twice, or none; or if there is nothing to average
 * @example
 * mean([[1, 2, 3], [4, 5, 6]], { dim: -1, keepdim: true }); // tensor([[2.], [5.]])
 */
export function mean(x, options) {
  return one("mean", x, checkOptions(options, MEAN_OPTIONS));
}

/**
 * The variance over the given dims: `sum((x - mean)^2) / (n - correction)`, as torch.var. Correction 1 (Bessel's) is
 * the unbiased estimate, 0 the biased one that normalization layers use. `n <= correction` gives infinity, or NaN if
 * the sum is 0.
 *
 * @param {Input} x
 * @param {ReduceSpread} [options]
 * @returns {Tensor} x's shape without the reduced dims, or with size 1 there
 * @throws {RangeError} as {@link mean}, or if correction is not a finite number >= 0
 * @example
 * variance([1, 2, 3, 4], { correction: 0 }); // tensor(1.2500)
 */
export function variance(x, options) {
  return one("variance", x, checkOptions(options, OPTIONS));
}

/**
 * The standard deviation over the given dims: the root of {@link variance}, as torch.std. It is right also where the
 * variance itself overflows or underflows float32.
 *
 * @param {Input} x
 * @param {ReduceSpread} [options]
 * @returns {Tensor} x's shape without the reduced dims, or with size 1 there
 * @throws {RangeError} as {@link variance}
 * @example
 * std([1, 2, 3]); // tensor(1.)
 */
export function std(x, options) {
  return one("std", x, checkOptions(options, OPTIONS));
}

/**
 * Mean and variance at once, in one pass over x.
 *
 * @param {Input} x
 * @param {{ dim?: Dims, keepdim?: boolean, correction?: number, out?: { mean: Target, variance: Target } }} [options]
 *   as {@link variance}'s; out: both are written and returned
 * @returns {{ mean: Tensor, variance: Tensor }}
 * @throws {RangeError} as {@link variance}
 * @example
 * const { mean, variance } = moments([[1, 2, 3], [4, 5, 6]], { dim: -1 });
 */
export function moments(x, options) {
  const o = checkOptions(options, OPTIONS), given = outs(o.out, MOMENTS), p = plan(x, o);
  const mean = output(given.mean, p.shape, p.step, null, "out.mean");
  const variance = output(given.variance, p.shape, p.step, null, "out.variance");
  reduce(p, { mean, variance });
  return { mean: mean.tensor, variance: variance.tensor };
}

const MOMENTS = /** @type {const} */ (["mean", "variance"]);
