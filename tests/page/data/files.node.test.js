/** What is read from files that NumPy and safetensors wrote, all of it and by parts, and from tables. */
import { readSafetensors } from "layernorm/safetensors";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import fixtures from "../../fixtures/files.json" with { type: "json" };
import { root } from "../../setup.mjs";
import { openFile, openPasted } from "../../../web/page/sections/data/read/open.js";
import { columnsOf, rowsOf } from "../../../web/page/sections/data/read/window.js";
import { fileAt, fileOf, fromBase64 } from "./bytes.js";

/** @typedef {import("../../../web/page/sections/data/read/tensors.js").Listed} Listed */

/** All numbers of a tensor, in C order. @param {Listed} tensor */
const all = ({ read, shape }) => read({ row: 0, rows: rowsOf(shape), column: 0, columns: columnsOf(shape) });

/** @param {readonly (string | number)[]} values */
const floats = (values) => Float32Array.from(values, Number);

/** @param {File} file */
const errorOf = (file) =>
  openFile(file).then(
    () => "read",
    (error) => `${error.constructor.name}: ${error.message}`,
  );

describe("arrays as NumPy writes them", () => {
  test("there is one of each dtype that NumPy has for numbers, in both byte orders and both orders of the dims", () => {
    const names = fixtures.arrays.map(({ name }) => name);
    const dtypes = ["i2", "i4", "i8", "u2", "u4", "u8", "f2", "f4", "f8"].flatMap((code) => [`<${code}`, `>${code}`]);
    for (const dtype of [...dtypes, "<?", "<i1", "<u1"])
      expect(names).toEqual(expect.arrayContaining([`${dtype} C 2.npy`, `${dtype} F 2.npy`, `${dtype} F 3.npy`]));
  });

  test.each(fixtures.arrays)("$name", async ({ name, base64, dtype, shape, values }) => {
    const { tensors, kind } = await openFile(fileOf(name, fromBase64(base64)));
    expect(kind).toBe("an array");
    expect(tensors).toHaveLength(1);
    const [tensor] = tensors;
    expect({ name: `${tensor.name}.npy`, dtype: tensor.dtype, shape: tensor.shape }).toEqual({ name, dtype, shape });
    expect(tensor.why).toBe(values.length === 0 ? "It has no numbers." : "");
    expect(await all(tensor)).toEqual(floats(values));
  });

  test("of each the last row without its first column is read alone", async () => {
    for (const { name, base64, shape, values } of fixtures.arrays.filter(({ shape }) => shape.length > 1)) {
      const { tensors } = await openFile(fileOf(name, fromBase64(base64)));
      const [rows, columns] = [rowsOf(shape), columnsOf(shape)];
      if (rows === 0) continue;
      const part = await tensors[0].read({ row: rows - 1, rows: 1, column: 1, columns: columns - 1 });
      expect(part, name).toEqual(floats(values.slice((rows - 1) * columns + 1)));
    }
  });

  test.each(fixtures.refused)("$name is listed by its dtype, and said not to be numbers", async ({ name, base64 }) => {
    const file = fileOf(name, fromBase64(base64));
    if (name === "records.npy") {
      expect(await errorOf(file)).toMatch(/^Unreadable: Expected an array of numbers, and this is a structured array/);
      return;
    }
    const [{ why, dtype }] = (await openFile(file)).tensors;
    expect(why).toBe(`Its numbers are ${dtype}, and bool, int, uint and float are read here.`);
  });
});

describe("archives as NumPy writes them", () => {
  test.each(fixtures.archives)("$name", async ({ name, base64, tensors: wanted }) => {
    const { tensors } = await openFile(fileOf(name, fromBase64(base64)));
    expect(tensors.map(({ name, dtype, shape }) => ({ name, dtype, shape }))).toEqual(
      wanted.map(({ name, dtype, shape }) => ({ name, dtype, shape })),
    );
    for (const [i, tensor] of tensors.entries()) expect(await all(tensor)).toEqual(floats(wanted[i].values));
  });
});

describe("safetensors", () => {
  const PATHS = ["tests/fixtures/gpt2.safetensors", "web/page/sections/transformer/words/words.safetensors"];

  test.each(PATHS)("%s: every tensor has the numbers that the package reads", async (path) => {
    const wanted = readSafetensors(readFileSync(join(root, path)));
    const { tensors } = await openFile(fileAt(path));
    expect(tensors.map(({ name }) => name)).toEqual(Object.keys(wanted));
    expect(tensors.length).toBeGreaterThan(4);
    for (const tensor of tensors) {
      expect(tensor.shape).toEqual(wanted[tensor.name].shape);
      expect(await all(tensor)).toEqual(wanted[tensor.name].data);
    }
  });

  // 1 and −2, or what is nearest to −2, bit by bit.
  test.each(
    /** @type {[string, number[], number[]][]} */ ([
      ["BF16", [0x80, 0x3f, 0x00, 0xc0], [1, -2]],
      ["F16", [0x00, 0x3c, 0x00, 0xc0], [1, -2]],
      ["F32", [0x00, 0x00, 0x80, 0x3f, 0x00, 0x00, 0x00, 0xc0], [1, -2]],
      ["F64", [0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0x00, 0xc0], [1, -2]],
      ["I16", [1, 0, 0xfe, 0xff], [1, -2]],
      ["I8", [1, 0xfe], [1, -2]],
      ["U8", [1, 0xfe], [1, 254]],
      ["BOOL", [1, 0], [1, 0]],
    ]),
  )("%s", async (dtype, bytes, values) => {
    const header = JSON.stringify({ a: { dtype, shape: [2], data_offsets: [0, bytes.length] } });
    const start = new Uint8Array(8);
    new DataView(start.buffer).setBigUint64(0, BigInt(header.length), true);
    const content = Buffer.concat([start, Buffer.from(header), Uint8Array.from(bytes)]);
    const [tensor] = (await openFile(fileOf("a.safetensors", new Uint8Array(content)))).tensors;
    expect(await all(tensor)).toEqual(floats(values));
  });

  test("of a file of 3 GB three slices are read: what it is, its header, the rows that are shown", async () => {
    const [rows, columns] = [400_000, 2048];
    const header = JSON.stringify({
      table: { dtype: "F32", shape: [rows, columns], data_offsets: [0, 4 * rows * columns] },
    });
    const start = 8 + header.length;
    const bytes = new Uint8Array(start);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(header.length), true);
    bytes.set(new TextEncoder().encode(header), 8);
    /** @type {number[]} */
    const lengths = [];
    const size = start + 4 * rows * columns;
    // A number says in which row it stands.
    const slice = (/** @type {number} */ from, /** @type {number} */ to) => {
      lengths.push(Math.min(to, size) - from);
      if (from < start) return new Blob([bytes.slice(from, to)]);
      return new Blob([
        Float32Array.from({ length: (to - from) / 4 }, (_, i) => Math.floor(((from - start) / 4 + i) / columns)),
      ]);
    };
    const file = /** @type {File} */ (/** @type {unknown} */ ({ name: "large.safetensors", size, slice }));
    const [table] = (await openFile(file)).tensors;
    const part = await table.read({ row: 399_990, rows: 4, column: 0, columns });
    expect(part).toEqual(Float32Array.from({ length: 4 * columns }, (_, i) => 399_990 + Math.floor(i / columns)));
    expect(size).toBeGreaterThan(3e9);
    expect(lengths).toEqual([16, 16, header.length, 4 * 4 * columns]);
  });
});

/** @param {string} text */
async function table(text) {
  const { tensors, note } = openPasted(text);
  return { shape: tensors[0].shape, values: [...(await all(tensors[0]))], note };
}

/** @param {string} text */
function refusal(text) {
  try {
    openPasted(text);
  } catch (error) {
    return error instanceof Error ? `${error.constructor.name}: ${error.message}` : error;
  }
  return "read";
}

describe("tables", () => {
  test.each(fixtures.tables)("$name, as NumPy writes it", async ({ name, base64, shape, values }) => {
    const { tensors, kind } = await openFile(fileOf(name, fromBase64(base64)));
    expect(kind).toBe("a table");
    expect(tensors[0].shape).toEqual(shape);
    expect(await all(tensors[0])).toEqual(floats(values));
  });

  const FOUR = { shape: [2, 2], values: [1, 2, 3, 4], note: "" };
  test.each([
    ["commas", "1,2\n3,4"],
    ["commas and spaces", "1, 2\n3, 4\n"],
    ["CRLF", "1,2\r\n3,4\r\n"],
    ["CR", "1,2\r3,4\r"],
    ["quotation marks", '"1","2"\n"3","4"'],
    ["tabs", "1\t2\n3\t4"],
    ["semicolons", "1;2\n3;4"],
    ["spaces", "  1 2\n  3  4  \n"],
    ["empty lines", "\n1,2\n\n3,4\n\n"],
    ["remarks", "# two rows\n1,2\n3,4"],
    ["nested lists", "[[1, 2], [3, 4]]"],
    ["a print of PyTorch", "tensor([[1., 2.],\n        [3., 4.]])"],
    ["a line of NumPy", "x = np.array([[1, 2], [3, 4]])"],
  ])("%s", async (_, text) => expect(await table(text)).toEqual(FOUR));

  test("a byte order mark, and Excel's Unicode text", async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("1\t2\r\n3\t4\r\n", "utf16le")]);
    for (const content of [Buffer.from("\ufeff1,2\n3,4"), utf16]) {
      const { tensors } = await openFile(fileOf("a.csv", new Uint8Array(content)));
      expect([...(await all(tensors[0]))]).toEqual(FOUR.values);
    }
  });

  test("decimal commas, beside semicolons or tabs", async () => {
    expect((await table("1,5;2\n-,25;4")).values).toEqual([1.5, 2, -0.25, 4].map((x, i) => (i === 2 ? -0.25 : x)));
    expect((await table("1,5\t2\n3\t4,25")).values).toEqual([1.5, 2, 3, 4.25]);
  });

  test("one line, or one column, is one dim", async () => {
    expect((await table("1,2,3")).shape).toEqual([3]);
    expect((await table("1\n2\n3")).shape).toEqual([3]);
    expect((await table("4")).shape).toEqual([1]);
  });

  test("a line of names is told of; columns of words and a column that counts the rows are left out", async () => {
    expect(await table('"length, cm",width,kind\n5.1,3.5,a\n4.9,3,b')).toEqual({
      shape: [2, 2],
      values: [5.1, 3.5, 4.9, 3].map(Math.fround),
      note: "Columns: “length, cm”, “width”. Left out, as there is no number in it: “kind”.",
    });
    expect(await table(",a,b\n0,7,8\n1,9,6")).toEqual({
      shape: [2, 2],
      values: [7, 8, 9, 6],
      note: "Columns: “a”, “b”. Left out: the first column, which counts the rows.",
    });
  });

  test.each([
    ["", "Expected numbers, and there is no text."],
    ["# nothing\n", "Expected lines of numbers, and all lines are empty or remarks."],
    ["a,b\nc,d", "Expected numbers, got “c, d” in row 2."],
    ["a,b", "Expected numbers, got “a, b”."],
    ["1,2\n3", "Row 2: expected 2 cells as in row 1, got 1."],
    ["1,2\n3,4,5", "Row 2: expected 2 cells as in row 1, got 3."],
    ["1,2\n3,", "Row 2, column 2: expected a number, got an empty cell."],
    ["a,b\n1,2\n3,x", "Row 3, column 2 (“b”): expected a number, got “x”."],
    ["1,nan\n3,4", "Row 1, column 2: expected a number, got “nan”."],
    ["1;inf\n3;4", "Row 1, column 2: expected a number, got “inf”."],
    ["1,2\n3,1e39", "Row 2, column 2: expected a number, got “1e39”."],
    ['1,"2\n3,4', "Row 1: expected a quotation mark to be closed before the next comma or line."],
    ['1,"1,234"', "Row 1, column 2: expected a number without a comma, got “1,234”."],
    ["1,5;2.5", "Expected decimal commas or decimal points, got both: “1,5” and “2.5”."],
    ["[[1, 2], [3]]", expect.stringMatching(/\S/)],
    ["[1, 2", "A bracket is not closed."],
  ])("%j is refused", (text, why) => {
    const said = refusal(text);
    expect(said).toMatch(/^Unreadable: /);
    expect(String(said).slice("Unreadable: ".length)).toEqual(why);
  });
});
