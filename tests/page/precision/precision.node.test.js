/** The precision lens's arithmetic, beside PyTorch's and NumPy's, and beside what float32 is by definition. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fromBfloat16, fromFloat16 } from "layernorm";
import { describe, expect, test } from "vitest";
import {
  bitAt,
  bitsOf,
  flipped,
  float32Of,
  partAt,
  partsOf,
  ulpOf,
  ulpPower,
} from "../../../web/page/sections/precision/float32.js";
import { drawRow, onePass, outcomesOf, twoPasses } from "../../../web/page/sections/precision/job.js";
import { readQuery } from "../../../web/page/link/read.js";
import peers from "../../../web/page/sections/precision/peers.json" with { type: "json" };
import { PEERS_ROW, ROWS } from "../../../web/page/sections/precision/peers.js";
import { acrossOf, downOf, lineOf, ticksOf } from "../../../web/page/sections/precision/layout.js";
import { brief, inUlps, printed, writtenOut } from "../../../web/page/sections/precision/sentences.js";
import { computedValues, ORDERS, sumOf, unitOf } from "../../../web/page/sections/precision/six.js";
import { COUNTS, MEANS } from "../../../web/page/sections/precision/limits.js";
import { rows, runningSums } from "../../../web/page/figure/values/torch.js";
import book from "../../fixtures/book.json" with { type: "json" };
import fixtures from "../../fixtures/precision.json" with { type: "json" };
import { sweepOf } from "../helpers/precision.js";
import { plain } from "../helpers/texts.js";
import { root } from "../../setup.mjs";
import { CASE, peersOf } from "../peers.mjs";

describe("sums of six", () => {
  for (const [i, { row, left, right, torch, mean }] of fixtures.sums.entries()) {
    test(`row ${i} in three orders, to the bit`, () => {
      const six = row.map(float32Of);
      const got = /** @type {const} */ (["left", "right", "torch"]).map((order) => bitsOf(sumOf(six, order)));
      expect(got).toEqual([left, right, torch]);
      expect(bitsOf(Math.fround(sumOf(six, "torch") / six.length))).toBe(mean);
    });
  }

  test("each order has every number once", () => {
    for (const order of Object.values(ORDERS)) expect([...order].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test("the page's row of PyTorch is the fixture's, and prints its mean alike", () => {
    const [{ row, text }] = fixtures.sums;
    expect(rows.torch).toEqual(row);
    const printedMean = printed(Math.fround(sumOf(row.map(float32Of), "torch") / row.length));
    expect(text).toBe(`tensor([${plain(printedMean)}])`);
  });

  test("the row of this page is the book's, and three orders give three sums", () => {
    const wanted = book.stages.find(({ name }) => name === "normalized")?.data.slice(0, 6);
    const six = computedValues();
    six.forEach((value, i) => expect(Math.abs(value - Number(wanted?.[i]))).toBeLessThanOrEqual(2 ** -22));
    const sums = /** @type {const} */ (["left", "right", "torch"]).map((order) => sumOf(six, order));
    expect(new Set(sums).size).toBe(3);
    for (const sum of sums) expect(Math.abs(sum)).toBeLessThanOrEqual(2 * unitOf(six));
    expect(inUlps(2 ** -24, unitOf(six))).toBe("0.5 ulps");
  });
});

describe("bits", () => {
  const SOME = [1, -1, 0.1, -0.87188321, 1.4125669, 1e-40, -(2 ** -149), 65504, 3.4e38, 2 ** -126, 123456.789].map(
    Math.fround,
  );

  test("a number is what its three parts say", () => {
    for (const value of SOME) {
      const { sign, exponent, fraction } = partsOf(bitsOf(value));
      const significand = (exponent > 0 ? 1 : 0) + fraction / 2 ** 23;
      expect((-1) ** sign * 2 ** (Math.max(exponent, 1) - 127) * significand).toBe(value);
      expect(float32Of(bitsOf(value))).toBe(value);
    }
  });

  test("32 of them, in three parts, each of which can be flipped and flipped back", () => {
    const places = Array.from({ length: 32 }, (_, place) => place);
    expect(places.map(partAt).join("")).toBe(`sign${"exponent".repeat(8)}${"fraction".repeat(23)}`);
    for (const value of SOME) {
      const bits = bitsOf(value);
      expect(parseInt(places.map((place) => bitAt(bits, place)).join(""), 2)).toBe(bits);
      for (const place of places) {
        expect(bitAt(flipped(bits, place), place)).toBe(1 - bitAt(bits, place));
        expect(flipped(flipped(bits, place), place)).toBe(bits);
      }
      expect(float32Of(flipped(bits, 0))).toBe(-value);
    }
  });

  test("one ulp is the way to the next number, in float32, float16 and bfloat16", () => {
    for (const value of SOME) {
      const size = Math.abs(value);
      expect(ulpOf(value)).toBe(float32Of(bitsOf(size) + 1) - size);
    }
    for (const bits of [1, 0x3ff, 0x400, 0x3c00, 0x3c01, 0x5640, 0x7bfe]) {
      const [value, next] = fromFloat16(new Uint16Array([bits, bits + 1])).data;
      expect(2 ** ulpPower(value, 10, -14)).toBe(next - value);
    }
    for (const bits of [1, 0x7f, 0x80, 0x3f80, 0x4049, 0x7f7e]) {
      const [value, next] = fromBfloat16(new Uint16Array([bits, bits + 1])).data;
      expect(2 ** ulpPower(value, 7, -126)).toBe(next - value);
    }
  });
});

describe("far from 0", () => {
  for (const { mean, x: bits, variance, normalized, float16, bfloat16, ...by } of fixtures.far) {
    const x = Float32Array.from(bits, float32Of);

    test(`at ${mean}, one pass and two passes are those of NumPy, to the bit`, () => {
      expect([bitsOf(onePass(x).variance), bitsOf(twoPasses(x).variance)]).toEqual([by.onePass, by.twoPasses]);
    });

    test(`at ${mean}, errors are from PyTorch's float64, and spreads those of its half precision`, () => {
      const { ways, formats, variance: right } = outcomesOf(x);
      expect(Math.abs(right / variance - 1)).toBeLessThan(1e-9);
      for (const way of Object.values(ways))
        expect(Math.abs(way.error - Math.abs(way.variance - variance) / variance)).toBeLessThan(1e-9 * (1 + way.error));
      expect(normalized).toHaveLength(x.length);
      for (const [name, wanted] of Object.entries({ float16, bfloat16 })) {
        const stored = formats[/** @type {"float16" | "bfloat16"} */ (name)];
        expect(stored.kept, name).toBe(wanted.kept);
        if (wanted.spread === "NaN") expect(stored.spread).toBeNaN();
        else expect(stored.spread).toBeCloseTo(Number(wanted.spread), 8);
      }
    });

    test(`at ${mean}, the error of x̂ is the largest difference from PyTorch's float64`, () => {
      const { mean: rounded, variance: squares } = twoPasses(x);
      const root = Math.fround(Math.sqrt(Math.fround(squares + 1e-5)));
      const errors = normalized.map((value, i) =>
        Math.abs(Math.fround(Math.fround(x[i] - rounded) / root) - Number(value)),
      );
      expect(Math.abs(outcomesOf(x).ways.twoPasses.normalizedError - Math.max(...errors))).toBeLessThan(1e-8);
    });
  }

  for (const count of COUNTS.map(Number)) {
    test(`${count} numbers: this package is right at every mean, and the one pass is not`, () => {
      const row = drawRow(count);
      expect(row).toHaveLength(count);
      const all = sweepOf(count);
      expect(all).toHaveLength(MEANS.length);
      for (const { ways } of all) {
        expect(ways.kernels.error).toBeLessThan(2e-7);
        expect(ways.kernels.normalizedError).toBeLessThan(1e-6);
      }
      expect(all.some(({ ways }) => ways.onePass.variance < 0)).toBe(true);
      expect(all[MEANS.indexOf(1e4)].ways.onePass.error).toBeGreaterThan(0.99);
    });
  }

  test("the spread is 1, as far as float32 can have it at that mean", () => {
    for (const [i, { variance }] of sweepOf(768).entries())
      expect(Math.abs(variance - 1)).toBeLessThan(1e-6 + ulpOf(MEANS[i]));
  });
});

describe("drawn", () => {
  test("means rise in even steps, from 0 and 1 to a million", () => {
    expect([MEANS[0], MEANS[1], MEANS[MEANS.length - 1]]).toEqual([0, 1, 1e6]);
    for (let i = 2; i < MEANS.length; i++) expect(Math.log10(MEANS[i] / MEANS[i - 1])).toBeCloseTo(0.1, 2);
    expect([acrossOf(0), acrossOf(MEANS.length - 1)]).toEqual([0, 100]);
  });

  test("errors have a place between the ends, NaN has none, and breaks the line", () => {
    for (const drawn of /** @type {const} */ (["variance", "normalized"])) {
      const ticks = ticksOf(drawn);
      expect([downOf(drawn, 0), downOf(drawn, 10 ** ticks[0])]).toEqual([100, 100]);
      expect(downOf(drawn, Infinity)).toBe(0);
      expect(downOf(drawn, NaN)).toBeNaN();
      expect(lineOf(drawn, [1, NaN, 1, 1]).replace(/[\d ]+/g, "")).toBe("MML");
      expect(lineOf(drawn, [])).toBe("");
    }
  });
});

describe("in words", () => {
  test("very small numbers as PyTorch prints them, and written out", () => {
    expect(plain(printed(-(2 ** -24)))).toBe("-5.9605e-08");
    expect(plain(writtenOut(-(2 ** -24)))).toBe("-0.000000059605");
    expect(writtenOut(2 ** -25)).toBe("0.000000029802");
    expect([printed(0), printed(NaN), plain(printed(-Infinity))]).toEqual(["0", "NaN", "-∞"]);
    expect([1, 8, 0.9997, 1e8, 12.3456, 5e-8, 1234.5, 0].map((each) => plain(brief(each)))).toEqual([
      "1.000",
      "8",
      "0.9997",
      "1e+08",
      "12.35",
      "5e-08",
      "1235",
      "0",
    ]);
  });
});

test("the benchmark takes as many rows as the text says", () => {
  expect(readFileSync(join(root, "tests/bench/accuracy.mjs"), "utf8")).toContain(`const ROWS = ${ROWS};`);
});

test("packages' errors are those of the benchmark: else run node tests/page/peers.mjs", () => {
  expect(peers).toEqual(peersOf());
  expect(CASE).toBe(`${PEERS_ROW.mean.toExponential().replace("+", "")} +- ${PEERS_ROW.spread.toExponential()}`);
});

test("sums are rounded at each step", () => {
  expect(runningSums([1, 2 ** -25, -1])).toEqual([1, 1, 0]);
});

describe("a link that cannot be followed is refused in words", () => {
  for (const field of ["mean=-1", "mean=2e6", "number=6", "order=up", "count=7", "error=mean"]) {
    test(field, () => {
      const [name, text] = `precision.${field}`.split("=");
      expect(readQuery(`?${name}=${text}`).refused).toEqual([{ name, text, why: expect.stringMatching(/\w{2,} \w+/) }]);
    });
  }
});
