/** A layer's state: read, and loaded whole or not at all. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  BatchNorm,
  GroupNorm,
  InstanceNorm,
  LayerNorm,
  Linear,
  ones,
  ReLU,
  RMSNorm,
  Sequential,
  tensor,
  Tensor,
} from "../../web/api/index.js";

/** @import { Module } from "../../web/api/index.js" */

/** @param {Record<string, Tensor>} state */
const shapes = (state) => Object.fromEntries(Object.entries(state).map(([name, { shape }]) => [name, [...shape]]));

/** @param {Record<string, Tensor>} state */
const values = (state) => Object.fromEntries(Object.entries(state).map(([name, value]) => [name, value.toArray()]));

const makeNet = () => new Sequential(new Linear(2, 3), new BatchNorm(3), new Sequential(new ReLU(), new RMSNorm(3)));

/** What torch saves of such a network. */
const STATE = {
  "0.weight": [
    [1, 2],
    [3, 4],
    [5, 6],
  ],
  "0.bias": [7, 8, 9],
  "1.weight": [10, 11, 12],
  "1.bias": [13, 14, 15],
  "1.running_mean": [16, 17, 18],
  "1.running_var": [19, 20, 21],
  "2.1.weight": [22, 23, 24],
};

/** @param {unknown} value what no type allows @returns {any} */
const any = (value) => value;

describe("state()", () => {
  test("torch's names and order, running statistics included", () => {
    expect(Object.keys(new BatchNorm(3).state())).toEqual(["weight", "bias", "running_mean", "running_var"]);
    expect(Object.keys(new BatchNorm(3, { affine: false }).state())).toEqual(["running_mean", "running_var"]);
    expect(Object.keys(new BatchNorm(3, { trackRunningStats: false }).state())).toEqual(["weight", "bias"]);
    expect(shapes(new Linear(2, 3, { bias: false }).state())).toEqual({ weight: [3, 2] });
    expect(shapes(new LayerNorm([2, 3]).state())).toEqual({ weight: [2, 3], bias: [2, 3] });
    expect(shapes(new RMSNorm(3).state())).toEqual({ weight: [3] });
    expect(shapes(new GroupNorm(1, 3).state())).toEqual({ weight: [3], bias: [3] });
    expect([new InstanceNorm(3).state(), new ReLU().state(), new Sequential().state()]).toEqual([{}, {}, {}]);
    expect(Object.keys(makeNet().state())).toEqual(Object.keys(STATE));
  });

  test("the tensors themselves, in an object of the caller's", () => {
    const layer = new BatchNorm(3),
      state = layer.state();
    expect(state.weight === layer.weight && state.running_mean === layer.runningMean).toBe(true);
    layer.forward(tensor([1, 2, 3, 4, 5, 6], [2, 3]));
    expect(state.running_mean.toArray()).toEqual(layer.runningMean?.toArray());
    state.weight = ones([3]);
    expect(state.weight === layer.weight).toBe(false);
  });
});

describe("loadState()", () => {
  test("writes into the tensors that are there", () => {
    const net = makeNet(),
      before = net.state();
    net.loadState(STATE);
    expect(values(net.state())).toEqual(STATE);
    for (const [name, value] of Object.entries(net.state())) expect(value === before[name], name).toBe(true);
  });

  test("takes nested numbers, typed arrays with their shape, tensors of either kind, a layer's own state", () => {
    const net = makeNet(),
      data = Float32Array.of(1, 2, 3, 4, 5, 6);
    const bias = tensor([7, 8, 9], [3], { resident: true });
    net.loadState({
      ...STATE,
      "0.weight": { data, shape: [3, 2] },
      "0.bias": bias,
      "1.weight": Float32Array.of(10, 11, 12),
      "1.bias": { data: Float32Array.of(13, 14, 15), dims: [3] },
    });
    bias.dispose();
    expect(values(net.state())).toEqual(STATE);
    const other = makeNet();
    other.loadState(net.state());
    net.loadState(net.state());
    expect([values(other.state()), values(net.state())]).toEqual([STATE, STATE]);
  });

  test("writes into resident tensors", () => {
    const layer = new Linear(2, 3);
    layer.weight = tensor(layer.weight, undefined, { resident: true });
    layer.loadState({ weight: STATE["0.weight"], bias: STATE["0.bias"] });
    expect(layer.weight.toArray()).toEqual(STATE["0.weight"]);
    expect(layer.forward([1, 1]).toArray()).toEqual([10, 15, 20]);
    layer.weight.dispose();
    expect(() => layer.loadState({ weight: STATE["0.weight"], bias: [0, 0, 0] })).toThrow("disposed");
    expect(layer.bias?.toArray()).toEqual(STATE["0.bias"]);
  });

  test("tensors that change places come out whole", () => {
    const layer = new LayerNorm(3);
    layer.loadState({ weight: [1, 2, 3], bias: [4, 5, 6] });
    const { weight, bias } = layer.state();
    layer.loadState({ weight: bias, bias: weight });
    expect(values(layer.state())).toEqual({ weight: [4, 5, 6], bias: [1, 2, 3] });

    const both = Float32Array.of(1, 2, 3, 4, 5, 6);
    layer.weight = tensor(both.subarray(0, 3));
    layer.bias = tensor(both.subarray(3));
    layer.loadState({ weight: both.subarray(2, 5), bias: both.subarray(0, 3) });
    expect([...both]).toEqual([3, 4, 5, 1, 2, 3]);
  });

  test("num_batches_tracked is passed over beside running statistics, and nowhere else", () => {
    const net = makeNet();
    net.loadState({ ...STATE, "1.num_batches_tracked": 20 });
    expect(values(net.state())).toEqual(STATE);
    new BatchNorm(1).loadState(any({ ...new BatchNorm(1).state(), num_batches_tracked: new BigInt64Array(1) }));
    expect(() => net.loadState({ ...STATE, "0.num_batches_tracked": 20 })).toThrow(
      "state: unexpected 0.num_batches_tracked",
    );
    const untracked = new BatchNorm(1, { trackRunningStats: false });
    expect(() => untracked.loadState({ ...untracked.state(), num_batches_tracked: 1 })).toThrow("unexpected");
  });

  test("one RangeError lists what is missing, unexpected and of another shape; nothing is written", () => {
    const net = makeNet(),
      before = values(net.state());
    const { "0.bias": _, "1.running_var": __, ...rest } = STATE;
    const wrong = {
      ...rest,
      "0.scale": [1],
      gamma: [2],
      "1.weight": [1, 2],
      "2.1.weight": [[1, 2, 3]],
      "1.bias": [1, [2]],
    };
    const load = () => net.loadState(any(wrong));
    expect(load).toThrow(RangeError);
    expect(load).toThrow(
      "state: missing 0.bias, 1.running_var; " +
        'state: unexpected 0.scale, gamma; state["1.weight"]: expected shape [3], got [2]; ' +
        'state["1.bias"][1]: expected a number, got [2]; state["2.1.weight"]: expected shape [3], got [1, 3]',
    );
    expect(values(net.state())).toEqual(before);
  });

  test("a matrix that lies on its side is told so", () => {
    const layer = new Linear(2, 3),
      before = values(layer.state());
    const sideways = [
      [1, 3, 5],
      [2, 4, 6],
    ];
    const message = 'state["weight"]: expected shape [3, 2], got [2, 3] (its transpose fits: see transpose)';
    expect(() => layer.loadState({ weight: sideways, bias: [0, 0, 0] })).toThrow(RangeError);
    expect(() => layer.loadState({ weight: sideways, bias: [0, 0, 0] })).toThrow(message);
    expect(() => layer.loadState({ weight: sideways }, { strict: false })).toThrow(message);
    expect(values(layer.state())).toEqual(before);
    expect(() => layer.loadState({ weight: new Float32Array(6), bias: [0, 0, 0] })).toThrow("got [6]");
    expect(() => layer.loadState({ weight: new Float32Array(6), bias: [0, 0, 0] })).not.toThrow("transpose");
  });

  test("strict: false writes what both have, and still minds the shapes", () => {
    const layer = new LayerNorm(2);
    layer.loadState({ bias: [3, 4], gamma: [1] }, { strict: false });
    expect(values(layer.state())).toEqual({ weight: [1, 1], bias: [3, 4] });
    expect(() => layer.loadState({ bias: [5, 6], weight: [1] }, { strict: false })).toThrow(
      'state["weight"]: expected',
    );
    expect(() => layer.loadState({ bias: [5, 6], gamma: [1] }, { strict: true })).toThrow(
      "state: missing weight; state: unexpected gamma",
    );
    layer.loadState({}, { strict: false });
    expect(values(layer.state())).toEqual({ weight: [1, 1], bias: [3, 4] });
  });

  test("what is no state, no tensor or no option is a TypeError", () => {
    const layer = new LayerNorm(2),
      good = { weight: [1, 2], bias: [3, 4] };
    for (const [state, got] of [
      [null, "null"],
      [undefined, "undefined"],
      ["weights.json", '"weights.json"'],
      [new Map(), "Map"],
      [[[1, 2]], "Array"],
      [new Float32Array(2), "Float32Array"],
    ]) {
      const load = () => layer.loadState(any(state));
      expect(load).toThrow(TypeError);
      expect(load).toThrow(`state: expected an object of tensors by their names, got ${got}`);
    }
    for (const bias of [undefined, null, "1, 2", new Int32Array(2), { data: [1, 2], shape: [2] }]) {
      expect(() => layer.loadState(any({ weight: [5, 6], bias }))).toThrow(TypeError);
      expect(() => layer.loadState(any({ weight: [5, 6], bias }))).toThrow('state["bias"]');
    }
    expect(() => layer.loadState(good, any({ strict: 1 }))).toThrow("strict: expected true or false, got 1");
    expect(() => layer.loadState(good, any({ assign: true }))).toThrow(
      "options: expected only strict, prefix, rename, transpose, got assign",
    );
    expect(values(layer.state())).toEqual({ weight: [1, 1], bias: [0, 0] });
  });

  test("names that objects have anyway are missing or unexpected like others", () => {
    const layer = new LayerNorm(1);
    const inherited = Object.create({ weight: [1], bias: [1] });
    expect(() => layer.loadState(inherited)).toThrow("state: missing weight, bias");
    const state = JSON.parse('{ "weight": [1], "bias": [2], "__proto__": [3], "constructor": [4] }');
    expect(() => layer.loadState(state)).toThrow("state: unexpected __proto__, constructor");
    layer.loadState(Object.assign(Object.create(null), { weight: [2], bias: [3] }));
    expect(values(layer.state())).toEqual({ weight: [2], bias: [3] });
  });
});

describe("a layer of one's own in a Sequential", () => {
  /** @param {object} more @returns {Module & { scale: Tensor }} */
  const own = (more) => {
    const scale = tensor([2]);
    const rest = { forward: (/** @type {any} */ x) => x, backward: (/** @type {any} */ dy) => dy, zeroGrad: () => {} };
    return { scale, ...rest, parameters: () => [{ name: "scale", value: scale, grad: ones([1]) }], ...more };
  };

  test("its state is what state() gives, or its parameters", () => {
    const counter = tensor([5]);
    const net = new Sequential(own({ state: () => ({ counter }) }), own({ state: { step: 3 } }));
    expect(values(net.state())).toEqual({ "0.counter": [5], "1.scale": [2] });
    net.loadState({ "0.counter": [6], "1.scale": [7] });
    expect(counter.toArray()).toEqual([6]);
    expect(values(net.state())).toEqual({ "0.counter": [6], "1.scale": [7] });
  });
});

describe("anything may come as a state", () => {
  /** Shapes that fit, shapes that do not, and what is no tensor at all. */
  const entry = fc.oneof(
    { weight: 4, arbitrary: fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 2, maxLength: 2 }) },
    fc.array(fc.integer(), { maxLength: 3 }),
    fc.array(fc.array(fc.integer(), { maxLength: 3 }), { maxLength: 3 }),
    fc.float32Array({ minLength: 1, maxLength: 3 }),
    fc.record({
      data: fc.float32Array({ maxLength: 4 }),
      shape: fc.array(fc.integer({ min: -1, max: 3 }), { maxLength: 3 }),
    }),
    fc.constantFrom("0.weight", "2.bias").map((name) => ({ own: name })),
    fc.anything(),
  );
  const names = ["0.weight", "0.bias", "1.weight", "1.bias", "1.running_mean", "1.running_var", "2.weight"];
  const known = fc.record(Object.fromEntries(names.map((name) => [name, entry])), { requiredKeys: names.slice(1) });
  const foreign = fc.dictionary(fc.constantFrom("1.num_batches_tracked", "0.gamma", "2.bias", "__proto__"), entry);
  const fits = fc.tuple(fc.integer({ min: -9, max: 9 }), fc.constantFrom(...names, ""));

  const makeSmall = () => new Sequential(new LayerNorm(2), new BatchNorm(2), new RMSNorm(2));

  /** As numbers, whether it is a tensor or what becomes one. @param {any} value */
  const flat = (value) => [...tensor(value).data];

  test("it is written whole, or an error says why and nothing is written", () => {
    let loaded = 0,
      refused = 0;
    fc.assert(
      fc.property(known, fc.oneof(fc.constant({}), foreign), fc.boolean(), (entries, more, strict) => {
        const net = makeSmall(),
          own = net.state(),
          before = values(own);
        /** @type {Record<string, any>} */
        const state = { ...entries, ...more };
        for (const name in state) if (state[name]?.own) state[name] = own[state[name].own] ?? own["0.bias"];
        const wanted = { ...before };
        try {
          for (const name of names) if (name in state) wanted[name] = flat(state[name]);
        } catch {
          /* no tensor: it is refused */
        }
        try {
          net.loadState(state, { strict });
        } catch (error) {
          refused++;
          expect(error).toSatisfy((e) => e instanceof RangeError || e instanceof TypeError);
          expect(String(error)).toMatch(/^(Range|Type)Error: state/);
          expect(values(own)).toEqual(before);
          return;
        }
        loaded++;
        if (strict) expect(names.every((name) => Object.hasOwn(state, name))).toBe(true);
        expect(values(own)).toEqual(wanted);
      }),
      { numRuns: 2000 },
    );
    expect([loaded > 0, refused > 0]).toEqual([true, true]);
  });

  test("one fault among entries that fit leaves all of them unwritten", () => {
    fc.assert(
      fc.property(fits, fc.constantFrom(any([1]), [[1, 2]], "x", null), ([number, at], fault) => {
        const net = makeSmall(),
          before = values(net.state());
        const state = Object.fromEntries(names.map((name) => [name, name === at ? fault : [number, number]]));
        if (at) {
          expect(() => net.loadState(state)).toThrow(at);
          expect(values(net.state())).toEqual(before);
        } else {
          net.loadState(state);
          expect(values(net.state())).toEqual(state);
        }
      }),
      { numRuns: 200 },
    );
  });
});
