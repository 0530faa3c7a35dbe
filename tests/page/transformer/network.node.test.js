/** The model lab's GPT against PyTorch in float64 (tests/fixtures/words): scores and losses, each norm in each way. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { layerNorm, memoryUsage, tensor } from "layernorm";
import { describe, expect, test } from "vitest";
import { FEATURES } from "../../../web/page/sections/transformer/architecture.js";
import {
  AS_TRAINED,
  forward,
  letterOf,
  NORM_NAMES,
  readModel,
  tokensOf,
} from "../../../web/page/sections/transformer/network.js";
import { guessHeldOut, heldOut, makeWords, readingOf } from "../../../web/page/sections/transformer/job.js";
import { MODE_IDS } from "../../../web/page/sections/transformer/modes.js";
import losses from "../../../web/page/sections/transformer/words/losses.json" with { type: "json" };
import prompts from "../../fixtures/words/prompts.json" with { type: "json" };
import { root } from "../../setup.mjs";
import { run } from "../helpers/jobs.js";

/** @typedef {import("../../../web/page/sections/transformer/spec.js").Mode} Mode */

/** Of scores of up to some 20, from float32 in a dozen layers; of the losses, which are means over 3,624 letters. */
const [SCORES, LOSS_DIGITS] = [1e-4, 4];

const CHANGED = MODE_IDS.filter((mode) => mode !== "trained");

const WEIGHTS = join(root, "web/page/sections/transformer/words/words.safetensors");
const model = readModel(readFileSync(WEIGHTS));

/** @param {string} mode @param {number | null} norm  null: all nine @returns {Mode[]} */
const modesOf = (mode, norm) =>
  NORM_NAMES.map((_, i) => /** @type {Mode} */ (norm === null || norm === i ? mode : "trained"));

/** @param {ArrayLike<number>} got @param {readonly number[]} wanted */
const farthest = (got, wanted) => Math.max(...wanted.map((value, i) => Math.abs(value - got[i])));

/** @param {string} prompt @param {readonly Mode[]} modes */
const lastScores = (prompt, modes) => forward(model, [tokensOf(prompt)], modes).subarray(-27);

describe("the scores of what follows", () => {
  test("are PyTorch's for 100 beginnings of all lengths", () => {
    expect(prompts.trained).toHaveLength(100);
    expect(new Set(prompts.trained.map(({ prompt }) => prompt.length)).size).toBe(16);
    const misses = prompts.trained.map(({ prompt, logits }) => farthest(lastScores(prompt, AS_TRAINED), logits));
    expect(Math.max(...misses)).toBeLessThan(SCORES);
  });

  for (const mode of CHANGED) {
    test(`are PyTorch's with one norm, and all nine, computed so: ${mode}`, () => {
      const cases = prompts.changed.filter((each) => each.mode === mode);
      expect(cases).toHaveLength(24);
      for (const { prompt, norm, logits } of cases) {
        expect(farthest(lastScores(prompt, modesOf(mode, norm)), logits), `${prompt}, ${norm}`).toBeLessThan(SCORES);
      }
    });
  }
});

describe("the loss on held-out words", () => {
  const everywhere = CHANGED.map((mode) => ({ mode, norm: null, wanted: losses.modes[mode].all }));
  const alone = CHANGED.flatMap((mode) =>
    [0, 4, 8].map((norm) => ({ mode, norm, wanted: losses.modes[mode].one[norm] })),
  );
  const trained = { mode: "trained", norm: null, wanted: losses.trained };
  for (const { mode, norm, wanted } of [trained, ...everywhere, ...alone]) {
    test(`is PyTorch's: ${mode}, ${norm === null ? "all norms" : NORM_NAMES[norm]}`, () => {
      const { result } = run(guessHeldOut(model, { modes: modesOf(mode, norm) }));
      expect(result.loss).toBeCloseTo(wanted, LOSS_DIGITS);
    });
  }

  test("comes in as it is ready", () => {
    const { parts, result } = run(guessHeldOut(model, { modes: AS_TRAINED }));
    expect(parts.map(({ words }) => words)).toEqual([40, 80, 120, 160, 200, 240, 280, 320, 360]);
    expect(result).toMatchObject({ words: 400, of: 400 });
    for (const { loss } of parts) expect(Math.abs(loss - result.loss)).toBeLessThan(0.2);
  });

  test("is of words that are sound, and different", () => {
    expect(new Set(heldOut).size).toBe(400);
    for (const word of heldOut) expect(word).toMatch(/^[a-z]{2,15}$/);
  });
});

describe("the words that it makes up", () => {
  const settings = { modes: AS_TRAINED, seed: 7, count: 12 };
  const wanted = run(makeWords(model, settings)).result;

  test("come one by one, of at most 15 letters, and are words of letters", () => {
    const { parts, result } = run(makeWords(model, settings));
    expect(parts).toEqual(result);
    expect(result).toHaveLength(12);
    for (const word of result) expect(word).toMatch(/^[a-z]{0,15}$/);
    expect(new Set(result).size).toBeGreaterThan(8);
  });

  test("are the same from the same seed, others from another", () => {
    expect(run(makeWords(model, settings)).result).toEqual(wanted);
    expect(run(makeWords(model, { ...settings, seed: 8 })).result).not.toEqual(wanted);
    expect(run(makeWords(model, { ...settings, count: 3 })).result).toEqual(wanted.slice(0, 3));
  });

  test("are the same whatever else draws in between", () => {
    const steps = makeWords(model, settings);
    const got = [];
    for (const word of steps) {
      got.push(word);
      run(makeWords(model, { ...settings, seed: 99, count: 1 }));
    }
    expect(got).toEqual(wanted);
  });

  test("follow the probabilities: as many begin with a letter as the model says", () => {
    const [modes, count] = [AS_TRAINED, 300];
    const { next } = readingOf(model, { word: "", modes });
    const begins = Array.from(next, () => 0);
    for (const word of run(makeWords(model, { modes, seed: 1, count })).result) begins[word.charCodeAt(0) - 96 || 0]++;
    next.forEach((share, token) => {
      // Four standard deviations of a binomial count, and one of rounding.
      expect(Math.abs(begins[token] - count * share), letterOf(token)).toBeLessThan(4 * Math.sqrt(count * share) + 1);
    });
  });

  test("are others with all norms off", () => {
    expect(run(makeWords(model, { ...settings, modes: modesOf("off", null) })).result).not.toEqual(wanted);
  });
});

describe("what it makes of a word", () => {
  test("are probabilities of 27 tokens, beside those of the model as trained", () => {
    const { tokens, next, before } = readingOf(model, { word: "cat", modes: modesOf("off", 0) });
    expect(tokens).toEqual([0, 3, 1, 20]);
    for (const shares of [next, before]) {
      expect(shares).toHaveLength(27);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 6);
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
    }
    expect(farthest(next, [...before])).toBeGreaterThan(0.01);
    expect(readingOf(model, { word: "cat", modes: AS_TRAINED }).next).toEqual(before);
  });

  test("is, of each norm, what it takes and makes", () => {
    const { norms } = readingOf(model, { word: "normal", modes: AS_TRAINED });
    expect(norms).toHaveLength(9);
    for (const { input, output, weight, bias } of norms) {
      expect([input.length, output.length, weight.length, bias.length]).toEqual([7 * 48, 7 * 48, 48, 48]);
      const expected = layerNorm(tensor(input, [7, FEATURES]), FEATURES, { weight, bias });
      expect(farthest(output, [...expected.data])).toBe(0);
    }
    const off = readingOf(model, { word: "normal", modes: modesOf("off", 3) }).norms;
    expect(off[3].output).toEqual(off[3].input);
    expect(off[2].output).toEqual(norms[2].output);
    expect(off[4].input).not.toEqual(norms[4].input);
  });

  test("sees, over the tokens, those that come later: only then", () => {
    /** @param {Mode} mode  the output for the first two letters, of two words that begin alike */
    const starts = (mode) =>
      ["cat", "car"].map((word) =>
        readingOf(model, { word, modes: modesOf(mode, 0) }).norms[8].output.slice(0, 3 * FEATURES),
      );
    const [first, second] = starts("tokens");
    expect(first).not.toEqual(second);
    for (const mode of MODE_IDS.filter((each) => each !== "tokens")) {
      const [one, other] = starts(mode);
      expect(one, mode).toEqual(other);
    }
  });

  test("over the tokens, what begins a word has no spread alone: the bias is left", () => {
    const { norms } = readingOf(model, { word: "", modes: modesOf("tokens", null) });
    for (const { output, bias } of norms) expect(farthest(output, [...bias])).toBeLessThan(1e-6);
  });

  test("leaves nothing behind in WebAssembly memory", () => {
    const before = memoryUsage();
    for (let i = 0; i < 50; i++) readingOf(model, { word: "normalization", modes: AS_TRAINED });
    expect(memoryUsage()).toEqual(before);
  });
});

test("a word's bits are the same alone and among others", () => {
  const words = ["abc", "the", "zzz"].map(tokensOf);
  const together = forward(model, words, AS_TRAINED);
  const alone = words.flatMap((word) => [...forward(model, [word], AS_TRAINED)]);
  expect([...together]).toEqual(alone);
});

test("the weights take at most 300 kB", () => {
  expect(readFileSync(WEIGHTS).length).toBeLessThan(300e3);
});
