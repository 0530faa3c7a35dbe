/** Sums and products of two tensors, element by element. */
import { checkOptions, elementCount } from "../checks/arguments.js";
import { ln_add, ln_mul } from "../kernel-text.js";
import { withKernels } from "../memory/wasm.js";
import { broadcastOf, cutOf } from "../operands/broadcast.js";
import { Operands, input, output, overwritable } from "../operands/operands.js";
import { run } from "../operands/staging.js";
import { asTensor } from "../tensor/as-tensor.js";

/** @import { Kernels } from "../kernels.js" */
/** @import { Out } from "../operands/forward.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

const addKernels = /* @__PURE__ */ withKernels(ln_add),
  mulKernels = /* @__PURE__ */ withKernels(ln_mul);

const OPTIONS = ["out"];

/**
 * @template Needed
 * @param {() => Needed} kernels
 * @param {Input} a
 * @param {Input} b
 * @param {Out | undefined} options
 * @param {(wasm: Needed) => Kernels["ln_add"]} kernelOf
 */
function combine(kernels, a, b, options, kernelOf) {
  const { out } = checkOptions(options, OPTIONS);
  const left = asTensor(a, "a"),
    right = asTensor(b, "b"),
    broadcast = broadcastOf(left, right, "b"),
    { levels, starts } = broadcast;
  const all = new Operands(),
    { at, outer, step, own } = cutOf(broadcast),
    x = overwritable(all, left, step),
    z = right.size === left.size ? overwritable(all, right, step) : input(all, right, own),
    y = output(all, out, left._sizes, step, x),
    part = 4 * elementCount(levels);
  run(kernels, left.size && outer, all, (wasm, count) => {
    const kernel = kernelOf(wasm),
      [o, r, n, i] = levels.map((size, level) => (level === at ? count : size));
    starts.forEach((start, k) => kernel(y.pointer + k * part, x.pointer + k * part, z.pointer + 4 * start, o, r, n, i));
  });
  return y.tensor;
}

/**
 * `a + b`, elementwise, as torch.add: of one shape, or b broadcasts against a from the right, as a bias of rows does.
 * Each sum is that of float32, rounded once.
 *
 * @param {Input} a of any shape
 * @param {Input} b of a's shape, or of fewer dims, or with dims of size 1 where a has others; a does not broadcast
 * @param {Out} [options] out: where y goes (default: a new tensor); may be a, or b where b has a's shape
 * @returns {Tensor} of a's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if b does not broadcast against a, or a would have to; if out has another shape than a
 * @example
 * add([[1, 2], [3, 4]], [10, 20]); // => tensor([[11., 22.], [13., 24.]])
 * add([[1, 2], [3, 4]], [[10], [20]]); // => tensor([[11., 12.], [23., 24.]])
 */
export function add(a, b, options) {
  return combine(addKernels, a, b, options, (wasm) => wasm.ln_add);
}

/**
 * `a * b`, elementwise, as torch.mul: of one shape, or b broadcasts against a from the right, as a gate of channels
 * does. Each product is that of float32, rounded once.
 *
 * @param {Input} a of any shape
 * @param {Input} b of a's shape, or of fewer dims, or with dims of size 1 where a has others; a does not broadcast
 * @param {Out} [options] out: where y goes (default: a new tensor); may be a, or b where b has a's shape
 * @returns {Tensor} of a's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if b does not broadcast against a, or a would have to; if out has another shape than a
 * @example
 * mul([[1, 2], [3, 4]], [10, 0]); // => tensor([[10., 0.], [30., 0.]])
 * mul([[1, 2], [3, 4]], 2); // => tensor([[2., 4.], [6., 8.]])
 */
export function mul(a, b, options) {
  return combine(mulKernels, a, b, options, (wasm) => wasm.ln_mul);
}
