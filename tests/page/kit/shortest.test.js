import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shortest } from "../../../web/page/kit/shortest.js";

describe("the shortest decimal that is the same float32", () => {
  for (const [value, text] of /** @type {const} */ ([
    [0, "0"],
    [-0, "-0"],
    [0.1, "0.1"],
    [-1e-8, "-1e-8"],
    [1 + 2 ** -23, "1.0000001"],
    [0.1234567, "0.1234567"],
    [2 ** 24 - 1, "16777215"],
    [2 ** -126, "1.1754944e-38"],
  ])) {
    test(`of ${value}: ${text}`, () => expect(shortest(Math.fround(value))).toBe(text));
  }

  test("no decimal of fewer digits is the same number", () =>
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true, min: -(2 ** 99), max: 2 ** 99 }), (value) => {
        const text = shortest(value);
        expect(Math.fround(Number(text))).toBe(value);
        const digits = text.replace(/e.*|[-.]/g, "").replace(/^0+|0+$/g, "").length;
        if (digits > 1) expect(Math.fround(Number(value.toPrecision(digits - 1)))).not.toBe(value);
      }),
    ));
});
