/**
 * From the dims to reduce to what the kernels see: a tensor as (outer, n, inner), and the shape of the result. A group
 * is the n elements that share one mean and one variance (c/norm.h).
 */
import { wrongValue } from "../checks/arguments.js";

/**
 * @typedef {object} Reduction
 * @property {number} outer
 * @property {number} n elements in a group, at least 1
 * @property {number} inner
 * @property {number[] | null} order null: the tensor is read as it stands. Otherwise the dims to reduce do not lie side
 *   by side; with its dims in this order, the reduced ones last, its groups are rows
 * @property {number[]} kept the shape of a statistic with keepdim: the reduced dims have size 1
 * @property {number[]} reduced its shape without keepdim: the reduced dims are gone
 */

/**
 * @param {readonly number[]} shape
 * @param {readonly number[]} dims from the front, each once, in any order
 * @returns {Reduction}
 * @throws {RangeError} if a group has no element
 */
export function reductionOf(shape, dims) {
  const kept = [],
    reduced = [];
  let outer = 1,
    n = 1,
    inner = 1,
    begun = false,
    apart = false;
  for (let d = 0; d < shape.length; d++) {
    const size = shape[d];
    if (!dims.includes(d)) {
      kept.push(size);
      reduced.push(size);
      if (begun) inner *= size;
      else outer *= size;
    } else {
      kept.push(1);
      if (size !== 1) {
        /* a dim of size 1 lies beside any other */
        apart = begun && inner !== 1;
        begun = true;
      }
      n *= size;
    }
  }
  if (n === 0) throw wrongValue("x", "at least one element along the dims to reduce", shape);
  if (apart) {
    outer *= inner;
    inner = 1;
  }
  return { outer, n, inner, order: apart ? reducedLast(shape, dims) : null, kept, reduced };
}

/**
 * @param {readonly number[]} shape
 * @param {readonly number[]} dims
 * @returns {number[]} all dims, these last
 */
export function reducedLast(shape, dims) {
  const all = shape.map((_, d) => d);
  return [...all.filter((d) => !dims.includes(d)), ...all.filter((d) => dims.includes(d))];
}
