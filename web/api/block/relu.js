/** ReLU. */
import { checkOptions } from "../checks/arguments.js";
import { ln_relu, ln_relu_backward } from "../kernel-text.js";
import { withKernels } from "../memory/wasm.js";
import { DX, backwardOperands } from "../operands/backward.js";
import { Operands, output, overwritable } from "../operands/operands.js";
import { run } from "../operands/staging.js";
import { asTensor } from "../tensor/as-tensor.js";

/** @import { Out } from "../operands/forward.js" */
/** @import { DxOut } from "../operands/backward.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

const kernels = /* @__PURE__ */ withKernels(ln_relu),
  backwardKernels = /* @__PURE__ */ withKernels(ln_relu_backward);

const OPTIONS = ["out"];

/**
 * `max(x, 0)`, elementwise, as torch.relu: NaN stays NaN, and -0 stays -0.
 *
 * @param {Input} x of any shape
 * @param {Out} [options] out: where y goes (default: a new tensor); may be x
 * @returns {Tensor} of x's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if out has another shape than x
 * @example
 * relu([-1, 2]); // => tensor([0., 2.])
 */
export function relu(x, options) {
  const { out } = checkOptions(options, OPTIONS);
  const all = new Operands();
  const source = asTensor(x, "x"),
    from = overwritable(all, source, 1),
    y = output(all, out, source._sizes, 1, from);
  run(kernels, source.size, all, (wasm, count) => wasm.ln_relu(y.pointer, from.pointer, count));
  return y.tensor;
}

/**
 * The gradient of {@link relu}, as torch's: dy where x > 0, and where x is NaN; otherwise 0.
 *
 * @param {Input} dy the gradient of y, of x's shape
 * @param {Input} x what the forward pass was given
 * @param {DxOut} [options] out: where dx goes (default: a new tensor)
 * @returns {{ dx: Tensor }} of x's shape
 * @throws {TypeError} as {@link relu}
 * @throws {RangeError} if dy or out.dx has another shape than x
 * @example
 * reluBackward([5, 6], [-1, 2]).dx; // => tensor([0., 6.])
 */
export function reluBackward(dy, x, options) {
  const o = checkOptions(options, OPTIONS),
    source = asTensor(x, "x");
  const all = new Operands();
  const operands = backwardOperands(all, dy, source, 1, [], o, DX);
  run(backwardKernels, source.size, all, (wasm, count) =>
    wasm.ln_relu_backward(operands.dx.pointer, operands.dy.pointer, operands.x.pointer, count),
  );
  return { dx: operands.dx.tensor };
}
