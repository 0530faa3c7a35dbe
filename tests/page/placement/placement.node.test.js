/** What the section on pre-LN and post-LN computes, beside PyTorch; what it says of many networks, computed anew. */
import { describe, expect, test } from "vitest";
import { manualSeed } from "layernorm";
import { GUESSES, LETTERS, LENGTH, PERIOD, TEXTS } from "../../../web/page/sections/placement/architecture.js";
import { firstOf, firstsOf, jobs, trainingJob } from "../../../web/page/sections/placement/job.js";
import { BLOCKS, MOST_TRAINED, NETWORKS } from "../../../web/page/sections/placement/limits.js";
import measured from "../../../web/page/sections/placement/losses.json" with { type: "json" };
import { learnedOf, nearestTo, NONE, RATES, runsOf, SOME } from "../../../web/page/sections/placement/measured.js";
import { fallOf, middleOf, middlesOf, timesOf } from "../../../web/page/sections/placement/middle.js";
import { learn, network, rateAt, textsOfSteps, training } from "../../../web/page/sections/placement/network.js";
import { ASKED } from "../../../web/page/sections/placement/questions.js";
import { found, gradientFound, lastOf } from "../../../web/page/sections/placement/sentences.js";
import torch from "../../fixtures/placement_torch.json" with { type: "json" };
import kept from "../../fixtures/placement.json" with { type: "json" };
import { lossesOf, quartiles } from "../../fixtures/placement.mjs";

/** @param {Generator<unknown, any>} steps */
function resultOf(steps) {
  for (;;) {
    const { value, done } = steps.next();
    if (done) return value;
  }
}

const KINDS = /** @type {const} */ (["pre", "bare", "post"]);

describe("beside PyTorch, on the same seeds", () => {
  for (const { seed, blocks, ...kinds } of torch.first) {
    test(`the first gradients of ${blocks} blocks are within 1e-4 of the largest, seed ${seed}`, () => {
      const mine = firstsOf(seed, blocks);
      for (const kind of KINDS) {
        const { stream, lengths } = kinds[kind];
        expect(stream).toHaveLength(blocks + 1);
        stream.forEach((size, i) => expect(Math.abs(mine[kind].stream[i] / size - 1), kind).toBeLessThan(1e-4));
        const most = Math.max(...lengths);
        lengths.forEach((length, i) =>
          expect(Math.abs(mine[kind].gradient[i] - length) / most, `${kind} ${i}`).toBeLessThan(1e-4),
        );
      }
    });

    test(`and so is each number of them: ${blocks} blocks, seed ${seed}`, () => {
      for (const kind of KINDS) {
        manualSeed(seed);
        const net = network(kind === "post" ? "post" : "pre", blocks, kind === "pre");
        const [texts] = textsOfSteps();
        expect(learn(net, texts).loss).toBeCloseTo(kinds[kind].loss, 5);
        [0, blocks - 1].forEach((block, end) => {
          const { grad } = net.blocks[block].parameters.at(-2) ?? net.end.parameters[0];
          kinds[kind].ends[end].forEach((value, i) =>
            expect(Math.abs(grad.data[i] - value) / kinds[kind].largest[end]).toBeLessThan(1e-4),
          );
        });
      }
    });
  }

  for (const { every, losses, place, ...how } of torch.losses) {
    test(`ten points of a curve are within a thousandth: ${place}, ${JSON.stringify(how)}`, () => {
      const placed = place === "pre" ? "pre" : "post";
      const steps = training({ ...how, place: placed, blocks: BLOCKS, hasLast: placed === "pre" });
      const mine = Array.from({ length: 10 * every + 1 }, () => Number(steps.next().value));
      expect(losses).toHaveLength(10);
      losses.forEach((loss, i) => expect(Math.abs(mine[(i + 1) * every] / loss - 1), `${i}`).toBeLessThan(1e-3));
    });
  }
});

describe("the task", () => {
  test("repeats the first letters, and counts those that can be known", () => {
    manualSeed(5);
    const [{ inputs, targets }] = textsOfSteps();
    expect(inputs).toHaveLength(TEXTS * LENGTH);
    for (let i = 0; i < inputs.length; i++) {
      const at = i % LENGTH;
      expect(inputs[i] >= 0 && inputs[i] < LETTERS).toBe(true);
      if (at >= PERIOD) expect(inputs[i]).toBe(inputs[i - PERIOD]);
      if (at < PERIOD - 1) expect(targets[i]).toBe(-100);
      else expect(targets[i]).toBe(inputs[i - PERIOD + 1]);
    }
    expect(GUESSES).toEqual({ blind: Math.log(8), four: Math.log(4) });
  });

  test("warm-up grows evenly, and then the rate is the one that is set", () => {
    expect([1, 40, 80, 81, 240].map((t) => rateAt(t, 80, 80))).toEqual([1, 40, 80, 80, 80]);
    expect(rateAt(1, 0.8, 0)).toBe(0.8);
  });

  test("both networks have the same draws, and are the same whether trained at one go or in pieces", () => {
    const settings = { seed: 3, rate: 0.003, warmUp: 20 };
    const whole = resultOf(trainingJob({ ...settings, trained: 6 }));
    resultOf(trainingJob({ ...settings, seed: 4, trained: 2 }));
    for (const trained of [0, 2, 5]) resultOf(trainingJob({ ...settings, trained }));
    expect(resultOf(trainingJob({ ...settings, trained: 6 }))).toEqual(whole);
    const alone = training({ ...settings, place: "post", blocks: BLOCKS, hasLast: false });
    expect(whole.post).toEqual(Array.from({ length: 6 }, () => alone.next().value));
  });
});

describe("before the first step, of 24 networks", () => {
  const known = resultOf(jobs.first({ seed: 1, blocks: 12 }));
  /** The median of the last block's gradient. @param {number} blocks @param {"pre" | "post"} place */
  const last = (blocks, place) =>
    middleOf(
      Array.from({ length: NETWORKS }, (_, i) => firstOf(1 + i, place, blocks, place === "pre").gradient.at(-1) ?? NaN),
    ).median;

  test("post-LN's stream has size 1 after each block; pre-LN's grows with each", () => {
    expect(known).toHaveLength(NETWORKS);
    for (const { post } of known) for (const size of post.stream.slice(1)) expect(size).toBeCloseTo(1, 3);
    const sizes = middlesOf(known, "pre", "stream").map(({ median }) => median);
    for (let i = 1; i < sizes.length; i++) expect(sizes[i]).toBeGreaterThan(sizes[i - 1]);
    expect(middlesOf(known, "bare", "stream")).toEqual(middlesOf(known, "pre", "stream"));
  });

  test("the last block's gradient is longer with post-LN, in every one of them", () => {
    for (const { pre, post } of known) expect(post.gradient[11]).toBeGreaterThan(pre.gradient[11]);
    expect(gradientFound(known, "with")).toMatch(/^In the last block, post-LN’s gradient is 2\.\d times as long/);
    expect(timesOf(known, "post", "pre").low).toBeGreaterThan(1.5);
  });

  test("pre-LN's gets shorter from the first block to the last, post-LN's is about the same: as told beside the paper", () => {
    expect(fallOf(known, "pre").low).toBeGreaterThan(1.2);
    const post = middlesOf(known, "post", "gradient").map(({ median }) => median);
    expect(Math.max(...post) / Math.min(...post)).toBeLessThan(1.5);
    const { low, high } = fallOf(known, "post");
    expect(low).toBeLessThan(1);
    expect(high).toBeGreaterThan(1);
  });

  test("pre-LN's last one is shorter the deeper, by less than the root of the depth; post-LN's is not shorter", () => {
    const [shallow, deep] = [2, 24];
    const fall = last(shallow, "pre") / last(deep, "pre");
    expect(fall).toBeGreaterThan(1.3);
    expect(fall).toBeLessThan(Math.sqrt(deep / shallow));
    expect(last(deep, "post")).toBeGreaterThan(last(shallow, "post"));
  });

  test("without the last norm, pre-LN's last gradient is longer, in every one of them", () => {
    for (const { pre, bare } of known) expect(bare.gradient[11]).toBeGreaterThan(pre.gradient[11]);
  });
});

describe("what became of ten seeds", () => {
  test("is what the losses of all seeds say", () => {
    expect(measured.steps).toBe(MOST_TRAINED);
    expect(measured.runs.map(({ place, rate, warmUp }) => ({ place, rate, warmUp }))).toEqual(
      kept.runs.map(({ place, rate, warmUp }) => ({ place, rate, warmUp })),
    );
    kept.runs.forEach(({ last }, i) => {
      expect(last).toHaveLength(measured.seeds);
      const { last: told, learned, lost } = measured.runs[i];
      expect(told).toEqual(quartiles(last));
      expect(learned).toBe(last.filter((loss) => loss < Math.log(4)).length);
      expect(lost).toBe(last.filter((loss) => !(loss < Math.log(8))).length);
    });
    for (const place of /** @type {const} */ (["pre", "post"]))
      for (const warmUp of measured.warmUps)
        expect(learnedOf(place, warmUp)).toBe(
          kept.runs
            .filter((run) => run.place === place && run.warmUp === warmUp)
            .flatMap(({ last }) => last)
            .filter((loss) => loss < Math.log(4)).length,
        );
  });

  test("warm-up helps post-LN at the rate that is asked about, and is not enough at the larger ones", () => {
    const learned = (/** @type {number} */ rate, /** @type {number} */ warmUp) => runsOf("post", rate, warmUp).learned;
    expect(learned(ASKED, SOME) - learned(ASKED, NONE)).toBeGreaterThan(measured.seeds / 2);
    for (const rate of RATES.filter((each) => each > ASKED)) expect(learned(rate, SOME)).toBe(0);
  });

  test("comes again, of one seed", () => {
    const run = kept.runs.find(({ place, rate, warmUp }) => place === "pre" && rate === 0.003 && warmUp === 0);
    const losses = lossesOf(1, { place: "pre", rate: 0.003, warmUp: 0 });
    expect(losses).toHaveLength(MOST_TRAINED);
    expect(lastOf(losses)).toBeCloseTo(run?.last[0] ?? NaN, 5);
  });

  test("the nearest that was measured is found", () => {
    expect(nearestTo(0.003, 0)).toEqual({ rate: 0.003, warmUp: 0 });
    expect(nearestTo(0.0031, 120)).toEqual({ rate: 0.003, warmUp: 80 });
    expect(runsOf("pre", 0.003, 0).place).toBe("pre");
  });
});

test("what the two have come to is said of their losses", () => {
  const losses = (/** @type {number} */ loss) => Array(20).fill(loss);
  const told = (/** @type {number} */ pre, /** @type {number} */ post) =>
    found({ trained: 20, pre: losses(pre), post: losses(post) });
  expect(told(0.1, 1.5)).toBe("After 20 steps, pre-LN is below ln 4, and post-LN is not.");
  expect(told(1.5, 0.1)).toBe("After 20 steps, post-LN is below ln 4, and pre-LN is not.");
  expect(told(0.1, 0.2)).toMatch(/^After 20 steps, both are below ln 4/);
  expect(told(1.5, NaN)).toMatch(/^After 20 steps, neither is below ln 4/);
  expect(found({ trained: 0, pre: [], post: [] })).toContain("ln 8 = 2.08, among the text’s four at most ln 4 = 1.39");
});
