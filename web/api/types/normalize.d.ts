/**
 * Normalises over any dims: `(x - mean) / sqrt(variance + eps)`, then scaled and shifted. `{ correction: 1, eps: 0 }`
 * is the step-by-step example of the book; LayerNorm over channels of [N, C, H, W] is `{ dim: 1 }`.
 *
 * @param {Input} x
 * @param {Out & { dim?: Dims, correction?: number, eps?: number, weight?: Input | null, bias?: Input | null }}
 *   [options] dim: the dims that share one mean and variance (default -1); correction: the variance's divisor is n -
 *   correction (default 0: biased); eps: default 1e-5; weight, bias: with the sizes of those dims, in the order in
 *   which dim names them
 * @returns {Tensor} of x's shape
 * @throws {RangeError} if dim names no dim of x, or one twice, or none; if a shape does not fit; if eps or correction
 *   is not a finite number >= 0
 * @example
 * normalize([[1, 2, 3], [4, 5, 6]], { dim: 0, correction: 1, eps: 0 });
 */
export function normalize(x: Input, options?: Out & {
    dim?: Dims;
    correction?: number;
    eps?: number;
    weight?: Input | null;
    bias?: Input | null;
}): Tensor;
import type { Input } from "./tensor.js";
import type { Out } from "./layer-norm.js";
import type { Dims } from "./statistics.js";
import type { Tensor } from "./tensor.js";
