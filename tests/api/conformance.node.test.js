/**
 * The cases of ../shared/conformance (beside the project's root): numbers from other projects' published
 * tests, with the tolerances that came with them. They are no part of this project; where the folder is
 * missing, this suite is skipped.
 *
 * An op is mapped to the API in OPS, or in PROPERTIES; what the API does not have stands in MISSING.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import * as api from "../../web/api/index.js";
import { doubles, misses, tensorOf, ulp } from "../fixtures/floats.js";
import { descend } from "./descent.js";
import { MEAN_ERROR, ROOT_ERROR, VARIANCE_ERROR } from "../promises.js";

/** @typedef {import("../fixtures/floats.js").TensorFixture} TensorFixture */
/** @typedef {import("../../web/api/index.js").Module} Module */
/** @typedef {import("../../web/api/index.js").Tensor} Tensor */
/** @typedef {{ data: Float32Array, shape: readonly number[] }} Values */
/** @typedef {Record<string, Values>} Inputs */
/** @typedef {{ dx: Tensor, dweight: Tensor, dbias?: Tensor }} Gradients */
/** @typedef {Record<string, any>} Attributes */
/** @typedef {Record<string, Tensor>} Results under the names of the expected values */
/** @typedef {(inputs: Inputs, attributes: Attributes) => Results[]} Run all results must be as expected */
/**
 * @typedef {object} Case
 * @property {string} name
 * @property {string} op
 * @property {Attributes} attrs
 * @property {Record<string, TensorFixture>} inputs
 * @property {Record<string, TensorFixture>} expected
 * @property {{ atol: number, rtol: number }} tol
 * @property {{ mean: string, std1: string, var1: string, var0: string }} [f32] exact, of the data as float32
 */

const FOLDER = path.resolve(import.meta.dirname, "../../../shared/conformance");

/**
 * @param {Attributes} attributes dims null: all
 * @returns {{ dim: number[] | undefined, keepdim: boolean }}
 */
const reduction = ({ dims, keepdim }) => ({ dim: dims ?? undefined, keepdim });

/** @param {Attributes} attributes */
const spread = (attributes) => ({ ...reduction(attributes), correction: attributes.correction });

/** Over any axes as normalize; also as layerNorm, where they are the last ones in their order. @type {Run} */
function layerNorm({ x, scale: weight, bias }, { axes, eps }) {
  const general = { y: api.normalize(x, { dim: axes, correction: 0, eps, weight, bias }) };
  const rank = x.shape.length,
    first = rank - axes.length;
  const isTrailing = axes.every(
    (/** @type {number} */ axis, /** @type {number} */ i) => (axis < 0 ? axis + rank : axis) === first + i,
  );
  if (!isTrailing) return [general];
  return [general, api.layerNorm(x, x.shape.slice(first), { weight, bias, eps, stats: true })];
}

/** eps_outside, 1e-9 added to the root, is far below the tolerance and left out. @type {Run} */
const meanVarianceNormalization = ({ x }, { axes: dim, eps = 0 }) => [
  {
    y: api.normalize(x, { dim, correction: 0, eps }),
    mean: api.mean(x, { dim }),
    var: api.variance(x, { dim, correction: 0 }),
  },
];

/**
 * The tensor with its dims in another order: dim d of the result is dim order[d] of it.
 * @param {Values} tensor
 * @param {number[]} order
 */
function permuted({ data, shape }, order) {
  const strides = shape.map((_, d) => product(shape.slice(d + 1)));
  let from = [0];
  for (const d of order) {
    from = from.flatMap((start) => Array.from({ length: shape[d] }, (_, i) => start + i * strides[d]));
  }
  return api.tensor(
    Float32Array.from(from, (i) => data[i]),
    order.map((d) => shape[d]),
  );
}

/** @param {number[]} order */
const inverse = (order) => order.map((_, d) => order.indexOf(d));

/** @param {readonly number[]} sizes */
const product = (sizes) => sizes.reduce((a, b) => a * b, 1);

/** @type {(tensor: Values, shape: readonly number[]) => Tensor} */
const reshaped = ({ data }, shape) => api.tensor(data, shape);

/**
 * Runs an op of the last dims over any axes: they are moved to the end, and what has x's shape is moved back.
 * @param {Inputs} inputs
 * @param {Attributes} attributes
 * @param {(inputs: Inputs, sizes: number[]) => Results} run
 * @returns {Results}
 */
function overLastDims(inputs, { axes }, run) {
  const { shape } = inputs.x,
    dims = shape.map((_, d) => d);
  const last = axes.map((/** @type {number} */ axis) => dims[axis < 0 ? axis + shape.length : axis]);
  const order = [...dims.filter((d) => !last.includes(d)), ...last];
  const results = run(
    inMovedOrder(inputs, order),
    order.slice(-last.length).map((d) => shape[d]),
  );
  return movedBack(results, order);
}

/** @type {(inputs: Inputs, order: number[]) => Inputs} x and dy alone have dims to move */
const inMovedOrder = ({ x, dy, ...others }, order) => ({
  ...others,
  x: permuted(x, order),
  ...(dy && { dy: permuted(dy, order) }),
});

/** @type {(results: Results, order: number[]) => Results} */
const movedBack = (results, order) =>
  Object.fromEntries(
    Object.entries(results).map(([name, result]) => [
      name,
      result.shape.length === order.length ? permuted(result, inverse(order)) : result,
    ]),
  );

/** Gradients under the names of the cases. @type {(gradients: Gradients) => Results} */
const named = ({ dx, dweight, dbias }) => ({ dx, dscale: dweight, ...(dbias && { dbias }) });

/** Both with the statistics that the forward pass saved, and without them. @type {Run} */
const layerNormBackward = (inputs, attributes) =>
  [false, true].map((saved) =>
    overLastDims(inputs, attributes, ({ x, dy, scale: weight, bias }, sizes) => {
      const { eps } = attributes;
      const { y, mean, rstd } = api.layerNorm(x, sizes, { weight, bias, eps, stats: true });
      const gradients = api.layerNormBackward(dy, x, sizes, { weight, eps, ...(saved && { mean, rstd }) });
      return { y, mean, rstd, ...named(gradients) };
    }),
  );

/** x-hat stands in for x, whose statistics it then has to have. @type {Run} */
function layerNormParameterGradients({ xhat, dy }) {
  const rows = [xhat.shape[0], 1];
  return [named(api.layerNormBackward(dy, xhat, xhat.shape[1], { mean: api.zeros(rows), rstd: api.ones(rows) }))];
}

/** @type {Run} */
const rmsNorm = (inputs, attributes) => [
  overLastDims(inputs, attributes, ({ x, scale: weight }, sizes) => ({
    y: api.rmsNorm(x, sizes, { weight, eps: attributes.eps }),
  })),
];

/** @type {Run} */
function instanceNorm(inputs, { layout, eps }) {
  const rank = inputs.x.shape.length,
    dims = inputs.x.shape.map((_, d) => d);
  const order = layout === "nhwc" ? [0, rank - 1, ...dims.slice(1, -1)] : dims;
  const { x, scale: weight, bias } = inMovedOrder(inputs, order);
  return [movedBack({ y: api.instanceNorm(x, { weight, bias, eps }) }, order)];
}

/**
 * x as [N, C, ...]: where the channels stand on another axis, what is before and behind it becomes one dim each.
 * @param {Values} x
 * @param {Attributes} attributes
 */
function channelsSecond(x, { axis }) {
  const { shape } = x;
  return axis === 1 ? x : reshaped(x, [product(shape.slice(0, axis)), shape[axis], product(shape.slice(axis + 1))]);
}

/** @type {Run} */
function batchNorm({ x, mean, var: variance, scale: weight, bias }, attributes) {
  const running = { runningMean: api.tensor(mean.data), runningVar: api.tensor(variance.data) };
  const y = api.batchNorm(channelsSecond(x, attributes), { ...running, weight, bias, eps: attributes.eps });
  return [{ y: reshaped(y, x.shape) }];
}

/**
 * The running variance as it is where the biased variance of each batch goes in, not the unbiased one as in torch.
 * @param {Float32Array} unbiased after `steps` updates from `start`
 * @param {Float32Array} start
 * @param {number} count values of a channel in a batch
 * @param {{ momentum: number, steps?: number }} updates
 */
function biasedRunning(unbiased, start, count, { momentum, steps = 1 }) {
  return api.tensor(
    unbiased.map((value, i) => {
      const kept = (1 - momentum) ** steps * start[i];
      return kept + ((value - kept) * (count - 1)) / count;
    }),
  );
}

/** @type {Run} */
function batchNormTrain({ x, running_mean: mean, running_var: variance, scale: weight, bias }, attributes) {
  const { eps, momentum, running_var_correction: correction } = attributes;
  const runningMean = api.tensor(mean.data.slice()),
    runningVar = api.tensor(variance.data.slice());
  const y = api.batchNorm(channelsSecond(x, attributes), {
    runningMean,
    runningVar,
    weight,
    bias,
    eps,
    momentum,
    training: true,
  });
  const count = y.size / mean.data.length;
  const running = correction ? runningVar : biasedRunning(runningVar.data, variance.data, count, { momentum });
  return [{ y: reshaped(y, x.shape), running_mean: runningMean, running_var: running }];
}

/** @type {Run} */
function batchNormTrainThenEval({ x, running_mean: mean, running_var: variance }, { eps, momentum }) {
  const layer = new api.BatchNorm(x.shape[1], { eps, momentum });
  layer.runningMean?.data.set(mean.data);
  layer.runningVar?.data.set(variance.data);
  layer.forward(x);
  return [{ y_eval: layer.eval().forward(x) }];
}

/** What the API leaves to its user. @implements {Module} */
class Flatten {
  /** @type {readonly number[]} */
  shape = [];

  /** @param {Tensor} x */
  forward(x) {
    this.shape = x.shape;
    return reshaped(x, [x.shape[0], x.size / x.shape[0]]);
  }

  /** @param {Tensor} dy */
  backward(dy) {
    return reshaped(dy, this.shape);
  }

  parameters() {
    return [];
  }

  zeroGrad() {}
}

/**
 * The layer, and the shape that it makes of a sample's.
 * @type {Record<string, (attributes: Attributes, shape: number[]) => [Module, number[]]>}
 */
const LAYERS = {
  layer_norm: ({ axes, eps }, shape) => [new api.LayerNorm(shape.slice(axes[0]), { eps }), shape],
  flatten: (_, shape) => [new Flatten(), [product(shape)]],
  batch_norm: ({ eps, keras_momentum }, shape) => [
    new api.BatchNorm(shape[0], { eps, momentum: 1 - keras_momentum }),
    shape,
  ],
  dense({ units }, shape) {
    const layer = new api.Linear(shape[0], units);
    layer.weight.data.fill(1);
    layer.bias?.data.fill(0);
    return [layer, [units]];
  },
};

/** Where BatchNorm alone works on the last dim, a sample is what stands there. @type {Run} */
function trainSgdMse({ x, target }, { layers, lr, epochs }) {
  const [first] = layers,
    start = first.type === "batch_norm" ? x.shape.slice(-1) : x.shape.slice(1);
  let shape = start;
  const modules = layers.map((/** @type {Attributes} */ layer) => {
    const [module, after] = LAYERS[layer.type](layer, shape);
    shape = after;
    return module;
  });
  const net = new api.Sequential(...modules);
  const input = reshaped(x, [product(x.shape) / product(start), ...start]);
  const losses = Array.from({ length: epochs }, () => descend(net, input, target, lr).data[0]);
  const loss = api.tensor(losses);
  if (!(modules[0] instanceof api.BatchNorm)) return [{ loss }];
  const { weight, runningMean, runningVar } = modules[0];
  if (!weight || !runningMean || !runningVar) throw new Error("a BatchNorm without what it should have");
  const ones = new Float32Array(runningVar.size).fill(1),
    momentum = 1 - first.keras_momentum;
  const variance = biasedRunning(runningVar.data, ones, input.shape[0], { momentum, steps: epochs });
  return [{ loss, gamma: weight, moving_mean: runningMean, moving_var: variance }];
}

/** @type {Record<string, Run>} */
const OPS = {
  layer_norm: layerNorm,
  layer_norm_backward: layerNormBackward,
  layer_norm_param_grads: layerNormParameterGradients,
  rms_norm: rmsNorm,
  instance_norm: instanceNorm,
  group_norm: ({ x, scale: weight, bias }, { groups, eps }) => [{ y: api.groupNorm(x, groups, { weight, bias, eps }) }],
  batch_norm: batchNorm,
  batch_norm_train: batchNormTrain,
  batch_norm_train_then_eval: batchNormTrainThenEval,
  batch_norm_backward: ({ x, dy, scale: weight }, { eps }) => [
    named(api.batchNormBackward(dy, x, { weight, eps, training: true })),
  ],
  train_sgd_mse: trainSgdMse,
  mvn: meanVarianceNormalization,
  mean: ({ x }, attributes) => [{ y: api.mean(x, reduction(attributes)) }],
  var: ({ x }, attributes) => [{ y: api.variance(x, spread(attributes)) }],
  std: ({ x }, attributes) => [{ y: api.std(x, spread(attributes)) }],
  var_mean: ({ x }, attributes) => {
    const both = api.moments(x, spread(attributes));
    return [
      { mean: both.mean, var: both.variance },
      { mean: api.mean(x, reduction(attributes)), var: api.variance(x, spread(attributes)) },
    ];
  },
  standardize: ({ x }, { dims: dim, correction, eps }) => [{ y: api.normalize(x, { dim, correction, eps }) }],
  linear_relu: ({ x, weight, bias }) => [{ y: api.relu(api.linear(x, weight, bias)) }],
};

/** Ops whose cases give no numbers but say what must hold. @type {Record<string, (attributes: Attributes) => void>} */
const PROPERTIES = {
  rms_norm_property({ rows, hidden, eps }) {
    const x = Float32Array.from(
      { length: rows * hidden },
      (_, i) => (i % 2 ? -1 : 1) * Math.abs(Math.sin(Math.fround(i * Math.fround(0.17)))) * 7e9,
    );
    const y = api.rmsNorm(api.tensor(x, [rows, hidden]), hidden, { eps });
    expect(y.data.every(Number.isFinite)).toBe(true);
    expect(y.data.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0)).toBeCloseTo(Math.SQRT2, 3);
  },
};

/** What each op that does not run would need: something that the API does not have. */
const MISSING = {
  mean_backward: "a backward pass of statistics",
  var_backward: "a backward pass of statistics",
  std_backward: "a backward pass of statistics",
};

/**
 * Why a case does not run; undefined if it does.
 * @param {Case} example
 * @returns {string | undefined}
 */
function reasonToSkip({ op, attrs }) {
  if (op in MISSING) return `the API does not have ${MISSING[/** @type {keyof typeof MISSING} */ (op)]}`;
  const dims = attrs.axes ?? attrs.dims;
  return dims?.length === 0 ? "no dims at all, an identity in WebNN, are a RangeError here" : undefined;
}

/** @param {Case} example */
function check({ op, attrs, inputs, expected, tol }) {
  if (op in PROPERTIES) return PROPERTIES[op](attrs);
  const tensors = Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, tensorOf(input)]));
  const runs = OPS[op](tensors, attrs),
    names = Object.keys(expected);
  expect(
    names.filter((name) => !runs.some((results) => name in results)),
    "not computed",
  ).toEqual([]);
  for (const results of runs) {
    for (const name of names.filter((name) => name in results)) {
      const wanted = doubles(expected[name].data),
        { shape, data } = results[name];
      expect(shape, name).toEqual(expected[name].shape);
      expect(
        misses(data, wanted, (i) => tol.atol + tol.rtol * Math.abs(wanted[i])),
        name,
      ).toEqual([]);
    }
  }
}

/**
 * NIST's data are decimals; a float32 kernel answers for what they round to, within the bounds of c/norm.h.
 * @param {Case} example
 * @param {NonNullable<Case["f32"]>} exact
 */
function checkRounded({ inputs }, exact) {
  const x = tensorOf(inputs.x),
    deviation = Math.sqrt(Number(exact.var0));
  /** @type {(got: Tensor, wanted: number, bound: number) => void} */
  const expectWithin = (got, wanted, bound) => expect(misses(got.data, [wanted], () => bound)).toEqual([]);
  expectWithin(api.mean(x), Number(exact.mean), ulp(Number(exact.mean)) + MEAN_ERROR * deviation);
  expectWithin(api.variance(x), Number(exact.var1), VARIANCE_ERROR * Number(exact.var1));
  expectWithin(api.variance(x, { correction: 0 }), Number(exact.var0), VARIANCE_ERROR * Number(exact.var0));
  expectWithin(api.std(x), Number(exact.std1), ROOT_ERROR * Number(exact.std1) + ulp(Number(exact.std1)));
}

/** @returns {Map<string, Case[]>} the cases of each file */
function readCases() {
  const files = readdirSync(FOLDER)
    .filter((file) => file.endsWith(".json"))
    .sort();
  const read = (/** @type {string} */ file) => JSON.parse(readFileSync(path.join(FOLDER, file), "utf8"));
  return new Map(files.map((file) => [file, read(file).cases]));
}

/**
 * What ran, and which cases did not, and why: a line for each reason and file.
 * @param {Map<string, Case[]>} cases
 */
function summary(cases) {
  const all = [...cases.values()].flat();
  const running = all.filter((example) => !reasonToSkip(example));
  const lines = [`conformance: ${running.length} of ${all.length} cases run`];
  for (const reason of new Set(all.map(reasonToSkip).filter((text) => text !== undefined))) {
    lines.push(`not run, because ${reason}:`);
    for (const [file, examples] of cases) {
      const names = examples.filter((example) => reasonToSkip(example) === reason).map(({ name }) => name);
      if (names.length) lines.push(`  ${file}, ${names.length}: ${names.join("; ")}`);
    }
  }
  return lines.join("\n");
}

if (!existsSync(FOLDER)) {
  test.skip("conformance: skipped, because ../shared/conformance is not beside the project", () => {});
} else {
  const cases = readCases();
  console.log(summary(cases));

  for (const [file, examples] of cases) {
    describe(`conformance ${file}`, () => {
      for (const example of examples) {
        const reason = reasonToSkip(example);
        if (reason) test.skip(`${example.name} (${reason})`, () => {});
        else test(example.name, () => (example.f32 ? checkRounded(example, example.f32) : check(example)));
      }
    });
  }

  test("every op is mapped to the API, or named as missing", () => {
    const ops = [...cases.values()].flat().map(({ op, f32 }) => (f32 ? "mean" : op));
    expect(ops.filter((op) => !(op in OPS) && !(op in PROPERTIES) && !(op in MISSING))).toEqual([]);
  });
}
