/** Layers as objects: their parameters, gradients, modes and printing. */
import { describe, expect, test } from "vitest";
import {
  addLayerNorm,
  addRmsNorm,
  BatchNorm,
  batchNorm,
  batchNormBackward,
  GELU,
  geluBackward,
  GroupNorm,
  groupNormBackward,
  InstanceNorm,
  instanceNormBackward,
  layerNorm,
  LayerNorm,
  layerNormBackward,
  Linear,
  linearBackward,
  ones,
  ReLU,
  reluBackward,
  rmsNorm,
  RMSNorm,
  rmsNormBackward,
  Sequential,
  SiLU,
  siluBackward,
  Softmax,
  softmax,
  softmaxBackward,
  tensor,
  Tensor,
  variance,
  zeros,
} from "../../web/api/index.js";
import { normal } from "./normal.js";
import { normals } from "./reference.js";

/** @import { Module } from "../../web/api/index.js" */

const x = normal([4, 6, 5], 1),
  dy = normal([4, 6, 5], 2),
  flat = normal([4, 6], 3);

/**
 * What the forward pass of a layer saves: a backward pass that computes it again may round differently.
 * @param {LayerNorm} layer
 */
function statisticsOf({ normalizedShape, weight, bias, eps }) {
  const { mean, rstd } = layerNorm(x, normalizedShape, { weight, bias, eps, stats: true });
  return { mean, rstd };
}

/** @typedef {{ dx: Tensor, dweight?: Tensor, dbias?: Tensor }} Wanted */

/**
 * Layers whose weights are not what they start from, what they are given, and the gradients that the functions give.
 * @type {[string, () => { layer: Module, x: Tensor, dy: Tensor, wanted: Wanted }][]}
 */
const layers = [
  [
    "LayerNorm",
    () => {
      const layer = drawn(new LayerNorm([6, 5], { eps: 1e-3 })),
        { weight } = layer;
      return { layer, x, dy, wanted: layerNormBackward(dy, x, [6, 5], { weight, eps: 1e-3, ...statisticsOf(layer) }) };
    },
  ],
  [
    "LayerNorm without bias",
    () => {
      const layer = drawn(new LayerNorm(5, { bias: false })),
        { weight } = layer;
      return { layer, x, dy, wanted: layerNormBackward(dy, x, 5, { weight, ...statisticsOf(layer) }) };
    },
  ],
  [
    "LayerNorm without parameters",
    () => {
      const layer = new LayerNorm(5, { elementwiseAffine: false });
      return { layer, x, dy, wanted: layerNormBackward(dy, x, 5, statisticsOf(layer)) };
    },
  ],
  [
    "RMSNorm",
    () => {
      const layer = drawn(new RMSNorm(5)),
        { weight } = layer;
      const { rrms } = rmsNorm(x, 5, { stats: true });
      return { layer, x, dy, wanted: rmsNormBackward(dy, x, 5, { weight, rrms }) };
    },
  ],
  [
    "RMSNorm with eps",
    () => {
      const layer = drawn(new RMSNorm([6, 5], { eps: 0.5 })),
        { weight } = layer;
      const { rrms } = rmsNorm(x, [6, 5], { eps: 0.5, stats: true });
      return { layer, x, dy, wanted: rmsNormBackward(dy, x, [6, 5], { weight, eps: 0.5, rrms }) };
    },
  ],
  [
    "BatchNorm in training",
    () => {
      const layer = drawn(new BatchNorm(6, { eps: 1e-3 })),
        { weight } = layer;
      return { layer, x, dy, wanted: batchNormBackward(dy, x, { weight, eps: 1e-3, training: true }) };
    },
  ],
  [
    "GroupNorm",
    () => {
      const layer = drawn(new GroupNorm(3, 6, { eps: 1e-3 })),
        { weight } = layer;
      return { layer, x, dy, wanted: groupNormBackward(dy, x, 3, { weight, eps: 1e-3 }) };
    },
  ],
  [
    "InstanceNorm",
    () => {
      const layer = drawn(new InstanceNorm(6, { affine: true, eps: 1e-3 })),
        { weight } = layer;
      return { layer, x, dy, wanted: instanceNormBackward(dy, x, { weight, eps: 1e-3 }) };
    },
  ],
  [
    "Linear",
    () => {
      const layer = new Linear(5, 3),
        gradient = normal([4, 6, 3], 5);
      return { layer, x, dy: gradient, wanted: linearBackward(gradient, x, layer.weight) };
    },
  ],
  ["ReLU", () => ({ layer: new ReLU(), x, dy, wanted: reluBackward(dy, x) })],
  ["SiLU", () => ({ layer: new SiLU(), x, dy, wanted: siluBackward(dy, x) })],
  ["GELU", () => ({ layer: new GELU(), x, dy, wanted: geluBackward(dy, x) })],
  [
    "GELU by tanh",
    () => {
      const form = /** @type {const} */ ({ approximate: "tanh" });
      return { layer: new GELU(form), x, dy, wanted: geluBackward(dy, x, form) };
    },
  ],
  [
    "Softmax",
    () => ({ layer: new Softmax({ dim: 1 }), x, dy, wanted: softmaxBackward(dy, softmax(x, { dim: 1 }), { dim: 1 }) }),
  ],
];

/**
 * @template {Module} T
 * @param {T} layer
 * @returns {T} with parameters drawn at random
 */
function drawn(layer) {
  layer.parameters().forEach(({ value }, i) => value.data.set(normals(value.size, 10 + i)));
  return layer;
}

/**
 * A layer with the same parameters, which has not been used: running statistics are as they were.
 * @param {Module} layer
 * @param {() => { layer: Module }} make
 */
function drawnLike(layer, make) {
  const values = layer.parameters().map(({ value }) => value.data),
    other = make().layer;
  other.parameters().forEach(({ value }, i) => value.data.set(values[i]));
  return other;
}

/** @param {Module} layer */
const gradients = (layer) => Object.fromEntries(layer.parameters().map(({ name, grad }) => [name, [...grad.data]]));

describe.each(layers)("%s", (_, make) => {
  test("backward() gives what the function gives, for the last forward()", () => {
    const { layer, x, dy, wanted } = make();
    layer.forward(normal(/** @type {number[]} */ (x.shape), 99));
    layer.forward(x);
    expect([...layer.backward(dy).data]).toEqual([...wanted.dx.data]);
    for (const { name, value, grad } of layer.parameters()) {
      const gradient = name === "weight" ? wanted.dweight : wanted.dbias;
      expect(grad.shape).toEqual(value.shape);
      expect([...grad.data]).toEqual([.../** @type {Tensor} */ (gradient).data]);
    }
  });

  test("gradients start at 0, add up, and are zeroed; the tensors stay the same", () => {
    const { layer, x, dy } = make(),
      before = layer.parameters();
    layer.forward(x);
    for (const { grad } of before) expect(grad.data.every((v) => v === 0)).toBe(true);
    layer.backward(dy);
    const once = gradients(layer);
    layer.backward(dy);
    for (const { name, grad } of layer.parameters()) {
      expect([...grad.data]).toEqual(once[name].map((v) => Math.fround(v + v)));
      expect(once[name].some((v) => v !== 0)).toBe(true);
    }
    layer.zeroGrad();
    layer.parameters().forEach(({ value, grad }, i) => {
      expect([value, grad].map((t, j) => t === [before[i].value, before[i].grad][j])).toEqual([true, true]);
      expect(grad.data.every((v) => v === 0)).toBe(true);
    });
  });

  test("backward() before forward() is an Error that says so, also after a forward() that failed", () => {
    const { layer, dy } = make(),
      message = `backward: expected forward() to be called first, of ${layer}`;
    expect(() => layer.backward(dy)).toThrow(message);
    const takesAll = layer instanceof ReLU || layer instanceof SiLU || layer instanceof GELU;
    expect(() =>
      layer.forward(takesAll ? /** @type {any} */ (null) : layer instanceof Softmax ? [1] : [[[1]]]),
    ).toThrow(takesAll ? TypeError : RangeError);
    expect(() => layer.backward(dy)).toThrow(message);
  });

  test("forward() writes into out, and gives the same bits", () => {
    for (const resident of [false, true]) {
      const { layer, x, dy, wanted } = make(),
        y = make().layer.forward(x),
        out = zeros(y.shape, { resident });
      expect(layer.forward(x, { out }) === out).toBe(true);
      expect([...out.data]).toEqual([...drawnLike(layer, make).forward(x).data]);
      expect([...layer.backward(dy).data]).toEqual([...wanted.dx.data]);
      out.dispose();
    }
    const { layer, x } = make();
    expect(() => layer.forward(x, { out: zeros([7]) })).toThrow("out: expected shape");
    expect(() => layer.forward(x, /** @type {any} */ ({ target: x }))).toThrow(
      "options: expected only out, got target",
    );
    expect(() => layer.forward(x, /** @type {any} */ (x))).toThrow("options: expected an object with out");
  });

  test("after eval() nothing is kept, which backward() says; train() goes back", () => {
    const { layer, x, dy, wanted } = make();
    const modal = /** @type {ReLU} */ (layer),
      y = modal.forward(x);
    expect(modal.eval() === modal && !modal.training).toBe(true);
    expect([...modal.backward(dy).data]).toEqual([...wanted.dx.data]);
    const inferred = modal.forward(x);
    if (!(modal instanceof BatchNorm)) expect([...inferred.data]).toEqual([...y.data]);
    const hint = modal instanceof BatchNorm ? " (freeze() trains on with the running statistics)" : "";
    const message = `backward: expected forward() to be called in training: after eval() it keeps nothing${hint}`;
    expect(() => modal.backward(dy)).toThrow(`${message}, of ${layer}`);
    expect(modal.train() === modal && modal.training).toBe(true);
    modal.forward(x);
    expect([...modal.backward(dy).data]).toEqual([...wanted.dx.data]);
  });

  test("in place it gives the same bits, and backward() says what is lost", () => {
    const { layer, x, dy, wanted } = make(),
      y = drawnLike(layer, make).forward(x);
    if (layer instanceof Linear) return; // x and y have different shapes: below
    const copy = tensor(x.data.slice(), x.shape);
    expect(layer.forward(copy, { out: copy }) === copy).toBe(true);
    expect([...copy.data]).toEqual([...y.data]);
    if (layer instanceof ReLU || layer instanceof Softmax)
      expect([...layer.backward(dy).data]).toEqual([...wanted.dx.data]);
    else expect(() => layer.backward(dy)).toThrow("expected forward() to be given an out that is not x");
  });

  test("the first backward() makes the gradients, or who reads them", () => {
    const { layer, x, dy } = make();
    const { _gradients: made } = /** @type {ReLU} */ (layer);
    layer.parameters();
    layer.zeroGrad();
    layer.forward(x);
    expect(made).toEqual({});
    layer.backward(dy);
    expect(Object.keys(made)).toEqual(layer.parameters().map(({ name }) => name));
    const fresh = make().layer.parameters();
    for (const parameter of fresh) {
      const { grad } = parameter;
      expect(grad === parameter.grad && grad.data.every((v) => v === 0)).toBe(true);
      expect(() => Object.assign(parameter, { grad: parameter.value })).toThrow(TypeError);
    }
  });

  test("a wrong dy leaves the gradients as they are", () => {
    const { layer, x } = make();
    layer.forward(x);
    expect(() => layer.backward([1])).toThrow("dy: expected shape");
    expect(
      Object.values(gradients(layer))
        .flat()
        .every((v) => v === 0),
    ).toBe(true);
  });
});

describe("parameters", () => {
  test("what a layer has, weight first", () => {
    /** @param {Module} layer */
    const names = (layer) => layer.parameters().map(({ name }) => name);
    expect(names(new LayerNorm(3))).toEqual(["weight", "bias"]);
    expect(names(new LayerNorm(3, { bias: false }))).toEqual(["weight"]);
    expect(names(new RMSNorm(3))).toEqual(["weight"]);
    expect(names(new BatchNorm(3))).toEqual(["weight", "bias"]);
    expect(names(new BatchNorm(3, { affine: false }))).toEqual([]);
    expect(names(new GroupNorm(1, 3))).toEqual(["weight", "bias"]);
    expect(names(new InstanceNorm(3))).toEqual([]);
    expect(names(new InstanceNorm(3, { affine: true }))).toEqual(["weight", "bias"]);
    expect(names(new Linear(2, 3, { bias: false }))).toEqual(["weight"]);
    expect(names(new ReLU())).toEqual([]);
  });

  test("start as in torch: weight 1, bias 0", () => {
    const norms = [new LayerNorm(3), new BatchNorm(3), new GroupNorm(1, 3), new InstanceNorm(3, { affine: true })];
    for (const layer of norms) {
      expect(layer.parameters().map(({ value }) => value.toArray())).toEqual([
        [1, 1, 1],
        [0, 0, 0],
      ]);
    }
    expect(new RMSNorm(2).weight?.toArray()).toEqual([1, 1]);
  });

  test("in a Sequential have the layer's index in front, nested ones each of theirs", () => {
    const inner = new Sequential(new Linear(2, 3), new ReLU(), new RMSNorm(3));
    const net = new Sequential(new BatchNorm(2), inner, new Sequential());
    expect(net.parameters().map(({ name }) => name)).toEqual([
      "0.weight",
      "0.bias",
      "1.0.weight",
      "1.0.bias",
      "1.2.weight",
    ]);
    expect(net.parameters()[4].value === inner.parameters()[2].value).toBe(true);
    expect(net.parameters()[4].grad === inner.parameters()[2].grad).toBe(true);
  });
});

describe("a tensor in the place of a layer's own", () => {
  test("resident, in every layer that has one", () => {
    const layers = [new LayerNorm(5), new RMSNorm(5), new Linear(5, 5)];
    for (const layer of layers) {
      const wanted = layer.forward(x),
        own = layer.weight;
      const weight = tensor(/** @type {Tensor} */ (own), undefined, { resident: true });
      layer.weight = weight;
      expect([layer.weight === weight, layer.state().weight === weight]).toEqual([true, true]);
      expect(layer.parameters()[0].value === weight).toBe(true);
      expect([...layer.forward(x).data]).toEqual([...wanted.data]);
      layer.backward(ones([4, 6, 5]));
      expect(layer.parameters()[0].grad.data.some((v) => v !== 0)).toBe(true);
      weight.dispose();
      expect(() => layer.forward(x)).toThrow("weight: expected a tensor in use");
    }
    const norm = new BatchNorm(6);
    norm.runningMean = tensor([1, 2, 3, 4, 5, 6]);
    norm.runningVar = ones([6], { resident: true });
    norm.bias = zeros([6]);
    norm.forward(x);
    expect(norm.runningVar.data.every((v) => v !== 1)).toBe(true);
    expect(Object.keys(norm.state())).toEqual(["weight", "bias", "running_mean", "running_var"]);
  });

  test("anything with data and shape shares its elements", () => {
    const layer = new LayerNorm(3),
      data = Float32Array.of(1, 2, 3);
    layer.weight = /** @type {any} */ ({ data, dims: [3] });
    data[0] = 5;
    expect(layer.weight?.toArray()).toEqual([5, 2, 3]);
  });

  test("of another shape, no tensor, or where there is none: refused, and the layer is as it was", () => {
    const layer = new LayerNorm(3),
      { weight } = layer;
    /** @type {(value: any) => () => void} */
    const assign = (value) => () => (layer.weight = value);
    expect(assign(ones([1, 3]))).toThrow(RangeError);
    expect(assign(ones([1, 3]))).toThrow("weight: expected shape [3], got [1, 3]");
    for (const value of [null, undefined, [1, 2, 3], new Float32Array(3)]) {
      expect(assign(value)).toThrow(TypeError);
      expect(assign(value)).toThrow("weight: expected a tensor or { data, shape }, got");
    }
    expect(layer.weight === weight).toBe(true);
    const bare = new BatchNorm(3, { affine: false, trackRunningStats: false });
    expect(() => (bare.bias = ones([3]))).toThrow(`bias: expected nothing, as ${bare} has none, got Tensor`);
    expect(() => (bare.runningVar = ones([3]))).toThrow("runningVar: expected nothing");
    expect(() => (new BatchNorm(3).runningMean = ones([2]))).toThrow("runningMean: expected shape [3], got [2]");
  });
});

describe("a residual added first", () => {
  const residual = normal([4, 6, 5], 20);

  /** @type {[string, () => LayerNorm | RMSNorm, (layer: any) => { y: Tensor, sum: Tensor }][]} */
  const adding = [
    [
      "LayerNorm",
      () => drawn(new LayerNorm(5, { eps: 1e-3 })),
      ({ weight, bias, eps }) => addLayerNorm(x, residual, 5, { weight, bias, eps }),
    ],
    [
      "RMSNorm",
      () => drawn(new RMSNorm(5, { eps: 1e-3, weightOffset: 1 })),
      ({ weight, eps }) => addRmsNorm(x, residual, 5, { weight, eps, weightOffset: 1 }),
    ],
  ];

  describe.each(adding)("%s", (_, make, expected) => {
    test("gives what the function gives, and writes into out", () => {
      const layer = make(),
        { y, sum } = layer.addForward(x, residual),
        wanted = expected(layer);
      expect([[...y.data], [...sum.data]]).toEqual([[...wanted.y.data], [...wanted.sum.data]]);
      const [xs, stream] = [x, residual].map((value) => tensor(value, undefined, { resident: true }));
      const got = layer.eval().addForward(xs, stream, { out: { y: xs, sum: stream } });
      expect([got.y === xs, got.sum === stream]).toEqual([true, true]);
      expect([[...xs.data], [...stream.data]]).toEqual([[...wanted.y.data], [...wanted.sum.data]]);
      for (const one of [xs, stream]) one.dispose();
      expect(() => layer.addForward(x, [1])).toThrow("residual: expected shape");
      expect(() => layer.addForward(x, residual, /** @type {any} */ ({ out: { y: x } }))).toThrow("out.sum: expected");
    });

    test("backward() gives the gradient of sum by way of y", () => {
      const layer = make(),
        other = make();
      const { sum } = layer.addForward(x, residual);
      other.forward(sum);
      const [got, wanted] = [layer.backward(dy), other.backward(dy)];
      got.data.forEach((value, i) => expect(value).toBeCloseTo(wanted.data[i], 5));
      layer.parameters().forEach(({ grad }, i) => {
        const { data } = other.parameters()[i].grad;
        grad.data.forEach((value, j) => expect(value).toBeCloseTo(data[j], 4));
      });
    });

    test("after eval() nothing is kept", () => {
      const layer = make();
      layer.addForward(x, residual);
      layer.eval().addForward(x, residual);
      expect(() => layer.backward(dy)).toThrow("after eval() it keeps nothing");
    });
  });
});

describe("RMSNorm's weightOffset", () => {
  test("is added to the weight, which starts so that both make 1", () => {
    const gemma = new RMSNorm(5, { weightOffset: 1 });
    expect(gemma.weight?.toArray()).toEqual([0, 0, 0, 0, 0]);
    expect([...gemma.forward(x).data]).toEqual([...new RMSNorm(5).forward(x).data]);
    gemma.loadState({ weight: [1, 2, 3, 4, 5] });
    const { weight } = gemma,
      { y, rrms } = rmsNorm(x, 5, { weight, weightOffset: 1, stats: true });
    expect([...gemma.forward(x).data]).toEqual([...y.data]);
    const { dx } = rmsNormBackward(dy, x, 5, { weight, weightOffset: 1, rrms });
    expect([...gemma.backward(dy).data]).toEqual([...dx.data]);
    expect([...gemma.eval().forward(x).data]).toEqual([...y.data]);
  });

  test("shows in the text where it is not 0; wrong ones are refused", () => {
    const text = "RMSNorm((5,), eps=None, elementwise_affine=True, weight_offset=1.0)";
    expect(String(new RMSNorm(5, { weightOffset: 1 }))).toBe(text);
    expect(String(new RMSNorm(5, { weightOffset: 0 }))).toBe("RMSNorm((5,), eps=None, elementwise_affine=True)");
    expect(() => new RMSNorm(5, { weightOffset: NaN })).toThrow("weightOffset: expected a finite number, got NaN");
    expect(() => new RMSNorm(5, { weightOffset: /** @type {any} */ ("1") })).toThrow(TypeError);
    expect(() => new LayerNorm(5, /** @type {any} */ ({ weightOffset: 1 }))).toThrow("options: expected only");
  });
});

describe("BatchNorm", () => {
  test("in training updates the running statistics, and does not count them as parameters", () => {
    const layer = new BatchNorm(6, { momentum: 0.25 });
    expect([layer.runningMean?.toArray(), layer.runningVar?.toArray()]).toEqual([Array(6).fill(0), Array(6).fill(1)]);
    const y = layer.forward(x);
    expect([...y.data]).toEqual([...batchNorm(x, { training: true, weight: layer.weight, bias: layer.bias }).data]);
    const unbiased = variance(x, { dim: [0, 2] }).data;
    layer.runningVar?.data.forEach((v, i) => expect(v).toBeCloseTo(0.75 + 0.25 * unbiased[i], 5));
    expect(layer.runningMean?.data.every((v) => v !== 0)).toBe(true);
  });

  test("after eval() uses them, and leaves them alone; train() goes back", () => {
    const layer = new BatchNorm(6);
    layer.forward(x);
    const kept = [...(layer.runningMean?.data ?? []), ...(layer.runningVar?.data ?? [])];
    expect(layer.training).toBe(true);
    expect(layer.eval() === layer && !layer.training).toBe(true);
    const { weight, bias, runningMean, runningVar } = layer;
    if (!runningMean || !runningVar) throw new Error("BatchNorm: expected running statistics");
    expect([...layer.forward(flat).data]).toEqual([...batchNorm(flat, { weight, bias, runningMean, runningVar }).data]);
    expect([...runningMean.data, ...runningVar.data]).toEqual(kept);
    expect(layer.train() === layer && layer.training).toBe(true);
    layer.forward(flat);
    expect([...runningMean.data]).not.toEqual(kept.slice(0, 6));
  });

  test("one value a channel is an error in training, and none after eval()", () => {
    const layer = new BatchNorm(2);
    expect(() => layer.forward([[1, 2]])).toThrow("more than 1 value per channel");
    expect(
      layer
        .eval()
        .forward([[0, 0]])
        .toArray(),
    ).toEqual([[0, 0]]);
  });

  test("without running statistics uses the batch's own after eval() too", () => {
    const layer = new BatchNorm(6, { trackRunningStats: false }),
      inTraining = layer.forward(x);
    expect([layer.runningMean, layer.runningVar]).toEqual([null, null]);
    const { weight } = layer;
    expect([...layer.backward(dy).data]).toEqual([...batchNormBackward(dy, x, { weight, training: true }).dx.data]);
    expect([...layer.eval().forward(x).data]).toEqual([...inTraining.data]);
  });

  test("backward() belongs to the mode of its forward()", () => {
    const layer = new BatchNorm(6);
    layer.forward(x);
    layer.eval();
    expect([...layer.backward(dy).data]).toEqual([
      ...batchNormBackward(dy, x, { weight: layer.weight, training: true }).dx.data,
    ]);
  });
});

describe("Sequential", () => {
  test("runs the layers in order, and their gradients in reverse", () => {
    const first = new Linear(5, 3),
      norm = drawn(new LayerNorm(3)),
      gradient = normal([4, 6, 3], 6);
    const net = new Sequential(first, norm, new ReLU()),
      y = net.forward(x),
      dx = net.backward(gradient);
    const h = first.forward(x),
      z = norm.forward(h);
    expect([...y.data]).toEqual([...z.data].map((v) => (v < 0 ? 0 : v)));
    const dz = reluBackward(gradient, z).dx,
      { mean, rstd } = layerNorm(h, 3, { stats: true });
    const dh = layerNormBackward(dz, h, 3, { weight: norm.weight, mean, rstd }).dx;
    expect([...dx.data]).toEqual([...linearBackward(dh, x, first.weight).dx.data]);
  });

  test("zeroGrad() reaches every layer", () => {
    const net = new Sequential(new Linear(5, 3), new Sequential(new LayerNorm(3)));
    net.forward(x);
    net.backward(normal([4, 6, 3], 7));
    expect(net.parameters().every(({ grad }) => grad.data.some((v) => v !== 0))).toBe(true);
    net.zeroGrad();
    expect(net.parameters().every(({ grad }) => grad.data.every((v) => v === 0))).toBe(true);
  });

  test("train() and eval() reach the layers that have them, nested ones too", () => {
    const first = new BatchNorm(2),
      second = new BatchNorm(2),
      modes = /** @type {string[]} */ ([]);
    const own = Object.assign(new ReLU(), { train: () => modes.push("train"), eval: () => modes.push("eval") });
    const net = new Sequential(first, new ReLU(), new Sequential(second, own));
    expect(net.eval() === net && !first.training && !second.training).toBe(true);
    expect(net.train() === net && first.training && second.training).toBe(true);
    expect(modes).toEqual(["eval", "train"]);
  });

  /** Knows no out, and has neither modes nor a state. */
  class Twice {
    /** @param {any} x */
    forward = (x) => ({ data: x.data.map((/** @type {number} */ v) => 2 * v), shape: x.shape });
    /** @param {any} dy */
    backward = (dy) => tensor(dy);
    parameters = () => [];
    zeroGrad = () => {};
  }

  test("forward() writes into out what its last layer gives, whether that layer knows of it or not", () => {
    const net = new Sequential(new LayerNorm(3), new Sequential(new ReLU())),
      out = zeros([2, 3], { resident: true });
    const x = tensor([1, 2, 3, 4, 5, 9], [2, 3]);
    expect(net.forward(x, { out }) === out).toBe(true);
    expect([...out.data]).toEqual([...net.forward(x).data]);
    out.dispose();
    const flat = zeros([3]),
      same = tensor([1, 2, 3]);
    const twice = new Sequential(new ReLU(), /** @type {any} */ (new Twice()));
    expect(twice.forward(same, { out: flat }) === flat).toBe(true);
    expect(flat.toArray()).toEqual([2, 4, 6]);
    expect(() => twice.forward(same, { out: zeros([2]) })).toThrow("out: expected shape [3], got [2]");
    expect(new Sequential().forward(same, { out: flat }) === flat && flat.toArray()).toEqual([1, 2, 3]);
    const given = { data: new Float32Array(3), dims: [3] };
    expect(new Sequential(new ReLU()).forward(same, { out: given }).data === given.data).toBe(true);
  });

  test("with x as out, backward() says that the first layer has lost it", () => {
    const net = new Sequential(new LayerNorm(3), new ReLU()),
      x = tensor([[1, 2, 3]]);
    net.forward(x, { out: x });
    expect(() => net.backward([[1, 1, 1]])).toThrow("expected forward() to be given an out that is not x");
    net.forward(x);
    expect(net.backward([[1, 1, 1]]).shape).toEqual([1, 3]);
    net.eval().forward(x, { out: x });
    expect(() => net.backward([[1, 1, 1]])).toThrow("after eval() it keeps nothing");
  });

  test("a layer of one's own prints its class, or its own text", () => {
    const parts = { forward: () => ones([1]), backward: () => ones([1]), parameters: () => [], zeroGrad: () => {} };
    const anonymous = Object.assign(Object.create(null), parts),
      named = { ...parts, toString: () => "Mine(\n  a=1\n)" };
    const net = new Sequential(.../** @type {any[]} */ ([new Twice(), parts, anonymous, named]));
    expect(String(net)).toBe(
      "Sequential(\n  (0): Twice()\n  (1): Object()\n  (2): Object()\n  (3): Mine(\n    a=1\n  )\n)",
    );
  });

  test("train() and eval() set its own mode, too", () => {
    const net = new Sequential(new LayerNorm(3), /** @type {any} */ (new Twice()));
    expect([net.training, net.eval().training, net.train().training]).toEqual([true, false, true]);
  });

  test("empty, it gives back what it is given", () => {
    const net = new Sequential();
    expect([net.forward(x) === x, net.backward(dy) === dy, net.parameters().length]).toEqual([true, true, 0]);
  });

  test("takes a layer of one's own", () => {
    /** @type {Module} */
    const twice = {
      forward: (/** @type {any} */ x) =>
        tensor(
          x.data.map((/** @type {number} */ v) => 2 * v),
          x.shape,
        ),
      backward: (dy) => twice.forward(dy),
      parameters: () => [],
      zeroGrad: () => {},
    };
    const net = new Sequential(new ReLU(), twice);
    expect(net.forward([-1, 3]).toArray()).toEqual([0, 6]);
    expect(net.backward([1, 1]).toArray()).toEqual([0, 2]);
  });

  test("backward() before forward() is an Error", () => {
    const net = new Sequential(new Linear(2, 2), new ReLU());
    expect(() => net.backward([1, 1])).toThrow("expected forward() to be called first, of ReLU()");
  });
});

test("printing, as torch.nn prints; InstanceNorm without what it does not have", () => {
  expect(
    [
      new RMSNorm(6),
      new RMSNorm([2, 3], { eps: 1e-6, elementwiseAffine: false }),
      new BatchNorm(6),
      new BatchNorm(6, { eps: 1e-3, momentum: 0.01, affine: false, trackRunningStats: false }),
      new GroupNorm(2, 6),
      new GroupNorm(3, 6, { affine: false }),
      new InstanceNorm(6),
      new InstanceNorm(6, { affine: true }),
      new Sequential(new Sequential(new BatchNorm(2)), new ReLU()),
    ].map(String),
  ).toEqual([
    "RMSNorm((6,), eps=None, elementwise_affine=True)",
    "RMSNorm((2, 3), eps=1e-06, elementwise_affine=False)",
    "BatchNorm(6, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)",
    "BatchNorm(6, eps=0.001, momentum=0.01, affine=False, track_running_stats=False)",
    "GroupNorm(2, 6, eps=1e-05, affine=True)",
    "GroupNorm(3, 6, eps=1e-05, affine=False)",
    "InstanceNorm(6, eps=1e-05, affine=False)",
    "InstanceNorm(6, eps=1e-05, affine=True)",
    "Sequential(\n  (0): Sequential(\n    (0): BatchNorm(2, eps=1e-05, momentum=0.1, affine=True, " +
      "track_running_stats=True)\n  )\n  (1): ReLU()\n)",
  ]);
});
