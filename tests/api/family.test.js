/**
 * The normalization layers, forward and backward, as functions and as classes, against PyTorch's float64 and its
 * autograd. The bounds are the promise of c/norm.h; none is fitted to what comes out.
 */
import { describe, expect, test } from "vitest";
import {
  addLayerNorm,
  addRmsNorm,
  BatchNorm,
  batchNorm,
  batchNormBackward,
  GroupNorm,
  groupNorm,
  groupNormBackward,
  InstanceNorm,
  instanceNorm,
  instanceNormBackward,
  LayerNorm,
  layerNorm,
  layerNormBackward,
  Linear,
  linearBackward,
  ReLU,
  RMSNorm,
  rmsNorm,
  rmsNormBackward,
  reluBackward,
  tensor,
  zeros,
} from "../../web/api/index.js";
import { titled } from "../fixtures/cases.js";
import family from "../fixtures/family.json";
import { doubles, floats, misses, tensorOf, ulp } from "../fixtures/floats.js";
import { GRADIENT_ERROR, MEAN_ERROR, OUTPUT_ERROR, ROOT_ERROR, VARIANCE_ERROR } from "../promises.js";

/** @import { Tensor } from "../../web/api/index.js" */
/** @import { Numbers, TensorFixture } from "../fixtures/floats.js" */

/** @typedef {{ mean: Numbers, variance: Numbers }} Running */
/**
 * Beside a result stands the scale of its bound: y and dx have one for each group, dweight and dbias for each element.
 * @typedef {object} Results
 * @property {TensorFixture} x
 * @property {Numbers} dy
 * @property {Numbers} y
 * @property {Numbers} yScale
 * @property {Numbers} dx
 * @property {Numbers} dxScale
 * @property {Numbers} dweight
 * @property {Numbers} dweightScale
 * @property {Numbers} [dbias]
 * @property {Numbers} [dbiasScale]
 */
/**
 * @typedef {Results & { name?: string, eps: number, weight: TensorFixture | null, bias?: TensorFixture | null,
 *   normalizedShape: number[], weightOffset: number, groups: number, training: boolean,
 *   rstd: Numbers, rrms: Numbers, momentum?: number, running?: Running, after: Running,
 *   batch: Running & { deviation: Numbers } }} NormCase what the op has of these
 */
/** @typedef {NormCase & { residual: Numbers, sum: Numbers }} AddCase */
/** @typedef {Omit<Results, "y" | "dy"> & { dy: TensorFixture, weight: TensorFixture }} LinearCase */
/** @typedef {Results & { training: boolean, after?: Running }} Step */
/** @typedef {{ features: number, options: object, steps: Step[] }} Sequence */
/** @typedef {{ dx: Tensor, dweight: Tensor, dbias?: Tensor }} Gradients */
/** @typedef {import("../../web/api/index.js").Module} Module */

/**
 * @type {Record<"layerNorm" | "rmsNorm" | "groupNorm" | "instanceNorm" | "batchNorm", NormCase[]> &
 *   { addLayerNorm: AddCase[], addRmsNorm: AddCase[], linear: LinearCase[], batchNormSequence: Sequence[],
 *   relu: { x: TensorFixture, dy: TensorFixture, dx: Numbers }[],
 *   layers: { type: "BatchNorm" | "GroupNorm" | "InstanceNorm", args: any[], text: string }[] }}
 */
const cases = /** @type {any} */ (family);

/** Below it the spacing of float32 no longer shrinks, and a relative bound ends. */
const SMALLEST_NORMAL = 2 ** -126;

/** @param {readonly number[]} sizes */
const product = (sizes) => sizes.reduce((a, b) => a * b, 1);

/**
 * A bound for each element of x: groups lie side by side, or are channels of [N, C, ...].
 * @param {Results} fixture
 * @param {Numbers} scales of the groups
 * @param {boolean} channels
 * @returns {(i: number) => number} the scale of element i's group
 */
function perGroup({ x }, scales, channels) {
  const length = channels ? product(x.shape.slice(2)) : x.data.length / scales.length;
  return (i) => Number(scales[Math.floor(i / length) % scales.length]);
}

/** @param {number} scale */
const gradientBound = (scale) => GRADIENT_ERROR * Math.max(scale, SMALLEST_NORMAL);

/**
 * @param {Tensor} y
 * @param {Results} fixture
 * @param {boolean} [channels]
 */
function expectOutput(y, fixture, channels = false) {
  const scale = perGroup(fixture, fixture.yScale, channels);
  expect(y.shape).toEqual(fixture.x.shape);
  expect(
    misses(y.data, doubles(fixture.y), (i) => OUTPUT_ERROR * scale(i)),
    "y",
  ).toEqual([]);
}

/**
 * @param {Tensor} dx
 * @param {Omit<Results, "y" | "yScale">} fixture
 * @param {boolean} [channels]
 */
function expectInputGradient(dx, fixture, channels = false) {
  const scale = perGroup(/** @type {Results} */ (fixture), fixture.dxScale, channels);
  expect(dx.shape).toEqual(fixture.x.shape);
  expect(
    misses(dx.data, doubles(fixture.dx), (i) => gradientBound(scale(i))),
    "dx",
  ).toEqual([]);
}

/**
 * @param {{ dweight: Tensor, dbias?: Tensor }} gradients
 * @param {Pick<Results, "dweight" | "dweightScale" | "dbias" | "dbiasScale">} fixture
 * @param {number} [times] that they were added up
 */
function expectParameterGradients({ dweight, dbias }, fixture, times = 1) {
  for (const [name, got, wanted, scale] of /** @type {const} */ ([
    ["dweight", dweight, fixture.dweight, fixture.dweightScale],
    ["dbias", dbias, fixture.dbias, fixture.dbiasScale],
  ])) {
    expect(got === undefined, name).toBe(wanted === undefined);
    if (!got || !wanted || !scale) continue;
    const expected = doubles(wanted).map((value) => times * value);
    expect(
      misses(got.data, expected, (i) => times * gradientBound(Number(scale[i]))),
      name,
    ).toEqual([]);
  }
}

/**
 * @param {NormCase} fixture
 * @returns {{ weight: Tensor | null, bias: Tensor | null }}
 */
function parametersOf({ weight, bias }) {
  const made = (/** @type {TensorFixture | null | undefined} */ fixture) =>
    fixture ? tensor(floats(fixture.data), fixture.shape) : null;
  return { weight: made(weight), bias: made(bias) };
}

/** @param {NormCase} fixture */
const gradientOf = ({ x, dy }) => ({ shape: x.shape, data: floats(dy) });

/** @param {Module} layer */
function gradientsOf(layer) {
  const grads = Object.fromEntries(layer.parameters().map(({ name, grad }) => [name, grad]));
  return { dweight: grads.weight, dbias: grads.bias };
}

/**
 * How each is called, from its fixture. channels: that the groups are channels of all samples.
 * @typedef {object} Norm
 * @property {boolean} [channels]
 * @property {(fixture: NormCase) => Tensor} forward
 * @property {(fixture: NormCase) => Gradients} backward
 * @property {(fixture: NormCase) => Module & { weight: Tensor | null, bias?: Tensor | null }} layer
 */
/** @type {Record<string, Norm>} */
const NORMS = {
  layerNorm: {
    forward: (f) => layerNorm(tensorOf(f.x), f.normalizedShape, { ...parametersOf(f), eps: f.eps }),
    backward: (f) =>
      layerNormBackward(gradientOf(f), tensorOf(f.x), f.normalizedShape, {
        weight: parametersOf(f).weight,
        eps: f.eps,
      }),
    layer: ({ normalizedShape, eps }) => new LayerNorm(normalizedShape, { eps }),
  },
  rmsNorm: {
    forward: (f) =>
      rmsNorm(tensorOf(f.x), f.normalizedShape, {
        weight: parametersOf(f).weight,
        eps: f.eps,
        weightOffset: f.weightOffset,
      }),
    backward: (f) =>
      rmsNormBackward(gradientOf(f), tensorOf(f.x), f.normalizedShape, {
        weight: parametersOf(f).weight,
        eps: f.eps,
        weightOffset: f.weightOffset,
      }),
    layer: ({ normalizedShape, eps, weightOffset }) => new RMSNorm(normalizedShape, { eps, weightOffset }),
  },
  groupNorm: {
    forward: (f) => groupNorm(tensorOf(f.x), f.groups, { ...parametersOf(f), eps: f.eps }),
    backward: (f) =>
      groupNormBackward(gradientOf(f), tensorOf(f.x), f.groups, { weight: parametersOf(f).weight, eps: f.eps }),
    layer: ({ x, groups, eps }) => new GroupNorm(groups, x.shape[1], { eps }),
  },
  instanceNorm: {
    forward: (f) => instanceNorm(tensorOf(f.x), { ...parametersOf(f), eps: f.eps }),
    backward: (f) => instanceNormBackward(gradientOf(f), tensorOf(f.x), { weight: parametersOf(f).weight, eps: f.eps }),
    layer: ({ x, eps }) => new InstanceNorm(x.shape[1], { eps, affine: true }),
  },
  batchNorm: {
    channels: true,
    forward: (f) =>
      batchNorm(tensorOf(f.x), {
        ...parametersOf(f),
        ...statisticsOf(f),
        training: f.training,
        momentum: f.momentum,
        eps: f.eps,
      }),
    backward: (f) =>
      batchNormBackward(gradientOf(f), tensorOf(f.x), {
        weight: parametersOf(f).weight,
        ...statisticsOf(f),
        training: f.training,
        eps: f.eps,
      }),
    layer(f) {
      const layer = new BatchNorm(f.x.shape[1], { eps: f.eps, momentum: f.momentum });
      layer.training = f.training;
      if (f.running) layer.runningMean?.data.set(floats(f.running.mean));
      if (f.running) layer.runningVar?.data.set(floats(f.running.variance));
      return layer;
    },
  },
};

/** @param {NormCase} fixture */
function statisticsOf({ running }) {
  if (!running) return {};
  return { runningMean: tensor(floats(running.mean)), runningVar: tensor(floats(running.variance)) };
}

/**
 * A layer with the fixture's weight and bias.
 * @param {Norm} norm
 * @param {NormCase} fixture
 */
function layerOf(norm, fixture) {
  const layer = norm.layer(fixture),
    { weight, bias } = parametersOf(fixture);
  if (weight) layer.weight?.data.set(weight.data);
  if (bias) layer.bias?.data.set(bias.data);
  return layer;
}

/** @param {NormCase} fixture */
function titleOf({ name, x, eps, weight, bias, normalizedShape, groups, training, weightOffset }) {
  const options = JSON.stringify({ normalizedShape, groups, training, eps, weightOffset });
  return `[${x.shape}] ${options}${weight ? " weight" : ""}${bias ? " bias" : ""} ${name ?? ""}`;
}

describe.each(Object.entries(NORMS))("%s", (name, norm) => {
  const fixtures = titled(cases[/** @type {"layerNorm"} */ (name)], titleOf);

  test.each(fixtures)("%s", (_, fixture) => {
    expectOutput(norm.forward(fixture), fixture, norm.channels);
    const gradients = norm.backward(fixture);
    expectInputGradient(gradients.dx, fixture, norm.channels);
    expectParameterGradients(gradients, fixture);
    const shape = fixture.normalizedShape ?? [fixture.x.shape[1]];
    expect([gradients.dweight.shape, gradients.dbias?.shape ?? shape]).toEqual([shape, shape]);
  });

  test.each(fixtures)("as a layer: %s", (_, fixture) => {
    const layer = layerOf(norm, fixture),
      dy = gradientOf(fixture);
    expectOutput(layer.forward(tensorOf(fixture.x)), fixture, norm.channels);
    if (fixture.training === false) return expect(() => layer.backward(dy)).toThrow("after eval() it keeps nothing");
    expectInputGradient(layer.backward(dy), fixture, norm.channels);
    expectParameterGradients(gradientsOf(layer), fixture);

    layer.forward(tensorOf(fixture.x));
    layer.backward(dy);
    expectParameterGradients(gradientsOf(layer), fixture, 2);

    layer.zeroGrad();
    for (const { grad } of layer.parameters()) expect(grad.data).toEqual(new Float32Array(grad.size));
  });
});

describe("statistics of the forward pass", () => {
  test.each(titled(cases.layerNorm, titleOf))("layerNorm %s", (_, fixture) => {
    const { normalizedShape, eps } = fixture,
      x = tensorOf(fixture.x),
      affine = parametersOf(fixture);
    const { mean, rstd } = layerNorm(x, normalizedShape, { ...affine, eps, stats: true });
    const wanted = doubles(fixture.rstd);
    expect(misses(rstd.data, wanted, (i) => ulp(wanted[i]) + ROOT_ERROR * wanted[i])).toEqual([]);
    if (wanted.some((value) => Math.fround(value) === Infinity)) return; // no float32 to save
    const gradients = layerNormBackward(gradientOf(fixture), x, normalizedShape, {
      weight: affine.weight,
      eps,
      mean,
      rstd,
    });
    expectInputGradient(gradients.dx, fixture);
    expectParameterGradients(gradients, fixture);
  });

  test.each(titled(cases.rmsNorm, titleOf))("rmsNorm %s", (_, fixture) => {
    const { normalizedShape, eps, weightOffset } = fixture,
      x = tensorOf(fixture.x),
      { weight } = parametersOf(fixture);
    const { rrms } = rmsNorm(x, normalizedShape, { weight, eps, weightOffset, stats: true });
    const wanted = doubles(fixture.rrms);
    expect(rrms.shape).toEqual(x.shape.map((size, d) => (d < x.shape.length - normalizedShape.length ? size : 1)));
    expect(misses(rrms.data, wanted, (i) => ulp(wanted[i]) + ROOT_ERROR * wanted[i])).toEqual([]);
    if (wanted.some((value) => Math.fround(value) === Infinity)) return;
    const gradients = rmsNormBackward(gradientOf(fixture), x, normalizedShape, { weight, eps, weightOffset, rrms });
    expectInputGradient(gradients.dx, fixture);
    expectParameterGradients(gradients, fixture);
  });
});

describe("residual added", () => {
  test.each(titled(cases.addLayerNorm, titleOf))("addLayerNorm %s", (_, fixture) => {
    const residual = { shape: fixture.x.shape, data: floats(fixture.residual) };
    const { y, sum } = addLayerNorm(tensorOf(fixture.x), residual, fixture.normalizedShape, {
      ...parametersOf(fixture),
      eps: fixture.eps,
    });
    expect(sum.data).toEqual(floats(fixture.sum));
    expectOutput(y, fixture);
  });

  test.each(titled(cases.addRmsNorm, titleOf))("addRmsNorm %s", (_, fixture) => {
    const residual = { shape: fixture.x.shape, data: floats(fixture.residual) };
    const { y, sum } = addRmsNorm(tensorOf(fixture.x), residual, fixture.normalizedShape, {
      weight: parametersOf(fixture).weight,
      eps: fixture.eps,
      weightOffset: fixture.weightOffset,
    });
    expect(sum.data).toEqual(floats(fixture.sum));
    expectOutput(y, fixture);
  });
});

/**
 * The gradient of x: by the layer's backward pass in training, by the function's in inference, where it has none.
 * @param {BatchNorm} layer
 * @param {Step} step
 */
function backwardOf(layer, { x, dy, training }) {
  const gradient = { shape: x.shape, data: floats(dy) };
  if (training) return layer.backward(gradient);
  expect(() => layer.backward(gradient)).toThrow("after eval() it keeps nothing");
  const { weight, eps, runningMean, runningVar } = layer,
    statistics = runningMean ? { runningMean, runningVar } : { training: true };
  return batchNormBackward(gradient, tensorOf(x), { weight, eps, ...statistics }).dx;
}

describe("running statistics of batchNorm", () => {
  const updating = cases.batchNorm.filter(({ after }) => after);

  test.each(titled(updating, titleOf))("%s", (_, fixture) => {
    const { momentum = NaN, after, batch } = fixture;
    const { runningMean, runningVar } = statisticsOf(fixture);
    batchNorm(tensorOf(fixture.x), { runningMean, runningVar, training: true, momentum });
    // The batch's share may be off by its own bound; then the sum is rounded.
    expect(
      misses(
        runningMean?.data ?? [],
        doubles(after.mean),
        (i) =>
          ulp(Number(after.mean[i])) +
          momentum * (ulp(Number(batch.mean[i])) + MEAN_ERROR * Number(batch.deviation[i])),
      ),
    ).toEqual([]);
    expect(
      misses(
        runningVar?.data ?? [],
        doubles(after.variance),
        (i) => ulp(Number(after.variance[i])) + momentum * VARIANCE_ERROR * Number(batch.variance[i]),
      ),
    ).toEqual([]);
  });

  test("each of them alone is updated as beside the other", () => {
    const x = tensor([1, 2, 3, 6], [2, 2]),
      both = { runningMean: zeros([2]), runningVar: tensor([1, 1]) },
      runningMean = zeros([2]),
      runningVar = tensor([1, 1]);
    for (const some of [both, { runningMean }, { runningVar }]) batchNorm(x, { ...some, training: true });
    expect(runningMean.data).toEqual(both.runningMean.data);
    expect(runningVar.data).toEqual(both.runningVar.data);
    expect(runningVar.data).not.toEqual(floats([1, 1]));
  });

  test("evaluation leaves them as they are", () => {
    const runningMean = tensor([0.1, 0.2]),
      runningVar = tensor([1.5, 2.5]);
    batchNorm(
      [
        [1, 2],
        [3, 5],
      ],
      { runningMean, runningVar },
    );
    expect([runningMean.data, runningVar.data]).toEqual([floats([0.1, 0.2]), floats([1.5, 2.5])]);
  });

  test.each(
    titled(
      cases.batchNormSequence,
      ({ options, steps }) =>
        `${JSON.stringify(options)} ${steps.map(({ training }) => (training ? "train" : "eval")).join(", ")}`,
    ),
  )("the class: %s", (_, { features, options, steps }) => {
    const layer = new BatchNorm(features, options);
    for (const step of steps) {
      expect(step.training ? layer.train() : layer.eval()).toBe(layer);
      expect(layer.training).toBe(step.training);
      expectOutput(layer.forward(tensorOf(step.x)), step, true);
      layer.zeroGrad();
      expectInputGradient(backwardOf(layer, step), step, true);
      if (layer.weight && step.training) expectParameterGradients(gradientsOf(layer), step);
      expect(layer.runningMean === null).toBe(step.after === undefined);
      if (!step.after) continue;
      // A few roundings, one for each step so far; the data are near 3.
      expect(misses(layer.runningMean?.data ?? [], doubles(step.after.mean), () => 3e-6)).toEqual([]);
      expect(
        misses(
          layer.runningVar?.data ?? [],
          doubles(step.after.variance),
          (i) => VARIANCE_ERROR * Number(step.after?.variance[i]),
        ),
      ).toEqual([]);
    }
    expect(layer.parameters().length).toBe(layer.weight ? 2 : 0);
  });
});

describe("linear and ReLU, backward", () => {
  /**
   * Sums of n products in float32, in any order: n + 1 roundings of what the terms add up to.
   * @type {(got: Tensor, wanted: Numbers, scale: Numbers, n: number) => void}
   */
  const expectSums = (got, wanted, scale, n) =>
    expect(misses(got.data, doubles(wanted), (i) => (n + 1) * 2 ** -24 * Number(scale[i]))).toEqual([]);

  test.each(titled(cases.linear, ({ x, weight }) => `[${x.shape}] times [${weight.shape}]`))("linear %s", (_, f) => {
    const x = tensorOf(f.x),
      weight = tensorOf(f.weight),
      [outputs, inputs] = weight.shape;
    const dy = tensorOf(f.dy),
      rows = x.data.length / inputs;
    const layer = new Linear(inputs, outputs);
    layer.weight.data.set(weight.data);
    layer.forward(x);
    const dx = layer.backward(dy),
      { dweight, dbias } = gradientsOf(layer);
    for (const gradients of [linearBackward(dy, x, weight), { dx, dweight, dbias }]) {
      expect(gradients.dx.shape).toEqual(x.shape);
      expect([gradients.dweight.shape, gradients.dbias.shape]).toEqual([[outputs, inputs], [outputs]]);
      expectSums(gradients.dx, f.dx, f.dxScale, outputs);
      expectSums(gradients.dweight, f.dweight, f.dweightScale, rows);
      expectSums(gradients.dbias, f.dbias ?? [], f.dbiasScale ?? [], rows);
    }
  });

  test.each(titled(cases.relu, ({ x }) => `[${x.shape}]`))("relu %s", (_, { x, dy, dx }) => {
    const layer = new ReLU();
    layer.forward(tensorOf(x));
    expect(layer.backward(tensorOf(dy)).data).toEqual(floats(dx));
    expect(reluBackward(tensorOf(dy), tensorOf(x)).dx.data).toEqual(floats(dx));
  });
});

test.each(titled(cases.layers, ({ text }) => text))("prints as PyTorch: %s", (_, { type, args, text }) => {
  const Layer = /** @type {new (...args: any[]) => Module} */ ({ BatchNorm, GroupNorm, InstanceNorm }[type]);
  expect(String(new Layer(...args))).toBe(text);
});

// What PyTorch 2 prints: 1.13, which made the fixtures, has no RMSNorm.
test("prints as PyTorch: RMSNorm", () => {
  expect(String(new RMSNorm(6))).toBe("RMSNorm((6,), eps=None, elementwise_affine=True)");
  expect(String(new RMSNorm([2, 3], { eps: 1e-6, elementwiseAffine: false }))).toBe(
    "RMSNorm((2, 3), eps=1e-06, elementwise_affine=False)",
  );
});

describe("defaults are PyTorch's", () => {
  const narrow = tensor([
    [0.001, 0.002, 0.004, 0.003],
    [0.5, 0.001, 0, 0.25],
  ]);
  const dy = tensor([
    [1, 2, 3, 5],
    [2, 0, 1, 1],
  ]);
  const volume = { shape: [2, 2, 2], data: narrow.data },
    dyVolume = { shape: [2, 2, 2], data: dy.data };
  const eps = 1e-5,
    epsRms = 2 ** -23;
  const running = { runningMean: zeros([4]), runningVar: tensor([1e-3, 1e-4, 1e-5, 1]) };

  test.each(
    /** @type {[string, Tensor, Tensor][]} */ ([
      ["layerNorm", layerNorm(narrow, 4), layerNorm(narrow, 4, { eps })],
      ["layerNormBackward", layerNormBackward(dy, narrow, 4).dx, layerNormBackward(dy, narrow, 4, { eps }).dx],
      ["addLayerNorm", addLayerNorm(narrow, narrow, 4).y, addLayerNorm(narrow, narrow, 4, { eps }).y],
      ["rmsNorm", rmsNorm(narrow, 4), rmsNorm(narrow, 4, { eps: epsRms, weightOffset: 0 })],
      ["rmsNormBackward", rmsNormBackward(dy, narrow, 4).dx, rmsNormBackward(dy, narrow, 4, { eps: epsRms }).dx],
      ["addRmsNorm", addRmsNorm(narrow, narrow, 4).y, addRmsNorm(narrow, narrow, 4, { eps: epsRms }).y],
      ["groupNorm", groupNorm(narrow, 2), groupNorm(narrow, 2, { eps })],
      ["groupNormBackward", groupNormBackward(dy, narrow, 2).dx, groupNormBackward(dy, narrow, 2, { eps }).dx],
      ["instanceNorm", instanceNorm(volume), instanceNorm(volume, { eps })],
      [
        "instanceNormBackward",
        instanceNormBackward(dyVolume, volume).dx,
        instanceNormBackward(dyVolume, volume, { eps }).dx,
      ],
      ["batchNorm", batchNorm(narrow, running), batchNorm(narrow, { ...running, eps, training: false })],
      [
        "batchNormBackward",
        batchNormBackward(dy, narrow, running).dx,
        batchNormBackward(dy, narrow, { ...running, eps, training: false }).dx,
      ],
      ["class LayerNorm", new LayerNorm(4).forward(narrow), layerNorm(narrow, 4, { eps })],
      ["class RMSNorm", new RMSNorm(4).forward(narrow), rmsNorm(narrow, 4, { eps: epsRms })],
      ["class GroupNorm", new GroupNorm(2, 4).forward(narrow), groupNorm(narrow, 2, { eps })],
      ["class InstanceNorm", new InstanceNorm(2).forward(volume), instanceNorm(volume, { eps })],
      ["class BatchNorm", new BatchNorm(4).forward(narrow), batchNorm(narrow, { eps, training: true })],
    ]),
  )("%s", (_, got, wanted) => {
    expect(got.data).toEqual(wanted.data);
  });

  test("momentum 0.1", () => {
    const implied = zeros([4]),
      given = zeros([4]),
      variance = { runningVar: tensor([1, 1, 1, 1]), training: true };
    batchNorm(narrow, { ...variance, runningMean: implied });
    batchNorm(narrow, { ...variance, runningMean: given, momentum: 0.1 });
    const layer = new BatchNorm(4);
    layer.forward(narrow);
    expect(implied.data).toEqual(given.data);
    expect(layer.runningMean?.data).toEqual(given.data);
    expect(given.data).not.toEqual(zeros([4]).data);
  });

  test("what the layers begin with", () => {
    const batch = new BatchNorm(3),
      instance = new InstanceNorm(3);
    expect(batch.training).toBe(true);
    const values = [batch.weight, batch.bias, batch.runningMean, batch.runningVar].map((t) => t?.toArray());
    expect(values).toEqual([
      [1, 1, 1],
      [0, 0, 0],
      [0, 0, 0],
      [1, 1, 1],
    ]);
    expect([instance.weight, instance.bias, instance.parameters()]).toEqual([null, null, []]);
    expect(new GroupNorm(2, 4).parameters().map(({ name, value }) => [name, value.toArray()])).toEqual([
      ["weight", [1, 1, 1, 1]],
      ["bias", [0, 0, 0, 0]],
    ]);
    expect(new RMSNorm([2, 2]).parameters().map(({ name, value }) => [name, value.toArray()])).toEqual([
      [
        "weight",
        [
          [1, 1],
          [1, 1],
        ],
      ],
    ]);
  });

  test.each(
    /** @type {[string, Module, Tensor][]} */ ([
      ["LayerNorm", new LayerNorm(4, { elementwiseAffine: false }), narrow],
      ["RMSNorm", new RMSNorm(4, { elementwiseAffine: false }), narrow],
      ["GroupNorm", new GroupNorm(2, 4, { affine: false }), narrow],
      ["BatchNorm", new BatchNorm(4, { affine: false }), narrow],
    ]),
  )("%s without parameters gives the same dx", (name, layer, x) => {
    const affine = {
      LayerNorm: new LayerNorm(4),
      RMSNorm: new RMSNorm(4),
      GroupNorm: new GroupNorm(2, 4),
      BatchNorm: new BatchNorm(4),
    }[name];
    expect(layer.parameters()).toEqual([]);
    expect(layer.forward(x).data).toEqual(affine?.forward(x).data);
    expect(layer.backward(dy).data).toEqual(affine?.backward(dy).data);
  });
});
