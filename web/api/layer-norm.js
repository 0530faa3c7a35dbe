/** Layer normalization: forward, backward, and with the residual sum before it. */
import { checkBoolean, checkNonNegative, checkOptions, wrongType } from "./arguments.js";
import { ADD_OUTS, backwardScratch, rowsOf, statisticShape } from "./rows.js";
import { input, output, outs, overwritable, run, scratch, sums } from "./staging.js";
import { asOptionalTensor, asTensor, asTensorOfShape } from "./tensor.js";

/** @import { Dims } from "./statistics.js" */
/** @import { Input, Target, Tensor } from "./tensor.js" */

/**
 * @typedef {object} Affine
 * @property {Input | null} [weight] what x-hat is multiplied by: of the normalised shape, or of one element a channel.
 *   Default: nothing
 * @property {Input | null} [bias] what is added then, of the same shape. Default: nothing
 * @property {number} [eps] added to the variance, inside the root (default 1e-5)
 */

/** @typedef {{ out?: Target }} Out out: written and returned; of the result's shape; may be the input itself */

/**
 * The gradients of a sum over y * dy, of which each has the shape of what it belongs to.
 * @typedef {{ dx: Tensor, dweight: Tensor, dbias: Tensor }} Gradients
 */

/** @typedef {{ dx: Target, dweight: Target, dbias: Target }} GradientTargets dx may be dy or x itself */

/** What `out` of a backward pass holds. */
export const GRADIENTS = /** @type {const} */ (["dx", "dweight", "dbias"]);

const OPTIONS = ["weight", "bias", "eps", "out", "stats"];

/**
 * Layer normalization (Ba, Kiros and Hinton, 2016), as torch.nn.functional.layer_norm: over the last dims, with the
 * biased variance.
 *
 *     y = (x - mean) / sqrt(variance + eps) * weight + bias
 *
 * @overload
 * @param {Input} x
 * @param {Dims} normalizedShape the last dim of x, or the last dims: what shares one mean and one variance
 * @param {Affine & Out & { stats?: false }} [options] weight, bias: of the normalised shape
 * @returns {Tensor} of x's shape
 * @throws {RangeError} if normalizedShape is not the end of x's shape, if weight or bias has another shape than it, or
 *   if eps is not a finite number >= 0
 * @example
 * layerNorm([[1, 2, 3], [4, 5, 6]], 3, { weight: [1, 1, 2] });
 */
/**
 * The same, with the statistics that {@link layerNormBackward} can use.
 *
 * @overload
 * @param {Input} x
 * @param {Dims} normalizedShape
 * @param {Affine & Out & { stats: true }} options
 * @returns {{ y: Tensor, mean: Tensor, rstd: Tensor }} mean and rstd = 1 / sqrt(variance + eps) keep the normalised
 *   dims with size 1
 */
/**
 * @param {Input} x
 * @param {Dims} normalizedShape
 * @param {Affine & Out & { stats?: boolean }} [options]
 * @returns {Tensor | { y: Tensor, mean: Tensor, rstd: Tensor }}
 */
export function layerNorm(x, normalizedShape, options) {
  const { weight, bias, eps = 1e-5, out, stats = false } = checkOptions(options, OPTIONS);
  const source = asTensor(x, "x"), shape = source._sizes, rows = rowsOf(source, normalizedShape), { outer, n } = rows;
  checkNonNegative(eps, "eps");
  const p = overwritable(source, n);
  const w = input(asOptionalTensor(weight, "weight", rows.sizes));
  const b = input(asOptionalTensor(bias, "bias", rows.sizes));
  const y = output(out, shape, n, p);
  if (!checkBoolean(stats, "stats")) {
    run(outer, [p, w, b, y], (wasm, count) =>
      wasm.ln_layer_norm(y.pointer, 0, 0, p.pointer, w.pointer, b.pointer, count, n, 1, 0, eps));
    return y.tensor;
  }
  const mean = output(undefined, statisticShape(shape, rows), 1), rstd = output(undefined, mean.tensor._sizes, 1);
  run(outer, [p, w, b, y, mean, rstd], (wasm, count) => wasm.ln_layer_norm(
    y.pointer, mean.pointer, rstd.pointer, p.pointer, w.pointer, b.pointer, count, n, 1, 0, eps));
  return { y: y.tensor, mean: mean.tensor, rstd: rstd.tensor };
}

/**
 * Saved statistics are both given, or neither: with one alone both would have to be computed again.
 * @param {unknown} mean
 * @param {unknown} rstd
 */
function checkBoth(mean, rstd) {
  const hasMean = mean !== undefined && mean !== null, hasRstd = rstd !== undefined && rstd !== null;
  if (hasRstd && !hasMean) throw wrongType("mean", "a tensor, as rstd is given", mean);
  if (hasMean && !hasRstd) throw wrongType("rstd", "a tensor, as mean is given", rstd);
}

const BACKWARD_OPTIONS = ["weight", "eps", "mean", "rstd", "out"];

/**
 * The gradients of {@link layerNorm}. With g = dy * weight, x-hat = (x - mean) * rstd, and means over the row:
 *
 *     dx = rstd * (g - mean(g) - x-hat * mean(g * x-hat))    dweight = sum(dy * x-hat)    dbias = sum(dy)
 *
 * The sums are in double. dweight and dbias are given also where there is no weight: it is 1 then.
 *
 * @param {Input} dy the gradient of y, of x's shape
 * @param {Input} x what the forward pass was given
 * @param {Dims} normalizedShape
 * @param {{ weight?: Input | null, eps?: number, mean?: Input, rstd?: Input, out?: GradientTargets }} [options] weight,
 *   eps: as in the forward pass; mean, rstd: what the forward pass gave with `stats: true`, so that they need not be
 *   computed again: both or neither; out: all three are written and returned
 * @returns {Gradients} dx of x's shape, dweight and dbias of the normalised shape
 * @throws {TypeError} if only one of mean and rstd is given
 * @throws {RangeError} as {@link layerNorm}, or if dy, mean or rstd has a wrong shape
 * @example
 * const { dx, dweight, dbias } = layerNormBackward([[1, 0, 0]], [[1, 2, 4]], 3, { weight: [1, 1, 2] });
 */
export function layerNormBackward(dy, x, normalizedShape, options) {
  const { weight, eps = 1e-5, mean, rstd, out } = checkOptions(options, BACKWARD_OPTIONS);
  const source = asTensor(x, "x"), shape = source._sizes, rows = rowsOf(source, normalizedShape), { outer, n } = rows;
  checkNonNegative(eps, "eps");
  const g = overwritable(asTensorOfShape(dy, "dy", shape), n), p = overwritable(source, n);
  const w = input(asOptionalTensor(weight, "weight", rows.sizes)), kept = statisticShape(shape, rows);
  checkBoth(mean, rstd);
  const m = input(asOptionalTensor(mean, "mean", kept), 1), r = input(asOptionalTensor(rstd, "rstd", kept), 1);
  const given = outs(out, GRADIENTS);
  const dx = output(given.dx, shape, n, g, "out.dx");
  const dweight = sums(given.dweight, rows.sizes, "out.dweight"), dbias = sums(given.dbias, rows.sizes, "out.dbias");
  const room = scratch(backwardScratch(rows));
  run(outer, [g, p, w, m, r, dx, dweight, dbias, room], (wasm, count) => wasm.ln_layer_norm_backward(
    dx.pointer, dweight.pointer, dbias.pointer, room.pointer, g.pointer, p.pointer, m.pointer, r.pointer, w.pointer,
    count, n, eps));
  return { dx: dx.tensor, dweight: dweight.tensor, dbias: dbias.tensor };
}

const ADD_OPTIONS = ["weight", "bias", "eps", "out"];

/**
 * `sum = x + residual` and `y = layerNorm(sum)`, in one pass: the step between two blocks of a transformer.
 *
 * @param {Input} x
 * @param {Input} residual of x's shape
 * @param {Dims} normalizedShape
 * @param {Affine & { out?: { y: Target, sum: Target } }} [options] as {@link layerNorm}'s; out: both are written and
 *   returned; each may be x or residual, as sum is where a residual stream is updated in place
 * @returns {{ y: Tensor, sum: Tensor }} of x's shape
 * @throws {RangeError} as {@link layerNorm}, or if residual has another shape than x
 * @example
 * const { y, sum } = addLayerNorm([[1, 2, 3]], [[0.5, 0, 0]], 3);
 */
export function addLayerNorm(x, residual, normalizedShape, options) {
  const { weight, bias, eps = 1e-5, out } = checkOptions(options, ADD_OPTIONS);
  const source = asTensor(x, "x"), shape = source._sizes, { sizes, outer, n } = rowsOf(source, normalizedShape);
  checkNonNegative(eps, "eps");
  const p = overwritable(source, n), q = overwritable(asTensorOfShape(residual, "residual", shape), n);
  const w = input(asOptionalTensor(weight, "weight", sizes)), b = input(asOptionalTensor(bias, "bias", sizes));
  const given = outs(out, ADD_OUTS);
  const y = output(given.y, shape, n, p, "out.y"), sum = output(given.sum, shape, n, q, "out.sum");
  run(outer, [p, q, w, b, y, sum], (wasm, count) => wasm.ln_add_layer_norm(
    y.pointer, sum.pointer, p.pointer, q.pointer, w.pointer, b.pointer, count, n, eps));
  return { y: y.tensor, sum: sum.tensor };
}
