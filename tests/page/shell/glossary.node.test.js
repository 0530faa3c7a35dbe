/** What the glossary says in numbers, computed. */
import { fromFloat16, moments, rmsNorm, tensor, toFloat16 } from "layernorm";
import { expect, test } from "vitest";
import { glossary } from "../../../web/page/course/glossary.js";
import { ulpOf } from "../../../web/page/sections/precision/float32.js";
import { MOMENTUM } from "../../../web/page/sections/batch/stream.js";

/** @param {keyof typeof glossary} name */
const meaning = (name) => glossary[name][1];

test("spread and variance are over n, and so is their arithmetic", () => {
  const variance = moments(tensor([1, 2, 3]), { dim: 0, correction: 0 }).variance.data[0];
  expect(meaning("spread")).toContain(`√((1 + 0 + 1) ÷ 3) = ${Math.sqrt(variance).toFixed(2)}`);
  expect(meaning("spread")).toMatch(/^The standard deviation over n:/);
  expect(meaning("variance")).toContain(`(1 + 0 + 1) ÷ 3 = ${variance.toFixed(2)}, over n`);
});

test("the root mean square takes no mean away", () => {
  const row = [1, 2, 3];
  const y = rmsNorm(tensor(row), 3, { eps: 0 }).data;
  const root = Math.sqrt(row.reduce((sum, value) => sum + value ** 2, 0) / 3);
  row.forEach((value, i) => expect(y[i]).toBeCloseTo(value / root, 6));
});

test("float16 ends at the number that is named, and one ulp of 1 is 2 to the power −23", () => {
  const most = Number(meaning("float16").match(/ends at (\d+)/)?.[1]);
  expect([...fromFloat16(toFloat16(Float32Array.of(most, most + 16))).data]).toEqual([most, Infinity]);
  expect(meaning("ulp")).toContain("one ulp of 1 is 2 to the power −23");
  expect(ulpOf(1)).toBe(2 ** -23);
});

test("momentum is BatchNorm’s own in PyTorch, and elsewhere means the share that is kept", () => {
  expect(meaning("momentum")).toContain(`${MOMENTUM} in PyTorch’s BatchNorm unless`);
});

test("nothing is promised beyond what was shown", () => {
  for (const [word, text] of Object.values(glossary))
    expect(text, word).not.toMatch(/\b(always|never|ever|whatever)\b/);
});
