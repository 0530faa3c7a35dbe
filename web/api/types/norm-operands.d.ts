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
    y: Result;
    x: Operand;
    weight: Operand;
    bias: Operand;
};
/** @typedef {Record<"x" | "sum" | "residual" | "mean" | "rstd", Operand> & { y: Result, scale: RowParameter, shift: RowParameter }} RowOperands */
/**
 * The operands of a forward pass over rows; what a call has more takes the place of NONE.
 * @param {Operands} all
 * @param {Rows} rows
 * @param {{ weight?: unknown, bias?: unknown }} options
 * @param {unknown} out
 * @param {string} [name] of out
 */
export function rowOperands(all: Operands, rows: Rows, { weight, bias }: {
    weight?: unknown;
    bias?: unknown;
}, out: unknown, name?: string): RowOperands;
/**
 * Runs ln_norm_rows on some rows.
 * @param {Kernels} wasm
 * @param {number} count of rows
 * @param {Rows} rows
 * @param {RowOperands} operands
 * @param {number} weightOffset
 * @param {number} eps
 * @param {number} centered 1: layer norm; 0: RMS norm
 */
export function normRows(wasm: Kernels, count: number, { n }: Rows, operands: RowOperands, weightOffset: number, eps: number, centered: number): void;
/**
 * The operands of a backward pass.
 * @param {Operands} all
 * @param {Input} gradient dy
 * @param {Tensor} source x
 * @param {number} step how many elements of x belong to one outer index
 * @param {readonly number[]} shape of weight and bias
 * @param {{ weight?: unknown, out?: unknown }} options
 * @param {readonly (typeof GRADIENTS[number])[]} [names]
 */
export function backwardOperands(all: Operands, gradient: Input, source: Tensor, step: number, shape: readonly number[], options: {
    weight?: unknown;
    out?: unknown;
}, names?: readonly ((typeof GRADIENTS)[number])[]): {
    dx: Result;
    dweight: Operand;
    dbias: Operand;
    dy: Operand;
    x: Operand;
    weight: Operand;
};
/**
 * The gradients of rows, by ln_norm_rows_backward.
 * @param {Operands} all those of saved statistics
 * @param {Input} gradient dy
 * @param {Rows} rows
 * @param {{ weight?: unknown, bias?: unknown, out?: unknown }} options
 * @param {{ mean: Operand, rstd: Operand }} saved
 * @param {number} weightOffset
 * @param {number} eps
 * @param {number} centered 1: layer norm; 0: RMS norm
 */
export function rowGradients(all: Operands, gradient: Input, rows: Rows, options: {
    weight?: unknown;
    bias?: unknown;
    out?: unknown;
}, { mean, rstd }: {
    mean: Operand;
    rstd: Operand;
}, weightOffset: number, eps: number, centered: number): Gradients;
/**
 * Adds to the operands of a forward pass those that it has more if it first adds a residual.
 * @param {RowOperands} operands
 * @param {Operands} all
 * @param {Input} value the residual
 * @param {Rows} rows
 * @param {unknown} out of the sum
 */
export function addResidual(operands: RowOperands, all: Operands, value: Input, { source, n }: Rows, out: unknown): {
    sum: Result;
};
export function parameter(all: Operands, value: unknown, name: string, shape: readonly number[], step?: number): Operand;
export function backwardScratch(all: Operands, n: number): Operand;
export const GRADIENTS: readonly ["dx", "dweight", "dbias"];
export const WEIGHT_GRADIENTS: readonly ["dx", "dweight"];
export const DX: readonly ["dx"];
export function gradientsOf({ dx, dweight, dbias }: Record<"dx" | "dweight" | "dbias", Operand>): Gradients;
export function statistic(all: Operands, rows: Rows): Result;
export function savedStatistic(all: Operands, value: unknown, name: string, rows: Rows): Operand;
/** What `out` of a forward pass that first adds a residual holds. */
export const ADD_OUTS: readonly ["y", "sum"];
export type RowOperands = Record<"x" | "sum" | "residual" | "mean" | "rstd", Operand> & {
    y: Result;
    scale: RowParameter;
    shift: RowParameter;
};
export type Affine = {
    /**
     * what x-hat is multiplied by: of the normalised shape, or of one element a channel;
     * of rows, it may have more dims before the normalised ones (default: none, as if it were 1)
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
import type { Tensor } from "./tensor.js";
import type { Result } from "./operands.js";
import type { Operand } from "./operands.js";
import type { Rows } from "./normalized-shape.js";
import type { Kernels } from "./kernels.js";
import type { Input } from "./tensor.js";
import type { RowParameter } from "./row-parameters.js";
import type { Target } from "./tensor.js";
