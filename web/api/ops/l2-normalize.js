/** Division by the Euclidean norm, over any dims: forward and backward. */
import { checkDims, checkNonNegative, checkOptions } from "../checks/arguments.js";
import { L2_EPS, NORMALIZE_DIM } from "../checks/defaults.js";
import { ln_l2_norm, ln_l2_norm_backward } from "../kernel-text.js";
import { withKernels } from "../memory/wasm.js";
import { backwardOperands, backwardScratch, DX } from "../operands/backward.js";
import { Operands, output, overwritable } from "../operands/operands.js";
import { permuted } from "../operands/permuted.js";
import { reducedLast, reductionOf } from "../operands/reduction.js";
import { run } from "../operands/staging.js";
import { asTensor } from "../tensor/as-tensor.js";

/** @import { Out } from "../operands/forward.js" */
/** @import { DxOut } from "../operands/backward.js" */
/** @import { Dims } from "./statistics.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * @typedef {object} L2Options
 * @property {Dims} [dim] the dim or dims whose elements share one norm (default -1)
 * @property {number} [eps] the least divisor: a finite number >= 0 (default 1e-12)
 */

const kernels = /* @__PURE__ */ withKernels(ln_l2_norm),
  backwardKernels = /* @__PURE__ */ withKernels(ln_l2_norm_backward);

const OPTIONS = ["dim", "eps", "out"];

/**
 * @param {Input} x
 * @param {L2Options & { out?: unknown }} [options]
 */
function plan(x, options) {
  const o = checkOptions(options, OPTIONS),
    { dim = NORMALIZE_DIM, eps = L2_EPS } = o;
  checkNonNegative(eps, "eps");
  const source = asTensor(x, "x"),
    dims = checkDims(dim, source._sizes.length);
  return { o, eps, source, dims, reduction: reductionOf(source._sizes, dims) };
}

/**
 * Divides by the Euclidean norm, over any dims, so that what shares a norm has length 1: as embeddings are compared.
 *
 *     y = x / max(sqrt(sum(x^2)), eps)
 *
 * As torch.nn.functional.normalize with p = 2. Squares may overflow or underflow: 1e30 and 1e-30 come out right.
 *
 * @param {Input} x of any shape
 * @param {L2Options & Out} [options] dim (default -1); eps: the least divisor (default 1e-12)
 * @returns {Tensor} of x's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if dim names no dim of x, or one twice, or is []; if out has another shape than x; if eps is not
 *   a finite number >= 0
 * @example
 * l2Normalize([[3, 4], [0, 2]]); // => tensor([[0.6000, 0.8000], [0.0000, 1.0000]])
 * l2Normalize([[3, 4], [4, 3]], { dim: 0 }); // => tensor([[0.6000, 0.8000], [0.8000, 0.6000]])
 */
export function l2Normalize(x, options) {
  const { o, eps, source, reduction } = plan(x, options),
    { outer, n, inner, order } = reduction;
  const all = new Operands(),
    step = order ? source.size : n * inner,
    from = overwritable(all, source, step),
    y = output(all, o.out, source._sizes, step, from),
    rows = permuted(all, source._sizes, order);
  run(kernels, order ? Math.min(outer, 1) : inner && outer, all, (wasm, count) => {
    wasm.ln_l2_norm(rows.target(y), rows.read(from), order ? outer : count, n, inner, eps);
    rows.write(y);
  });
  return y.tensor;
}

/**
 * The gradient of {@link l2Normalize}, as torch's autograd: with sums over what shares a norm,
 *
 *     dx = (dy - y * sum(dy * y)) / norm
 *
 * and dy / eps where the norm is below eps. Sums are in double.
 *
 * @param {Input} dy the gradient of y, of x's shape
 * @param {Input} x what the forward pass was given
 * @param {L2Options & DxOut} [options] dim, eps: as in the forward pass (default -1 and 1e-12)
 * @returns {{ dx: Tensor }} of x's shape
 * @throws {TypeError} as {@link l2Normalize}
 * @throws {RangeError} as {@link l2Normalize}, or if dy or out.dx has another shape than x
 * @example
 * l2NormalizeBackward([[1, 0]], [[3, 4]]).dx; // => tensor([[0.1280, -0.0960]])
 */
export function l2NormalizeBackward(dy, x, options) {
  const { o, eps, source, dims, reduction } = plan(x, options),
    { outer, n, inner } = reduction,
    order = inner > 1 ? reducedLast(source._sizes, dims) : reduction.order;
  const all = new Operands(),
    operands = backwardOperands(all, dy, source, order ? source.size : n, [], o, DX),
    gradients = permuted(all, source._sizes, order),
    rows = permuted(all, source._sizes, order),
    room = backwardScratch(all, n),
    count = outer * inner;
  run(backwardKernels, order ? Math.min(count, 1) : count, all, (wasm, piece) => {
    const from = gradients.read(operands.dy);
    wasm.ln_l2_norm_backward(
      gradients.target(operands.dx),
      room.pointer,
      from,
      rows.read(operands.x),
      order ? count : piece,
      n,
      eps,
    );
    gradients.write(operands.dx);
  });
  return { dx: operands.dx.tensor };
}
