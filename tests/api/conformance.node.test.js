/**
 * The cases of ../shared/conformance (beside the project's root): numbers from other projects' published
 * tests, with the tolerances that came with them. They are no part of this project; where the folder is
 * missing, this suite is skipped.
 *
 * An op is mapped to the API in OPS. One that the API does not have yet stands in WAITING with the function
 * that it waits for; once that is exported, a test demands the mapping.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import * as api from "../../web/api/index.js";
import { doubles, misses, tensorOf, ulp } from "../fixtures/floats.js";

/** @typedef {import("../fixtures/floats.js").TensorFixture} TensorFixture */
/** @typedef {import("../../web/api/index.js").Tensor} Tensor */
/** @typedef {Record<string, { data: Float32Array, shape: number[] }>} Inputs */
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
  const rank = x.shape.length, first = rank - axes.length;
  const isTrailing = axes.every((/** @type {number} */ axis, /** @type {number} */ i) =>
    (axis < 0 ? axis + rank : axis) === first + i);
  if (!isTrailing) return [general];
  return [general, api.layerNorm(x, x.shape.slice(first), { weight, bias, eps, stats: true })];
}

/** eps_outside, 1e-9 added to the root, is far below the tolerance and left out. @type {Run} */
const meanVarianceNormalization = ({ x }, { axes: dim, eps = 0 }) => [{
  y: api.normalize(x, { dim, correction: 0, eps }),
  mean: api.mean(x, { dim }),
  var: api.variance(x, { dim, correction: 0 }),
}];

/** @type {Record<string, Run>} */
const OPS = {
  layer_norm: layerNorm,
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

/** What each op that is not mapped waits for: a function of the API or, in words, what it will not have. */
const WAITING = {
  layer_norm_backward: "layerNormBackward",
  layer_norm_param_grads: "layerNormBackward",
  rms_norm: "rmsNorm",
  rms_norm_property: "rmsNorm",
  rms_norm_backward: "rmsNormBackward",
  instance_norm: "instanceNorm",
  instance_norm_backward: "instanceNormBackward",
  group_norm: "groupNorm",
  group_norm_backward: "groupNormBackward",
  batch_norm: "batchNorm",
  batch_norm_train: "batchNorm",
  batch_norm_train_then_eval: "batchNorm",
  batch_norm_backward: "batchNormBackward",
  batch_norm_train_backward: "batchNormBackward",
  train_sgd_mse: "linearBackward",
  mean_backward: "backward pass of statistics",
  var_backward: "backward pass of statistics",
  std_backward: "backward pass of statistics",
};

/**
 * Why a case does not run; undefined if it does.
 * @param {Case} example
 * @returns {string | undefined}
 */
function reasonToSkip({ op, attrs }) {
  if (op in WAITING) return `the API has no ${WAITING[/** @type {keyof typeof WAITING} */ (op)]}`;
  const dims = attrs.axes ?? attrs.dims;
  return dims?.length === 0 ? "no dims at all, an identity in WebNN, are a RangeError here" : undefined;
}

/** @param {Case} example */
function check({ op, attrs, inputs, expected, tol }) {
  const tensors = Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, tensorOf(input)]));
  for (const results of OPS[op](tensors, attrs)) {
    const names = Object.keys(expected).filter((name) => name in results);
    expect(names).not.toEqual([]);
    for (const name of names) {
      const wanted = doubles(expected[name].data), { shape, data } = results[name];
      expect(shape, name).toEqual(expected[name].shape);
      expect(misses(data, wanted, (i) => tol.atol + tol.rtol * Math.abs(wanted[i])), name).toEqual([]);
    }
  }
}

/**
 * NIST's data are decimals; a float32 kernel answers for what they round to, within the bounds of c/norm.h.
 * @param {Case} example
 * @param {NonNullable<Case["f32"]>} exact
 */
function checkRounded({ inputs }, exact) {
  const x = tensorOf(inputs.x), deviation = Math.sqrt(Number(exact.var0));
  /** @type {(got: Tensor, wanted: number, bound: number) => void} */
  const expectWithin = (got, wanted, bound) => expect(misses(got.data, [wanted], () => bound)).toEqual([]);
  expectWithin(api.mean(x), Number(exact.mean), ulp(Number(exact.mean)) + 1e-6 * deviation);
  expectWithin(api.variance(x), Number(exact.var1), 4e-6 * Number(exact.var1));
  expectWithin(api.variance(x, { correction: 0 }), Number(exact.var0), 4e-6 * Number(exact.var0));
  expectWithin(api.std(x), Number(exact.std1), 2e-6 * Number(exact.std1) + ulp(Number(exact.std1)));
}

/** @returns {Map<string, Case[]>} the cases of each file */
function readCases() {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(".json")).sort();
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
        else test(example.name, () => example.f32 ? checkRounded(example, example.f32) : check(example));
      }
    });
  }

  test("every op is mapped to the API, or waits for something that it does not export", () => {
    const ops = new Set([...cases.values()].flat().map(({ op, f32 }) => f32 ? "mean" : op));
    expect([...ops].filter((op) => !(op in OPS) && !(op in WAITING))).toEqual([]);
    expect(Object.entries(WAITING).filter(([, name]) => name in api)).toEqual([]);
  });
}
