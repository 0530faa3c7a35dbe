/** Normalization over any dims. */
import { checkDims, checkNonNegative, checkOptions } from "./arguments.js";
import { groupsOf } from "./groups.js";
import { Permuted } from "./permuted.js";
import { input, output, overwritable, run } from "./staging.js";
import { asOptionalTensor, asTensor } from "./tensor.js";
import { permute } from "./wasm.js";

/** @import { Out } from "./layer-norm.js" */
/** @import { Dims } from "./statistics.js" */
/** @import { Input, Tensor } from "./tensor.js" */

/**
 * Whether the dims are named in the order in which they come in x.
 * @param {readonly number[]} dims
 */
const isAscending = (dims) => dims.every((d, i) => i === 0 || dims[i - 1] < d);

/**
 * A weight or bias whose dims stand in the order that dim names them, with its dims in the order of x's.
 * @param {Tensor | null} parameter
 * @param {readonly number[]} dims
 * @returns {Tensor | null}
 */
function inOrderOfX(parameter, dims) {
  if (!parameter) return null;
  const order = dims.map((_, i) => i).sort((i, j) => dims[i] - dims[j]);
  const p = input(parameter), result = output(undefined, order.map((i) => parameter._sizes[i]), parameter.size);
  run(1, [p, result], () => permute(result.pointer, p.pointer, parameter._sizes, order));
  return result.tensor;
}

const OPTIONS = ["dim", "correction", "eps", "weight", "bias", "out"];

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
export function normalize(x, options) {
  const o = checkOptions(options, OPTIONS), { dim = -1, correction = 0, eps = 1e-5 } = o;
  const source = asTensor(x, "x"), dims = checkDims(dim, source._sizes.length);
  const { outer, n, inner, order } = groupsOf(source._sizes, dims), sizes = dims.map((d) => source._sizes[d]);
  checkNonNegative(correction, "correction");
  checkNonNegative(eps, "eps");
  const weight = asOptionalTensor(o.weight, "weight", sizes), bias = asOptionalTensor(o.bias, "bias", sizes);
  const ascending = isAscending(dims);
  const w = input(ascending ? weight : inOrderOfX(weight, dims)), b = input(ascending ? bias : inOrderOfX(bias, dims));
  const step = order ? source.size : n * inner;
  const p = overwritable(source, step), y = output(o.out, source._sizes, step, p);
  const operands = [p, w, b, y];
  if (!ascending) operands.push(input(weight), input(bias)); /* out may not be a part of them either */
  if (order) {
    const rows = new Permuted(source._sizes, order); /* the dims do not lie side by side */
    run(Math.min(outer, 1), [...operands, rows.room], (wasm) => {
      const from = rows.read(p);
      wasm.ln_layer_norm(rows.target(y), 0, 0, from, w.pointer, b.pointer, outer, n, 1, correction, eps);
      rows.write(y);
    });
  } else {
    run(outer, operands, (wasm, count) => wasm.ln_layer_norm(
      y.pointer, 0, 0, p.pointer, w.pointer, b.pointer, count, n, inner, correction, eps));
  }
  return y.tensor;
}
