/**
 * Numbers near 0, against what PyTorch 1.13 prints of a tensor of one number, with a true minus sign. PyTorch writes
 * 1e5 and more out; the page, which has less room, gives them an exponent.
 */
import { expect, test } from "vitest";
import { allDigitsOf, printed, writtenOut } from "../../../../web/page/figure/words/small-numbers.js";

for (const [value, text] of /** @type {const} */ ([
  [0, "0"],
  [-5.9605e-8, "−5.9605e−08"],
  [5e-5, "5.0000e−05"],
  [1e-4, "1.0000e−04"],
  [1.001e-4, "0.0001"],
  [99999.5, "99999.5000"],
  [1.192e-7, "1.1920e−07"],
  [1e5, "1.0000e+05"],
  [NaN, "NaN"],
])) {
  test(`${value} is printed as ${text}`, () => expect(printed(Math.fround(value))).toBe(text));
}

test("a float32 with all its digits, and without an exponent", () => {
  expect(allDigitsOf(Math.fround(-1e-8))).toBe("−1e−08");
  expect(allDigitsOf(Infinity)).toBe("∞");
  expect(writtenOut(-5.9605e-8)).toBe("−0.000000059605");
});
