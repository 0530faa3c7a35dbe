/** The table of speed: times of the ops through the API, divided by those of the machine's limits. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { empty, kernels, layerNorm, linear, linearBackward, randn, tensor } from "../../web/api/index.js";
import { normals, sizeOf } from "../api/reference.js";
import { opNamed } from "../ops.js";
import { root } from "../setup.mjs";
import { Threads } from "../workers/rows.js";
import { blockTasks } from "./block.mjs";
import { decodeTasks } from "./decode.mjs";
import { cyclesOf, floorOf, work } from "./floors.mjs";
import { CLOCK_CYCLES } from "./limits.mjs";
import { measure, timed } from "./measure.mjs";
import { scalerTasks } from "./scaler.mjs";
import { nearOne, subjectOf } from "./subjects.mjs";

/** @import { Work } from "./floors.mjs" */
/** @import { Effort, Subject, Task } from "./measure.mjs" */
/** @import { LimitName, Limits } from "./limits.mjs" */
/** @import { Setting } from "./subjects.mjs" */

/**
 * @typedef {object} Figure
 * @property {string} name
 * @property {string[]} against  whose times it is divided by: of Bounded ones the longer, of others the sum; or the
 *   speed asked for; none: microseconds
 * @property {number[]} shape    of x
 * @property {number} value
 * @property {number} target     what it should be at most
 * @property {Record<string, number>} seconds  of one call of everything measured
 * @property {Bounds} [bounds]   of an op that has a floor
 */

/**
 * What an op is held against.
 * @typedef {object} Bounds
 * @property {number} cycles   its floor, for 16 elements
 * @property {number} clock    in GHz, as it was during this measurement
 * @property {number} element  nanoseconds an element
 * @property {number} floor    the same, of the floor
 * @property {number} memory   the same, of the machine's limits: loops that move the op's data
 */

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {string} op
 * @property {Work} work
 * @property {(shape: number[]) => LimitName[]} against  what moves the same data; all of it, one after the other
 * @property {number[][]} shapes  of x
 * @property {string[]} [leave]   optional inputs to leave out
 * @property {number} [near]      what weights are near, if not 1
 */

/** @type {number[][]} */
export const sizes = [
  [8, 768],
  [64, 768],
  [1024, 768],
  [1024, 1024],
  [4096, 4096],
  [32, 65536],
];

const wasmFile = join(root, "web/api/kernels.wasm");

/** @typedef {(shape: number[]) => LimitName[]} Against */

/** Beyond the caches the loop may be faster than the engine's copy. @type {Against} */
const copy = (shape) => [sizeOf(shape) < 4096 ** 2 ? "memory.copy" : "copy loop"];
/** @type {Against} */
const add = () => ["add loop"];
/** @type {Against} */
const addBoth = () => ["add loop, both"];
/** @type {Against} */
const read = () => ["read loop"];
/** @type {Against} */
const readAndCopy = () => ["read loop", "copy loop"];

/** An op's time should be at most so many times its floor, or the machine's limit where that is longer. */
const TARGET = 1.25;

/** @type {Row[]} */
const rowsAndColumns = [
  { name: "LayerNorm forward", op: "layerNorm", work: work.layerNorm, against: copy },
  { name: "RMSNorm forward", op: "rmsNorm", work: work.rmsNorm, against: copy },
  { name: "LayerNorm backward", op: "layerNormBackward", work: work.layerNormBackward, against: add },
  {
    name: "LayerNorm backward, saved statistics",
    op: "layerNormBackward with saved statistics",
    work: work.savedBackward,
    against: add,
  },
  { name: "moments, last dim", op: "moments", work: work.moments, against: read },
  { name: "moments, dim 0", op: "moments dim 0", work: work.moments, against: read },
  {
    name: "normalize, dim 0",
    op: "normalize dim 0",
    work: work.normalize,
    against: readAndCopy,
    leave: ["weight", "bias"],
  },
  {
    name: "normalize backward, dim 0",
    op: "normalizeBackward dim 0",
    work: work.layerNormBackward,
    against: add,
    leave: ["weight"],
  },
  { name: "addLayerNorm", op: "addLayerNorm", work: work.addLayerNorm, against: addBoth },
  { name: "l2Normalize", op: "l2Normalize dim -1", work: work.l2Normalize, against: copy },
  { name: "l2Normalize, dim 0", op: "l2Normalize dim 0", work: work.l2Normalize, against: readAndCopy },
].map((row) => ({ ...row, shapes: sizes }));

/** 64 samples of 16 rows, and rows of 4 groups. @type {Row[]} */
const broadcast = [
  {
    name: "LayerNorm, a weight for each sample",
    op: "layerNorm, a weight for each sample and weightOffset",
    work: work.layerNorm,
    against: copy,
    shapes: [[64, 16, 768]],
    near: 0,
  },
  {
    name: "RMSNorm, grouped weight",
    op: "rmsNorm, a weight for each group",
    work: work.rmsNorm,
    against: copy,
    shapes: [[256, 4, 768]],
  },
];

/** @type {Row[]} */
const images = [
  { name: "groupNorm", op: "groupNorm", work: work.groupNorm, against: readAndCopy },
  { name: "instanceNorm", op: "instanceNorm", work: work.groupNorm, against: readAndCopy },
  { name: "batchNorm, inference", op: "batchNorm", work: work.batchNorm, against: copy },
  { name: "LayerNorm, channels first", op: "normalize dim 1", work: work.channelsFirst, against: readAndCopy },
].map((row) => ({ ...row, shapes: [[8, 64, 56, 56]] }));

/** What stands beside a norm: on features of a Llama's block, and on scores of attention. @type {Row[]} */
const beside = [
  { name: "silu", op: "silu", work: work.silu, against: copy, shapes: [[512, 2816]] },
  { name: "siluMul", op: "siluMul", work: work.siluMul, against: add, shapes: [[512, 2816]] },
  { name: "gelu", op: "gelu", work: work.gelu, against: copy, shapes: [[512, 2816]] },
  { name: "gelu, tanh", op: "gelu, tanh", work: work.tanhGelu, against: copy, shapes: [[512, 2816]] },
  { name: "softmax", op: "softmax dim -1", work: work.softmax, against: copy, shapes: [[4096, 256]] },
  { name: "logSoftmax", op: "logSoftmax dim -1", work: work.logSoftmax, against: copy, shapes: [[4096, 256]] },
];

/** @param {readonly Subject[]} subjects @param {readonly number[]} times */
const byName = (subjects, times) => Object.fromEntries(subjects.map(({ name }, i) => [name, times[i]]));

/**
 * An op with resident tensors and `out`, beside the machine's limits and its clock.
 * @param {Row} row
 * @param {number[]} shape
 * @param {Limits} limit
 * @param {Effort} effort
 * @returns {Promise<Figure>}
 */
async function measureRow(row, shape, limit, effort) {
  const size = sizeOf(shape),
    against = row.against(shape),
    subject = subjectOf(opNamed(row.op), shape, { ...row, resident: true });
  try {
    const subjects = [subject, limit("clock", size), ...against.map((name) => limit(name, size))];
    const times = await measure(subjects, effort);
    subject.check();
    const [seconds, clock, ...moving] = times,
      cycle = clock / CLOCK_CYCLES;
    const floor = floorOf(row.work, size) * cycle,
      memory = moving.reduce((a, b) => a + b);
    const [element, ...least] = [seconds, floor, memory].map((time) => (time / size) * 1e9);
    const bounds = { cycles: cyclesOf(row.work), clock: 1e-9 / cycle, element, floor: least[0], memory: least[1] };
    const value = seconds / Math.max(floor, memory);
    return { name: row.name, against, shape, value, target: TARGET, seconds: byName(subjects, times), bounds };
  } finally {
    subject.dispose();
  }
}

/**
 * LayerNorm's time divided by that of the same with other tensors.
 * @typedef {object} Pair
 * @property {string} name
 * @property {Setting} setting
 * @property {string} against  what the other is called
 * @property {Setting} other
 * @property {number} target
 * @property {number[][]} shapes
 */

const ordinary = { resident: false },
  resident = { resident: true };

/** @type {Pair[]} */
const pairs = [
  /* What copying in and out costs. */
  {
    name: "LayerNorm, ordinary tensors",
    setting: ordinary,
    against: "resident",
    other: resident,
    target: 2,
    shapes: sizes.slice(1),
  },
  /* A weight multiplies the error of a mean: sums are then taken in shorter runs. */
  ...[3, 16, 1000, 1e6].map((largest) => ({
    name: `LayerNorm, a weight of ${largest}`,
    setting: { ...resident, largest },
    against: "weights near 1",
    other: resident,
    target: largest > 16 ? 1.3 : 1.15,
    shapes: [
      [64, 768],
      [1024, 768],
      [4096, 4096],
    ],
  })),
];

/**
 * @param {Pair} pair
 * @param {number[]} shape
 * @param {Effort} effort
 * @returns {Promise<Figure>}
 */
async function measurePair({ name, setting, against, other, target }, shape, effort) {
  const [one, two] = [setting, other].map((each) => subjectOf(opNamed("layerNorm"), shape, each));
  try {
    const subjects = [
      { ...one, name },
      { ...two, name: against },
    ];
    const times = await measure(subjects, effort);
    for (const subject of subjects) subject.check();
    return { name, against: [against], shape, value: times[0] / times[1], target, seconds: byName(subjects, times) };
  } finally {
    for (const subject of [one, two]) subject.dispose();
  }
}

/** Groups of twenty channels that have fewer than 8 elements each. */
const shortChannels = [[64, 160], ...[2, 4, 7].map((inner) => [64, 160, inner])];

/** Nanoseconds an element that they should take at most. */
const shortTargets = [
  { op: "groupNorm", nanoseconds: 4 },
  { op: "groupNormBackward", nanoseconds: 4 },
];

/**
 * @param {typeof shortTargets[number]} target
 * @param {number[]} shape
 * @param {Effort} effort
 * @returns {Promise<Figure>}
 */
async function measureShort({ op, nanoseconds }, shape, effort) {
  const subject = subjectOf(opNamed(op), shape, { resident: true });
  try {
    const [time] = await measure([subject], effort);
    subject.check();
    const name = `${op}, short channels`,
      target = (sizeOf(shape) * nanoseconds) / 1e3;
    return { name, against: [], shape, value: time * 1e6, target, seconds: { [op]: time } };
  } finally {
    subject.dispose();
  }
}

/** Batches in training; of [N, C, ...] the op brings each channel's elements together. */
const batches = [
  [32, 64, 28, 28],
  [64, 256, 7, 7],
  [8, 64, 1000],
  [256, 128],
];

/**
 * What it costs to bring the channels together: against the same numbers as one sample, where they are together.
 * @param {string} op
 * @param {number[]} shape
 * @param {Effort} effort
 * @returns {Promise<Figure>}
 */
async function measureTogether(op, shape, effort) {
  const [samples, channels] = shape;
  const [apart, together] = [shape, [1, channels, sizeOf(shape) / channels]].map((one) =>
    subjectOf(opNamed(op), one, { resident: true }),
  );
  try {
    const subjects = [
      { ...apart, name: `${samples} samples` },
      { ...together, name: "one sample" },
    ];
    const times = await measure(subjects, effort);
    for (const subject of [apart, together]) subject.check();
    const seconds = byName(subjects, times);
    return { name: op, against: ["one sample"], shape, value: times[0] / times[1], target: 1.1, seconds };
  } finally {
    for (const subject of [apart, together]) subject.dispose();
  }
}

/**
 * Rows in memory that two threads share, over both of them: tests/workers. Alone: the same rows, by one thread.
 * @param {number[]} shape
 * @param {Effort} effort
 * @returns {Promise<Figure>}
 */
async function measureThreads(shape, effort) {
  const [rows, n] = shape,
    threads = await Threads.start(readFileSync(wasmFile), { rows, n, threads: 2 });
  try {
    const { x, weight, bias, part } = threads.shared,
      alone = part(0, 1);
    x.set(normals(x.length, 1));
    weight.set(nearOne(n, 2));
    bias.set(normals(n, 3));
    const subjects = [timed("two threads", () => threads.forward()), timed("one thread", alone)],
      times = await measure(subjects, effort);
    const name = "LayerNorm, rows over two threads",
      target = 1 / 1.8;
    return {
      name,
      against: ["one thread"],
      shape,
      value: times[0] / times[1],
      target,
      seconds: byName(subjects, times),
    };
  } finally {
    await threads.close();
  }
}

/** Calls with tensors so small that nothing but the call costs. */
const calls = [
  { name: "resident, out", resident: true, out: true, target: 0.3 },
  { name: "ordinary, out", resident: false, out: true, target: 1 },
  { name: "ordinary, new result", resident: false, out: false, target: 1 },
];

/**
 * @param {typeof calls[number]} call
 * @param {Effort} effort
 * @returns {Promise<Figure>}
 */
async function measureCall({ name, resident, out, target }, effort) {
  const shape = [2, 6];
  const [x, y] = [1, 2].map((i) =>
    tensor(
      Array.from({ length: 12 }, (_, j) => (i * j) % 7),
      shape,
      { resident },
    ),
  );
  const [weight, bias] = [1, 2].map((i) => tensor(new Float32Array(6).fill(i), [6], { resident }));
  const call = out
    ? () => void layerNorm(x, 6, { weight, bias, out: y })
    : () => void layerNorm(x, 6, { weight, bias });
  const [time] = await measure([timed(name, call)], effort);
  for (const one of [x, y, weight, bias]) one.dispose();
  return { name: `a call, ${name}`, against: [], shape, value: time * 1e6, target, seconds: { [name]: time } };
}

/** The conversions of half precision. */
const halves = /** @type {const} */ (["ln_from_float16", "ln_from_bfloat16", "ln_to_float16", "ln_to_bfloat16"]);

/**
 * A conversion by pointer, in resident tensors. Its target is the time of 4 GB of float32 in a second.
 * @param {typeof halves[number]} name
 * @param {Effort} effort
 * @returns {Promise<Figure>}
 */
async function measureHalf(name, effort) {
  const shape = [1024, 1024],
    size = sizeOf(shape),
    wasm = kernels();
  const floats = randn(shape, { resident: true }),
    bits = empty([size / 2], { resident: true });
  wasm.ln_to_float16(bits.pointer, floats.pointer, size);
  const [to, from] = name.startsWith("ln_to") ? [bits, floats] : [floats, bits];
  const [time] = await measure([timed(name, () => wasm[name](to.pointer, from.pointer, size))], effort);
  for (const tensor of [floats, bits]) tensor.dispose();
  const target = (4 * size) / 4e9;
  return { name, against: [], shape, value: time * 1e6, target: target * 1e6, seconds: { [name]: time } };
}

/** How long a multiplication and an addition take, where 12 GFLOP/s is asked for. */
const GOAL_SECONDS = 2 / 12e9;

/** Linear layers: rows, inputs, outputs. One row is a step of a decode loop: as fast as its weights can be read. */
const linears = [
  { features: [64, 256, 256], backward: false },
  { features: [64, 256, 256], backward: true },
  { features: [256, 512, 512], backward: false },
  { features: [256, 512, 512], backward: true },
  { features: [1, 4096, 4096], backward: false },
].map(({ features: [rows, inputs, outputs], backward }) => ({
  name: `Linear(${inputs}, ${outputs}) ${backward ? "backward" : "forward"}`,
  shape: [rows, inputs],
  outputs,
  backward,
}));

/**
 * A linear layer on resident tensors, with `out`.
 * @param {typeof linears[number]} layer
 * @param {Limits} limit
 * @param {Effort} effort
 * @returns {Promise<Figure>}
 */
async function measureLinear({ name, shape, outputs, backward }, limit, effort) {
  const [rows, inputs] = shape;
  /** @param {number[]} dims */
  const drawn = (dims) => randn(dims, { resident: true });
  const x = drawn(shape),
    weight = drawn([outputs, inputs]),
    bias = drawn([outputs]),
    y = drawn([rows, outputs]),
    out = { dx: drawn(shape), dweight: drawn([outputs, inputs]), dbias: drawn([outputs]) };
  const call = backward
    ? () => void linearBackward(y, x, weight, { out })
    : () => void linear(x, weight, bias, { out: y });
  const subjects = [timed(name, call), ...(rows === 1 ? [limit("read loop", weight.size)] : [])];
  const times = await measure(subjects, effort),
    goal = times[1] ?? (backward ? 2 : 1) * rows * weight.size * GOAL_SECONDS;
  for (const one of [x, weight, bias, y, out.dx, out.dweight, out.dbias]) one.dispose();
  const against = [rows === 1 ? "read loop" : "12 GFLOP/s"],
    target = rows === 1 ? 1.1 : 1;
  return { name, against, shape, value: times[0] / goal, target, seconds: byName(subjects, times) };
}

/**
 * @param {Limits} limit
 * @param {Effort} effort
 * @returns {Task<Figure>[]}
 */
export function speedTasks(limit, effort) {
  return [
    /* First: later, calls of other ops have left V8 code for all of them. */
    ...calls.map((call) => ({ name: `a call, ${call.name}`, run: () => measureCall(call, effort) })),
    ...[...rowsAndColumns, ...broadcast, ...images, ...beside].flatMap((row) =>
      row.shapes.map((shape) => ({
        name: `${row.name} ${shape.join("x")}`,
        run: () => measureRow(row, shape, limit, effort),
      })),
    ),
    ...shortTargets.flatMap((target) =>
      shortChannels.map((shape) => ({
        name: `${target.op}, short channels ${shape.join("x")}`,
        run: () => measureShort(target, shape, effort),
      })),
    ),
    ...["batchNorm training", "batchNormBackward training"].flatMap((op) =>
      batches.map((shape) => ({ name: `${op} ${shape.join("x")}`, run: () => measureTogether(op, shape, effort) })),
    ),
    ...halves.map((name) => ({ name, run: () => measureHalf(name, effort) })),
    ...linears.map((layer) => ({
      name: `${layer.name} ${layer.shape.join("x")}`,
      run: () => measureLinear(layer, limit, effort),
    })),
    ...blockTasks(effort),
    ...decodeTasks(effort),
    ...scalerTasks(effort),
    ...pairs.flatMap((pair) =>
      pair.shapes.map((shape) => ({
        name: `${pair.name} ${shape.join("x")}`,
        run: () => measurePair(pair, shape, effort),
      })),
    ),
    ...sizes.slice(2).map((shape) => ({
      name: `LayerNorm, rows over two threads ${shape.join("x")}`,
      run: () => measureThreads(shape, effort),
    })),
  ];
}
