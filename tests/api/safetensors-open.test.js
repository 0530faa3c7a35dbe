/** Where openSafetensors reads from, several files as one, and where tensors go. */
import { afterEach, describe, expect, test } from "vitest";
import { empty, full, memoryUsage, ones, tensor, Tensor } from "../../web/api/index.js";
import { openSafetensors, writeSafetensors } from "../../web/api/safetensors.js";
import { fileOf, joined, written } from "./safetensors.js";

/** @import { SafetensorsSource } from "../../web/api/safetensors.js" */

/** @param {unknown} value what no type allows @returns {any} */
const any = (value) => value;

const TENSORS = {
  "a.weight": { dtype: "F32", shape: [2, 3], values: [1, 2, 3, 4, 5, 6.5] },
  half: { dtype: "F16", shape: [3], values: [0x3c00, 0xc000, 0x0001] },
  brain: { dtype: "BF16", shape: [3, 1], values: [0x3f80, 0x4049, 0xffc0] },
  double: { dtype: "F64", shape: [2], values: [0.1, 1e300] },
  scalar: { dtype: "F32", shape: [], values: [7] },
  none: { dtype: "BF16", shape: [0, 4], values: [] },
  count: { dtype: "I64", shape: [], values: [1] },
};

const NAMES = /** @type {const} */ (["a.weight", "half", "brain", "double", "scalar", "none"]);

/** A byte in front of the elements, so that they begin at no multiple of 2. */
const BYTES = written({ odd: { dtype: "U8", shape: [1], values: [1] }, ...TENSORS });

/** @type {Record<string, any>} */
const VALUES = {
  "a.weight": [
    [1, 2, 3],
    [4, 5, 6.5],
  ],
  half: [1, -2, 2 ** -24],
  brain: [[1], [3.140625], [NaN]],
  double: [Math.fround(0.1), Infinity],
  scalar: 7,
  none: [],
};

/**
 * A file somewhere else, which tells what was read of it.
 * @param {Uint8Array} bytes
 * @param {number[][]} [reads]
 * @returns {SafetensorsSource}
 */
const remote = (bytes, reads = []) => ({
  size: bytes.length,
  async read(begin, end) {
    reads.push([begin, end]);
    return bytes.subarray(begin, end);
  },
});

/** @type {[string, (bytes: Uint8Array<ArrayBuffer>) => any][]} */
const sources = [
  ["a Blob", (bytes) => new Blob([bytes])],
  ["a File", (bytes) => new File([bytes], "model.safetensors")],
  ["ranges", (bytes) => remote(bytes)],
  ["an array of one", (bytes) => [new Blob([bytes])]],
];

/** What is resident when a test ends was forgotten. */
afterEach(() => expect(memoryUsage().resident).toBe(0));

describe.each(sources)("%s", (_, make) => {
  test("every tensor, at whatever byte it begins: new, resident, or into out", async () => {
    for (const offset of [0, 1, 2, 3]) {
      const shifted = written(Object.fromEntries(Object.entries({ ...TENSORS })), { padding: " ".repeat(offset) });
      const { tensors, read } = await openSafetensors(make(offset ? shifted : BYTES));
      for (const name of NAMES) {
        const { shape } = tensors[name],
          ordinary = await read(name),
          resident = await read(name, { resident: true });
        expect([ordinary, resident].map((t) => [t.toArray(), t.resident, [...t.shape]])).toEqual([
          [VALUES[name], false, shape],
          [VALUES[name], true, shape],
        ]);
        const targets = [full(shape, 9), full(shape, 9, { resident: true })];
        for (const out of targets) {
          expect((await read(name, { out })) === out).toBe(true);
          expect(out.toArray(), name).toEqual(VALUES[name]);
        }
        for (const each of [resident, ...targets]) each.dispose();
      }
    }
  });

  test("a new tensor has memory of its own", async () => {
    const bytes = writeSafetensors({ a: [1, 2, 3] }),
      { read } = await openSafetensors(make(bytes)),
      tensors = await Promise.all([read("a"), read("a"), read("a", { resident: true })]);
    bytes.fill(0);
    tensors[0].fill(9);
    expect(tensors.map((each) => each.toArray())).toEqual([
      [9, 9, 9],
      [1, 2, 3],
      [1, 2, 3],
    ]);
    tensors[2].dispose();
  });
});

describe("read(name, { resident, out })", () => {
  test("out may be anything with data and shape or dims", async () => {
    const { read } = await openSafetensors(new Blob([BYTES]));
    for (const name of NAMES.slice(0, 4)) {
      const { shape } = tensor(VALUES[name]),
        data = new Float32Array(shape[0] * (shape[1] ?? 1) + 2).fill(5);
      const got = await read(name, { out: { data: data.subarray(1, -1), dims: [...shape] } });
      expect(got).toBeInstanceOf(Tensor);
      expect(got.toArray()).toEqual(VALUES[name]);
      expect([...data.subarray(1, -1)]).toEqual([...got.data]);
      expect([data[0], data[data.length - 1]]).toEqual([5, 5]);
    }
  });

  test("right where memory grows meanwhile", async () => {
    const n = memoryUsage().total / 2 + 1000,
      { read } = await openSafetensors(
        new Blob([fileOf({ w: { dtype: "BF16", shape: [n], data_offsets: [0, 2 * n] } }, 2 * n)]),
      );
    const out = full([n], 1, { resident: true }),
      view = out.data,
      more = await read("w", { resident: true });
    await read("w", { out });
    expect(view.length).toBe(0);
    expect([out, more].map(({ data }) => data.every((v) => v === 0))).toEqual([true, true]);
    for (const each of [out, more]) each.dispose();
  });

  test("what is wrong is refused before bytes are read, and nothing is written", async () => {
    /** @type {number[][]} */
    const reads = [],
      { read } = await openSafetensors(remote(BYTES, reads)),
      before = reads.length;
    const out = full([3], 9);
    const gone = ones([3], { resident: true });
    gone.dispose();
    /** @type {[any, any, ErrorConstructor, string][]} */
    const wrong = [
      ["half", { out: ones([1, 3]) }, RangeError, "out: expected shape [3], got [1, 3]"],
      ["half", { out: new Float32Array(3) }, TypeError, "out: expected a tensor or { data, shape }, got Float32Array"],
      ["half", { out: null }, TypeError, "out: expected a tensor or { data, shape }, got null"],
      [
        "half",
        { out: { data: new Float64Array(3), shape: [3] } },
        TypeError,
        "out.data: expected a Float32Array, got Float64Array",
      ],
      ["half", { out: gone }, Error, "expected a tensor in use, got one of shape [3] that was disposed"],
      ["half", { out, resident: true }, TypeError, "resident: expected nothing beside out, got true"],
      ["half", { resident: 1 }, TypeError, "resident: expected true or false, got 1"],
      ["half", { into: out }, TypeError, "options: expected only resident, out, got into"],
      ["half", out, TypeError, "options: expected an object with resident, out, got Tensor"],
      ["halves", { out }, RangeError, 'got "halves"; the nearest is "half"'],
      ["count", { out }, TypeError, 'expected dtype F32, F16, BF16 or F64, got "I64"'],
    ];
    for (const [name, options, kind, message] of wrong) {
      const error = await read(name, options).catch((/** @type {unknown} */ reason) => reason);
      expect(error, message).toBeInstanceOf(kind);
      expect(String(error)).toContain(message);
    }
    expect(reads).toHaveLength(before);
    expect(out.toArray()).toEqual([9, 9, 9]);
    await read("half", { out, resident: false });
    expect(out.toArray()).toEqual(VALUES.half);
  });

  test("an out that was disposed while its bytes came is an error", async () => {
    for (const name of NAMES.slice(0, 4)) {
      const { read, tensors } = await openSafetensors(new Blob([BYTES])),
        out = empty(tensors[name].shape, { resident: true }),
        reading = read(name, { out });
      out.dispose();
      await expect(reading).rejects.toThrow(/expected a tensor in use/);
    }
  });
});

describe("{ size, read(begin, end) }", () => {
  test("is asked for the header, and for each tensor's own bytes", async () => {
    /** @type {number[][]} */
    const reads = [],
      { read } = await openSafetensors(remote(BYTES, reads)),
      start = 8 + Number(new DataView(BYTES.buffer).getBigUint64(0, true));
    expect(reads).toEqual([
      [0, 16],
      [8, start],
    ]);
    await read("half");
    expect(reads.slice(2)).toEqual([[start + 25, start + 31]]);
  });

  test("may give a part of a larger buffer, as Node.js does", async () => {
    for (let offset = 0; offset < 9; offset++) {
      const large = joined(new Uint8Array(offset), BYTES, new Uint8Array(9)).subarray(offset, offset + BYTES.length),
        { read } = await openSafetensors(remote(large));
      for (const name of NAMES) expect((await read(name)).toArray()).toEqual(VALUES[name]);
    }
  });

  test("is not asked for nothing, which no range of HTTP is", async () => {
    /** @type {number[][]} */
    const reads = [],
      { read } = await openSafetensors(remote(BYTES, reads));
    expect((await read("none")).shape).toEqual([0, 4]);
    await expect(openSafetensors(remote(new Uint8Array(0), reads))).rejects.toThrow(RangeError);
    expect(reads.filter(([begin, end]) => begin === end)).toEqual([]);
  });

  test("that gives something else, more or less, or fails, is told so", async () => {
    /** @param {(begin: number, end: number) => any} read */
    const opened = (read) => openSafetensors({ size: BYTES.length, read });
    await expect(opened(async () => BYTES)).rejects.toThrow(
      new Error(
        `source.read(0, 16): expected 16 bytes, got ${BYTES.length} (a server that does not know the header Range ` +
          "sends the whole file)",
      ),
    );
    await expect(opened(async (begin, end) => BYTES.subarray(begin, end - 1))).rejects.toThrow(
      new Error("source.read(0, 16): expected 16 bytes, got 15"),
    );
    await expect(opened(async (begin, end) => BYTES.buffer.slice(begin, end))).rejects.toThrow(
      new TypeError("source.read(0, 16): expected a Uint8Array, got ArrayBuffer"),
    );
    await expect(opened(async () => null)).rejects.toThrow(TypeError);
    const lost = new Error("503");
    await expect(opened(() => Promise.reject(lost))).rejects.toBe(lost);
    const out = full([3], 9);
    let calls = 0;
    const { read } = await opened(async (begin, end) => BYTES.subarray(begin, calls++ < 2 ? end : end - 1));
    await expect(read("half", { out })).rejects.toThrow(/^source.read\(\d+, \d+\): expected 6 bytes, got 5$/);
    expect(out.toArray()).toEqual([9, 9, 9]);
  });

  test("must have a size", async () => {
    const { read } = remote(BYTES);
    await expect(openSafetensors(any({ read }))).rejects.toThrow(
      new TypeError("source.size: expected an integer, got undefined"),
    );
    for (const size of [-1, 1.5, NaN]) await expect(openSafetensors({ size, read })).rejects.toThrow(RangeError);
    await expect(openSafetensors({ size: BYTES.length - 1, read })).rejects.toThrow(
      /behind the header, as its tensors have, got \d+: the file is cut off$/,
    );
  });
});

describe("several files", () => {
  const first = writeSafetensors({ "a.weight": [1, 2] }, { metadata: { format: "pt", part: "1" } }),
    second = writeSafetensors({ "b.weight": [3], "b.bias": [4] }, { dtype: "BF16", metadata: { part: "2", more: "" } });

  test("are one: names in their order, tensors from where they are, what their headers say besides", async () => {
    const file = await openSafetensors([new Blob([first]), remote(second)]);
    expect(Object.keys(file.tensors)).toEqual(["a.weight", "b.bias", "b.weight"]);
    expect(file.tensors["b.bias"]).toEqual({ dtype: "BF16", shape: [1] });
    expect({ ...file.metadata }).toEqual({ format: "pt", part: "1", more: "" });
    const values = await Promise.all(Object.keys(file.tensors).map(async (name) => (await file.read(name)).toArray()));
    expect(values).toEqual([[1, 2], [4], [3]]);
    await expect(file.read("a.bias")).rejects.toThrow('got "a.bias"; the nearest is "b.bias"');
  });

  test("with a tensor of one name are refused, and so is none", async () => {
    const again = writeSafetensors({ "b.bias": [5] });
    await expect(openSafetensors([new Blob([first]), new Blob([second]), new Blob([again])])).rejects.toThrow(
      new RangeError('safetensors: expected each name in one file, got "b.bias" in source[1] and source[2]'),
    );
    await expect(openSafetensors([])).rejects.toThrow(new RangeError("source: expected at least one file, got []"));
  });

  test("errors name the file", async () => {
    const page = new Blob(["<!DOCTYPE html><title>404</title>"]);
    await expect(openSafetensors([new Blob([first]), page])).rejects.toThrow(
      new RangeError("safetensors: source[1]: begins with '<!DOCTYPE': a page, not a file?"),
    );
    await expect(openSafetensors(any([new Blob([first]), "b.safetensors"]))).rejects.toThrow(
      /^source\[1\]: expected a B/,
    );
    await expect(openSafetensors(any([[new Blob([first])]]))).rejects.toThrow(/^source\[0\]: expected a Blob/);
    await expect(openSafetensors([{ size: 5.5, read: async () => first }])).rejects.toThrow(
      /^source\[0\].size: expected/,
    );
  });
});

test("metadata: what the header says besides, often nothing", async () => {
  const open = (/** @type {Uint8Array<ArrayBuffer>} */ bytes) => openSafetensors(new Blob([bytes]));
  expect({ ...(await open(BYTES)).metadata }).toEqual({});
  const { metadata } = await open(fileOf('{"__metadata__":{"__proto__":"a","1":"b"}}'));
  expect([Object.getPrototypeOf(metadata), Object.entries(metadata).sort()]).toEqual([
    null,
    [
      ["1", "b"],
      ["__proto__", "a"],
    ],
  ]);
});
