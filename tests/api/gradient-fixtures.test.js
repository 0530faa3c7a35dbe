/**
 * Gradients of normalize over any dims, group and instance norm with weights and biases of samples, and training
 * through a BatchNorm whose statistics are frozen, against PyTorch's float64 and its autograd. The bounds are the
 * promise of c/norm.h.
 */
import { describe, expect, test } from "vitest";
import {
  BatchNorm,
  batchNormBackward,
  groupNorm,
  groupNormBackward,
  instanceNorm,
  instanceNormBackward,
  Linear,
  manualSeed,
  normalizeBackward,
  ones,
  rand,
  ReLU,
  Sequential,
  zeros,
} from "../../web/api/index.js";
import { titled } from "../fixtures/cases.js";
import { doubles, floats, misses, tensorOf } from "../fixtures/floats.js";
import fixtures from "../fixtures/gradients.json";
import { GRADIENT_ERROR, OUTPUT_ERROR } from "../promises.js";
import { descend } from "./descent.js";

/** @import { Numbers, TensorFixture } from "../fixtures/floats.js" */

/**
 * @typedef {object} NormalizeCase
 * @property {string} [name]
 * @property {TensorFixture} x
 * @property {Numbers} dy
 * @property {number | number[]} dim
 * @property {number} correction
 * @property {number} eps
 * @property {TensorFixture | null} weight with the sizes of the dims, as they are named
 * @property {number[]} shape of dweight and dbias
 * @property {Numbers} dx
 * @property {Numbers} dxScale
 * @property {Numbers} dweight
 * @property {Numbers} dweightScale
 * @property {Numbers} dbias
 * @property {Numbers} dbiasScale
 */
/**
 * @typedef {object} SampleCase
 * @property {string} [name]
 * @property {TensorFixture} x
 * @property {number} groups 0: instance norm
 * @property {TensorFixture} weight [C] or [N, C]
 * @property {TensorFixture} bias [C] or [N, C]
 * @property {number} weightOffset
 * @property {number} eps
 * @property {Numbers} dy
 * @property {Numbers} y
 * @property {Numbers} yScale of each group
 * @property {Numbers} dx
 * @property {Numbers} dxScale of each group
 * @property {Numbers} dweight
 * @property {Numbers} dweightScale
 * @property {Numbers} dbias
 * @property {Numbers} dbiasScale
 */
/**
 * @typedef {object} FrozenCase
 * @property {number} seed
 * @property {number} learningRate
 * @property {[number, number]} steps in training as usual, and with frozen statistics
 * @property {Numbers} losses of all steps
 * @property {(TensorFixture & { name: string })[]} parameters at the end
 * @property {Numbers} runningMean
 * @property {Numbers} runningVar
 */

const cases = /** @type {{ normalize: NormalizeCase[], samples: SampleCase[], frozen: FrozenCase[] }} */ (
  /** @type {unknown} */ (fixtures)
);

const SMALLEST_NORMAL = 2 ** -126;

/** @param {ArrayLike<number>} got @param {Numbers} wanted @param {(i: number) => number} bound @param {string} what */
const expectWithin = (got, wanted, bound, what) => expect(misses(got, doubles(wanted), bound), what).toEqual([]);

/** @param {Numbers} scale @param {number} [each] how many elements share one */
const gradientBound =
  (scale, each = 1) =>
  (/** @type {number} */ i) =>
    GRADIENT_ERROR * Math.max(Number(scale[Math.floor(i / each)]), SMALLEST_NORMAL);

describe("normalizeBackward", () => {
  const title = (/** @type {NormalizeCase} */ { x, dim, correction, eps, weight, name }) =>
    `[${x.shape}] dim ${JSON.stringify(dim)}, correction ${correction}, eps ${eps}, weight ${!!weight} ${name ?? ""}`;

  test.each(titled(cases.normalize, title))("%s", (_, f) => {
    const x = tensorOf(f.x),
      { dim, correction, eps } = f,
      weight = f.weight && tensorOf(f.weight),
      dy = { shape: f.x.shape, data: floats(f.dy) };
    const out = { dx: ones(f.x.shape), dweight: ones(f.shape), dbias: ones(f.shape) };
    for (const { dx, dweight, dbias } of [
      normalizeBackward(dy, x, { dim, correction, eps, weight }),
      normalizeBackward(dy, x, { dim, correction, eps, weight, out }),
    ]) {
      expect([dx.shape, dweight.shape, dbias.shape]).toEqual([f.x.shape, f.shape, f.shape]);
      expectWithin(dx.data, f.dx, gradientBound(f.dxScale), "dx");
      expectWithin(dweight.data, f.dweight, gradientBound(f.dweightScale), "dweight");
      expectWithin(dbias.data, f.dbias, gradientBound(f.dbiasScale), "dbias");
    }
  });

  test("the last dim, correction 0 and eps 1e-5, unless said otherwise", () => {
    const x = [
        [1, 2, 4],
        [3, 1, 0],
      ],
      said = normalizeBackward(x, x, { dim: -1, correction: 0, eps: 1e-5, weight: null });
    expect(normalizeBackward(x, x)).toEqual(said);
  });

  test("n <= correction divides by 0, as float64 does: dx is NaN, dbias is not", () => {
    const { dx, dweight, dbias } = normalizeBackward([[1, 2]], [[3, 5]], { correction: 2 });
    expect([dx.toArray(), dweight.toArray(), dbias.toArray()]).toEqual([[[NaN, NaN]], [0, 0], [1, 2]]);
  });

  test("an out of dx alone, or with one of the others: the rest are new tensors", () => {
    const x = rand([4, 6]),
      dy = rand([4, 6]),
      whole = normalizeBackward(dy, x, { dim: 0 });
    for (const names of [[], ["dweight"], ["dbias"], ["dweight", "dbias"]]) {
      const given = Object.fromEntries(names.map((name) => [name, ones([4])])),
        out = { dx: ones([4, 6]), ...given };
      const got = normalizeBackward(dy, x, { dim: 0, out });
      expect(got).toEqual(whole);
      for (const [name, tensor] of Object.entries(out)) expect(got[/** @type {"dx"} */ (name)]).toBe(tensor);
    }
    const own = rand([4, 6]),
      { dx } = normalizeBackward(dy, own, { dim: 0 });
    expect(normalizeBackward(dy, own, { dim: 0, out: { dx: own } }).dx).toBe(own);
    expect(own.data).toEqual(dx.data);
  });

  test("a number; no groups", () => {
    expect(normalizeBackward(2, 5).dx.toArray()).toBe(0);
    const none = normalizeBackward(zeros([0, 3]), zeros([0, 3]));
    expect([none.dx.shape, none.dweight.toArray()]).toEqual([
      [0, 3],
      [0, 0, 0],
    ]);
    expect(normalizeBackward(zeros([3, 0]), zeros([3, 0]), { dim: 0 }).dweight.toArray()).toEqual([0, 0, 0]);
    expect(() => normalizeBackward(zeros([3, 0]), zeros([3, 0]))).toThrow(RangeError);
  });

  /** @type {[string, () => unknown, new () => Error, string][]} */
  const faults = [
    ["dy of another shape", () => normalizeBackward([1], [[1, 2]]), RangeError, "dy: expected shape [1, 2], got [1]"],
    [
      "a weight in another order",
      () => normalizeBackward(zeros([2, 3, 4]), zeros([2, 3, 4]), { dim: [2, 0], weight: zeros([2, 4]) }),
      RangeError,
      "weight: expected shape [4, 2], got [2, 4]",
    ],
    ["a dim that is not there", () => normalizeBackward([1], [1], { dim: 1 }), RangeError, "dim: expected an integer"],
    ["a correction below 0", () => normalizeBackward([1], [1], { correction: -1 }), RangeError, "correction: expected"],
    [
      "an eps that is NaN",
      () => normalizeBackward([1], [1], { eps: NaN }),
      RangeError,
      "eps: expected a finite number",
    ],
    [
      "a bias",
      () => normalizeBackward([1], [1], /** @type {any} */ ({ bias: [1] })),
      TypeError,
      "options: expected only dim, correction, eps, weight, out, got bias",
    ],
    [
      "an out without dx",
      () => normalizeBackward([1], [1], { out: /** @type {any} */ ({ dweight: zeros([1]) }) }),
      TypeError,
      "out.dx: expected a tensor, got undefined",
    ],
    [
      "an out that has a bias",
      () => normalizeBackward([1], [1], { out: /** @type {any} */ ({ dx: zeros([1]), bias: zeros([1]) }) }),
      TypeError,
      "out: expected only dx, dweight, dbias, got bias",
    ],
    [
      "a dbias of another shape, where dweight is left out",
      () => normalizeBackward([[1, 2]], [[3, 5]], { out: { dx: zeros([1, 2]), dbias: zeros([1]) } }),
      RangeError,
      "out.dbias: expected shape [2], got [1]",
    ],
  ];
  test.each(faults)("%s is an error", (_, act, type, message) => {
    expect(act).toThrow(type);
    expect(act).toThrow(message);
  });
});

describe("weights and biases of samples", () => {
  const title = (/** @type {SampleCase} */ { x, groups, weight, bias, weightOffset, name }) =>
    `[${x.shape}] ${groups || "instance"}, weight [${weight.shape}] + ${weightOffset}, bias [${bias.shape}] ${name ?? ""}`;

  test.each(titled(cases.samples, title))("%s", (_, f) => {
    const x = tensorOf(f.x),
      { groups, weightOffset, eps } = f,
      [weight, bias] = [f.weight, f.bias].map(tensorOf),
      dy = { shape: f.x.shape, data: floats(f.dy) },
      options = { weight, bias, weightOffset, eps };
    const each = x.data.length / f.yScale.length;
    const y = groups ? groupNorm(x, groups, options) : instanceNorm(x, options);
    expectWithin(y.data, f.y, (i) => OUTPUT_ERROR * Number(f.yScale[Math.floor(i / each)]), "y");
    const { dx, dweight, dbias } = groups
      ? groupNormBackward(dy, x, groups, options)
      : instanceNormBackward(dy, x, options);
    expect([dweight.shape, dbias.shape]).toEqual([f.weight.shape, f.bias.shape]);
    expectWithin(dx.data, f.dx, gradientBound(f.dxScale, each), "dx");
    expectWithin(dweight.data, f.dweight, gradientBound(f.dweightScale), "dweight");
    expectWithin(dbias.data, f.dbias, gradientBound(f.dbiasScale), "dbias");
  });

  const x = { data: Float32Array.from({ length: 48 }, (_, i) => (i * 7) % 11), shape: [3, 4, 4] };

  test("dbias has weight's shape where nothing else is said, and [C] without either", () => {
    const weight = ones([3, 4]);
    expect(groupNormBackward(x, x, 2, { weight }).dbias.shape).toEqual([3, 4]);
    expect(groupNormBackward(x, x, 2, { weight, bias: zeros([4]) }).dbias.shape).toEqual([4]);
    expect(groupNormBackward(x, x, 2, { bias: weight }).dweight.shape).toEqual([4]);
    expect(instanceNormBackward(x, x, { bias: weight }).dbias.shape).toEqual([3, 4]);
    expect(instanceNormBackward(x, x).dbias.shape).toEqual([4]);
  });

  test("one row, [1, C], belongs to all samples; statistics do not depend on it", () => {
    const weight = [1, 2, 3, 4],
      one = groupNorm(x, 2, { weight: [weight], bias: [weight], stats: true });
    const all = groupNorm(x, 2, { weight, bias: weight, stats: true });
    expect(one).toEqual(all);
    expect(groupNormBackward(x, x, 2, { weight: [weight] }).dweight.shape).toEqual([1, 4]);
    expect(groupNorm(x, 2, { weight: [weight, weight, weight], bias: weight, stats: true })).toEqual(all);
  });

  test("no samples", () => {
    const none = zeros([0, 4, 2]),
      weight = zeros([0, 4]);
    expect(groupNorm(none, 2, { weight }).shape).toEqual([0, 4, 2]);
    expect(groupNormBackward(none, none, 2, { weight }).dweight.shape).toEqual([0, 4]);
  });

  const image = zeros([2, 7, 7, 32]),
    even = zeros([2, 8, 8, 32]);
  const last = "permute(x, [0, 3, 1, 2]) makes [N, C, ...])";
  /** @type {[string, () => unknown, string][]} */
  const faults = [
    [
      "a weight of other samples",
      () => groupNorm(x, 2, { weight: ones([2, 4]) }),
      "weight: expected shape [4] or [3, 4], got [2, 4]",
    ],
    [
      "a bias of more dims",
      () => instanceNorm(x, { bias: ones([3, 4, 1]) }),
      "bias: expected shape [4] or [3, 4], got [3, 4, 1]",
    ],
    [
      "a bias of other channels in a backward pass",
      () => groupNormBackward(x, x, 2, { bias: ones([5]) }),
      "bias: expected shape [4] or [3, 4], got [5]",
    ],
    [
      "a number as bias in a backward pass",
      () => groupNormBackward(x, x, 2, { bias: 0 }),
      "bias: expected shape [4] or [3, 4], got []",
    ],
    [
      "an infinite weightOffset",
      () => instanceNorm(x, { weightOffset: Infinity }),
      "weightOffset: expected a finite number, got Infinity",
    ],
    [
      "channels last, whose number the groups divide",
      () => groupNorm(image, 4),
      `groups: expected a divisor of the number of channels, 7, got 4 (are the channels of x, [2, 7, 7, 32], its last dim? ${last}`,
    ],
    [
      "channels last, with a weight",
      () => groupNorm(even, 4, { weight: ones([32]) }),
      `weight: expected shape [8] or [2, 8], got [32] (are the channels of x, [2, 8, 8, 32], its last dim? ${last}`,
    ],
    [
      "channels last, with a bias",
      () => instanceNorm(even, { bias: ones([2, 32]) }),
      `got [2, 32] (are the channels of x, [2, 8, 8, 32], its last dim? ${last}`,
    ],
    ["channels last, backward", () => groupNormBackward(image, image, 16), last],
    [
      "channels last, given to a layer",
      () => new BatchNorm(32).forward(image),
      `x: expected shape [N, 32, ...], got [2, 7, 7, 32] (are the channels of x, [2, 7, 7, 32], its last dim? ${last}`,
    ],
  ];
  test.each(faults)("%s: an error", (_, act, message) => {
    expect(act).toThrow(RangeError);
    expect(act).toThrow(message);
  });

  test("an error says nothing of the last dim where that does not fit either", () => {
    for (const act of [
      () => groupNorm(zeros([2, 7, 7, 31]), 4),
      () => groupNorm(zeros([2, 7]), 4),
      () => groupNorm(even, 4, { weight: ones([9]) }),
      () => new BatchNorm(32).forward(zeros([2, 7, 7, 31])),
    ]) {
      expect(act).toThrow(RangeError);
      expect(act).not.toThrow("last dim");
    }
  });
});

describe("BatchNorm.freeze", () => {
  const x = rand([4, 6, 3]),
    dy = rand([4, 6, 3]);

  /** A layer with statistics of its own. */
  function trained() {
    const layer = new BatchNorm(6);
    layer.forward(x);
    layer.weight?.data.forEach((_, c, data) => (data[c] = 1 + 0.1 * c));
    return layer;
  }

  /** @param {BatchNorm} layer */
  const running = ({ runningMean, runningVar }) => {
    if (!runningMean || !runningVar) throw new Error("expected running statistics");
    return { runningMean, runningVar };
  };

  test.each(cases.frozen.map((f) => [f]))("a network learns through it as PyTorch's does", (f) => {
    manualSeed(f.seed);
    const inputs = rand([32, 4]),
      norm = new BatchNorm(8),
      net = new Sequential(new Linear(4, 8), norm, new ReLU(), new Linear(8, 2));
    const target = zeros([32, 2]);
    target.data.forEach((_, i, data) => {
      const feature = 4 * (i >> 1) + (i % 2);
      data[i] = inputs.data[feature] * inputs.data[feature + 2];
    });
    const [before, after] = f.steps,
      losses = [];
    for (let step = 0; step < before + after; step++) {
      if (step === before) norm.freeze();
      losses.push(descend(net, inputs, target, f.learningRate).item());
    }
    const wanted = doubles(f.losses);
    expect(misses(losses, wanted, (i) => 4e-6 * wanted[i])).toEqual([]);
    expect(wanted[before + after - 1]).toBeLessThan(wanted[before] / 2);
    f.parameters.forEach(({ name, data }, i) => {
      const { value } = net.parameters()[i];
      expect(
        misses(value.data, doubles(data), () => 1e-5),
        name,
      ).toEqual([]);
    });
    const { runningMean, runningVar } = running(norm);
    expect(misses(runningMean.data, doubles(f.runningMean), () => 1e-6)).toEqual([]);
    expect(misses(runningVar.data, doubles(f.runningVar), () => 1e-6)).toEqual([]);
  });

  test("forward() is that of eval(), backward() has constant statistics, which stay as they are", () => {
    const layer = trained().freeze(),
      { weight } = layer,
      { runningMean, runningVar } = running(layer),
      kept = [...runningMean.data, ...runningVar.data];
    const y = layer.forward(x),
      dx = layer.backward(dy),
      expected = batchNormBackward(dy, x, { weight, runningMean, runningVar });
    expect(dx.data).toEqual(expected.dx.data);
    expect(layer.parameters().map(({ grad }) => grad.data)).toEqual([expected.dweight.data, expected.dbias.data]);
    expect([...runningMean.data, ...runningVar.data]).toEqual(kept);
    expect(y.data).toEqual(layer.eval().forward(x).data);
  });

  test("outlasts eval() and train(), of a Sequential too, until freeze(false)", () => {
    const layer = trained(),
      plain = trained(),
      net = new Sequential(layer);
    expect(layer.frozen).toBe(false);
    expect(layer.freeze()).toBe(layer);
    net.eval();
    net.train();
    expect([layer.frozen, layer.training]).toEqual([true, true]);
    const frozen = net.forward(x);
    expect(frozen.data).not.toEqual(plain.forward(x).data);
    expect(frozen.data).toEqual(layer.eval().forward(x).data);
    expect(layer.train().freeze(false).frozen).toBe(false);
    expect(layer.forward(x).data).toEqual(trained().forward(x).data);
  });

  test("one value a channel is no error", () => {
    expect(
      new BatchNorm(2)
        .freeze()
        .forward([[0, 0]])
        .toArray(),
    ).toEqual([[0, 0]]);
  });

  test("the error of backward() after eval() names it", () => {
    const layer = trained().eval();
    layer.forward(x);
    expect(() => layer.backward(dy)).toThrow(
      `backward: expected forward() to be called in training: after eval() it keeps nothing (freeze() trains on with the running statistics), of ${layer}`,
    );
    layer.freeze().forward(x);
    expect(() => layer.backward(dy)).toThrow("after eval() it keeps nothing");
  });

  test("a layer without running statistics cannot be frozen; other values are refused", () => {
    const layer = new BatchNorm(2, { trackRunningStats: false });
    expect(() => layer.freeze()).toThrow(RangeError);
    expect(() => layer.freeze()).toThrow(`frozen: expected false, as ${layer} tracks no statistics, got true`);
    expect(layer.freeze(false)).toBe(layer);
    expect(() => layer.freeze(/** @type {any} */ (1))).toThrow("frozen: expected true or false, got 1");
  });
});
