/** What section model asks: which answer is right, from what was measured, worked out here once more. */
import { describe, expect, test } from "vitest";
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

describe("predictions", () => {
  for (const [id, loss] of /** @type {const} */ ([
    ["rms", modes.rms.all],
    ["off", modes.off.all],
    ["tokens", modes.tokens.all],
  ])) {
    test(`are judged by the measured loss: ${id}`, () => {
      const { question, isSeen } = prediction(id);
      const wanted = loss < trained + 0.02 ? "Nothing" : loss < measured.pairs ? "a little worse" : "No words";
      expect(rightOf(question).label).toContain(wanted);
      for (const { why } of question.answers) {
        expect(why).toContain(loss.toFixed(2));
        expect(why).toContain(trained.toFixed(2));
      }
      expect(isSeen(modesOf(id))).toBe(true);
      expect(isSeen(modesOf(id, 3))).toBe(false);
    });
  }

  test("which single norm costs most when it is off", () => {
    const { question, isSeen, act } = prediction("one");
    const { one } = modes.off;
    const most = one.indexOf(Math.max(...one));
    expect(rightOf(question).label).toMatch(new RegExp(`^Norm ${most + 1}\\b`));
    expect(rightOf(question).why).toContain(one[most].toFixed(2));
    expect(act).toContain(`norm ${most + 1} off`);
    expect(isSeen(modesOf("off", most))).toBe(true);
    expect(isSeen(modesOf("off"))).toBe(false);
  });

  test("what is told of guessing blindly is so", () => {
    const { why } = rightOf(prediction("off").question);
    expect(why).toContain(Math.log(27).toFixed(2));
    expect(/worse than that/.test(why)).toBe(modes.off.all > Math.log(27));
  });
});

describe("checks", () => {
  const questions = [0, ...ROUNDS].flatMap((round) =>
    ["normal", "", "a"].map((word) => ({ word, question: sound(checkModel({ word, norm: round % 9 })(round)) })),
  );

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
        expect(label).toContain("every letter that follows");
        expect(prompt).toContain(`“${letters?.[0]}”`);
        kinds.add("peeking");
      } else {
        const norm = Number(prompt.match(/norm (\d)/)?.[1]);
        expect(label).toMatch(norm === 9 ? /guess/ : norm % 2 === 1 ? /Attention/ : /MLP/);
        kinds.add("order");
      }
    }
    expect(kinds.size).toBe(4);
  });
});
