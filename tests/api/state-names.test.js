/** Loading by names that a file has, not the layer: prefix, rename, transpose; and what is told of the rest. */
import { describe, expect, test } from "vitest";
import { BatchNorm, LayerNorm, Linear, ReLU, RMSNorm, Sequential, tensor, Tensor } from "../../web/api/index.js";
import { readSafetensors, writeSafetensors } from "../../web/api/safetensors.js";

/** @param {unknown} value what no type allows @returns {any} */
const any = (value) => value;

/** @param {{ state(): Record<string, Tensor> }} layer */
const values = (layer) =>
  Object.fromEntries(Object.entries(layer.state()).map(([name, value]) => [name, value.toArray()]));

const NOTHING = { missing: [], unexpected: [] };

describe("what it tells", () => {
  test("strict: nothing; otherwise what was missing, and what unexpected", () => {
    const layer = new LayerNorm(2);
    expect(layer.loadState({ weight: [1, 2], bias: [3, 4] })).toEqual(NOTHING);
    expect(layer.loadState({ bias: [5, 6], gamma: [1], beta: [2] }, { strict: false })).toEqual({
      missing: ["weight"],
      unexpected: ["gamma", "beta"],
    });
    expect(values(layer)).toEqual({ weight: [1, 2], bias: [5, 6] });
    expect(layer.loadState({}, { strict: false })).toEqual({ missing: ["weight", "bias"], unexpected: [] });
    expect(new Sequential(new ReLU(), new RMSNorm(1)).loadState({ "1.weight": [2] })).toEqual(NOTHING);
  });

  test("num_batches_tracked is not unexpected beside running statistics", () => {
    const state = { running_mean: [1], running_var: [2], num_batches_tracked: 3, "0.num_batches_tracked": 3 };
    expect(new BatchNorm(1).loadState(state, { strict: false })).toEqual({
      missing: ["weight", "bias"],
      unexpected: ["0.num_batches_tracked"],
    });
  });
});

describe("prefix", () => {
  const state = { "model.norm.weight": [1, 2], "model.norm.bias": [3, 4], "model.head.weight": [5], norm: [6] };

  test("only names that begin with it count, without it", () => {
    const layer = new LayerNorm(2);
    expect(layer.loadState(state, { prefix: "model.norm." })).toEqual(NOTHING);
    expect(values(layer)).toEqual({ weight: [1, 2], bias: [3, 4] });
    expect(new LayerNorm(2).loadState(state, { prefix: "model.", strict: false })).toEqual({
      missing: ["weight", "bias"],
      unexpected: ["norm.weight", "norm.bias", "head.weight"],
    });
    expect(new LayerNorm(2).loadState({ weight: [1, 2], bias: [3, 4] }, { prefix: "" })).toEqual(NOTHING);
    expect(new ReLU().loadState(state, { prefix: "model.relu." })).toEqual(NOTHING);
  });

  test("of a file that is read tensor by tensor, nothing else is read", () => {
    const file = readSafetensors(writeSafetensors(state)),
      isLate = (/** @type {string} */ name) => Object.getOwnPropertyDescriptor(file, name)?.get !== undefined;
    new LayerNorm(2).loadState(file, { prefix: "model.norm." });
    expect(Object.keys(state).filter(isLate)).toEqual(["model.head.weight", "norm"]);
  });

  test("errors name what the layer has", () => {
    const wrong = { "a.weight": [1, 2, 3], "a.bias": [[1]], "a.scale": [1], "b.scale": [1] };
    expect(() => new LayerNorm(2).loadState(wrong, { prefix: "a." })).toThrow(
      'state: unexpected scale; state["weight"]: expected shape [2], got [3]; ' +
        'state["bias"]: expected shape [2], got [1, 1]',
    );
  });
});

describe("a prefix that is not given", () => {
  /** @param {() => unknown} load */
  function messageOf(load) {
    try {
      load();
    } catch (error) {
      return error instanceof RangeError ? error.message : String(error);
    }
    return "";
  }

  test("is named, if all names begin with it", () => {
    const state = { "transformer.weight": [1, 2], "transformer.bias": [3, 4] };
    expect(messageOf(() => new LayerNorm(2).loadState(state))).toBe(
      "state: missing weight, bias; state: unexpected transformer.weight, transformer.bias; " +
        'prefix: "transformer." would find all',
    );
    const net = new Sequential(new Linear(1, 1), new ReLU(), new RMSNorm(1)),
      saved = { "module.0.weight": [[1]], "module.0.bias": [2], "module.2.weight": [3], "module.3.weight": [4] };
    expect(messageOf(() => net.loadState(saved))).toMatch(/prefix: "module\." would find all$/);
    expect(messageOf(() => net.loadState({ "a.0.weight": [[1]], "a.2.weight": [1] }))).toMatch(
      /; prefix: "a\." would find 2 of 3$/,
    );
  });

  test("is completed, if a part of it was given", () => {
    const state = { "model.h.0.ln.weight": [1, 2], "model.h.0.ln.bias": [3, 4] };
    expect(messageOf(() => new LayerNorm(2).loadState(state, { prefix: "model.h." }))).toMatch(
      /; prefix: "model\.h\.0\.ln\." would find all$/,
    );
  });

  test("is one of several in a whole model, whose names are not all listed", () => {
    const state = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`h.${i >> 1}.ln.${i % 2 ? "bias" : "weight"}`, [1, 2]]),
    );
    const message = messageOf(() => new LayerNorm(2).loadState(state));
    expect(message).toContain("state: unexpected h.0.ln.weight, h.0.ln.bias, h.1.ln.weight,");
    expect(message).toMatch(/h\.4\.ln\.bias and 30 more; prefix: "h\.0\.ln\.", or one of 19 others, would find all$/);
    expect(message.length).toBeLessThan(400);
  });

  test("is not made up", () => {
    for (const state of [
      {},
      { gamma: [1, 2], beta: [3, 4] },
      { weight: [1, 2], "a.bias": [3, 4] },
      { weights: [1, 2] },
    ]) {
      const message = messageOf(() => new LayerNorm(2).loadState(any(state)));
      expect(message).toContain("state: missing");
      expect(message).not.toContain("prefix");
    }
    expect(messageOf(() => new LayerNorm(1).loadState({ "a.weight": [1] }, { rename: (name) => name }))).not.toContain(
      "prefix",
    );
  });
});

describe("rename", () => {
  test("gives names as the layer has them; null leaves an entry out", () => {
    const net = new Sequential(new Linear(2, 1), new LayerNorm(1)),
      state = { "m.fc.w": [[1, 2]], "m.fc.b": [3], "m.norm.gamma": [4], "m.norm.beta": [5], "m.mask": [6], other: [7] };
    /** @type {string[]} */
    const asked = [];
    /** @type {Record<string, string>} */
    const names = { "fc.w": "0.weight", "fc.b": "0.bias", "norm.gamma": "1.weight", "norm.beta": "1.bias" };
    const rename = (/** @type {string} */ name) => {
      asked.push(name);
      return names[name] ?? null;
    };
    expect(net.loadState(state, { prefix: "m.", rename })).toEqual(NOTHING);
    expect(asked).toEqual(["fc.w", "fc.b", "norm.gamma", "norm.beta", "mask"]);
    expect(values(net)).toEqual({ "0.weight": [[1, 2]], "0.bias": [3], "1.weight": [4], "1.bias": [5] });
  });

  test("what it gives is told, as missing, unexpected, and in errors", () => {
    const layer = new LayerNorm(1),
      rename = (/** @type {string} */ name) => `${name}s`;
    expect(layer.loadState({ weight: [1], bia: [3] }, { rename, strict: false })).toEqual({
      missing: ["weight"],
      unexpected: ["weights"],
    });
    expect(values(layer)).toEqual({ weight: [1], bias: [3] });
    expect(() => layer.loadState({ bia: [1, 2] }, { rename })).toThrow(
      'state: missing weight; state["bias"]: expected shape [1], got [2]',
    );
  });

  test("two entries that come to one name are refused, strict or not; nothing is written", () => {
    const layer = new LayerNorm(1),
      state = { a: [5], b: [6], bias: [7] },
      rename = (/** @type {string} */ name) => (name === "bias" ? name : "weight");
    for (const strict of [true, false]) {
      expect(() => layer.loadState(state, { rename, strict })).toThrow(
        new RangeError("state: expected one weight, got a and b"),
      );
    }
    expect(values(layer)).toEqual({ weight: [1], bias: [0] });
  });
});

describe("transpose", () => {
  const square = [
    [1, 2],
    [3, 4],
  ];
  const turned = [
    [1, 3],
    [2, 4],
  ];

  test("square ones lie as they are unless it names them", () => {
    const layer = new Linear(2, 2);
    layer.loadState({ weight: square, bias: [5, 6] });
    expect(layer.weight.toArray()).toEqual(square);
    layer.loadState({ weight: square, bias: [5, 6] }, { transpose: ["weight"] });
    expect(layer.weight.toArray()).toEqual(turned);
    layer.loadState({ weight: square, bias: [5, 6] }, { transpose: () => true });
    expect([layer.weight.toArray(), layer.bias?.toArray()]).toEqual([turned, [5, 6]]);
    layer.loadState({ weight: square, bias: [5, 6] }, { transpose: (name) => name !== "weight" });
    expect(layer.weight.toArray()).toEqual(square);
    layer.loadState({ weight: square, bias: [5, 6] }, { transpose: [] });
    expect(layer.weight.toArray()).toEqual(square);
  });

  test.each([
    [1, 5],
    [5, 1],
    [32, 33],
    [67, 130],
    [96, 96],
  ])("[%i, %i], into tensors of either kind", (inputs, outputs) => {
    const data = Float32Array.from({ length: inputs * outputs }, (_, i) => i + 0.5),
      wanted = Float32Array.from(data, (_, i) => data[(i % inputs) * outputs + Math.floor(i / inputs)]);
    for (const resident of [false, true]) {
      const layer = new Linear(inputs, outputs, { bias: false }).resident(resident);
      layer.loadState({ weight: { data, shape: [inputs, outputs] } }, { transpose: ["weight"] });
      expect([...layer.weight.data]).toEqual([...wanted]);
      layer.dispose();
    }
  });

  test("its names are those that rename is given; a function is asked of matrices that are loaded, and of no others", () => {
    const net = new Sequential(new Linear(2, 2), new LayerNorm(2)),
      state = {
        "h.fc.weight": square,
        "h.fc.bias": [5, 6],
        "h.ln.weight": [7, 8],
        "h.ln.bias": [9, 9],
        "h.more": square,
      };
    const rename = (/** @type {string} */ name) => name.replace("fc", "0").replace("ln", "1");
    /** @type {string[]} */
    const asked = [];
    const transpose = (/** @type {string} */ name) => asked.push(name) > 0;
    net.loadState(state, { prefix: "h.", rename, transpose, strict: false });
    expect([asked, values(net)["0.weight"]]).toEqual([["fc.weight"], turned]);
    net.loadState(state, { prefix: "h.", rename, transpose: ["fc.weight"], strict: false });
    expect(values(net)["0.weight"]).toEqual(turned);
  });

  test("a name that is not there is refused, with the nearest; so is one of what is no matrix", () => {
    const layer = new Linear(2, 2),
      state = { "c_proj.weight": square, "c_proj.bias": [5, 6] },
      before = values(layer);
    const load = (/** @type {any} */ transpose) => () => layer.loadState(state, { prefix: "c_proj.", transpose });
    expect(load(["c_proj.weight"])).toThrow(
      new RangeError(
        'transpose: expected names of the state without prefix, got "c_proj.weight"; the nearest is "weight"',
      ),
    );
    expect(load(["weight", "bias"])).toThrow(
      new RangeError('state["bias"]: expected a matrix, as transpose names it, got [2]'),
    );
    expect(() => layer.loadState({}, { strict: false, transpose: ["weight"] })).toThrow(
      new RangeError('transpose: expected names of the state without prefix, got "weight"'),
    );
    expect(values(layer)).toEqual(before);
  });

  test("a matrix of another shape is refused, which says what would fit", () => {
    const layer = new Linear(2, 3),
      upright = [
        [1, 2],
        [3, 4],
        [5, 6],
      ];
    expect(() => layer.loadState({ weight: upright, bias: [0, 0, 0] }, { transpose: ["weight"] })).toThrow(
      new RangeError('state["weight"]: expected shape [2, 3], got [3, 2] (it fits as it is)'),
    );
    expect(() => layer.loadState({ weight: [[1]], bias: [0, 0, 0] }, { transpose: ["weight"] })).toThrow(
      new RangeError('state["weight"]: expected shape [2, 3], got [1, 1]'),
    );
  });

  test("where some fit only transposed, the square ones beside them are named", () => {
    const net = new Sequential(new Linear(2, 3), new Linear(3, 3), new LayerNorm(3), new Linear(3, 1)),
      turned = net.state(),
      state = { ...turned, "0.weight": turned["0.weight"].reshape([2, 3]) };
    const message =
      'state["0.weight"]: expected shape [3, 2], got [2, 3] (its transpose fits: see transpose); ' +
      "transpose: square ones fit either way, 1.weight as well";
    expect(() => net.loadState(state)).toThrow(new RangeError(message));
    expect(() => net.loadState(state, { transpose: ["1.weight"] })).toThrow(new RangeError(message.split("; ")[0]));
    net.loadState(state, { transpose: ["0.weight", "1.weight"] });
  });

  test("a matrix of one element is none of the square ones: it is its own transpose", () => {
    const net = new Sequential(new Linear(2, 3), new Linear(3, 1), new Linear(1, 1)),
      state = net.state();
    expect(() => net.loadState({ ...state, "0.weight": state["0.weight"].reshape([2, 3]) })).toThrow(
      new RangeError('state["0.weight"]: expected shape [3, 2], got [2, 3] (its transpose fits: see transpose)'),
    );
  });

  test("a layer's own state, turned in its own place", () => {
    const layer = new Linear(2, 2, { bias: false });
    layer.loadState({ weight: square });
    layer.loadState(layer.state(), { transpose: ["weight"] });
    expect(layer.weight.toArray()).toEqual(turned);
    const { data } = layer.weight;
    layer.loadState({ weight: { data, shape: [2, 2] } }, { transpose: () => true });
    expect(layer.weight.toArray()).toEqual(square);
  });
});

describe("all or nothing", () => {
  const make = () => new Sequential(new Linear(2, 2), new LayerNorm(2));
  const good = {
    "0.weight": [
      [1, 2],
      [3, 4],
    ],
    "0.bias": [5, 6],
    "1.weight": [7, 8],
    "1.bias": [9, 10],
  };

  /** @type {[string, any, any][]} */
  const wrong = [
    ["a shape", { ...good, "1.bias": [1] }, {}],
    ["a shape, strict or not", { ...good, "1.bias": [1] }, { strict: false }],
    ["a name", { ...good, "2.bias": [1] }, {}],
    ["no tensor", { ...good, "1.bias": "x" }, {}],
    ["a name that transpose has alone", good, { transpose: ["0.weight", "2.weight"] }],
    ["what transpose cannot turn", good, { transpose: ["0.weight", "1.bias"] }],
    ["two of a name", good, { strict: false, rename: (/** @type {string} */ name) => name.replace("bias", "weight") }],
    ["rename without a name", good, { rename: () => undefined }],
    ["rename with a number", good, { rename: () => 5 }],
    ["rename that throws", good, { rename: () => any(null).name }],
    ["transpose that does not say", good, { transpose: () => undefined }],
    ["transpose that throws", good, { transpose: () => any(null).name }],
    ["a prefix that is a number", good, { prefix: 0 }],
    ["a prefix that is null", good, { prefix: null }],
    ["rename that is a list", good, { rename: [["a", "b"]] }],
    ["rename that is null", good, { rename: null }],
    ["transpose that is a name", good, { transpose: "0.weight" }],
    ["transpose of numbers", good, { transpose: [0] }],
    ["transpose that is true", good, { transpose: true }],
  ];

  test.each(wrong)("%s", (_, state, options) => {
    const net = make(),
      before = values(net);
    expect(() => net.loadState(state, options)).toThrow(/^(?!accepted)./);
    expect(values(net)).toEqual(before);
  });

  test("errors name the option", () => {
    const load = (/** @type {any} */ options) => () => make().loadState(good, options);
    expect(load({ prefix: 0 })).toThrow(new TypeError("prefix: expected a string, got 0"));
    expect(load({ rename: {} })).toThrow(new TypeError("rename: expected a function, got Object"));
    expect(load({ transpose: "0.weight" })).toThrow(
      new TypeError('transpose: expected an array of names or a function, got "0.weight"'),
    );
    expect(load({ rename: () => undefined })).toThrow(
      new TypeError('rename("0.weight"): expected a string or null, got undefined'),
    );
    expect(load({ transpose: () => 1 })).toThrow(new TypeError('transpose("0.weight"): expected true or false, got 1'));
  });

  test("what would be written beside a tensor that was disposed is not", () => {
    const layer = new LayerNorm(2),
      gone = tensor([1, 2], [2], { resident: true });
    layer.bias = gone;
    gone.dispose();
    expect(() => layer.loadState({ weight: [3, 4], bias: [5, 6] })).toThrow("that was disposed");
    expect(layer.weight?.toArray()).toEqual([1, 1]);
  });
});
