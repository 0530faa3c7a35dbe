/** Safetensors files: right ones are read, at once and one by one; wrong ones are refused with one clear error. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LayerNorm, mean, Tensor } from "../../web/api/index.js";
import { openSafetensors, readSafetensors } from "../../web/api/safetensors.js";
import { FUZZ, runs } from "../fuzz/runs.js";
import { fileOf, joined, lengthBytes, written } from "./safetensors.js";

const RIGHT = written(
  {
    "0.weight": { dtype: "F32", shape: [2, 3], values: [1, 2, 3, 4, 5, 6.5] },
    "0.bias": { dtype: "F16", shape: [3], values: [0x3c00, 0xc000, 0x0001] },
    half: { dtype: "BF16", shape: [2, 1], values: [0x3f80, 0x4049] },
    double: { dtype: "F64", shape: [2], values: [0.1, 1e300] },
    scalar: { dtype: "F32", shape: [], values: [7] },
    none: { dtype: "F32", shape: [0, 4], values: [] },
    ["__proto__"]: { dtype: "F32", shape: [1], values: [8] },
    'name with "quotes", \u{1f600} and \\': { dtype: "F32", shape: [1], values: [9] },
    "": { dtype: "F32", shape: [1], values: [10] },
    num_batches_tracked: { dtype: "I64", shape: [], values: [20] },
  },
  { metadata: { format: "pt", note: '{"a":1,"a":2} 1e5' }, padding: "   " },
);

const VALUES = {
  "0.weight": [
    [1, 2, 3],
    [4, 5, 6.5],
  ],
  "0.bias": [1, -2, 2 ** -24],
  half: [[1], [3.140625]],
  double: [Math.fround(0.1), Infinity],
  scalar: 7,
  none: [],
  ["__proto__"]: [8],
  'name with "quotes", \u{1f600} and \\': [9],
  "": [10],
};

/** Both ways in. @type {[string, (bytes: Uint8Array<ArrayBuffer>) => Promise<Record<string, any>>][]} */
const ways = [
  ["readSafetensors", async (bytes) => readSafetensors(bytes)],
  [
    "openSafetensors",
    async (bytes) => {
      const { tensors, read } = await openSafetensors(new Blob([bytes]));
      const result = Object.create(null);
      for (const name of Object.keys(tensors)) {
        if (!["I64", "U8"].includes(tensors[name].dtype)) result[name] = await read(name);
      }
      return result;
    },
  ],
];

describe.each(ways)("%s", (_, load) => {
  test("gives each tensor its values and its shape", async () => {
    const state = await load(RIGHT);
    expect(Object.keys(state).sort()).toEqual(Object.keys(VALUES).sort());
    for (const [name, values] of Object.entries(VALUES)) {
      expect(state[name]).toBeInstanceOf(Tensor);
      expect(state[name].toArray(), name).toEqual(values);
    }
    expect(state.none.shape).toEqual([0, 4]);
    expect(Object.getPrototypeOf(state)).toBe(null);
  });

  test("takes tensors in any order, without metadata or padding; and no tensors", async () => {
    const tensors = {
      a: { dtype: "U8", shape: [3], values: [1, 2, 3] },
      b: { dtype: "F32", shape: [1], values: [5] },
      c: { dtype: "F32", shape: [0], values: [] },
      d: { dtype: "F16", shape: [1], values: [0x4000] },
    };
    const state = await load(written(tensors, { reversed: true }));
    expect([state.b.item(), state.c.size, state.d.item()]).toEqual([5, 0, 2]);
    expect(Object.keys(await load(fileOf("{}")))).toEqual([]);
    expect(Object.keys(await load(fileOf('{"__metadata__":{}}  ')))).toEqual([]);
  });

  test.each([
    ["no bytes", new Uint8Array(0), "expected 8 bytes with the header's length, got 0 bytes"],
    ["seven bytes", new Uint8Array(7), "expected 8 bytes with the header's length, got 7 bytes"],
    ["no header", lengthBytes(0), "expected a header that begins with {"],
    ["a header beyond the end", joined(lengthBytes(3), new Uint8Array(2)), "expected a header of 3 bytes, got 2: the"],
    [
      "a header of more than 100 MB",
      joined(lengthBytes(100_000_001), new Uint8Array(9)),
      "at most 100000000 bytes, got",
    ],
    ["a header of 2^64 - 1 bytes", joined(lengthBytes(2n ** 64n - 1n), new Uint8Array(9)), "at most 100000000 bytes"],
    [
      "a ZIP, as torch.save writes",
      joined(new Uint8Array([80, 75, 3, 4, 0, 0, 8, 8]), new Uint8Array(99)),
      "begins with 'PK': a ZIP file, as torch.save writes",
    ],
    ["spaces in front", fileOf(" {}"), "expected a header that begins with {"],
    ["a byte order mark", fileOf("\ufeff{}"), "expected a header that begins with {"],
    ["an array", fileOf("[]"), "expected a header that begins with {"],
    ["half of JSON", fileOf('{"a":'), "expected a header in UTF-8 and JSON"],
    ["something behind JSON", fileOf("{} {}"), "expected a header in UTF-8 and JSON"],
    ["bytes that are no UTF-8", fileOf("{}", 0).with(9, 0xff), "expected a header in UTF-8 and JSON"],
    [
      "a name that is no UTF-8",
      fileOf('{"?":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}}').with(10, 0xff),
      "expected a header in UTF-8 and JSON",
    ],
    ["deep nesting", fileOf(`{"a":${"[".repeat(1e5)}${"]".repeat(1e5)}}`), 'tensor "a": expected an object'],
  ])("refuses %s", async (_, bytes, message) => {
    await expectRefused(bytes, message);
  });

  const entry = { dtype: "F32", shape: [2], data_offsets: [0, 8] },
    text = JSON.stringify(entry);

  /** @type {[string, unknown, number, string][]} */
  const wrong = [
    ["a name twice", `{"a":${text},"a":${text}}`, 8, 'expected each name once, got "a" twice'],
    ["a name twice, once escaped", `{"a":${text},"\\u0061" :${text}}`, 8, 'expected each name once, got "a" twice'],
    ["__proto__ twice", `{"__proto__":${text},"__proto__":${text}}`, 8, 'got "__proto__" twice'],
    ["metadata twice", '{"__metadata__":{},"__metadata__":{}}', 0, 'expected each name once, got "__metadata__" twice'],
    ["metadata's name twice", '{"__metadata__":{"a":"","a":""}}', 0, 'expected each name once, got "a" twice'],
    ["a dtype twice", `{"a":${text.replace("{", '{"dtype":"F16",')}}`, 8, 'each name once, got "dtype" twice'],
    ["half a character as a name", `{"\\ud83d":${text}}`, 8, "expected names in Unicode"],
    ["metadata of numbers", { __metadata__: { a: 1 } }, 0, "__metadata__: expected an object of strings"],
    ["metadata in an array", { __metadata__: ["a"] }, 0, "__metadata__: expected an object of strings"],
    ["metadata null", { __metadata__: null }, 0, "__metadata__: expected an object of strings"],
    ["a tensor that is null", { a: null }, 0, 'tensor "a": expected an object'],
    ["a tensor that is a number", { a: 1 }, 0, 'tensor "a": expected an object'],
    ["a tensor that is an array", { a: [] }, 0, 'tensor "a": expected an object'],
    ["no dtype", { a: { ...entry, dtype: undefined } }, 8, 'tensor "a": expected dtype to be a string'],
    ["a dtype that is a number", { a: { ...entry, dtype: 32 } }, 8, 'tensor "a": expected dtype to be a string'],
    ["no shape", { a: { ...entry, shape: undefined } }, 8, 'tensor "a": expected shape to be an array of integers'],
    ["a shape of strings", { a: { ...entry, shape: ["2"] } }, 8, "expected shape to be an array of integers"],
    [
      "a size beyond 2^53",
      `{"a":${text.replace("[2]", "[9007199254740992]")}}`,
      8,
      "expected shape to be an array of i",
    ],
    [
      "a negative size",
      { a: { ...entry, shape: [-2] } },
      8,
      "expected integers without sign, point or exponent, got -2",
    ],
    ["two negative sizes", { a: { ...entry, shape: [-1, -2] } }, 8, "expected integers without sign"],
    ["a size of minus zero", `{"a":${text.replace("[2]", "[2,-0]")}}`, 8, "expected integers without sign"],
    ["a fractional size", { a: { ...entry, shape: [1.5] } }, 8, "expected integers without sign, point or exponent"],
    ["a size with a point", `{"a":${text.replace("[2]", "[2.0]")}}`, 8, "point or exponent, got 2.0"],
    ["a size with an exponent", `{"a":${text.replace("[2]", "[2e0]")}}`, 8, "point or exponent, got 2e0"],
    ["no offsets", { a: { ...entry, data_offsets: undefined } }, 8, "expected data_offsets to be two integers"],
    ["one offset", { a: { ...entry, data_offsets: [0] } }, 8, "expected data_offsets to be two integers"],
    ["three offsets", { a: { ...entry, data_offsets: [0, 8, 8] } }, 8, "expected data_offsets to be two integers"],
    ["offsets that fall", { a: { ...entry, shape: [0], data_offsets: [8, 0] } }, 8, "data_offsets to rise, got [8, 0]"],
    [
      "fewer bytes than the shape",
      { a: { ...entry, shape: [3] } },
      8,
      "expected 12 bytes for its shape and dtype, got 8",
    ],
    ["more bytes than the shape", { a: { ...entry, shape: [] } }, 8, "expected 4 bytes for its shape and dtype, got 8"],
    [
      "bytes of another dtype",
      { a: { ...entry, dtype: "F64" } },
      8,
      "expected 16 bytes for its shape and dtype, got 8",
    ],
    ["a shape beyond all numbers", { a: { ...entry, shape: Array(30).fill(2 ** 50) } }, 8, "expected Infinity bytes"],
    ["a tensor behind the end", { a: entry }, 7, "expected 8 bytes behind the header, as its tensors have, got 7"],
    ["bytes of no tensor", { a: entry }, 9, "expected 8 bytes behind the header, as its tensors have, got 9"],
    ["bytes and no tensor", {}, 1, "expected 0 bytes behind the header, as its tensors have, got 1"],
    ["a hole in front", { a: { ...entry, data_offsets: [4, 12] } }, 12, 'tensor "a": expected to begin at 0, where'],
    [
      "a hole between two",
      { a: entry, b: { ...entry, data_offsets: [9, 17] } },
      17,
      'tensor "b": expected to begin at 8, where the one before it ends, got 9',
    ],
    [
      "two that overlap",
      { a: entry, b: { ...entry, data_offsets: [4, 12] } },
      12,
      'tensor "b": expected to begin at 8',
    ],
    ["two at one place", { a: entry, b: entry }, 8, 'tensor "b": expected to begin at 8'],
  ];

  test.each(wrong)("refuses %s", async (_, header, size, message) => {
    await expectRefused(fileOf(header, size), message);
  });

  /** @param {Uint8Array<ArrayBuffer>} bytes @param {string} message */
  async function expectRefused(bytes, message) {
    const error = await load(bytes).then(
      () => new Error("accepted"),
      (reason) => reason,
    );
    expect(error).toBeInstanceOf(RangeError);
    expect(error.message).toMatch(/^safetensors: /);
    expect(error.message).toContain(message);
    expect(error.message.length).toBeLessThan(300);
  }

  test("whatever the bytes: tensors of their sizes, or one error that says what is wrong", FUZZ, async () => {
    const header = fc.json({ maxDepth: 3 }).map((text) => fileOf(text.startsWith("{") ? text : `{"a":${text}}`, 8));
    const changed = fc
      .array(fc.tuple(fc.nat(RIGHT.length - 1), fc.nat(255)), { maxLength: 3 })
      .map((changes) => changes.reduce((bytes, [at, byte]) => bytes.with(at, byte), RIGHT));
    const cut = fc.nat(RIGHT.length).map((length) => RIGHT.slice(0, length));
    const any = fc.uint8Array({ maxLength: 60 }).map((bytes) => joined(lengthBytes(bytes.length % 50), bytes));
    await fc.assert(
      fc.asyncProperty(fc.oneof(header, changed, cut, any), async (bytes) => {
        try {
          for (const [name, tensor] of Object.entries(await load(bytes))) {
            expect(tensor.data.length, name).toBe(tensor.size);
          }
        } catch (error) {
          if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
          expect(error.message).toMatch(/^(safetensors: |tensor ".*": expected dtype|shape: expected at most)/s);
        }
      }),
      runs(2000),
    );
  });

  test("what was written is read, whatever the names, shapes and order", async () => {
    const tensors = fc.dictionary(
      fc.string({ unit: "binary", maxLength: 8 }).filter((name) => name !== "__metadata__"),
      fc.array(fc.nat(3), { maxLength: 4 }).chain((shape) => {
        const size = shape.reduce((count, length) => count * length, 1);
        return fc.record({
          dtype: fc.constantFrom("F32", "F64"),
          shape: fc.constant(shape),
          values: fc.array(fc.float({ noNaN: true }), { minLength: size, maxLength: size }),
        });
      }),
      { maxKeys: 6 },
    );
    await fc.assert(
      fc.asyncProperty(
        tensors,
        fc.boolean(),
        fc.constantFrom("", " ", "       "),
        async (tensors, reversed, padding) => {
          const state = await load(written(tensors, { reversed, padding }));
          expect(Object.keys(state).sort()).toEqual(Object.keys(tensors).sort());
          for (const [name, { shape, values }] of Object.entries(tensors)) {
            expect([...state[name].shape]).toEqual(shape);
            expect([...state[name].data]).toEqual(values);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("readSafetensors", () => {
  test("takes an ArrayBuffer, and a part of one at any offset", () => {
    expect(readSafetensors(RIGHT.buffer).scalar.item()).toBe(7);
    for (let offset = 0; offset < 9; offset++) {
      const part = joined(new Uint8Array(offset), RIGHT, new Uint8Array(3)).subarray(offset, offset + RIGHT.length);
      expect(readSafetensors(part)["0.weight"].toArray()).toEqual(VALUES["0.weight"]);
    }
    for (const wrong of [null, "x", new Float32Array(9), [1], new Blob([RIGHT])]) {
      expect(() => readSafetensors(/** @type {any} */ (wrong))).toThrow(
        /^bytes: expected an ArrayBuffer or a Uint8Array/,
      );
    }
  });

  test("makes a tensor when it is first read, once; it is a copy, and may be replaced", () => {
    const bytes = RIGHT.slice(),
      state = readSafetensors(bytes),
      weight = state["0.weight"];
    expect(state["0.weight"]).toBe(weight);
    bytes.fill(0);
    expect(weight.toArray()).toEqual(VALUES["0.weight"]);
    state["0.weight"] = mean(weight);
    expect(state["0.weight"].shape).toEqual([]);
    expect({ ...readSafetensors(RIGHT) }["0.bias"].toArray()).toEqual(VALUES["0.bias"]);
    const gone = readSafetensors(bytes.map((_, i) => RIGHT[i]).buffer);
    expect(() => gone.num_batches_tracked).toThrow(TypeError);
  });

  test("names another dtype only where such a tensor is read; Object.keys does not list it", () => {
    const state = readSafetensors(RIGHT);
    expect(Object.keys(state)).not.toContain("num_batches_tracked");
    expect("num_batches_tracked" in state).toBe(true);
    expect(() => state.num_batches_tracked).toThrow(
      new TypeError('tensor "num_batches_tracked": expected dtype F32, F16, BF16 or F64, got "I64"'),
    );
    for (const dtype of ["F4", "constructor"]) {
      const later = readSafetensors(fileOf({ a: { dtype, shape: [3], data_offsets: [0, 2] } }, 2));
      expect(() => later.a).toThrow(new TypeError(`tensor "a": expected dtype F32, F16, BF16 or F64, got "${dtype}"`));
    }
  });

  test("says so where the bytes were given away before a tensor was read", () => {
    const bytes = RIGHT.slice(),
      state = readSafetensors(bytes);
    structuredClone(bytes, { transfer: [bytes.buffer] });
    expect(() => state["0.weight"]).toThrow(
      new Error('tensor "0.weight": expected its 24 bytes, got 0: the file changed, or was transferred'),
    );
    expect(() => readSafetensors(bytes)).toThrow(
      /^safetensors: expected 8 bytes with the header's length, got 0 bytes$/,
    );
  });

  test("a tensor of nine dims is an error when it is read", () => {
    const state = readSafetensors(fileOf({ a: { dtype: "F32", shape: Array(9).fill(1), data_offsets: [0, 4] } }, 4));
    expect(() => state.a).toThrow(/^shape: expected at most 8 dims, got 9$/);
  });

  test("loads a layer", () => {
    const state = readSafetensors(RIGHT),
      layer = new LayerNorm(3);
    layer.bias?.copyFrom(state["0.bias"]);
    expect(layer.bias?.toArray()).toEqual(VALUES["0.bias"]);
  });
});

describe("openSafetensors", () => {
  /** A Blob that says which bytes are read of it. */
  class Watched extends Blob {
    /** @type {number[][]} */
    reads = [];
    /** @param {number} from @param {number} to */
    slice(from, to) {
      this.reads.push([from, to]);
      return super.slice(from, to);
    }
  }

  test("reads the header, and of each tensor its own bytes, when it is asked for", async () => {
    const blob = new Watched([RIGHT]),
      start = 8 + Number(new DataView(RIGHT.buffer).getBigUint64(0, true));
    const file = await openSafetensors(blob);
    expect(blob.reads).toEqual([
      [0, 16],
      [8, start],
    ]);
    expect(file.tensors["0.bias"]).toEqual({ dtype: "F16", shape: [3] });
    expect(file.tensors.num_batches_tracked).toEqual({ dtype: "I64", shape: [] });
    file.tensors["0.bias"].shape[0] = 4;
    expect((await file.read("0.bias")).toArray()).toEqual(VALUES["0.bias"]);
    expect(blob.reads.slice(2)).toEqual([[start + 24, start + 30]]);
    expect(await file.read("0.bias")).not.toBe(await file.read("0.bias"));
  });

  test("says which name or dtype it cannot read, and reads nothing for it", async () => {
    const blob = new Watched([RIGHT]),
      file = await openSafetensors(blob),
      { length } = blob.reads;
    await expect(file.read("1.weight")).rejects.toThrow(
      new RangeError('name: expected that of a tensor in the file, got "1.weight"; the nearest is "0.weight"'),
    );
    await expect(file.read("toString")).rejects.toThrow(RangeError);
    await expect(file.read("num_batches_tracked")).rejects.toThrow(
      new TypeError('tensor "num_batches_tracked": expected dtype F32, F16, BF16 or F64, got "I64"'),
    );
    expect(blob.reads).toHaveLength(length);
    await expect(openSafetensors(/** @type {any} */ (RIGHT))).rejects.toThrow(
      new TypeError(
        "source: expected a Blob, { size, read(begin, end) }, or an array of these, got Uint8Array " +
          "(readSafetensors takes bytes)",
      ),
    );
  });
});
