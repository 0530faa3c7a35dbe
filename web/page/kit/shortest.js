/** The shortest decimal that is the same float32: 0.1 rather than 0.10000000149. @param {number} value */
export function shortest(value) {
  if (Object.is(value, -0)) return "-0";
  for (let digits = 1; digits < 9; digits++) {
    const text = String(Number(value.toPrecision(digits)));
    if (Math.fround(Number(text)) === Math.fround(value)) return text;
  }
  return String(Number(value.toPrecision(9)));
}
