/**
 * Files that are wrong, by chance or on purpose: each is refused in one sentence, or read right; none is run as code,
 * unpacked without a limit, or read for ever.
 */
import fc from "fast-check";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import fixtures from "../../fixtures/files.json" with { type: "json" };
import { FUZZ, runs } from "../../fuzz/runs.js";
import { root } from "../../setup.mjs";
import { openFile, openPasted } from "../../../web/page/sections/data/read/open.js";
import { MOST_UNPACKED } from "../../../web/page/sections/data/read/npz.js";
import { Unreadable } from "../../../web/page/sections/data/read/unreadable.js";
import { columnsOf, rowsOf } from "../../../web/page/sections/data/read/window.js";
import { fileOf, fromBase64, npyOf } from "./bytes.js";

/** A sentence begins with a capital, a name or a place such as [1], has no line breaks, and ends. */
const SENTENCE = /^(?:[A-Z“]|(?:\[\d+\])+ (?:is|has) )[^\n]*[.?!…”)]$/u;

/**
 * Opens a file and reads the first numbers of each tensor: what they are, or the sentence that refuses them. Any other
 * error fails the test.
 * @param {File} file
 * @returns {Promise<string | readonly { shape: readonly number[], values: number[] }[]>}
 */
async function outcome(file) {
  try {
    const { tensors } = await openFile(file);
    const found = [];
    for (const { shape, why, read } of tensors.slice(0, 4)) {
      if (why !== "") return why;
      const window = { row: 0, rows: Math.min(rowsOf(shape), 12), column: 0, columns: Math.min(columnsOf(shape), 60) };
      found.push({ shape, values: [...(await read(window))] });
    }
    return found;
  } catch (error) {
    if (error instanceof Unreadable) return error.message;
    throw error;
  }
}

/** @param {Awaited<ReturnType<typeof outcome>>} found */
function checkOutcome(found) {
  if (typeof found === "string") {
    expect(found).toMatch(SENTENCE);
    expect(found.length).toBeLessThan(400);
  } else {
    for (const { shape, values } of found) {
      const shown = Math.min(rowsOf(shape), 12) * Math.min(columnsOf(shape), 60);
      expect(values).toHaveLength(shown);
    }
  }
}

const npy = (/** @type {string} */ dict, size = 24) => outcome(fileOf("a.npy", npyOf(dict, new Uint8Array(size))));

describe("headers of arrays", () => {
  test("the right one is read, with blanks and a comma or without", async () => {
    for (const dict of [
      "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }    \n",
      "{'shape':(2,3),'fortran_order':False,'descr':'<f4'}",
      '{"descr": "<f4", "fortran_order": False, "shape": (2L, 3L)}',
    ])
      expect(await npy(dict)).toEqual([{ shape: [2, 3], values: [0, 0, 0, 0, 0, 0] }]);
  });

  const COUNT = 2 ** 40;
  test.each([
    ["code", "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3) + __import__('os').system('x')}"],
    ["a call", "dict(descr='<f4', fortran_order=False, shape=(2, 3))"],
    ["a list of sizes", "{'descr': '<f4', 'fortran_order': False, 'shape': [2, 3]}"],
    ["a negative size", "{'descr': '<f4', 'fortran_order': False, 'shape': (-2, 3)}"],
    ["a name twice", "{'descr': '<f4', 'descr': '<f8', 'fortran_order': False, 'shape': (2, 3)}"],
    ["a name too many", "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), 'more': True}"],
    ["nothing", ""],
    ["a prototype", "{'__proto__': '<f4', 'fortran_order': False, 'shape': (2, 3)}"],
    ["more behind it", "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)} {}"],
  ])("with %s is refused", async (_, dict) => {
    expect(await npy(dict)).toMatch(/^Expected a header with 'descr', 'fortran_order' and 'shape', such as .*…”\.$/);
  });

  test("sizes that the file has no room for are refused before anything is made of that size", async () => {
    expect(await npy(`{'descr': '<f4', 'fortran_order': False, 'shape': (${COUNT},)}`)).toBe(
      `Expected ${4 * COUNT} bytes of numbers for [${COUNT}] of float32, got 24.`,
    );
    checkOutcome(await npy(`{'descr': '<f8', 'fortran_order': True, 'shape': (${"9".repeat(15)}, ${"9".repeat(15)})}`));
    checkOutcome(await npy(`{'descr': '<f8', 'fortran_order': True, 'shape': (${"999999999, ".repeat(500)})}`));
    expect(await npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}", 23)).toBe(
      "Expected 24 bytes of numbers for [2, 3] of float32, got 23.",
    );
    expect(await npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}", 25)).toBe(
      "Expected 24 bytes of numbers for [2, 3] of float32, got 25.",
    );
  });

  test("a header longer than any is refused, whatever the file has room for", async () => {
    const dict = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}";
    const longest = npyOf(dict.padEnd(65_535), new Uint8Array(24), 2);
    expect(await outcome(fileOf("a.npy", longest))).toEqual([{ shape: [2, 3], values: [0, 0, 0, 0, 0, 0] }]);
    longest.set([1, 0, 1, 0], 8);
    expect(await outcome(fileOf("a.npy", longest))).toBe(
      "Expected a header of at most 65536 bytes, and the array says 65537.",
    );
  });

  test("of a version to come, or cut off, are refused", async () => {
    const whole = npyOf("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}", new Uint8Array(24));
    expect(await outcome(fileOf("a.npy", whole.with(6, 4)))).toMatch(/^Expected an array as numpy.save writes it/);
    for (let length = 0; length < whole.length; length++) {
      const found = await outcome(fileOf("a.npy", whole.slice(0, length)));
      expect(typeof found).toBe("string");
      checkOutcome(found);
    }
  });
});

/**
 * A ZIP file of one deflated or several stored parts, with any sizes in its lists.
 * @param {readonly { name: string, data: Uint8Array, size: number, method: number, crc: number }[]} parts
 */
function zipOf(parts) {
  /** @type {Buffer[]} */
  const files = [];
  /** @type {Buffer[]} */
  const list = [];
  let at = 0;
  for (const { name, data, size, method, crc } of parts) {
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(crc, 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(size, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), fields, Buffer.from(name), data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    list.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), fields, rest, Buffer.from(name)]));
    files.push(local);
    at += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(
    list.reduce((sum, { length }) => sum + length, 0),
    8,
  );
  end.writeUInt32LE(at, 12);
  return new Uint8Array(Buffer.concat([...files, ...list, Buffer.from("PK\x05\x06", "latin1"), end]));
}

describe("archives", () => {
  const header = (/** @type {string} */ shape) => `{'descr': '|u1', 'fortran_order': False, 'shape': (${shape},)}`;
  const array = npyOf(header("6"), new Uint8Array([1, 2, 3, 4, 5, 6]));
  const stored = { name: "a.npy", data: array, size: array.length, method: 0, crc: crc32(array) };
  const packed = { ...stored, data: deflateRawSync(array), method: 8 };

  test("made by hand are read", async () => {
    for (const part of [stored, packed])
      expect(await outcome(fileOf("a.npz", zipOf([part])))).toEqual([{ shape: [6], values: [1, 2, 3, 4, 5, 6] }]);
  });

  test("whose bytes are not those that were saved are refused", async () => {
    for (const at of [array.length - 1, array.length - 6]) {
      const changed = array.with(at, array[at] ^ 1);
      const sums = [array, changed].map((bytes) => crc32(bytes).toString(16).padStart(8, "0"));
      for (const part of [
        { ...stored, data: changed },
        { ...packed, data: deflateRawSync(changed) },
      ])
        expect(await outcome(fileOf("a.npz", zipOf([part])))).toBe(
          `“a” in the ZIP file: it is damaged: expected bytes whose checksum is ${sums[0]}, got one of ${sums[1]}.`,
        );
    }
  });

  test("that would unpack to more than they say, or to very much, are refused", async () => {
    const zeros = npyOf(header("6"), new Uint8Array(2 ** 24));
    const bomb = { name: "a.npy", data: deflateRawSync(zeros), size: array.length, method: 8, crc: crc32(zeros) };
    expect(await outcome(fileOf("a.npz", zipOf([bomb])))).toMatch(/^“a” in the ZIP file: decompressed size exceeds/);
    const count = MOST_UNPACKED;
    const many = npyOf(header(String(count)), new Uint8Array(100_000));
    const large = { ...bomb, data: deflateRawSync(many), size: many.length - 100_000 + count };
    expect(await outcome(fileOf("a.npz", zipOf([large])))).toMatch(
      /^“a” in the ZIP file: it unpacks to 268 MB, and up to 268 MB are unpacked here: save it with numpy.savez\.$/,
    );
  });

  test("with a name twice, without arrays, as other programmes write them, are refused", async () => {
    const named = (/** @type {string} */ name) => zipOf([{ ...stored, name }]);
    expect(await outcome(fileOf("a.npz", zipOf([stored, stored])))).toBe(
      "Expected each name once in the ZIP file, got “a” twice.",
    );
    expect(await outcome(fileOf("a.pt", named("archive/data.pkl")))).toMatch(/torch\.save writes: save it with safe/);
    expect(await outcome(fileOf("a.xlsx", named("[Content_Types].xml")))).toMatch(/Office file: save the sheet as CSV/);
    expect(await outcome(fileOf("a.zip", named("a.txt")))).toMatch(/there is no \.npy file among its 1\.$/);
    expect(await outcome(fileOf("a.npz", zipOf([])))).toMatch(/among its 0\.$/);
  });
});

describe("other files", () => {
  test.each([
    ["an empty one", "", "got an empty file."],
    ["HDF5", "\x89HDF\r\n\x1a\n", "got an HDF5 file: in Python, numpy.save the array that you mean."],
    ["a pickle", "\x80\x04\x95", "got a pickle, which only Python can run."],
    ["a PDF", "%PDF-1.7", "got a PDF."],
    ["bytes", "\xff\xfe\xfd\x00\x01", "and “a.bin” is neither of these nor text in UTF-8."],
  ])("%s", async (_, content, why) => {
    const found = await outcome(
      fileOf(
        "a.bin",
        Uint8Array.from(content, (c) => c.charCodeAt(0)),
      ),
    );
    expect(found).toBe(`Expected .csv, .tsv, .npy, .npz or .safetensors, ${why}`);
  });

  test("a name of an array on another file, a text that is too long, a file that is gone", async () => {
    expect(await outcome(fileOf("a.npy", "1,2"))).toMatch(/“a\.npy” does not begin as numpy\.save/);
    expect(await outcome(fileOf("a.csv", "1,2\n".repeat(2e6 + 1)))).toBe(
      "Expected a table of at most 8 MB, got 8 MB: as .npy it is read by parts.",
    );
    const gone = {
      name: "a.csv",
      size: 3,
      slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException("gone")) }),
    };
    expect(await outcome(/** @type {File} */ (/** @type {unknown} */ (gone)))).toMatch(SENTENCE);
  });

  test("safetensors: what its reader refuses", async () => {
    const of = (/** @type {string} */ json) => {
      const bytes = new Uint8Array(8 + json.length);
      new DataView(bytes.buffer).setBigUint64(0, BigInt(json.length), true);
      bytes.set(new TextEncoder().encode(json), 8);
      return outcome(fileOf("a.safetensors", bytes));
    };
    expect(await of("{}")).toBe("Expected tensors, and the safetensors file has none.");
    expect(await of('{"a":{"dtype":"F32","shape":[1099511627776],"data_offsets":[0,4398046511104]}}')).toMatch(
      /^As a safetensors file it is malformed: expected .*the file is cut off\.$/,
    );
    expect(await of('{"a":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}}')).toBe("It has no numbers.");
    expect(await of('{"a":{"dtype":"F8_E4M3","shape":[0],"data_offsets":[0,0]}}')).toMatch(/^Its numbers are F8_E4M3/);
  });
});

/** Right files, small ones of each kind. */
const RIGHT = [
  ...[...fixtures.arrays, ...fixtures.archives, ...fixtures.tables].map(({ name, base64 }) => ({
    name,
    bytes: fromBase64(base64),
  })),
  {
    name: "model.safetensors",
    bytes: new Uint8Array(readFileSync(join(root, "tests/fixtures/model.safetensors"))).slice(0, 1 << 16),
  },
];

describe("any file", () => {
  test("a right one with some bytes changed, cut off, or grown, is refused in a sentence or read", FUZZ, async () => {
    const change = fc.record({ at: fc.double({ min: 0, max: 0.999, noNaN: true }), to: fc.nat(255) });
    const cut = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 1 });
    const mutated = fc.record({
      right: fc.constantFrom(...RIGHT),
      // Also near the beginning, where the headers are, and near the end, where numbers are, or a ZIP file's list.
      changes: fc.array(fc.record({ change, where: fc.constantFrom("early", "late", "late", "anywhere") }), {
        minLength: 1,
        maxLength: 3,
      }),
      cut,
    });
    const seen = { read: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(mutated, async ({ right: { name, bytes }, changes, cut }) => {
        const copy = bytes.slice(0, cut === null ? bytes.length : Math.ceil(cut * bytes.length));
        for (const { change, where } of changes) {
          const reach = where === "anywhere" ? copy.length : Math.min(copy.length, where === "early" ? 128 : 20);
          const place = Math.floor(change.at * reach);
          copy[where === "late" ? copy.length - 1 - place : place] = change.to;
        }
        const found = await outcome(fileOf(name, copy));
        checkOutcome(found);
        seen[typeof found === "string" ? "refused" : "read"]++;
      }),
      runs(3000),
    );
    expect(seen.read).toBeGreaterThan(300);
    expect(seen.refused).toBeGreaterThan(300);
  });

  test("any bytes behind each beginning that is known", FUZZ, async () => {
    const begin = fc.constantFrom(
      "\x93NUMPY\x01\x00",
      "\x93NUMPY\x02\x00",
      "PK\x03\x04",
      "PK\x05\x06",
      "\x10\0\0\0\0\0\0\0{",
      "",
    );
    await fc.assert(
      fc.asyncProperty(begin, fc.uint8Array({ maxLength: 80 }), async (start, bytes) => {
        const content = new Uint8Array([...Array.from(start, (c) => c.charCodeAt(0)), ...bytes]);
        checkOutcome(await outcome(fileOf("any", content)));
      }),
      runs(2000),
    );
  });

  test("any text, of the characters that tables have", FUZZ, () => {
    const unit = fc.constantFrom(..."0123456789.,;\t\n\r \"'-−eE#[]()abn");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        try {
          const { tensors } = openPasted(text);
          expect(tensors[0].shape.every((size) => size > 0)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(Unreadable);
          expect(/** @type {Error} */ (error).message).toMatch(SENTENCE);
        }
      }),
      runs(3000),
    );
  });
});
