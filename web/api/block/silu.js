/** SiLU, and its product with another operand. */
import { checkOptions } from "../checks/arguments.js";
import { ln_silu, ln_silu_backward, ln_silu_mul, ln_silu_mul_backward } from "../kernel-text.js";
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

const kernels = /* @__PURE__ */ withKernels(ln_silu),
  backwardKernels = /* @__PURE__ */ withKernels(ln_silu_backward),
  productKernels = /* @__PURE__ */ withKernels(ln_silu_mul),
  productBackwardKernels = /* @__PURE__ */ withKernels(ln_silu_mul_backward);

const OPTIONS = ["out"];

/**
 * `x / (1 + exp(-x))`, elementwise, as torch.nn.functional.silu; also called swish. It is within 2e-6 * max(1, |y|) of
 * float64. NaN stays NaN, -0 stays -0, and -Infinity gives NaN, as in torch.
 *
 * @param {Input} x of any shape
 * @param {Out} [options] out: where y goes (default: a new tensor); may be x
 * @returns {Tensor} of x's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if out has another shape than x
 * @example
 * silu([-1, 0, 2]); // => tensor([-0.2689, 0.0000, 1.7616])
 */
export function silu(x, options) {
  const { out } = checkOptions(options, OPTIONS),
    source = asTensor(x, "x");
  const all = new Operands(),
    from = overwritable(all, source, 1),
    y = output(all, out, source._sizes, 1, from);
  run(kernels, source.size, all, (wasm, count) => wasm.ln_silu(y.pointer, from.pointer, count));
  return y.tensor;
}

/**
 * The gradient of {@link silu}, as torch's autograd: dy times the slope, within 1e-5 of |dy|.
 *
 * @param {Input} dy the gradient of y, of x's shape
 * @param {Input} x what the forward pass was given
 * @param {DxOut} [options] out: where dx goes (default: a new tensor)
 * @returns {{ dx: Tensor }} of x's shape
 * @throws {TypeError} as {@link silu}
 * @throws {RangeError} if dy or out.dx has another shape than x
 * @example
 * siluBackward([1, 1], [-1, 2]).dx; // => tensor([0.0723, 1.0908])
 */
export function siluBackward(dy, x, options) {
  const o = checkOptions(options, OPTIONS),
    all = new Operands(),
    operands = backwardOperands(all, dy, asTensor(x, "x"), 1, [], o, DX),
    { dx } = operands;
  run(backwardKernels, dx.size, all, (wasm, count) =>
    wasm.ln_silu_backward(dx.pointer, operands.dy.pointer, operands.x.pointer, count),
  );
  return { dx: dx.tensor };
}

/**
 * `silu(gate) * up` in one pass: SwiGLU (Shazeer 2020, arXiv:2002.05202), as in Llama's feed-forward layers. It is
 * within 2e-6 * max(1, |y|) of float64, also where silu(gate) alone would be lost in float32.
 *
 * @param {Input} gate of any shape
 * @param {Input} up of gate's shape
 * @param {Out} [options] out: where y goes (default: a new tensor); may be gate or up
 * @returns {Tensor} of gate's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if up or out has another shape than gate
 * @example
 * siluMul([-1, 2], [3, 4]); // => tensor([-0.8068, 7.0464])
 */
export function siluMul(gate, up, options) {
  const { out } = checkOptions(options, OPTIONS);
  return gated(productKernels, gate, up, out, (wasm, count, y, g, u) => wasm.ln_silu_mul(y, g, u, count));
}

/**
 * The gradients of {@link siluMul}: `dgate = dy * up * silu'(gate)`, within 1e-5 of |dy * up|, and
 * `dup = dy * silu(gate)`.
 *
 * @param {Input} dy the gradient of y, of gate's shape
 * @param {Input} gate what the forward pass was given
 * @param {Input} up what the forward pass was given
 * @param {GatedOut} [options] out: where dgate and dup go (default: new tensors)
 * @returns {GatedGradients} dgate, dup: of gate's shape
 * @throws {TypeError} as {@link siluMul}
 * @throws {RangeError} if dy, up, out.dgate or out.dup has another shape than gate
 * @example
 * const { dgate, dup } = siluMulBackward([1, 1], [-1, 2], [3, 4]);
 * dgate; // => tensor([0.2170, 4.3631])
 * dup; // => tensor([-0.2689, 1.7616])
 */
export function siluMulBackward(dy, gate, up, options) {
  const { out } = checkOptions(options, OPTIONS);
  return gatedBackward(productBackwardKernels, dy, gate, up, out, (wasm, count, ...pointers) =>
    wasm.ln_silu_mul_backward(...pointers, count),
  );
}
