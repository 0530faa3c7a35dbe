/** Root mean square normalization: forward, backward, and with the residual sum before it. */
import { checkBoolean, checkFinite, checkNonNegative, checkOptions } from "./arguments.js";
import { ADD_OUTS, backwardScratch, rowsOf, statisticShape } from "./rows.js";
import { input, output, outs, overwritable, run, scratch, sums } from "./staging.js";
import { asOptionalTensor, asTensor, asTensorOfShape } from "./tensor.js";

/** @import { Out } from "./layer-norm.js" */
/** @import { Dims } from "./statistics.js" */
/** @import { Input, Target, Tensor } from "./tensor.js" */

/**
 * @typedef {object} Scale
 * @property {Input | null} [weight] of the normalised shape. Default: 1, whatever weightOffset is
 * @property {number} [eps] added to the mean square, inside the root (default: the epsilon of float32, 2^-23, as in
 *   torch)
 * @property {number} [weightOffset] added to the weight in float32 (default 0): 1 where a model stores weight - 1, as
 *   Gemma does
 */

/** What torch.nn.RMSNorm means by eps = None: torch.finfo(torch.float32).eps. */
const FLOAT32_EPSILON = 2 ** -23;

const OPTIONS = ["weight", "eps", "weightOffset", "out", "stats"];

/**
 * Root mean square normalization (Zhang and Sennrich, 2019), as torch.nn.functional.rms_norm: over the last dims.
 *
 *     y = x / sqrt(mean(x^2) + eps) * (weight + weightOffset)
 *
 * @overload
 * @param {Input} x
 * @param {Dims} normalizedShape the last dim of x, or the last dims: what shares one mean square
 * @param {Scale & Out & { stats?: false }} [options]
 * @returns {Tensor} of x's shape
 * @throws {RangeError} if normalizedShape is not the end of x's shape, if weight has another shape than it, if eps is
 *   not a finite number >= 0, or weightOffset not a finite number
 * @example
 * rmsNorm([[1, 2, 3], [4, 5, 6]], 3, { weight: [1, 1, 2], eps: 1e-6 });
 */
/**
 * The same, with the statistic that {@link rmsNormBackward} can use.
 *
 * @overload
 * @param {Input} x
 * @param {Dims} normalizedShape
 * @param {Scale & Out & { stats: true }} options
 * @returns {{ y: Tensor, rrms: Tensor }} rrms = 1 / sqrt(mean(x^2) + eps) keeps the normalised dims with size 1
 */
/**
 * @param {Input} x
 * @param {Dims} normalizedShape
 * @param {Scale & Out & { stats?: boolean }} [options]
 * @returns {Tensor | { y: Tensor, rrms: Tensor }}
 */
export function rmsNorm(x, normalizedShape, options) {
  const { weight, eps = FLOAT32_EPSILON, weightOffset = 0, out, stats = false } = checkOptions(options, OPTIONS);
  const source = asTensor(x, "x"), shape = source._sizes, rows = rowsOf(source, normalizedShape), { outer, n } = rows;
  checkNonNegative(eps, "eps");
  checkFinite(weightOffset, "weightOffset");
  const p = overwritable(source, n), w = input(asOptionalTensor(weight, "weight", rows.sizes));
  const y = output(out, shape, n, p);
  if (!checkBoolean(stats, "stats")) {
    run(outer, [p, w, y], (wasm, count) =>
      wasm.ln_rms_norm(y.pointer, 0, p.pointer, w.pointer, count, n, weightOffset, eps));
    return y.tensor;
  }
  const rrms = output(undefined, statisticShape(shape, rows), 1);
  run(outer, [p, w, y, rrms], (wasm, count) =>
    wasm.ln_rms_norm(y.pointer, rrms.pointer, p.pointer, w.pointer, count, n, weightOffset, eps));
  return { y: y.tensor, rrms: rrms.tensor };
}

const BACKWARD_OPTIONS = ["weight", "eps", "weightOffset", "rrms", "out"];
const GRADIENTS = /** @type {const} */ (["dx", "dweight"]);

/**
 * The gradients of {@link rmsNorm}. With g = dy * (weight + weightOffset), x-hat = x * rrms, and means over the row:
 *
 *     dx = rrms * (g - x-hat * mean(g * x-hat))    dweight = sum(dy * x-hat)
 *
 * The sum is in double. dweight is given also where there is no weight: it is 1 then.
 *
 * @param {Input} dy the gradient of y, of x's shape
 * @param {Input} x what the forward pass was given
 * @param {Dims} normalizedShape
 * @param {Scale & { rrms?: Input, out?: { dx: Target, dweight: Target } }} [options] weight, eps, weightOffset: as in
 *   the forward pass; rrms: what the forward pass gave with `stats: true`, so that it need not be computed again; out:
 *   both are written and returned; dx may be dy or x itself
 * @returns {{ dx: Tensor, dweight: Tensor }} dx of x's shape, dweight of the normalised shape
 * @throws {RangeError} as {@link rmsNorm}, or if dy or rrms has a wrong shape
 * @example
 * const { dx, dweight } = rmsNormBackward([[1, 0, 0]], [[1, 2, 4]], 3);
 */
export function rmsNormBackward(dy, x, normalizedShape, options) {
  const { weight, eps = FLOAT32_EPSILON, weightOffset = 0, rrms, out } = checkOptions(options, BACKWARD_OPTIONS);
  const source = asTensor(x, "x"), shape = source._sizes, rows = rowsOf(source, normalizedShape), { outer, n } = rows;
  checkNonNegative(eps, "eps");
  checkFinite(weightOffset, "weightOffset");
  const g = overwritable(asTensorOfShape(dy, "dy", shape), n), p = overwritable(source, n);
  const w = input(asOptionalTensor(weight, "weight", rows.sizes));
  const r = input(asOptionalTensor(rrms, "rrms", statisticShape(shape, rows)), 1);
  const given = outs(out, GRADIENTS);
  const dx = output(given.dx, shape, n, g, "out.dx"), dweight = sums(given.dweight, rows.sizes, "out.dweight");
  const room = scratch(backwardScratch(rows));
  run(outer, [g, p, w, r, dx, dweight, room], (wasm, count) => wasm.ln_rms_norm_backward(
    dx.pointer, dweight.pointer, room.pointer, g.pointer, p.pointer, r.pointer, w.pointer, count, n, weightOffset,
    eps));
  return { dx: dx.tensor, dweight: dweight.tensor };
}

const ADD_OPTIONS = ["weight", "eps", "weightOffset", "out"];

/**
 * `sum = x + residual` and `y = rmsNorm(sum)`, in one pass: the step between two blocks of a transformer.
 *
 * @param {Input} x
 * @param {Input} residual of x's shape
 * @param {Dims} normalizedShape
 * @param {Scale & { out?: { y: Target, sum: Target } }} [options] as {@link rmsNorm}'s; out: both are written and
 *   returned; each may be x or residual, as sum is where a residual stream is updated in place
 * @returns {{ y: Tensor, sum: Tensor }} of x's shape
 * @throws {RangeError} as {@link rmsNorm}, or if residual has another shape than x
 * @example
 * const { y, sum } = addRmsNorm([[1, 2, 3]], [[0.5, 0, 0]], 3);
 */
export function addRmsNorm(x, residual, normalizedShape, options) {
  const { weight, eps = FLOAT32_EPSILON, weightOffset = 0, out } = checkOptions(options, ADD_OPTIONS);
  const source = asTensor(x, "x"), shape = source._sizes, { sizes, outer, n } = rowsOf(source, normalizedShape);
  checkNonNegative(eps, "eps");
  checkFinite(weightOffset, "weightOffset");
  const p = overwritable(source, n), q = overwritable(asTensorOfShape(residual, "residual", shape), n);
  const w = input(asOptionalTensor(weight, "weight", sizes)), given = outs(out, ADD_OUTS);
  const y = output(given.y, shape, n, p, "out.y"), sum = output(given.sum, shape, n, q, "out.sum");
  run(outer, [p, q, w, y, sum], (wasm, count) => wasm.ln_add_rms_norm(
    y.pointer, sum.pointer, p.pointer, q.pointer, w.pointer, count, n, weightOffset, eps));
  return { y: y.tensor, sum: sum.tensor };
}
