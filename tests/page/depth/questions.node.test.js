/**
 * What the section on depth asks: each answer that is called right is, by the networks themselves where they are shown.
 */
import { manualSeed, randn, std, tensor } from "layernorm";
import { describe, expect, test } from "vitest";
import { formatBrief } from "../../../web/page/kit/format.js";
import { checkDepth, predictions } from "../../../web/page/sections/depth/questions.js";
import { middleOf } from "../../../web/page/sections/depth/middle.js";
import { sizeText } from "../../../web/page/sections/depth/sentences.js";
import { spec } from "../../../web/page/sections/depth/spec.js";
import { depthOf, fiftyOf, shownFifty, shownOne } from "../helpers/depth.js";
import { ROUNDS, rightOf, sound } from "../helpers/questions.js";

/**
 * Between which factors each outcome is true of a spread that was 1.
 * @type {Record<string, readonly [number, number]>}
 */
const OUTCOMES = {
  "less than a hundredth of it is left": [0, 0.01],
  "about half of it is left": [0.3, 0.7],
  "it is still about 1": [0.7, 1.4],
  "it has about doubled": [1.5, 3],
  "it is dozens of times as large": [24, 240],
  "it is infinite": [Infinity, Infinity],
};

describe("before", () => {
  for (const { gain, make } of predictions) {
    const { prompt, answers } = sound(make());

    test(`at gain ${gain}, what is called right becomes of the spread in most networks, and nothing else does`, () => {
      const pairs = fiftyOf({ ...spec.initial, gain });
      const spreads = pairs.map(({ without }) => without.spread[spec.initial.layers - 1]);
      expect(prompt).toContain(`in most networks after layer ${spec.initial.layers}?`);
      for (const { label, right } of answers) {
        const [low, high] = OUTCOMES[label];
        const share = spreads.filter((spread) => spread >= low && spread <= high).length / spreads.length;
        expect(share > 0.75, `${label}: ${share}`).toBe(right);
      }
    });

    test(`at gain ${gain}, the numbers of the explanations are those of the factor`, () => {
      expect(rightOf({ prompt, answers }).why).toContain(
        `is ${formatBrief(gain ** spec.initial.layers)}, the root mean square`,
      );
      for (const { why } of answers) expect(why).not.toMatch(/NaN|undefined|Infinity/);
    });
  }
});

describe("after", () => {
  test("about the fifty that are shown: a wider network is nearer to the root mean square", () => {
    for (const gain of [0.9, 1, 1.2]) {
      const now = shownFifty({ ...spec.initial, gain });
      const question = sound(checkDepth(now)(0));
      const law = gain ** 24;
      const last = (/** @type {ReturnType<typeof fiftyOf>} */ pairs) =>
        middleOf(pairs.map(({ without }) => without.spread[23])).median;
      const [narrow, wide] = [last(now.networks), last(fiftyOf({ ...now.settings, features: 512 }))];
      expect(question.prompt).toContain(
        `numbers is ${sizeText(law)}; the middle one of these 50 networks, of 64 features`,
      );
      expect(question.prompt).toContain(`has a spread of ${sizeText(narrow)} without`);
      expect(rightOf(question).label).toBe(`Nearer to ${sizeText(law)}`);
      expect(Math.abs(Math.log(wide / law))).toBeLessThan(Math.abs(Math.log(narrow / law)));
    }
  });

  test("about others while none are shown yet, or one, or what has no such answer", () => {
    const changes = { ...spec.initial, features: 32 };
    for (const now of [
      null,
      shownOne(changes),
      shownFifty({ ...changes, layers: 5 }),
      shownFifty({ ...changes, residual: /** @type {const} */ ("pre") }),
      { ...shownFifty(changes), isWhole: false },
    ]) {
      expect(sound(checkDepth(now)(0)).prompt).not.toContain("these 50 networks");
    }
  });

  test("no check asks what a prediction asked", () => {
    const asked = predictions.map(({ gain }) => formatBrief(gain ** spec.initial.layers));
    for (const round of ROUNDS) {
      const { prompt, answers } = checkDepth(null)(round);
      expect(prompt).not.toMatch(/^(At a gain|Each layer multiplies the spread by \S+\. It is 1 at first)/);
      for (const { label, right } of answers) if (right) expect(asked).not.toContain(label);
    }
  });

  test("about factors, when they do harm, gradients, norms, sums and rows: the right answer is computed anew", () => {
    const kinds = new Set();
    for (const round of ROUNDS) {
      const question = sound(checkDepth(null)(round));
      const { prompt } = question;
      const { label } = rightOf(question);
      const gain = Number(prompt.match(/by (\d\.\d)\b/)?.[1]);
      const layers = Number(prompt.match(/(\d+) layers/)?.[1]);
      /** A factor, as many times. @param {number} times */
      const repeated = (times) => Array.from({ length: times }).reduce((/** @type {number} */ size) => size * gain, 1);
      if (prompt.includes("middle one of very many")) {
        const [low, high] = Array.from(prompt.matchAll(/by (\d\.\d)/g), ([, factor]) => Number(factor));
        expect(label).toBe(formatBrief(middleOfProducts(low, high, layers)));
        expect((low + high) / 2).toBe(1);
        kinds.add("middle");
      } else if (prompt.includes("After how many layers")) {
        const isThere = (/** @type {number} */ count) => (gain > 1 ? repeated(count) >= 10 : repeated(count) <= 0.1);
        expect([isThere(Number(label)), isThere(Number(label) - 1)]).toEqual([true, false]);
        kinds.add("when");
      } else if (prompt.includes("A gradient comes back")) {
        expect(prompt).toContain(gain > 1 ? "is it largest" : "is it smallest");
        expect(label).toBe("At layer 1");
        kinds.add("gradient");
      } else if (prompt.includes("before its norm")) {
        const every = Number(prompt.match(/after each (\d+) of them/)?.[1]);
        let [spread, largest] = [1, 0];
        for (let layer = 1; layer <= layers; layer++) {
          spread *= gain;
          largest = Math.max(largest, spread);
          if (layer % every === 0) spread = 1;
        }
        expect(label).toBe(formatBrief(largest));
        // RMSNorm divides by another number than the spread.
        expect(prompt).toContain("there is a LayerNorm.");
        kinds.add("between");
      } else if (prompt.includes("Another activation")) {
        const left = { quarter: 1 / 4, ninth: 1 / 9, sixteenth: 1 / 16 };
        const [, share] = prompt.match(/leaves a (quarter|ninth|sixteenth) of it/) ?? [];
        expect(Number(label) ** 2 * left[/** @type {keyof typeof left} */ (share)]).toBeCloseTo(1, 12);
        kinds.add("factor");
      } else if (prompt.includes("In place of a norm")) {
        manualSeed(1);
        const normal = randn([1000]);
        const own = std(normal, { correction: 0 }).item();
        const a = Number(prompt.match(/tanh\((\S+) x\)/)?.[1]);
        const told = (label.match(/\d\.\d+/g) ?? []).map(Number);
        const rows = [prompt.match(/a spread of (\S+),/), prompt.match(/another one of (\S+),/)].map((each) => {
          const scale = Number(each?.[1]) / own;
          return std(tensor(normal.data.map((value) => Math.tanh(a * scale * value)))).item();
        });
        rows.forEach((spread, i) => expect(Math.abs(told[i] / spread - 1), prompt).toBeLessThan(0.05));
        kinds.add("rows");
      } else {
        expect(label).toBe(String(Math.sqrt(1 + layers)));
        kinds.add("stream");
      }
    }
    expect(kinds.size).toBe(7);
  });

  test("a norm and a sum do in the networks what the answers say", () => {
    const depth = depthOf({ ...spec.initial, gain: 1.4 });
    expect(depth.with.spread[23]).toBeCloseTo(1, 2);
    const stream = depthOf({ ...spec.initial, features: 256, layers: 15, activation: "none", residual: "pre" });
    expect(Math.abs(stream.with.spread[14] / 4 - 1)).toBeLessThan(0.06);
  });
});

/**
 * The median of products of so many factors, each one of two with equal chance: from how often each number of the
 * higher one comes up.
 * @param {number} low
 * @param {number} high
 * @param {number} times
 */
function middleOfProducts(low, high, times) {
  let [share, sum] = [0.5 ** times, 0];
  for (let ups = 0; ups <= times; ups++) {
    sum += share;
    if (sum >= 0.5) return high ** ups * low ** (times - ups);
    share *= (times - ups) / (ups + 1);
  }
  return NaN;
}
