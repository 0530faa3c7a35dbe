/**
 * What the section on depth says of networks, computed on many: on fifty of each of a few fixed seeds, or on the seeds
 * that are named. That fifty networks are PyTorch's is shown in depth.node.test.js.
 */
import { linear, manualSeed, randn, relu, rmsNorm, tensor } from "layernorm";
import { describe, expect, test } from "vitest";
import { formatBrief } from "../../../web/page/kit/format.js";
import { ACTIVATIONS } from "../../../web/page/sections/depth/factors.js";
import {
  GAINS,
  MOST_LAYERS,
  NETWORKS,
  POOLED_FROM,
  RESIDUALS,
  SEED_STEP,
} from "../../../web/page/sections/depth/limits.js";
import { middleIn, middleOf, middlesOf, valuesIn } from "../../../web/page/sections/depth/middle.js";
import { finding, lawOf, NEAR_ONE, sizeText } from "../../../web/page/sections/depth/sentences.js";
import { spec } from "../../../web/page/sections/depth/spec.js";
import { depthOf, fiftyOf, shownFifty, shownOne } from "../helpers/depth.js";

/** @typedef {import("../../../web/page/sections/depth/job.js").Settings} Settings */
/** @typedef {import("../../../web/page/sections/depth/job.js").Pair} Pair */

/** Of fifty networks each; none has layers in common with another. */
const SEEDS = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => spec.initial.seed + k * NETWORKS * SEED_STEP);

/** @param {Partial<Settings>} changes @returns {Settings} */
const settingsOf = (changes) => ({ ...spec.initial, ...changes });

/** The networks of some seeds. @param {Partial<Settings>} changes @param {readonly number[]} [seeds] */
const many = (changes, seeds = SEEDS) => seeds.flatMap((seed) => fiftyOf(settingsOf({ ...changes, seed })));

/**
 * The median of a quantity in one layer.
 * @param {readonly Pair[]} networks
 * @param {import("../../../web/page/sections/depth/middle.js").Which} which
 * @param {import("../../../web/page/sections/depth/middle.js").Quantity} quantity
 * @param {number} layer
 */
const medianIn = (networks, which, quantity, layer) => middleIn(networks, which, quantity, layer)?.median ?? NaN;

const mean = (/** @type {readonly number[]} */ values) => values.reduce((sum, each) => sum + each, 0) / values.length;

/** By how much a number is off another, as a share of it. @param {number} value @param {number} wanted */
const off = (value, wanted) => Math.abs(value / wanted - 1);

test("quartiles are those of PyTorch's quantile", () => {
  expect(middleOf([4, 1, 3, 2])).toEqual({ low: 1.75, median: 2.5, high: 3.25 });
  expect(middleOf([5])).toEqual({ low: 5, median: 5, high: 5 });
});

describe("without a norm", () => {
  test("the product of the gains is the root mean square over weights", () => {
    for (const changes of [
      { gain: 1.2, layers: 6 },
      { gain: 0.8, layers: 6 },
      { gain: 1.2, layers: 6, activation: /** @type {const} */ ("none") },
    ]) {
      const spreads = valuesIn(many(changes, SEEDS.slice(0, 5)), "without", "spread", changes.layers);
      const square = Math.sqrt(mean(spreads.map((spread) => spread ** 2)));
      expect(off(square, lawOf(settingsOf(changes)) ?? NaN)).toBeLessThan(0.05);
    }
  });

  test("of the numbers it is that root mean square; a spread’s lies a little below, by the numbers’ mean", () => {
    manualSeed(1);
    const [gain, layers, features, inputs] = [1.2, 3, 16, 16];
    const [numbers, spreads] = [0, 0].map(() => /** @type {number[]} */ ([]));
    for (let draw = 0; draw < 3000; draw++) {
      let x = randn([inputs, features]);
      for (let layer = 0; layer < layers; layer++) {
        const scale = gain * Math.sqrt(2 / features);
        const weight = randn([features, features]).data.map((value) => value * scale);
        x = linear(relu(x), tensor(weight, [features, features]));
      }
      const square = mean(Array.from(x.data, (value) => value ** 2));
      numbers.push(square);
      spreads.push(square - mean([...x.data]) ** 2);
    }
    expect(off(Math.sqrt(mean(numbers)), gain ** layers)).toBeLessThan(0.02);
    expect(mean(spreads)).toBeLessThan(mean(numbers));
  });

  test("of tanh, which lies below nothing that the gain alone says, no such root is told", () => {
    expect(lawOf(settingsOf({ activation: "tanh" }))).toBeUndefined();
    expect(lawOf(settingsOf({ activation: "relu" }))).toBe(1);
  });

  test("a typical ReLU network lies below it, the more so the narrower and the deeper", () => {
    const share = (/** @type {Partial<Settings>} */ changes, /** @type {readonly number[]} */ seeds = SEEDS) => {
      const settings = settingsOf({ gain: 1.2, ...changes });
      return medianIn(many(settings, seeds), "without", "spread", settings.layers) / (lawOf(settings) ?? NaN);
    };
    const byWidth = [16, 32, 64, 128].map((features) => share({ features, layers: 16 }, SEEDS.slice(0, 3)));
    expect(byWidth).toEqual([...byWidth].sort((a, b) => a - b));
    expect(byWidth[3]).toBeLessThan(1);
    const byDepth = [6, 12, 24, 48].map((layers) => share({ layers, features: 32 }, SEEDS.slice(0, 2)));
    expect(byDepth).toEqual([...byDepth].sort((a, b) => b - a));
  });

  test("the middle one of 400 has 54 or so after 24 layers at gain 1.2 and width 64, where the product says 79.5", () => {
    const networks = many({ gain: 1.2 });
    const { low, median, high } = middleOf(valuesIn(networks, "without", "spread", 24));
    expect(median).toBeGreaterThan(50);
    expect(median).toBeLessThan(60);
    expect(low).toBeLessThan(40);
    expect(high).toBeGreaterThan(75);
    const below = valuesIn(networks, "without", "spread", 24).filter((spread) => spread < 1.2 ** 24).length;
    expect(below / networks.length).toBeGreaterThan(0.65);
  });

  test("the gradient of the weights is about as large in every layer, that of the numbers grows on its way back", () => {
    const networks = fiftyOf(settingsOf({ gain: 1.2 }));
    const weights = middlesOf(networks, "without", "weights", 24).map(({ median }) => median);
    expect(Math.max(...weights) / Math.min(...weights)).toBeLessThan(1.6);
    expect(Math.min(...weights)).toBeGreaterThan(40);
    const numbers = middlesOf(networks, "without", "numbers", 24).map(({ median }) => median);
    expect(numbers[0]).toBeGreaterThan(40);
    expect(numbers[23]).toBeCloseTo(1, 1);
  });
});

describe("a norm sets what goes forward, not what comes back", () => {
  test.each([
    { activation: "tanh", layers: 24, says: 7.3 },
    { activation: "tanh", layers: 48, says: 56 },
    { activation: "gelu", layers: 24, says: 2.3 },
    { activation: "gelu", layers: 48, says: 5.8 },
  ])("$activation, $layers layers: about $says times", ({ activation, layers, says }) => {
    for (const features of [64, 256]) {
      const networks = fiftyOf(settingsOf({ features, layers, activation: /** @type {any} */ (activation) }));
      expect(medianIn(networks, "with", "spread", layers)).toBeCloseTo(1, 3);
      for (const quantity of /** @type {const} */ (["numbers", "weights"]))
        expect(off(medianIn(networks, "with", quantity, 1), says), `${features}`).toBeLessThan(0.2);
    }
  });

  test("with seed 123, 64 features and gain 1, the norm makes the gradient smaller: 0.45, 0.99 without it", () => {
    const depth = depthOf(settingsOf({ gain: 1, features: 64, seed: 123 }));
    expect(depth.with.numbers[0]).toBeCloseTo(0.45, 2);
    expect(depth.without.numbers[0]).toBeCloseTo(0.99, 2);
    expect(finding(shownOne(settingsOf({ gain: 1 })), "numbers")).toContain("not of what comes back");
  });

  test("the sentence beside the lab says so where a gradient leaves 0.5 to 2, and only there", () => {
    let [said, unsaid] = [0, 0];
    for (const activation of /** @type {Settings["activation"][]} */ (Object.keys(ACTIVATIONS))) {
      for (const residual of /** @type {const} */ (["no", "pre", "post"])) {
        for (const layers of [6, 24]) {
          const shown = shownFifty(settingsOf({ activation, residual, layers, features: 32 }));
          for (const gradient of /** @type {const} */ (["weights", "numbers"])) {
            const medians = middlesOf(shown.networks, "with", gradient, layers).map(({ median }) => median);
            const leaves = medians.some((median) => {
              const size = Number(sizeText(median));
              return size < NEAR_ONE[0] || size > NEAR_ONE[1];
            });
            const text = finding(shown, gradient);
            expect(text.includes("not of what comes back"), text).toBe(leaves);
            expect(text.includes("stays between 0.5 and 2"), text).toBe(!leaves);
            const [, size, layer] = text.match(/ is (\S+) at layer (\d+)/) ?? [];
            expect(size, text).toBe(sizeText(medians[Number(layer) - 1]));
            expect(text).not.toMatch(/NaN|undefined/);
            if (leaves) said++;
            else unsaid++;
          }
        }
      }
    }
    expect(Math.min(said, unsaid)).toBeGreaterThan(5);
  });

  test("in every setting the sentence agrees with the numbers that it gives, and they are the network's", () => {
    let near = 0;
    for (const activation of /** @type {Settings["activation"][]} */ (Object.keys(ACTIVATIONS))) {
      for (const residual of RESIDUALS) {
        for (const norm of /** @type {const} */ (["layer", "rms"])) {
          for (const gain of [GAINS[0], 1, 1.2, GAINS[1]]) {
            for (const [layers, features] of [
              [1, 16],
              [2, 64],
              [24, 16],
              [24, 64],
            ]) {
              const shown = shownOne(settingsOf({ activation, residual, norm, gain, layers, features }));
              const spreadOf = (/** @type {"without" | "with"} */ which) => shown.depth[which].spread[layers - 1];
              for (const gradient of /** @type {const} */ (["weights", "numbers"])) {
                const text = finding(shown, gradient);
                expect(text).not.toMatch(/NaN|undefined|Infinity/);
                expect(text).toContain(`has become ${formatBrief(spreadOf("without"))} without normalization`);
                expect(text).toContain(
                  `${formatBrief(spreadOf("with"))} with ${norm === "rms" ? "RMS" : "Layer"}Norm. `,
                );
                const [, size, layer, without] =
                  text.match(/ is (\S+) at layer (\d+)(?: with \w+, |, and there )(\S+) without/) ?? [];
                expect(size, text).toBe(sizeText(shown.depth.with[gradient][Number(layer) - 1] ?? NaN));
                expect(without, text).toBe(sizeText(shown.depth.without[gradient][Number(layer) - 1] ?? NaN));
                const stays = Number(size) >= NEAR_ONE[0] && Number(size) <= NEAR_ONE[1];
                expect(text.includes("stays between 0.5 and 2"), text).toBe(stays);
                if (stays && (size === "0.50" || size === "2.00")) near++;
                if (residual !== "pre" && norm === "layer") expect(off(spreadOf("with"), 1), text).toBeLessThan(0.01);
                // "The sum grows with the root of the depth", of one network that is drawn at random.
                const grown = Number(text.match(/²\) = ([\d.]+)\. /)?.[1] ?? NaN);
                expect(Number.isNaN(grown), text).toBe(residual !== "pre");
                if (residual === "pre") expect(off(spreadOf("with"), grown), text).toBeLessThan(0.3);
              }
            }
          }
        }
      }
    }
    expect(near).toBeGreaterThan(0);
  });

  test("RMSNorm sets the root mean square, and is said to set no more", () => {
    const of = (/** @type {Settings["norm"]} */ norm) =>
      finding(shownFifty(settingsOf({ norm, layers: 48, features: 32, activation: "tanh" })), "numbers");
    expect(of("rms")).toMatch(/RMSNorm sets the root mean square of what goes forward, not of what comes back/);
    expect(of("layer")).toMatch(/LayerNorm sets the spread of what goes forward, not of what comes back/);
    const row = randn([4, 16]).data.map((value) => value + 1);
    const y = rmsNorm(tensor(row, [4, 16]), 16).data;
    for (let i = 0; i < 4; i++) {
      const own = y.subarray(16 * i, 16 * (i + 1));
      const level = mean([...own]);
      expect(Math.sqrt(mean([...own].map((value) => value ** 2)))).toBeCloseTo(1, 4);
      expect(Math.sqrt(mean([...own].map((value) => (value - level) ** 2)))).toBeLessThan(0.95);
    }
  });

  test("the sentence gives median, quartiles and how many lie below the product", () => {
    const shown = shownFifty(settingsOf({ gain: 1.2 }));
    const spreads = valuesIn(shown.networks, "without", "spread", 24);
    const { low, median, high } = middleOf(spreads);
    const text = finding(shown, "weights");
    expect(text).toContain(
      "24 factors of 1.20 make 79.50: that is the root mean square of the numbers over all weights.",
    );
    expect(text).toContain(
      `; ${spreads.filter((spread) => spread < 1.2 ** 24).length} lie below that root mean square`,
    );
    expect(text).toContain(
      `the median spread of these 50 networks is ${sizeText(median)}, and half of them lie between ${sizeText(low)} and ${sizeText(high)}`,
    );
    expect(text).not.toMatch(/whatever|always|nothing builds/);
  });
});

describe("before each layer, and after each sum", () => {
  test("before: the stream grows with the root of the depth, while weights are random", () => {
    for (const activation of /** @type {Settings["activation"][]} */ (Object.keys(ACTIVATIONS))) {
      for (const [gain, layers] of [
        [0.7, 24],
        [1, 48],
        [1.6, 12],
      ]) {
        const networks = fiftyOf(settingsOf({ activation, gain, layers, residual: "pre", features: 48 }));
        const root = Math.sqrt(1 + layers * gain ** 2);
        expect(off(medianIn(networks, "with", "spread", layers), root), `${activation} ${gain}`).toBeLessThan(0.06);
      }
    }
  });

  test("before: the last layer's weights have a gradient of about 1 over that root; after: one that depth leaves alone", () => {
    const last = (/** @type {"pre" | "post"} */ residual, /** @type {number} */ layers) =>
      medianIn(fiftyOf(settingsOf({ residual, layers, features: 256 })), "with", "weights", layers);
    const [pre, post] = [/** @type {const} */ ("pre"), /** @type {const} */ ("post")].map((residual) =>
      [6, 12, 24, MOST_LAYERS].map(
        (layers) => last(residual, layers) * (residual === "pre" ? Math.sqrt(1 + layers) : 1),
      ),
    );
    for (const size of pre) expect(off(size, 1)).toBeLessThan(0.1);
    for (const size of post) expect(off(size, post[0])).toBeLessThan(0.05);
  });

  test("no layer's weights have a larger gradient before than after by much, as that of the numbers would have it", () => {
    const [pre, post] = [/** @type {const} */ ("pre"), /** @type {const} */ ("post")].map((residual) =>
      middlesOf(fiftyOf(settingsOf({ residual })), "with", "weights", 24).map(({ median }) => median),
    );
    pre.forEach((size, i) => expect(size).toBeLessThan(1.1 * post[i]));
    expect(post[23] / pre[23]).toBeGreaterThan(3);
  });
});

describe("fifty wide networks that share their layers' weights", () => {
  test("scatter as those do that share none", () => {
    const changes = { gain: 1.2, features: POOLED_FROM, layers: 12 };
    const logs = (/** @type {readonly number[]} */ values) => {
      const all = values.map(Math.log);
      return { at: mean(all), by: Math.sqrt(mean(all.map((each) => (each - mean(all)) ** 2))) };
    };
    const shared = logs(valuesIn(many(changes, SEEDS.slice(0, 2)), "without", "spread", 12));
    const own = logs(
      Array.from({ length: 40 }, (_, k) => depthOf(settingsOf({ ...changes, seed: 9000 + k * SEED_STEP }))).map(
        ({ without }) => without.spread[11],
      ),
    );
    // Of 40 the mean scatters by a sixth of what they scatter by themselves.
    expect(Math.abs(shared.at - own.at)).toBeLessThan(0.5 * own.by);
    expect(shared.by / own.by).toBeGreaterThan(0.65);
    expect(shared.by / own.by).toBeLessThan(1.5);
  });
});

describe("in place of a norm", () => {
  const small = /** @type {const} */ ({ features: 32, layers: 24 });
  const others = /** @type {const} */ (["none", "gelu", "tanh"]);
  /** How far from 1, as a logarithm. @param {number} size */
  const far = (size) => Math.abs(Math.log(size));
  /** The median spread after the last layer. @param {Partial<Settings>} changes @param {"without" | "with"} [which] */
  const endOf = (changes, which = "without") => {
    const settings = settingsOf({ ...small, ...changes });
    return medianIn(fiftyOf(settings), which, "spread", settings.layers);
  };

  test("He’s start is ReLU’s own; with the other activations the size is kept less well than by their own", () => {
    expect(fiftyOf(settingsOf({ ...small, start: "he" }))).toEqual(fiftyOf(settingsOf(small)));
    for (const activation of others) {
      const [own, he] = [endOf({ activation }), endOf({ activation, start: "he" })];
      expect(far(he), activation).toBeGreaterThan(2 * far(own));
    }
    expect(far(endOf({ start: "he", gain: 1.2 }))).toBeGreaterThan(3);
    expect(far(endOf({ start: "he", gain: 0.8 }))).toBeGreaterThan(3);
  });

  test("He’s factor without an activation: the product of these factors is told as the root mean square", () => {
    const settings = settingsOf({ activation: "none", start: "he", layers: 6, gain: 0.9 });
    expect(lawOf(settings)).toBeCloseTo((0.9 * Math.SQRT2) ** 6, 8);
    const spreads = valuesIn(many(settings, SEEDS.slice(0, 3)), "without", "spread", 6);
    expect(off(Math.sqrt(mean(spreads.map((spread) => spread ** 2))), lawOf(settings) ?? NaN)).toBeLessThan(0.05);
    expect(lawOf({ ...settings, start: "fixup" })).toBeUndefined();
  });

  test("Fixup-like, each layer of a residual network puts out what it is given, at any gain and activation", () => {
    for (const activation of /** @type {Settings["activation"][]} */ (Object.keys(ACTIVATIONS))) {
      for (const gain of GAINS) {
        for (const { without } of fiftyOf(
          settingsOf({ ...small, activation, gain, residual: "pre", start: "fixup" }),
        )) {
          expect(new Set(without.spread).size).toBe(1);
          expect(off(without.spread[0], 1)).toBeLessThan(0.15);
          expect(new Set(without.numbers).size).toBe(1);
        }
      }
    }
    const { without, with: normed } = depthOf(settingsOf({ ...small, start: "fixup" }));
    for (const sizes of [without.spread, without.numbers.slice(0, -1), without.weights, normed.spread])
      expect(new Set(sizes)).toEqual(new Set([0]));
  });

  test("Fixup-like, the squared gradients of the last matrices add up to as much in a deep network as in a shallow one", () => {
    const sums = [6, 12, 24, MOST_LAYERS].map((layers) => {
      const networks = fiftyOf(settingsOf({ features: 32, layers, residual: "pre", start: "fixup" }));
      return middlesOf(networks, "without", "weights", layers).reduce((sum, { median }) => sum + median ** 2, 0);
    });
    for (const sum of sums) expect(off(sum, sums[0])).toBeLessThan(0.1);
  });

  test("tanh(a x) bounds each number, makes rows of two sizes no more alike than its bend does, and a norm makes them alike", () => {
    for (const residual of RESIDUALS) {
      for (const activation of /** @type {const} */ (["relu", "gelu"])) {
        const of = (/** @type {Settings["norm"]} */ norm) =>
          middleOf(fiftyOf(settingsOf({ ...small, activation, residual, norm })).map((pair) => pair.with.apart ?? NaN));
        expect(of("layer").high).toBeLessThan(1.001);
        expect(of("rms").high).toBeLessThan(1.001);
        expect(of("dyt").low).toBeGreaterThan(1.1);
      }
    }
    const { below, above } = depthOf(settingsOf({ ...small, gain: 2, norm: "dyt", alpha: 2 })).with;
    expect(Math.max(...below, ...above)).toBe(0);
  });

  test("without a residual, at its first a and a gain of 1, each layer makes the numbers smaller; with pre they stay", () => {
    for (const activation of /** @type {Settings["activation"][]} */ (Object.keys(ACTIVATIONS))) {
      const settings = settingsOf({ ...small, activation, norm: "dyt" });
      const medians = middlesOf(fiftyOf(settings), "with", "spread", 24).map(({ median }) => median);
      expect(medians, activation).toEqual([...medians].sort((a, b) => b - a));
      expect(medians[23], activation).toBeLessThan(0.01);
      expect(endOf({ activation, norm: "dyt", residual: "pre" }, "with"), activation).toBeGreaterThan(1);
    }
  });

  test("in every setting the sentence agrees with the numbers that it gives", () => {
    for (const activation of /** @type {Settings["activation"][]} */ (Object.keys(ACTIVATIONS))) {
      for (const residual of RESIDUALS) {
        for (const [start, norm, alpha] of /** @type {const} */ ([
          ["he", "layer", 0.5],
          ["fixup", "layer", 0.5],
          ["own", "dyt", 0.5],
          ["fixup", "dyt", 1.5],
        ])) {
          const settings = settingsOf({ activation, residual, start, norm, alpha, layers: 6, features: 16 });
          const shown = shownFifty(settings);
          const text = finding(shown, "weights");
          const end = (/** @type {"without" | "with"} */ which) =>
            sizeText(medianIn(shown.networks, which, "spread", 6));
          expect(text).not.toMatch(/NaN|undefined|Infinity|∞/);
          expect(text.includes("Fixup-like"), text).toBe(start === "fixup");
          expect(text.includes("He’s factor, √2"), text).toBe(start === "he");
          if (start === "he" && activation !== "relu")
            expect(text).toContain(`it is ${formatBrief(Math.SQRT2 / ACTIVATIONS[activation].keeps)} times`);
          if (start === "fixup" && residual !== "no")
            expect(text).toContain(`spread is ${end("without")} after each layer`);
          if (start === "fixup" && residual === "no") expect(text).toContain("nothing comes through, forward or back");
          if (start !== "fixup") expect(text).toContain(`the median spread of these 50 networks is ${end("without")},`);
          if (norm === "dyt") {
            expect(text).toContain(`tanh(${alpha} x) keeps each number that it puts out between −1 and 1`);
            expect(text).toContain(`the median spread is ${end("with")} after 6 layers`);
          }
          // "The sum grows with the root of the depth".
          const grown = Number(text.match(/²\) = ([\d.]+)\. /)?.[1] ?? NaN);
          expect(Number.isNaN(grown), text).toBe(residual !== "pre" || start === "fixup" || norm === "dyt");
          if (start === "he" && residual === "pre") expect(off(Number(end("with")), grown), text).toBeLessThan(0.1);
        }
      }
    }
  });
});
