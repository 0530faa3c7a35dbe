/** The small GPT that the reader trains, beside PyTorch; what the section says of many seeds, computed anew. */
import { manualSeed, rand } from "layernorm";
import { describe, expect, test } from "vitest";
import { BATCH, STEPS, VOCABULARY } from "../../../web/page/sections/train/architecture.js";
import { measured } from "../../../web/page/sections/train/measured.js";
import { network, parametersOf } from "../../../web/page/sections/train/network.js";
import { EVERY, HIDES, TELLS } from "../../../web/page/sections/train/rhythm.js";
import { runOf, WORDS } from "../../../web/page/sections/train/run.js";
import { lossText, runText, SAME, settingsText } from "../../../web/page/sections/train/sentences.js";
import { NORMS, PLACES, spec } from "../../../web/page/sections/train/spec.js";
import {
  batchOf,
  byLength,
  hiddenLossOn,
  lossOn,
  tokensOf,
  training,
} from "../../../web/page/sections/train/training.js";
import fixtures from "../../fixtures/train.json" with { type: "json" };
import kept from "../../fixtures/train-seeds.json" with { type: "json" };
import { told, words } from "../../fixtures/train.mjs";

/** @typedef {import("../../../web/page/sections/train/network.js").Build} Build */
/** @typedef {import("../../../web/page/sections/train/spec.js").TrainFigure} Settings */
/** @typedef {Record<string, { length: number, begins: number[] }>} Gradients */

const groups = byLength(words.trained);

/** The first step's loss and network. @param {Build & { seed: number }} settings */
function firstStep({ seed, ...build }) {
  manualSeed(seed);
  const net = network(build);
  return { net, loss: net.learn(batchOf(groups, rand([STEPS, BATCH + 1]).data)) };
}

describe("the words", () => {
  test("are 4,000 that the transformer's model was trained on too, and none that is held out", () => {
    expect(new Set(words.trained).size).toBe(4000);
    expect(words.trained.filter((word) => words.heldOut.includes(word))).toEqual([]);
    for (const word of words.trained) expect(word).toMatch(/^[a-z]{2,15}$/);
  });

  test("of a step have one length, and each group is drawn as often as it has words", () => {
    manualSeed(1);
    const draws = rand([300, BATCH + 1]).data;
    const lengths = Array.from({ length: 300 }, (_, i) => {
      const batch = batchOf(groups, draws.subarray(i * (BATCH + 1), (i + 1) * (BATCH + 1)));
      expect(new Set(batch.map(({ length }) => length)).size).toBe(1);
      return batch[0].length - 1;
    });
    const mean = (/** @type {number[]} */ list) => list.reduce((sum, each) => sum + each, 0) / list.length;
    expect(Math.abs(mean(lengths) - mean(words.trained.map(({ length }) => length)))).toBeLessThan(0.5);
  });
});

describe("the first step", () => {
  for (const { first, ...build } of [...fixtures.steps, ...fixtures.curves]) {
    test(`has PyTorch's loss and gradients: ${build.norm}, ${build.place}, ${build.depth} blocks`, () => {
      const settings = /** @type {Build & { seed: number }} */ (/** @type {unknown} */ (build));
      const { net, loss } = firstStep(settings);
      expect(Math.abs(loss - first.loss)).toBeLessThan(1e-5);
      const gradients = /** @type {Gradients} */ (/** @type {unknown} */ (first.gradients));
      expect(Object.keys(net.named).sort()).toEqual(Object.keys(gradients).sort());
      for (const [name, { grad }] of Object.entries(net.named)) {
        const { length, begins } = gradients[name];
        expect(Math.abs(Math.hypot(...grad.data) - length), name).toBeLessThan(1e-4);
        begins.forEach((slope, i) => expect(Math.abs(grad.data[i] - slope), name).toBeLessThan(1e-4));
      }
      net.dispose();
    });
  }

  test("has in every build a gradient for each parameter that is in use, and none that is not a number", () => {
    for (const norm of NORMS) {
      for (const place of PLACES) {
        const { net } = firstStep({ norm, place, depth: 2, seed: 5 });
        expect(Object.keys(net.named)).toEqual(parametersOf({ norm, place, depth: 2 }).map(({ name }) => name));
        expect(net.grads.data.every(Number.isFinite)).toBe(true);
        expect(Math.hypot(...net.named["h.0.up.weight"].grad.data)).toBeGreaterThan(1e-9);
        net.dispose();
      }
    }
  });
});

/** So many steps of a run. @param {Partial<Settings>} changes @param {number} steps */
function runFor(changes, steps) {
  const run = runOf({ ...spec.initial, ...changes }, words);
  for (;;) {
    const { value, done } = run.next();
    if (done) return value;
    if (value.step < steps) continue;
    const so = structuredClone(value);
    run.return(/** @type {any} */ (undefined));
    return so;
  }
}

/**
 * The losses of a run with which the page begins, at other steps.
 * @param {string} norm
 * @param {number} every
 * @param {number} points
 */
function lossesEvery(norm, every, points) {
  const settings = { ...spec.initial, norm: /** @type {Settings["norm"]} */ (norm) };
  const heldOut = byLength(words.heldOut);
  const losses = [];
  for (const { step, net } of training(settings, words.trained)) {
    if (step % every === 0) losses.push(lossOn(net, heldOut));
    if (step === points * every) return losses;
  }
  return losses;
}

describe("the run", () => {
  test("with which the page begins has PyTorch's losses at ten points, with each norm", () => {
    expect(fixtures.curves.map(({ norm }) => norm)).toEqual(NORMS);
    for (const { norm, every, losses } of fixtures.curves) {
      expect(losses).toHaveLength(10);
      const { losses: stored } = kept.first[/** @type {Settings["norm"]} */ (norm)];
      const mine =
        every % EVERY === 0 ? stored.filter((_, i) => (i * EVERY) % every === 0) : lossesEvery(norm, every, 10);
      losses.forEach((loss, i) => {
        expect(Math.abs(mine[i + 1] / loss - 1), `${norm} ${(i + 1) * every}`).toBeLessThan(1e-3);
      });
    }
  });

  test("is what is stored, made anew, as far as its second measurement", () => {
    for (const norm of /** @type {const} */ (["layer", "tokens"])) {
      const run = runFor({ norm }, EVERY);
      const { losses, hidden, words: made } = kept.first[norm];
      run.losses.forEach((loss, i) => expect(Math.abs(loss - losses[i])).toBeLessThan(1e-3));
      expect(Math.abs(run.hidden[0] - hidden[0])).toBeLessThan(1e-3);
      expect(run.words[0]).toEqual(made[0]);
    }
  });

  test("has as many measurements as its rhythm says", () => {
    for (const { losses, hidden, words: made } of Object.values(kept.first)) {
      expect([losses, hidden, made].map(({ length }) => length)).toEqual(
        [EVERY, HIDES, TELLS].map((every) => STEPS / every + 1),
      );
      for (const some of made) expect(some).toHaveLength(WORDS);
    }
  });

  test("does not depend on what was drawn between its steps", () => {
    const alone = runFor({ depth: 2 }, 3).losses;
    const other = runOf({ ...spec.initial, depth: 2 }, words);
    const first = other.next().value;
    rand([7]);
    for (let i = 0; i < 3; i++) other.next();
    expect(first.losses).toEqual(alone);
    other.return(/** @type {any} */ (undefined));
  });

  test("begins near blind guessing", () => {
    for (const { losses } of Object.values(kept.first))
      expect(Math.abs(losses[0] - Math.log(VOCABULARY.length))).toBeLessThan(0.05);
  });
});

describe("letters that are still to come", () => {
  const [word, other] = ["later", "lates"].map(tokensOf);
  const before = (word.length - 1) * VOCABULARY.length;

  for (const norm of NORMS) {
    const leaks = norm === "tokens";
    test(`${leaks ? "change" : "do not change"} the scores before them: ${norm}`, () => {
      const { net } = firstStep({ norm, place: "pre", depth: 2, seed: 2 });
      const [a, b] = [word, other].map((each) => net.forward([each]).logits.data.slice(0, before));
      const most = Math.max(...a.map((score, i) => Math.abs(score - b[i])));
      if (leaks) expect(most).toBeGreaterThan(1e-3);
      else expect(most).toBe(0);
      net.dispose();
    });
  }

  test("cut off, change no loss but that of the norm over the tokens", () => {
    const some = byLength(words.heldOut.slice(0, 40));
    for (const norm of NORMS) {
      const { net } = firstStep({ norm, place: "pre", depth: 2, seed: 2 });
      const apart = Math.abs(lossOn(net, some) - hiddenLossOn(net, some));
      if (norm === "tokens") expect(apart).toBeGreaterThan(1e-3);
      else expect(apart).toBeLessThan(1e-5);
      net.dispose();
    }
  });
});

describe("many seeds", () => {
  const all = /** @type {import("../../fixtures/train.mjs").Kept} */ (kept.norms);
  const { norms, behind } = measured;

  test("are at least ten, and told of by their quartiles and counts", () => {
    expect(new Set(kept.seeds).size).toBe(kept.seeds.length);
    expect(kept.seeds.length).toBeGreaterThanOrEqual(10);
    expect(measured.seeds).toBe(kept.seeds.length);
    for (const norm of NORMS) expect(all[norm]).toHaveLength(kept.seeds.length);
    expect({ norms, behind }).toEqual(told(all));
    for (const norm of NORMS) expect(all[norm][0].loss).toBe(kept.first[norm].losses.at(-1));
    expect(measured.first).toEqual(kept.first[spec.initial.norm]);
  });

  test("bear out what the section says of them", () => {
    // Over the wrong dim the loss is far below, from every seed, and with the letters cut off above blind guessing.
    for (const [i, { loss, hidden }] of all.tokens.entries()) {
      expect(loss).toBeLessThan(all.layer[i].loss / 2);
      expect(hidden).toBeGreaterThan(2 * Math.log(VOCABULARY.length));
    }
    // With the other three nothing changes.
    for (const norm of /** @type {const} */ (["layer", "rms", "none"]))
      for (const { loss, hidden } of all[norm]) expect(Math.abs(loss - hidden)).toBeLessThan(1e-3);
    // LayerNorm and RMSNorm end near each other, beside the distance to the one without a norm, which lies above both.
    const [layer, rms, none] = [norms.layer, norms.rms, norms.none].map(({ last }) => last[1]);
    expect(Math.abs(layer - rms)).toBeLessThan((none - layer) / 4);
    expect(norms.none.last[0]).toBeGreaterThan(Math.max(norms.layer.last[2], norms.rms.last[2]));
  });
});

describe("in words", () => {
  const settings = spec.initial;
  /** @param {number} step @param {number} loss @param {number} hidden */
  const run = (step, loss, hidden) => ({ step, losses: [3.3, loss], hidden: [3.3, hidden], words: [] });

  test("a run is told by its losses", () => {
    expect(runText({ settings, run: run(150, 2.5, 3.3) })).toBe("With LayerNorm the loss is 2.50 after 150 steps.");
    expect(runText({ settings, run: run(STEPS, 2.2, 2.2 + SAME / 2) })).toMatch(/is the same: the network sees none/);
    expect(runText({ settings: { ...settings, norm: "tokens" }, run: run(STEPS, 2.2, 2.2) })).toMatch(
      /made nothing of/,
    );
    expect(runText({ settings: { ...settings, norm: "tokens" }, run: run(STEPS, 0.2708, 15.7424) })).toBe(
      "Normalized over the tokens the loss is 0.271 after 1000 steps. With the letters to come cut off it is 15.74: " +
        "the network had read them.",
    );
    expect(runText({ settings, run: run(50, NaN, 3.3) })).toMatch(/beyond all bounds/);
    expect(runText({ settings, run: { step: 0, losses: [], hidden: [], words: [] } })).toMatch(/being made/);
    expect(lossText(Infinity)).toBe("not a number");
    expect(settingsText(settings)).toBe("LayerNorm before, 3 blocks, rate 0.003, seed 123");
    expect(settingsText({ ...settings, norm: "none" })).toBe("no norm, 3 blocks, rate 0.003, seed 123");
  });
});
