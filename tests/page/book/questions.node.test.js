import { moments, tensor } from "layernorm";
import { describe, expect, test } from "vitest";
import { network } from "../../../web/page/figure/values/book-network.js";
import { checkBook, predictChanged } from "../../../web/page/sections/book/questions.js";
import { layerOutput } from "../helpers/book.js";
import { ROUNDS, normalized, prints, rightOf, sound } from "../helpers/questions.js";

/** @typedef {import("../../../web/page/store/state.js").Figure} Figure */

describe("what the book's section asks", () => {
  /** The book's outputs of a seed, by the API. @param {number} seed @param {number} input */
  const outputs = (seed, input) => [...layerOutput(seed).data.slice(6 * input, 6 * input + 6)];

  /** What a prompt is about. @param {string} prompt */
  function subject(prompt) {
    const seed = Number(prompt.match(/^With seed (\d+), /)?.[1] ?? 123);
    const input = /input B/i.test(prompt) ? 1 : 0;
    const unit = Number(prompt.match(/[oO]utput (\d)/)?.[1] ?? 0);
    const out = outputs(seed, input);
    return { out, unit, is: normalized(out, 1), ...moments(tensor(out)) };
  }

  test("before: an input changes all of its own row, and nothing of the other", () => {
    let asked = 0;
    for (const round of [0, ...ROUNDS]) {
      const question = predictChanged({ seed: 123, x: null })(round);
      if (question === null) continue;
      asked++;
      const { prompt, answers } = sound(question);
      const seed = Number(prompt.match(/^With seed (\d+), /)?.[1] ?? 123);
      const [, place, name] = prompt.match(/number x\[(\d)\] of input ([AB]) changes by 0\.5\./) ?? [];
      const input = "AB".indexOf(name);
      const before = network(seed);
      const x = [...before.x];
      x[5 * input + Number(place)] += 0.5;
      const after = network(seed, x);
      const changes = Array.from(before.normalized, (value, i) => value !== after.normalized[i]);
      expect(changes).toEqual(changes.map((_, i) => Math.floor(i / 6) === input));
      expect(rightOf({ prompt, answers }).label).toBe(`All of ${name}’s, none of ${"BA"[input]}’s`);
    }
    expect(asked).toBeGreaterThan(60);
  });

  test("no check repeats the prediction, and its answer is not one of the headline’s", () => {
    const predicted = predictChanged({ seed: 123, x: null })(0);
    for (const round of [0, ...ROUNDS]) {
      const { prompt, answers } = sound(checkBook(network(123), 0, 3)(round));
      expect(prompt).not.toMatch(/changes by/);
      const labels = new Set(predicted?.answers.map(({ label }) => label));
      expect(answers.some(({ label }) => labels.has(label))).toBe(false);
    }
  });

  test("after: with the numbers of that seed, by the API", () => {
    const kinds = new Set();
    for (const round of [0, ...ROUNDS]) {
      const question = sound(checkBook(network(123), 0, 3)(round));
      const { prompt } = question;
      const { label } = rightOf(question);
      const { out, unit, is, mean: m, variance } = subject(prompt);
      if (prompt.includes("Why did it move")) {
        prints(prompt.match(/as (\S+) and/)?.[1] ?? "", out[unit]);
        prints(prompt.match(/is now (\S+)\. /)?.[1] ?? "", is[unit]);
        expect(label).toMatch(/^Because .* is not the row’s mean$/);
        kinds.add("moved");
      } else if (prompt.includes("and so did")) {
        const twin = Number(prompt.match(/so did output (\d)/)?.[1]);
        expect([out[unit], out[twin]]).toEqual([0, 0]);
        expect(twin).not.toBe(unit);
        prints(label, is[unit]);
        kinds.add("twins");
      } else {
        const given =
          prompt.match(/ is (\S+)\. The mean is (\S+), the variance over n − 1 (\S+), its root (\S+)\. /) ?? [];
        expect(given).toHaveLength(5);
        const meant = [out[unit], m.data[0], variance.data[0], Math.sqrt(variance.data[0])];
        given.slice(1).forEach((text, i) => {
          prints(text, meant[i]);
        });
        prints(label, is[unit]);
        kinds.add("normalized");
      }
    }
    expect(kinds.size).toBe(3);
  });

  test("a row of which ReLU left nothing is asked about its NaN", () => {
    const dead = network(24);
    expect([...dead.normalized.slice(6)]).toEqual(new Array(6).fill(NaN));
    expect(sound(checkBook(dead, 1, 0)(0)).prompt).toContain("NaN");
  });
});
