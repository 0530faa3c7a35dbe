/** What a person pastes, read as a tensor or refused with a word of why; and what one number is refused for. */
import fc from "fast-check";
import { tensor } from "layernorm";
import { beforeEach, describe, expect, test } from "vitest";
import { setTensor } from "../../../../web/page/figure/state/own-tensor.js";
import { parseNumber } from "../../../../web/page/kit/format.js";
import { isUnfinished, whyNoNumber } from "../../../../web/page/figure/typed/number.js";
import { lesson, NONE } from "../../../../web/page/store/lesson.js";
import { lessonOf } from "../../../../web/page/link/lesson.js";
import { readQuery } from "../../../../web/page/link/read.js";
import { isSeveral, readTensor } from "../../../../web/page/figure/typed/tensor.js";
import * as store from "../../../../web/page/store/state.js";
import { shortest } from "../../../../web/page/kit/shortest.js";
import { writeQuery } from "../../../../web/page/link/write.js";

/** @type {readonly [number, number]} */
const ANY = [1, 4];

/** @param {string} text @param {readonly [number, number]} [ranks] */
function read(text, ranks = ANY) {
  const given = readTensor(text, ranks);
  return "error" in given ? given.error : { shape: given.shape, values: [...given.values] };
}

const FOUR = { shape: [2, 2], values: [1, 2, 3, 4] };

describe("a matrix in the clipboard", () => {
  test.each([
    ["tabs, as from a spreadsheet", "1\t2\r\n3\t4\r\n"],
    ["commas", "1,2\n3,4"],
    ["commas and spaces", "1, 2,\n3, 4\n"],
    ["spaces", "  1 2\n  3   4  "],
    ["semicolons", "1;2\n3;4"],
    ["old line ends", "1 2\r3 4"],
    ["blank lines", "1 2\n\n3 4\n\n"],
    ["lists", "[[1, 2], [3, 4]]"],
    ["lists over several lines", "[[1, 2],\n [3, 4],\n]"],
    ["tuples", "((1, 2), (3, 4))"],
    ["what PyTorch prints", "tensor([[1., 2.],\n        [3., 4.]])"],
    ["with its dtype", "tensor([[1., 2.],\n        [3., 4.]], dtype=torch.float64)"],
    ["with its device", "tensor([[1., 2.],\n        [3., 4.]], device='cuda:0', grad_fn=<AddBackward0>)"],
    ["what a program says", "x = torch.tensor([[1, 2], [3, 4]], requires_grad=True);"],
    ["what NumPy prints", "[[1. 2.]\n [3. 4.]]"],
    ["NumPy's own form", "array([[1., 2.],\n       [3., 4.]], dtype=float32)"],
  ])("%s", (_, text) => {
    expect(read(text)).toEqual(FOUR);
  });

  test("one line is a row, and of a matrix where a matrix is wanted", () => {
    expect(read("1 2 3")).toEqual({ shape: [3], values: [1, 2, 3] });
    expect(read("1 2 3", [2, 2])).toEqual({ shape: [1, 3], values: [1, 2, 3] });
    expect(read("[1, 2, 3]", [2, 2])).toContain("takes a tensor of 2 dims; [3] has 1 dim.");
    expect(read("1\n2\n3")).toEqual({ shape: [3, 1], values: [1, 2, 3] });
  });

  test("beside tabs and semicolons a comma is a decimal one", () => {
    expect(read("1,5\t2\n-0,25\t1e2")).toEqual({ shape: [2, 2], values: [1.5, 2, -0.25, 100] });
    expect(read("1,5;2,5")).toEqual({ shape: [2], values: [1.5, 2.5] });
  });

  test.each([
    ["", "Nothing was pasted."],
    ["1 2\n3", "Line 2 has 1 item, but line 1 has 2."],
    ["[[1, 2], [3, 4], [5]]", "[2] has 1 item, but [0] has 2."],
    ["[[[1, 2]], [[3, 4], [5, 6]]]", "[1] has 2 items, but [0] has 1."],
    ["[[[1, 2], [3]], [[3, 4], [5, 6]]]", "[0, 1] has 1 item, but [0, 0] has 2."],
    ["[[1, 2], 3]", "[1] is a number where [0] is a list."],
    ["[1, [2, 3]]", "[1] is a list where [0] is a number."],
    ["1 two\n3 4", "“two” is not a number."],
    ["1 1/2", "“1/2” is a fraction: type 0.5."],
    ["1 1e39", "“1e39” is too large: numbers end at 1e+30 here."],
    ["[1, nan]", "“nan” is not a finite number."],
    ["1,2 3,4", "it is not clear which of them part the numbers"],
    ["1,,2", "Two commas have no number between them."],
    ["1\t\t2", "A place is empty: every place needs a number."],
    ["[1, , 2]", "A comma has no number before it."],
    ["[[1, 2]", "A bracket is not closed."],
    ["tensor([1, 2]", "A bracket is not closed."],
    ["[1, 2]]", "A bracket ] closes what nothing has opened."],
    ["[1, 2], [3, 4]", "put one bracket around them"],
    ["[]", "A list without numbers"],
    ["tensor([0.1, ..., 0.3])", "“...” stands for numbers that the print has left out"],
    ["[[[[[1]]]]]", "takes a tensor of 1 to 4 dims; [1, 1, 1, 1, 1] has 5 dims."],
    [`[${new Array(8193).fill(0)}]`, "That is 8193 values; a tensor has at most 8192 here."],
    ["9".repeat(400_000), "far too many"],
  ])("%j is refused", (text, why) => {
    expect(read(text)).toContain(why);
  });

  test("what PyTorch prints of any tensor is read back as that tensor", () => {
    const shape = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 });
    // Sixteenths up to 50 are printed in full: four decimals, and no powers of ten.
    const value = fc.oneof(
      fc.integer({ min: -800, max: 800 }).map((sixteenths) => sixteenths / 16),
      fc.constant(-0),
    );
    const printed = shape.chain((sizes) => {
      const count = sizes.reduce((size, n) => size * n, 1);
      return fc.array(value, { minLength: count, maxLength: count }).map((values) => ({ sizes, values }));
    });
    fc.assert(
      fc.property(printed, ({ sizes, values }) => {
        const text = String(tensor(Float32Array.from(values), sizes));
        const back = readTensor(text, ANY);
        if ("error" in back) throw new Error(`${back.error} ${text}`);
        expect(back).toEqual({ shape: sizes, values: Float32Array.from(values) });
      }),
    );
  });

  test("numbers written in full come back to the bit, whatever parts them", () => {
    const value = fc.float({ noNaN: true, noDefaultInfinity: true, min: Math.fround(-1e30), max: Math.fround(1e30) });
    const matrix = fc
      .tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 2, max: 5 }))
      .chain(([rows, columns]) =>
        fc.array(fc.array(value, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
      );
    fc.assert(
      fc.property(matrix, fc.constantFrom("\t", ", ", ",", " ", ";"), (rows, separator) => {
        const plain = rows.map((row) => row.map(shortest).join(separator)).join("\n");
        const nested = `[${rows.map((row) => `[${row.map(shortest).join(", ")}]`).join(", ")}]`;
        const wanted = { shape: [rows.length, rows[0].length], values: rows.flat().map(Math.fround) };
        expect(read(plain)).toEqual(wanted);
        expect(read(nested)).toEqual(wanted);
      }),
    );
  });

  test("whatever is pasted, it is a tensor of finite numbers or a sentence", () => {
    const bits = fc.constantFrom("[", "]", "(", ")", ",", " ", "\n", "\t", "1", "2.5", "-", "e", "tensor(", "x", "...");
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 12 }), (parts) => {
        const given = readTensor(parts.join(""), ANY);
        if ("error" in given) {
          expect(given.error).toMatch(/\w.*\.$/);
        } else {
          expect(given.shape.reduce((size, n) => size * n, 1)).toBe(given.values.length);
          expect(given.values.every(Number.isFinite)).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("one number is no tensor, and several are", () => {
    for (const one of ["1", " -2.5\n", "1,5", "1e-5", "abc", ""]) expect(isSeveral(one), one).toBe(false);
    for (const several of ["1 2", "1\t2", "1,2,3", "1\n2", "[1]", "1;2"])
      expect(isSeveral(several), several).toBe(true);
  });
});

describe("one number", () => {
  test.each([
    ["abc", "“abc” is not a number."],
    ["1e39", "“1e39” is too large: numbers end at 1e+30 here."],
    ["−1e31", "“-1e31” is too large: numbers end at 1e+30 here."],
    ["1/2", "“1/2” is a fraction: type 0.5."],
    ["-1/3", "“-1/3” is a fraction: type -0.333333."],
    ["1/0", "“1/0” is a fraction."],
    ["", "A number is needed here."],
    ["  ", "A number is needed here."],
    ["inf", "“inf” is not a finite number."],
    ["1..", "“1..” is not a number."],
    ["z".repeat(99), `“${"z".repeat(24)}…” is not a number.`],
  ])("%j is refused with a word of why", (text, why) => {
    expect(whyNoNumber(text)).toBe(why);
  });

  test("there is a reason exactly where it is refused, and a beginning of a number is not one yet", () => {
    const text = fc.array(fc.constantFrom(..."0123456789+-−.,e/a "), { maxLength: 8 }).map((parts) => parts.join(""));
    fc.assert(fc.property(text, (typed) => Number.isNaN(parseNumber(typed)) === (whyNoNumber(typed) !== "")));
    for (const begun of ["", "-", "−", "1", "1.", "1,", "1e", "1e-", ".", "-.5e"]) {
      expect(isUnfinished(begun), begun).toBe(true);
    }
    for (const hopeless of ["abc", "1/2", "1..", "--"]) expect(isUnfinished(hopeless), hopeless).toBe(false);
  });
});

describe("a tensor that is pasted", () => {
  beforeEach(() => {
    store.load(store.INITIAL);
    lesson.value = NONE;
  });

  const pasted = { shape: [3, 2], values: Float32Array.of(1, 2, 3, 4, 5, 7) };

  test("takes the place of the figure's, in one step, with weights and a selection that fit", () => {
    const edited = { weight: [1, 2, 3, 4, 5, 6], bias: [0, 1, 0, 0, 0, 0], stage: 3 };
    const at = /** @type {const} */ ({ panel: "y", index: 23 });
    const before = { ...store.INITIAL, dim: { ...store.INITIAL.dim, ...edited, at } };
    store.load(before);
    expect(setTensor("dim", pasted)).toBe(true);
    const { dim } = store.state.value;
    expect(dim.x).toMatchObject(pasted);
    expect([dim.weight, dim.bias]).toEqual([
      [1, 1],
      [0, 0],
    ]);
    expect(dim.at.index).toBeLessThan(6);
    expect(readQuery(writeQuery(store.state.value))).toEqual({ state: store.state.value, lesson: NONE, refused: [] });
    store.undo();
    expect(store.state.value).toBe(before);
  });

  test("of another rank brings its last dim", () => {
    setTensor("dim", { shape: [1, 2, 2], values: Float32Array.of(1, 2, 3, 4) });
    expect(store.state.value.dim.dims).toEqual([2]);
  });

  test("of the preset's shape keeps the names of its dims", () => {
    setTensor("family", { shape: [2, 4, 2, 2], values: new Float32Array(32).fill(1) });
    expect(store.state.value.family.x?.names).toEqual(["batch", "channels", "height", "width"]);
  });

  test("as large as a figure takes, comes back from the link", () => {
    const values = Float32Array.from({ length: 8192 }, (_, i) => i / 3);
    setTensor("dim", { shape: [8, 1024], values });
    expect(readQuery(writeQuery(store.state.value)).state.dim.x).toEqual(store.state.value.dim.x);
  });

  for (const lock of /** @type {const} */ (["x", "preset"])) {
    test(`is refused where a lesson has fixed ${lock}`, () => {
      lesson.value = lessonOf({ only: null, locks: [lock] });
      expect(setTensor("dim", pasted)).toBe(false);
      expect(store.state.value).toBe(store.INITIAL);
    });
  }
});
