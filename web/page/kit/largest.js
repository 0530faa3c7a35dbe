/** The largest finite magnitude. @param {ArrayLike<number>} values */
export function largestOf(values) {
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i]);
    if (size > largest && size !== Infinity) largest = size;
  }
  return largest;
}
