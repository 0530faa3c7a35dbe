/**
 * One step up or down: a tenth, or more where the values are large.
 * @param {number} value
 * @param {number} direction
 * @param {ArrayLike<number>} values
 */
export function nudged(value, direction, values) {
  let largest = 0;
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, Math.abs(values[i]));
  const step = Math.max(0.1, 10 ** (Math.floor(Math.log10(largest || 1)) - 1));
  return Math.fround(Number((value + direction * step).toFixed(4)));
}
