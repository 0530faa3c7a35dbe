/** What BatchNorm's section computes and says: running statistics, train and eval, tokens and padding. */
import { describe, expect, test } from "vitest";
import * as api from "layernorm";
import { MOST_PADDED, MOST_TRAINED, OTHERS, SIZE, TOKENS } from "../../../web/page/sections/batch/limits.js";
import { checkBatch, predictEval } from "../../../web/page/sections/batch/questions.js";
import { startLeft } from "../../../web/page/sections/batch/sentences.js";
import { outOf, training } from "../../../web/page/sections/batch/stream.js";
import { normalizedTokens } from "../../../web/page/sections/batch/tokens.js";
import { spec } from "../../../web/page/sections/batch/spec.js";
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
