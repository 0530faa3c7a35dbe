/** @import { Out } from "./normalize.js" */
/** @import { Input, Tensor } from "./tensor.js" */
/**
 * `x W^T + b`, as torch.nn.functional.linear. Products and sums are in double and rounded once.
 *
 * @param {Input} x [..., inputs]
 * @param {Input} weight [outputs, inputs]
 * @param {Input | null} [bias] [outputs]
 * @param {Out} [options]
 * @returns {Tensor} [..., outputs]
 * @throws {RangeError} if the shapes do not fit
 * @example
 * linear([1, 2], [[3, 4], [5, 6]], [0, 1]); // tensor([11., 18.])
 */
export function linear(x: Input, weight: Input, bias?: Input | null, options?: Out): Tensor;
/**
 * `max(x, 0)`, elementwise, as torch.relu: NaN stays NaN, and -0 stays -0.
 *
 * @param {Input} x
 * @param {Out} [options]
 * @returns {Tensor} of x's shape
 * @example
 * relu([-1, 2]); // tensor([0., 2.])
 */
export function relu(x: Input, options?: Out): Tensor;
import type { Input } from "./tensor.js";
import type { Out } from "./normalize.js";
import type { Tensor } from "./tensor.js";
