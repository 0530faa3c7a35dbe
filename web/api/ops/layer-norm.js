/** Layer normalization: forward, backward, and with the residual sum before it. */
import { checkBoolean, checkEps, checkOffset, checkOptions, wrongType } from "../checks/arguments.js";
import { rowsOf } from "../operands/normalized-shape.js";
import { NONE, Operands, outs } from "../operands/operands.js";
import { ADD_OUTS, addResidual } from "../operands/residual.js";
import { normRows, rowGradients, rowKernels, rowOperands, savedStatistic, statistic } from "../operands/rows.js";
import { run } from "../operands/staging.js";

/** @import { Affine, BackwardOptions, Gradients, Out, WeightOffset } from "../operands/forward.js" */
/** @import { Dims } from "./statistics.js" */
/** @import { Input, Target } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

const OPTIONS = ["weight", "bias", "eps", "weightOffset", "out", "stats"];

/**
 * @typedef {object} LayerNormStats
 * @property {Tensor} y of x's shape
 * @property {Tensor} mean of x's shape, with size 1 in the normalised dims
 * @property {Tensor} rstd 1 / sqrt(variance + eps), of mean's shape
 */

/**
 * @typedef {object} WithStats
 * @property {true} stats gives the statistics too (default false)
 */

/**
 * @typedef {object} WithoutStats
 * @property {false} [stats] true gives the statistics too (default false)
 */

/**
 * @typedef {object} PerhapsStats
 * @property {boolean} stats whether to give the statistics too
 */

/**
 * @typedef {object} SavedStats
 * @property {Input} [mean] what the forward pass gave with `stats: true`, so that it need not be computed again; with
 *   rstd or not at all (default: computed)
 * @property {Input} [rstd] the same
 */

/**
 * @typedef {object} BiasShape
 * @property {Input | null} [bias] as in the forward pass: dbias has its shape, and nothing else of it matters (default:
 *   weight's shape)
 */

/**
 * @typedef {object} SumTargets
 * @property {Target} y of x's shape; may be x itself
 * @property {Target} sum of x's shape; may be x or residual itself: so a residual stream is updated in place
 */

/**
 * @typedef {object} SumOut
 * @property {SumTargets} [out] both are written and returned (default: new tensors)
 */

/**
 * Layer normalization, over the last dims, with the biased variance (correction 0).
 *
 *     y = (x - mean) / sqrt(variance + eps) * (weight + weightOffset) + bias
 *
 * weight and bias, each by itself, may have more dims before those of normalizedShape, which then broadcast against x
 * from the right: [B, 1, D] for x [B, T, D] scales and shifts each sample, as adaLN does (Peebles and Xie, "Scalable
 * Diffusion Models with Transformers" (2022), arXiv:2212.09748, with weightOffset 1).
 *
 * As torch.nn.functional.layer_norm; Ba, Kiros and Hinton, "Layer Normalization" (2016), arXiv:1607.06450; section 4.2
 * of Raschka, "Build a Large Language Model (From Scratch)".
 *
 * @overload
 * @param {Input} x [..., normalizedShape]
 * @param {Dims} normalizedShape the last dim of x, or the last dims: what shares one mean and one variance
 * @param {Affine & WeightOffset & Out & WithoutStats} [options] weight, bias: of normalizedShape, or of more dims
 *   (default: none, as if 1 and 0); weightOffset: added to weight (default 0); eps (default 1e-5); stats: whether to
 *   give the statistics too (default false)
 * @returns {Tensor} of x's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if normalizedShape is not the end of x's shape, weight or bias does not end with it or does not
 *   broadcast against x, eps is not a finite number >= 0, or weightOffset not a finite number
 * @example
 * layerNorm([[1, 2, 3], [4, 5, 9]], 3); // => tensor([[-1.2247, 0.0000, 1.2247], [-0.9258, -0.4629, 1.3887]])
 * layerNorm([[1, 2, 3], [4, 5, 9]], 3, { weight: [1, 1, 2], bias: [0, 0, 1] });
 * // => tensor([[-1.2247, 0.0000, 3.4495], [-0.9258, -0.4629, 3.7775]])
 * layerNorm([[1, 2, 3], [4, 5, 9]], 3, { weight: [[0, 0, 0], [1, 1, 1]], weightOffset: 1 });
 * // => tensor([[-1.2247, 0.0000, 1.2247], [-1.8516, -0.9258, 2.7775]])
 */
/**
 * The same, with the statistics that {@link layerNormBackward} can use.
 *
 * @overload
 * @param {Input} x [..., normalizedShape]
 * @param {Dims} normalizedShape the last dim of x, or the last dims
 * @param {Affine & WeightOffset & Out & WithStats} options stats: true; weight, bias: of normalizedShape, or of more
 *   dims (default: none, as if 1 and 0); weightOffset: added to weight (default 0); eps (default 1e-5)
 * @returns {LayerNormStats} y of x's shape; mean, and rstd = 1 / sqrt(variance + eps), with size 1 in the normalised
 *   dims
 * @example
 * const { y, mean, rstd } = layerNorm([[1, 2, 3], [4, 5, 9]], 3, { stats: true });
 * mean; // => tensor([[2.], [6.]])
 * rstd; // => tensor([[1.2247], [0.4629]])
 */
/**
 * The same, where it is not known beforehand whether statistics are wanted.
 *
 * @overload
 * @param {Input} x [..., normalizedShape]
 * @param {Dims} normalizedShape the last dim of x, or the last dims
 * @param {Affine & WeightOffset & Out & PerhapsStats} options stats: whether to give the statistics too; weight, bias:
 *   of normalizedShape, or of more dims (default: none, as if 1 and 0); weightOffset: added to weight (default 0); eps
 *   (default 1e-5)
 * @returns {Tensor | LayerNormStats} by stats
 */
/**
 * @param {Input} x
 * @param {Dims} normalizedShape
 * @param {Affine & WeightOffset & Out & { stats?: boolean }} [options]
 * @returns {Tensor | LayerNormStats}
 */
export function layerNorm(x, normalizedShape, options) {
  const o = checkOptions(options, OPTIONS),
    eps = checkEps(o.eps),
    offset = checkOffset(o.weightOffset),
    stats = checkBoolean(o.stats, "stats");
  const rows = rowsOf(x, normalizedShape),
    all = new Operands(),
    operands = rowOperands(all, rows, o, o.out),
    mean = stats ? statistic(all, rows) : NONE,
    rstd = stats ? statistic(all, rows) : NONE;
  operands.mean = mean;
  operands.rstd = rstd;
  run(rowKernels, rows.outer, all, (wasm, count) => normRows(wasm, count, rows, operands, offset, eps, 1));
  const { tensor } = operands.y;
  return stats ? /** @type {LayerNormStats} */ ({ y: tensor, mean: mean.tensor, rstd: rstd.tensor }) : tensor;
}

const BACKWARD_OPTIONS = ["weight", "bias", "eps", "weightOffset", "mean", "rstd", "out"];

/**
 * The gradients of {@link layerNorm}.
 *
 * With g = dy * (weight + weightOffset), x-hat = (x - mean) * rstd, and means over the row:
 *
 *     dx = rstd * (g - mean(g) - x-hat * mean(g * x-hat))    dweight = sum(dy * x-hat)    dbias = sum(dy)
 *
 * As torch.ops.aten.native_layer_norm_backward. The sums are in double, over the rows that share an element.
 *
 * @param {Input} dy the gradient of y, of x's shape
 * @param {Input} x what the forward pass was given
 * @param {Dims} normalizedShape as in the forward pass
 * @param {BackwardOptions & BiasShape & WeightOffset & SavedStats} [options] weight, weightOffset, eps: as in the
 *   forward pass (default: none, 0 and 1e-5); bias: as in the forward pass, if its shape is another than weight's
 *   (default: of weight's shape); mean, rstd: what it gave (default: computed again)
 * @returns {Gradients} dx of x's shape, dweight of weight's shape (the normalised one if there is none), dbias of
 *   bias's shape, or else of dweight's
 * @throws {TypeError} as {@link layerNorm}, or if only one of mean and rstd is given
 * @throws {RangeError} as {@link layerNorm}, or if dy, mean, rstd or an out has a wrong shape
 * @example
 * const { dx, dweight, dbias } = layerNormBackward([[1, 0, 0]], [[1, 2, 4]], 3, { weight: [1, 1, 2] });
 * dx; // => tensor([[0.2291, -0.3436, 0.1145]])
 * dweight; // => tensor([-1.0690, 0.0000, 0.0000])
 * dbias; // => tensor([1., 0., 0.])
 */
export function layerNormBackward(dy, x, normalizedShape, options) {
  const o = checkOptions(options, BACKWARD_OPTIONS),
    eps = checkEps(o.eps),
    offset = checkOffset(o.weightOffset);
  const rows = rowsOf(x, normalizedShape),
    all = new Operands();
  const mean = savedStatistic(all, o.mean, "mean", rows),
    rstd = savedStatistic(all, o.rstd, "rstd", rows);
  if (mean === NONE && rstd !== NONE) throw wrongType("mean", "a tensor, as rstd is given", o.mean);
  if (rstd === NONE && mean !== NONE) throw wrongType("rstd", "a tensor, as mean is given", o.rstd);
  return rowGradients(all, dy, rows, o, { mean, rstd }, offset, eps, 1);
}

const ADD_OPTIONS = ["weight", "bias", "eps", "weightOffset", "out"];

/**
 * `sum = x + residual` and `y = layerNorm(sum)`, in one pass: the step between two blocks of a transformer.
 *
 * @param {Input} x [..., normalizedShape]
 * @param {Input} residual of x's shape
 * @param {Dims} normalizedShape as {@link layerNorm}'s
 * @param {Affine & WeightOffset & SumOut} [options] weight, bias: of normalizedShape, or of more dims (default: none,
 *   as if 1 and 0); weightOffset: added to weight (default 0); eps (default 1e-5)
 * @returns {{ y: Tensor, sum: Tensor }} both of x's shape
 * @throws {TypeError} as {@link layerNorm}
 * @throws {RangeError} as {@link layerNorm}, or if residual or an out has another shape than x
 * @example
 * const { y, sum } = addLayerNorm([[1, 2, 3]], [[0.5, 0, 0]], 3);
 * sum; // => tensor([[1.5000, 2.0000, 3.0000]])
 * y; // => tensor([[-1.0690, -0.2673, 1.3363]])
 */
export function addLayerNorm(x, residual, normalizedShape, options) {
  const o = checkOptions(options, ADD_OPTIONS),
    eps = checkEps(o.eps),
    offset = checkOffset(o.weightOffset);
  const rows = rowsOf(x, normalizedShape),
    given = outs(o.out, ADD_OUTS),
    all = new Operands();
  const operands = rowOperands(all, rows, o, given.y, "out.y"),
    { sum } = addResidual(operands, all, residual, rows, given.sum);
  run(rowKernels, rows.outer, all, (wasm, count) => normRows(wasm, count, rows, operands, offset, eps, 1));
  return { y: operands.y.tensor, sum: sum.tensor };
}
