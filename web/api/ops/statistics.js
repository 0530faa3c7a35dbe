/** Mean, variance and standard deviation over any dims. */
import { checkBoolean, checkDims, checkNonNegative, checkOptions } from "../checks/arguments.js";
import { CORRECTION } from "../checks/defaults.js";
import { ln_moments } from "../kernel-text.js";
import { withKernels } from "../memory/wasm.js";
import { input, NONE, Operands, output, outs } from "../operands/operands.js";
import { permuted } from "../operands/permuted.js";
import { reductionOf } from "../operands/reduction.js";
import { run } from "../operands/staging.js";
import { asTensor } from "../tensor/as-tensor.js";

/** @import { Operand } from "../operands/operands.js" */
/** @import { Input, Target } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * One dim or several, counted from the front or, negative, from the end.
 * @typedef {number | readonly number[]} Dims
 */

/**
 * @typedef {object} Reduce
 * @property {Dims} [dim] the dim or dims to reduce: those that disappear (default: all of them)
 * @property {boolean} [keepdim] keep the reduced dims with size 1 (default false)
 * @property {Target} [out] written and returned: of the result's shape; may be x itself (default: a new tensor)
 */

/**
 * @typedef {object} Correction
 * @property {number} [correction] the divisor is n - correction: 1, Bessel's, is the unbiased estimate; 0 the biased
 *   one that normalization layers use; any finite number >= 0 (default 1)
 */

/**
 * @typedef {object} MomentTargets
 * @property {Target} mean of the result's shape
 * @property {Target} variance of the result's shape
 */

/**
 * @typedef {object} MomentsOut
 * @property {MomentTargets} [out] both are written and returned (default: new tensors)
 */

/** @typedef {{ mean?: Operand, variance?: Operand, std?: Operand }} Wanted where each moment that is wanted goes */

const kernels = /* @__PURE__ */ withKernels(ln_moments);

/**
 * The shape of the result, and what the kernel needs, checked.
 * @param {Input} x
 * @param {{ dim?: Dims, keepdim?: boolean, correction?: number }} options
 */
function plan(x, { dim, keepdim, correction = CORRECTION }) {
  const source = asTensor(x, "x");
  const reduction = reductionOf(source._sizes, checkDims(dim, source._sizes.length));
  const shape = checkBoolean(keepdim, "keepdim") ? reduction.kept : reduction.reduced;
  checkNonNegative(correction, "correction");
  return { source, reduction, shape, step: reduction.order ? reduction.outer : reduction.inner, correction };
}

/**
 * Writes the moments that are wanted, in one pass.
 * @param {Operands} all those that are wanted
 * @param {ReturnType<typeof plan>} plan
 * @param {Wanted} wanted
 */
function reduce(all, { source, reduction, correction }, { mean = NONE, variance = NONE, std = NONE }) {
  const { order, outer, n, inner } = reduction;
  const x = input(all, source, order ? source.size : n * inner),
    rows = permuted(all, source._sizes, order);
  run(kernels, order ? Math.min(outer, 1) : inner && outer, all, (wasm, count) =>
    wasm.ln_moments(
      mean.pointer,
      variance.pointer,
      std.pointer,
      rows.read(x),
      order ? outer : count,
      n,
      inner,
      correction,
    ),
  );
}

/**
 * @param {"mean" | "variance" | "std"} name
 * @param {Input} x
 * @param {Reduce & Correction} options
 * @returns {Tensor}
 */
function one(name, x, options) {
  const all = new Operands();
  const p = plan(x, options),
    result = output(all, options.out, p.shape, p.step);
  reduce(all, p, { [name]: result });
  return result.tensor;
}

const MEAN_OPTIONS = ["dim", "keepdim", "out"];
const OPTIONS = ["dim", "keepdim", "correction", "out"];

/**
 * The mean over the given dims: `sum(x) / n`, as torch.mean. The sum is in double.
 *
 * @param {Input} x of any shape
 * @param {Reduce} [options] dim (default: all), keepdim (default false)
 * @returns {Tensor} x's shape without the reduced dims, or with size 1 there
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if dim names no dim of x, or one twice, or is []; or if there is nothing to average
 * @example
 * mean([[1, 2, 3], [4, 5, 9]]); // => tensor(4.)
 * mean([[1, 2, 3], [4, 5, 9]], { dim: -1, keepdim: true }); // => tensor([[2.], [6.]])
 */
export function mean(x, options) {
  return one("mean", x, checkOptions(options, MEAN_OPTIONS));
}

/**
 * The variance over the given dims: `sum((x - mean)^2) / (n - correction)`, as torch.var. `n <= correction` gives
 * infinity, or NaN if the sum is 0.
 *
 * @param {Input} x of any shape
 * @param {Reduce & Correction} [options] dim (default: all), keepdim (default false), correction (default 1)
 * @returns {Tensor} x's shape without the reduced dims, or with size 1 there
 * @throws {TypeError} as {@link mean}
 * @throws {RangeError} as {@link mean}, or if correction is not a finite number >= 0
 * @example
 * variance([[1, 2, 3], [4, 5, 9]], { dim: 1 }); // => tensor([1., 7.])
 * variance([1, 2, 3, 4], { correction: 0 }); // => tensor(1.2500)
 */
export function variance(x, options) {
  return one("variance", x, checkOptions(options, OPTIONS));
}

/**
 * The standard deviation over the given dims: the root of {@link variance}, as torch.std. It is right also where the
 * variance itself overflows or underflows float32.
 *
 * @param {Input} x of any shape
 * @param {Reduce & Correction} [options] dim (default: all), keepdim (default false), correction (default 1)
 * @returns {Tensor} x's shape without the reduced dims, or with size 1 there
 * @throws {TypeError} as {@link mean}
 * @throws {RangeError} as {@link variance}
 * @example
 * std([[1, 2, 3], [4, 5, 9]], { dim: -1 }); // => tensor([1.0000, 2.6458])
 */
export function std(x, options) {
  return one("std", x, checkOptions(options, OPTIONS));
}

/**
 * Mean and variance at once, in one pass over x, as torch.var_mean.
 *
 * @param {Input} x of any shape
 * @param {Omit<Reduce, "out"> & Correction & MomentsOut} [options] dim (default: all), keepdim (default false),
 *   correction (default 1)
 * @returns {{ mean: Tensor, variance: Tensor }} each as {@link mean} and {@link variance} give it
 * @throws {TypeError} as {@link mean}
 * @throws {RangeError} as {@link variance}
 * @example
 * const { mean, variance } = moments([[1, 2, 3], [4, 5, 9]], { dim: -1 });
 * mean; // => tensor([2., 6.])
 * variance; // => tensor([1., 7.])
 */
export function moments(x, options) {
  const o = checkOptions(options, OPTIONS),
    given = outs(o.out, MOMENTS),
    p = plan(x, o);
  const all = new Operands();
  const mean = output(all, given.mean, p.shape, p.step, null, "out.mean");
  const variance = output(all, given.variance, p.shape, p.step, null, "out.variance");
  reduce(all, p, { mean, variance });
  return { mean: mean.tensor, variance: variance.tensor };
}

const MOMENTS = /** @type {const} */ (["mean", "variance"]);
