/** Writing safetensors files: by the bytes that the format's own library writes, and there and back. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  BatchNorm,
  LayerNorm,
  Linear,
  memoryUsage,
  ones,
  Sequential,
  tensor,
  toBfloat16,
  toFloat16,
  zeros,
} from "../../web/api/index.js";
import { openSafetensors, readSafetensors, writeSafetensors } from "../../web/api/safetensors.js";
import { lengthBytes, joined } from "./safetensors.js";

/** @import { Tensor } from "../../web/api/index.js" */

/** @param {unknown} value what no type allows @returns {any} */
const any = (value) => value;

const encode = (/** @type {string} */ text) => new TextEncoder().encode(text);

/** @param {Uint8Array} file @returns {string} the text of its header */
const headerOf = (file) =>
  new TextDecoder().decode(file.subarray(8, 8 + Number(new DataView(file.buffer).getBigUint64(0, true))));

describe("the bytes", () => {
  test("are the header's length, the header, elements little endian", () => {
    const header = '{"attn.0":{"dtype":"F32","shape":[1,2,3],"data_offsets":[0,24]}}';
    expect(header).toHaveLength(64);
    expect(
      writeSafetensors({
        "attn.0": [
          [
            [0, 1, 2],
            [3, 4, 5],
          ],
        ],
      }),
    ).toEqual(joined(lengthBytes(64), encode(header), new Uint8Array(Float32Array.of(0, 1, 2, 3, 4, 5).buffer)));
  });

  test("a header is padded by spaces to a multiple of 8", () => {
    const header = '{"attn0":{"dtype":"F32","shape":[1,1,2,3],"data_offsets":[0,24]}}       ';
    expect(header).toHaveLength(72);
    expect(headerOf(writeSafetensors({ attn0: tensor(new Float32Array(6), [1, 1, 2, 3]) }))).toBe(header);
    expect(writeSafetensors({})).toEqual(joined(lengthBytes(8), encode("{}      ")));
    for (let length = 0; length < 9; length++) {
      const file = writeSafetensors({ ["n".repeat(length)]: [1] }, { metadata: {} });
      expect([headerOf(file).length % 8, file.length % 4]).toEqual([0, 0]);
    }
  });

  test("metadata stand in front", () => {
    expect(writeSafetensors({}, { metadata: { framework: "pt" } })).toEqual(
      joined(lengthBytes(40), encode('{"__metadata__":{"framework":"pt"}}     ')),
    );
    const header = headerOf(writeSafetensors({ 1: [1], a: [1] }, { metadata: { b: '"\\\n', 0: "\u{1f600}" } }));
    expect(header.trimEnd()).toBe(
      '{"__metadata__":{"0":"\u{1f600}","b":"\\"\\\\\\n"},' +
        '"1":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}',
    );
  });

  test("large elements first, then by name in the order of UTF-8's bytes, as the library sorts", () => {
    const names = ["b", "a.10", "a.2", "B", "", "\u{1f600}", "\uffee", "é", "__proto__"];
    const tensors = Object.fromEntries([...names, "16", "z16"].map((name) => [name, [1, 2, 3]]));
    const file = writeSafetensors(tensors, {
      dtype: (name) => (/16/.test(name) ? (name === "16" ? "F16" : "BF16") : "F32"),
    });
    const bytes = (/** @type {string} */ name) =>
      Array.from(encode(name), (byte) => String.fromCharCode(byte)).join("");
    const sorted = names.sort((a, b) => (bytes(a) < bytes(b) ? -1 : 1)),
      order = Array.from(headerOf(file).matchAll(/"([^"]*)":\{"dtype":"(\w+)"/g), ([, name, dtype]) => [name, dtype]);
    expect(sorted.indexOf("\u{1f600}")).toBeGreaterThan(sorted.indexOf("\uffee"));
    expect(order).toEqual([...sorted.map((name) => [name, "F32"]), ["z16", "BF16"], ["16", "F16"]]);
  });

  test("do not depend on the order in which tensors are named", () => {
    const entries = Object.entries({ b: [1], a: [2], c: [3] });
    expect(writeSafetensors(Object.fromEntries(entries))).toEqual(
      writeSafetensors(Object.fromEntries(entries.reverse())),
    );
  });
});

describe("there and back", () => {
  test("every bit of a float32, NaN's too", async () => {
    const bits = Uint32Array.from({ length: 5003 }, (_, i) => Math.imul(i, 0x9e3779b1) ^ (i << 23)),
      x = tensor(new Float32Array(bits.buffer), [5003]);
    bits.set([0x7fc00001, 0xff800000, 0x80000000, 1, 0x7fa00001]);
    for (const read of [
      async (/** @type {Uint8Array<ArrayBuffer>} */ file) => readSafetensors(file).x,
      async (/** @type {Uint8Array<ArrayBuffer>} */ file) => (await openSafetensors(new Blob([file]))).read("x"),
    ]) {
      const { data } = await read(writeSafetensors({ x }));
      expect(new Uint32Array(data.buffer, data.byteOffset, data.length)).toEqual(bits);
    }
  });

  test("half precision rounds as toFloat16 and toBfloat16 do, by the tensor if wanted", () => {
    const x = Float32Array.from({ length: 999 }, (_, i) => (i - 500) * 1.0001 ** i),
      state = { a: x, b: x, c: x };
    const file = writeSafetensors(state, {
      dtype: (name) => /** @type {const} */ ({ a: "F16", b: "BF16", c: "F32" })[name] ?? "F32",
    });
    const start = 8 + headerOf(file).length,
      part = (/** @type {number} */ from, /** @type {number} */ to) => file.slice(start + from, start + to).buffer;
    expect(new Float32Array(part(0, 4 * 999))).toEqual(x);
    expect(new Uint16Array(part(4 * 999, 6 * 999))).toEqual(toBfloat16(x));
    expect(new Uint16Array(part(6 * 999, 8 * 999))).toEqual(toFloat16(x));
    expect(file).toHaveLength(start + 8 * 999);
    expect(readSafetensors(writeSafetensors({ x: [65519, 65520, 1e-8, 0.1] }, { dtype: "F16" })).x.toArray()).toEqual([
      65504,
      Infinity,
      0,
      0.0999755859375,
    ]);
  });

  test("whatever the names, shapes, metadata and dtypes", () => {
    const shapes = fc.array(fc.nat(4), { maxLength: 8 }).filter((shape) => shape.reduce((a, b) => a * b, 1) < 500);
    const tensors = fc.dictionary(
      fc.string({ unit: "binary", maxLength: 12 }).filter((name) => name !== "__metadata__"),
      shapes.chain((shape) => {
        const size = shape.reduce((a, b) => a * b, 1);
        return fc.float32Array({ minLength: size, maxLength: size }).map((data) => ({ data, shape }));
      }),
      { maxKeys: 8 },
    );
    const metadata = fc.option(fc.dictionary(fc.string({ unit: "binary" }), fc.string({ unit: "binary" })), {
      nil: undefined,
    });
    fc.assert(
      fc.property(tensors, metadata, (tensors, metadata) => {
        const file = writeSafetensors(tensors, { metadata }),
          state = readSafetensors(file);
        expect(Object.keys(state).sort()).toEqual(Object.keys(tensors).sort());
        for (const [name, { data, shape }] of Object.entries(tensors)) {
          expect([...state[name].shape]).toEqual(shape);
          expect(new Uint32Array(state[name].data.slice().buffer)).toEqual(new Uint32Array(data.slice().buffer));
        }
        expect(JSON.parse(headerOf(file)).__metadata__).toEqual(metadata && JSON.parse(JSON.stringify(metadata)));
        expect(writeSafetensors(state, { metadata })).toEqual(file);
      }),
      { numRuns: 300 },
    );
  });

  test("a network's state, with running statistics, into another network", () => {
    const make = () => new Sequential(new Linear(3, 4), new BatchNorm(4), new LayerNorm(4)),
      net = make(),
      other = make();
    net.forward([
      [1, 2, 3],
      [4, 5, 7],
    ]);
    expect(other.loadState(readSafetensors(writeSafetensors(net.state())))).toEqual({ missing: [], unexpected: [] });
    const values = (/** @type {Record<string, Tensor>} */ state) => Object.values(state).map(({ data }) => [...data]);
    expect(values(other.state())).toEqual(values(net.state()));
  });

  test("takes every input: resident tensors, views of memory, rows, Float64Arrays, scalars, nothing at all", () => {
    const resident = tensor([1, 2], [2], { resident: true }),
      state = readSafetensors(
        writeSafetensors(
          any({
            resident,
            view: resident.data,
            part: { data: new Float32Array([0, 3, 4]).subarray(1), dims: [2, 1] },
            rows: [new Float32Array([5, 6]), new Float32Array([7, 8])],
            doubles: new Float64Array([0.1]),
            scalar: 9,
            none: zeros([0, 3]),
          }),
        ),
      );
    resident.dispose();
    expect(Object.fromEntries(Object.entries(state).map(([name, value]) => [name, value.toArray()]))).toEqual({
      resident: [1, 2],
      view: [1, 2],
      part: [[3], [4]],
      rows: [
        [5, 6],
        [7, 8],
      ],
      doubles: [Math.fround(0.1)],
      scalar: 9,
      none: [],
    });
    expect([...state.none.shape]).toEqual([0, 3]);
    expect(memoryUsage().resident).toBe(0);
  });
});

test("what is wrong is an error that names it", () => {
  const gone = ones([2], { resident: true });
  gone.dispose();
  const bias = [1];
  /** @type {[string, () => unknown, ErrorConstructor, string][]} */
  const wrong = [
    [
      "no tensors",
      () => writeSafetensors(any(null)),
      TypeError,
      "tensors: expected an object of tensors by their names, got null",
    ],
    [
      "a list",
      () => writeSafetensors(any([bias])),
      TypeError,
      "tensors: expected an object of tensors by their names, got Array",
    ],
    [
      "a Map",
      () => writeSafetensors(any(new Map())),
      TypeError,
      "tensors: expected an object of tensors by their names, got Map",
    ],
    [
      "a tensor",
      () => writeSafetensors(any(ones([1]))),
      TypeError,
      "tensors: expected an object of tensors by their names, got Tensor",
    ],
    [
      "a layer",
      () => writeSafetensors(any(new LayerNorm(1))),
      TypeError,
      "tensors: expected an object of tensors by their names, got LayerNorm (a layer's are its state())",
    ],
    [
      "no tensor",
      () => writeSafetensors(any({ bias: "x" })),
      TypeError,
      'tensors["bias"]: expected a tensor, a typed array or nested numbers, got "x"',
    ],
    [
      "nested raggedly",
      () => writeSafetensors({ bias: [[1], [2, 3]] }),
      RangeError,
      'tensors["bias"][1]: expected 1 elements, as those before it have, got 2',
    ],
    [
      "integers",
      () => writeSafetensors(any({ bias: new Int32Array(1) })),
      TypeError,
      'tensors["bias"]: expected a tensor, a Float32Array or nested numbers, got Int32Array',
    ],
    ["large integers", () => writeSafetensors(any({ bias: new BigInt64Array(1) })), TypeError, "got BigInt64Array"],
    ["a promise", () => writeSafetensors(any({ bias: Promise.resolve() })), TypeError, "got Promise: await it"],
    [
      "disposed",
      () => writeSafetensors({ bias: gone }),
      Error,
      'tensors["bias"]: expected a tensor in use, got one of shape [2] that was disposed',
    ],
    [
      "the format's own name",
      () => writeSafetensors({ __metadata__: bias }),
      RangeError,
      'tensors: expected names of tensors, got "__metadata__", which is the format\'s own',
    ],
    [
      "half of a character",
      () => writeSafetensors({ "a\ud83d": bias }),
      RangeError,
      'tensors: expected names in Unicode, got "a\\ud83d"',
    ],
    [
      "another dtype",
      () => writeSafetensors({ bias }, any({ dtype: "FP16" })),
      RangeError,
      'dtype: expected "F32", "F16" or "BF16", got "FP16"',
    ],
    [
      "a dtype that objects have anyway",
      () => writeSafetensors({ bias }, any({ dtype: "constructor" })),
      RangeError,
      'got "constructor"',
    ],
    [
      "no dtype",
      () => writeSafetensors({ bias }, any({ dtype: null })),
      TypeError,
      'dtype: expected "F32", "F16" or "BF16", got null',
    ],
    [
      "no dtype of one",
      () => writeSafetensors({ bias }, { dtype: () => any(undefined) }),
      TypeError,
      'dtype("bias"): expected "F32", "F16" or "BF16", got undefined',
    ],
    [
      "another dtype of one",
      () => writeSafetensors({ bias }, { dtype: () => any("F64") }),
      RangeError,
      'dtype("bias"): expected "F32", "F16" or "BF16", got "F64"',
    ],
    [
      "a number in metadata",
      () => writeSafetensors({ bias }, any({ metadata: { step: 5 } })),
      TypeError,
      'metadata["step"]: expected a string, got 5',
    ],
    [
      "metadata in an array",
      () => writeSafetensors({ bias }, any({ metadata: ["a"] })),
      TypeError,
      "metadata: expected an object of strings, got Array",
    ],
    [
      "null as metadata",
      () => writeSafetensors({ bias }, any({ metadata: null })),
      TypeError,
      "metadata: expected an object of strings, got null",
    ],
    [
      "half of a character in metadata",
      () => writeSafetensors({ bias }, { metadata: { a: "\ud83d" } }),
      RangeError,
      'metadata: expected names and strings in Unicode, got "a"',
    ],
    [
      "an unknown option",
      () => writeSafetensors({ bias }, any({ dtypes: "F16" })),
      TypeError,
      "options: expected only dtype, metadata, got dtypes",
    ],
    [
      "a header that nobody reads",
      () => writeSafetensors({ bias }, { metadata: { a: "a".repeat(1e8) } }),
      RangeError,
      "safetensors: expected a header of at most 100000000 bytes, got 100000",
    ],
  ];
  for (const [what, write, kind, message] of wrong) {
    expect(write, what).toThrow(kind);
    expect(write, what).toThrow(message);
  }
});
