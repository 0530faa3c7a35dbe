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
export function silu(x: Input, options?: Out): Tensor;
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
export function siluBackward(dy: Input, x: Input, options?: DxOut): {
    dx: Tensor;
};
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
export function siluMul(gate: Input, up: Input, options?: Out): Tensor;
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
export function siluMulBackward(dy: Input, gate: Input, up: Input, options?: GatedOut): GatedGradients;
import type { Input } from "../tensor/as-tensor.js";
import type { Out } from "../operands/forward.js";
import type { Tensor } from "../tensor/tensor.js";
import type { DxOut } from "../operands/backward.js";
import type { GatedOut } from "../operands/gated.js";
import type { GatedGradients } from "../operands/gated.js";
