/**
 * The arithmetic on single elements that no op of the package gives, in float32 as PyTorch would do it.
 * Statistics never come from here: they come from the kernels.
 */

/**
 * Each value less the statistic of its group (broadcasting, spelt out).
 * @param {ArrayLike<number>} values
 * @param {ArrayLike<number>} statistic
 * @param {readonly number[]} groupOf
 */
export const subtract = (values, statistic, groupOf) =>
  Float32Array.from(groupOf, (group, index) => values[index] - statistic[group]);

/**
 * sqrt(variance + eps): what the centred values are divided by.
 * @param {ArrayLike<number>} variance
 * @param {number} eps
 */
export const spread = (variance, eps) =>
  Float32Array.from(variance, (value) => Math.sqrt(Math.fround(value + Math.fround(eps))));

/**
 * The terms of a dot product, before they are added up.
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b
 */
export const products = (a, b) => Float32Array.from(a, (value, index) => value * b[index]);
