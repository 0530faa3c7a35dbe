/** GELU, and its product with another operand. */
import { checkOptions, describe, wrongType, wrongValue } from "../checks/arguments.js";
import { APPROXIMATE } from "../checks/defaults.js";
import { ln_gelu, ln_gelu_backward, ln_gelu_mul, ln_gelu_mul_backward } from "../kernel-text.js";
import { withKernels } from "../memory/wasm.js";
import { DX, backwardOperands } from "../operands/backward.js";
import { gated, gatedBackward } from "../operands/gated.js";
import { Operands, output, overwritable } from "../operands/operands.js";
import { run } from "../operands/staging.js";
import { asTensor } from "../tensor/as-tensor.js";

/** @import { DxOut } from "../operands/backward.js" */
/** @import { Out } from "../operands/forward.js" */
/** @import { GatedGradients, GatedOut } from "../operands/gated.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * @typedef {object} GeluOptions
 * @property {"none" | "tanh"} [approximate] which form: "none" has the error function, "tanh" the approximation that
 *   GPT-2 and Gemma were trained with (default "none")
 */

const kernels = /* @__PURE__ */ withKernels(ln_gelu),
  backwardKernels = /* @__PURE__ */ withKernels(ln_gelu_backward),
  productKernels = /* @__PURE__ */ withKernels(ln_gelu_mul),
  productBackwardKernels = /* @__PURE__ */ withKernels(ln_gelu_mul_backward);

const OPTIONS = ["approximate", "out"],
  FORMS = '"none" or "tanh"';

/**
 * @param {unknown} form
 * @returns {"none" | "tanh"} it, or its default
 */
export function checkApproximate(form = APPROXIMATE) {
  if (form === "none" || form === "tanh") return form;
  throw typeof form === "string"
    ? wrongValue("approximate", FORMS, describe(form))
    : wrongType("approximate", FORMS, form);
}

/**
 * @param {unknown} form
 * @returns {number} what the kernels take for it
 */
const isTanh = (form) => Number(checkApproximate(form) === "tanh");

/**
 * `x * P(X <= x)` of a normal X, elementwise, as torch.nn.functional.gelu. It has two forms, one by the error function
 * and one by tanh, which is near it.
 *
 *     x / 2 * (1 + erf(x / sqrt(2)))        x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)))
 *
 * It is within 2e-6 * max(1, |y|) of float64. NaN stays NaN, -0 stays -0, and -Infinity gives NaN, as in torch.
 *
 * @param {Input} x of any shape
 * @param {GeluOptions & Out} [options] approximate: "none" for the error function, "tanh" (default "none"); out: where
 *   y goes (default: a new tensor); may be x
 * @returns {Tensor} of x's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if approximate is another string, or out has another shape than x
 * @example
 * gelu([-1, 0, 2]); // => tensor([-0.1587, 0.0000, 1.9545])
 * gelu([-1, 0, 2], { approximate: "tanh" }); // => tensor([-0.1588, 0.0000, 1.9546])
 */
export function gelu(x, options) {
  const { out, approximate } = checkOptions(options, OPTIONS),
    tanh = isTanh(approximate),
    source = asTensor(x, "x");
  const all = new Operands(),
    from = overwritable(all, source, 1),
    y = output(all, out, source._sizes, 1, from);
  run(kernels, source.size, all, (wasm, count) => wasm.ln_gelu(y.pointer, from.pointer, count, tanh));
  return y.tensor;
}

/**
 * The gradient of {@link gelu}, as torch's autograd: dy times the slope, within 1e-5 of |dy|.
 *
 * @param {Input} dy the gradient of y, of x's shape
 * @param {Input} x what the forward pass was given
 * @param {GeluOptions & DxOut} [options] approximate: as in the forward pass (default "none"); out: where dx goes
 *   (default: a new tensor)
 * @returns {{ dx: Tensor }} of x's shape
 * @throws {TypeError} as {@link gelu}
 * @throws {RangeError} if approximate is another string, or dy or out.dx has another shape than x
 * @example
 * geluBackward([1, 1], [-1, 2]).dx; // => tensor([-0.0833, 1.0852])
 */
export function geluBackward(dy, x, options) {
  const o = checkOptions(options, OPTIONS),
    tanh = isTanh(o.approximate);
  const all = new Operands(),
    operands = backwardOperands(all, dy, asTensor(x, "x"), 1, [], o, DX),
    { dx } = operands;
  run(backwardKernels, dx.size, all, (wasm, count) =>
    wasm.ln_gelu_backward(dx.pointer, operands.dy.pointer, operands.x.pointer, count, tanh),
  );
  return { dx: dx.tensor };
}

/**
 * `gelu(gate) * up` in one pass: GeGLU (Shazeer 2020, arXiv:2002.05202), as in Gemma's feed-forward layers. It is
 * within 2e-6 * max(1, |y|) of float64, also where gelu(gate) alone would be lost in float32.
 *
 * @param {Input} gate of any shape
 * @param {Input} up of gate's shape
 * @param {GeluOptions & Out} [options] approximate: "none" for the error function, "tanh" (default "none"); out: where
 *   y goes (default: a new tensor); may be gate or up
 * @returns {Tensor} of gate's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if approximate is another string, or up or out has another shape than gate
 * @example
 * geluMul([-1, 2], [3, 4]); // => tensor([-0.4760, 7.8180])
 */
export function geluMul(gate, up, options) {
  const { out, approximate } = checkOptions(options, OPTIONS),
    tanh = isTanh(approximate);
  return gated(productKernels, gate, up, out, (wasm, count, y, g, u) => wasm.ln_gelu_mul(y, g, u, count, tanh));
}

/**
 * The gradients of {@link geluMul}: `dgate = dy * up * gelu'(gate)`, within 1e-5 of |dy * up|, and
 * `dup = dy * gelu(gate)`.
 *
 * @param {Input} dy the gradient of y, of gate's shape
 * @param {Input} gate what the forward pass was given
 * @param {Input} up what the forward pass was given
 * @param {GeluOptions & GatedOut} [options] approximate: as in the forward pass (default "none"); out: where dgate and
 *   dup go (default: new tensors)
 * @returns {GatedGradients} dgate, dup: of gate's shape
 * @throws {TypeError} as {@link geluMul}
 * @throws {RangeError} if approximate is another string, or dy, up, out.dgate or out.dup has another shape than gate
 * @example
 * const { dgate, dup } = geluMulBackward([1, 1], [-1, 2], [3, 4]);
 * dgate; // => tensor([-0.2499, 4.3409])
 * dup; // => tensor([-0.1587, 1.9545])
 */
export function geluMulBackward(dy, gate, up, options) {
  const { out, approximate } = checkOptions(options, OPTIONS),
    tanh = isTanh(approximate);
  return gatedBackward(productBackwardKernels, dy, gate, up, out, (wasm, count, ...pointers) =>
    wasm.ln_gelu_mul_backward(...pointers, count, tanh),
  );
}
