/**
 * The operands of a forward pass.
 * @param {Tensor} x
 * @param {number} step how many elements of x belong to one outer index
 * @param {readonly number[]} shape of weight and bias
 * @param {{ weight?: unknown, bias?: unknown }} options
 * @param {unknown} out
 * @param {string} [name] of out
 */
export function forwardOperands(x: Tensor, step: number, shape: readonly number[], { weight, bias }: {
    weight?: unknown;
    bias?: unknown;
}, out: unknown, name?: string): {
    p: Operand;
    w: Operand;
    b: Operand;
    y: import("./staging.js").Result;
};
/**
 * The operands of a backward pass: g: dy; p: x.
 * @param {Input} dy
 * @param {Tensor} x
 * @param {number} step how many elements of x belong to one outer index
 * @param {readonly number[]} shape of weight and bias
 * @param {{ weight?: unknown, out?: unknown }} options
 * @param {readonly (typeof GRADIENTS[number])[]} [names]
 */
export function backwardOperands(dy: Input, x: Tensor, step: number, shape: readonly number[], { weight, out }: {
    weight?: unknown;
    out?: unknown;
}, names?: readonly ((typeof GRADIENTS)[number])[]): {
    g: Operand;
    p: Operand;
    w: Operand;
    dx: import("./staging.js").Result;
    dweight: Operand;
    dbias: Operand;
};
export function checkEps(eps: unknown, byDefault?: number): number;
export function parameter(value: unknown, name: string, shape: readonly number[], step?: number): Operand;
export const GRADIENTS: readonly ["dx", "dweight", "dbias"];
export const WEIGHT_GRADIENTS: readonly ["dx", "dweight"];
export const DX: readonly ["dx"];
export function gradientsOf({ dx, dweight, dbias }: Record<"dx" | "dweight" | "dbias", Operand>): Gradients;
export type Affine = {
    /**
     * what x-hat is multiplied by: of the normalised shape, or of one element a channel
     * (default: none, as if it were 1)
     */
    weight?: Input | null | undefined;
    /**
     * what is added then, of the same shape (default: none, as if it were 0)
     */
    bias?: Input | null | undefined;
    /**
     * added to the variance, inside the root: a finite number >= 0 (default 1e-5)
     */
    eps?: number | undefined;
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
import type { Tensor } from "./tensor.js";
import type { Operand } from "./staging.js";
import type { Input } from "./tensor.js";
import type { Target } from "./tensor.js";
