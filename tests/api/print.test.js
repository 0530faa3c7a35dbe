import { afterEach, describe, expect, test } from "vitest";
import * as api from "../../web/api/index.js";
import { formatFloat, formatTensor, setPrintOptions } from "../../web/api/tensor/print.js";
import { floats } from "../fixtures/floats.js";
import fixtures from "../fixtures/print.json";

/** @typedef {import("../../web/api/index.js").Module} Module */
/** @typedef {import("../../web/api/index.js").PrintOptions} PrintOptions */
/** @typedef {(number | string)[]} Floats */
/** @typedef {{ options: object, shape: number[], data?: Floats, ramp?: number, text: string }} TensorCase */
/** @typedef {{ type: "Sequential", modules: LayerCase[], text: string }} SequentialCase */
/** @typedef {{ type: "LayerNorm" | "Linear" | "ReLU", args: any[], text: string }} PlainLayerCase */
/** @typedef {SequentialCase | PlainLayerCase} LayerCase */

const tensors = /** @type {TensorCase[]} */ (/** @type {unknown} */ (fixtures.tensors));
const layers = /** @type {LayerCase[]} */ (/** @type {unknown} */ (fixtures.layers));

/** @param {TensorCase} fixture */
function dataOf({ shape, data, ramp = 0 }) {
  if (data) return floats(data);
  return Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, i) => i * ramp);
}

/**
 * @param {object} options of a fixture: infinity is a string there
 * @returns {PrintOptions}
 */
const revive = (options) =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [name, value === "Infinity" ? Infinity : value]));

/**
 * @param {LayerCase} fixture
 * @returns {Module}
 */
function layerOf(fixture) {
  if (fixture.type === "Sequential") return new api.Sequential(...fixture.modules.map(layerOf));
  const Type = /** @type {new (...args: any[]) => Module} */ (api[fixture.type]);
  return new Type(...fixture.args);
}

/** @param {{ text: string }} fixture */
const firstLine = ({ text }) => text.split("\n")[0].slice(0, 60);

/** @param {number[]} values */
const print = (...values) => formatTensor(new Float32Array(values), [values.length]);

/** Takes anything, as a caller without types may. @type {(options: any) => void} */
const set = setPrintOptions;

afterEach(() => setPrintOptions("default"));

describe("PyTorch prints the same", () => {
  test.each(
    tensors.map(
      (fixture, i) =>
        /** @type {[string, TensorCase]} */ ([
          `${i} ${firstLine(fixture)} ${JSON.stringify(fixture.options)}`,
          fixture,
        ]),
    ),
  )("%s", (_, fixture) => {
    setPrintOptions(revive(fixture.options));
    expect(formatTensor(dataOf(fixture), fixture.shape)).toBe(fixture.text);
  });

  test.each(layers.map((fixture, i) => /** @type {[string, LayerCase]} */ ([`${i} ${firstLine(fixture)}`, fixture])))(
    "%s",
    (_, fixture) => {
      expect(String(layerOf(fixture))).toBe(fixture.text);
    },
  );
});

describe("setPrintOptions", () => {
  test("merges into the current options", () => {
    set({ precision: 2 });
    set({ sciMode: true });
    expect(print(0.5)).toBe("tensor([5.00e-01])");
    set({ precision: 1 });
    set({});
    expect(print(0.5)).toBe("tensor([5.0e-01])");
  });

  test("sciMode undefined leaves the choice to the elements; another option undefined stays as it is", () => {
    set({ sciMode: true, precision: 2 });
    set({ sciMode: undefined, precision: undefined });
    expect(print(0.5)).toBe("tensor([0.50])");
  });

  test('"default" restores everything', () => {
    set({ precision: 1, threshold: 1, edgeitems: 1, linewidth: 10, sciMode: true });
    set("default");
    expect(print(0, 0.25, 0.5, 0.75)).toBe("tensor([0.0000, 0.2500, 0.5000, 0.7500])");
  });

  test.each([
    [{ precision: "4" }, /precision.*integer.*"4"/],
    [{ threshold: null }, /threshold.*integer.*null/],
    [{ edgeitems: [3] }, /edgeitems.*integer.*\[3\]/],
    [{ linewidth: 80n }, /linewidth.*integer.*80n/],
    [{ sciMode: 1 }, /sciMode.*true or false.*1/],
    [{ sciMode: null }, /sciMode.*true or false.*null/],
    [{ sci_mode: false }, /sciMode.*sci_mode/],
    ["full", /options.*"default".*"full"/],
    [undefined, /options.*"default".*undefined/],
    [null, /options.*object.*null/],
  ])("%o is a TypeError", (options, message) => {
    expect(() => set(options)).toThrow(TypeError);
    expect(() => set(options)).toThrow(message);
  });

  test.each([
    [{ precision: -1 }, /precision.*integer >= 0.*-1/],
    [{ precision: 1.5 }, /precision.*integer.*1\.5/],
    [{ precision: 101 }, /precision.*<= 100.*101/],
    [{ precision: NaN }, /precision.*integer.*NaN/],
    [{ precision: Infinity }, /precision.*integer.*Infinity/],
    [{ threshold: -1 }, /threshold.*integer >= 0.*-1/],
    [{ threshold: -Infinity }, /threshold.*integer >= 0.*-Infinity/],
    [{ threshold: 0.5 }, /threshold.*integer.*0\.5/],
    [{ edgeitems: 0 }, /edgeitems.*integer >= 1.*0/],
    [{ edgeitems: 2.5 }, /edgeitems.*integer.*2\.5/],
    [{ linewidth: 0 }, /linewidth.*integer >= 1.*0/],
    [{ linewidth: Infinity }, /linewidth.*integer.*Infinity/],
  ])("%o is a RangeError", (options, message) => {
    expect(() => set(options)).toThrow(RangeError);
    expect(() => set(options)).toThrow(message);
  });

  test("applies nothing of options that it rejects", () => {
    expect(() => set({ precision: 1, sciMode: true, linewidth: -5 })).toThrow(RangeError);
    expect(() => set({ precision: 1, sciMode: "no" })).toThrow(TypeError);
    expect(print(0.5)).toBe("tensor([0.5000])");
  });
});

// What Python 3 prints for these doubles.
test.each([
  [1e-5, "1e-05"],
  [1e-6, "1e-06"],
  [0.1, "0.1"],
  [1.1920928955078125e-7, "1.1920928955078125e-07"],
  [5, "5.0"],
  [0, "0.0"],
  [-0, "-0.0"],
  [1e-4, "0.0001"],
  [0.00012345, "0.00012345"],
  [9.99e-5, "9.99e-05"],
  [1e15, "1000000000000000.0"],
  [1e16, "1e+16"],
  [123456789012345680, "1.2345678901234568e+17"],
  [1.5e300, "1.5e+300"],
  [-2.5e-10, "-2.5e-10"],
  [5e-324, "5e-324"],
  [NaN, "nan"],
  [Infinity, "inf"],
  [-Infinity, "-inf"],
])("formatFloat(%d) is %s", (value, text) => {
  expect(formatFloat(value)).toBe(text);
});
