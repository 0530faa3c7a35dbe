/** The promised errors stand once for C and once for JavaScript: the same numbers. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as promises from "../promises.js";
import { root } from "../setup.mjs";

test("c/promises.h and tests/promises.js promise the same", () => {
  const header = readFileSync(join(root, "c/promises.h"), "utf8"),
    defined = Array.from(header.matchAll(/^#define LN_(\w+) (\d\S*)/gm), ([, name, value]) => [name, Number(value)]);
  expect(defined).toHaveLength(12);
  const { ROOT_ERROR, ...same } = promises;
  expect(Object.fromEntries(defined)).toEqual(same);
  expect(ROOT_ERROR).toBe(promises.VARIANCE_ERROR / 2);
});

test("the manual says of each promise what it is a part of", () => {
  const manual = readFileSync(join(root, "c/norm.h"), "utf8"),
    head = manual.slice(0, manual.indexOf("*/"));
  for (const name of ["MEAN", "VARIANCE", "OUTPUT", "GRADIENT", "DWEIGHT_MEAN"]) {
    expect(head).toContain(`LN_${name}_ERROR`);
  }
  for (const name of ["STATISTIC", "INVERSE"]) expect(manual).toContain(`LN_${name}_ERROR`);
  const second = readFileSync(join(root, "c/block/block.h"), "utf8");
  for (const name of ["PRODUCT", "ACTIVATION", "PROBABILITY", "PROBABILITY_SUM", "GRADIENT", "GRADIENT_SUM"]) {
    expect(second).toContain(`LN_${name}_ERROR`);
  }
});
