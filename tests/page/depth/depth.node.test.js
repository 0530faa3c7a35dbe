/** The depth lab's networks, one pair and fifty, beside PyTorch's from the same seeds. */
import { manualSeed, randn } from "layernorm";
import { describe, expect, test } from "vitest";
import { ACTIVATIONS } from "../../../web/page/sections/depth/factors.js";
import { depthJob, fiftyJob, seedsOfLayers } from "../../../web/page/sections/depth/job.js";
import { bandOf, labelledLayers, lineOf, marksOf, reachOf, ridgeOf } from "../../../web/page/sections/depth/layout.js";
import {
  AXIS,
  AXIS_TICKS,
  BINS,
  GAINS,
  MOST_LAYERS,
  NETWORKS,
  NORMS,
  POOLED_FROM,
  RESIDUALS,
  SAMPLES,
  STARTS,
} from "../../../web/page/sections/depth/limits.js";
import { spec } from "../../../web/page/sections/depth/spec.js";
import fixtures from "../../fixtures/depth.json" with { type: "json" };
import { depthOf, fiftyOf, told } from "../helpers/depth.js";

/** @typedef {keyof typeof ACTIVATIONS} Activation */

const SMALL = { ...spec.initial, features: 32, layers: 12 };

/** A fixture's settings: those of earlier ones have neither a start nor an a. @param {object} settings */
const settingsOf = (settings) => /** @type {typeof spec.initial} */ ({ ...spec.initial, ...settings });

/**
 * The largest difference between two lists, as a share of the numbers themselves.
 * @param {ArrayLike<number | null>} got
 * @param {readonly number[]} wanted
 */
function difference(got, wanted) {
  expect(got).toHaveLength(wanted.length);
  return Math.max(...wanted.map((value, i) => Math.abs((got[i] ?? NaN) - value) / value));
}

describe("spreads and gradients are PyTorch's", () => {
  for (const { settings, ...networks } of fixtures.networks) {
    test(JSON.stringify(settings), () => {
      const depth = depthOf(settingsOf(settings));
      for (const which of /** @type {const} */ (["without", "with"])) {
        for (const quantity of /** @type {const} */ (["spread", "numbers", "weights"])) {
          expect(difference(depth[which][quantity], networks[which][quantity]), `${which}: ${quantity}`).toBeLessThan(
            1e-4,
          );
        }
        expect(difference([depth[which].apart ?? NaN], [networks[which].apart]), `${which}: apart`).toBeLessThan(1e-4);
      }
    });
  }

  for (const { settings, ...networks } of fixtures.fifty) {
    test(`of fifty networks: ${JSON.stringify(settings)}`, () => {
      const pairs = fiftyOf(settingsOf(settings));
      expect(pairs).toHaveLength(NETWORKS);
      for (const which of /** @type {const} */ (["without", "with"])) {
        for (const [quantity, layer] of /** @type {const} */ ([
          ["spread", settings.layers],
          ["numbers", 1],
          ["weights", 1],
        ])) {
          const off = pairs
            .map((pair, i) => Math.abs((pair[which][quantity][layer - 1] ?? NaN) / networks[which][quantity][i] - 1))
            .sort((a, b) => a - b);
          // In one or two a float32 falls on the other side of a ReLU than the float64 does.
          expect(off[NETWORKS - 3], `${which}: ${quantity}`).toBeLessThan(1e-4);
          expect(off[NETWORKS - 1], `${which}: ${quantity}`).toBeLessThan(1e-2);
        }
      }
    });
  }

  test("in every activation, residual, norm and start", () => {
    for (const [name, words] of Object.entries({
      activation: Object.keys(ACTIVATIONS),
      residual: RESIDUALS,
      norm: NORMS,
      start: STARTS,
    })) {
      const seen = fixtures.networks.map(({ settings }) => /** @type {any} */ (settingsOf(settings))[name]);
      expect(new Set(seen), name).toEqual(new Set(words));
    }
  });
});

describe("activations", () => {
  const entries = /** @type {[Activation, typeof ACTIVATIONS[Activation]][]} */ (Object.entries(ACTIVATIONS));

  test.each(entries)(
    "%s keeps the mean square of normal numbers, by quadrature here and by PyTorch",
    (name, { apply, keeps }) => {
      // The trapezoidal rule, which is exact to rounding for a smooth integrand that vanishes at both ends.
      const step = 1e-3;
      let square = 0;
      for (let z = -12; z <= 12; z += step)
        square += (apply(Float32Array.of(z))[0] ** 2 * Math.exp((-z * z) / 2) * step) / Math.sqrt(2 * Math.PI);
      expect(Math.abs(keeps * Math.sqrt(square) - 1)).toBeLessThan(1e-6);
      const reference = fixtures.keeps.find(({ activation }) => activation === name)?.value ?? NaN;
      expect(Math.abs(keeps / reference - 1)).toBeLessThan(1e-7);
    },
  );

  test.each(entries)("%s has a slope for any number", (_, { slope }) => {
    for (const x of [-1e17, -300, 300, 1e17]) expect([0, 1]).toContain(Math.abs(slope(x)));
  });

  test.each(entries)("%s has the slope of its differences", (_, { apply, slope }) => {
    for (const x of [-4.2, -1.3, -0.2, 0.3, 1.1, 2.5, 7]) {
      const [before, after] = apply(Float32Array.of(x - 1 / 64, x + 1 / 64));
      expect(slope(x)).toBeCloseTo(32 * (after - before), 3);
    }
  });
});

describe("densities", () => {
  test("and what lies beyond the axis make up all numbers", () => {
    for (const gain of [0.5, 1, 1.6, 2]) {
      for (const { density, below, above } of Object.values(depthOf({ ...SMALL, gain }))) {
        density.forEach((layer, i) => {
          const within = layer.reduce((sum, height) => sum + height, 0) * ((AXIS[1] - AXIS[0]) / BINS);
          expect(within + below[i] + above[i]).toBeCloseTo(1, 5);
        });
      }
    }
  });

  test("are those of the numbers themselves", () => {
    // Without an activation, a layer of one feature multiplies all samples by one number.
    const settings = { ...SMALL, features: 1, layers: 1, activation: /** @type {const} */ ("none"), gain: 2 };
    manualSeed(settings.seed);
    const x = randn([SAMPLES, 1]).data;
    manualSeed(settings.seed + 1);
    const [weight] = randn([1, 1]).data;
    const values = Array.from(x, (value) => Math.fround(Math.fround(2 * value) * weight));
    const { density, below, above } = depthOf(settings).without;
    const width = (AXIS[1] - AXIS[0]) / BINS;
    density[0].forEach((height, bin) => {
      const [low, high] = [AXIS[0] + bin * width, AXIS[0] + (bin + 1) * width];
      const count = values.filter((value) => value >= low && value < high).length;
      expect(height * width * SAMPLES).toBeCloseTo(count, 4);
    });
    expect(below[0]).toBe(values.filter((value) => value < AXIS[0]).length / SAMPLES);
    expect(above[0]).toBe(values.filter((value) => value >= AXIS[1]).length / SAMPLES);
  });

  test("lie on an axis that is labelled from end to end", () => {
    expect([AXIS_TICKS[0], AXIS_TICKS.at(-1)]).toEqual(AXIS);
    // Phones show each third: both ends and 0.
    expect(AXIS_TICKS.filter((_, i) => i % 3 === 0)).toEqual([AXIS[0], 0, AXIS[1]]);
  });
});

describe("the job", () => {
  test("tells the first layers before the last, and gradients from the last on; in between it can be stopped", () => {
    const known = [];
    const job = depthJob({ ...SMALL, layers: 24 });
    for (let step = job.next(); !step.done; step = job.next()) {
      const network = step.value?.with;
      known.push(network ? [network.spread.length, network.numbers.findIndex((value) => value !== null)] : null);
    }
    const [forward, back] = [
      [16, -1],
      [24, 15],
    ];
    expect(known).toEqual([null, null, null, forward, null, null, null, null, back, null, null, null]);
  });

  test("of fifty tells some networks at a time, and can be stopped after each", () => {
    const job = fiftyJob({ ...SMALL, layers: 2 });
    const known = [];
    for (let step = job.next(); !step.done; step = job.next()) known.push(step.value?.length ?? 0);
    expect(known).toHaveLength(NETWORKS);
    expect(known.filter((count) => count > 0)).toEqual([5, 10, 15, 20, 25, 30, 35, 40, 45]);
  });

  test("of fifty begins with the one network", () => {
    const [first] = fiftyOf(SMALL);
    // It has some of the one's inputs: a spread over them is nearly the one's.
    const { spread } = depthOf(SMALL).without;
    spread.forEach((value, i) => expect(Math.abs(first.without.spread[i] / value - 1)).toBeLessThan(0.25));
  });

  test("gives no two of fifty networks a layer in common or, where they are wide, none in the same order", () => {
    const narrow = Array.from({ length: NETWORKS }, (_, k) => seedsOfLayers(SMALL, k)).flat();
    expect(new Set(narrow).size).toBe(NETWORKS * MOST_LAYERS);
    const wide = Array.from({ length: NETWORKS }, (_, k) => seedsOfLayers({ ...SMALL, features: POOLED_FROM }, k));
    const first = wide[0].join();
    for (const [k, seeds] of wide.entries()) {
      expect([...seeds].sort((a, b) => a - b).join()).toBe(first);
      for (const other of wide.slice(k + 1))
        expect(seeds.filter((seed, i) => seed === other[i]).length).toBeLessThan(8);
    }
  });

  test("gives the same whatever was computed before it", () => {
    const first = structuredClone(depthOf(SMALL));
    const fifty = fiftyOf({ ...SMALL, layers: 3 });
    depthOf({ ...SMALL, gain: 2 });
    depthOf({ ...SMALL, seed: 9 });
    expect(depthOf(SMALL)).toEqual(first);
    expect(fiftyOf({ ...SMALL, layers: 3 })).toEqual(fifty);
  });

  test("a deeper network begins as a shallower one does", () => {
    expect(depthOf({ ...SMALL, layers: 20 }).without.spread.slice(0, 12)).toEqual(depthOf(SMALL).without.spread);
  });

  test("stays finite at every gain, however deep", () => {
    for (const gain of GAINS) {
      for (const activation of /** @type {Activation[]} */ (Object.keys(ACTIVATIONS))) {
        for (const residual of RESIDUALS) {
          for (const other of /** @type {const} */ ([
            {},
            { norm: "dyt", alpha: 0.1 },
            { norm: "dyt", alpha: 2 },
            { start: "he" },
            { start: "fixup" },
          ])) {
            const depth = depthOf({ ...SMALL, gain, activation, residual, layers: 48, features: 16, ...other });
            for (const { spread, numbers, weights } of Object.values(depth)) {
              expect(
                [...spread, ...numbers, ...weights].every(Number.isFinite),
                `${gain} ${activation} ${residual} ${JSON.stringify(other)}`,
              ).toBe(true);
            }
          }
        }
      }
    }
  });
});

describe("where the marks and hills stand", () => {
  test("a mark is where its number's logarithm is, in its layer's row", () => {
    const at = marksOf([1, 100, 0.1, null, 0, NaN], 2, 6);
    expect(at).toBe("M500 83h.01M1000 250h.01M250 417h.01");
  });

  test("the axis reaches every number, and no further than it must", () => {
    const pair = (/** @type {number} */ spread, numbers = 1, weights = 1) => ({
      without: told([spread], [numbers], [weights]),
      with: told([1], [null], [null]),
    });
    expect(reachOf([])).toBe(3);
    expect(reachOf([pair(1), pair(0.4)])).toBe(3);
    expect(reachOf([pair(1), pair(1, 0.0002)])).toBe(6);
    expect(reachOf([pair(0), pair(1, 1, 1e7)])).toBe(9);
  });

  test("a line goes through the logarithms of its numbers, and is interrupted where there are none", () => {
    expect(lineOf([1, 1000, 0.001], 3)).toBe("M0 500L500 0L1000 1000");
    expect(lineOf([1, null, 10], 1)).toBe("M0 500M1000 0");
    expect(lineOf([1], 3)).toBe("M500 500m-20 0h40");
  });

  test("the middle half lies between its quartiles", () => {
    const middles = [
      { low: 0.1, median: 1, high: 10 },
      { low: 1, median: 1, high: 1 },
    ];
    expect(bandOf(middles, 1)).toBe("M0 0L1000 500L1000 500L0 1000z");
    expect(bandOf([], 1)).toBe("");
  });

  test("a hill has the area of what lies on the axis, and none is higher than that of N(0, 1)", () => {
    const { density } = depthOf({ ...SMALL, gain: 1.5, activation: "none" }).without;
    const heights = (/** @type {Float32Array} */ layer) =>
      Array.from(ridgeOf(layer, 1000, 12).matchAll(/[L ](\d+)\.5 (\d+)/g), ([, , y]) => 1000 - Number(y));
    const [wide, wider] = [density[0], density[6]].map(heights);
    expect(wide).toHaveLength(BINS);
    const sum = (/** @type {ArrayLike<number>} */ list) => Array.from(list).reduce((a, b) => a + b, 0);
    expect(sum(wider) / sum(wide)).toBeCloseTo(sum(density[6]) / sum(density[0]), 1);
    const normal = Float32Array.of(1 / Math.sqrt(2 * Math.PI));
    const narrow = depthOf({ ...SMALL, gain: 0.5 }).without.density[5];
    expect(Math.max(...heights(narrow))).toBe(heights(normal)[0]);
  });

  test("the first and the last layer are always named, and no two too close", () => {
    for (let layers = 1; layers <= MOST_LAYERS; layers++) {
      const named = labelledLayers(layers);
      expect([named[0], named[named.length - 1]]).toEqual([1, layers]);
      expect(named.length).toBeLessThanOrEqual(9);
      for (const [i, layer] of named.entries())
        if (i > 0) expect((layer - named[i - 1]) / layers).toBeGreaterThan(0.06);
    }
  });
});
