/** What BatchNorm's section computes and says: running statistics, train and eval, tokens and padding. */
import { describe, expect, test } from "vitest";
import * as api from "layernorm";
import { bitsOf, CHANCES, distinct, entropyOf, NEXT, placesOf } from "../../../web/page/sections/batch/leak.js";
import {
  MOST_PADDED,
  MOST_TRAINED,
  NOISES,
  OTHERS,
  OVERS,
  READ,
  SIZE,
  TOKENS,
  WORD,
} from "../../../web/page/sections/batch/limits.js";
import counts from "../../../web/page/sections/batch/next-letters.json" with { type: "json" };
import { checkBatch, predictEval } from "../../../web/page/sections/batch/questions.js";
import { leakSentence, startLeft } from "../../../web/page/sections/batch/sentences.js";
import { outOf, training } from "../../../web/page/sections/batch/stream.js";
import { normalizedTokens } from "../../../web/page/sections/batch/tokens.js";
import { spec } from "../../../web/page/sections/batch/spec.js";
import { windowOf } from "../../../web/page/sections/batch/window.js";
import losses from "../../../web/page/sections/transformer/words/losses.json" with { type: "json" };
import { countedLetters, heldOut } from "../../fixtures/next-letters.mjs";
import torch from "../../fixtures/recap.json" with { type: "json" };
import { expectRight, number } from "../helpers/questions.js";

/** @typedef {import("../helpers/questions.js").Kind} Kind */

/** @param {readonly number[]} values @param {number} divisor */
function momentsIn64(values, divisor) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / divisor };
}

describe("the running statistics", () => {
  const { trained, all, others } = training();

  test("are 0.9 of what they were and 0.1 of the batch: its mean, and its variance over n − 1", () => {
    let [mean, variance] = [0, 1];
    expect(trained).toHaveLength(MOST_TRAINED);
    for (const seen of trained) {
      const x = Array.from(seen.x);
      expect(x).toHaveLength(SIZE);
      const [overN, overLess] = [momentsIn64(x, SIZE), momentsIn64(x, SIZE - 1)];
      mean = 0.9 * mean + 0.1 * overN.mean;
      variance = 0.9 * variance + 0.1 * overLess.variance;
      expect(seen.mean).toBeCloseTo(overN.mean, 5);
      expect(seen.variance).toBeCloseTo(overN.variance, 5);
      expect(seen.unbiased).toBeCloseTo(overLess.variance, 5);
      expect(seen.runningMean).toBeCloseTo(mean, 5);
      expect(seen.runningVariance).toBeCloseTo(variance, 4);
    }
  });

  test("come near those of all batches together, and are far from them after one", () => {
    const [first, last] = [trained[0], trained[MOST_TRAINED - 1]];
    expect(Math.abs(first.runningMean - all.mean)).toBeGreaterThan(4);
    expect(Math.abs(last.runningMean - all.mean)).toBeLessThan(0.4);
    expect(Math.abs(last.runningVariance - all.unbiased) / all.unbiased).toBeLessThan(0.4);
    expect(startLeft(1)).toBe(90);
    expect(startLeft(10)).toBe(35);
  });

  test("all fit the charts", () => {
    for (const { mean, unbiased, runningVariance } of trained) {
      expect(mean).toBeGreaterThan(0);
      expect(mean).toBeLessThan(8);
      expect(Math.max(unbiased, runningVariance)).toBeLessThan(16);
    }
  });

  test("in train mode the batch's own are used, over n: out come mean 0 and spread 1", () => {
    for (const seen of trained.slice(0, 5)) {
      const told = momentsIn64(Array.from(outOf(seen.x, "train", seen)), SIZE);
      expect(told.mean).toBeCloseTo(0, 5);
      expect(Math.sqrt(told.variance)).toBeCloseTo(1, 4);
    }
  });

  test("in eval mode those that are kept: what stands beside a number does not matter; in train mode it does", () => {
    const { x } = trained[7];
    for (const seen of trained.slice(7, 12)) {
      const expected = Array.from(x, (value) => (value - seen.runningMean) / Math.sqrt(seen.runningVariance + 1e-5));
      outOf(x, "eval", seen).forEach((value, i) => {
        expect(value).toBeCloseTo(expected[i], 5);
      });
      for (const other of others) {
        const beside = Float32Array.from([x[0], ...other.slice(1)]);
        expect(outOf(beside, "eval", seen)[0]).toBe(outOf(x, "eval", seen)[0]);
        expect(Math.abs(outOf(beside, "train", seen)[0] - outOf(x, "train", seen)[0])).toBeGreaterThan(1e-4);
      }
    }
  });
});

describe("over batch and tokens, in training", () => {
  const at = spec.initial;
  /** @param {Partial<typeof at>} to @param {"features" | "batch"} way @param {number} sentence @param {number} token */
  const movedBy = (to, way, sentence, token) => normalizedTokens({ ...at, ...to }).moved[way][sentence][token];

  test("a token's numbers change with padding, with a later token and with the other sentence", () => {
    for (let padded = TOKENS + 1; padded <= MOST_PADDED; padded++)
      expect(movedBy({ padded }, "batch", 0, 0)).toBeGreaterThan(0.05);
    expect(movedBy({ ending: "ran" }, "batch", 0, 0)).toBeGreaterThan(0.05);
    expect(movedBy({ other: OTHERS[1] }, "batch", 0, 0)).toBeGreaterThan(0.05);
  });

  test("over the features of each they do not change at all", () => {
    for (const to of [{ padded: MOST_PADDED }, { ending: /** @type {const} */ ("ran") }, { other: OTHERS[1] }])
      for (const [sentence, token] of [
        [0, 0],
        [0, 1],
        [1, 0],
      ])
        expect(movedBy(to, "features", sentence, token)).toBe(0);
  });

  test("a mask that leaves the padding out leaves the later words in", () => {
    /** @param {number[]} rows of the tokens that count */
    const first = (rows) => new api.BatchNorm(1).forward(rows.map((value) => [value])).data[0];
    // "The", "cat" and a last word; the zeros are masked: they are not there.
    expect(first([1, 2, 3])).not.toBeCloseTo(first([1, 2, 7]), 2);
  });
});

describe("what a letter's numbers tell of the next letter", () => {
  const EVERY = Array.from({ length: READ[1] - READ[0] + 1 }, (_, i) => READ[0] + i);
  const SHARED = /** @type {const} */ (["tokens", "batch"]);

  test("over tokens and over the batch: all 27, because float32 tells their places apart; over features nothing", () => {
    expect(NEXT).toHaveLength(27);
    expect(entropyOf(CHANCES.equal)).toBeCloseTo(Math.log2(27), 12);
    for (const read of EVERY) {
      for (const over of SHARED) {
        const places = placesOf(over, read);
        expect(distinct(places), `${over} ${read}`).toBe(27);
        for (const chances of Object.values(CHANCES))
          expect(bitsOf(places, chances, 0)).toBeCloseTo(entropyOf(chances), 12);
      }
      const places = placesOf("features", read);
      expect(distinct(places)).toBe(1);
      for (const noise of NOISES)
        for (const chances of Object.values(CHANCES)) expect(bitsOf(places, chances, noise)).toBeCloseTo(0, 9);
    }
  });

  test("places are what a mean and a variance over all tokens make, the next letter's among them", () => {
    const read = 4;
    const [first, last] = ["a", "z"].map((next) => {
      const rows = [...WORD.slice(0, read), next].map((letter) => vectorsIn64()[NEXT.indexOf(letter)]);
      return [0, 1].map((feature) => {
        const column = rows.map((row) => row[feature]);
        const { mean, variance } = momentsIn64(column, column.length);
        return (column[read - 1] - mean) / Math.sqrt(variance + 1e-5);
      });
    });
    const places = placesOf("tokens", read);
    for (const [next, wanted] of /** @type {const} */ ([
      ["a", first],
      ["z", last],
    ]))
      places[NEXT.indexOf(next)].forEach((value, i) => expect(value).toBeCloseTo(wanted[i], 4));
  });

  test("under noise less is left, the more noise the less; less over the batch, and less of a whole word than at first", () => {
    for (const chances of Object.values(CHANCES)) {
      for (const over of SHARED) {
        const left = NOISES.map((noise) => bitsOf(placesOf(over, 4), chances, noise));
        expect(left).toEqual([...left].sort((a, b) => b - a));
        expect(left[left.length - 1]).toBeLessThan(entropyOf(chances) / 10);
      }
      const [first, whole] = [4, WORD.length].map((read) => bitsOf(placesOf("tokens", read), chances, 0.1));
      expect(whole).toBeLessThan(first);
      for (const read of EVERY)
        expect(bitsOf(placesOf("batch", read), chances, 0.1)).toBeLessThan(
          bitsOf(placesOf("tokens", read), chances, 0.1),
        );
    }
  });

  test("the bits are those of a quadrature with half the step, and of many draws", () => {
    for (const noise of NOISES.slice(1)) {
      const places = placesOf("tokens", 4);
      for (const chances of Object.values(CHANCES))
        expect(bitsOf(places, chances, noise)).toBeCloseTo(bitsOf(places, chances, noise, 0.3), 3);
      // A letter is drawn, noise is added, and its probability is computed from what is seen.
      api.manualSeed(5);
      const draws = 8000;
      const [normal, lots] = [api.randn([draws, 2]).data, api.rand([draws]).data];
      let bits = 0;
      for (let draw = 0; draw < draws; draw++) {
        const chosen = Math.floor(27 * lots[draw]);
        const [x, y] = [0, 1].map((axis) => places[chosen][axis] + noise * normal[2 * draw + axis]);
        const seen = places.map(([u, v]) => Math.exp(-((x - u) ** 2 + (y - v) ** 2) / (2 * noise ** 2)));
        bits += Math.log2((27 * seen[chosen]) / seen.reduce((sum, each) => sum + each, 0)) / draws;
      }
      expect(Math.abs(bits - bitsOf(places, CHANCES.equal, noise)), `${noise}`).toBeLessThan(0.05);
    }
    // Two places, far apart and near: 1 bit, and what is known of a channel of two inputs.
    const two = (/** @type {number} */ apart) =>
      bitsOf(
        [
          [0, 0],
          [apart, 0],
        ],
        [0.5, 0.5],
        1,
      );
    expect(two(20)).toBeCloseTo(1, 6);
    expect(two(2)).toBeCloseTo(0.4859, 3);
    expect(two(0)).toBeCloseTo(0, 12);
  });

  test("the sentence gives these bits, and how many places there are", () => {
    for (const way of OVERS) {
      for (const noise of [0, 0.1]) {
        const places = placesOf(way, 4);
        const bits = { equal: bitsOf(places, CHANCES.equal, noise), counted: bitsOf(places, CHANCES.counted, noise) };
        const text = leakSentence(/** @type {any} */ ({ way, letter: "m", noise, distinct: distinct(places), bits }));
        expect(text).not.toMatch(/NaN|undefined/);
        if (way === "features") expect(text).toContain("its numbers tell 0 bits");
        else expect(text).toMatch(new RegExp(`27 different places.* tell ${bits.equal.toFixed(2)} of 4\\.75 bits`));
      }
    }
  });

  test("letters are as likely as they are often in the words on which the small transformer is measured", () => {
    expect(counts).toEqual(countedLetters(heldOut()));
    expect(CHANCES.counted.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
    expect(counts.letters.reduce((sum, count) => sum + count, counts.ends)).toBe(losses.letters);
  });

  test("each window of the plane holds all its places, and no more than it needs", () => {
    for (const over of OVERS) {
      for (const read of EVERY) {
        const places = placesOf(over, read);
        const { at, span } = windowOf(places);
        for (const place of places) for (const share of at(place)) expect(Math.abs(share - 50)).toBeLessThan(47);
        const wide = Math.max(...[0, 1].map((axis) => reach(places.map((place) => place[axis]))));
        if (span > 0.5) expect(wide).toBeGreaterThan(span / 2.5);
      }
    }
  });
});

/** @param {readonly number[]} values */
const reach = (values) => Math.max(...values) - Math.min(...values);

/** The letters' numbers, drawn as the section draws them. */
function vectorsIn64() {
  api.manualSeed(52);
  const { data } = api.randn([NEXT.length, 3]);
  return NEXT.map((_, i) => Array.from(data.slice(3 * i, 3 * i + 3)));
}

/** @type {readonly Kind[]} */
const KINDS = [
  {
    prompt: /^Over the (\d+) tokens of a sentence a feature’s mean is (\d+)\. Now (\d+) tokens? of zeros/,
    isRight: ([, tokens, mean, more], label) => {
      const values = [...new Array(Number(tokens)).fill(Number(mean)), ...new Array(Number(more)).fill(0)];
      return Math.abs(number(label) - api.mean(api.tensor(values)).item()) < 1e-3;
    },
  },
  {
    prompt: /^A new BatchNorm is trained on (\d+) numbers\. Their squared distances from their mean add up to (\d+)\./,
    isRight: ([, count, squares], label) => {
      const n = Number(count);
      // Two numbers that lie off the mean of the others by what adds up to these squares.
      const far = Math.sqrt(Number(squares) / 2);
      const x = Array.from({ length: n }, (_, i) => [i === 0 ? far : i === 1 ? -far : 0]);
      const layer = new api.BatchNorm(1);
      layer.forward(x);
      return Math.abs(number(label) - (layer.runningVar?.item() ?? NaN)) < 1e-3;
    },
  },
  {
    prompt: /^A network with nn\.BatchNorm2d is in use, and model\.eval\(\) was forgotten\./,
    isRight: (_, label) => {
      const layer = new api.BatchNorm(1);
      layer.forward(api.randn([1, 1, 3, 3]));
      const moves = layer.runningMean?.item() !== 0;
      return moves && label.startsWith("Each time its own pixels");
    },
  },
  {
    prompt: /^A feature is (\d+), (\d+), (\d+) for the three words of one sentence, and (\d+) for .* A mask/,
    isRight: ([, ...words], label) => {
      // The zeros are masked: they are not there. What a batch of the words alone takes away, a running mean shows.
      const layer = new api.BatchNorm(1, { momentum: 1 });
      layer.forward(words.map((word) => [Number(word)]));
      return Math.abs(number(label) - (layer.runningMean?.item() ?? NaN)) < 1e-3;
    },
  },
  {
    prompt: /^Which of these computes something else after model\.eval\(\)/,
    isRight: (_, label) => {
      const call = label.replace(/\d+(?=\)|, track)/, "4");
      return torch.changes[/** @type {keyof typeof torch.changes} */ (call)];
    },
  },
  {
    prompt: /^An alphabet has (\d+) letters, .* in which of (\d+) groups of (\d+) the next one is/,
    isRight: ([, letters, groups, each], label) =>
      Number(groups) * Number(each) === Number(letters) && 2 ** number(label) === Number(groups),
  },
  {
    prompt: /^After how many batches is less than (\d+) % of the running mean still the 0/,
    isRight: ([, percent], label) => {
      let [left, batches] = [1, 0];
      while (left >= Number(percent) / 100) {
        left *= 0.9;
        batches++;
      }
      return number(label) === batches;
    },
  },
];

describe("the questions", () => {
  test("ask what is so, in any round, and never what the prediction asked", () => {
    const prompts = Array.from({ length: 120 }, (_, round) => checkBatch(round));
    for (const question of prompts) expectRight(question, KINDS);
    expect(new Set(prompts.map(({ prompt }) => prompt)).size).toBeGreaterThan(20);
    expect(prompts.map(({ prompt }) => prompt)).not.toContain(predictEval().prompt);
  });

  test("the prediction: after one batch eval does not bring its mean to 0", () => {
    const [first] = training().trained;
    const out = outOf(first.x, "eval", first);
    expect(api.mean(api.tensor(out, [SIZE])).item()).toBeGreaterThan(1);
    expect(predictEval().answers.find(({ right }) => right)?.label).toBe("Far above 0");
  });
});
