/** What section model asks: which answer is right, from what was measured, worked out here once more. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readingOf } from "../../../web/page/sections/transformer/job.js";
import { readModel } from "../../../web/page/sections/transformer/network.js";
import { root } from "../../setup.mjs";
import measured from "../../../web/page/sections/transformer/words/losses.json" with { type: "json" };
import { checkModel, predictions } from "../../../web/page/sections/transformer/questions.js";
import { ROUNDS, rightOf, sound } from "../helpers/questions.js";

const { trained, modes } = measured;

/** @param {string} id */
const prediction = (id) => {
  const found = predictions.find((each) => each.id === id);
  if (!found) throw new Error(`nothing is predicted of ${id}`);
  return { ...found, question: sound(found.make()) };
};

/** @param {string} mode @param {number} [norm]  without it, all nine */
const modesOf = (mode, norm) =>
  /** @type {import("../../../web/page/sections/transformer/spec.js").Mode[]} */ (
    Array.from({ length: 9 }, (_, i) => (norm === undefined || norm === i ? mode : "trained"))
  );

/** @param {string} mode @param {number} [norm] */
const figureOf = (mode, norm) => ({ modes: modesOf(mode, norm), shift: 0 });

describe("predictions", () => {
  for (const [id, mode, loss, other, wanted] of /** @type {const} */ ([
    ["kept", "offkept", modes.offkept.all, modes.off.all, "Higher"],
    ["earlier", "earlier", modes.earlier.all, modes.tokens.all, "Higher"],
  ])) {
    test(`are judged by the measured losses: ${id}`, () => {
      const { question, isSeen } = prediction(id);
      expect(loss > other + 0.02).toBe(true);
      expect(rightOf(question).label).toContain(wanted);
      for (const { why } of question.answers) {
        expect(why).toContain(loss.toFixed(2));
        expect(why).toContain(other.toFixed(2));
      }
      expect(isSeen(figureOf(mode))).toBe(true);
      expect(isSeen({ ...figureOf(mode), shift: 1 })).toBe(false);
      expect(isSeen(figureOf(mode, 3))).toBe(false);
    });
  }

  test("what this model misses in RMSNorm is the bias, not the mean", () => {
    const { question, isSeen } = prediction("rms");
    expect(modes.rms.all - trained).toBeLessThan(0.02);
    expect(modes.rmsnorm.all - modes.rms.all).toBeGreaterThan(0.5);
    expect(rightOf(question).label).toContain("The bias");
    for (const { why } of question.answers) {
      for (const loss of [modes.rmsnorm.all, modes.rms.all, trained]) expect(why).toContain(loss.toFixed(2));
    }
    expect(isSeen(figureOf("rms"))).toBe(true);
    expect(isSeen(figureOf("rmsnorm"))).toBe(false);
  });

  test("which single norm costs most when it is off", () => {
    const { question, isSeen, act } = prediction("one");
    const { one } = modes.off;
    const most = one.indexOf(Math.max(...one));
    expect(rightOf(question).label).toMatch(new RegExp(`^Norm ${most + 1}\\b`));
    expect(rightOf(question).why).toContain(one[most].toFixed(2));
    expect(act).toContain(`norm ${most + 1} off`);
    expect(isSeen(figureOf("off", most))).toBe(true);
    expect(isSeen(figureOf("off"))).toBe(false);
  });
});

describe("checks", () => {
  const questions = [0, ...ROUNDS].flatMap((round) =>
    ["normal", "", "a"].map((word) => ({ word, question: sound(checkModel({ word, norm: round % 9 })(round)) })),
  );

  test("that a token’s mean is not 0 after any norm is so, far beyond rounding", () => {
    const model = readModel(readFileSync(join(root, "web/page/sections/transformer/words/words.safetensors")));
    for (const word of ["", "a", "normal", "transformer"]) {
      for (const { output } of readingOf(model, { word, modes: modesOf("trained") }).norms) {
        for (let i = 0; i < output.length; i += 48) {
          const mean = output.subarray(i, i + 48).reduce((sum, value) => sum + value, 0) / 48;
          expect(Math.abs(mean)).toBeGreaterThan(1e-5);
        }
      }
    }
  });

  test("are right for words of any length", () => {
    const kinds = new Set();
    for (const { question } of questions) {
      const { prompt } = question;
      const { label } = rightOf(question);
      const [, tokens] = prompt.match(/\[(\d+), 48\]/) ?? [];
      const letters = prompt.match(/“([a-z]+)”/)?.[1];
      if (tokens && letters) expect(Number(tokens)).toBe(letters.length + 1);
      if (prompt.includes("How many means")) {
        expect(label).toBe(tokens);
        kinds.add("means");
      } else if (prompt.includes("in its weight")) {
        expect(label).toBe("48");
        kinds.add("weights");
      } else if (prompt.includes("wrong dim")) {
        expect(label).toBe(String((letters?.length ?? NaN) + 1));
        kinds.add("wrong dim");
      } else if (prompt.includes("GPT-2")) {
        const blocks = Number(prompt.match(/and has (\d+)\./)?.[1]);
        expect(label).toBe(String(Array.from({ length: blocks }).flatMap(() => ["attention", "mlp"]).length + 1));
        // The smallest is counted in the prose.
        expect(blocks).toBeGreaterThan(12);
        kinds.add("count");
      } else {
        expect(prompt).toContain("a mean that is not 0");
        expect(label).toContain("a weight and a bias of its own");
        kinds.add("mean");
      }
    }
    expect(kinds.size).toBe(5);
  });
});
