/** Lists of integers: indices of rows, and classes. */
import { wrongType, wrongValue } from "../checks/arguments.js";
import { asTensor } from "../tensor/as-tensor.js";
import { isTensorLike } from "../tensor/elements.js";

/**
 * @param {unknown} given
 * @param {string} name
 * @returns {ArrayLike<unknown>} the list itself, or the elements of a tensor of one dim: a Sequential gives one to its
 *   first layer
 */
function listOf(given, name) {
  const { length } = Object(given);
  if (typeof given === "object" && Number.isInteger(length)) return /** @type {ArrayLike<unknown>} */ (given);
  if (!isTensorLike(given)) throw wrongType(name, "a list of integers", given);
  const { _sizes: sizes, data } = asTensor(given, name);
  if (sizes.length !== 1) throw wrongValue(name, "one dim", sizes);
  return data;
}

/**
 * @param {unknown} given a list of numbers, or a tensor of one dim
 * @param {string} name
 * @param {(integer: number) => boolean} fits whether it may be one of the list
 * @param {string} expected which integers fit, in words
 * @returns {Float64Array} a copy
 * @throws {TypeError} if it is no list, or an element no number
 * @throws {RangeError} if an element is no integer, or does not fit
 */
export function checkIntegers(given, name, fits, expected) {
  const list = listOf(given, name),
    result = new Float64Array(list.length);
  for (let i = 0; i < result.length; i++) {
    /* holes too */
    const element = list[i];
    if (typeof element !== "number") throw wrongType(`${name}[${i}]`, "an integer", element);
    if (!(Number.isInteger(element) && fits(element))) throw wrongValue(`${name}[${i}]`, expected, element);
    result[i] = element;
  }
  return result;
}
