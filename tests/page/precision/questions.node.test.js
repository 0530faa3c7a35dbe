/** What the section on precision asks: each answer that is called right is, by the sweep, or worked out anew. */
import { fromBfloat16, fromFloat16 } from "layernorm";
import { describe, expect, test } from "vitest";
import { checkPrecision, FAR, predictOrder, predictVariance } from "../../../web/page/sections/precision/questions.js";
import { inUlps, printed } from "../../../web/page/sections/precision/sentences.js";
import { computedValues, sumOf, unitOf } from "../../../web/page/sections/precision/six.js";
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

  test("nothing of a variance of 1 is left in x² of a far row, however long it is", () => {
    const { answers, prompt } = sound(predictVariance(undefined));
    expect(rightOf({ prompt, answers }).label).toMatch(/^anything/);
    for (const count of [6, 768, 4096]) {
      const at = sweepOf(count)[MEANS.indexOf(FAR)];
      expect(at.ways.onePass.error).toBeGreaterThan(0.5);
      expect(sound(predictVariance(at)).prompt).toBe(prompt);
    }
  });
});

describe("after", () => {
  test("about the six numbers at hand, in each order", () => {
    for (const order of /** @type {const} */ (["left", "right", "torch"])) {
      const question = sound(checkPrecision(six, order)(0));
      expect(question.prompt).toContain(printed(sumOf(six, order)));
      expect(rightOf(question).label).toBe(inUlps(sumOf(six, order), unitOf(six)));
    }
  });

  test("about others where a bit has made a sum without end", () => {
    expect(sound(checkPrecision([Infinity, ...six.slice(1)], "left")(0)).prompt).not.toContain("The six numbers");
  });

  /** The next number, and how far it is. @param {typeof fromFloat16} from @param {number} value */
  const stepOf = (from, value) => {
    const all = from(Uint16Array.from({ length: 0x7c00 }, (_, bits) => bits)).data;
    const i = all.indexOf(value);
    return all[i + 1] - all[i];
  };

  test("ulps, zeros, one pass and half precision: the right answer is worked out anew", () => {
    const sweep = sweepOf(768);
    const kinds = new Set();
    for (const round of ROUNDS) {
      const question = sound(checkPrecision(six, "left")(round));
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
      } else if (prompt.includes("Can E[x²]")) {
        const mean = Number(prompt.match(/mean of ([\d,]+)/)?.[1].replaceAll(",", ""));
        const near = sweep.filter((_, i) => Math.abs(Math.log10(MEANS[i] / mean)) < 0.15);
        for (const { ways } of near) expect(ways.onePass.error < 0.01, `${mean}`).toBe(label === "Yes");
        kinds.add(label);
      } else {
        const from = prompt.includes("bfloat16") ? fromBfloat16 : fromFloat16;
        expect(number(label)).toBe(stepOf(from, first));
        expect(second).toBe(2 * first);
        kinds.add("half");
      }
    }
    expect([...kinds].sort()).toEqual(["No", "Yes", "half", "ulp", "zeros"]);
  });
});
