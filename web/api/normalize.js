/** Layer normalization, and normalization over any dims. */
import {
  checkBoolean, checkDims, checkInteger, checkNonNegative, checkOptions, sameShape, shapeText, wrongType, wrongValue,
} from "./arguments.js";
import { groupsOf, inverse } from "./groups.js";
import { input, output, run, scratch } from "./staging.js";
import { asOptionalTensor, asTensor, checkAliasing, resultTensor } from "./tensor.js";
import { permute } from "./wasm.js";

/** @import { Groups } from "./groups.js" */
/** @import { Dims } from "./statistics.js" */
/** @import { Input, Target, Tensor } from "./tensor.js" */

/**
 * @typedef {object} Affine
 * @property {Input | null} [weight] of the normalised shape: what x-hat is multiplied by. Default: nothing
 * @property {Input | null} [bias] of the normalised shape: what is added then. Default: nothing
 * @property {number} [eps] added to the variance, inside the root (default 1e-5)
 */

/** @typedef {{ out?: Target }} Out out: written and returned; of the result's shape; may be the input itself */

/**
 * What the kernel needs, checked.
 * @typedef {object} Plan
 * @property {Tensor} x
 * @property {Groups} groups
 * @property {Tensor | null} weight with its dims in the order of x's
 * @property {Tensor | null} bias
 * @property {number} correction
 * @property {number} eps
 */

/**
 * Runs the kernel.
 * @param {Plan} plan
 * @param {Tensor} y
 * @param {Tensor | null} [mean]
 * @param {Tensor | null} [rstd]
 */
function apply(plan, y, mean = null, rstd = null) {
  if (y.size === 0) return;
  if (plan.groups.order) applyPermuted(plan, plan.groups.order, y);
  else applyAsItStands(plan, y, mean, rstd);
}

/**
 * @param {Plan} plan
 * @param {Tensor} y
 * @param {Tensor | null} mean
 * @param {Tensor | null} rstd
 */
function applyAsItStands({ x, groups, weight, bias, correction, eps }, y, mean, rstd) {
  const { outer, n, inner } = groups;
  const o = output(y, n * inner), m = output(mean, inner), r = output(rstd, inner);
  const p = input(x, n * inner), w = input(weight), b = input(bias);
  run(outer, [o, m, r, p, w, b], (wasm, count) => wasm.ln_layer_norm(
    o.pointer, m.pointer, r.pointer, p.pointer, w.pointer, b.pointer, count, n, inner, correction, eps), p);
}

/**
 * The dims do not lie side by side: they are brought together first, and back afterwards.
 * @param {Plan} plan
 * @param {number[]} order
 * @param {Tensor} y
 */
function applyPermuted({ x, groups, weight, bias, correction, eps }, order, y) {
  const { outer, n } = groups;
  const permutedShape = order.map((d) => x.shape[d]);
  const o = output(y, x.size), p = input(x), w = input(weight), b = input(bias), rows = scratch(x.size);
  run(1, [o, p, w, b, rows], (wasm) => {
    permute(rows.pointer, p.pointer, x.shape, order);
    wasm.ln_layer_norm(rows.pointer, 0, 0, rows.pointer, w.pointer, b.pointer, outer, n, 1, correction, eps);
    permute(o.pointer, rows.pointer, permutedShape, inverse(order));
  }, p);
}

/**
 * A weight or bias whose dims stand in the order that dim names them, with its dims in the order of x's.
 * @param {Tensor | null} parameter
 * @param {readonly number[]} dims
 * @returns {Tensor | null}
 */
function inOrderOfX(parameter, dims) {
  if (!parameter || dims.every((d, i) => i === 0 || dims[i - 1] < d)) return parameter;
  const order = dims.map((_, i) => i).sort((i, j) => dims[i] - dims[j]);
  const result = resultTensor(undefined, order.map((i) => parameter.shape[i]));
  const o = output(result, result.size), p = input(parameter);
  run(1, [o, p], () => permute(o.pointer, p.pointer, parameter.shape, order));
  return result;
}

/**
 * Normalises over any dims: `(x - mean) / sqrt(variance + eps)`, then scaled and shifted. `{ correction: 1, eps: 0 }` is
 * the step-by-step example of the book; LayerNorm over channels of [N, C, H, W] is `{ dim: 1 }`.
 *
 * @param {Input} x
 * @param {Out & { dim?: Dims, correction?: number, eps?: number, weight?: Input | null, bias?: Input | null }} [options]
 *   dim: the dims that share one mean and variance (default -1); correction: the variance's divisor is n - correction
 *   (default 0: biased); eps: default 1e-5; weight, bias: with the sizes of those dims, in the order in which dim names
 *   them
 * @returns {Tensor} of x's shape
 * @throws {RangeError} if dim names no dim of x, or one twice, or none; if a shape does not fit; if eps or correction is
 *   not a finite number >= 0
 * @example
 * normalize([[1, 2, 3], [4, 5, 6]], { dim: 0, correction: 1, eps: 0 });
 */
export function normalize(x, options) {
  const o = checkOptions(options, ["dim", "correction", "eps", "weight", "bias", "out"]);
  const { dim = -1, correction = 0, eps = 1e-5 } = o;
  const source = asTensor(x, "x");
  const dims = checkDims(dim, source.shape.length), sizes = dims.map((d) => source.shape[d]);
  const groups = groupsOf(source.shape, dims);
  checkNonNegative(correction, "correction");
  checkNonNegative(eps, "eps");
  const weight = asOptionalTensor(o.weight, "weight", sizes), bias = asOptionalTensor(o.bias, "bias", sizes);
  const y = resultTensor(o.out, [...source.shape]);
  checkAliasing([y], [source, weight, bias]);
  apply({ x: source, groups, weight: inOrderOfX(weight, dims), bias: inOrderOfX(bias, dims), correction, eps }, y);
  return y;
}

/**
 * @param {unknown} normalizedShape
 * @returns {number[]} as an array, each size at least 1
 */
export function checkNormalizedShape(normalizedShape) {
  const sizes = typeof normalizedShape === "number" ? [normalizedShape] : normalizedShape;
  if (!Array.isArray(sizes)) throw wrongType("normalizedShape", "an integer or an array of integers", sizes);
  if (sizes.length === 0) throw wrongValue("normalizedShape", "at least one dim", "[]");
  return Array.from(sizes, (size) => checkInteger(size, "normalizedShape", 1));
}

/**
 * Layer normalization (Ba, Kiros and Hinton, 2016), as torch.nn.functional.layer_norm: over the last dims, with the
 * biased variance.
 *
 *     y = (x - mean) / sqrt(variance + eps) * weight + bias
 *
 * @overload
 * @param {Input} x
 * @param {Dims} normalizedShape the last dim of x, or the last dims: what shares one mean and one variance
 * @param {Affine & Out & { stats?: false }} [options]
 * @returns {Tensor} of x's shape
 * @throws {RangeError} if normalizedShape is not the end of x's shape, if weight or bias has another shape than it, or
 *   if eps is not a finite number >= 0
 * @example
 * layerNorm([[1, 2, 3], [4, 5, 6]], 3, { weight: [1, 1, 2] });
 */
/**
 * The same, with the statistics that a backward pass needs.
 *
 * @overload
 * @param {Input} x
 * @param {Dims} normalizedShape
 * @param {Affine & Out & { stats: true }} options
 * @returns {{ y: Tensor, mean: Tensor, rstd: Tensor }} mean and rstd keep the normalised dims with size 1
 */
/**
 * @param {Input} x
 * @param {Dims} normalizedShape
 * @param {Affine & Out & { stats?: boolean }} [options]
 * @returns {Tensor | { y: Tensor, mean: Tensor, rstd: Tensor }}
 */
export function layerNorm(x, normalizedShape, options) {
  const o = checkOptions(options, ["weight", "bias", "eps", "out", "stats"]);
  const { eps = 1e-5, stats = false } = o;
  const source = asTensor(x, "x"), { shape } = source;
  const sizes = checkNormalizedShape(normalizedShape), first = shape.length - sizes.length;
  if (first < 0 || !sameShape(sizes, shape.slice(first))) {
    throw wrongValue("normalizedShape", `the last dims of x, whose shape is ${shapeText(shape)}`, shapeText(sizes));
  }
  const groups = groupsOf(shape, sizes.map((_, i) => first + i));
  checkNonNegative(eps, "eps");
  const weight = asOptionalTensor(o.weight, "weight", sizes), bias = asOptionalTensor(o.bias, "bias", sizes);
  const y = resultTensor(o.out, [...shape]);
  checkAliasing([y], [source, weight, bias]);
  const plan = { x: source, groups, weight, bias, correction: 0, eps };
  if (!checkBoolean(stats, "stats")) {
    apply(plan, y);
    return y;
  }
  const mean = resultTensor(undefined, [...groups.kept]), rstd = resultTensor(undefined, [...groups.kept]);
  apply(plan, y, mean, rstd);
  return { y, mean, rstd };
}
