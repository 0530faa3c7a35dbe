/** GELU, as GPT-2 has it, and its slope, in double. */

const ROOT = Math.sqrt(2 / Math.PI);

/**
 * GELU in its approximation by tanh, as GPT-2 has it, in place: (1 + tanh(u)) / 2 is 1 / (1 + exp(-2u)).
 * @param {Float32Array} values
 */
export function gelu(values) {
  for (let i = 0; i < values.length; i++) {
    const x = values[i];
    values[i] = x / (1 + Math.exp(-2 * ROOT * (x + 0.044715 * x * x * x)));
  }
  return values;
}

/** The slope of GELU. @param {number} x */
export function geluSlope(x) {
  const share = 1 / (1 + Math.exp(-2 * ROOT * (x + 0.044715 * x * x * x)));
  return share + x * share * (1 - share) * 2 * ROOT * (1 + 3 * 0.044715 * x * x);
}
