/** What the section on the size of weights says, computed: on the layers of many seeds, and on what was measured. */
import { median } from "d3-array";
import { std } from "layernorm";
import { describe, expect, test } from "vitest";
import {
  compared,
  drawn,
  EPS,
  farthest,
  FEATURES,
  seedsOf,
  times,
} from "../../../web/page/sections/invariance/layer.js";
import { pairsJob } from "../../../web/page/sections/invariance/job.js";
import { DECAYS, EVERY, LAYERS, NETWORKS, RATES, STEPS } from "../../../web/page/sections/invariance/limits.js";
import {
  atRates,
  first,
  lossWhereShared,
  medianAt,
  rangeOf,
  spirals,
  spiralsLosses,
} from "../../../web/page/sections/invariance/measured.js";
import measured from "../../../web/page/sections/invariance/measured.json" with { type: "json" };
import { learning } from "../../../web/page/sections/invariance/networks.js";
import {
  balanceOf,
  layerFinding,
  missedBy,
  networksFinding,
  rightAngles,
} from "../../../web/page/sections/invariance/sentences.js";
import { spec } from "../../../web/page/sections/invariance/spec.js";
import { GOOD } from "../../../web/page/sections/spirals/measured.js";
import losses from "../../../web/page/sections/spirals/losses.json" with { type: "json" };
import { endOf, spiralsEnd, summary } from "../../fixtures/invariance.mjs";
import seeds from "../../fixtures/invariance-seeds.json" with { type: "json" };
import allSpirals from "../../fixtures/spirals.json" with { type: "json" };
import { run } from "../helpers/jobs.js";

/** By how much a number is off another, as a share of it. @param {number} value @param {number} wanted */
const off = (value, wanted) => Math.abs(value / wanted - 1);

/**
 * @param {number} seed
 * @param {import("../../../web/page/sections/invariance/networks.js").Rates} rates
 * @param {boolean} hasNorm
 * @param {number} [size]
 */
const told = (seed, rates, hasNorm, size) => run(learning(seed, rates, hasNorm, size)).result;

/** @param {readonly number[]} list */
const last = (list) => list[list.length - 1];

describe("the layer, over many seeds", () => {
  for (const factor of [0.1, 10, 100]) {
    const all = seedsOf(spec.initial.seed).map((seed) => compared(drawn(seed), factor));

    test(`times ${factor}: what moves behind the norm is the share of eps, and nothing else`, () => {
      expect(all).toHaveLength(LAYERS);
      for (const { first, now } of all) {
        const variances = std(first.sums, { dim: -1, correction: 0 }).data.map((spread) => spread ** 2);
        const wanted = first.y.data.map((value, i) => {
          const variance = variances[Math.floor(i / FEATURES)];
          return value * Math.sqrt((variance + EPS) / (variance + EPS / factor ** 2));
        });
        expect(Math.max(...wanted.map((value, i) => Math.abs(value - now.y.data[i])))).toBeLessThan(5e-6);
      }
    });

    test(`times ${factor}: the gradient is so many times smaller, and at a right angle to W`, () => {
      for (const { times, now, moved } of all) {
        expect(off(times, 1 / factor)).toBeLessThan(2e-3);
        // eps leaves a little: a share of eps ÷ variance, which counts where W is small.
        expect(Math.abs(now.cosine)).toBeLessThan(factor < 1 ? 1e-3 : 1e-5);
        expect(moved).toBeLessThan(factor < 1 ? 0.02 : 2e-4);
      }
    });
  }

  test("the sentence says what it has come to", () => {
    const at = (/** @type {number} */ factor) => layerFinding(factor, compared(drawn(123), factor));
    expect(at(1)).toMatch(/right angle to W: the cosine is \de−0\d\./);
    expect(at(10)).toMatch(/^W is 10 times what it was\. .* moved by \S+e−0\d at most, .* 10\.00 times smaller/);
    expect(at(0.1)).toMatch(/moved by 0\.00\d+ at most, .* 9\.99 times larger/);
  });

  test("before the norm the output is as many times as large", () => {
    const { first, now } = compared(drawn(3), 4);
    expect(farthest(now.sums, times(first.sums, 4))).toBeLessThan(1e-5);
  });
});

describe("networks that learn", () => {
  test("W times c, and its rate times the square of c: the same turns and the same losses, but for eps", () => {
    const [one, four] = [told(5, { rate: 0.1, decay: 0 }, true), told(5, { rate: 1.6, decay: 0 }, true, 4)];
    one.loss.forEach((loss, i) => {
      expect(off(four.loss[i], loss)).toBeLessThan(2e-3);
      expect(off(four.angle[i], one.angle[i])).toBeLessThan(5e-3);
      expect(off(four.length[i], 4 * one.length[i])).toBeLessThan(1e-3);
    });
  });

  for (const decay of [0, DECAYS[DECAYS.length - 1]]) {
    test(`|W| is what right angles foretell with the norm, and not without it, at a decay of ${decay}`, () => {
      const pairs = run(pairsJob({ ...spec.initial, decay })).result;
      expect(pairs).toHaveLength(NETWORKS);
      const [normed, plain] = [missedBy(pairs, "with"), missedBy(pairs, "without")];
      expect(Math.max(...normed)).toBeLessThan(1e-4);
      plain.forEach((missed, i) => expect(missed).toBeGreaterThan(10 * normed[i]));
      // With decay the first steps are forgotten, and what is missed with them.
      expect(median(plain)).toBeGreaterThan(decay === 0 ? 0.2 : 0.01);
      const [most, middle] = [Math.max(...normed), median(plain) ?? NaN].map((share) =>
        Number((100 * share).toPrecision(2)),
      );
      expect(rightAngles({ settings: { ...spec.initial, decay }, value: pairs })).toContain(
        `In 12 networks with the norm the sum misses |W| by ${most} % at most, and without it by ${middle} % (median).`,
      );
    });
  }

  test("the sentences say what they have come to", () => {
    const of = (/** @type {number} */ decay) => {
      const rates = { rate: 1, decay };
      const value = [{ without: told(123, rates, false), with: told(123, rates, true) }];
      return { settings: { seed: 123, ...rates }, value };
    };
    const [without, decayed] = [of(0), of(0.01)];
    expect(networksFinding(without)).toMatch(
      /W has grown from 5\.8 to 1\d; a step turns it by 1\.\d°, the first by 3\.\d°\.$/,
    );
    expect(networksFinding(decayed)).toMatch(/W has shrunk from 5\.8 to 3\.\d; .* balance .* 8\.1°/);
    const { with: normed } = without.value[0];
    expect(normed.length[0] ** 2 + normed.squares).toBeCloseTo(normed.foretold ** 2, 4);
    expect(rightAngles(without)).toContain(`come to ${normed.squares.toFixed(2)}`);
    expect(rightAngles(decayed)).toContain("Each step takes 0.01 of W away");
  });
});

describe("what was measured", () => {
  test("is the summary of all seeds, and the networks are trained so", () => {
    const { first: curves, ...told } = measured;
    expect(summary(/** @type {any} */ (seeds))).toEqual(told);
    for (const { length, angle, loss } of Object.values(curves))
      for (const curve of [length, angle, loss]) expect(curve).toHaveLength(STEPS / EVERY + 1);
    const [at] = seeds.rates.filter(({ rate }) => rate === 0.1);
    const end = endOf(1, { rate: 0.1, decay: 0 }, true);
    expect(off(end.loss, at.decays[0].with[0].loss)).toBeLessThan(1e-3);
    expect(off(end.length, at.decays[0].with[0].length)).toBeLessThan(1e-4);
    expect(NETWORKS).toBeGreaterThanOrEqual(12);
  });

  test("its first curves end at the quartiles of the first settings", () => {
    for (const which of /** @type {const} */ (["without", "with"])) {
      expect(last(first[which].loss)).toBe(medianAt(atRates(which, "loss"), spec.initial.rate));
      expect(last(first[which].length)).toBe(medianAt(atRates(which, "length"), spec.initial.rate));
    }
  });

  test("the rate of W matters little with the norm, and much without it", () => {
    const [least, most] = rangeOf(atRates("with", "loss"));
    expect(most - least).toBeLessThan(0.03);
    const [, mostWithout] = rangeOf(atRates("without", "loss"));
    expect(mostWithout).toBeGreaterThan(1.4 * medianAt(atRates("without", "loss"), 1));
    // Longer steps make W longer, and in the end turn it about as far.
    const lengths = atRates("with", "length").map(({ quartiles: [, median] }) => median);
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
    const [slow, fast] = [0.3, 30].map((rate) => medianAt(atRates("with", "angle"), rate));
    expect(fast / slow).toBeLessThan(1.5);
  });

  test("with weight decay it matters again: at a balance it sets the angle", () => {
    const decayed = atRates("with", "loss", 0.01).map(({ quartiles: [, median] }) => median);
    expect(decayed.slice(1)).toEqual(decayed.slice(1).toSorted((a, b) => a - b));
    expect(last(decayed) / decayed[0]).toBeGreaterThan(1.4);
    for (const rate of RATES.filter((each) => each >= 1)) {
      const angle = medianAt(atRates("with", "angle", 0.01), rate);
      expect(off(angle, balanceOf({ rate, decay: 0.01 }))).toBeLessThan(0.07);
    }
  });

  test("where V has W's rate, a large one does harm with the norm, too", () => {
    const shared = lossWhereShared("with");
    expect(medianAt(shared, 1)).toBeGreaterThan(1.3 * medianAt(shared, 0.1));
    expect(medianAt(shared, 10)).toBeGreaterThan(10 * medianAt(shared, 0.1));
  });
});

describe("the spirals", () => {
  test("what is told of one rate for all is what their section has", () => {
    expect(spirals.one).toEqual(losses.rates.map(({ rate, with: { last } }) => ({ rate, loss: last })));
    const best = (/** @type {"without" | "with"} */ which) =>
      losses.rates.reduce((best, each) => (each[which].last[1] < best[which].last[1] ? each : best)).rate;
    expect(spirals.best).toEqual({ without: best("without"), with: best("with") });
    expect(spirals.rest).toBe(spirals.best.with);
  });

  test("with two rates that are alike the training is theirs, to the last digit: of each seed", () => {
    const own = seeds.ofSpirals.find(({ rate }) => rate === spirals.rest)?.ends.map(({ loss }) => loss);
    const there = allSpirals.rates.find(({ rate }) => rate === spirals.rest)?.with;
    expect(own).toHaveLength(spirals.seeds);
    expect(own).toEqual(there);
    expect(spiralsEnd(1, spirals.rest).loss).toBe(there?.[0]);
  });

  test("what has a norm behind it stands rates that the rest does not", () => {
    // By the mark of the spirals' section, three quarters of the networks have learned at each of these rates.
    for (const { quartiles } of spiralsLosses.own) expect(quartiles[2]).toBeLessThan(GOOD);
    expect(medianAt(spiralsLosses.one, 3)).toBeGreaterThan(0.6);
    expect(spirals.best.with).toBeLessThan(spirals.best.without);
  });
});
