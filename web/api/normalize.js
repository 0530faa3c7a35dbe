/** Normalization over any dims. */
import { checkEps, forwardOperands } from "./affine.js";
import { checkDims, checkNonNegative, checkOptions } from "./arguments.js";
import { groupsOf } from "./groups.js";
import { permuted } from "./permuted.js";
import { run } from "./staging.js";
import { asTensor } from "./tensor.js";

/** @import { Affine, Out } from "./affine.js" */
/** @import { Dims } from "./statistics.js" */
/** @import { Input, Tensor } from "./tensor.js" */

/**
 * @param {readonly number[]} dims
 * @returns {number[] | null} their places, in the order in which they come in x; null: they are named in that order
 */
function orderOfX(dims) {
  if (dims.every((d, i) => i === 0 || dims[i - 1] < d)) return null;
  return dims.map((_, i) => i).sort((i, j) => dims[i] - dims[j]);
}

/**
 * @typedef {object} NormalizeOptions
 * @property {Dims} [dim] the dim or dims that share one mean and one variance (default -1)
 * @property {number} [correction] the variance's divisor is n - correction: any finite number >= 0 (default 0)
 */

const OPTIONS = ["dim", "correction", "eps", "weight", "bias", "out"];

/**
 * Normalises over any dims: `(x - mean) / sqrt(variance + eps) * weight + bias`. `{ correction: 1, eps: 0 }` is the
 * step-by-step example in section 4.2 of Raschka, "Build a Large Language Model (From Scratch)"; LayerNorm over the
 * channels of [N, C, H, W] is `{ dim: 1 }`.
 *
 * @param {Input} x of any shape
 * @param {Affine & Out & NormalizeOptions} [options] dim (default -1); correction (default 0); eps (default 1e-5);
 *   weight, bias: with the sizes of the dims, in the order in which dim names them (default: none, as if 1 and 0)
 * @returns {Tensor} of x's shape
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if dim names no dim of x, or one twice, or is []; if a shape does not fit; if eps or correction
 *   is not a finite number >= 0
 * @example
 * normalize([[1, 2, 3], [4, 5, 9]], { correction: 1, eps: 0 });
 * // => tensor([[-1.0000, 0.0000, 1.0000], [-0.7559, -0.3780, 1.1339]])
 * normalize([[1, 2, 3], [4, 5, 9]], { dim: 0, weight: [1, 2] });
 * // => tensor([[-1.0000, -1.0000, -1.0000], [2.0000, 2.0000, 2.0000]])
 */
export function normalize(x, options) {
  const o = checkOptions(options, OPTIONS),
    { dim = -1, correction = 0 } = o,
    eps = checkEps(o.eps);
  const source = asTensor(x, "x"),
    { _sizes: shape } = source,
    dims = checkDims(dim, shape.length);
  const { outer, n, inner, order } = groupsOf(shape, dims),
    sizes = dims.map((d) => shape[d]);
  checkNonNegative(correction, "correction");
  const { p, w, b, y } = forwardOperands(source, order ? source.size : n * inner, sizes, o, o.out);
  const byDim = orderOfX(dims),
    operands = [p, w, b, y];
  const rows = permuted(shape, order),
    weights = permuted(sizes, byDim),
    biases = permuted(sizes, byDim);
  if (order || byDim) operands.push(rows.room, weights.room, biases.room);
  run(order ? Math.min(outer, 1) : outer, operands, (wasm, count) => {
    wasm.ln_layer_norm(
      rows.target(y),
      0,
      0,
      rows.read(p),
      weights.read(w),
      biases.read(b),
      order ? outer : count,
      n,
      inner,
      correction,
      eps,
    );
    rows.write(y);
  });
  return y.tensor;
}
