/** The model lab's GPT against PyTorch in float64 (tests/fixtures/words): scores and losses, each norm in each way. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { layerNorm, memoryUsage, moments, tensor } from "layernorm";
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
import { guessHeldOut, readingOf } from "../../../web/page/sections/transformer/job.js";
import { makeWords } from "../../../web/page/sections/transformer/made-up.js";
import { bestOf, variants } from "../../../web/page/sections/transformer/losses.js";
import { MODE_IDS, MODES } from "../../../web/page/sections/transformer/modes.js";
import losses from "../../../web/page/sections/transformer/words/losses.json" with { type: "json" };
import prompts from "../../fixtures/words/prompts.json" with { type: "json" };
import { root } from "../../setup.mjs";
import { run } from "../helpers/jobs.js";
import { words } from "../../fixtures/train.mjs";
import firstWords from "../../../web/page/sections/transformer/words/first-words.json" with { type: "json" };
import { firstWords as wordsAnew } from "./first-words.mjs";

/** @typedef {import("../../../web/page/sections/transformer/spec.js").Mode} Mode */

/** Of scores of up to some 20, from float32 in a dozen layers; of the losses, which are means over 3,624 letters. */
const [SCORES, LOSS_DIGITS] = [1e-4, 4];
/** Over the tokens so far, a feature that hardly differs is divided by a small spread: rounding grows with it. */
const boundOf = (/** @type {string} */ mode) => (mode === "earlier" ? 5 * SCORES : SCORES);

const CHANGED = MODE_IDS.filter((mode) => mode !== "trained");

const WEIGHTS = join(root, "web/page/sections/transformer/words/words.safetensors");
const { heldOut } = words;
const model = readModel(readFileSync(WEIGHTS));

/** @param {string} mode @param {number | null} norm  null: all nine @returns {Mode[]} */
const modesOf = (mode, norm) =>
  NORM_NAMES.map((_, i) => /** @type {Mode} */ (norm === null || norm === i ? mode : "trained"));

/** @param {ArrayLike<number>} got @param {readonly number[]} wanted */
const farthest = (got, wanted) => Math.max(...wanted.map((value, i) => Math.abs(value - got[i])));

/** @param {ArrayLike<number>} values @param {(value: number) => number} [of] */
const average = (values, of = (value) => value) =>
  Array.from(values, of).reduce((sum, value) => sum + value, 0) / values.length;

/** The spread of a token, averaged over the tokens. @param {Float32Array} values */
const averageSpread = (values) =>
  average(
    moments(tensor(values, [values.length / FEATURES, FEATURES]), { dim: -1, correction: 0 }).variance.data,
    Math.sqrt,
  );

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
        expect(farthest(lastScores(prompt, modesOf(mode, norm)), logits), `${prompt}, ${norm}`).toBeLessThan(
          boundOf(mode),
        );
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
      const { result } = run(guessHeldOut(model, { modes: modesOf(mode, norm) }, heldOut));
      expect(result.loss).toBeCloseTo(wanted, LOSS_DIGITS);
    });
  }

  for (const mode of /** @type {const} */ (["trained", "rms", "rmsnorm", "off", "earlier"])) {
    test(`is PyTorch's with every norm's input shifted: ${mode}`, () => {
      for (const [shift, wanted] of losses.shifts[mode]) {
        const { result } = run(guessHeldOut(model, { modes: modesOf(mode, null), shift }, heldOut));
        expect(result.loss, `${shift}`).toBeCloseTo(wanted, mode === "earlier" ? 2 : 3);
      }
    });
  }

  test("comes in as it is ready", () => {
    const { parts, result } = run(guessHeldOut(model, { modes: AS_TRAINED }, heldOut));
    expect(parts.map(({ words }) => words)).toEqual([40, 80, 120, 160, 200, 240, 280, 320, 360]);
    expect(result).toMatchObject({ words: 400, of: 400 });
    for (const { loss } of parts) expect(Math.abs(loss - result.loss)).toBeLessThan(0.2);
  });

  test("is of words that are sound, and different", () => {
    expect(new Set(heldOut).size).toBe(400);
    for (const word of heldOut) expect(word).toMatch(/^[a-z]{2,15}$/);
  });
});

describe("what the page says of the norms of this model", () => {
  /** @param {number} value @param {number} digits */
  const rounded = (value, digits) => Number(value.toFixed(digits));
  const { modes, shifts } = losses;

  test("RMSNorm as it is defined has no bias: 2.56; with the bias kept 1.66, and 1.79, 2.63, 3.19 once shifted", () => {
    expect([modes.rmsnorm.all, modes.rms.all, losses.trained].map((loss) => rounded(loss, 2))).toEqual([
      2.56, 1.66, 1.66,
    ]);
    expect(shifts.rms.map(([, loss]) => rounded(loss, 2))).toEqual([1.79, 2.63, 3.19]);
    for (const mode of /** @type {const} */ (["rms", "rmsnorm"])) {
      const { bias, output, input } = readingOf(model, { word: "normal", modes: modesOf(mode, 4) }).norms[4];
      const squares = Array.from({ length: 7 }, (_, token) =>
        average(input.subarray(token * FEATURES, (token + 1) * FEATURES), (value) => value ** 2),
      );
      const weight = model[`${NORM_NAMES[4]}.weight`].data;
      const wanted = Array.from(input, (value, i) => {
        const x = value / Math.sqrt(squares[Math.floor(i / FEATURES)] + 1e-5);
        return x * weight[i % FEATURES] + (mode === "rms" ? bias[i % FEATURES] : 0);
      });
      expect(farthest(output, wanted)).toBeLessThan(1e-5);
    }
  });

  test("off takes weight and bias away, too: 4.40; with them kept 6.45; normalized without them 2.84", () => {
    expect([modes.off.all, modes.offkept.all, modes.plain.all].map((loss) => rounded(loss, 2))).toEqual([
      4.4, 6.45, 2.84,
    ]);
  });

  test("statistics over earlier tokens only leak nothing, and are worse than over all: 4.92 against 4.01", () => {
    expect([modes.earlier.all, modes.tokens.all].map((loss) => rounded(loss, 2))).toEqual([4.92, 4.01]);
  });

  test("its means are small: little of each input lies along (1, …, 1), less than of a random direction", () => {
    const sums = NORM_NAMES.map(() => [0, 0]);
    for (const word of heldOut) {
      readingOf(model, { word, modes: AS_TRAINED }).norms.forEach(({ input }, norm) => {
        for (let start = 0; start < input.length; start += FEATURES) {
          const token = input.subarray(start, start + FEATURES);
          const along = (FEATURES * average(token) ** 2) / (FEATURES * average(token, (value) => value ** 2));
          sums[norm][0] += along;
          sums[norm][1]++;
        }
      });
    }
    const shares = sums.map(([sum, count]) => sum / count);
    shares.forEach((share, norm) => expect(share).toBeCloseTo(losses.inputs[norm].alongOnes, 5));
    expect([Math.min(...shares), Math.max(...shares)].map((share) => rounded(share, 4))).toEqual([0.0003, 0.0006]);
    // Random directions have the same share of each axis, and the shares of all axes add up to 1.
    expect(rounded(1 / FEATURES, 3)).toBe(0.021);
  });

  test("what runs through the model grows; what the norms put out does not, but is on no one scale either", () => {
    const { norms } = readingOf(model, { word: "normal", modes: AS_TRAINED });
    const spreadOf = (/** @type {Float32Array} */ values) =>
      average(
        Array.from({ length: values.length / FEATURES }, (_, token) => {
          const row = values.subarray(token * FEATURES, (token + 1) * FEATURES);
          const mean = average(row);
          return Math.sqrt(average(row, (value) => (value - mean) ** 2));
        }),
      );
    const before = norms.map(({ input }) => spreadOf(input));
    const after = norms.map(({ output }) => spreadOf(output));
    expect(Math.round(before[8] / before[0])).toBe(11);
    expect([Math.min(...after), Math.max(...after)].map((spread) => rounded(spread, 2))).toEqual([0.55, 1.62]);
  });

  test("with its norms off it is no surer of its letters: 0.43 against 0.50", () => {
    const surest = (/** @type {readonly Mode[]} */ modes) =>
      average(
        heldOut.flatMap((word) => {
          const logits = forward(model, [tokensOf(word)], modes);
          return Array.from({ length: word.length + 1 }, (_, i) => {
            const scores = logits.subarray(27 * i, 27 * (i + 1));
            const most = Math.max(...scores);
            return 1 / scores.reduce((sum, score) => sum + Math.exp(score - most), 0);
          });
        }),
      );
    const [trained, off] = [surest(AS_TRAINED), surest(modesOf("off", null))];
    expect(trained).toBeCloseTo(losses.surest.trained, 4);
    expect(off).toBeCloseTo(losses.surest.off, 4);
    expect([trained, off].map((share) => rounded(share, 2))).toEqual([0.5, 0.43]);
  });

  test("with an eps of 0.1 each norm puts out, before weight and bias, about the spread that its finding says", () => {
    const { norms } = readingOf(model, { word: "normal", modes: AS_TRAINED });
    norms.forEach(({ input, weight, bias }, i) => {
      const spread = averageSpread(input);
      const facts = { words: 0, measured: losses.inputs[i], tokens: 7, spread: () => spread, weight, bias };
      const said = Number(MODES.eps.finding(facts).match(/So a spread of about ([\d.]+) comes out/)?.[1]);
      const xhat = layerNorm(tensor(input, [7, FEATURES]), FEATURES, { eps: 0.1 }).data;
      expect(Math.abs(said / averageSpread(xhat) - 1), `norm ${i + 1}`).toBeLessThan(0.05);
    });
  });

  test("a model of this build learns without norms, too, if not as well; trained over the tokens it peeks", () => {
    const [normed, off, tokens] = /** @type {const} */ (["trained", "off", "tokens"]).map((kind) => bestOf(kind));
    expect(normed.length).toBe(variants.seeds.length);
    // Better than guessing from two letters before: with norms or without, it has learned something.
    for (const loss of [...normed, ...off]) expect(loss).toBeLessThan(losses.triples);
    for (const loss of tokens) expect(loss).toBeLessThan(0.1);
    expect(Math.min(...off)).toBeGreaterThan(Math.max(...normed));
  });

  test("weight and bias break mean 0: after a norm a token's mean is its bias's and its weights' doing", () => {
    const { output } = readingOf(model, { word: "normal", modes: AS_TRAINED }).norms[4];
    const plain = readingOf(model, { word: "normal", modes: modesOf("plain", 4) }).norms[4].output;
    const meansOf = (/** @type {Float32Array} */ values) =>
      Array.from({ length: 7 }, (_, token) => average(values.subarray(token * FEATURES, (token + 1) * FEATURES)));
    for (const mean of meansOf(plain)) expect(Math.abs(mean)).toBeLessThan(1e-6);
    expect(Math.max(...meansOf(output).map(Math.abs))).toBeGreaterThan(0.01);
  });
});

describe("the words that it makes up", () => {
  const settings = { modes: AS_TRAINED, seed: 7, count: 12 };
  const wanted = run(makeWords(model, settings)).result;

  test("that the page begins with are stored as they are made", () => {
    expect(firstWords).toEqual(wordsAnew());
  });

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
