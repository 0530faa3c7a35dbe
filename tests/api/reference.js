/**
 * The float64 reference: mean, variance and normalization by their definitions, over any dims of any tensor, one element
 * at a time.
 */

/**
 * @param {readonly number[]} shape
 * @param {number} flat a row-major index
 * @returns {number[]}
 */
export function indexOf(shape, flat) {
  const index = shape.map(() => 0);
  for (let d = shape.length - 1; d >= 0; d--) {
    index[d] = flat % shape[d];
    flat = Math.floor(flat / shape[d]);
  }
  return index;
}

/**
 * @param {readonly number[]} shape
 * @param {readonly number[]} index
 * @returns {number}
 */
export const flatOf = (shape, index) => shape.reduce((flat, size, d) => flat * size + index[d], 0);

/**
 * Every group: where its elements stand, in order, and their moments.
 * @param {ArrayLike<number>} x
 * @param {readonly number[]} shape
 * @param {readonly number[]} dims from the front
 */
export function groups(x, shape, dims) {
  const kept = shape.map((size, d) => (dims.includes(d) ? 1 : size));
  /** @type {number[][]} */
  const members = Array.from({ length: kept.reduce((a, b) => a * b, 1) }, () => []);
  for (let flat = 0; flat < x.length; flat++) {
    const index = indexOf(shape, flat).map((i, d) => (dims.includes(d) ? 0 : i));
    members[flatOf(kept, index)].push(flat);
  }
  return members.map((at) => {
    const mean = at.reduce((sum, i) => sum + x[i], 0) / at.length;
    const m2 = at.reduce((sum, i) => sum + (x[i] - mean) ** 2, 0);
    return { at, mean, m2, variance: (/** @type {number} */ correction) => m2 / Math.max(0, at.length - correction) };
  });
}

/**
 * @param {ArrayLike<number>} x
 * @param {readonly number[]} shape
 * @param {readonly number[]} dims from the front; weight and bias have their sizes, in this order
 * @param {{ correction?: number, eps?: number, weight?: ArrayLike<number>, bias?: ArrayLike<number> }} [options]
 * @returns {{ y: Float64Array, bound: Float64Array }} and for each element how far off float32 may be: the promise
 */
export function normalized(x, shape, dims, { correction = 0, eps = 1e-5, weight, bias } = {}) {
  const y = new Float64Array(x.length), bound = new Float64Array(x.length);
  const sizes = dims.map((d) => shape[d]);
  for (const group of groups(x, shape, dims)) {
    const rstd = 1 / Math.sqrt(group.variance(correction) + eps);
    let largest = 1;
    for (const i of group.at) {
      const index = indexOf(shape, i), parameter = flatOf(sizes, dims.map((d) => index[d]));
      const scaled = (x[i] - group.mean) * rstd * (weight ? weight[parameter] : 1);
      const shift = bias ? bias[parameter] : 0;
      y[i] = scaled + shift;
      largest = Math.max(largest, Math.abs(scaled), Math.abs(shift));
    }
    for (const i of group.at) bound[i] = 2e-6 * largest;
  }
  return { y, bound };
}

/** Numbers that are the same in every run: mulberry32, then Box-Muller. */
export function source(seed = 1) {
  let state = seed;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}

/**
 * @param {number} length
 * @param {number} [seed]
 * @returns {Float32Array} draws from N(0, 1)
 */
export function normals(length, seed) {
  const next = source(seed);
  return Float32Array.from({ length }, next);
}
