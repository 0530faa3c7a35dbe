/**
 * Random calls that this package, ONNX Runtime and PyTorch all know: what goes in, what each is asked, and what float64
 * says of the answer.
 */
import * as ln from "../../web/api/index.js";
import { activated, gelu, softmax, tanhGelu } from "../api/block-reference.js";
import { affine, kinds, layout, moments, normalize, normals, sizeOf, valuesOf } from "../api/reference.js";

/** @import { Expected, Kind, Layout } from "../api/reference.js" */
/** @import { Node } from "../onnx.js" */

/** @typedef {Record<string, { data: Float32Array, shape: number[] }>} Inputs */

/**
 * @typedef {object} Call
 * @property {string} op
 * @property {string} kind of data
 * @property {number[]} shape of x
 * @property {number[]} out the shape of what it gives
 * @property {Inputs} inputs
 * @property {{ eps: number, axis: number, groups: number, tanh: boolean, dims: number[], correction: number }} options
 */

/** @typedef {Record<string, ln.Tensor>} Tensors */

/**
 * @typedef {object} Op
 * @property {(random: () => number) => number[]} shape
 * @property {(call: Call) => Layout} layout
 * @property {(call: Call) => number[]} [parameters] the shape of weight and bias
 * @property {string[]} [names] of the parameters that there are
 * @property {(call: Call) => number[]} [out] the shape of the answer; otherwise of x
 * @property {(call: Call, inputs: Tensors) => ln.Tensor} ours
 * @property {(call: Call, data: Record<string, Float32Array>) => Expected} expected
 * @property {(call: Call) => Node["attributes"]} attributes ONNX's
 * @property {string} [onnx] ONNX's name; PyTorch alone has the others
 * @property {boolean} [torch] whether PyTorch 1.13 has it
 */

/** The most elements of x: a call takes no longer than a model takes to be read. */
const MOST = 4000;

/** @type {Record<string, Kind>} */
const allKinds = {
  ...kinds,
  constant: () => 3.7,
  "3e37": (_, next) => 3e37 * Math.tanh(next),
  "with a NaN": (i, next) => (i === 1 ? NaN : next),
  "with an infinity": (i, next) => (i === 1 ? -Infinity : next),
};

/** @param {() => number} random @param {number} most @returns {number} short ones as often as long ones */
const length = (random, most) => Math.max(1, Math.floor(most ** random()));

/** @param {() => number} random @param {number} least dims @param {number} most dims @param {number} [smallest] */
function drawShape(random, least, most, smallest = 1) {
  const dims = least + Math.floor(random() * (most - least + 1));
  let left = MOST;
  const shape = Array.from({ length: dims }, () => {
    const size = Math.max(smallest, length(random, left));
    left = Math.max(1, left / size);
    return size;
  });
  return shape.toSorted(() => random() - 0.5);
}

/** [N, C, ...]. @param {() => number} random */
function drawImages(random) {
  const inner = drawShape(random, 1, 2, 2).map((size) => Math.min(size, 300));
  return [1 + Math.floor(random() * 3), [1, 2, 3, 4, 6, 8][Math.floor(random() * 6)], ...inner];
}

/** @param {number} from @param {number} to */
const range = (from, to) => Array.from({ length: to - from }, (_, i) => from + i);

/** @param {Call} call */
const trailing = ({ shape, options: { axis } }) => range(axis, shape.length);

/** @param {Call} call */
const rows = (call) => layout(call.shape, trailing(call));

/** @param {Call} call [N, C, the rest] */
const perChannel = ({ shape }) => [shape[0], shape[1], sizeOf(shape.slice(2))];

/** @param {Call} call */
const instances = (call) => layout(perChannel(call), [2], [1]);

/** @param {Call} call */
const alongAxis = ({ shape, options: { axis } }) => layout(shape, [axis]);

/** A layer divides by n, whatever correction a variance was drawn with. @param {Call} call */
const onlyEps = ({ options: { eps } }) => ({ eps });

/** @param {Call} call */
const epsilon = ({ options: { eps } }) => ({ epsilon: { float: eps } });

/** @param {Call} call */
const axisOf = ({ options: { axis } }) => ({ axis: { int: axis } });

/** @param {Call} call */
function channelGroups(call) {
  const [n, c, inner] = perChannel(call),
    { groups } = call.options;
  return layout([n, groups, c / groups, inner], [2, 3], [1, 2]);
}

const images = {
  shape: drawImages,
  parameters: (/** @type {Call} */ { shape }) => [shape[1]],
  names: ["weight", "bias"],
  torch: true,
};

const reduction = {
  shape: (/** @type {() => number} */ random) => drawShape(random, 1, 4),
  layout: (/** @type {Call} */ { shape, options: { dims } }) => layout(shape, dims),
  out: (/** @type {Call} */ { shape, options: { dims } }) => shape.filter((_, d) => !dims.includes(d)),
  torch: true,
};

/** @type {Record<string, Op>} */
export const ops = {
  layerNorm: {
    shape: (random) => drawShape(random, 1, 4),
    layout: rows,
    parameters: ({ shape, options: { axis } }) => shape.slice(axis),
    names: ["weight", "bias"],
    ours: ({ shape, options: { axis, eps } }, { x, ...affine }) =>
      ln.layerNorm(x, shape.slice(axis), { ...affine, eps }),
    expected: (call, { x, ...affine }) => normalize(rows(call), { x, ...affine }, onlyEps(call)).y,
    attributes: (call) => ({ ...epsilon(call), ...axisOf(call) }),
    onnx: "LayerNormalization",
    torch: true,
  },
  rmsNorm: {
    shape: (random) => drawShape(random, 1, 4),
    layout: rows,
    parameters: ({ shape, options: { axis } }) => shape.slice(axis),
    names: ["weight"],
    ours: ({ shape, options: { axis, eps } }, { x, weight }) => ln.rmsNorm(x, shape.slice(axis), { weight, eps }),
    expected: (call, { x, weight }) => normalize(rows(call), { x, weight }, { ...onlyEps(call), centred: false }).y,
    attributes: (call) => ({ ...epsilon(call), ...axisOf(call) }),
    onnx: "RMSNormalization",
  },
  instanceNorm: {
    ...images,
    layout: instances,
    ours: ({ options: { eps } }, { x, ...affine }) => ln.instanceNorm(x, { ...affine, eps }),
    expected: (call, { x, ...affine }) => normalize(instances(call), { x, ...affine }, onlyEps(call)).y,
    attributes: epsilon,
    onnx: "InstanceNormalization",
  },
  groupNorm: {
    ...images,
    layout: channelGroups,
    ours: ({ options: { eps, groups } }, { x, ...affine }) => ln.groupNorm(x, groups, { ...affine, eps }),
    expected: (call, { x, ...affine }) => normalize(channelGroups(call), { x, ...affine }, onlyEps(call)).y,
    attributes: (call) => ({ ...epsilon(call), num_groups: { int: call.options.groups } }),
    onnx: "GroupNormalization",
  },
  batchNorm: {
    ...images,
    names: ["weight", "bias", "runningMean", "runningVar"],
    layout: (call) => layout(perChannel(call), [0, 2], [1]),
    ours: ({ options: { eps } }, { x, weight, bias, runningMean, runningVar }) =>
      ln.batchNorm(x, { weight, bias, runningMean, runningVar, eps }),
    expected: (call, data) => affine(layout(perChannel(call), [], [1]), /** @type {any} */ (data), call.options.eps).y,
    attributes: epsilon,
    onnx: "BatchNormalization",
  },
  mean: {
    ...reduction,
    ours: ({ options: { dims } }, { x }) => ln.mean(x, { dim: dims }),
    expected: (call, { x }) => moments(reduction.layout(call), x).mean,
    attributes: () => ({ keepdims: { int: 0 } }),
    onnx: "ReduceMean",
  },
  variance: {
    ...reduction,
    ours: ({ options: { dims, correction } }, { x }) => ln.variance(x, { dim: dims, correction }),
    expected: (call, { x }) => moments(reduction.layout(call), x, call.options.correction).variance,
    attributes: () => ({}),
  },
  softmax: {
    shape: (random) => drawShape(random, 1, 4),
    layout: alongAxis,
    ours: ({ options: { axis } }, { x }) => ln.softmax(x, { dim: axis }),
    expected: (call, { x }) => softmax(alongAxis(call), x).y,
    attributes: axisOf,
    onnx: "Softmax",
    torch: true,
  },
  gelu: {
    shape: (random) => drawShape(random, 1, 3),
    layout: ({ shape }) => layout(shape, [shape.length - 1]),
    ours: ({ options: { tanh } }, { x }) => ln.gelu(x, { approximate: tanh ? "tanh" : "none" }),
    expected: ({ options: { tanh } }, { x }) => activated(tanh ? tanhGelu : gelu, x).y,
    attributes: ({ options: { tanh } }) => ({ approximate: tanh ? "tanh" : "none" }),
    onnx: "Gelu",
    torch: true,
  },
};

/** @type {<T>(random: () => number, of: T[]) => T} */
const pick = (random, of) => of[Math.floor(random() * of.length)];

/** @param {string} name @param {number[]} shape @param {number} seed of parameters */
function parameter(name, shape, seed) {
  const values = normals(sizeOf(shape), seed);
  const at = { weight: 1, bias: 0, runningMean: 0, runningVar: 1 }[name] ?? 0;
  return { shape, data: values.map((v) => (name === "runningVar" ? 0.5 + v * v : at + 0.2 * v)) };
}

/**
 * @param {() => number} random in [0, 1)
 * @param {"onnx" | "torch"} peer
 * @returns {Call}
 */
export function drawCall(random, peer) {
  const op = pick(
      random,
      Object.keys(ops).filter((name) => ops[name][peer]),
    ),
    kind = pick(random, Object.keys(allKinds)),
    shape = ops[op].shape(random),
    dims = shape.map((_, d) => d).filter(() => random() < 0.6);
  const options = {
    eps: Math.fround(pick(random, [1e-5, 1e-5, 1e-6, 1e-12, 1e-3])),
    axis: Math.floor(random() * shape.length),
    groups:
      pick(
        random,
        [1, 2, 3, 4, 6, 8].filter((groups) => shape[1] % groups === 0),
      ) ?? 1,
    tanh: random() < 0.5,
    dims: dims.length ? dims : [0],
    correction: pick(random, [0, 1]),
  };
  /** @type {Call} */
  const call = { op, kind, shape, out: shape, options, inputs: {} };
  call.out = ops[op].out?.(call) ?? shape;
  const seed = () => 1 + Math.floor(random() * 1e9);
  call.inputs.x = { shape, data: valuesOf(ops[op].layout(call), allKinds[kind], seed()) };
  for (const name of ops[op].names ?? []) {
    call.inputs[name] = parameter(name, /** @type {any} */ (ops[op]).parameters(call), seed());
  }
  return call;
}

/** @param {Call} call @returns {ArrayLike<number>} */
export function ours(call) {
  const tensors = Object.fromEntries(
    Object.entries(call.inputs).map(([name, { data, shape }]) => [name, ln.tensor(data, shape)]),
  );
  return ops[call.op].ours(call, tensors).data;
}

/** @param {Call} call @returns {Expected} */
export const expected = (call) =>
  ops[call.op].expected(call, Object.fromEntries(Object.entries(call.inputs).map(([name, { data }]) => [name, data])));
