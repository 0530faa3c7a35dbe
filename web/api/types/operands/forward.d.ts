/**
 * The operands of a forward pass.
 * @param {Operands} all
 * @param {Tensor} source x
 * @param {number} step how many elements of x belong to one outer index
 * @param {readonly number[]} shape of weight and bias
 * @param {{ weight?: unknown, bias?: unknown }} options
 * @param {unknown} out
 * @param {string} [name] of out
 */
export function forwardOperands(all: Operands, source: Tensor, step: number, shape: readonly number[], options: {
    weight?: unknown;
    bias?: unknown;
}, out: unknown, name?: string): {
    y: import("./operands.js").Result;
    x: import("./operands.js").Operand;
    weight: import("./operands.js").Operand;
    bias: import("./operands.js").Operand;
};
export function parameter(all: Operands, value: unknown, name: string, shape: readonly number[], step?: number): import("./operands.js").Operand;
export type Affine = {
    /**
     * what x-hat is multiplied by: of the normalised shape, or of one element a channel;
     * of rows, it may have more dims before the normalised ones, and of group and instance norm a row for each sample
     * (default: none, as if it were 1)
     */
    weight?: Input | null | undefined;
    /**
     * what is added then, of such a shape (default: none, as if it were 0)
     */
    bias?: Input | null | undefined;
    /**
     * added to the variance, inside the root: a finite number >= 0 (default 1e-5)
     */
    eps?: number | undefined;
};
export type WeightOffset = {
    /**
     * added to the weight in float32: 1 where a model stores weight - 1, as Gemma and
     * adaLN do (default 0)
     */
    weightOffset?: number | undefined;
};
export type Out = {
    /**
     * written and returned: of the result's shape; may be x itself (default: a new tensor)
     */
    out?: Target | undefined;
};
/**
 * The gradients of sum(y * dy).
 */
export type Gradients = {
    /**
     * of x's shape
     */
    dx: Tensor;
    /**
     * of weight's shape, also where no weight was given
     */
    dweight: Tensor;
    /**
     * of bias's shape, also where no bias was given
     */
    dbias: Tensor;
};
/**
 * Where a backward pass writes its gradients.
 */
export type GradientTargets = {
    /**
     * of x's shape; may be dy or x itself
     */
    dx: Target;
    /**
     * of weight's shape
     */
    dweight: Target;
    /**
     * of bias's shape
     */
    dbias: Target;
};
export type BackwardOptions = {
    /**
     * as in the forward pass (default: none, as if it were 1)
     */
    weight?: Input | null | undefined;
    /**
     * as in the forward pass (default 1e-5)
     */
    eps?: number | undefined;
    /**
     * all three are written and returned (default: new tensors)
     */
    out?: GradientTargets | undefined;
};
import type { Operands } from "./operands.js";
import type { Tensor } from "../tensor/tensor.js";
import type { Input } from "../tensor/as-tensor.js";
import type { Target } from "../tensor/as-tensor.js";
