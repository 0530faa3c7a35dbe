/** Layer normalization: forward, backward, and with the residual sum before it. */
import { checkBoolean, checkEps, checkOptions, wrongType } from "./arguments.js";
import {
  ADD_OUTS,
  backwardOperands,
  backwardScratch,
  forwardOperands,
  gradientsOf,
  residualOperands,
  savedStatistic,
  statistic,
} from "./norm-operands.js";
import { rowsOf } from "./normalized-shape.js";
import { NONE, Operands, outs } from "./operands.js";
import { run } from "./staging.js";

/** @import { Affine, BackwardOptions, Gradients, Out } from "./norm-operands.js" */
/** @import { Dims } from "./statistics.js" */
/** @import { Input, Target, Tensor } from "./tensor.js" */

const OPTIONS = ["weight", "bias", "eps", "out", "stats"];

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
 *     y = (x - mean) / sqrt(variance + eps) * weight + bias
 *
 * As torch.nn.functional.layer_norm; Ba, Kiros and Hinton, "Layer Normalization" (2016), arXiv:1607.06450; section 4.2
 * of Raschka, "Build a Large Language Model (From Scratch)".
 *
 * @overload
 * @param {Input} x [..., normalizedShape]
 * @param {Dims} normalizedShape the last dim of x, or the last dims: what shares one mean and one variance
 * @param {Affine & Out & WithoutStats} [options] weight, bias: of normalizedShape (default: none, as if 1 and 0); eps
 *   (default 1e-5); stats: whether to give the statistics too (default false)
 * @returns {Tensor} of x's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if normalizedShape is not the end of x's shape, weight or bias has another shape than it, or eps
 *   is not a finite number >= 0
 * @example
 * layerNorm([[1, 2, 3], [4, 5, 9]], 3); // => tensor([[-1.2247, 0.0000, 1.2247], [-0.9258, -0.4629, 1.3887]])
 * layerNorm([[1, 2, 3], [4, 5, 9]], 3, { weight: [1, 1, 2], bias: [0, 0, 1] });
 * // => tensor([[-1.2247, 0.0000, 3.4495], [-0.9258, -0.4629, 3.7775]])
 */
/**
 * The same, with the statistics that {@link layerNormBackward} can use.
 *
 * @overload
 * @param {Input} x [..., normalizedShape]
 * @param {Dims} normalizedShape the last dim of x, or the last dims
 * @param {Affine & Out & WithStats} options stats: true; weight, bias: of normalizedShape (default: none, as if 1 and
 *   0); eps (default 1e-5)
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
 * @param {Affine & Out & PerhapsStats} options stats: whether to give the statistics too; weight, bias: of
 *   normalizedShape (default: none, as if 1 and 0); eps (default 1e-5)
 * @returns {Tensor | LayerNormStats} by stats
 */
/**
 * @param {Input} x
 * @param {Dims} normalizedShape
 * @param {Affine & Out & { stats?: boolean }} [options]
 * @returns {Tensor | LayerNormStats}
 */
export function layerNorm(x, normalizedShape, options) {
  const o = checkOptions(options, OPTIONS),
    eps = checkEps(o.eps),
    stats = checkBoolean(o.stats, "stats");
  const rows = rowsOf(x, normalizedShape),
    { source, sizes, outer, n } = rows;
  const all = new Operands();
  const operands = forwardOperands(all, source, n, sizes, o, o.out),
    mean = stats ? statistic(all, rows) : NONE,
    rstd = stats ? statistic(all, rows) : NONE;
  run(outer, all, (wasm, count) =>
    wasm.ln_layer_norm(
      operands.y.pointer,
      mean.pointer,
      rstd.pointer,
      operands.x.pointer,
      operands.weight.pointer,
      operands.bias.pointer,
      count,
      n,
      1,
      0,
      eps,
    ),
  );
  const { tensor } = operands.y;
  return stats ? /** @type {LayerNormStats} */ ({ y: tensor, mean: mean.tensor, rstd: rstd.tensor }) : tensor;
}

const BACKWARD_OPTIONS = ["weight", "eps", "mean", "rstd", "out"];

/**
 * The gradients of {@link layerNorm}.
 *
 * With g = dy * weight, x-hat = (x - mean) * rstd, and means over the row:
 *
 *     dx = rstd * (g - mean(g) - x-hat * mean(g * x-hat))    dweight = sum(dy * x-hat)    dbias = sum(dy)
 *
 * As torch.ops.aten.native_layer_norm_backward. The sums are in double.
 *
 * @param {Input} dy the gradient of y, of x's shape
 * @param {Input} x what the forward pass was given
 * @param {Dims} normalizedShape as in the forward pass
 * @param {BackwardOptions & SavedStats} [options] weight, eps: as in the forward pass (default: none, and 1e-5); mean,
 *   rstd: what it gave (default: computed again)
 * @returns {Gradients} dx of x's shape, dweight and dbias of the normalised shape
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
    eps = checkEps(o.eps);
  const rows = rowsOf(x, normalizedShape),
    { source, sizes, outer, n } = rows;
  const all = new Operands();
  const mean = savedStatistic(all, o.mean, "mean", rows),
    rstd = savedStatistic(all, o.rstd, "rstd", rows);
  if (mean === NONE && rstd !== NONE) throw wrongType("mean", "a tensor, as rstd is given", o.mean);
  if (rstd === NONE && mean !== NONE) throw wrongType("rstd", "a tensor, as mean is given", o.rstd);
  const operands = backwardOperands(all, dy, source, n, sizes, o),
    scratch = backwardScratch(all, rows);
  run(outer, all, (wasm, count) =>
    wasm.ln_layer_norm_backward(
      operands.dx.pointer,
      operands.dweight.pointer,
      operands.dbias.pointer,
      scratch.pointer,
      operands.dy.pointer,
      operands.x.pointer,
      mean.pointer,
      rstd.pointer,
      operands.weight.pointer,
      count,
      n,
      eps,
    ),
  );
  return gradientsOf(operands);
}

const ADD_OPTIONS = ["weight", "bias", "eps", "out"];

/**
 * `sum = x + residual` and `y = layerNorm(sum)`, in one pass: the step between two blocks of a transformer.
 *
 * @param {Input} x [..., normalizedShape]
 * @param {Input} residual of x's shape
 * @param {Dims} normalizedShape as {@link layerNorm}'s
 * @param {Affine & SumOut} [options] weight, bias: of normalizedShape (default: none, as if 1 and 0); eps (default
 *   1e-5)
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
    eps = checkEps(o.eps);
  const rows = rowsOf(x, normalizedShape),
    { source, sizes, outer, n } = rows,
    given = outs(o.out, ADD_OUTS);
  const all = new Operands();
  const operands = forwardOperands(all, source, n, sizes, o, given.y, "out.y"),
    added = residualOperands(all, residual, rows, given.sum);
  run(outer, all, (wasm, count) =>
    wasm.ln_add_layer_norm(
      operands.y.pointer,
      added.sum.pointer,
      operands.x.pointer,
      added.residual.pointer,
      operands.weight.pointer,
      operands.bias.pointer,
      count,
      n,
      eps,
    ),
  );
  return { y: operands.y.tensor, sum: added.sum.tensor };
}
