/**
 * The float64 references: every op by its definition, one element at a time, and beside each value how far from it
 * float32 kernels may be: the promise of c/norm.h.
 */
import { ulp } from "../fixtures/floats.js";
import {
  GRADIENT_ERROR,
  INVERSE_ERROR,
  MEAN_ERROR,
  OUTPUT_ERROR,
  PRODUCT_ERROR,
  ROOT_ERROR,
  VARIANCE_ERROR,
} from "../promises.js";

/**
 * What an op should give: the values in float64, and how far off each may be.
 * @typedef {{ values: Float64Array, bound: Float64Array }} Expected
 */

/** @typedef {Float32Array | Float64Array} Values */

/**
 * Which elements share a mean, and which share a weight.
 * @typedef {object} Layout
 * @property {number[][]} groups where the elements of each group stand, in order
 * @property {Uint32Array} parameter for each element, which weight and bias are its own
 * @property {number} parameters how many there are
 * @property {Uint32Array} [shift] which bias, where that is another than which weight
 * @property {number} [shifts] how many there are
 */

/** Half the distance between two subnormal float32: what rounding to float32 costs at least. */
const TINY = 2 ** -150;

const FLOAT_MIN = 2 ** -126;

/* Layouts ---------------------------------------------------------------------------------------------------------- */

/** @param {readonly number[]} shape */
export const sizeOf = (shape) => shape.reduce((a, b) => a * b, 1);

/**
 * Strides of a row-major tensor that has only these dims of shape, in this order; the others have stride 0.
 * @param {readonly number[]} shape
 * @param {readonly number[]} dims
 */
function stridesOf(shape, dims) {
  const strides = shape.map(() => 0);
  let stride = 1;
  for (const d of dims.toReversed()) {
    strides[d] = stride;
    stride *= shape[d];
  }
  return strides;
}

/**
 * For every element the sum of its indices times the strides.
 * @param {readonly number[]} shape
 * @param {readonly number[]} strides
 */
function project(shape, strides) {
  return Uint32Array.from({ length: sizeOf(shape) }, (_, flat) => {
    let sum = 0;
    for (let d = shape.length - 1; d >= 0; d--) {
      sum += (flat % shape[d]) * strides[d];
      flat = Math.floor(flat / shape[d]);
    }
    return sum;
  });
}

/** @type {Map<string, Layout>} */
const layouts = new Map();

/**
 * @param {readonly number[]} shape
 * @param {readonly number[]} dims of a group, from the front
 * @param {readonly number[]} [parameterDims] of weight and bias, in their order
 * @returns {Layout}
 */
export function layout(shape, dims, parameterDims = dims) {
  const key = JSON.stringify([shape, dims, parameterDims]);
  const known = layouts.get(key);
  if (known) return known;
  const kept = shape.map((_, d) => d).filter((d) => !dims.includes(d));
  /** @type {number[][]} */
  const groups = Array.from({ length: sizeOf(kept.map((d) => shape[d])) }, () => []);
  project(shape, stridesOf(shape, kept)).forEach((group, i) => groups[group].push(i));
  const parameter = project(shape, stridesOf(shape, parameterDims));
  const made = { groups, parameter, parameters: sizeOf(parameterDims.map((d) => shape[d])) };
  layouts.set(key, made);
  return made;
}

/* Statistics ------------------------------------------------------------------------------------------------------- */

/** @param {number} size @returns {Expected} */
const expectedOf = (size) => ({ values: new Float64Array(size), bound: new Float64Array(size) });

/** The magnitude of what has one; NaN and infinity are compared as such. @param {number} value */
const magnitude = (value) => (Number.isFinite(value) ? Math.abs(value) : 0);

/**
 * A mean is within one ulp plus MEAN_ERROR standard deviations.
 * @param {number} mean
 * @param {number} deviation
 */
const meanBound = (mean, deviation) => ulp(magnitude(mean)) + MEAN_ERROR * magnitude(deviation);

/**
 * Whatever comes from a variance by a root: ROOT_ERROR, and the rounding.
 * @param {number} value
 */
const rootBound = (value) => ROOT_ERROR * magnitude(value) + ulp(magnitude(value));

/**
 * @param {Values} x
 * @param {readonly number[]} at where the group stands in x
 * @param {number} [correction]
 * @param {boolean} [centred] about the mean; otherwise about 0
 */
function momentsOf(x, at, correction = 0, centred = true) {
  let mean = 0,
    m2 = 0;
  if (centred) {
    for (const i of at) mean += x[i];
    mean /= at.length;
  }
  if (centred && Number.isFinite(mean)) {
    let residual = 0;
    for (const i of at) residual += x[i] - mean;
    mean += residual / at.length;
  }
  for (const i of at) m2 += (x[i] - mean) ** 2;
  return { mean, m2, variance: m2 / Math.max(0, at.length - correction), deviation: Math.sqrt(m2 / at.length) };
}

/**
 * Mean, variance and standard deviation of every group.
 * @param {Layout} layout
 * @param {Values} x
 * @param {number} [correction]
 */
export function moments({ groups }, x, correction = 1) {
  const [mean, variance, std] = [0, 1, 2].map(() => expectedOf(groups.length));
  groups.forEach((at, g) => {
    const m = momentsOf(x, at, correction),
      root = Math.sqrt(m.variance);
    mean.values[g] = m.mean;
    mean.bound[g] = meanBound(m.mean, m.deviation);
    variance.values[g] = m.variance;
    variance.bound[g] = VARIANCE_ERROR * magnitude(m.variance) + TINY;
    std.values[g] = root;
    std.bound[g] = rootBound(root);
  });
  return { mean, variance, std };
}

/**
 * Every group: where its elements stand, in order, and their moments.
 * @param {Values} x
 * @param {readonly number[]} shape
 * @param {readonly number[]} dims from the front
 */
export const groups = (x, shape, dims) =>
  layout(shape, dims).groups.map((at) => {
    const { mean, m2 } = momentsOf(x, at);
    return { at, mean, m2, variance: (/** @type {number} */ correction) => m2 / Math.max(0, at.length - correction) };
  });

/* Normalization ---------------------------------------------------------------------------------------------------- */

/**
 * @typedef {object} NormOptions
 * @property {number} [eps]
 * @property {number} [correction]
 * @property {boolean} [centred] false: root mean square normalization
 * @property {number} [offset] added to weight in float32
 */

/**
 * What x-hat is multiplied by. Float64 weights, as central differences need them, are not rounded.
 * @param {Values | undefined} weight
 * @param {number} offset
 * @param {number} p
 */
const scaleOf = (weight, offset, p) =>
  !weight ? 1 : weight instanceof Float32Array ? Math.fround(weight[p] + offset) : weight[p] + offset;

/**
 * y = (x - mean) / sqrt(variance + eps) * weight + bias, or x / sqrt(mean(x^2) + eps) * (weight + offset).
 * @param {Layout} layout
 * @param {{ x: Values, weight?: Values, bias?: Values }} inputs
 * @param {NormOptions} [options]
 */
export function normalize({ groups, parameter, shift: biases = parameter }, { x, weight, bias }, options = {}) {
  const { eps = 1e-5, correction = 0, centred = true, offset = 0 } = options;
  const y = expectedOf(x.length),
    mean = expectedOf(groups.length),
    rstd = expectedOf(groups.length);
  groups.forEach((at, g) => {
    const m = momentsOf(x, at, correction, centred),
      r = 1 / Math.sqrt(m.variance + eps);
    mean.values[g] = m.mean;
    mean.bound[g] = meanBound(m.mean, m.deviation);
    rstd.values[g] = r;
    rstd.bound[g] = rootBound(r);
    let largest = 1;
    for (const i of at) {
      const scaled = (x[i] - m.mean) * r * scaleOf(weight, offset, parameter[i]),
        shift = bias ? bias[biases[i]] : 0;
      y.values[i] = scaled + shift;
      largest = Math.max(largest, magnitude(scaled), magnitude(shift));
    }
    for (const i of at) y.bound[i] = OUTPUT_ERROR * largest;
  });
  return { y, mean, rstd };
}

/**
 * x / max(sqrt(sum(x^2)), eps). Every element is within OUTPUT_ERROR of itself.
 * @param {Layout} layout
 * @param {Values} x
 * @param {number} eps
 */
export function l2Normalize({ groups }, x, eps) {
  const y = expectedOf(x.length);
  for (const at of groups) {
    const divisor = Math.max(normOf(x, at), eps);
    for (const i of at) {
      y.values[i] = x[i] / divisor;
      y.bound[i] = OUTPUT_ERROR * magnitude(y.values[i]) + 2 * TINY;
    }
  }
  return { y };
}

/** @param {Values} x @param {readonly number[]} at */
const normOf = (x, at) => Math.sqrt(at.reduce((sum, i) => sum + x[i] ** 2, 0));

/**
 * (dy - y * sum(dy * y)) / norm; where the norm is below eps, dy / eps.
 * @param {Layout} layout
 * @param {Values} dy
 * @param {Values} x
 * @param {number} eps
 */
export function l2Gradient({ groups }, dy, x, eps) {
  const dx = expectedOf(x.length);
  for (const at of groups) {
    const norm = normOf(x, at),
      divisor = Math.max(norm, eps);
    const sum = norm < eps ? 0 : at.reduce((total, i) => total + (dy[i] * x[i]) / divisor, 0);
    for (const i of at) dx.values[i] = (dy[i] - (x[i] / divisor) * sum) / divisor;
    boundGradients(dx, at, largestOf(at.map((i) => dy[i])) / divisor);
  }
  return { dx };
}

/**
 * normalize over dims, with weight and bias in their order.
 * @param {Values} x
 * @param {readonly number[]} shape
 * @param {readonly number[]} dims from the front
 * @param {NormOptions & { weight?: Values, bias?: Values }} [options]
 */
export const normalized = (x, shape, dims, { weight, bias, ...options } = {}) =>
  normalize(layout(shape, dims), { x, weight, bias }, options).y;

/**
 * With g = dy * weight: dx = rstd * (g - mean(g) - x-hat * mean(g * x-hat)), where mean(g) is left out unless centred,
 * and the other mean is of as many elements as the variance.
 * @param {Layout} where
 * @param {{ dy: Values, x: Values, weight?: Values }} inputs
 * @param {NormOptions & { rstd?: number }} [options] rstd: in place of x's own
 */
export function normalizeGradients(where, { dy, x, weight }, options = {}) {
  const { groups, parameter, parameters, shift = parameter, shifts = parameters } = where;
  const { eps = 1e-5, correction = 0, centred = true, offset = 0, rstd: given } = options;
  const dx = expectedOf(x.length),
    dweight = expectedOf(parameters),
    dbias = expectedOf(shifts);
  for (const at of groups) {
    const { mean, variance } = momentsOf(x, at, correction, centred),
      rstd = given ?? 1 / Math.sqrt(variance + eps);
    const xHat = at.map((i) => (x[i] - mean) * rstd);
    const g = at.map((i) => dy[i] * scaleOf(weight, offset, parameter[i]));
    const gMean = centred ? g.reduce((sum, v) => sum + v, 0) / at.length : 0;
    const projection = g.reduce((sum, v, j) => sum + v * xHat[j], 0) / Math.max(0, at.length - correction);
    at.forEach((i, j) => {
      dx.values[i] = rstd * (g[j] - gMean - xHat[j] * projection);
      addGradient(dweight, parameter[i], dy[i] * xHat[j]);
      addGradient(dbias, shift[i], dy[i]);
    });
    boundGradients(dx, at, rstd * largestOf(g));
  }
  boundParameterGradients(dweight, dbias);
  return { dx, dweight, dbias };
}

/** @param {number[]} values */
const largestOf = (values) => values.reduce((largest, v) => Math.max(largest, Math.abs(v)), 0);

/**
 * Gradients are promised to GRADIENT_ERROR of a magnitude. Where that is below the normal float32 numbers, no more is
 * asked than that they are about as small.
 * @param {number} largest
 */
const gradientBound = (largest) => (largest < FLOAT_MIN ? FLOAT_MIN : GRADIENT_ERROR * largest);

/**
 * One more term of a parameter's gradient, whose bound, for the time being, is the sum of their magnitudes.
 * @param {Expected} gradient
 * @param {number} p
 * @param {number} term
 */
function addGradient(gradient, p, term) {
  gradient.values[p] += term;
  gradient.bound[p] += magnitude(term);
}

/**
 * The magnitude that counts is the sum of the terms' own; for dweight, whose terms vanish where x is the mean, the
 * largest such sum.
 * @param {Expected} dweight
 * @param {Expected} dbias
 */
function boundParameterGradients(dweight, dbias) {
  dweight.bound.fill(gradientBound(dweight.bound.reduce((most, sum) => Math.max(most, sum), 0)));
  dbias.bound.forEach((sum, p) => (dbias.bound[p] = gradientBound(sum)));
}

/**
 * The magnitude that counts for dx is the largest |dy * weight| * rstd of its group, or |dx| where that is larger.
 * @param {Expected} dx
 * @param {readonly number[]} at where the group stands
 * @param {number} scale
 */
function boundGradients(dx, at, scale) {
  const bound = gradientBound(Math.max(scale, largestOf(at.map((i) => dx.values[i]))));
  for (const i of at) dx.bound[i] = bound;
}

/* Batch normalization ---------------------------------------------------------------------------------------------- */

/** @typedef {{ runningMean: Values, runningVar: Values }} Running */

/**
 * With statistics that are given. Every element is a group of its own.
 * @param {Layout} layout
 * @param {Running & { x: Values, weight?: Values, bias?: Values }} inputs
 * @param {number} eps
 */
export function affine({ parameter }, { x, runningMean, runningVar, weight, bias }, eps) {
  const y = expectedOf(x.length);
  parameter.forEach((p, i) => {
    const scaled = ((x[i] - runningMean[p]) / Math.sqrt(runningVar[p] + eps)) * (weight ? weight[p] : 1);
    const shift = bias ? bias[p] : 0;
    y.values[i] = scaled + shift;
    y.bound[i] = OUTPUT_ERROR * Math.max(1, magnitude(scaled), magnitude(shift));
  });
  return { y };
}

/**
 * The gradients of affine, to which the statistics are constants.
 * @param {Layout} layout
 * @param {Running & { dy: Values, x: Values, weight?: Values }} inputs
 * @param {number} eps
 */
export function affineGradients({ parameter, parameters }, { dy, x, runningMean, runningVar, weight }, eps) {
  const dx = expectedOf(x.length),
    dweight = expectedOf(parameters),
    dbias = expectedOf(parameters);
  parameter.forEach((p, i) => {
    const rstd = 1 / Math.sqrt(runningVar[p] + eps);
    dx.values[i] = dy[i] * (weight ? weight[p] : 1) * rstd;
    boundGradients(dx, [i], 0);
    addGradient(dweight, p, dy[i] * (x[i] - runningMean[p]) * rstd);
    addGradient(dbias, p, dy[i]);
  });
  boundParameterGradients(dweight, dbias);
  return { dx, dweight, dbias };
}

/**
 * (1 - momentum) * running + momentum * batch, a float32: as wrong as the batch's statistic may be, and rounded.
 * @param {Values} running
 * @param {Expected} batch
 * @param {number} [momentum]
 * @returns {Expected}
 */
export function updated(running, batch, momentum = 0.1) {
  const values = Float64Array.from(running, (v, i) => (1 - momentum) * v + momentum * Math.fround(batch.values[i]));
  return { values, bound: values.map((v, i) => momentum * batch.bound[i] + ulp(v)) };
}

/* Columns of data -------------------------------------------------------------------------------------------------- */

/** @typedef {{ mean: Values, scale: Values }} Columns */

/**
 * (x - mean) / scale of each column.
 * @param {Values} x
 * @param {Columns} columns
 */
export function scaled(x, { mean, scale }) {
  const y = expectedOf(x.length);
  x.forEach((v, i) => {
    y.values[i] = (v - mean[i % mean.length]) / scale[i % mean.length];
    y.bound[i] = OUTPUT_ERROR * Math.max(1, magnitude(y.values[i]));
  });
  return { y };
}

/**
 * x * scale + mean of each column.
 * @param {Values} x
 * @param {Columns} columns
 */
export function unscaled(x, { mean, scale }) {
  const y = expectedOf(x.length);
  x.forEach((v, i) => {
    y.values[i] = v * scale[i % mean.length] + mean[i % mean.length];
    y.bound[i] = ulp(magnitude(y.values[i])) / 2 + INVERSE_ERROR * scale[i % mean.length];
  });
  return { y };
}

/* Linear and ReLU -------------------------------------------------------------------------------------------------- */

/**
 * The product of [rows, terms] and [columns, terms] transposed, plus bias.
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b
 * @param {number} terms
 * @param {ArrayLike<number>} [bias]
 * @returns {Expected}
 */
export function product(a, b, terms, bias) {
  const rows = a.length / terms,
    columns = b.length / terms,
    result = expectedOf(rows * columns);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      let sum = bias ? bias[c] : 0,
        sumOfMagnitudes = magnitude(sum);
      for (let i = 0; i < terms; i++) {
        const term = a[r * terms + i] * b[c * terms + i];
        sum += term;
        sumOfMagnitudes += magnitude(term);
      }
      result.values[r * columns + c] = sum;
      result.bound[r * columns + c] = PRODUCT_ERROR * sumOfMagnitudes + TINY;
    }
  }
  return result;
}

/**
 * As many such products as `batch` says, of parts of a and b that follow each other.
 * @param {Values} a
 * @param {Values} b
 * @param {number} terms
 * @param {number} batch
 * @returns {Expected}
 */
export function products(a, b, terms, batch) {
  const [left, right] = [a, b].map((values) => partsOf(values, batch)),
    all = left.map((part, i) => product(part, right[i], terms));
  return { values: inOne(all.map(({ values }) => values)), bound: inOne(all.map(({ bound }) => bound)) };
}

/** One after the other. @param {readonly Values[]} parts */
function inOne(parts) {
  const all = new Float64Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** @param {Values} values @param {number} batch */
const partsOf = (values, batch) =>
  Array.from({ length: batch }, (_, i) =>
    values.subarray((i * values.length) / batch, ((i + 1) * values.length) / batch),
  );

/**
 * As many matrices, each transposed.
 * @param {Values} a [batch, rows, columns]
 * @param {number} columns
 * @param {number} batch
 * @returns {Float64Array} [batch, columns, rows]
 */
export const allTransposed = (a, columns, batch) => inOne(partsOf(a, batch).map((part) => transposed(part, columns)));

/**
 * @param {ArrayLike<number>} a [rows, columns]
 * @param {number} columns
 * @returns {Float64Array} [columns, rows]
 */
export function transposed(a, columns) {
  const rows = a.length / columns,
    result = new Float64Array(a.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) result[column * rows + row] = a[row * columns + column];
  }
  return result;
}

/**
 * What float32 holds to the bit.
 * @param {ArrayLike<number>} values
 * @returns {Expected}
 */
export const exact = (values) => ({ values: Float64Array.from(values), bound: new Float64Array(values.length) });

/* Comparison ------------------------------------------------------------------------------------------------------- */

/**
 * The first value that misses its reference, as text; "" if all is well. A reference that float32 cannot hold must come
 * as what it rounds to, an infinity or NaN, whatever the bound.
 * @param {ArrayLike<number>} got
 * @param {Expected} expected
 */
export function firstMiss(got, { values, bound }) {
  if (got.length !== values.length) return `${got.length} values, expected ${values.length}`;
  for (let i = 0; i < values.length; i++) {
    const rounded = Math.fround(values[i]);
    if (Number.isFinite(rounded) ? Math.abs(got[i] - values[i]) <= bound[i] : Object.is(got[i], rounded)) continue;
    return `[${i}] ${got[i]}, expected ${values[i]}: off by ${Math.abs(got[i] - values[i])}, allowed ${bound[i]}`;
  }
  return "";
}

/**
 * The first value that has other bits, as text; "" if there is none. NaN is NaN.
 * @param {ArrayLike<number>} got
 * @param {ArrayLike<number>} expected
 */
export function firstDifference(got, expected) {
  if (got.length !== expected.length) return `${got.length} values, expected ${expected.length}`;
  for (let i = 0; i < expected.length; i++) {
    if (!Object.is(got[i], expected[i])) return `[${i}] ${got[i]}, expected ${expected[i]}`;
  }
  return "";
}

/* Data ------------------------------------------------------------------------------------------------------------- */

/** Numbers in [0, 1) that are the same in every run: mulberry32. */
export function uniforms(seed = 1) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Numbers from N(0, 1) that are the same in every run: Box-Muller. */
export function source(seed = 1) {
  const uniform = uniforms(seed);
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** Draws from N(0, 1), made once: a prime number of them, so that no two pieces of a long tensor are alike. */
const POOL = 99991;
/** @type {Float32Array | undefined} */
let pool;

/**
 * @param {number} length
 * @param {number} [seed]
 * @returns {Float32Array} draws from N(0, 1)
 */
export function normals(length, seed = 1) {
  pool ??= Float32Array.from({ length: POOL }, source());
  const values = new Float32Array(length);
  let from = (seed * 7919) % POOL;
  for (let at = 0; at < length; from = 0) {
    const piece = pool.subarray(from, Math.min(POOL, from + length - at));
    values.set(piece, at);
    at += piece.length;
  }
  return values;
}

/** @typedef {(i: number, next: number) => number} Kind element i of a group, from a draw of N(0, 1) */

/**
 * Groups, among them those that other libraries get wrong.
 * @type {Record<string, Kind>}
 */
export const kinds = {
  "N(0, 1)": (_, next) => next,
  "1e4 +- 1e-2": (_, next) => 1e4 + 1e-2 * next,
  "1e6 +- 1": (_, next) => 1e6 + next,
  "first element 1e6, the rest small": (i, next) => (i ? next : 1e6),
  /* Whatever is estimated from the first elements is far off. */
  "sixteen of 1e6, the rest 0.1": (i) => (i < 16 ? 999999 : 0.1),
  "every other 0": (i, next) => (i % 2 ? next : 0),
  /* eps drowns their variance, unless it is 0. */
  "1e-3 +- 1e-7": (_, next) => 1e-3 + 1e-7 * next,
  "5e-3 +- 4e-6": (_, next) => 5e-3 + 4e-6 * next,
  "1e18": (_, next) => 1e18 * next,
  "1e30": (_, next) => 1e30 * next,
  "1e-20": (_, next) => 1e-20 * next,
  subnormal: (_, next) => 1e-41 * next,
  "10000 + i * 1e-3": (i) => 10000 + i * 1e-3,
  "alternating signs": (i) => (i % 2 ? -1 : 1) * 1234.5,
};

/**
 * A tensor each of whose groups is of one kind.
 * @param {Layout} layout
 * @param {Kind | "mixed"} kind mixed: one after the other
 * @param {number} seed
 */
export function valuesOf({ groups, parameter }, kind, seed) {
  const values = normals(parameter.length, seed),
    all = Object.values(kinds);
  groups.forEach((at, g) => {
    const own = kind === "mixed" ? all[g % all.length] : kind;
    at.forEach((i, j) => (values[i] = own(j, values[i])));
  });
  return values;
}
