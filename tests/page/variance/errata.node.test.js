/** The table of what is sometimes written: each number that it shows is worked out anew, or is PyTorch's. */
import { describe, expect, test } from "vitest";
import { constantRow } from "../../../web/page/figure/values/torch.js";
import { formatNumber } from "../../../web/page/kit/format.js";
import { errata } from "../../../web/page/sections/variance/errata.js";
import book from "../../fixtures/book.json" with { type: "json" };
import { numbers } from "../helpers/questions.js";
import { plain } from "../helpers/texts.js";

const all = errata();
/** @param {RegExp} written */
const erratum = (written) => {
  const found = all.filter((row) => written.test(row.written));
  expect(found, `${written}`).toHaveLength(1);
  return found[0];
};
/** @param {RegExp} written */
const said = (written) => plain(erratum(written).here);
/** @param {string} name */
const stage = (name) => (book.stages.find((each) => each.name === name)?.data ?? []).map(Number);
/** @param {readonly number[]} row @param {number} divisor */
const varianceOf = (row, divisor) => {
  const mean = row.reduce((sum, value) => sum + value, 0) / row.length;
  return row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / divisor;
};

const ROW = stage("out").slice(0, 6);
const four = (/** @type {number} */ value) => plain(formatNumber(value));

describe("what is written and what is right", () => {
  test("ten rows, no two alike", () => {
    expect(new Set(all.map(({ written }) => written)).size).toBe(10);
  });

  test("e−08 moves the point eight places", () => {
    const rows = all.slice(0, 2).map(({ written, right, here }) => ({
      is: plain(right).match(/^(\S+) is (\S+):/) ?? [],
      isNot: plain(written).match(/^(\S+) is (\S+)$/) ?? [],
      here: numbers(plain(here)),
    }));
    for (const { is, isNot } of rows) {
      expect(Number(is[1])).toBe(Number(is[2]));
      expect(isNot[1]).toBe(is[1]);
      expect(Number(isNot[2])).not.toBeCloseTo(Number(is[2]), 12);
    }
    expect(rows.map(({ isNot }) => Number(isNot[2]) / Number(isNot[1])).map((ratio) => ratio.toFixed(3))).toEqual([
      "10.000",
      "0.100",
    ]);
    expect(all.slice(0, 2).map(({ here }) => plain(here))).toEqual([
      "-5.9605e-08 · 10⁸ = -5.9605",
      "2.9802e-08 · 10⁸ = 2.9802",
    ]);
  });

  test("the steps and the class are two recipes", () => {
    const [cells, asClass] = ["normalized", "LayerNorm(out)"].map((name) =>
      stage(name).slice(0, 2).map(four).join(", "),
    );
    expect(said(/step by step/)).toBe(`The row begins with ${cells} by the steps, with ${asClass} by the class.`);
  });

  test("keepdim keeps the number of dims, and “across rows” is ambiguous", () => {
    expect(said(/keepdim/)).toContain(
      "over dim -1 has shape [2, 1] with keepdim. Without, [0.1324, 0.2170] has shape [2]",
    );
    expect(said(/across rows/)).toMatch(/Of \[2, 6\], dim 0 leaves \[6\].*dim 1 leaves \[2\]/);
  });

  test("LayerNorm divides by the root of variance + eps, and the line comes out with the digits shown", () => {
    const { right, here } = erratum(/divides by the variance/);
    expect(right).toContain("√(variance + eps)");
    const [, variance, inside, root] = here.match(/over n is (\S+), and √\((\S+) \+ 1e-05\) [=≈] (\S+) is/) ?? [];
    expect(inside).toBe(variance);
    expect(Number(variance)).toBeCloseTo(varianceOf(ROW, 6), 4);
    expect(four(Math.sqrt(Number(inside) + 1e-5))).toBe(root);
    expect(four(Math.sqrt(varianceOf(ROW, 6) + 1e-5))).toBe(root);
  });

  test("the variance after it is var ÷ (var + eps)", () => {
    const row = [1, 1.0001, 1.0002, 1.0003, 1.0004].map(Math.fround);
    const variance = varianceOf(row, 5);
    const here = said(/variance is 1/);
    expect(numbers(here.match(/x̂ has (\S+),/)?.[1] ?? "")[0]).toBeCloseTo(variance / (variance + 1e-5), 4);
    const mean = row.reduce((sum, value) => sum + value) / 5;
    const largest = Math.max(...row.map((value) => Math.abs(value - mean))) / Math.sqrt(variance + 1e-5);
    expect(here).toContain(`no number farther than ${four(largest)} from 0`);
  });

  test("Bessel’s correction is the n − 1", () => {
    const [less, over] = [5, 6].map((divisor) => four(varianceOf(ROW, divisor)));
    expect(said(/Bessel/)).toBe(`The row’s variance is ${less} over n - 1, and ${over} over n.`);
  });

  test("a constant row is NaN or ±1, ±√((n − 1) ÷ n) over n − 1: never inf", () => {
    const { right, here } = erratum(/constant row/);
    expect(right).toMatch(/NaN or, where its mean was rounded, ±1 \(over n − 1, ±√\(\(n − 1\) ÷ n\)\)/);
    expect(right).not.toContain("inf");
    expect(here).toMatch(/^\[3, 3, 3, 3, 3\] becomes NaN without eps, and 0\.0000 with it\. Six times 0\.3/);
    expect(Number(plain(here).match(/becomes (\S+)\.$/)?.[1])).toBeCloseTo(Math.sqrt(5 / 6), 4);
    expect(constantRow(0.3).normalized).toBeCloseTo(Math.sqrt(5 / 6), 6);
  });

  test("RMSNorm adds its eps under the root", () => {
    const here = said(/RMSNorm/);
    expect(here).toContain(`become ${four(1e-3 / Math.sqrt(1e-6 + 1e-5))},`);
    expect(here).toContain(`would make them ${four(1e-3 / (1e-3 + 1e-5))}.`);
  });
});
