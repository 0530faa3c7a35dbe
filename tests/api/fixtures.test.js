/**
 * The operations against PyTorch's float64, and the book's programme against what PyTorch prints.
 * The bounds are the promise that c/norm.h makes for float32 kernels; none is fitted to what comes out.
 */
import { afterEach, describe, expect, test } from "vitest";
import {
  allclose,
  LayerNorm,
  layerNorm,
  Linear,
  linear,
  manualSeed,
  mean,
  moments,
  normalize,
  randn,
  ReLU,
  relu,
  Sequential,
  setPrintOptions,
  std,
  tensor,
  variance,
} from "../../web/api/index.js";
import book from "../fixtures/book.json";
import { titled } from "../fixtures/cases.js";
import family from "../fixtures/family.json";
import { doubles, floats, misses, tensorOf, ulp } from "../fixtures/floats.js";
import ops from "../fixtures/ops.json";
import { groups } from "./reference.js";
import { MEAN_ERROR, OUTPUT_ERROR, ROOT_ERROR, VARIANCE_ERROR } from "../promises.js";

/** @typedef {import("../fixtures/floats.js").Numbers} Numbers */
/** @typedef {import("../fixtures/floats.js").TensorFixture} TensorFixture */
/** @typedef {import("../../web/api/index.js").Tensor} Tensor */
/**
 * @typedef {object} MomentsCase
 * @property {TensorFixture} x
 * @property {number | number[] | null} dim null: all
 * @property {boolean} keepdim
 * @property {number} correction
 * @property {number[]} shape of the results
 * @property {Numbers} mean
 * @property {Numbers} variance
 * @property {Numbers} std
 * @property {Numbers} scale the biased standard deviation
 */
/**
 * @typedef {object} LayerNormCase
 * @property {TensorFixture} x
 * @property {number[]} normalizedShape
 * @property {number} eps
 * @property {Numbers | null} weight
 * @property {Numbers | null} bias
 * @property {Numbers} y
 * @property {Numbers} scale of each group, largest of 1, |weight * x-hat| and |bias|
 * @property {number[]} stats shape of mean and rstd
 * @property {Numbers} mean
 * @property {Numbers} rstd
 */
/**
 * @typedef {object} NormalizeCase
 * @property {TensorFixture} x
 * @property {number | number[]} dim
 * @property {number} correction
 * @property {number} eps
 * @property {TensorFixture | null} weight
 * @property {TensorFixture | null} bias
 * @property {Numbers} y
 * @property {Numbers} scale of each group
 */
/**
 * @typedef {object} LinearCase
 * @property {TensorFixture} x
 * @property {TensorFixture} weight
 * @property {TensorFixture | null} bias
 * @property {TensorFixture} y
 */
/** @typedef {{ x: TensorFixture, y: Numbers }} ReluCase */
/** @typedef {{ a: Numbers, b: Numbers, options: object, expected: boolean }} AllcloseCase */
/**
 * plain: its text with sciMode false, where the stage shows roundings of those before it, which depend on the
 * order of their sums.
 * @typedef {TensorFixture & { name: string, text: string, plain?: string }} Stage
 */

/**
 * @type {{ moments: MomentsCase[], layerNorm: LayerNormCase[], normalize: NormalizeCase[],
 *   linear: LinearCase[], relu: ReluCase[], allclose: AllcloseCase[] }}
 */
const cases = /** @type {any} */ (ops);

/**
 * More of the same: sets of dims to rank 8, channels first, and values that are hard to sum.
 * @type {{ moments: MomentsCase[], normalize: NormalizeCase[] }}
 */
const more = /** @type {any} */ (family);

/**
 * For each element, the scale of its group.
 * @param {{ data: Float32Array, shape: readonly number[] }} x
 * @param {readonly number[]} dims of the groups
 * @param {Numbers} scales of the groups
 */
function scaleOf({ data, shape }, dims, scales) {
  const result = new Float64Array(data.length);
  const front = dims.map((dim) => (dim < 0 ? dim + shape.length : dim));
  groups(data, shape, front).forEach(({ at }, group) => {
    for (const i of at) result[i] = Number(scales[group]);
  });
  return result;
}

describe("mean, variance and std", () => {
  test.each(
    titled(
      [...cases.moments, ...more.moments],
      ({ x, dim, keepdim, correction }) => `[${x.shape}] ${JSON.stringify({ dim, keepdim, correction })}`,
    ),
  )("%s", (_, fixture) => {
    const { keepdim, correction } = fixture;
    const x = tensorOf(fixture.x),
      dim = fixture.dim ?? undefined,
      options = { dim, keepdim, correction };
    const both = moments(x, options);
    const scale = doubles(fixture.scale);

    for (const got of [mean(x, { dim, keepdim }), both.mean]) {
      const expected = doubles(fixture.mean);
      expect(got.shape).toEqual(fixture.shape);
      expect(misses(got.data, expected, (i) => ulp(expected[i]) + MEAN_ERROR * scale[i])).toEqual([]);
    }
    for (const got of [variance(x, options), both.variance]) {
      const expected = doubles(fixture.variance);
      expect(got.shape).toEqual(fixture.shape);
      // Below the normal numbers a relative bound ends where their spacing begins.
      expect(misses(got.data, expected, (i) => Math.max(VARIANCE_ERROR * expected[i], ulp(0)))).toEqual([]);
    }
    const got = std(x, options),
      expected = doubles(fixture.std);
    expect(got.shape).toEqual(fixture.shape);
    expect(misses(got.data, expected, (i) => ROOT_ERROR * expected[i] + ulp(expected[i]))).toEqual([]);
  });

  test("correction is 1 unless said otherwise", () => {
    const x = [1, 2, 4];
    expect(variance(x).data).toEqual(variance(x, { correction: 1 }).data);
    expect(std(x).data).toEqual(std(x, { correction: 1 }).data);
    expect(moments(x).variance.data).toEqual(variance(x, { correction: 1 }).data);
  });
});

describe("normalization", () => {
  test("eps 1e-5, and in normalize the last dim and the biased variance, unless said otherwise", () => {
    const x = [
      [0.001, 0.002, 0.004],
      [0.5, 0.001, 0],
    ];
    expect(layerNorm(x, 3).data).toEqual(layerNorm(x, 3, { eps: 1e-5 }).data);
    expect(new LayerNorm(3).eps).toBe(1e-5);
    expect(normalize(x).data).toEqual(normalize(x, { dim: -1, correction: 0, eps: 1e-5 }).data);
  });

  test.each(
    titled(
      cases.layerNorm,
      ({ x, normalizedShape, eps, weight, bias }) =>
        `[${x.shape}] over [${normalizedShape}] eps ${eps}${weight ? " weight" : ""}${bias ? " bias" : ""}`,
    ),
  )("layerNorm %s", (_, fixture) => {
    const { normalizedShape, eps } = fixture;
    const x = tensorOf(fixture.x);
    const weight = fixture.weight && tensor(floats(fixture.weight), normalizedShape);
    const bias = fixture.bias && tensor(floats(fixture.bias), normalizedShape);
    const dims = normalizedShape.map((_, i) => i - normalizedShape.length);
    const scale = scaleOf(x, dims, fixture.scale),
      wanted = doubles(fixture.y);

    const { y, mean, rstd } = layerNorm(x, normalizedShape, { weight, bias, eps, stats: true });
    expect(y.shape).toEqual(x.shape);
    expect(misses(y.data, wanted, (i) => OUTPUT_ERROR * scale[i])).toEqual([]);
    const general = normalize(x, { dim: dims, correction: 0, eps, weight, bias });
    expect(misses(general.data, wanted, (i) => OUTPUT_ERROR * scale[i])).toEqual([]);

    const means = doubles(fixture.mean),
      rstds = doubles(fixture.rstd);
    expect([mean.shape, rstd.shape]).toEqual([fixture.stats, fixture.stats]);
    expect(misses(mean.data, means, (i) => ulp(means[i]) + MEAN_ERROR / rstds[i])).toEqual([]);
    expect(misses(rstd.data, rstds, (i) => ulp(rstds[i]) + ROOT_ERROR * rstds[i])).toEqual([]);

    expect(layerNorm(x, normalizedShape, { weight, bias, eps }).data).toEqual(y.data);
    const layer = new LayerNorm(normalizedShape, { eps });
    if (weight) layer.weight?.data.set(weight.data);
    if (bias) layer.bias?.data.set(bias.data);
    expect(misses(layer.forward(x).data, wanted, (i) => OUTPUT_ERROR * scale[i])).toEqual([]);
  });

  test.each(
    titled(
      [...cases.normalize, ...more.normalize],
      ({ x, dim, correction, eps, weight }) =>
        `[${x.shape}] ${JSON.stringify({ dim, correction, eps })}${weight ? " affine" : ""}`,
    ),
  )("normalize %s", (_, fixture) => {
    const { dim, correction, eps } = fixture;
    const x = tensorOf(fixture.x),
      scale = scaleOf(x, [dim].flat(), fixture.scale);
    const weight = fixture.weight && tensorOf(fixture.weight);
    const bias = fixture.bias && tensorOf(fixture.bias);
    const y = normalize(x, { dim, correction, eps, weight, bias });
    expect(y.shape).toEqual(x.shape);
    expect(misses(y.data, doubles(fixture.y), (i) => OUTPUT_ERROR * scale[i])).toEqual([]);
  });
});

test.each(
  titled(cases.linear, ({ x, weight, bias }) => `[${x.shape}] times [${weight.shape}]${bias ? " with bias" : ""}`),
)("linear %s", (_, fixture) => {
  const x = tensorOf(fixture.x),
    weight = tensorOf(fixture.weight);
  const bias = fixture.bias && tensorOf(fixture.bias);
  const [features, n] = weight.shape;
  /** A sum of n products and a bias in float32, in any order: n + 1 roundings of what the terms add up to. */
  const bound = (/** @type {number} */ i) => {
    const row = Math.floor(i / features) * n,
      feature = i % features;
    let terms = bias ? Math.abs(bias.data[feature]) : 0;
    for (let k = 0; k < n; k++) terms += Math.abs(x.data[row + k] * weight.data[feature * n + k]);
    return (n + 1) * 2 ** -24 * terms;
  };
  const y = linear(x, weight, bias);
  expect(y.shape).toEqual(fixture.y.shape);
  expect(misses(y.data, doubles(fixture.y.data), bound)).toEqual([]);
});

test.each(titled(cases.relu, ({ x }) => `[${x.shape}]`))("relu %s", (_, { x, y }) => {
  expect(relu(tensorOf(x)).shape).toEqual(x.shape);
  expect(relu(tensorOf(x)).data).toEqual(floats(y));
});

test("allclose has PyTorch's truth table", () => {
  expect(cases.allclose.length).toBeGreaterThan(200);
  const wrong = cases.allclose.filter(
    ({ a, b, options, expected }) => allclose(floats(a), floats(b), options) !== expected,
  );
  expect(wrong).toEqual([]);
});

describe("the book's programme", () => {
  const stages = new Map(/** @type {Stage[]} */ (book.stages).map((stage) => [stage.name, stage]));
  /** @type {Set<string>} */
  const seen = new Set();

  /** Ours is within 2e-6 of float64, PyTorch's float32 another 2e-6 and more, block draws differ by 5e-7. */
  const BOUND = 6e-6;

  /**
   * The numbers as printed, without the sign of a zero, and whatever width a residue asks for.
   * @param {string} text
   */
  const digits = (text) => (text.match(/-?\d+\.\d*/g) ?? []).map((number) => Number(number) + 0);

  /** @param {string} name */
  function stageOf(name) {
    const stage = stages.get(name);
    if (!stage) throw new Error(`no stage ${name}`);
    return stage;
  }

  /**
   * @param {string} name
   * @param {Tensor | null} got
   */
  function expectStage(name, got) {
    const stage = stageOf(name);
    if (!got) throw new Error(`nothing to compare with ${name}`);
    seen.add(name);
    expect(got.shape, name).toEqual(stage.shape);
    const values = floats(stage.data),
      largest = values.reduce((a, b) => Math.max(a, Math.abs(b)), 1);
    expect(
      misses(got.data, values, () => BOUND * largest),
      name,
    ).toEqual([]);
    if (stage.plain === undefined) return expect(`${got}`, name).toBe(stage.text);
    setPrintOptions({ sciMode: false });
    expect(digits(`${got}`), name).toEqual(digits(stage.plain));
    setPrintOptions("default");
  }

  afterEach(() => setPrintOptions("default"));

  /** The programme's beginning: the two inputs and the layer. */
  function begin() {
    manualSeed(123);
    const x = randn([2, 5]),
      first = new Linear(5, 6);
    return { x, first, out: new Sequential(first, new ReLU()).forward(x) };
  }

  test("seed, linear layer and rectifier", () => {
    const { x, first, out } = begin();
    expectStage("x", x);
    expectStage("weight", first.weight);
    expectStage("bias", first.bias);
    expectStage("out", out);
    expect(`${out}`).toBe(
      "tensor([[0.2260, 0.3470, 0.0000, 0.2216, 0.0000, 0.0000],\n" +
        "        [0.2133, 0.2394, 0.0000, 0.5198, 0.3297, 0.0000]])",
    );
  });

  test.each([
    [-1, true],
    [-1, false],
    [0, true],
    [0, false],
  ])("mean and variance, dim %d, keepdim %s", (dim, keepdim) => {
    const { out } = begin(),
      options = { dim, keepdim },
      suffix = `dim=${dim} keepdim=${keepdim}`;
    expectStage(`mean ${suffix}`, mean(out, options));
    expectStage(`variance ${suffix}`, variance(out, options));

    const theirs = tensorOf(stageOf("out"));
    expect(`${mean(theirs, options)}`).toBe(stageOf(`mean ${suffix}`).text);
    expect(`${variance(theirs, options)}`).toBe(stageOf(`variance ${suffix}`).text);
  });

  test("mean and variance as the book prints them", () => {
    const { out } = begin();
    expect(`${mean(out, { dim: -1, keepdim: true })}`).toBe("tensor([[0.1324],\n        [0.2170]])");
    expect(`${variance(out, { dim: -1, keepdim: true })}`).toBe("tensor([[0.0231],\n        [0.0398]])");
  });

  test("normalized step by step", () => {
    const normalized = normalize(begin().out, { dim: -1, correction: 1, eps: 0 });
    expectStage("normalized", normalized);
    expectStage("normalized mean", mean(normalized, { dim: -1, keepdim: true }));
    expectStage("normalized variance", variance(normalized, { dim: -1, keepdim: true }));
  });

  test("the LayerNorm class", () => {
    const { x, out } = begin();
    const tens = tensor([[10, 20, 30, 40, 50]]),
      tenths = tensor([[1, 1.1, 1.2, 1.3, 1.4]]);
    for (const [name, rows] of Object.entries({ x, out, tens, tenths })) {
      for (const bias of [true, false]) {
        const stage = bias ? `LayerNorm(${name})` : `LayerNorm(${name}) without bias`;
        const y = new LayerNorm(rows.shape[1], { bias }).forward(rows);
        expectStage(stage, y);
        expectStage(`${stage} mean`, mean(y, { dim: -1, keepdim: true }));
        expectStage(`${stage} variance`, variance(y, { dim: -1, keepdim: true, correction: 0 }));
      }
    }
  });

  test("seed 278: eps 1e-6 and 1e-5 differ in the fourth decimal", () => {
    manualSeed(278);
    const x = randn([2, 4, 12]);
    expectStage("seed 278 x", x);
    expectStage("seed 278 mean", mean(x, { dim: -1, keepdim: true }));
    expectStage("seed 278 std", std(x, { dim: -1, keepdim: true }));
    expectStage("seed 278 LayerNorm eps=1e-06", layerNorm(x, 12, { eps: 1e-6 }));
    expectStage("seed 278 LayerNorm eps=1e-05", layerNorm(x, 12, { eps: 1e-5 }));
    expect(layerNorm(x, 12, { eps: 1e-6 }).data[5].toFixed(4)).toBe("-1.5590");
    expect(layerNorm(x, 12, { eps: 1e-5 }).data[5].toFixed(4)).toBe("-1.5589");
  });

  test("no stage was left out", () => {
    expect([...stages.keys()].filter((name) => !seen.has(name))).toEqual([]);
  });
});
