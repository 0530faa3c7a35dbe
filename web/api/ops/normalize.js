/** Normalization over any dims. */
import { checkBoolean, checkDims, checkEps, checkNonNegative, checkOptions } from "../checks/arguments.js";
import { NORMALIZE_CORRECTION, NORMALIZE_DIM } from "../checks/defaults.js";
import { ln_layer_norm, ln_normalize_backward } from "../kernel-text.js";
import { withKernels } from "../memory/wasm.js";
import { backwardOperands, backwardScratch, GRADIENTS, gradientsOf } from "../operands/backward.js";
import { forwardOperands } from "../operands/forward.js";
import { NONE, Operands, output } from "../operands/operands.js";
import { permuted } from "../operands/permuted.js";
import { reductionOf } from "../operands/reduction.js";
import { run } from "../operands/staging.js";
import { asTensor } from "../tensor/as-tensor.js";

/** @import { LayerNormStats, PerhapsStats, WithoutStats, WithStats } from "./layer-norm.js" */
/** @import { Affine, Gradients, Out } from "../operands/forward.js" */
/** @import { Dims } from "./statistics.js" */
/** @import { Input, Target } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * @param {readonly number[]} dims
 * @returns {number[] | null} their places, in the order in which they come in x; null: they are named in that order
 */
function orderOfX(dims) {
  if (dims.every((d, i) => i === 0 || dims[i - 1] < d)) return null;
  return dims.map((_, i) => i).sort((i, j) => dims[i] - dims[j]);
}

/**
 * @typedef {object} NormalizeOptions
 * @property {Dims} [dim] the dim or dims that share one mean and one variance (default -1)
 * @property {number} [correction] the variance's divisor is n - correction: any finite number >= 0 (default 0)
 */

/**
 * @typedef {object} NormalizeTargets
 * @property {Target} dx of x's shape; may be dy or x itself
 * @property {Target} [dweight] with the sizes of the dims, as they are named (default: a new tensor)
 * @property {Target} [dbias] of dweight's shape (default: a new tensor)
 */

/**
 * @typedef {object} NormalizeBackwardOptions
 * @property {Input | null} [weight] as in the forward pass (default: none, as if it were 1)
 * @property {number} [eps] as in the forward pass (default 1e-5)
 * @property {NormalizeTargets} [out] dx, and of dweight and dbias what is in it, are written and returned (default: new
 *   tensors)
 */

const kernels = /* @__PURE__ */ withKernels(ln_layer_norm),
  backwardKernels = /* @__PURE__ */ withKernels(ln_normalize_backward);

const OPTIONS = ["dim", "correction", "eps", "weight", "bias", "out", "stats"];

/**
 * Normalises over any dims: `(x - mean) / sqrt(variance + eps) * weight + bias`. `{ correction: 1, eps: 0 }` is the
 * step-by-step example in section 4.2 of Raschka, "Build a Large Language Model (From Scratch)"; LayerNorm over the
 * channels of [N, C, H, W] is `{ dim: 1 }`.
 *
 * @overload
 * @param {Input} x of any shape
 * @param {Affine & Out & NormalizeOptions & WithoutStats} [options] dim (default -1); correction (default 0); eps
 *   (default 1e-5); weight, bias: with the sizes of the dims, in the order in which dim names them (default: none, as
 *   if 1 and 0); stats: whether to give the statistics too (default false)
 * @returns {Tensor} of x's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if dim names no dim of x, or one twice, or is []; if a shape does not fit; if eps or correction
 *   is not a finite number >= 0
 * @example
 * normalize([[1, 2, 3], [4, 5, 9]], { correction: 1, eps: 0 });
 * // => tensor([[-1.0000, 0.0000, 1.0000], [-0.7559, -0.3780, 1.1339]])
 * normalize([[1, 2, 3], [4, 5, 9]], { dim: 0, weight: [1, 2] });
 * // => tensor([[-1.0000, -1.0000, -1.0000], [2.0000, 2.0000, 2.0000]])
 */
/**
 * The same, with the statistics.
 *
 * @overload
 * @param {Input} x of any shape
 * @param {Affine & Out & NormalizeOptions & WithStats} options stats: true; dim (default -1); correction (default 0);
 *   eps (default 1e-5); weight, bias: with the sizes of the dims (default: none, as if 1 and 0)
 * @returns {LayerNormStats} y of x's shape; mean, and rstd = 1 / sqrt(variance + eps), of x's shape with size 1 in
 *   these dims
 * @example
 * normalize([[1, 2, 3], [4, 5, 9]], { stats: true }).mean; // => tensor([[2.], [6.]])
 */
/**
 * The same, where it is not known beforehand whether statistics are wanted.
 *
 * @overload
 * @param {Input} x of any shape
 * @param {Affine & Out & NormalizeOptions & PerhapsStats} options stats: whether to give the statistics too; dim
 *   (default -1); correction (default 0); eps (default 1e-5); weight, bias: with the sizes of the dims (default: none,
 *   as if 1 and 0)
 * @returns {Tensor | LayerNormStats} by stats
 */
/**
 * @param {Input} x
 * @param {Affine & Out & NormalizeOptions & { stats?: boolean }} [options]
 * @returns {Tensor | LayerNormStats}
 */
export function normalize(x, options) {
  const o = checkOptions(options, OPTIONS),
    { dim = NORMALIZE_DIM, correction = NORMALIZE_CORRECTION } = o,
    eps = checkEps(o.eps),
    stats = checkBoolean(o.stats, "stats");
  const source = asTensor(x, "x"),
    { _sizes: shape } = source,
    dims = checkDims(dim, shape.length);
  const { outer, n, inner, order, kept } = reductionOf(shape, dims),
    sizes = dims.map((d) => shape[d]);
  checkNonNegative(correction, "correction");
  const all = new Operands();
  const operands = forwardOperands(all, source, order ? source.size : n * inner, sizes, o, o.out),
    { y } = operands,
    statistic = () => (stats ? output(all, undefined, kept, order ? outer : inner) : NONE),
    mean = statistic(),
    rstd = statistic();
  const byDim = orderOfX(dims),
    rows = permuted(all, shape, order),
    weights = permuted(all, sizes, byDim),
    biases = permuted(all, sizes, byDim);
  run(kernels, order ? Math.min(outer, 1) : outer, all, (wasm, count) => {
    wasm.ln_layer_norm(
      rows.target(y),
      mean.pointer,
      rstd.pointer,
      rows.read(operands.x),
      weights.read(operands.weight),
      biases.read(operands.bias),
      order ? outer : count,
      n,
      inner,
      correction,
      eps,
    );
    rows.write(y);
  });
  return stats ? /** @type {LayerNormStats} */ ({ y: y.tensor, mean: mean.tensor, rstd: rstd.tensor }) : y.tensor;
}

/**
 * All dims, those that share one mean last, as they are named: so are they in weight and its gradient.
 * @param {readonly number[]} shape
 * @param {readonly number[]} dims
 */
const namedLast = (shape, dims) => [...shape.map((_, d) => d).filter((d) => !dims.includes(d)), ...dims];

const BACKWARD_OPTIONS = ["dim", "correction", "eps", "weight", "out"];

/**
 * The gradients of {@link normalize}.
 *
 * With g = dy * weight, x-hat = (x - mean) * rstd, and sums over the n elements that share one mean:
 *
 *     dx = rstd * (g - mean(g) - x-hat * sum(g * x-hat) / (n - correction))
 *     dweight = sum(dy * x-hat)    dbias = sum(dy)
 *
 * The sums are in double, those of dweight and dbias over all groups. As torch's autograd; where n <= correction dx is
 * NaN.
 *
 * @param {Input} dy the gradient of y, of x's shape
 * @param {Input} x what the forward pass was given
 * @param {NormalizeOptions & NormalizeBackwardOptions} [options] dim, correction, eps, weight: as in the forward pass
 *   (default -1, 0, 1e-5 and none)
 * @returns {Gradients} dx of x's shape; dweight and dbias with the sizes of the dims, in the order in which dim names
 *   them, as weight has them, also where no weight was given
 * @throws {TypeError} as {@link normalize}
 * @throws {RangeError} as {@link normalize}, or if dy or an out has a wrong shape
 * @example
 * normalizeBackward([[1, 0, 0]], [[1, 2, 4]]).dx; // => tensor([[0.2291, -0.3436, 0.1145]])
 * const dy = [[1, 0], [0, 0], [0, 1]], x = [[1, 2], [3, 5], [2, 9]];
 * const { dx, dweight } = normalizeBackward(dy, x, { dim: 0, correction: 1 });
 * dx; // => tensor([[ 0.1667,  0.0462], [ 0.1667, -0.0808], [-0.3333,  0.0346]])
 * dweight; // => tensor([-1.0000, 0.0000, 1.0441])
 */
export function normalizeBackward(dy, x, options) {
  const o = checkOptions(options, BACKWARD_OPTIONS),
    { dim = NORMALIZE_DIM, correction = NORMALIZE_CORRECTION } = o,
    eps = checkEps(o.eps);
  const source = asTensor(x, "x"),
    { _sizes: shape } = source,
    dims = checkDims(dim, shape.length);
  const { outer, n, inner, order: needed } = reductionOf(shape, dims),
    order = needed || inner > 1 || orderOfX(dims) ? namedLast(shape, dims) : null,
    count = outer * inner;
  checkNonNegative(correction, "correction");
  const all = new Operands(),
    sizes = dims.map((d) => shape[d]),
    operands = backwardOperands(all, dy, source, order ? source.size : n, sizes, o, GRADIENTS, 1),
    gradients = permuted(all, shape, order),
    rows = permuted(all, shape, order),
    room = backwardScratch(all, n);
  run(backwardKernels, order ? Math.min(count, 1) : count, all, (wasm, piece) => {
    const from = gradients.read(operands.dy);
    wasm.ln_normalize_backward(
      gradients.target(operands.dx),
      operands.dweight.pointer,
      operands.dbias.pointer,
      room.pointer,
      from,
      rows.read(operands.x),
      operands.weight.pointer,
      order ? count : piece,
      n,
      correction,
      eps,
    );
    gradients.write(operands.dx);
  });
  return gradientsOf(operands);
}
