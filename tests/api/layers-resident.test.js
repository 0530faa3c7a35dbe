/** Layers whose tensors move to WebAssembly memory, and back: the same tensors, the same numbers. */
import { afterEach, describe, expect, test } from "vitest";
import {
  BatchNorm,
  empty,
  GroupNorm,
  InstanceNorm,
  LayerNorm,
  Linear,
  memoryUsage,
  ones,
  ReLU,
  relu,
  RMSNorm,
  Sequential,
  tensor,
  Tensor,
  zeros,
} from "../../web/api/index.js";
import { normals } from "./reference.js";

/** @import { Module } from "../../web/api/index.js" */

/** @param {unknown} value what no type allows @returns {any} */
const any = (value) => value;

const x = tensor(normals(60, 1), [2, 6, 5]),
  dy = tensor(normals(60, 2), [2, 6, 5]);

/** Every layer, and networks of them. @type {[string, () => any][]} */
const layers = [
  ["LayerNorm", () => new LayerNorm([6, 5])],
  ["LayerNorm without bias", () => new LayerNorm(5, { bias: false })],
  ["RMSNorm", () => new RMSNorm(5, { weightOffset: 1 })],
  ["BatchNorm", () => new BatchNorm(6)],
  ["BatchNorm without parameters", () => new BatchNorm(6, { affine: false })],
  ["GroupNorm", () => new GroupNorm(2, 6)],
  ["InstanceNorm", () => new InstanceNorm(6, { affine: true })],
  ["Linear", () => new Linear(5, 5)],
  ["ReLU", () => new ReLU()],
  ["Sequential", () => new Sequential(new Linear(5, 5), new Sequential(new BatchNorm(6), new ReLU()), new RMSNorm(5))],
  ["an empty Sequential", () => new Sequential()],
];

/** @param {any} layer @param {any} other which gets its numbers */
function alike(layer, other) {
  other.loadState(layer.state());
  return other;
}

/** @param {any} layer */
const numbers = (layer) => [
  ...Object.values(layer.state()).map((/** @type {any} */ { data }) => [...data]),
  ...layer.parameters().map((/** @type {any} */ { grad }) => [...grad.data]),
];

/** @param {any} layer @returns {Tensor[]} */
const tensorsOf = (layer) => Object.values(layer.state());

/** What a test forgets to free shows in it. */
afterEach(() => expect(memoryUsage().resident).toBe(0));

describe.each(layers)("%s", (_, make) => {
  test("there and back: the same tensors, everywhere the same bits", () => {
    const layer = make(),
      other = alike(layer, make()),
      before = tensorsOf(layer),
      bytes = before.reduce((sum, { size }) => sum + 4 * size, 0);
    expect(layer.resident() === layer).toBe(true);
    expect([memoryUsage().resident, before.every(({ resident }) => resident)]).toEqual([bytes, true]);
    expect(tensorsOf(layer).every((value, i) => value === before[i])).toBe(true);
    expect([...layer.forward(x).data]).toEqual([...other.forward(x).data]);
    expect([...layer.backward(dy).data]).toEqual([...other.backward(dy).data]);
    expect(numbers(layer)).toEqual(numbers(other));
    expect(layer.resident(true).resident() === layer).toBe(true);
    expect(layer.resident(false) === layer).toBe(true);
    expect([memoryUsage().resident, before.some(({ resident }) => resident)]).toEqual([0, false]);
    expect(numbers(layer)).toEqual(numbers(other));
    expect([...layer.forward(x).data]).toEqual([...other.forward(x).data]);
  });

  test("gradients move where there are some, and are added to as before", () => {
    const layer = make(),
      other = alike(layer, make());
    for (const each of [layer, other]) {
      each.forward(x);
      each.backward(dy);
    }
    const grads = layer.parameters().map((/** @type {any} */ { grad }) => grad);
    layer.resident();
    expect(grads.every((/** @type {Tensor} */ { resident }) => resident)).toBe(true);
    for (const each of [layer, other]) {
      each.forward(x);
      each.backward(dy);
    }
    expect(layer.parameters().every((/** @type {any} */ { grad }, /** @type {number} */ i) => grad === grads[i])).toBe(
      true,
    );
    expect(numbers(layer)).toEqual(numbers(other));
    layer.zeroGrad();
    expect(grads.every((/** @type {Tensor} */ { data }) => data.every((v) => v === 0))).toBe(true);
    layer.dispose();
  });

  test("between forward() and backward() it may move", () => {
    for (const to of [true, false]) {
      const layer = make(),
        other = alike(layer, make());
      layer.resident(!to);
      const y = layer.forward(x);
      layer.resident(to);
      expect([...y.data]).toEqual([...other.forward(x).data]);
      expect([...layer.backward(dy).data]).toEqual([...other.backward(dy).data]);
      layer.dispose();
    }
  });

  test("dispose() frees it, and using it is an error that says so", () => {
    const layer = make().resident();
    layer.dispose();
    expect(memoryUsage().resident).toBe(0);
    layer.dispose();
    if (tensorsOf(layer).length === 0) return;
    expect(() => layer.forward(x)).toThrow(/expected a tensor in use, got one of shape \[.*\] that was disposed$/);
    for (const to of [true, false]) expect(() => layer.resident(to)).toThrow("that was disposed");
  });

  test("dispose() does nothing to what is in the JavaScript heap", () => {
    const layer = make();
    layer.dispose();
    expect(layer.forward(x).shape).toEqual([2, 6, 5]);
    layer[any(Symbol).dispose ?? Symbol.for("Symbol.dispose")]();
    expect(layer.forward(x).shape).toEqual([2, 6, 5]);
  });

  test("loads a state into where it is", () => {
    const layer = make(),
      other = alike(layer, make().resident());
    expect(numbers(other)).toEqual(numbers(layer));
    expect(tensorsOf(other).every(({ resident }) => resident)).toBe(true);
    other.dispose();
  });
});

test("using frees it", () => {
  const DISPOSE = /** @type {typeof Symbol.dispose} */ (any(Symbol).dispose ?? Symbol.for("Symbol.dispose")),
    net = new Sequential(new LayerNorm(3)).resident();
  any(net)[DISPOSE]();
  expect(memoryUsage().resident).toBe(0);
});

test("resident is a boolean", () => {
  for (const resident of ["yes", 1, null]) {
    expect(() => new LayerNorm(3).resident(any(resident))).toThrow(TypeError);
    expect(() => new Sequential(new LayerNorm(3)).resident(any(resident))).toThrow(
      "resident: expected true or false, got",
    );
  }
  expect(new LayerNorm(3).resident(undefined).resident(false).weight?.resident).toBe(false);
});

test("a weight that two layers share stays shared", () => {
  const net = new Sequential(new Linear(4, 4, { bias: false }), new Linear(4, 4, { bias: false })),
    [first, second] = /** @type {Linear[]} */ (net.layers);
  second.weight = first.weight;
  net.resident();
  expect(memoryUsage().resident).toBe(64);
  first.weight.data[3] = 7;
  expect(second.weight.data[3]).toBe(7);
  net.resident(false);
  expect([first.weight === second.weight, second.weight.data[3], memoryUsage().resident]).toEqual([true, 7, 0]);
});

test("different tensors that share memory would share it no more: refused, and nothing moves", () => {
  const both = new Float32Array(6),
    layer = new LayerNorm(4);
  layer.weight = tensor(both.subarray(0, 4));
  layer.bias = tensor(both.subarray(2, 6));
  expect(() => layer.resident()).toThrow(
    new RangeError("resident: expected tensors that are the same or share no memory, got two that share some"),
  );
  layer.bias = layer.weight.reshape([4]);
  expect(() => layer.resident()).toThrow(RangeError);
  layer.bias = Object.freeze(zeros([4]));
  expect(() => layer.resident()).toThrow("resident: expected tensors that can change, got a frozen one");
  expect([layer.weight.resident, memoryUsage().resident]).toEqual([false, 0]);
  layer.bias = zeros([4]);
  expect(layer.resident().bias?.resident).toBe(true);
  layer.dispose();
});

test("what has had the elements keeps the old ones", () => {
  const data = Float32Array.of(1, 2, 3),
    layer = new RMSNorm(3);
  layer.weight = tensor(data);
  const reshaped = layer.weight.reshape([1, 3]);
  layer.resident();
  layer.weight.fill(5);
  expect([[...data], reshaped.toArray()]).toEqual([[1, 2, 3], [[1, 2, 3]]]);
  layer.dispose();
});

test("what has had the elements in WebAssembly memory is disposed where they move back", () => {
  const layer = new RMSNorm(3).resident(),
    weight = /** @type {Tensor} */ (layer.weight),
    { data } = weight,
    reshaped = weight.reshape([1, 3]);
  layer.resident(false);
  for (const use of [() => relu(data), () => relu([data]), () => reshaped.data]) {
    expect(use).toThrow("that was disposed");
  }
  expect(relu(weight.data).toArray()).toEqual([1, 1, 1]);
  layer.resident();
  expect(() => relu(data)).toThrow("that was disposed");
  expect(relu(weight.data).toArray()).toEqual([1, 1, 1]);
  layer.dispose();
});

test("a view of WebAssembly memory, and a resident tensor of the caller's, move as others", () => {
  const place = tensor([1, 2, 3], [3], { resident: true }),
    own = tensor([4, 5, 6], [3], { resident: true }),
    layer = new LayerNorm(3);
  layer.weight = tensor(place.data);
  layer.bias = own;
  layer.resident();
  expect(layer.weight.pointer).not.toBe(place.pointer);
  place.fill(9);
  expect([layer.weight.toArray(), layer.bias.toArray()]).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  layer.resident(false);
  expect([own.resident, own.toArray()]).toEqual([false, [4, 5, 6]]);
  place.dispose();
});

describe("all of them move, or none", () => {
  /** @param {boolean} resident @returns {[Sequential, Tensor, Tensor]} a network, its first tensor, and the third */
  function makeNet(resident) {
    const net = new Sequential(new LayerNorm(6), new Linear(6, 6)).resident(resident),
      [first, , third] = Object.values(net.state());
    return [net, first, third];
  }

  /** @param {Sequential} net @param {boolean} to @param {string} message */
  function expectStill(net, to, message) {
    const before = numbers(net);
    expect(() => net.resident(to)).toThrow(message);
    expect(Object.values(net.state()).map(({ resident }) => resident)).toEqual(Array(4).fill(!to));
    return before;
  }

  test("where memory has no room for one", () => {
    const [net, first, third] = makeNet(false),
      { size } = third;
    Object.defineProperty(third, "size", { configurable: true, get: () => (first.resident ? 2 ** 30 : size) });
    const before = expectStill(net, true, "a resident tensor of shape [6, 6]: 4294967296 bytes do not fit");
    Object.defineProperty(third, "size", { value: size });
    expect([memoryUsage().resident, numbers(net)]).toEqual([0, before]);
  });

  test("where one does not come back", () => {
    const [net, first, third] = makeNet(true),
      { data } = third;
    const get = () => {
      if (first.resident) return data;
      throw new RangeError("no room");
    };
    Object.defineProperty(third, "data", { configurable: true, get });
    const before = expectStill(net, false, "no room");
    Reflect.deleteProperty(third, "data");
    expect(numbers(net)).toEqual(before);
    net.dispose();
  });
});

describe("a layer of one's own in a Sequential", () => {
  /** @param {object} more @returns {Module & { scale: Tensor }} */
  const own = (more) => {
    const scale = tensor([2]),
      rest = { forward: (/** @type {any} */ y) => y, backward: (/** @type {any} */ dy) => dy, zeroGrad: () => {} };
    return { scale, ...rest, parameters: () => [{ name: "scale", value: scale, grad: ones([1]) }], ...more };
  };

  test("without resident() the tensors of its state move, and are freed with the rest", () => {
    const layer = own({}),
      counter = tensor([5]),
      other = own({ state: () => ({ counter, text: "no tensor" }) }),
      net = new Sequential(layer, new LayerNorm(5), new Sequential(other)).resident();
    expect([layer.scale.resident, counter.resident, other.scale.resident]).toEqual([true, true, false]);
    expect([layer.scale.item(), counter.item(), memoryUsage().resident]).toEqual([2, 5, 48]);
    net.resident(false);
    expect([layer.scale.resident, counter.resident, counter.item()]).toEqual([false, false, 5]);
    net.resident().dispose();
  });

  test("with one it is called, and with dispose() so is that", () => {
    /** @type {unknown[]} */
    const calls = [],
      layer = own({
        resident: (/** @type {boolean} */ to) => calls.push(to),
        dispose: () => calls.push("dispose"),
      }),
      net = new Sequential(new Sequential(layer), new LayerNorm(5));
    net.resident().resident(false).dispose();
    expect([calls, layer.scale.resident]).toEqual([[true, false, "dispose"], false]);
  });

  test("with one, but no dispose(), the tensors of its state are freed with the rest", () => {
    const there = tensor([3], [1], { resident: true }),
      layer = own({ state: () => ({ there }), resident: () => {} });
    new Sequential(layer, new LayerNorm(5)).resident().dispose();
    expect(memoryUsage().resident).toBe(0);
    expect(() => there.data).toThrow("that was disposed");
  });

  test("with one that throws nothing has moved", () => {
    /** @type {boolean[]} */
    const calls = [],
      first = own({ resident: (/** @type {boolean} */ to) => calls.push(to) }),
      layer = own({
        resident: () => {
          throw new Error("full");
        },
      }),
      there = empty([5], { resident: true }),
      norm = new LayerNorm(5);
    norm.bias = there;
    const net = new Sequential(norm, first, layer);
    expect(() => net.resident()).toThrow("full");
    expect([calls, norm.weight?.resident, there.resident]).toEqual([[true, false], false, true]);
    there.dispose();
  });
});

test("a tensor's own resident is what it was for others", () => {
  const layer = new LayerNorm(3),
    weight = /** @type {Tensor} */ (layer.weight);
  expect(() => weight.pointer).toThrow("pointer: expected a resident tensor");
  layer.resident();
  expect(weight.pointer).toBeGreaterThan(0);
  expect(weight).toBeInstanceOf(Tensor);
  expect(weight.reshape([1, 3]).resident).toBe(true);
  weight.dispose();
  expect(() => weight.data).toThrow("that was disposed");
  layer.dispose();
  expect(memoryUsage().resident).toBe(0);
});

for (const resident of [false, true]) {
  test(`rows of ${resident ? "a resident" : "an ordinary"} table as a weight move there and back`, () => {
    const table = tensor([1, 2, 3, 4, 5, 6, 7, 8, 9], [3, 3], { resident }),
      layer = new LayerNorm(3, { bias: false }),
      weight = table.rows(1, 2).reshape([3]);
    layer.weight = weight;
    const expected = layer.forward([[1, 2, 4]]).toArray();
    for (const there of [!resident, resident]) {
      layer.resident(there);
      expect([weight.resident, weight.toArray(), layer.forward([[1, 2, 4]]).toArray()]).toEqual([
        there,
        [4, 5, 6],
        expected,
      ]);
    }
    expect(table.toArray()).toEqual([[1, 2, 3], [4, 5, 6], [7, 8, 9]]); // biome-ignore format: a matrix
    layer.dispose();
    table.dispose();
    expect(memoryUsage().resident).toBe(0);
  });
}
