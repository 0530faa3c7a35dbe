/** Softmax over one dim: forward, backward, and its logarithm. */
import { checkBoolean, checkDims, checkFinite, checkOptions, wrongType, wrongValue } from "../checks/arguments.js";
import { SCALE, SOFTMAX_DIM } from "../checks/defaults.js";
import { ln_log_softmax, ln_softmax, ln_softmax_backward } from "../kernel-text.js";
import { withKernels } from "../memory/wasm.js";
import { DX, backwardOperands } from "../operands/backward.js";
import { Operands, output, overwritable } from "../operands/operands.js";
import { reductionOf } from "../operands/reduction.js";
import { run } from "../operands/staging.js";
import { asTensor } from "../tensor/as-tensor.js";

/** @import { DxOut } from "../operands/backward.js" */
/** @import { Out } from "../operands/forward.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * @typedef {object} SoftmaxDim
 * @property {number} [dim] the dim whose elements add up to 1 (default -1)
 */

/**
 * @typedef {object} SoftmaxScale
 * @property {number} [scale] what x is multiplied by first, as scores are by 1 / sqrt(headDim): a finite number
 *   (default 1)
 */

/**
 * @typedef {object} Causal
 * @property {boolean} [causal] whether of x [..., T, S] row t sees the columns up to t + S - T alone, and the others
 *   are 0, whatever x is there (default false)
 */

const kernels = /* @__PURE__ */ withKernels(ln_softmax),
  backwardKernels = /* @__PURE__ */ withKernels(ln_softmax_backward),
  logKernels = /* @__PURE__ */ withKernels(ln_log_softmax);

/**
 * @param {unknown} dim
 * @returns {number} it, or its default: one number
 */
export function checkOneDim(dim = SOFTMAX_DIM) {
  if (typeof dim === "number") return dim;
  throw wrongType("dim", "an integer", dim);
}

/**
 * What the kernels see of a tensor.
 * @param {Tensor} source
 * @param {unknown} dim
 */
function groupsOf({ _sizes: shape }, dim) {
  const { outer, n, inner } = reductionOf(shape, checkDims(checkOneDim(dim), shape.length));
  return { outer: inner && outer, n, inner };
}

const OPTIONS = ["dim", "scale", "causal", "out"],
  BACKWARD_OPTIONS = ["dim", "scale", "out"],
  LOG_OPTIONS = ["dim", "out"];

/**
 * How many rows share a mask.
 * @param {Tensor} source
 * @param {number} dim
 * @returns {number} the T of [..., T, S]
 */
function queriesOf({ _sizes: shape }, dim) {
  const rank = shape.length;
  if (rank >= 2 && (dim === -1 || dim === rank - 1)) return shape[rank - 2];
  throw wrongValue("causal", "x of at least 2 dims, and the last one as dim", `dim ${dim} of ${rank}`);
}

/**
 * `exp(scale * x) / sum(exp(scale * x))` over one dim, as torch.softmax of `scale * x`. Every probability that is a
 * normal float32 is within 2e-6 of itself, and a sum within 2e-7 * max(1, sqrt(n)) of 1; a smaller probability may be
 * 0. With causal, each position of attention sees itself and what came before it: of [..., T, S], whose T rows are the
 * last of S positions, row t sees the columns up to t + S - T. A row that sees none is 0.
 *
 * NaN in what shares a sum makes all of it NaN, and so does Infinity, or nothing but -Infinity, as in torch; -Infinity
 * among others gives 0.
 *
 * @param {Input} x of any shape
 * @param {SoftmaxDim & SoftmaxScale & Causal & Out} [options] dim (default -1); scale (default 1); causal: whether row
 *   t of [..., T, S] sees the columns up to t + S - T alone (default false); out: where y goes (default: a new tensor);
 *   may be x
 * @returns {Tensor} of x's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if dim names no dim of x, or one of size 0; if scale is not finite; if causal is true and x has
 *   less than 2 dims, or dim is not the last; if out has another shape than x
 * @example
 * softmax([[1, 2, 3], [0, 0, 0]]); // => tensor([[0.0900, 0.2447, 0.6652], [0.3333, 0.3333, 0.3333]])
 * softmax([[2, 9], [1, 3]], { scale: 0.5, causal: true }); // => tensor([[1.0000, 0.0000], [0.2689, 0.7311]])
 */
export function softmax(x, options) {
  const o = checkOptions(options, OPTIONS),
    { dim = SOFTMAX_DIM, scale = SCALE } = o,
    source = asTensor(x, "x"),
    { outer, n, inner } = groupsOf(source, dim),
    queries = checkBoolean(o.causal, "causal") ? queriesOf(source, dim) : 0;
  checkFinite(scale, "scale");
  const all = new Operands(),
    step = n * inner,
    from = overwritable(all, source, step),
    y = output(all, o.out, source._sizes, step, from);
  let row = 0;
  run(kernels, outer, all, (wasm, count) => {
    wasm.ln_softmax(y.pointer, from.pointer, count, n, inner, scale, queries, queries && row % queries);
    row += count;
  });
  return y.tensor;
}

/**
 * The gradient of {@link softmax}, from what that gave, as torch's autograd: `dx = scale * y * (dy - sum(dy * y))`,
 * within 1e-5 of the largest |dx| of what shares a sum. A mask needs no option: where it made y 0, dx is 0.
 *
 * @param {Input} dy the gradient of y, of its shape
 * @param {Input} y what softmax gave
 * @param {SoftmaxDim & SoftmaxScale & DxOut} [options] dim, scale: as in the forward pass (default -1 and 1); out:
 *   where dx goes (default: a new tensor)
 * @returns {{ dx: Tensor }} of y's shape
 * @throws {TypeError} as {@link softmax}
 * @throws {RangeError} as {@link softmax}, or if dy or out.dx has another shape than y
 * @example
 * softmaxBackward([1, 0], softmax([0, 0])).dx; // => tensor([0.2500, -0.2500])
 */
export function softmaxBackward(dy, y, options) {
  const o = checkOptions(options, BACKWARD_OPTIONS),
    scale = checkFinite(o.scale === undefined ? SCALE : o.scale, "scale"),
    source = asTensor(y, "y"),
    { outer, n, inner } = groupsOf(source, o.dim);
  const all = new Operands(),
    operands = backwardOperands(all, dy, source, n * inner, [], o, DX),
    { dx } = operands;
  run(backwardKernels, outer, all, (wasm, count) =>
    wasm.ln_softmax_backward(dx.pointer, operands.dy.pointer, operands.x.pointer, count, n, inner, scale),
  );
  return { dx: dx.tensor };
}

/**
 * The logarithm of {@link softmax}, as torch.log_softmax: `x - log(sum(exp(x)))` over one dim, without loss where a
 * probability is tiny. It is within 2e-6 * max(1, |y|) of float64.
 *
 * @param {Input} x of any shape
 * @param {SoftmaxDim & Out} [options] dim (default -1); out: where y goes (default: a new tensor); may be x
 * @returns {Tensor} of x's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if dim names no dim of x, or one of size 0; if out has another shape than x
 * @example
 * logSoftmax([1, 2, 3]); // => tensor([-2.4076, -1.4076, -0.4076])
 */
export function logSoftmax(x, options) {
  const { dim, out } = checkOptions(options, LOG_OPTIONS),
    source = asTensor(x, "x"),
    { outer, n, inner } = groupsOf(source, dim);
  const all = new Operands(),
    step = n * inner,
    from = overwritable(all, source, step),
    y = output(all, out, source._sizes, step, from);
  run(logKernels, outer, all, (wasm, count) => wasm.ln_log_softmax(y.pointer, from.pointer, count, n, inner));
  return y.tensor;
}
