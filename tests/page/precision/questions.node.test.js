/** What the section on precision asks: each answer that is called right is, by the sweep, or worked out anew. */
import { fromBfloat16, fromFloat16, manualSeed, randn } from "layernorm";
import { describe, expect, test } from "vitest";
import {
  ALIKE,
  checkPrecision,
  predictOrder,
  predictVariance,
  WIDE,
} from "../../../web/page/sections/precision/questions.js";
import { drawRow, outcomesOf } from "../../../web/page/sections/precision/job.js";
import { printed } from "../../../web/page/sections/precision/sentences.js";
import { computedValues, sumOf } from "../../../web/page/sections/precision/six.js";
import { MEANS } from "../../../web/page/sections/precision/limits.js";
import { number, ROUNDS, rightOf, sound } from "../helpers/questions.js";
import { sweepOf } from "../helpers/precision.js";
import { plain } from "../helpers/texts.js";

const six = computedValues();

describe("before", () => {
  test("another order gives another small sum", () => {
    const { prompt, answers } = sound(predictOrder());
    const [left, reversed] = [sumOf(six, "left"), sumOf(six, "right")];
    expect(prompt).toContain(`give ${printed(left)} and not 0`);
    expect(rightOf({ prompt, answers }).label).toBe("something else that is very small");
    expect([left, reversed, 0]).toHaveLength(new Set([left, reversed, 0]).size);
    for (const { label, why } of answers) expect(why, label).toContain(`Right to left they give ${printed(reversed)}`);
  });

  test("one pass keeps a few digits where the mean is a hundred spreads, in forty rows of each length", () => {
    const { answers, prompt } = sound(predictVariance(undefined, 6));
    expect(rightOf({ prompt, answers }).label).toBe("a few digits");
    expect(prompt).toContain(`of ${WIDE.count} numbers, has a mean`);
    for (const count of [6, 768, 4096]) {
      for (let seed = 0; seed < 40; seed++) {
        manualSeed(seed);
        const { error } = outcomesOf(randn([count]).data.map((value) => WIDE.mean + WIDE.spread * value)).ways.onePass;
        expect(error).toBeLessThan(0.1);
      }
      const row = drawRow(count).map((value) => WIDE.mean + WIDE.spread * value);
      expect(outcomesOf(row).ways.onePass.error).toBeGreaterThan(1e-6);
      const at = sweepOf(count)[MEANS.indexOf(ALIKE)];
      expect(at.ways.onePass.error).toBeLessThan(0.1);
      const told = sound(predictVariance(at, count));
      expect(told.prompt).toBe(prompt);
      expect(rightOf(told).why).toContain(`The curves’ row, of ${count} numbers and spread 1, has an error of`);
    }
  });
});

test("of the row that is asked about, some steps of its sum are lost beside its variance, in forty draws", () => {
  for (let seed = 0; seed < 40; seed++) {
    manualSeed(seed);
    const row = randn([WIDE.count]).data.map((value) => WIDE.mean + WIDE.spread * value);
    expect(outcomesOf(row).ways.onePass.error).toBeGreaterThan(1e-6);
    expect(outcomesOf(row).ways.onePass.error).toBeLessThan(0.1);
  }
});

/** @param {readonly number[]} list @returns {number[][]} */
const permutations = (list) =>
  list.length < 2
    ? [[...list]]
    : list.flatMap((one, i) => permutations(list.filter((_, j) => j !== i)).map((rest) => [one, ...rest]));

describe("after", () => {
  test("nothing is asked about the numbers on the screen", () => {
    for (const round of [0, ...ROUNDS]) {
      const { prompt } = sound(checkPrecision(round));
      expect(prompt).not.toContain("The six numbers");
      for (const order of /** @type {const} */ (["left", "right", "torch"]))
        expect(prompt).not.toContain(printed(sumOf(six, order)));
    }
  });

  /** The next number, and how far it is. @param {typeof fromFloat16} from @param {number} value */
  const stepOf = (from, value) => {
    const all = from(Uint16Array.from({ length: 0x7c00 }, (_, bits) => bits)).data;
    const i = all.indexOf(value);
    return all[i + 1] - all[i];
  };

  test("ulps, zeros, one pass and half precision: the right answer is worked out anew", () => {
    const kinds = new Set();
    for (const round of [0, ...ROUNDS]) {
      const question = sound(checkPrecision(round));
      const { prompt } = question;
      const { label } = rightOf(question);
      const [first, second] = (plain(prompt).match(/[\d,]+(?= lies| and)|(?<=and )[\d,]+(?=\?)/g) ?? []).map((text) =>
        Number(text.replaceAll(",", "")),
      );
      if (prompt.includes("What is one ulp")) {
        const bits = new Uint32Array(Float32Array.of(first).buffer);
        bits[0]++;
        expect(2 ** number(label.split("power ")[1])).toBe(new Float32Array(bits.buffer)[0] - first);
        kinds.add("ulp");
      } else if (prompt.includes("prints as")) {
        expect(number(label)).toBeCloseTo(Number(plain(prompt).match(/-\d\.?\d*e-\d\d/)?.[0]), 12);
        kinds.add("zeros");
      } else if (prompt.includes("should add up to 0")) {
        const row = (plain(prompt).match(/-?\d+(\.\d+)?(?=,| should)/g) ?? []).map(Number);
        expect(row).toHaveLength(4);
        expect(row.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 12);
        const sums = permutations(row).map((order) =>
          order.reduce((sum, value) => Math.fround(sum + Math.fround(value)), 0),
        );
        expect(label).toBe(sums.every((sum) => sum === 0) ? "0, in every order" : "not 0 in every order");
        kinds.add(label);
      } else if (prompt.includes("Can E[x²]")) {
        const [, far, spread] = prompt.match(/mean of ([\d,.]+) and a spread of ([\d.]+)\. /) ?? [];
        const mean = Number(far.replaceAll(",", ""));
        for (const count of [6, 768, 4096]) {
          const x = drawRow(count).map((value) => mean + Number(spread) * value);
          expect(outcomesOf(x).ways.onePass.error < 0.01, prompt).toBe(label === "Yes");
        }
        kinds.add(label);
      } else {
        const from = prompt.includes("bfloat16") ? fromBfloat16 : fromFloat16;
        expect(number(label)).toBe(stepOf(from, first));
        expect(second).toBe(2 * first);
        kinds.add("half");
      }
    }
    expect([...kinds].sort()).toEqual([
      "0, in every order",
      "No",
      "Yes",
      "half",
      "not 0 in every order",
      "ulp",
      "zeros",
    ]);
  });
});
