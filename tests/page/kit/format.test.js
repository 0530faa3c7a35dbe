import { describe, expect, test } from "vitest";
import { formatCells, formatEps, formatNumbers } from "../../../web/page/figure/words/format-tensor.js";
import {
  countedInWords,
  formatBrief,
  formatNumber,
  formatReadout,
  formatTick,
  parseNumber,
  inWords,
} from "../../../web/page/kit/format.js";
import { isClipped } from "../../../web/page/kit/styles/cell-style.js";
import { RAMP_LIMIT, cellColours, contrast } from "../../../web/page/kit/styles/ramp.js";

describe("numbers as text", () => {
  test("four decimals and a true minus sign", () => {
    expect(formatNumber(0.61594)).toBe("0.6159");
    expect(formatNumber(-0.87194)).toBe("−0.8719");
  });

  test("a negative zero and a residue keep their sign, as PyTorch prints them", () => {
    expect(formatNumber(-5.9605e-8)).toBe("−0.0000");
    expect(formatNumber(-0)).toBe("−0.0000");
    expect(formatNumber(0)).toBe("0.0000");
  });

  test("small counts are words, from no to twelve", () => {
    const words = "no one two three four five six seven eight nine ten eleven twelve 13".split(" ");
    expect(words.map((_, count) => inWords(count))).toEqual(words);
  });

  test("none and several are a plural, one is not", () => {
    expect([0, 1, 2].map((count) => countedInWords(count, "column"))).toEqual([
      "no columns",
      "one column",
      "two columns",
    ]);
  });

  test("ties go to even: 0.03125 is 0.0312", () => {
    expect(formatNumber(0.03125)).toBe("0.0312");
    expect(formatNumber(0.09375)).toBe("0.0938");
  });

  test("what is not finite says so", () => {
    expect([NaN, Infinity, -Infinity].map((value) => formatNumber(value))).toEqual(["NaN", "∞", "−∞"]);
  });

  test("large numbers turn to exponents", () => {
    expect(formatNumber(2.5e6)).toBe("2.5e+06");
  });

  test("a tensor of whole numbers has no decimals, NaN or not", () => {
    expect(formatNumbers([10, -20, 50])).toEqual(["10", "−20", "50"]);
    expect(formatNumbers([0, -0, NaN])).toEqual(["0", "−0", "NaN"]);
    expect(formatNumbers([NaN])).toEqual(["NaN"]);
    expect(formatNumbers([10, 0.5])).toEqual(["10.0000", "0.5000"]);
  });

  test("a cell's text has at most seven characters", () => {
    expect(formatCells([178.605, -20.5, 0.25])).toEqual(["178.605", "−20.500", "0.2500"]);
    expect(formatCells([-1180.9803, 0.5])[0]).toBe("−1181.0");
    const wide = [123456, -123456, 1e30, -1.25e30, -98765.4321, 99999, -99999.5, 0.5];
    expect(formatCells(wide).filter((text) => text.length > 7)).toEqual([]);
    expect(formatCells(wide).slice(0, 4)).toEqual(["1.2e+05", "−1e+05", "1e+30", "−1e+30"]);
  });

  test("the marks of an axis are round", () => {
    expect([0, 0.1 + 0.2, -1.5, 2e29, 99999, 3e-7, -3e-7].map(formatTick)).toEqual([
      "0",
      "0.3",
      "−1.5",
      "2e+29",
      "100000",
      "3e−07",
      "−3e−07",
    ]);
  });

  test("beside a picture: two decimals, two digits where it is small, and nothing but 0 is 0", () => {
    expect([1e-4, -1e-4, 2.34e-5, 9.99e-4, 5e-7, -3.2e-6].map(formatBrief)).toEqual([
      "1e−04",
      "−1e−04",
      "2.3e−05",
      "1e−03",
      "5e−07",
      "−3.2e−06",
    ]);
    expect([0, 4.9e-7, -1e-8].map(formatBrief)).toEqual(["0.00", "0.00", "0.00"]);
    expect([1e-3, 0.0123, -0.0949, 0.095, -0.5, 1, 99999].map(formatBrief)).toEqual([
      "0.001",
      "0.012",
      "−0.095",
      "0.10",
      "−0.50",
      "1.00",
      "99999.00",
    ]);
    expect([1e5, -2.5e6, NaN, -Infinity].map(formatBrief)).toEqual(["1e+05", "−2.5e+06", "NaN", "−∞"]);
  });

  test("in a readout: as many decimals as there is room, a plus where it is signed, no minus before 0", () => {
    expect([1e-4, -0.004, -0.006, 99.994, 100, -123.46, 1234.5, 1e5].map((value) => formatReadout(value))).toEqual([
      "0.00",
      "0.00",
      "−0.01",
      "99.99",
      "100.0",
      "−123.5",
      "1235",
      "1e+05",
    ]);
    expect([0.25, -0.25, -0.001, 0].map((value) => formatReadout(value, true))).toEqual([
      "+0.25",
      "−0.25",
      "+0.00",
      "+0.00",
    ]);
  });

  test("counts agree with their nouns", () => {
    expect([countedInWords(1, "column"), countedInWords(6, "column")]).toEqual(["one column", "six columns"]);
  });

  test("eps as PyTorch writes it", () => {
    expect([0, 1e-12, 1e-5, 1e-3, 0.1, 1].map(formatEps)).toEqual(["0", "1e-12", "1e-05", "0.001", "0.1", "1"]);
  });

  test("reads what people type, and nothing else", () => {
    expect(parseNumber(" −1.5 ")).toBe(-1.5);
    expect(parseNumber("0,25")).toBe(0.25);
    expect(parseNumber("1e-3")).toBe(Math.fround(1e-3));
    expect(parseNumber("−2.5e−4")).toBe(Math.fround(-2.5e-4)); // as the page itself writes it
    expect(parseNumber("-1e30")).toBe(Math.fround(-1e30));
    expect(parseNumber("-0")).toBe(-0);
    for (const text of ["", "-", "abc", "1.2.3", "0x10", "1.1e30", "1e99", "Infinity", "1,2,3"])
      expect(parseNumber(text)).toBeNaN();
  });
});

describe("the value ramp", () => {
  const values = Array.from({ length: 801 }, (_, i) => (i - 400) / 4);

  test("text on every fill reaches 4.5 to 1, in both themes", () => {
    for (const value of values) {
      const colours = cellColours(value);
      expect(contrast(colours["--fill-day"], colours["--ink-day"])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(colours["--fill-night"], colours["--ink-night"])).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("different numbers have different fills up to the limit, and beyond it the mark", () => {
    const fills = [-50, -10, -2, -1, -0.3, 0, 0.3, 1, 2, 10, 50].map((value) => cellColours(value)["--fill-day"]);
    expect(new Set(fills).size).toBe(fills.length);
    expect(isClipped(RAMP_LIMIT + 1)).toBe(true);
    expect(isClipped(RAMP_LIMIT)).toBe(false);
    expect(isClipped(Infinity)).toBe(false);
  });

  test("what is not a number has no fill", () => {
    expect(cellColours(NaN)).toEqual({});
  });
});
