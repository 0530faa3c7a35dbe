/**
 * Every op of the API, once: what it takes and gives, how it is called, which kernels it runs, and what it should give.
 * The tests of numbers and the benchmarks are driven by this table.
 */
import * as ln from "../web/api/index.js";
import * as beside from "./api/block-reference.js";
import {
  affine,
  affineGradients,
  allTransposed,
  exact,
  l2Gradient,
  l2Normalize,
  layout,
  moments,
  normalize,
  normalizeGradients,
  normals,
  product,
  products,
  scaled,
  sizeOf,
  transposed,
  unscaled,
  updated,
  valuesOf,
} from "./api/reference.js";

/** @import { Tensor } from "../web/api/index.js" */
/** @import { Activation } from "./api/block-reference.js" */
/** @import { Expected, Kind, Layout, Values } from "./api/reference.js" */

/** @typedef {Record<string, Tensor>} Tensors */
/** @typedef {Record<string, number[]>} Shapes */
/** @typedef {Record<string, Values>} Data */

/**
 * @typedef {object} Op
 * @property {string} name
 * @property {string[]} kernels the functions of c/norm.h that it calls
 * @property {(shape: number[]) => Shapes} inputs their shapes, from the shape of x
 * @property {string[]} [optional] the inputs that may be left out
 * @property {string[]} [updated] the inputs that the call changes and gives back
 * @property {(shape: number[]) => Shapes} outputs what `out` holds
 * @property {(inputs: Tensors, out?: Tensors, eps?: number) => Tensors} call gives the outputs, and perhaps more
 * @property {boolean} [takesEps]
 * @property {Record<string, string[]>} inPlace the inputs that each output may overwrite
 * @property {(shape: number[]) => Layout} layout the groups that x falls into, each with NaN and infinity of its own
 * @property {(shape: number[]) => Layout} [drawn] the groups that x is drawn in, if others
 * @property {number} alone the dim of x along which a part gives the same bits as the whole
 * @property {number} least the smallest part, along that dim, of which this is true
 * @property {number[][]} shapes of x worth testing; the last is longer than what is staged at once
 * @property {(n: number) => number[]} sized a shape of x whose groups have n elements, or a multiple of n
 * @property {(data: Data, shape: number[], eps: number) => Record<string, Expected>} reference
 * @property {(data: Data, shape: number[]) => Data} [given] statistics near those of x, which do not depend on it
 * @property {(data: Data, shape: number[], eps: number) => Data} [saved] statistics that a forward pass has saved
 * @property {string} [gradientOf] the op whose gradients these are
 */

/** @param {Tensor} tensor */
const lastOf = (tensor) => tensor.shape[tensor.shape.length - 1];

/** @param {number[]} shape */
const width = (shape) => shape.slice(-1);

/** @param {number[]} shape */
const channels = (shape) => [shape[1]];

/** @param {number[]} shape */
const perRow = (shape) => [...shape.slice(0, -1), 1];

/** @type {(record: Record<string, Expected>, ...names: string[]) => Record<string, Expected>} */
const pick = (record, ...names) => Object.fromEntries(names.map((name) => [name, record[name]]));

/** @param {Record<string, Expected>} statistics as tensors hold them */
const rounded = (statistics) =>
  Object.fromEntries(Object.entries(statistics).map(([name, { values }]) => [name, Float32Array.from(values)]));

/** What the references take by name. @param {Data} data @returns {any} */
const dataOf = (data) => data;

/* Where the groups lie --------------------------------------------------------------------------------------------- */

const rows = {
  layout: (/** @type {number[]} */ shape) => layout(shape, [shape.length - 1]),
  alone: 0,
  least: 1,
  shapes: [
    [1, 1],
    [2, 6],
    [5, 3, 16],
    [301, 768],
  ],
  sized: (/** @type {number} */ n) => [3, n],
};

/** Columns among columns: one alone is a row, and may differ in rounding. */
const columns = {
  layout: (/** @type {number[]} */ shape) => layout(shape, [0]),
  alone: 1,
  least: 2,
  shapes: [
    [1, 2],
    [6, 3],
    [301, 768],
    [33, 2500],
  ],
  sized: (/** @type {number} */ n) => [n, 5],
};

/** The middle dim of three: channels-first LayerNorm. */
const middles = {
  layout: (/** @type {number[]} */ shape) => layout(shape, [1]),
  alone: 0,
  least: 1,
  shapes: [
    [1, 1, 2],
    [2, 6, 3],
    [3, 16, 49],
    [5, 64, 1024],
  ],
  sized: (/** @type {number} */ n) => [2, n, 3],
};

/** Dims that lie apart. */
const apart = {
  layout: (/** @type {number[]} */ shape) => layout(shape, [0, 2]),
  alone: 1,
  least: 1,
  shapes: [
    [1, 1, 1],
    [2, 3, 4],
    [4, 5, 49],
    [7, 40, 900],
  ],
  sized: (/** @type {number} */ n) => [2, 3, n],
};

const elements = { ...rows, drawn: rows.layout, layout: (/** @type {number[]} */ shape) => layout(shape, []) };

/** @param {number[]} shape [N, C, ...] */
const perChannel = (shape) => [shape[0], shape[1], sizeOf(shape.slice(2))];

/** Twenty channels a group, or two, where they can be grouped so. @param {number} count */
const groupCount = (count) => count / ([20, 2].find((channels) => count % channels === 0) ?? count);

const images = {
  alone: 0,
  least: 1,
  shapes: [
    [2, 1, 3],
    [3, 4, 5],
    [2, 6],
    [3, 1100],
    [3, 40, 3],
    [2, 6, 7, 3],
    [5, 6, 63, 65],
  ],
  sized: (/** @type {number} */ n) => [2, 4, n],
};

const channelGroups = {
  ...images,
  layout(/** @type {number[]} */ shape) {
    const [n, c, inner] = perChannel(shape),
      groups = groupCount(c);
    return layout([n, groups, c / groups, inner], [2, 3], [1, 2]);
  },
};

/** As in PyTorch, of more than one element a channel. */
const instances = {
  ...images,
  shapes: [
    [2, 1, 3],
    [3, 4, 5],
    [2, 6, 7, 3],
    [5, 6, 63, 65],
  ],
  sized: (/** @type {number} */ n) => [2, 4, Math.max(2, n)],
  layout: (/** @type {number[]} */ shape) => layout(perChannel(shape), [2], [1]),
};

/** Channels of a whole batch, which share nothing. */
const batches = {
  ...images,
  alone: 1,
  layout: (/** @type {number[]} */ shape) => layout(perChannel(shape), [0, 2], [1]),
};

const channelElements = {
  ...images,
  drawn: batches.layout,
  layout: (/** @type {number[]} */ shape) => layout(perChannel(shape), [], [1]),
};

/* What goes in and comes out --------------------------------------------------------------------------------------- */

/** @param {(shape: number[]) => number[]} parameters their shape */
const forward = (parameters) => ({
  inputs: (/** @type {number[]} */ shape) => ({ x: shape, weight: parameters(shape), bias: parameters(shape) }),
  optional: ["weight", "bias"],
  outputs: (/** @type {number[]} */ shape) => ({ y: shape }),
  inPlace: { y: ["x"] },
  takesEps: true,
});

/** @param {(shape: number[]) => number[]} parameters */
const backward = (parameters) => ({
  inputs: (/** @type {number[]} */ shape) => ({ dy: shape, x: shape, weight: parameters(shape) }),
  optional: ["weight"],
  outputs: (/** @type {number[]} */ shape) => ({ dx: shape, dweight: parameters(shape), dbias: parameters(shape) }),
  inPlace: { dx: ["dy", "x"] },
  takesEps: true,
});

const add = {
  outputs: (/** @type {number[]} */ shape) => ({ y: shape, sum: shape }),
  inPlace: { y: ["x", "residual"], sum: ["residual", "x"] },
};

/** @param {Data} data */
const sumOf = ({ x, residual }) => Float32Array.from(x, (v, i) => v + residual[i]);

/** The functions' gradients, as `out` wants them. @param {Tensors | undefined} out */
const gradients = (out) => /** @type {{ dx: Tensor, dweight: Tensor, dbias: Tensor } | undefined} */ (out);

/* Layer normalization ---------------------------------------------------------------------------------------------- */

/** @type {Op} */
const layerNorm = {
  ...rows,
  ...forward(width),
  name: "layerNorm",
  kernels: ["ln_norm_rows"],
  call: ({ x, weight, bias }, out, eps) => ({ y: ln.layerNorm(x, lastOf(x), { weight, bias, eps, out: out?.y }) }),
  reference: (data, shape, eps) => pick(normalize(rows.layout(shape), dataOf(data), { eps }), "y"),
};

/** @type {Op} */
const layerNormBackward = {
  ...rows,
  ...backward(width),
  name: "layerNormBackward",
  kernels: ["ln_norm_rows_backward", "ln_round"],
  gradientOf: "layerNorm",
  call: ({ dy, x, mean, rstd, weight }, out, eps) => ({
    ...ln.layerNormBackward(dy, x, lastOf(x), { weight, mean, rstd, eps, out: gradients(out) }),
  }),
  reference: (data, shape, eps) => normalizeGradients(rows.layout(shape), dataOf(data), { eps }),
};

/** @type {Op[]} */
const layerNorms = [
  layerNorm,
  {
    ...layerNorm,
    name: "layerNorm with statistics",
    call: ({ x, weight, bias }, out, eps) => ({
      ...ln.layerNorm(x, lastOf(x), { weight, bias, eps, out: out?.y, stats: true }),
    }),
    reference: (data, shape, eps) => normalize(rows.layout(shape), dataOf(data), { eps }),
  },
  {
    ...layerNorm,
    ...add,
    name: "addLayerNorm",
    kernels: ["ln_norm_rows"],
    inputs: (shape) => ({ x: shape, residual: shape, weight: width(shape), bias: width(shape) }),
    call: ({ x, residual, weight, bias }, out, eps) => ({
      ...ln.addLayerNorm(x, residual, lastOf(x), { weight, bias, eps, out: out && { y: out.y, sum: out.sum } }),
    }),
    reference({ x, residual, weight, bias }, shape, eps) {
      const sum = sumOf({ x, residual });
      return { y: normalize(rows.layout(shape), { x: sum, weight, bias }, { eps }).y, sum: exact(sum) };
    },
  },
  layerNormBackward,
  {
    ...layerNormBackward,
    name: "layerNormBackward with saved statistics",
    gradientOf: "layerNorm with statistics",
    inputs: (shape) => ({ dy: shape, x: shape, mean: perRow(shape), rstd: perRow(shape), weight: width(shape) }),
    saved: ({ x }, shape, eps) => rounded(pick(normalize(rows.layout(shape), { x }, { eps }), "mean", "rstd")),
  },
];

/* Root mean square normalization ----------------------------------------------------------------------------------- */

/** @type {(data: Data, shape: number[], eps: number, offset: number) => Record<string, Expected>} */
function rmsReference({ x, weight }, shape, eps, offset) {
  const { y, rstd } = normalize(rows.layout(shape), { x, weight }, { eps, offset, centred: false });
  return { y, rrms: rstd };
}

/** @type {(data: Data, shape: number[], eps: number, offset: number) => Record<string, Expected>} */
const rmsGradients = (data, shape, eps, offset) =>
  pick(normalizeGradients(rows.layout(shape), dataOf(data), { eps, offset, centred: false }), "dx", "dweight");

/** @type {Op} */
const rmsNorm = {
  ...rows,
  ...forward(width),
  name: "rmsNorm",
  kernels: ["ln_norm_rows"],
  inputs: (shape) => ({ x: shape, weight: width(shape) }),
  optional: ["weight"],
  call: ({ x, weight }, out, eps) => ({ y: ln.rmsNorm(x, lastOf(x), { weight, eps, out: out?.y }) }),
  reference: (data, shape, eps) => pick(rmsReference(data, shape, eps, 0), "y"),
};

/** @type {Op} */
const rmsNormBackward = {
  ...rows,
  ...backward(width),
  name: "rmsNormBackward",
  kernels: ["ln_norm_rows_backward", "ln_round"],
  gradientOf: "rmsNorm",
  outputs: (shape) => ({ dx: shape, dweight: width(shape) }),
  call: ({ dy, x, weight }, out, eps) => ({
    ...ln.rmsNormBackward(dy, x, lastOf(x), { weight, eps, out: gradients(out) }),
  }),
  reference: (data, shape, eps) => rmsGradients(data, shape, eps, 0),
};

/** @type {Op[]} */
const rmsNorms = [
  rmsNorm,
  {
    ...rmsNorm,
    name: "rmsNorm with weightOffset and statistics",
    call: ({ x, weight }, out, eps) => ({
      ...ln.rmsNorm(x, lastOf(x), { weight, eps, weightOffset: 1, out: out?.y, stats: true }),
    }),
    reference: (data, shape, eps) => rmsReference(data, shape, eps, 1),
  },
  {
    ...rmsNorm,
    ...add,
    name: "addRmsNorm",
    kernels: ["ln_norm_rows"],
    inputs: (shape) => ({ x: shape, residual: shape, weight: width(shape) }),
    call: ({ x, residual, weight }, out, eps) => ({
      ...ln.addRmsNorm(x, residual, lastOf(x), { weight, eps, out: out && { y: out.y, sum: out.sum } }),
    }),
    reference({ x, residual, weight }, shape, eps) {
      const sum = sumOf({ x, residual });
      return { y: rmsReference({ x: sum, weight }, shape, eps, 0).y, sum: exact(sum) };
    },
  },
  rmsNormBackward,
  {
    ...rmsNormBackward,
    name: "rmsNormBackward with weightOffset and saved statistics",
    gradientOf: "rmsNorm with weightOffset and statistics",
    inputs: (shape) => ({ dy: shape, x: shape, rrms: perRow(shape), weight: width(shape) }),
    call: ({ dy, x, rrms, weight }, out, eps) => ({
      ...ln.rmsNormBackward(dy, x, lastOf(x), { weight, rrms, eps, weightOffset: 1, out: gradients(out) }),
    }),
    reference: (data, shape, eps) => rmsGradients(data, shape, eps, 1),
    saved: ({ x }, shape, eps) => rounded(pick(rmsReference({ x }, shape, eps, 0), "rrms")),
  },
];

/* Weights and biases that broadcast -------------------------------------------------------------------------------- */

/** [B, 1, ..., D] for x [B, ..., D]. @param {number[]} shape */
const perSample = (shape) => shape.map((size, d) => (d === 0 || d === shape.length - 1 ? size : 1));

/** A weight for each sample, and one bias for all. @param {number[]} shape */
function samples(shape) {
  const last = shape.length - 1,
    all = layout(shape, [last]);
  const { parameter, parameters } = layout(shape, [last], last ? [0, last] : [0]);
  return { ...all, parameter, parameters, shift: all.parameter, shifts: all.parameters };
}

/** The same, with weight and bias in each other's place. @param {number[]} shape */
function shiftedSamples(shape) {
  const { groups, parameter, parameters, shift, shifts } = samples(shape);
  return { groups, parameter: shift, parameters: shifts, shift: parameter, shifts: parameters };
}

/** The last dims of x: the groups of a row, and their elements. @param {number[]} shape */
const perGroup = (shape) => shape.slice(-2);

/** A weight for each group of a row. @param {number[]} shape */
function groupsOfRows(shape) {
  const last = shape.length - 1;
  return layout(shape, [last], last ? [last - 1, last] : [0]);
}

const OFFSET = 1;

/** @type {Op} */
const sampleNorm = {
  ...layerNorm,
  name: "layerNorm, a weight for each sample and weightOffset",
  kernels: ["ln_norm_rows"],
  inputs: (shape) => ({ x: shape, weight: perSample(shape), bias: width(shape) }),
  layout: samples,
  call: ({ x, weight, bias }, out, eps) => ({
    y: ln.layerNorm(x, lastOf(x), { weight, bias, eps, weightOffset: OFFSET, out: out?.y }),
  }),
  reference: (data, shape, eps) => pick(normalize(samples(shape), dataOf(data), { eps, offset: OFFSET }), "y"),
};

/** @type {Op} */
const shiftedNorm = {
  ...sampleNorm,
  name: "layerNorm, a bias for each sample",
  inputs: (shape) => ({ x: shape, weight: width(shape), bias: perSample(shape) }),
  layout: shiftedSamples,
  call: ({ x, weight, bias }, out, eps) => ({ y: ln.layerNorm(x, lastOf(x), { weight, bias, eps, out: out?.y }) }),
  reference: (data, shape, eps) => pick(normalize(shiftedSamples(shape), dataOf(data), { eps }), "y"),
};

/** @type {Op} */
const groupedNorm = {
  ...rmsNorm,
  name: "rmsNorm, a weight for each group",
  kernels: ["ln_norm_rows"],
  inputs: (shape) => ({ x: shape, weight: perGroup(shape) }),
  layout: groupsOfRows,
  reference: (data, shape, eps) => pick(normalize(groupsOfRows(shape), dataOf(data), { eps, centred: false }), "y"),
};

/** @type {Op[]} */
const broadcastNorms = [
  sampleNorm,
  shiftedNorm,
  {
    ...sampleNorm,
    ...add,
    name: "addLayerNorm, a weight for each sample and weightOffset",
    inputs: (shape) => ({ x: shape, residual: shape, weight: perSample(shape), bias: width(shape) }),
    call: ({ x, residual, weight, bias }, out, eps) => ({
      ...ln.addLayerNorm(x, residual, lastOf(x), {
        weight,
        bias,
        eps,
        weightOffset: OFFSET,
        out: out && { y: out.y, sum: out.sum },
      }),
    }),
    reference({ x, residual, weight, bias }, shape, eps) {
      const sum = sumOf({ x, residual });
      return {
        y: normalize(samples(shape), { x: sum, weight, bias }, { eps, offset: OFFSET }).y,
        sum: exact(sum),
      };
    },
  },
  {
    ...layerNormBackward,
    name: "layerNormBackward, a weight for each sample and weightOffset",
    kernels: ["ln_norm_rows_backward", "ln_round"],
    gradientOf: sampleNorm.name,
    inputs: (shape) => ({ dy: shape, x: shape, weight: perSample(shape), bias: width(shape) }),
    optional: [],
    outputs: (shape) => ({ dx: shape, dweight: perSample(shape), dbias: width(shape) }),
    layout: samples,
    call: ({ dy, x, weight, bias }, out, eps) => ({
      ...ln.layerNormBackward(dy, x, lastOf(x), { weight, bias, eps, weightOffset: OFFSET, out: gradients(out) }),
    }),
    reference: (data, shape, eps) => normalizeGradients(samples(shape), dataOf(data), { eps, offset: OFFSET }),
  },
  {
    ...layerNormBackward,
    name: "layerNormBackward, a bias for each sample",
    kernels: ["ln_norm_rows_backward", "ln_round"],
    gradientOf: shiftedNorm.name,
    inputs: (shape) => ({ dy: shape, x: shape, weight: width(shape), bias: perSample(shape) }),
    outputs: (shape) => ({ dx: shape, dweight: width(shape), dbias: perSample(shape) }),
    layout: shiftedSamples,
    call: ({ dy, x, weight, bias }, out, eps) => ({
      ...ln.layerNormBackward(dy, x, lastOf(x), { weight, bias, eps, out: gradients(out) }),
    }),
    reference: (data, shape, eps) => normalizeGradients(shiftedSamples(shape), dataOf(data), { eps }),
  },
  groupedNorm,
  {
    ...groupedNorm,
    ...add,
    name: "addRmsNorm, a weight for each group",
    inputs: (shape) => ({ x: shape, residual: shape, weight: perGroup(shape) }),
    call: ({ x, residual, weight }, out, eps) => ({
      ...ln.addRmsNorm(x, residual, lastOf(x), { weight, eps, out: out && { y: out.y, sum: out.sum } }),
    }),
    reference({ x, residual, weight }, shape, eps) {
      const sum = sumOf({ x, residual });
      return { y: normalize(groupsOfRows(shape), { x: sum, weight }, { eps, centred: false }).y, sum: exact(sum) };
    },
  },
  {
    ...rmsNormBackward,
    name: "rmsNormBackward, a weight for each group",
    kernels: ["ln_norm_rows_backward", "ln_round"],
    gradientOf: groupedNorm.name,
    inputs: (shape) => ({ dy: shape, x: shape, weight: perGroup(shape) }),
    optional: [],
    outputs: (shape) => ({ dx: shape, dweight: perGroup(shape) }),
    layout: groupsOfRows,
    reference: (data, shape, eps) =>
      pick(normalizeGradients(groupsOfRows(shape), dataOf(data), { eps, centred: false }), "dx", "dweight"),
  },
];

/* Any dims --------------------------------------------------------------------------------------------------------- */

/** @type {(where: typeof rows, dim: number | number[], correction?: number) => Op} */
const normalizeOver = (where, dim, correction = 0) => ({
  ...where,
  ...forward((shape) => [dim].flat().map((d) => shape.at(d) ?? 1)),
  name: `normalize dim ${dim}${correction ? `, correction ${correction}` : ""}`,
  kernels: ["ln_layer_norm", ...(where === apart ? ["ln_permute"] : [])],
  call: ({ x, weight, bias }, out, eps) => ({
    y: ln.normalize(x, { dim, correction, eps, weight, bias, out: out?.y }),
  }),
  reference: (data, shape, eps) => pick(normalize(where.layout(shape), dataOf(data), { eps, correction }), "y"),
});

/** @type {(where: typeof rows, dim: number | number[]) => Op} */
const normalizeWithStatistics = (where, dim) => ({
  ...normalizeOver(where, dim),
  name: `normalize dim ${dim} with statistics`,
  call: ({ x, weight, bias }, out, eps) => ({
    ...ln.normalize(x, { dim, eps, weight, bias, out: out?.y, stats: true }),
  }),
  reference: (data, shape, eps) => normalize(where.layout(shape), dataOf(data), { eps }),
});

/** @type {(where: typeof rows, dim: number | number[], correction?: number) => Op} */
const normalizeBackwardOver = (where, dim, correction = 0) => ({
  ...where,
  ...backward((shape) => [dim].flat().map((d) => shape.at(d) ?? 1)),
  name: `normalizeBackward dim ${dim}${correction ? `, correction ${correction}` : ""}`,
  kernels: ["ln_normalize_backward", "ln_round", ...(where === rows ? [] : ["ln_permute"])],
  gradientOf: `normalize dim ${dim}${correction ? `, correction ${correction}` : ""}`,
  call: ({ dy, x, weight }, out, eps) => ({
    ...ln.normalizeBackward(dy, x, { dim, correction, eps, weight, out: gradients(out) }),
  }),
  reference: (data, shape, eps) => normalizeGradients(where.layout(shape), dataOf(data), { eps, correction }),
});

/** @type {(where: typeof rows, dim: number | number[]) => Op[]} */
const l2Over = (where, dim) => [
  {
    ...where,
    name: `l2Normalize dim ${dim}`,
    kernels: ["ln_l2_norm", ...(where === apart ? ["ln_permute"] : [])],
    inputs: (shape) => ({ x: shape }),
    outputs: (shape) => ({ y: shape }),
    inPlace: { y: ["x"] },
    takesEps: true,
    call: ({ x }, out, eps) => ({ y: ln.l2Normalize(x, { dim, eps, out: out?.y }) }),
    reference: ({ x }, shape, eps) => l2Normalize(where.layout(shape), x, eps),
  },
  {
    ...where,
    name: `l2NormalizeBackward dim ${dim}`,
    kernels: ["ln_l2_norm_backward", ...(where === rows ? [] : ["ln_permute"])],
    gradientOf: `l2Normalize dim ${dim}`,
    inputs: (shape) => ({ dy: shape, x: shape }),
    outputs: (shape) => ({ dx: shape }),
    inPlace: { dx: ["dy", "x"] },
    takesEps: true,
    call: ({ dy, x }, out, eps) => ({ ...ln.l2NormalizeBackward(dy, x, { dim, eps, out: gradients(out) }) }),
    reference: ({ dy, x }, shape, eps) => l2Gradient(where.layout(shape), dy, x, eps),
  },
];

/** @type {(where: typeof rows, dim: number | number[], name?: string) => Op} */
const momentsOver = (where, dim, name = `moments dim ${dim}`) => ({
  ...where,
  name,
  kernels: ["ln_moments", ...(where === apart ? ["ln_permute"] : [])],
  inputs: (shape) => ({ x: shape }),
  outputs(shape) {
    const reduced = [dim].flat().map((d) => (d < 0 ? d + shape.length : d));
    const kept = shape.filter((_, d) => !reduced.includes(d));
    return { mean: kept, variance: kept };
  },
  call: ({ x }, out) => ({ ...ln.moments(x, { dim, out: out && { mean: out.mean, variance: out.variance } }) }),
  inPlace: {},
  reference: ({ x }, shape) => pick(moments(where.layout(shape), x), "mean", "variance"),
});

/** @type {(name: "mean" | "variance" | "std") => Op} */
const oneMoment = (name) => ({
  ...momentsOver(rows, -1, name),
  outputs: (shape) => ({ [name]: shape.slice(0, -1) }),
  call: ({ x }, out) => ({ [name]: ln[name](x, { dim: -1, out: out?.[name] }) }),
  reference: ({ x }, shape) => pick(moments(rows.layout(shape), x), name),
});

/** @type {Op[]} */
const anyDims = [
  momentsOver(rows, -1, "moments"),
  momentsOver(columns, 0),
  momentsOver(middles, 1),
  momentsOver(apart, [0, 2]),
  oneMoment("mean"),
  oneMoment("variance"),
  oneMoment("std"),
  normalizeOver(rows, -1, 1),
  normalizeOver(columns, 0),
  normalizeOver(columns, 0, 1),
  normalizeOver(middles, 1),
  normalizeOver(apart, [0, 2]),
  normalizeWithStatistics(rows, -1),
  normalizeWithStatistics(columns, 0),
  normalizeWithStatistics(middles, 1),
  normalizeWithStatistics(apart, [0, 2]),
  ...l2Over(rows, -1),
  ...l2Over(columns, 0),
  ...l2Over(middles, 1),
  ...l2Over(apart, [0, 2]),
  normalizeBackwardOver(rows, -1, 1),
  normalizeBackwardOver(columns, 0),
  normalizeBackwardOver(columns, 0, 1),
  normalizeBackwardOver(middles, 1),
  normalizeBackwardOver(apart, [0, 2]),
];

/* Group, instance and batch normalization -------------------------------------------------------------------------- */

/** @type {Op[]} */
const groupNorms = [
  {
    ...channelGroups,
    ...forward(channels),
    name: "groupNorm",
    kernels: ["ln_group_norm"],
    call: ({ x, weight, bias }, out, eps) => ({
      y: ln.groupNorm(x, groupCount(x.shape[1]), { weight, bias, eps, out: out?.y }),
    }),
    reference: (data, shape, eps) => pick(normalize(channelGroups.layout(shape), dataOf(data), { eps }), "y"),
  },
  {
    ...channelGroups,
    ...forward(channels),
    name: "groupNorm with statistics",
    kernels: ["ln_group_norm"],
    call: ({ x, weight, bias }, out, eps) => ({
      ...ln.groupNorm(x, groupCount(x.shape[1]), { weight, bias, eps, out: out?.y, stats: true }),
    }),
    reference: (data, shape, eps) => normalize(channelGroups.layout(shape), dataOf(data), { eps }),
  },
  {
    ...instances,
    ...forward(channels),
    name: "instanceNorm with statistics",
    kernels: ["ln_instance_norm"],
    call: ({ x, weight, bias }, out, eps) => ({
      ...ln.instanceNorm(x, { weight, bias, eps, out: out?.y, stats: true }),
    }),
    reference: (data, shape, eps) => normalize(instances.layout(shape), dataOf(data), { eps }),
  },
  {
    ...channelGroups,
    ...backward(channels),
    name: "groupNormBackward",
    kernels: ["ln_group_norm_backward", "ln_round"],
    gradientOf: "groupNorm",
    call: ({ dy, x, weight }, out, eps) => ({
      ...ln.groupNormBackward(dy, x, groupCount(x.shape[1]), { weight, eps, out: gradients(out) }),
    }),
    reference: (data, shape, eps) => normalizeGradients(channelGroups.layout(shape), dataOf(data), { eps }),
  },
  {
    ...instances,
    ...forward(channels),
    name: "instanceNorm",
    kernels: ["ln_instance_norm"],
    call: ({ x, weight, bias }, out, eps) => ({ y: ln.instanceNorm(x, { weight, bias, eps, out: out?.y }) }),
    reference: (data, shape, eps) => pick(normalize(instances.layout(shape), dataOf(data), { eps }), "y"),
  },
  {
    ...instances,
    ...backward(channels),
    name: "instanceNormBackward",
    kernels: ["ln_group_norm_backward", "ln_round"],
    gradientOf: "instanceNorm",
    call: ({ dy, x, weight }, out, eps) => ({
      ...ln.instanceNormBackward(dy, x, { weight, eps, out: gradients(out) }),
    }),
    reference: (data, shape, eps) => normalizeGradients(instances.layout(shape), dataOf(data), { eps }),
  },
];

/* With weights and biases of samples ------------------------------------------------------------------------------- */

/** [N, C] for x [N, C, ...]. @param {number[]} shape */
const perSampleChannels = (shape) => shape.slice(0, 2);

/**
 * A weight for each sample, and one bias for all.
 * @param {number[]} shape
 * @param {number} groups
 */
function sampleChannels(shape, groups) {
  const [n, c, inner] = perChannel(shape),
    sizes = [n, groups, c / groups, inner],
    all = layout(sizes, [2, 3], [1, 2]);
  const { parameter, parameters } = layout(sizes, [2, 3], [0, 1, 2]);
  return { ...all, parameter, parameters, shift: all.parameter, shifts: all.parameters };
}

/** @param {number[]} shape */
const sampleGroups = (shape) => sampleChannels(shape, groupCount(shape[1]));

/** Weight and bias of samples. @param {number[]} shape */
function sampleInstances(shape) {
  const { groups, parameter, parameters } = sampleChannels(shape, shape[1]);
  return { groups, parameter, parameters };
}

/** @type {Op[]} */
const sampleNorms = [
  {
    ...channelGroups,
    ...forward(channels),
    name: "groupNorm, a weight for each sample and weightOffset",
    kernels: ["ln_group_norm"],
    inputs: (shape) => ({ x: shape, weight: perSampleChannels(shape), bias: channels(shape) }),
    layout: sampleGroups,
    call: ({ x, weight, bias }, out, eps) => ({
      y: ln.groupNorm(x, groupCount(x.shape[1]), { weight, bias, eps, weightOffset: OFFSET, out: out?.y }),
    }),
    reference: (data, shape, eps) => pick(normalize(sampleGroups(shape), dataOf(data), { eps, offset: OFFSET }), "y"),
  },
  {
    ...channelGroups,
    ...backward(channels),
    name: "groupNormBackward, a weight for each sample and weightOffset",
    kernels: ["ln_group_norm_backward", "ln_round"],
    gradientOf: "groupNorm, a weight for each sample and weightOffset",
    inputs: (shape) => ({ dy: shape, x: shape, weight: perSampleChannels(shape), bias: channels(shape) }),
    optional: [],
    outputs: (shape) => ({ dx: shape, dweight: perSampleChannels(shape), dbias: channels(shape) }),
    layout: sampleGroups,
    call: ({ dy, x, weight, bias }, out, eps) => ({
      ...ln.groupNormBackward(dy, x, groupCount(x.shape[1]), {
        weight,
        bias,
        eps,
        weightOffset: OFFSET,
        out: gradients(out),
      }),
    }),
    reference: (data, shape, eps) => normalizeGradients(sampleGroups(shape), dataOf(data), { eps, offset: OFFSET }),
  },
  {
    ...instances,
    ...forward(perSampleChannels),
    name: "instanceNorm, a weight and a bias for each sample",
    kernels: ["ln_instance_norm"],
    layout: sampleInstances,
    call: ({ x, weight, bias }, out, eps) => ({ y: ln.instanceNorm(x, { weight, bias, eps, out: out?.y }) }),
    reference: (data, shape, eps) => pick(normalize(sampleInstances(shape), dataOf(data), { eps }), "y"),
  },
  {
    ...instances,
    ...backward(perSampleChannels),
    name: "instanceNormBackward, a weight and a bias for each sample",
    kernels: ["ln_group_norm_backward", "ln_round"],
    gradientOf: "instanceNorm, a weight and a bias for each sample",
    optional: [],
    layout: sampleInstances,
    call: ({ dy, x, weight }, out, eps) => ({
      ...ln.instanceNormBackward(dy, x, { weight, eps, out: gradients(out) }),
    }),
    reference: (data, shape, eps) => normalizeGradients(sampleInstances(shape), dataOf(data), { eps }),
  },
];

/** The statistics of the batch. @type {(data: Data, shape: number[]) => Data} */
function batchStatistics({ x }, shape) {
  const { mean, variance } = moments(batches.layout(shape), x, 0);
  return rounded({ runningMean: mean, runningVar: variance });
}

/** @param {number[]} shape */
const running = (shape) => ({ runningMean: channels(shape), runningVar: channels(shape) });

/** @type {Op} */
const batchNorm = {
  ...channelElements,
  ...forward(channels),
  name: "batchNorm",
  kernels: ["ln_batch_norm"],
  inputs: (shape) => ({ x: shape, ...running(shape), weight: channels(shape), bias: channels(shape) }),
  given: batchStatistics,
  call: ({ x, weight, bias, runningMean, runningVar }, out, eps) => ({
    y: ln.batchNorm(x, { weight, bias, runningMean, runningVar, eps, out: out?.y }),
  }),
  reference: (data, shape, eps) => affine(channelElements.layout(shape), dataOf(data), eps),
};

/** @type {Op} */
const batchNormBackward = {
  ...channelElements,
  ...backward(channels),
  name: "batchNormBackward",
  kernels: ["ln_batch_norm_backward", "ln_round"],
  gradientOf: "batchNorm",
  inputs: (shape) => ({ dy: shape, x: shape, ...running(shape), weight: channels(shape) }),
  given: batchStatistics,
  call: ({ dy, x, weight, runningMean, runningVar }, out, eps) => ({
    ...ln.batchNormBackward(dy, x, { weight, runningMean, runningVar, eps, out: gradients(out) }),
  }),
  reference: (data, shape, eps) => affineGradients(channelElements.layout(shape), dataOf(data), eps),
};

/** @type {Op[]} */
const batchNorms = [
  batchNorm,
  {
    ...batchNorm,
    ...batches,
    name: "batchNorm training",
    kernels: ["ln_instance_norm", "ln_permute", "ln_update_running"],
    given: (_, shape) => ({ runningVar: new Float32Array(shape[1]).fill(0.5) }),
    updated: ["runningMean", "runningVar"],
    call({ x, weight, bias, runningMean, runningVar }, out, eps) {
      const y = ln.batchNorm(x, { weight, bias, runningMean, runningVar, training: true, eps, out: out?.y });
      return { y, runningMean, runningVar };
    },
    reference(data, shape, eps) {
      const where = batches.layout(shape),
        { mean, variance } = moments(where, data.x);
      return {
        y: normalize(where, dataOf(data), { eps }).y,
        runningMean: updated(data.runningMean, mean),
        runningVar: updated(data.runningVar, variance),
      };
    },
  },
  batchNormBackward,
  {
    ...batches,
    ...backward(channels),
    name: "batchNormBackward training",
    kernels: ["ln_group_norm_backward", "ln_permute", "ln_round"],
    gradientOf: "batchNorm training",
    call: ({ dy, x, weight }, out, eps) => ({
      ...ln.batchNormBackward(dy, x, { weight, training: true, eps, out: gradients(out) }),
    }),
    reference: (data, shape, eps) => normalizeGradients(batches.layout(shape), dataOf(data), { eps }),
  },
];

/* Linear and ReLU -------------------------------------------------------------------------------------------------- */

const OUTPUTS = 11;

/** @param {number[]} shape */
const outputsOf = (shape) => [...shape.slice(0, -1), OUTPUTS];

/** @type {Op[]} */
const linears = [
  {
    ...rows,
    shapes: [
      [1, 1],
      [2, 6],
      [5, 3, 16],
      [2001, 40],
    ],
    name: "linear",
    kernels: ["ln_linear"],
    inputs: (shape) => ({ x: shape, weight: [OUTPUTS, ...width(shape)], bias: [OUTPUTS] }),
    optional: ["bias"],
    outputs: (shape) => ({ y: outputsOf(shape) }),
    call: ({ x, weight, bias }, out) => ({ y: ln.linear(x, weight, bias, { out: out?.y }) }),
    inPlace: {},
    reference: ({ x, weight, bias }, shape) => ({ y: product(x, weight, shape[shape.length - 1], bias) }),
  },
  {
    ...rows,
    shapes: [
      [1, 1],
      [2, 6],
      [5, 3, 16],
      [2001, 40],
    ],
    name: "linearBackward",
    kernels: ["ln_linear", "ln_permute"],
    gradientOf: "linear",
    inputs: (shape) => ({ dy: outputsOf(shape), x: shape, weight: [OUTPUTS, ...width(shape)] }),
    outputs: (shape) => ({ dx: shape, dweight: [OUTPUTS, ...width(shape)], dbias: [OUTPUTS] }),
    call: ({ dy, x, weight }, out) => ({ ...ln.linearBackward(dy, x, weight, { out: gradients(out) }) }),
    inPlace: { dx: ["x"] },
    reference({ dy, x, weight }, shape) {
      const n = shape[shape.length - 1],
        count = x.length / n,
        dyColumns = transposed(dy, OUTPUTS);
      return {
        dx: product(dy, transposed(weight, n), OUTPUTS),
        dweight: product(dyColumns, transposed(x, n), count),
        dbias: product(dyColumns, new Float64Array(count).fill(1), count),
      };
    },
  },
  {
    ...elements,
    name: "relu",
    kernels: ["ln_relu"],
    inputs: (shape) => ({ x: shape }),
    outputs: (shape) => ({ y: shape }),
    call: ({ x }, out) => ({ y: ln.relu(x, { out: out?.y }) }),
    inPlace: { y: ["x"] },
    reference: ({ x }) => ({ y: exact(x.map((v) => (v < 0 ? 0 : v))) }),
  },
  {
    ...elements,
    name: "reluBackward",
    kernels: ["ln_relu_backward"],
    gradientOf: "relu",
    inputs: (shape) => ({ dy: shape, x: shape }),
    outputs: (shape) => ({ dx: shape }),
    call: ({ dy, x }, out) => ({ ...ln.reluBackward(dy, x, { out: gradients(out) }) }),
    inPlace: { dx: ["dy", "x"] },
    reference: ({ dy, x }) => ({ dx: exact(dy.map((v, i) => (x[i] <= 0 ? 0 : v))) }),
  },
];

/* SiLU, GELU, softmax ---------------------------------------------------------------------------------------------- */

/**
 * An activation, its product with another operand, whose gate is x here, and the gradients of both.
 * @param {string} name
 * @param {"silu" | "gelu"} op
 * @param {Activation} activation
 * @param {{ approximate?: "tanh" }} [form]
 * @returns {Op[]}
 */
const activations = (name, op, activation, form = {}) => [
  {
    ...elements,
    name,
    kernels: [`ln_${op}`],
    inputs: (shape) => ({ x: shape }),
    outputs: (shape) => ({ y: shape }),
    call: ({ x }, out) => ({ y: ln[op](x, { ...form, out: out?.y }) }),
    inPlace: { y: ["x"] },
    reference: ({ x }) => beside.activated(activation, x),
  },
  {
    ...elements,
    name: name.replace(op, `${op}Backward`),
    kernels: [`ln_${op}_backward`],
    gradientOf: name,
    inputs: (shape) => ({ dy: shape, x: shape }),
    outputs: (shape) => ({ dx: shape }),
    call: ({ dy, x }, out) => ({ ...ln[`${op}Backward`](dy, x, { ...form, out: gradients(out) }) }),
    inPlace: { dx: ["dy", "x"] },
    reference: ({ dy, x }) => beside.activationGradient(activation, dy, x),
  },
  {
    ...elements,
    name: name.replace(op, `${op}Mul`),
    kernels: [`ln_${op}_mul`],
    inputs: (shape) => ({ x: shape, up: shape }),
    outputs: (shape) => ({ y: shape }),
    call: ({ x, up }, out) => ({ y: ln[`${op}Mul`](x, up, { ...form, out: out?.y }) }),
    inPlace: { y: ["x", "up"] },
    reference: ({ x, up }) => beside.gated(activation, x, up),
  },
  {
    ...elements,
    name: name.replace(op, `${op}MulBackward`),
    kernels: [`ln_${op}_mul_backward`],
    gradientOf: name.replace(op, `${op}Mul`),
    inputs: (shape) => ({ dy: shape, x: shape, up: shape }),
    outputs: (shape) => ({ dx: shape, dup: shape }),
    call({ dy, x, up }, out) {
      const given = out && { dgate: out.dx, dup: out.dup };
      const { dgate, dup } = ln[`${op}MulBackward`](dy, x, up, { ...form, out: given });
      return { dx: dgate, dup };
    },
    inPlace: { dx: ["dy", "x", "up"], dup: ["dy", "x", "up"] },
    reference: ({ dy, x, up }) => beside.gatedGradients(activation, dy, x, up),
  },
];

/**
 * Softmax and its gradient, which takes what softmax gave.
 * @param {typeof rows} where
 * @param {number} dim
 * @param {number} [scale]
 * @returns {Op[]}
 */
const softmaxOver = (where, dim, scale) => [
  {
    ...where,
    name: `softmax dim ${dim}${scale ? " with scale" : ""}`,
    kernels: ["ln_softmax"],
    inputs: (shape) => ({ x: shape }),
    outputs: (shape) => ({ y: shape }),
    call: ({ x }, out) => ({ y: ln.softmax(x, { dim, scale, out: out?.y }) }),
    inPlace: { y: ["x"] },
    reference: ({ x }, shape) => beside.softmax(where.layout(shape), x, scale),
  },
  {
    ...where,
    name: `softmaxBackward dim ${dim}${scale ? " with scale" : ""}`,
    kernels: ["ln_softmax_backward"],
    gradientOf: `softmax dim ${dim}${scale ? " with scale" : ""}`,
    inputs: (shape) => ({ dy: shape, x: shape, y: shape }),
    outputs: (shape) => ({ dx: shape }),
    saved: ({ x }, shape) => rounded(beside.softmax(where.layout(shape), x, scale)),
    call: ({ dy, y }, out) => ({ ...ln.softmaxBackward(dy, y, { dim, scale, out: gradients(out) }) }),
    inPlace: { dx: ["dy", "y"] },
    reference: ({ dy, y }, shape) => beside.softmaxGradient(where.layout(shape), dy, y, scale),
  },
];

/** @type {(where: typeof rows, dim: number) => Op} */
const logSoftmaxOver = (where, dim) => ({
  ...where,
  name: `logSoftmax dim ${dim}`,
  kernels: ["ln_log_softmax"],
  inputs: (shape) => ({ x: shape }),
  outputs: (shape) => ({ y: shape }),
  call: ({ x }, out) => ({ y: ln.logSoftmax(x, { dim, out: out?.y }) }),
  inPlace: { y: ["x"] },
  reference: ({ x }, shape) => beside.logSoftmax(where.layout(shape), x),
});

/** Scores of attention, [..., T, S]: blocks of rows, some of which begin in the middle of a piece that is staged. */
const scores = {
  ...rows,
  shapes: [
    [1, 1, 1],
    [2, 4, 3],
    [5, 7, 16],
    [130, 21, 33],
  ],
  sized: (/** @type {number} */ n) => [2, 3, n],
};

/** @type {Op} */
const causalSoftmax = {
  ...softmaxOver(scores, -1, 0.25)[0],
  name: "softmax, causal",
  call: ({ x }, out) => ({ y: ln.softmax(x, { scale: 0.25, causal: true, out: out?.y }) }),
  reference({ x }, shape) {
    const [queries, columns] = shape.slice(-2);
    return beside.softmax(scores.layout(shape), x, 0.25, (row) => (row % queries) + columns - queries + 1);
  },
};

/** @type {Op[]} */
const besideNorms = [
  ...activations("silu", "silu", beside.silu),
  ...activations("gelu", "gelu", beside.gelu),
  ...activations("gelu, tanh", "gelu", beside.tanhGelu, { approximate: "tanh" }),
  ...softmaxOver(rows, -1),
  ...softmaxOver(rows, -1, -0.3),
  ...softmaxOver(columns, 0),
  ...softmaxOver(middles, 1),
  causalSoftmax,
  logSoftmaxOver(rows, -1),
  logSoftmaxOver(columns, 0),
  logSoftmaxOver(middles, 1),
];

/* Products of matrices --------------------------------------------------------------------------------------------- */

/** One matrix b for all rows of x. */
const oneMatrix = {
  ...rows,
  shapes: [
    [1, 1],
    [2, 6],
    [5, 3, 16],
    [2001, 40],
  ],
  batch: (/** @type {number[]} */ _shape) => 1,
  b: (/** @type {number[]} */ shape) => [shape[shape.length - 1], OUTPUTS],
};

/** One for each matrix of x. */
const manyMatrices = {
  ...rows,
  shapes: [
    [1, 1, 1],
    [2, 6, 3],
    [2, 3, 4, 16],
    [71, 13, 40],
  ],
  sized: (/** @type {number} */ n) => [2, 3, n],
  batch: (/** @type {number[]} */ shape) => sizeOf(shape.slice(0, -2)),
  b: (/** @type {number[]} */ shape) => [...shape.slice(0, -2), shape[shape.length - 1], OUTPUTS],
};

/** The last two dims exchanged. @param {number[]} shape */
const turned = (shape) => [...shape.slice(0, -2), ...shape.slice(-2).reverse()];

/**
 * @param {typeof oneMatrix} where
 * @param {string} what
 * @param {boolean} transposed
 * @returns {Op[]}
 */
function matmuls({ batch, b, ...where }, what, transposed) {
  const name = `${what}${transposed ? ", transposed" : ""}`,
    shapeOfB = (/** @type {number[]} */ shape) => (transposed ? turned(b(shape)) : b(shape)),
    /* [batch, columns, inner], as product() wants b */
    columnsOf = (/** @type {Values} */ values, /** @type {number[]} */ shape) =>
      transposed ? values : allTransposed(values, OUTPUTS, batch(shape));
  return [
    {
      ...where,
      name: `matmul${name}`,
      kernels: [transposed ? "ln_linear" : "ln_matmul"],
      inputs: (shape) => ({ x: shape, b: shapeOfB(shape) }),
      outputs: (shape) => ({ y: outputsOf(shape) }),
      call: ({ x, b }, out) => ({ y: ln.matmul(x, b, { transposed, out: out?.y }) }),
      inPlace: {},
      reference: ({ x, b }, shape) => ({
        y: products(x, columnsOf(b, shape), shape[shape.length - 1], batch(shape)),
      }),
    },
    {
      ...where,
      name: `matmulBackward${name}`,
      kernels: ["ln_matmul", "ln_permute", ...(transposed ? [] : ["ln_linear"])],
      gradientOf: `matmul${name}`,
      inputs: (shape) => ({ dy: outputsOf(shape), x: shape, b: shapeOfB(shape) }),
      outputs: (shape) => ({ dx: shape, db: shapeOfB(shape) }),
      call({ dy, x, b }, out) {
        const { da, db } = ln.matmulBackward(dy, x, b, { transposed, out: out && { da: out.dx, db: out.db } });
        return { dx: da, db };
      },
      inPlace: { dx: ["x"], db: ["b"] },
      reference({ dy, x, b }, shape) {
        const n = shape[shape.length - 1],
          count = batch(shape),
          inRows = count && x.length / n / count,
          ofX = allTransposed(x, n, count),
          ofDy = allTransposed(dy, OUTPUTS, count),
          byRows = allTransposed(columnsOf(b, shape), n, count);
        return {
          dx: products(dy, byRows, OUTPUTS, count),
          db: transposed ? products(ofDy, ofX, inRows, count) : products(ofX, ofDy, inRows, count),
        };
      },
    },
  ];
}

/** @type {Op[]} */
const allMatmuls = [
  ...matmuls(oneMatrix, "", false),
  ...matmuls(oneMatrix, "", true),
  ...matmuls(manyMatrices, " of many", false),
  ...matmuls(manyMatrices, " of many", true),
];

/* Sums and products, element by element ---------------------------------------------------------------------------- */

/** Every other dim, the last one among them. @param {number[]} shape */
const everyOther = (shape) => shape.map((size, d) => ((shape.length - d) % 2 ? size : 1));

/** A number for each channel of [N, C, ...]. @param {number[]} shape */
const perChannelAlone = ([, ...rest]) => rest.map((size, d) => (d === 0 ? size : 1));

const alternating = {
  ...elements,
  shapes: [
    [1, 2, 1, 3, 2],
    [2, 3, 4, 5, 6],
    [3, 2, 2, 3, 2, 3, 5],
    [9, 7, 8, 9, 33],
  ],
  sized: (/** @type {number} */ n) => [2, 2, 2, 3, n],
};

/**
 * @param {typeof elements} where
 * @param {string} what
 * @param {(shape: number[]) => number[]} b
 * @returns {Op[]}
 */
function sumAndProduct(where, what, b) {
  /** What of b belongs to each element of x. @param {Values} values @param {number[]} shape @returns {number[]} */
  const spread = (values, shape) => {
    const own = b(shape),
      first = shape.length - own.length,
      dims = shape.map((_, d) => d).filter((d) => d >= first && own[d - first] === shape[d]);
    return Array.from(layout(shape, [], dims).parameter, (p) => values[p]);
  };
  const ofShape = b === whole;
  return /** @type {const} */ (["add", "mul"]).map((name) => ({
    ...where,
    name: `${name}${what}`,
    kernels: [`ln_${name}`],
    inputs: (shape) => ({ x: shape, b: b(shape) }),
    outputs: (shape) => ({ y: shape }),
    call: ({ x, b }, out) => ({ y: ln[name](x, b, { out: out?.y }) }),
    inPlace: { y: ofShape ? ["x", "b"] : ["x"] },
    reference({ x, b }, shape) {
      const other = spread(b, shape);
      return { y: exact(x.map((v, i) => Math.fround(name === "add" ? v + other[i] : v * other[i]))) };
    },
  }));
}

/** @param {number[]} shape */
const whole = (shape) => shape;

/** @type {Op[]} */
const sumsAndProducts = [
  ...sumAndProduct(elements, "", whole),
  ...sumAndProduct(elements, ", one row", width),
  ...sumAndProduct(elements, ", a number for each row", perRow),
  ...sumAndProduct(elements, ", a row for each sample", perSample),
  ...sumAndProduct(elements, ", one number", () => []),
  ...sumAndProduct(channelElements, ", a number for each channel", perChannelAlone),
  ...sumAndProduct(alternating, ", every other dim", everyOther),
];

/* Columns of data -------------------------------------------------------------------------------------------------- */

/** A scaler of as many columns as x has: of small, large and nearly constant ones. @param {number[]} shape of x */
function scalerOf(shape) {
  const columns = shape[shape.length - 1],
    [means, spreads] = [
      [0, 1e6, -3, 1e-3],
      [1, 0.58, 1e-3, 1e4, 1e-6],
    ];
  const values = normals(5 * columns, 3).map((v, i) => {
    const c = i % columns;
    return means[c % means.length] + spreads[c % spreads.length] * v;
  });
  return new ln.StandardScaler().fit(ln.tensor(values, [5, columns]));
}

/** @type {Op} */
const scaling = {
  ...elements,
  name: "StandardScaler.transform",
  kernels: ["ln_scaler_transform"],
  inputs: (shape) => ({ x: shape }),
  outputs: (shape) => ({ y: shape }),
  call: ({ x }, out) => ({ y: scalerOf([...x.shape]).transform(x, { out: out?.y }) }),
  inPlace: { y: ["x"] },
  reference: ({ x }, shape) => scaled(x, scalerOf(shape)),
};

/** @type {Op[]} */
const scalings = [
  scaling,
  {
    ...scaling,
    name: "StandardScaler.inverseTransform",
    kernels: ["ln_scaler_inverse"],
    call: ({ x }, out) => ({ y: scalerOf([...x.shape]).inverseTransform(x, { out: out?.y }) }),
    reference: ({ x }, shape) => unscaled(x, scalerOf(shape)),
  },
];

/* The table -------------------------------------------------------------------------------------------------------- */

/** @type {Op[]} */
export const ops = [
  ...layerNorms,
  ...rmsNorms,
  ...broadcastNorms,
  ...anyDims,
  ...groupNorms,
  ...batchNorms,
  ...linears,
  ...besideNorms,
  ...allMatmuls,
  ...sumsAndProducts,
  ...sampleNorms,
  ...scalings,
];

/** The functions of c/norm.h that no op of the table runs, and where they are tested. */
export const otherKernels = {
  ln_manual_seed: "random.test.js",
  ln_uniform: "random.test.js",
  ln_normal: "random.test.js",
  ln_allclose: "tensor.test.js",
  ln_from_float16: "half.test.js",
  ln_from_bfloat16: "half.test.js",
  ln_to_float16: "half.test.js",
  ln_to_bfloat16: "half.test.js",
  ln_cross_entropy: "cross-entropy.test.js",
  ln_scaler_fit: "standard-scaler.test.js",
  ln_scaler_statistics: "standard-scaler.test.js",
  /* special cases of ln_norm_rows and ln_norm_rows_backward, for programs that call kernels */
  ln_add_layer_norm: "tests/c/rows_test.c",
  ln_rms_norm: "tests/c/rows_test.c",
  ln_add_rms_norm: "tests/c/rows_test.c",
  ln_layer_norm_backward: "tests/c/rows_backward_test.c",
  ln_rms_norm_backward: "tests/c/rows_backward_test.c",
};

/**
 * @param {string} name
 * @returns {Op}
 */
export function opNamed(name) {
  const op = ops.find((one) => one.name === name);
  if (!op) throw new RangeError(`no op is called ${name}`);
  return op;
}

/**
 * The groups that x is drawn in.
 * @param {Op} op
 * @param {number[]} shape of x
 */
export const layoutOf = (op, shape) => (op.drawn ?? op.layout)(shape);

/**
 * Inputs of an op: x and residual of one kind of data (N(0, 1) unless said otherwise), the others from N(0, 1), and the
 * statistics that belong to them.
 * @param {Op} op
 * @param {number[]} shape of x
 * @param {object} [options]
 * @param {Kind | "mixed"} [options.kind]
 * @param {number} [options.seed]
 * @param {number} [options.eps] of saved statistics
 * @param {boolean} [options.resident]
 * @param {(x: Values) => void} [options.change] changes x after the given statistics are there
 * @returns {Tensors}
 */
export function makeInputs(op, shape, { kind, seed = 1, eps = 1e-5, resident = false, change } = {}) {
  const shapes = op.inputs(shape);
  /** @type {Data} */
  const data = {};
  Object.entries(shapes).forEach(([name, sizes], i) => {
    const special = kind && (name === "x" || name === "residual");
    data[name] = special ? valuesOf(layoutOf(op, shape), kind, seed + i) : normals(sizeOf(sizes), seed + i);
  });
  Object.assign(data, op.given?.(data, shape));
  change?.(data.x);
  Object.assign(data, op.saved?.(data, shape, eps));
  return Object.fromEntries(
    Object.entries(shapes).map(([name, sizes]) => [
      name,
      ln.tensor(/** @type {Float32Array} */ (data[name]), sizes, { resident }),
    ]),
  );
}

/**
 * What an op should give.
 * @param {Op} op
 * @param {Tensors} inputs before the call
 * @param {number} eps
 */
export function expectedOf(op, inputs, eps) {
  const data = Object.fromEntries(Object.entries(inputs).map(([name, { data }]) => [name, data]));
  return op.reference(data, [...inputs.x.shape], eps);
}
