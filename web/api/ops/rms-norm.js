/** Root mean square normalization: forward, backward, and with the residual sum before it. */
import { checkBoolean, checkEps, checkOffset, checkOptions } from "../checks/arguments.js";
import { RMS_EPS } from "../checks/defaults.js";
import { rowsOf } from "../operands/normalized-shape.js";
import { NONE, Operands, outs } from "../operands/operands.js";
import { ADD_OUTS, addResidual } from "../operands/residual.js";
import { normRows, rowGradients, rowKernels, rowOperands, savedStatistic, statistic } from "../operands/rows.js";
import { run } from "../operands/staging.js";

/** @import { PerhapsStats, SumOut, WithoutStats, WithStats } from "./layer-norm.js" */
/** @import { Out } from "../operands/forward.js" */
/** @import { Dims } from "./statistics.js" */
/** @import { Input, Target } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * @typedef {object} Scale
 * @property {Input | null} [weight] of the normalised shape, or of more dims before it, which broadcast against x
 *   (default: none, as if it were 1 whatever weightOffset is)
 * @property {number} [eps] added to the mean square, inside the root: a finite number >= 0 (default: the epsilon of
 *   float32, 2^-23, as in torch)
 * @property {number} [weightOffset] added to the weight in float32: 1 where a model stores weight - 1, as Gemma does
 *   (default 0)
 */

const OPTIONS = ["weight", "eps", "weightOffset", "out", "stats"];

/**
 * @typedef {object} RmsNormStats
 * @property {Tensor} y of x's shape
 * @property {Tensor} rrms 1 / sqrt(mean(x^2) + eps), of x's shape, with size 1 in the normalised dims
 */

/**
 * @typedef {object} RmsNormTargets
 * @property {Target} dx of x's shape; may be dy or x itself
 * @property {Target} dweight of weight's shape, or of the normalised one
 */

/**
 * @typedef {object} SavedRrms
 * @property {Input} [rrms] what the forward pass gave with `stats: true`, so that it need not be computed again
 *   (default: computed)
 * @property {RmsNormTargets} [out] both are written and returned (default: new tensors)
 */

/**
 * Root mean square normalization, over the last dims.
 *
 *     y = x / sqrt(mean(x^2) + eps) * (weight + weightOffset)
 *
 * weight may have more dims before those of normalizedShape, which then broadcast against x from the right: [G, d] for
 * x [..., G, d] is the grouped norm of Mamba 2 (Dao and Gu (2024), arXiv:2405.21060).
 *
 * As torch.nn.functional.rms_norm; Zhang and Sennrich, "Root Mean Square Layer Normalization" (2019), arXiv:1910.07467.
 *
 * @overload
 * @param {Input} x [..., normalizedShape]
 * @param {Dims} normalizedShape the last dim of x, or the last dims: what shares one mean square
 * @param {Scale & Out & WithoutStats} [options] weight: of normalizedShape, or of more dims (default: none, as if 1);
 *   weightOffset: added to it (default 0); eps (default 2^-23); stats: whether to give the statistic too (default
 *   false)
 * @returns {Tensor} of x's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if normalizedShape is not the end of x's shape, weight does not end with it or does not
 *   broadcast against x, eps is not a finite number >= 0, or weightOffset not a finite number
 * @example
 * rmsNorm([[1, 2, 3], [4, 5, 9]], 3); // => tensor([[0.4629, 0.9258, 1.3887], [0.6273, 0.7841, 1.4113]])
 * rmsNorm([[1, 2, 3], [4, 5, 9]], 3, { weight: [0, 0, 1], weightOffset: 1, eps: 1e-6 });
 * // => tensor([[0.4629, 0.9258, 2.7775], [0.6273, 0.7841, 2.8226]])
 */
/**
 * The same, with the statistic that {@link rmsNormBackward} can use.
 *
 * @overload
 * @param {Input} x [..., normalizedShape]
 * @param {Dims} normalizedShape the last dim of x, or the last dims
 * @param {Scale & Out & WithStats} options stats: true; weight: of normalizedShape, or of more dims (default: none, as
 *   if 1); weightOffset: added to it (default 0); eps (default 2^-23)
 * @returns {RmsNormStats} y of x's shape; rrms = 1 / sqrt(mean(x^2) + eps), with size 1 in the normalised dims
 * @example
 * rmsNorm([[1, 2, 3], [4, 5, 9]], 3, { stats: true }).rrms; // => tensor([[0.4629], [0.1568]])
 */
/**
 * The same, where it is not known beforehand whether the statistic is wanted.
 *
 * @overload
 * @param {Input} x [..., normalizedShape]
 * @param {Dims} normalizedShape the last dim of x, or the last dims
 * @param {Scale & Out & PerhapsStats} options stats: whether to give the statistic too; weight: of normalizedShape
 *   (default: none, as if 1); weightOffset: added to it (default 0); eps (default 2^-23)
 * @returns {Tensor | RmsNormStats} by stats
 */
/**
 * @param {Input} x
 * @param {Dims} normalizedShape
 * @param {Scale & Out & { stats?: boolean }} [options]
 * @returns {Tensor | RmsNormStats}
 */
export function rmsNorm(x, normalizedShape, options) {
  const o = checkOptions(options, OPTIONS),
    eps = checkEps(o.eps, RMS_EPS),
    offset = checkOffset(o.weightOffset),
    stats = checkBoolean(o.stats, "stats");
  const rows = rowsOf(x, normalizedShape),
    all = new Operands(),
    operands = rowOperands(all, rows, { weight: o.weight }, o.out),
    rstd = stats ? statistic(all, rows) : NONE;
  operands.rstd = rstd;
  run(rowKernels, rows.outer, all, (wasm, count) => normRows(wasm, count, rows, operands, offset, eps, 0));
  const { tensor } = operands.y;
  return stats ? /** @type {RmsNormStats} */ ({ y: tensor, rrms: rstd.tensor }) : tensor;
}

const BACKWARD_OPTIONS = ["weight", "eps", "weightOffset", "rrms", "out"];

/**
 * The gradients of {@link rmsNorm}.
 *
 * With g = dy * (weight + weightOffset), x-hat = x * rrms, and means over the row:
 *
 *     dx = rrms * (g - x-hat * mean(g * x-hat))    dweight = sum(dy * x-hat)
 *
 * The sum is in double, over the rows that share an element. dweight is given also where there is no weight.
 *
 * @param {Input} dy the gradient of y, of x's shape
 * @param {Input} x what the forward pass was given
 * @param {Dims} normalizedShape as in the forward pass
 * @param {Scale & SavedRrms} [options] weight, eps, weightOffset: as in the forward pass (default: none,
 *   2^-23 and 0); rrms: what it gave (default: computed again)
 * @returns {{ dx: Tensor, dweight: Tensor }} dx of x's shape, dweight of weight's shape, or of the normalised one
 * @throws {TypeError} as {@link rmsNorm}
 * @throws {RangeError} as {@link rmsNorm}, or if dy, rrms or an out has a wrong shape
 * @example
 * const { dx, dweight } = rmsNormBackward([[1, 0, 0]], [[1, 2, 4]], 3);
 * dx; // => tensor([[0.3600, -0.0360, -0.0720]])
 * dweight; // => tensor([0.3780, 0.0000, 0.0000])
 */
export function rmsNormBackward(dy, x, normalizedShape, options) {
  const o = checkOptions(options, BACKWARD_OPTIONS),
    eps = checkEps(o.eps, RMS_EPS),
    offset = checkOffset(o.weightOffset);
  const rows = rowsOf(x, normalizedShape),
    all = new Operands(),
    rstd = savedStatistic(all, o.rrms, "rrms", rows);
  const { dx, dweight } = rowGradients(all, dy, rows, o, { mean: NONE, rstd }, offset, eps, 0);
  return { dx, dweight };
}

const ADD_OPTIONS = ["weight", "eps", "weightOffset", "out"];

/**
 * `sum = x + residual` and `y = rmsNorm(sum)`, in one pass: the step between two blocks of a transformer.
 *
 * @param {Input} x [..., normalizedShape]
 * @param {Input} residual of x's shape
 * @param {Dims} normalizedShape as {@link rmsNorm}'s
 * @param {Scale & SumOut} [options] weight: of normalizedShape, or of more dims (default: none, as if 1); weightOffset:
 *   added to it (default 0); eps (default 2^-23)
 * @returns {{ y: Tensor, sum: Tensor }} both of x's shape
 * @throws {TypeError} as {@link rmsNorm}
 * @throws {RangeError} as {@link rmsNorm}, or if residual or an out has another shape than x
 * @example
 * const { y, sum } = addRmsNorm([[1, 2, 3]], [[0.5, 0, 0]], 3);
 * sum; // => tensor([[1.5000, 2.0000, 3.0000]])
 * y; // => tensor([[0.6653, 0.8871, 1.3306]])
 */
export function addRmsNorm(x, residual, normalizedShape, options) {
  const o = checkOptions(options, ADD_OPTIONS),
    eps = checkEps(o.eps, RMS_EPS),
    offset = checkOffset(o.weightOffset);
  const rows = rowsOf(x, normalizedShape),
    given = outs(o.out, ADD_OUTS),
    all = new Operands();
  const operands = rowOperands(all, rows, { weight: o.weight }, given.y, "out.y"),
    { sum } = addResidual(operands, all, residual, rows, given.sum);
  run(rowKernels, rows.outer, all, (wasm, count) => normRows(wasm, count, rows, operands, offset, eps, 0));
  return { y: operands.y.tensor, sum: sum.tensor };
}
