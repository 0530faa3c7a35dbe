/** A table of rows as a layer, with torch.nn's name. */
import { checkInteger, checkShape } from "../checks/arguments.js";
import { checkIndices, embedding } from "../block/embedding.js";
import { randn } from "../ops/random.js";
import { asTensorOfShape } from "../tensor/as-tensor.js";
import { zeros } from "../tensor/create.js";
import { represent, WeightedLayer } from "./layer.js";

/** @import { Out } from "../operands/forward.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * A row of its weight for each index, as torch.nn.Embedding: the weight is drawn from the standard normal distribution,
 * from the current seed. See {@link embedding}.
 *
 * @extends {WeightedLayer<Tensor>}
 * @example
 * manualSeed(123);
 * const layer = new Embedding(3, 2); // => Embedding(3, 2)
 * layer.forward([2, 0]); // => tensor([[-1.1969, 0.2093], [-0.1115, 0.1204]])
 */
export class Embedding extends WeightedLayer {
  /**
   * A table of rows, drawn from the current seed.
   *
   * @param {number} count how many rows: the indices are below it
   * @param {number} features how many elements a row has
   * @throws {TypeError} if an argument is not a number
   * @throws {RangeError} if an argument is not an integer >= 1, or memory does not suffice
   */
  constructor(count, features) {
    super();
    checkInteger(count, "count", 1);
    checkInteger(features, "features", 1);
    this._own("weight", randn(checkShape([count, features], "[count, features]")));
  }

  /**
   * The forward pass.
   *
   * @param {ArrayLike<number> | Input} indices of rows, each an integer from 0 to count - 1: of one dim
   * @param {Out} [options] out: written and returned (default: a new tensor)
   * @returns {Tensor} [indices, features]
   * @throws {TypeError} if indices is no list of numbers
   * @throws {RangeError} if an index is no row of the weight; if out has another shape
   */
  forward(indices, options) {
    const { weight } = this,
      rows = checkIndices(indices, weight._sizes[0]),
      y = embedding(rows, weight, options);
    return this._keep(y, null, (dy) => ({
      dx: zeros([rows.length]),
      dweight: sumsOfRows(rows, asTensorOfShape(dy, "dy", y._sizes), weight.shape),
    }));
  }

  /**
   * The backward pass of the last forward(): the rows of dy of one index are added up in double, and their sum is added
   * to this row of weight's gradient.
   *
   * @override
   * @param {Input} dy the gradient of what the last forward() gave, of its shape
   * @returns {Tensor} [indices], of zeros: indices have no gradient
   * @throws {TypeError} if dy is no tensor
   * @throws {RangeError} if dy has another shape than y
   * @throws {Error} if there was no forward(), or if the last one was after eval()
   */
  backward(dy) {
    return super.backward(dy);
  }

  /**
   * The text that torch prints.
   * @override
   * @returns {string}
   */
  toString() {
    const [count, features] = this.weight._sizes;
    return represent("Embedding", [count, features], {});
  }
}

/**
 * @param {Float64Array} rows
 * @param {Tensor} dy [rows.length, features]
 * @param {readonly number[]} shape of the table
 * @returns {Tensor} of that shape: the sum of the rows of dy of each index, 0 where no row has it
 */
function sumsOfRows(rows, { data, _sizes: [, features] }, shape) {
  /** @type {Map<number, Float64Array>} */
  const sums = new Map();
  rows.forEach((row, i) => {
    const sum = sums.get(row) ?? new Float64Array(features),
      at = i * features;
    sums.set(row, sum);
    for (let k = 0; k < features; k++) sum[k] += data[at + k];
  });
  const gradient = zeros(shape);
  for (const [row, sum] of sums) gradient.data.set(sum, row * features);
  return gradient;
}
