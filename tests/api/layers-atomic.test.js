/** What goes through several layers is done in all of them or in none, wherever it fails. */
import { describe, expect, test } from "vitest";
import {
  BatchNorm,
  full,
  LayerNorm,
  Linear,
  memoryUsage,
  ones,
  ReLU,
  RMSNorm,
  Sequential,
  tensor,
  Tensor,
  zeros,
} from "../../web/api/index.js";
import { normals } from "./reference.js";

/** @import { Input, Module } from "../../web/api/index.js" */

const x = tensor(normals(12, 1), [3, 4]),
  other = tensor(normals(12, 2), [3, 4]),
  dy = tensor(normals(12, 3), [3, 4]);

/** What a {@link Faulty} fails at. @typedef {"forward" | "backward" | "zeroGrad" | "train" | "eval"} Fault */

/** A layer of the caller's: a scale and a count of its forward passes, which fails when it is told to. */
class Faulty {
  /** @type {Fault | ""} */
  fails = "";
  scale = tensor([2]);
  grad = zeros([1]);
  count = zeros([1]);
  training = true;

  /** @param {Fault} method */
  #act(method) {
    if (this.fails === method) throw new Error(`no ${method}`);
  }

  /** @param {Input} input @returns {Tensor} */
  forward(input) {
    const h = /** @type {Tensor} */ (input);
    if (this.training) this.count.data[0]++;
    this.#act("forward");
    return tensor(
      h.data.map((v) => v * this.scale.data[0]),
      h.shape,
    );
  }

  /** Adds to its gradient, and then fails. @param {Input} input @returns {Tensor} */
  backward(input) {
    const gradient = /** @type {Tensor} */ (input);
    this.grad.data[0] += 1;
    this.#act("backward");
    return tensor(
      gradient.data.map((v) => v * this.scale.data[0]),
      gradient.shape,
    );
  }

  parameters() {
    return [{ name: "scale", value: this.scale, grad: this.grad }];
  }

  zeroGrad() {
    this.grad.fill(0);
    this.#act("zeroGrad");
  }

  train() {
    this.#act("train");
    this.training = true;
  }

  eval() {
    this.#act("eval");
    this.training = false;
  }

  state() {
    return { scale: this.scale, count: this.count };
  }
}

/** A network whose layers stand on both sides of those that may fail, in a Sequential among them, too. */
function make() {
  const first = new Faulty(),
    middle = new Faulty(),
    layers = [first, new Linear(4, 4), new Sequential(new BatchNorm(4), middle, new ReLU()), new LayerNorm(4)];
  const net = new Sequential(...layers);
  net
    .parameters()
    .forEach(({ name, value }, i) => name.includes("scale") || value.data.set(normals(value.size, 10 + i)));
  return { net, first, middle };
}

/** @param {Module} net */
const gradients = (net) => net.parameters().map(({ name, grad }) => [name, ...grad.data]);

/** @param {Sequential} net */
const state = (net) => Object.entries(net.state()).map(([name, { data }]) => [name, ...data]);

/** @param {Sequential} net @returns {boolean[]} */
const modes = (net) =>
  net.layers.flatMap((layer) =>
    layer instanceof Sequential ? [layer.training, ...modes(layer)] : /** @type {any} */ (layer).training,
  );

/** @type {("first" | "middle")[]} */
const PLACES = ["first", "middle"];

describe.each(PLACES)("the %s layer of one's own fails", (place) => {
  test("in backward(): no gradient has changed, and the next one adds up once", () => {
    const { net, [place]: layer } = make(),
      wanted = make().net;
    for (const each of [net, wanted]) {
      each.forward(x);
      each.backward(dy);
    }
    const before = gradients(net);
    layer.fails = "backward";
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(() => net.backward(dy)).toThrow("no backward");
      expect(gradients(net)).toEqual(before);
    }
    layer.fails = "";
    expect([...net.backward(dy).data]).toEqual([...wanted.backward(dy).data]);
    expect(gradients(net)).toEqual(gradients(wanted));
  });

  test("in the first backward(): gradients are still 0", () => {
    const { net, [place]: layer } = make();
    net.forward(x);
    layer.fails = "backward";
    expect(() => net.backward(dy)).toThrow("no backward");
    expect(gradients(net).every(([, ...values]) => values.every((value) => value === 0))).toBe(true);
  });

  test("in forward(): running statistics are as they were; backward() asks for another forward()", () => {
    const { net, [place]: layer } = make(),
      wanted = make().net;
    for (const each of [net, wanted]) each.forward(x);
    const before = state(net);
    layer.fails = "forward";
    expect(() => net.forward(other)).toThrow("no forward");
    expect(state(net)).toEqual(before);
    expect(() => net.backward(dy)).toThrow(
      /^backward: expected forward\(\) to be called again: the last one failed, of S/,
    );
    layer.fails = "";
    for (const each of [net, wanted]) each.forward(other);
    expect(state(net)).toEqual(state(wanted));
    expect([...net.backward(dy).data]).toEqual([...wanted.backward(dy).data]);
  });

  test("in forward() with out: out is as it was", () => {
    const { net, [place]: layer } = make(),
      out = full([3, 4], 9);
    layer.fails = "forward";
    expect(() => net.forward(x, { out })).toThrow("no forward");
    expect(out.data.every((v) => v === 9)).toBe(true);
  });

  test("in zeroGrad(): gradients are as they were", () => {
    const { net, [place]: layer } = make();
    net.forward(x);
    net.backward(dy);
    const before = gradients(net);
    layer.fails = "zeroGrad";
    expect(() => net.zeroGrad()).toThrow("no zeroGrad");
    expect(gradients(net)).toEqual(before);
    layer.fails = "";
    net.zeroGrad();
    expect(gradients(net).every(([, ...values]) => values.every((value) => value === 0))).toBe(true);
  });

  test.each(/** @type {const} */ (["train", "eval"]))("in %s(): each layer is in the mode that it was in", (mode) => {
    const { net, [place]: layer, first } = make();
    net[mode === "train" ? "eval" : "train"]();
    /** @type {any} */ (net.layers[3]).training = mode === "train"; // one is in the other mode
    first.training = mode === "eval";
    const before = modes(net);
    layer.fails = mode;
    expect(() => net[mode]()).toThrow(`no ${mode}`);
    expect(modes(net)).toEqual(before);
    layer.fails = "";
    net[mode]();
    expect(new Set(modes(net))).toEqual(new Set([mode === "train"]));
  });
});

describe("layers of this package alone", () => {
  const makeNet = () =>
    new Sequential(new BatchNorm(4), new Sequential(new BatchNorm(4), new Linear(4, 4)), new LayerNorm(4));

  test("a forward() that fails leaves the last one for backward()", () => {
    const net = makeNet(),
      wanted = makeNet();
    wanted.loadState(net.state());
    for (const each of [net, wanted]) each.forward(x);
    const before = state(net),
      linear = /** @type {Linear} */ (/** @type {Sequential} */ (net.layers[1]).layers[1]),
      { weight } = linear;
    expect(() => net.forward(ones([3, 4]), { out: ones([3, 5]) })).toThrow("out: expected shape [3, 4], got [3, 5]");
    expect(state(net)).toEqual(before);
    const gone = zeros([4, 4], { resident: true });
    linear.weight = gone;
    gone.dispose();
    expect(() => net.forward(other)).toThrow("weight: expected a tensor in use");
    linear.weight = weight;
    expect(state(net)).toEqual(before);
    expect([...net.backward(dy).data]).toEqual([...wanted.backward(dy).data]);
    expect(gradients(net)).toEqual(gradients(wanted));
  });

  test("a first forward() that fails leaves none", () => {
    const net = makeNet();
    expect(() => net.forward(ones([3, 5]))).toThrow(RangeError);
    expect(() => net.backward(dy)).toThrow("expected forward() to be called first");
  });

  test("after eval() a forward() that fails changes no statistics", () => {
    const net = makeNet().eval(),
      before = state(net);
    expect(() => net.forward(x, { out: ones([3, 5]) })).toThrow(RangeError);
    expect(state(net)).toEqual(before);
  });

  test("a wrong dy, or a gradient that was disposed, changes no gradient", () => {
    const net = makeNet();
    net.forward(x);
    net.backward(dy);
    const before = gradients(net);
    expect(() => net.backward([1])).toThrow("dy: expected shape");
    expect(gradients(net)).toEqual(before);
    const layer = new LayerNorm(4);
    layer.forward(x);
    layer.backward(dy);
    layer.resident();
    const [weight, bias] = layer.parameters().map(({ grad }) => grad),
      kept = [...weight.data];
    bias.dispose();
    expect(() => layer.backward(dy)).toThrow("that was disposed");
    expect(() => layer.zeroGrad()).toThrow("that was disposed");
    expect([...weight.data]).toEqual(kept);
    layer.dispose();
  });

  test("a layer in the middle whose gradient cannot be taken fails all", () => {
    const net = new Sequential(new LayerNorm(4), new RMSNorm(4), new LayerNorm(4)),
      middle = tensor(normals(4, 5), undefined, { resident: true });
    net.forward(x);
    net.backward(dy);
    /** @type {RMSNorm} */ (net.layers[1]).weight = middle;
    net.forward(x);
    const before = gradients(net);
    middle.dispose();
    expect(() => net.backward(dy)).toThrow("weight: expected a tensor in use");
    expect(gradients(net)).toEqual(before);
  });
});

test("a layer of this package with a backward() of one's own is called, and undone with the rest", () => {
  let fails = true,
    calls = 0;
  class Doubled extends RMSNorm {
    /** @param {Input} gradient */
    backward(gradient) {
      calls++;
      const dx = super.backward(gradient);
      if (fails) throw new Error("no backward");
      return dx;
    }
  }
  const net = new Sequential(new LayerNorm(4), new Doubled(4), new LayerNorm(4));
  net.forward(x);
  expect(() => net.backward(dy)).toThrow("no backward");
  expect(gradients(net).every(([, ...values]) => values.every((value) => value === 0))).toBe(true);
  fails = false;
  net.backward(dy);
  const plain = new Sequential(new LayerNorm(4), new RMSNorm(4), new LayerNorm(4));
  plain.forward(x);
  plain.backward(dy);
  expect([calls, gradients(net)]).toEqual([2, gradients(plain)]);
});

/**
 * A layer of the caller's with a gradient from its first backward() on, as the package's own layers have one, and an
 * out that it writes; each step that it does may be the last.
 */
class Stepwise {
  /** After how many steps of a call it fails; Infinity: it does not. */
  fails = Infinity;
  scale = tensor([2]);
  /** @type {Tensor | undefined} */
  grad = undefined;
  count = zeros([1]);

  /** @param {(() => void)[]} steps */
  #act(steps) {
    steps.forEach((step, i) => {
      if (i === this.fails) throw new Error("no step");
      step();
    });
    if (steps.length === this.fails) throw new Error("no step");
  }

  /** @param {Input} input @param {{ out?: any }} [options] */
  forward(input, { out } = {}) {
    const h = /** @type {Tensor} */ (input),
      y = /** @type {Tensor} */ (out ?? zeros(h.shape));
    const half = (/** @type {number} */ from, /** @type {number} */ to) => () => {
      for (let i = from; i < to; i++) y.data[i] = 2 * h.data[i];
    };
    this.#act([() => void this.count.data[0]++, half(0, h.size / 2), half(h.size / 2, h.size)]);
    return y;
  }

  /** @param {Input} input */
  backward(input) {
    const gradient = /** @type {Tensor} */ (input);
    this.#act([
      () => void (this.grad ??= zeros([1])),
      () => {
        if (this.grad) this.grad.data[0] += gradient.data[0];
      },
    ]);
    return tensor(
      gradient.data.map((v) => 2 * v),
      gradient.shape,
    );
  }

  parameters() {
    return [{ name: "scale", value: this.scale, grad: /** @type {Tensor} */ (this.grad) }];
  }

  zeroGrad() {
    this.#act([() => void this.grad?.fill(0)]);
  }

  state() {
    return { scale: this.scale, count: this.count };
  }
}

/** How many places there are for a layer of one's own among those of `placed`, in a Sequential as well. */
const PLACES_OF_ALL = 7;

/** @param {number} place @returns {{ net: Sequential, layer: Stepwise }} */
function placed(place) {
  const layer = new Stepwise();
  /** @param {...(Module | number)} all the layer stands where its place is */
  const at = (...all) => all.flatMap((each) => (typeof each === "number" ? (each === place ? [layer] : []) : [each]));
  const inner = new Sequential(...at(2, new BatchNorm(4), 3, new LayerNorm(4), 4));
  return { layer, net: new Sequential(...at(0, new BatchNorm(4), 1, inner, 5, new RMSNorm(4), 6)) };
}

/** The gradient of a layer of one's own, which has none before its first backward(), is 0 then. @param {Module} net */
const grads = (net) => net.parameters().map(({ name, grad }) => [name, ...(grad?.data ?? [0])]);

describe.each(Array.from({ length: PLACES_OF_ALL }, (_, i) => i))("a layer of one's own at place %i fails", (place) => {
  /** @param {(net: Sequential) => unknown} act */
  const everyStep = (act) => {
    for (const passes of [0, 1]) {
      for (let step = 0; step <= 3; step++) {
        const { net, layer } = placed(place),
          wanted = placed(place).net;
        for (const each of [net, wanted]) {
          each.forward(x);
          if (passes) each.backward(dy);
        }
        const before = [state(net), grads(net)];
        layer.fails = step;
        try {
          act(net);
          continue; // it has fewer steps
        } catch (error) {
          expect(error).toEqual(new Error("no step"));
        }
        expect([state(net), grads(net)]).toEqual(before);
        layer.fails = Infinity;
        for (const each of [net, wanted]) {
          each.forward(other);
          each.backward(dy);
        }
        expect([state(net), grads(net)]).toEqual([state(wanted), grads(wanted)]);
      }
    }
  };

  test("after any step of its backward(), the first one or a later one", () => everyStep((net) => net.backward(dy)));

  test("after any step of its forward()", () => everyStep((net) => net.forward(other)));

  test("after any step of zeroGrad()", () => everyStep((net) => net.zeroGrad()));

  test.each(["", "x itself"])("after any step of a forward() with out, %s: out is as it was", (isInPlace) => {
    for (let step = 0; step <= 3; step++) {
      const { net, layer } = placed(place),
        given = tensor(normals(12, 20), [3, 4]),
        out = isInPlace ? given : full([3, 4], 9),
        was = [...out.data];
      layer.fails = step;
      expect(() => net.forward(given, { out })).toThrow("no step");
      expect([...out.data]).toEqual(was);
      layer.fails = Infinity;
      expect([...net.forward(given, { out }).data]).toEqual([
        ...placed(place).net.forward(tensor(normals(12, 20), [3, 4])).data,
      ]);
    }
  });
});

test("what cannot be undone in one layer is undone in the others, and the first error is the one that is told", () => {
  const { net, first, middle } = make();
  net.forward(x);
  net.backward(dy);
  const before = gradients(net);
  first.fails = "backward";
  let asked = 0;
  const { parameters } = middle;
  middle.parameters = () => {
    if (++asked > 1) throw new Error("no parameters");
    return parameters.call(middle);
  };
  expect(() => net.backward(dy)).toThrow("no backward");
  middle.parameters = parameters;
  const after = gradients(net),
    isOfMiddle = (/** @type {(string | number)[]} */ [name]) => name === "2.1.scale";
  expect(after.filter((each) => !isOfMiddle(each))).toEqual(before.filter((each) => !isOfMiddle(each)));
});

test("a mode that cannot be taken back leaves the other layers' in theirs", () => {
  const { net, first, middle } = make();
  first.train = () => {
    throw new Error("no train");
  };
  middle.fails = "eval";
  expect(() => net.eval()).toThrow("no eval");
  expect(modes(net)).toEqual([false, true, true, true, true, true, true]);
});

test("dispose() of a layer of one's own fails: what is this package's is freed", () => {
  const layer = Object.assign(new Faulty(), {
    dispose() {
      throw new Error("no dispose");
    },
  });
  const before = memoryUsage().resident,
    net = new Sequential(new LayerNorm(4).resident(), new Sequential(layer), new Linear(4, 4).resident());
  expect(memoryUsage().resident).toBeGreaterThan(before);
  expect(() => net.dispose()).toThrow("no dispose");
  expect(memoryUsage().resident).toBe(before);
});

test("resident() that cannot be taken back in one layer is in the others", () => {
  const calls = /** @type {string[]} */ ([]);
  const layerOf = (/** @type {string} */ name, /** @type {boolean} */ stays) =>
    Object.assign(new Faulty(), {
      resident(/** @type {boolean} */ resident) {
        calls.push(`${name} ${resident}`);
        if (stays ? !resident : name === "last") throw new Error(`no ${name}`);
      },
    });
  const net = new Sequential(
    layerOf("first", false),
    layerOf("middle", true),
    new LayerNorm(4),
    layerOf("last", false),
  );
  expect(() => net.resident()).toThrow("no last");
  expect(calls).toEqual(["first true", "middle true", "last true", "middle false", "first false"]);
  expect(Object.values(/** @type {LayerNorm} */ (net.layers[2]).state()).map(({ resident }) => resident)).toEqual([
    false,
    false,
  ]);
});

test("parameters without a gradient of their own do not matter", () => {
  const value = tensor([1]),
    layer = /** @type {any} */ ({
      forward: (/** @type {Input} */ h) => h,
      backward: (/** @type {Input} */ gradient) => gradient,
      parameters: () => [{ name: "weight", value, grad: undefined }],
      zeroGrad: () => {},
    });
  const net = new Sequential(layer, new LayerNorm(4));
  net.forward(x);
  expect([...net.backward(dy).data].some((v) => v !== 0)).toBe(true);
  net.zeroGrad();
});

test("in inference a layer of the caller's is asked for nothing but its forward pass", () => {
  const asked = () => {
    throw new Error("asked");
  };
  const layer = /** @type {any} */ ({
    training: false,
    forward: (/** @type {Input} */ h) => h,
    backward: asked,
    parameters: asked,
    state: asked,
    zeroGrad: asked,
  });
  const y = tensor([2, 1]);
  expect(new Sequential(layer).eval().forward(y)).toBe(y);
});
