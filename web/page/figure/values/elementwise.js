/**
 * The arithmetic on single elements that no op of the package gives, in float32 as PyTorch would do it.
 * Statistics never come from here: they come from the kernels.
 */

/**
 * A loop, not Float32Array.from: it runs for thousands of values in each frame of a drag.
 * @param {number} length
 * @param {(index: number) => number} at
 */
function float32(length, at) {
  const values = new Float32Array(length);
  for (let index = 0; index < length; index++) values[index] = at(index);
  return values;
}

/**
 * Each value less the statistic that it meets (broadcasting, spelt out).
 * @param {ArrayLike<number>} values
 * @param {ArrayLike<number>} statistic
 * @param {ArrayLike<number>} met  which statistic each value meets
 */
export const subtract = (values, statistic, met) =>
  float32(met.length, (index) => values[index] - statistic[met[index]]);

/**
 * Each value over the statistic that it meets.
 * @param {ArrayLike<number>} values
 * @param {ArrayLike<number>} statistic
 * @param {ArrayLike<number>} met
 */
export const divide = (values, statistic, met) => float32(met.length, (index) => values[index] / statistic[met[index]]);

/**
 * Each value times the weight and plus the bias of its place.
 * @param {ArrayLike<number>} values
 * @param {ArrayLike<number>} weight
 * @param {ArrayLike<number>} bias
 * @param {ArrayLike<number>} placeOf
 */
export const scaleAndShift = (values, weight, bias, placeOf) =>
  float32(placeOf.length, (index) => Math.fround(values[index] * weight[placeOf[index]]) + bias[placeOf[index]]);

/** The squares, whose mean RMSNorm takes. @param {Float32Array} values */
export const square = (values) => values.map((value) => value * value);

/**
 * The divisor of the centred values: sqrt(variance + eps), or sqrt(variance) + eps.
 * @param {ArrayLike<number>} variance
 * @param {number} eps
 * @param {"inside" | "outside"} [epsAt]  the root
 */
export function spread(variance, eps, epsAt = "inside") {
  const small = Math.fround(eps);
  return Float32Array.from(
    variance,
    epsAt === "inside"
      ? (value) => Math.sqrt(Math.fround(value + small))
      : (value) => Math.fround(Math.sqrt(value)) + small,
  );
}

/**
 * The terms of a dot product, before they are added up.
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b
 */
export const products = (a, b) => float32(a.length, (index) => a[index] * b[index]);
