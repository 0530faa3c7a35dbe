/**
 * The mean of `-log softmax(logits)[target]` over the rows, as torch.nn.functional.cross_entropy, and its gradient by
 * the logits, `(softmax(logits) - [class is target]) / rows`. Rows whose target is ignoreIndex count for nothing, also
 * in the mean; if none counts, the loss is NaN, as in torch, and all gradients are 0. The loss is within 2e-6 * max(1,
 * loss) of float64, and the gradients of a row within 1e-5 of its largest, also where a target is all but certain.
 *
 * @param {Input} logits [rows, classes]
 * @param {ArrayLike<number> | Tensor} targets the class of each row: an array or a typed array of integers, or a tensor
 *   of one dim
 * @param {CrossEntropyOptions} [options] ignoreIndex (default -100); out: where dlogits goes (default: a new tensor)
 * @returns {CrossEntropy} loss, a number; dlogits [rows, classes]
 * @throws {TypeError} if an argument, a target or an option has a wrong type, or an option is unknown
 * @throws {RangeError} if logits has other dims or no class; if targets are more or less than the rows; if one is no
 *   class and not ignoreIndex; if ignoreIndex is no integer; if out.dlogits has another shape than logits
 * @example
 * const { loss, dlogits } = crossEntropy([[2, 0, 0], [0, 1, 0]], [0, 2]);
 * loss.toFixed(4); // => '0.8955'
 * dlogits; // => tensor([[-0.1065, 0.0533, 0.0533], [0.1060, 0.2881, -0.3940]])
 */
export function crossEntropy(logits: Input, targets: ArrayLike<number> | Tensor, options?: CrossEntropyOptions): CrossEntropy;
export type CrossEntropyOptions = {
    /**
     * an integer: rows whose target it is count for nothing, and their gradients are 0
     * (default -100)
     */
    ignoreIndex?: number | undefined;
    /**
     * dlogits is written and returned: of logits' shape; may be logits itself
     * (default: a new tensor)
     */
    out?: {
        dlogits: Target;
    } | undefined;
};
export type CrossEntropy = {
    /**
     * the mean over the rows that count; NaN if none does
     */
    loss: number;
    /**
     * its gradient by the logits, of their shape
     */
    dlogits: Tensor;
};
import type { Input } from "../tensor/as-tensor.js";
import type { Tensor } from "../tensor/tensor.js";
import type { Target } from "../tensor/as-tensor.js";
