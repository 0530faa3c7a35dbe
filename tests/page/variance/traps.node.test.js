/** What the four traps say, worked out anew: by PyTorch's own results, and in float32 here. */
import { mean, normalize, tensor } from "layernorm";
import { describe, expect, test } from "vitest";
import traps from "../../fixtures/traps.json" with { type: "json" };
import precision from "../../fixtures/precision.json" with { type: "json" };
import measured from "../../../web/page/figure/values/torch.json" with { type: "json" };
import { constantRow, constants, rows, torchMean, TORCH_ORDER, zeros } from "../../../web/page/figure/values/torch.js";
import { network } from "../../../web/page/figure/values/book-network.js";
import {
  constantRows,
  divisors,
  largeConstant,
  printedMeans,
  squareRows,
} from "../../../web/page/sections/variance/cards.js";
import { printed } from "../../../web/page/figure/words/small-numbers.js";
import { plain } from "../helpers/texts.js";

const { fround } = Math;

/** @param {readonly number[]} bits */
const float32s = (bits) => [...new Float32Array(Uint32Array.from(bits).buffer)];
/** @param {ArrayLike<number>} values */
const bitsOf = (values) => [...new Uint32Array(Float32Array.from(values).buffer)];

const VALUES = float32s(traps.values[0]);

/** A float32 so many steps further from 0. @param {number} value @param {number} ulps */
const stepped = (value, ulps) => float32s([bitsOf([value])[0] + ulps])[0];

describe("a row of one number, without eps", () => {
  test("is asked of 400 constants in six lengths", () => {
    expect(VALUES).toHaveLength(constants.count);
    expect(new Set(VALUES).size).toBe(400);
    expect(traps.constants.map(({ length }) => length)).toEqual([3, 6, 12, 48, 768, 4096]);
  });

  for (const { length, means, overN, overN1, layerNorm } of traps.constants) {
    test(`of length ${length}: in PyTorch NaN or ±1, over n − 1 ±√((n − 1) ÷ n), and never inf`, () => {
      expect([overN, overN1].join("")).toMatch(/^[n+-]{800}$/);
      expect(overN1).toBe(overN);
      expect(measured.constants.odd[/** @type {"6"} */ (String(length))]).toBe(overN1.replaceAll("n", "").length);
      // nn.LayerNorm, whose kernel adds in another way, is NaN throughout in this release.
      expect(layerNorm).toBe("n".repeat(400));
    });

    test(`of length ${length}: it is the mean’s rounding that decides, worked out in float32`, () => {
      VALUES.forEach((value, i) => {
        const off = fround(value - stepped(value, means[i]));
        const squares = fround(off * off);
        const [n, less] = [squares, fround(fround(length * squares) / (length - 1))].map((each) =>
          fround(off / fround(Math.sqrt(each))),
        );
        const sign = off === 0 ? "n" : off > 0 ? "+" : "-";
        expect(sign).toBe(overN[i]);
        if (off === 0) expect([n, less]).toEqual([NaN, NaN]);
        else {
          expect(Math.abs(n)).toBeCloseTo(1, 6);
          expect(Math.abs(less)).toBeCloseTo(Math.sqrt((length - 1) / length), 6);
        }
      });
    });

    test(`of length ${length}: this package rounds a mean once, and is NaN throughout, and 0 with eps`, () => {
      for (const value of VALUES)
        for (const correction of /** @type {const} */ ([0, 1])) {
          const y = normalize(tensor(new Float32Array(length).fill(value)), { dim: 0, correction, eps: 0 }).data;
          expect(y[0]).toBeNaN();
        }
      for (const value of VALUES) {
        const y = normalize(tensor(new Float32Array(length).fill(value)), { dim: 0, correction: 0, eps: 1e-5 }).data;
        expect(Math.abs(y[0])).toBe(0);
      }
    });
  }

  test("rows of six, added in PyTorch’s order, have PyTorch’s mean of every constant", () => {
    const six = traps.constants.find(({ length }) => length === 6);
    VALUES.forEach((value, i) => {
      expect(torchMean(new Array(6).fill(value))).toBe(stepped(value, six?.means[i] ?? NaN));
      const { normalized } = constantRow(value);
      expect(Number.isNaN(normalized) ? "n" : normalized > 0 ? "+" : "-").toBe(six?.overN1[i]);
    });
  });

  test("the card shows one that is NaN, and one of each sign", () => {
    const shown = constantRows().map(({ normalized }) => normalized);
    expect(shown[0]).toBeNaN();
    expect(shown[1]).toBeCloseTo(Math.sqrt(5 / 6), 6);
    expect(shown[2]).toBeCloseTo(-Math.sqrt(5 / 6), 6);
  });

  test("the constants are drawn from N(0, 1), as the card says", () => {
    const average = (/** @type {readonly number[]} */ values) =>
      values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(Math.abs(average(VALUES))).toBeLessThan(0.15);
    expect(Math.abs(average(VALUES.map((value) => value ** 2)) - 1)).toBeLessThan(0.15);
    expect(Math.max(...VALUES.map(Math.abs))).toBeLessThan(5);
  });

  test("with eps a large one is not rescued: in PyTorch, step by step here; this package gives 0", () => {
    const [large] = traps.large;
    expect(largeConstant().constant).toBe(large.constant);
    expect(bitsOf([largeConstant().normalized])[0]).toBe(large.normalized);
    expect(largeConstant().normalized).toBeCloseTo(-0.295, 3);
    const row = tensor(new Float32Array(6).fill(large.constant));
    expect([...normalize(row, { dim: 0, correction: 0, eps: large.eps }).data].map(Math.abs)).toEqual(
      new Array(6).fill(0),
    );
  });

  test("with eps it comes out as 0 or next to it", () => {
    let most = 0;
    for (const { means } of traps.constants)
      VALUES.forEach((value, i) => {
        const off = Math.abs(value - stepped(value, means[i]));
        most = Math.max(most, off / Math.sqrt(off * off + 1e-5));
      });
    expect(most / constants.mostWithEps).toBeCloseTo(1, 4);
    expect(most).toBeLessThan(1e-3);
  });
});

describe("a sum that should be 0", () => {
  test("is 0 for a share of random rows: in PyTorch, and in float32 here in every order", () => {
    expect(traps.zeros[0]).toEqual(zeros);
    const share = zeros.zeros / zeros.rows;
    expect(share).toBeGreaterThan(0.14);
    expect(share).toBeLessThan(0.18);
    let state = 1;
    const random = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return (state + 0.5) / 2 ** 32;
    };
    const normal = () => fround(Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random()));
    let found = 0;
    for (let row = 0; row < zeros.rows; row++) {
      const x = Array.from({ length: 6 }, normal);
      const m = torchMean(x);
      const centred = x.map((value) => fround(value - m));
      const root = fround(Math.sqrt(fround(centred.reduce((sum, value) => sum + value * value, 0) / 5)));
      const y = centred.map((value) => fround(value / root));
      let sum = 0;
      for (const i of TORCH_ORDER) sum = fround(sum + y[i]);
      if (sum === 0) found++;
    }
    expect(Math.abs(found / zeros.rows - share)).toBeLessThan(0.02);
  });

  test("the book’s mean is PyTorch’s, from outputs of which one is a last bit less: those of this page", () => {
    const [usual, less1, less3] = traps.rows;
    expect(usual.row).toEqual(precision.sums[0].row);
    expect(traps.rows.map(({ row }) => row)).toEqual([rows.torch, rows.less1, rows.less3]);
    expect(traps.rows.map(({ text }) => text)).toEqual([
      "tensor([[9.9341e-09]])",
      "tensor([[-5.9605e-08]])",
      "tensor([[0.]])",
    ]);
    // As the book prints its variance.
    expect(less1.variance).toBe("tensor([[1.]])");
    const less = (/** @type {number} */ output) => usual.out.map((bits, i) => (i === output ? bits - 1 : bits));
    expect([less1.out, less3.out]).toEqual([less(1), less(3)]);
    expect(bitsOf(network(123).out.slice(0, 6))).toEqual(less1.out);
    printedMeans().forEach(({ mean: got }, i) => {
      expect(bitsOf([got])[0]).toBe(traps.rows[i].mean);
      if (got !== 0) expect(traps.rows[i].text).toBe(`tensor([[${plain(printed(got))}]])`);
    });
  });

  test("the book’s own row adds up to 0 in PyTorch’s numbers, from left to right", () => {
    expect(rows.torch.length).toBe(6);
    expect(float32s(rows.torch).reduce((sum, value) => fround(sum + value), 0)).toBe(0);
  });
});

test("over n, x̂ is √(n ÷ (n − 1)) times as large as over n − 1, but for eps", () => {
  const { n, cells, asClass, growth } = divisors();
  const row = network(123).out.slice(0, n);
  const m = row.reduce((sum, value) => sum + value, 0) / n;
  const squares = row.reduce((sum, value) => sum + (value - m) ** 2, 0);
  expect(cells).toBeCloseTo((row[0] - m) / Math.sqrt(squares / (n - 1)), 6);
  expect(asClass).toBeCloseTo((row[0] - m) / Math.sqrt(squares / n + 1e-5), 6);
  expect(growth ** 2).toBeCloseTo(n / (n - 1), 12);
  expect(asClass / cells / growth).toBeCloseTo(1, 3);
});

test("in the square without keepdim, column j loses the mean of row j", () => {
  const { shape, row, means, right, wrong, statisticShape, meanOf } = squareRows();
  expect([shape, statisticShape]).toEqual([[3, 3], [3]]);
  expect(means).toEqual([0, 1, 2].map((i) => mean(tensor([1, 2, 6, 0, 4, 8, 5, 7, 9], [3, 3]), { dim: 1 }).data[i]));
  expect(right).toEqual(row.map((value) => value - means[0]));
  expect(wrong).toEqual(row.map((value, column) => value - means[column]));
  expect(meanOf(right)).toBe(0);
  expect(meanOf(wrong)).toBeCloseTo(wrong.reduce((sum, value) => sum + value) / 3, 6);
  expect(meanOf(wrong)).not.toBeCloseTo(0, 1);
});

test("the errors of many rows, and of four, are those of the fixtures", () => {
  expect(measured.many).toEqual(traps.many[0]);
});
