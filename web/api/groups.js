/**
 * From dims to what the kernels see: a tensor as (outer, n, inner), whose groups are the elements that share one mean
 * and one variance (c/norm.h).
 */
import { elementCount, shapeText, wrongValue } from "./arguments.js";

/**
 * @typedef {object} Groups
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
 * @returns {Groups}
 * @throws {RangeError} if a group has no element
 */
export function groupsOf(shape, dims) {
  const isReduced = shape.map((_, d) => dims.includes(d));
  const sizes = (/** @type {boolean} */ which) => shape.filter((_, d) => isReduced[d] === which);
  const n = elementCount(sizes(true)), reduced = sizes(false);
  if (n === 0) throw wrongValue("x", "at least one element along the dims to reduce", `shape ${shapeText(shape)}`);
  const kept = shape.map((size, d) => (isReduced[d] ? 1 : size));
  const first = isReduced.indexOf(true), last = isReduced.lastIndexOf(true);
  if (first < 0) return { outer: 1, n, inner: 1, order: null, kept, reduced };
  const sideBySide = shape.every((size, d) => d < first || d > last || isReduced[d] || size === 1);
  if (sideBySide) {
    const outer = elementCount(shape.slice(0, first)), inner = elementCount(shape.slice(last + 1));
    return { outer, n, inner, order: null, kept, reduced };
  }
  const all = shape.map((_, d) => d);
  const order = [...all.filter((d) => !isReduced[d]), ...all.filter((d) => isReduced[d])];
  return { outer: elementCount(reduced), n, inner: 1, order, kept, reduced };
}

/**
 * @param {readonly number[]} order of dims
 * @returns {number[]} the order that undoes it
 */
export function inverse(order) {
  const result = order.slice();
  order.forEach((d, i) => (result[d] = i));
  return result;
}
