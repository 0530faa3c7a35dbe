/**
 * What the section about the family asks, in any state and round: the right answer is worked out from the prompt anew.
 */
import fc from "fast-check";
import * as api from "layernorm";
import { describe, expect, test } from "vitest";
import { derive } from "../../../web/page/figure/values/derive.js";
import { originalOf } from "../../../web/page/figure/values/presets.js";
import { checkFamily, predictChanged } from "../../../web/page/sections/family/questions.js";
import { indexOf, sizeOf } from "../../../web/page/kit/shapes.js";
import { INITIAL } from "../../../web/page/store/state.js";
import torch from "../../fixtures/recap.json" with { type: "json" };
import { expectRight, list, number, row, shows } from "../helpers/questions.js";

/** @typedef {import("../helpers/questions.js").Kind} Kind */

const { mean, tensor } = api;

/** @param {readonly number[]} shape */
const counting = (shape) =>
  tensor(
    Float32Array.from({ length: sizeOf(shape) }, (_, i) => (i * 7919) % 1009),
    [...shape],
  );
/**
 * Two cells share a layer's statistics if the one, far above the other or far below, moves it.
 * @param {(x: import("layernorm").Tensor) => import("layernorm").Tensor} layer
 * @param {readonly number[]} shape
 * @param {string} a
 * @param {string} b
 */
function share(layer, shape, a, b) {
  const [from, to] = [a, b].map((cell) => indexOf(list(cell), shape));
  const outcomes = [-5000, 0, 5000].map((value) => {
    const x = counting(shape);
    x.data[from] += value;
    return layer(x).data[to];
  });
  return new Set(outcomes).size > 1;
}

/** @param {string} name @param {readonly number[]} shape */
function layerNamed(name, shape) {
  const groups = Number(name.match(/\d+/)?.[0]);
  const layers = {
    LayerNorm: new api.LayerNorm(shape.slice(1)),
    BatchNorm: new api.BatchNorm(shape[1]),
    InstanceNorm: new api.InstanceNorm(shape[1]),
    GroupNorm: new api.GroupNorm(groups || 1, shape[1]),
    RMSNorm: new api.RMSNorm(shape.slice(1)),
  };
  return layers[/** @type {keyof typeof layers} */ (name.split(" ")[0])];
}

/** @type {readonly Kind[]} */
const FAMILY = [
  {
    prompt: /^x has shape (\[.*?\])\. You change (x\[.*?\])\. Under which layer does x̂(\[.*?\]) change, too\?$/,
    isRight: ([, shape, cell, other], label) => {
      const [layer, batch] = ["LayerNorm", "BatchNorm"].map((name) => {
        const made = layerNamed(name, list(shape));
        return share((x) => made.forward(x), list(shape), cell, other);
      });
      return (
        label ===
        (layer ? (batch ? "Under both" : "Under LayerNorm alone") : batch ? "Under BatchNorm alone" : "Under neither")
      );
    },
  },
  {
    prompt: /^x has shape (\[.*?\])\. Under (\w+Norm(?: with \d+ groups)?), which cell .* with (x\[.*?\])\?$/,
    isRight: ([, shape, name, cell], label) => {
      const layer = layerNamed(name, list(shape));
      return share((x) => layer.forward(x), list(shape), cell, label);
    },
  },
  {
    prompt: /^x has shape (\[.*?\])\. Over dims (\(.*?\))(?:, .* (\d+) groups)?, how many means.* are there\?$/,
    isRight: ([, shape, dims, groups], label) => {
      const count = mean(counting(list(shape)), { dim: list(dims) }).size;
      return number(label) === count * Number(groups ?? 1);
    },
  },
  {
    prompt: /^x has shape (\[.*?\])\. How many numbers does nn\.(\w+?)(?:\dd)?\((.*)\) learn\?$/,
    isRight: ([, shape, name, args], label) => {
      const layer = layerNamed(`${name} ${args}`, list(shape));
      const learned = [layer.weight, "bias" in layer ? layer.bias : null];
      return number(label) === learned.reduce((sum, parameter) => sum + (parameter?.size ?? 0), 0);
    },
  },
  {
    prompt: /^A row has mean (\d+) and standard deviation (\d+) .* is (\S+)\. What is its mean after RMSNorm\?$/,
    isRight: ([, mu, sigma], label) => {
      const values = [Number(mu) - Number(sigma), Number(mu) + Number(sigma)];
      return shows(label, mean(api.rmsNorm(row(values), [2], { eps: 0 })).data[0]);
    },
  },
  {
    prompt: /^A row has mean (\d+) and spread (\d+), over n\. What is its spread after RMSNorm\?$/,
    isRight: ([, mu, sigma], label) => {
      const values = [Number(mu) - Number(sigma), Number(mu) + Number(sigma)];
      const out = api.rmsNorm(row(values), [2], { eps: 0 });
      return shows(label, api.std(out, { correction: 0 }).data[0]);
    },
  },
  {
    prompt: /^How many means does nn\.GroupNorm\((\d+), \d+\) take of x, shape (\[.*\])\?$/,
    isRight: ([, groups, shape], label) => {
      const [n, c, ...rest] = list(shape);
      const split = [n, Number(groups), c / Number(groups), ...rest];
      return number(label) === mean(counting(split), { dim: [2, 3, 4] }).size;
    },
  },
  {
    prompt: /^One row of (\d+) features, shape (\[.*\]), in training: which layer raises an error\?$/,
    isRight: ([, , shape], label) => {
      const layer = layerNamed(label.replace(/^nn\.|1d$/g, ""), list(shape));
      try {
        layer.forward(counting(list(shape)));
        return false;
      } catch (error) {
        return error instanceof RangeError;
      }
    },
  },
];

const images = originalOf({ preset: "images", shape: [], x: null });

test("a row of mean 2 and spread 1 has spread 0.45 after RMSNorm, not 1", () => {
  expect(api.std(api.rmsNorm(row([1, 3]), [2], { eps: 0 }), { correction: 0 }).data[0]).toBeCloseTo(0.4472, 4);
});

test("no check asks what the prediction asked: who shares a mean under LayerNorm and BatchNorm", () => {
  const view = derive(images, INITIAL.family);
  for (let round = 0; round < 200; round++)
    expect(checkFamily(INITIAL.family, view, round)?.prompt).not.toMatch(/Under (BatchNorm|LayerNorm), which cell/);
});

test("the first check is about another shape than the figure's, whose means are on its cards", () => {
  const view = derive(images, INITIAL.family);
  expect(checkFamily(INITIAL.family, view, 0)?.prompt).toMatch(/^x has shape \[3, 8, 3, 3\]/);
});

describe("what changes after model.eval()", () => {
  test("BatchNorm, and InstanceNorm with running statistics, and none of the others: as PyTorch says", () => {
    const changed = Object.entries(torch.changes).flatMap(([call, isOther]) => (isOther ? [call] : []));
    expect(changed).toEqual(["nn.BatchNorm2d(4)", "nn.InstanceNorm2d(4, track_running_stats=True)"]);
  });
});

describe("the family's section", () => {
  const settings = fc.record({
    shape: fc.tuple(...[1, 2, 3, 4].slice(0, 4).map((low) => fc.integer({ min: Math.min(low, 2) - 1 || 1, max: 4 }))),
    dims: fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { minLength: 1 }).map((dims) => dims.sort()),
    center: fc.boolean(),
    halved: fc.boolean(),
    round: fc.nat(200),
  });

  test("asks what is so, in any state and round", () => {
    fc.assert(
      fc.property(settings, ({ shape, dims, center, halved, round }) => {
        const channelGroups = halved && dims.includes(1) && shape[1] % 2 === 0 ? 2 : 1;
        const figure = { ...INITIAL.family, dims, center, channelGroups };
        const values = Float32Array.from({ length: sizeOf(shape) }, (_, i) => Math.sin(i));
        const view = derive({ shape, values }, figure);
        for (const at of [0, round]) {
          for (const question of [checkFamily(figure, view, at), predictChanged(shape, at)]) {
            if (question) expectRight(question, FAMILY);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test("has something to ask at first, and in every round after it", () => {
    const view = derive(images, INITIAL.family);
    const prompts = Array.from({ length: 40 }, (_, round) => checkFamily(INITIAL.family, view, round)?.prompt);
    expect(prompts).not.toContain(undefined);
    expect(new Set(prompts).size).toBeGreaterThan(30);
    const predictions = Array.from({ length: 8 }, (_, round) => predictChanged(images.shape, round)?.prompt);
    const all = [...prompts, ...predictions];
    for (const { prompt } of FAMILY)
      expect(
        all.some((text) => text && prompt.test(text)),
        String(prompt),
      ).toBe(true);
    expect(new Set(predictions).size).toBeGreaterThan(5);
    const told = Array.from({ length: 40 }, (_, round) => predictChanged(images.shape, round)?.answers);
    expect(new Set(told.map((answers) => answers?.find(({ right }) => right)?.label)).size).toBe(4);
  });
});
