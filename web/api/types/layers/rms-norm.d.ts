/** @import { Out } from "../operands/forward.js" */
/** @import { SumOut } from "../ops/layer-norm.js" */
/** @import { Dims } from "../ops/statistics.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */
/**
 * @typedef {object} RMSNormOptions
 * @property {number} [eps] added to the mean square, inside the root: a finite number >= 0 (default: the epsilon of
 *   float32, 2^-23)
 * @property {boolean} [elementwiseAffine] with a weight (default true)
 * @property {number} [weightOffset] added to the weight in float32: 1 where a model stores weight - 1, as Gemma does
 *   (default 0)
 */
/**
 * Root mean square normalization with a learned scale, as torch.nn.RMSNorm: weight + weightOffset starts at 1. See
 * {@link rmsNorm}.
 *
 * @example
 * const layer = new RMSNorm(3, { eps: 1e-6 }); // => RMSNorm((3,), eps=1e-06, elementwise_affine=True)
 * layer.forward([[1, 2, 3], [4, 5, 9]]); // => tensor([[0.4629, 0.9258, 1.3887], [0.6273, 0.7841, 1.4113]])
 */
export class RMSNorm extends WeightedLayer<Tensor | null> {
    /**
     * Root mean square normalization with a learned scale.
     *
     * @param {Dims} normalizedShape the last dim of the inputs, or the last dims
     * @param {RMSNormOptions} [options] eps (default 2^-23), elementwiseAffine (default true), weightOffset (default 0)
     * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
     * @throws {RangeError} if a size is not an integer >= 1, eps not a finite number >= 0, or weightOffset not a finite
     *   number
     */
    constructor(normalizedShape: Dims, options?: RMSNormOptions);
    /**
     * The last dim of the inputs, or the last dims.
     * @readonly
     * @type {readonly number[]}
     */
    readonly normalizedShape: readonly number[];
    /**
     * Added to the mean square, inside the root; undefined: the epsilon of float32, 2^-23.
     * @type {number | undefined}
     */
    eps: number | undefined;
    /**
     * Added to the weight in float32: 1 where a model stores weight - 1, as Gemma does.
     * @type {number}
     */
    weightOffset: number;
    /**
     * The forward pass.
     *
     * @param {Input} x [..., normalizedShape]; kept in training, not copied: not to be changed before
     *   backward()
     * @param {Out} [options] out: written and returned; of x's shape; may be x itself, but then there is no backward()
     *   (default: a new tensor)
     * @returns {Tensor} of x's shape
     * @throws {TypeError} if x is no tensor
     * @throws {RangeError} if x or out has another shape
     */
    forward(x: Input, options?: Out): Tensor;
    /**
     * `sum = x + residual` and `y = forward(sum)`, in one pass: see {@link addRmsNorm}.
     *
     * After it backward(dy), which is given the gradient of y, returns that of sum by way of y: with what comes to sum by
     * other ways, added to it, it is the gradient of x and of residual alike.
     *
     * @param {Input} x [..., normalizedShape]
     * @param {Input} residual of x's shape
     * @param {SumOut} [options] out: y and sum are written and returned; they may be x and residual themselves (default:
     *   new tensors). In training sum is kept, not copied: not to be changed before backward()
     * @returns {{ y: Tensor, sum: Tensor }} both of x's shape
     * @throws {TypeError} if x or residual is no tensor
     * @throws {RangeError} if x, residual or an out has another shape
     * @example
     * const { y, sum } = new RMSNorm(3).addForward([[1, 2, 3]], [[0.5, 0, 0]]);
     * sum; // => tensor([[1.5000, 2.0000, 3.0000]])
     * y; // => tensor([[0.6653, 0.8871, 1.3306]])
     */
    addForward(x: Input, residual: Input, options?: SumOut): {
        y: Tensor;
        sum: Tensor;
    };
}
export type RMSNormOptions = {
    /**
     * added to the mean square, inside the root: a finite number >= 0 (default: the epsilon of
     * float32, 2^-23)
     */
    eps?: number | undefined;
    /**
     * with a weight (default true)
     */
    elementwiseAffine?: boolean | undefined;
    /**
     * added to the weight in float32: 1 where a model stores weight - 1, as Gemma does
     * (default 0)
     */
    weightOffset?: number | undefined;
};
import type { Tensor } from "../tensor/tensor.js";
import { WeightedLayer } from "./layer.js";
import type { Dims } from "../ops/statistics.js";
import type { Input } from "../tensor/as-tensor.js";
import type { Out } from "../operands/forward.js";
import type { SumOut } from "../ops/layer-norm.js";
