/** What the recap's sheet and code say, against PyTorch and the package. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  BatchNorm,
  GroupNorm,
  InstanceNorm,
  LayerNorm,
  layerNorm,
  manualSeed,
  mean,
  randn,
  RMSNorm,
  rmsNorm,
  tensor,
} from "layernorm";
import { describe, expect, test } from "vitest";
import { family } from "../../../web/page/figure/dims/family.js";
import { sectionsOfKind } from "../../../web/page/course/sections.js";
import { DEEPER } from "../../../web/page/sections/recap/deeper-sentences.js";
import { factsOf, SHAPE } from "../../../web/page/sections/recap/family-facts.js";
import { PAPERS } from "../../../web/page/sections/recap/papers.js";
import { root } from "../../setup.mjs";
import torch from "../../fixtures/recap.json" with { type: "json" };

const folder = join(root, "web/page/sections/recap");
const example = readFileSync(join(folder, "example.js"), "utf8");
const [torchExample, torchPrints] = ["example.py", "example-torch.txt"].map((name) =>
  readFileSync(join(folder, name), "utf8"),
);
const prints = readFileSync(join(folder, "example.txt"), "utf8");

describe("the example", () => {
  test("is as long as PyTorch's, and prints in Node what the page says", () => {
    const lines = [example, torchExample].map((text) => text.split("\n").filter((line) => line !== "").length);
    expect(Math.abs(lines[0] - lines[1])).toBeLessThanOrEqual(2);
    expect(execFileSync(process.execPath, [join(folder, "example.js")], { cwd: root, encoding: "utf8" })).toBe(prints);
  });

  test("prints what PyTorch prints, but for what rounding leaves of the means", () => {
    expect(torchPrints, "as PyTorch printed it").toBe(torch.printed);
    const [ours, theirs] = [prints, torchPrints].map((text) => text.trim().split(/\n(?=tensor)/));
    expect(ours).toHaveLength(3);
    expect(ours[0]).toBe(theirs[0]);
    expect(ours[2]).toBe(theirs[2]);
    for (const text of [ours[1], theirs[1]]) {
      const means = text.match(/-?[\d.]+e-\d+/g)?.map(Number) ?? [];
      expect(means).toHaveLength(2);
      for (const mean of means) expect(Math.abs(mean)).toBeLessThan(2 ** -22);
    }
  });
});

describe("each member of the family", () => {
  const layers = /** @type {Record<string, { forward: (x: any) => { shape: readonly number[] } }>} */ ({
    LayerNorm: new LayerNorm(SHAPE.slice(1)),
    BatchNorm: new BatchNorm(SHAPE[1]),
    InstanceNorm: new InstanceNorm(SHAPE[1]),
    GroupNorm: new GroupNorm(8, SHAPE[1]),
    RMSNorm: new RMSNorm(SHAPE.slice(1)),
  });

  test.each(family.map((member) => [member.name, member]))("%s: what it averages and learns", (name, member) => {
    const facts = factsOf(member);
    const { means, learned, call } = torch.family[/** @type {keyof typeof torch.family} */ (name)];
    expect(facts.means).toBe(means);
    expect(facts.learned).toBe(learned);
    expect(facts.call).toBe(call);
    expect(layers[name].forward(randn(SHAPE)).shape).toEqual(SHAPE);
  });

  test("has its weights for each place, or for each channel, as the sheet says", () => {
    const [, channels] = SHAPE;
    expect(new LayerNorm(SHAPE.slice(1)).weight?.shape).toEqual(SHAPE.slice(1));
    expect(new BatchNorm(channels).weight?.shape).toEqual([channels]);
    expect(new GroupNorm(8, channels).weight?.shape).toEqual([channels]);
  });
});

test("every section that goes deeper has its sentence on its card", () => {
  for (const { id } of sectionsOfKind("deeper")) expect(DEEPER[id], id).toMatch(/^[A-Z].*[.?]$/);
});

describe("each paper", () => {
  test("has a link to where it stands, and is cited once", () => {
    for (const { at, title } of PAPERS) {
      expect(at, title).toMatch(
        /^https:\/\/(arxiv\.org\/abs\/\d{4}\.\d{5}|doi\.org\/|proceedings\.mlr\.press\/|www\.alignmentforum\.org\/)/,
      );
    }
    expect(new Set(PAPERS.map(({ at }) => at)).size).toBe(PAPERS.length);
  });

  test("that a section cites is in the list", () => {
    const sections = join(root, "web/page/sections");
    const cited = readdirSync(sections, { recursive: true })
      .map(String)
      .filter((name) => /\.jsx?$/.test(name) && !name.startsWith("recap"))
      .flatMap((name) =>
        Array.from(
          readFileSync(join(sections, name), "utf8")
            .replaceAll(/\/\*[\s\S]*?\*\//g, "")
            .matchAll(/(?:arxiv(?:=|: )"|arxiv\.org\/abs\/)(\d{4}\.\d{5})/g),
          ([, number]) => number,
        ),
      );
    expect(new Set(cited).size).toBeGreaterThan(8);
    const listed = PAPERS.map(({ at }) => at);
    for (const number of cited) expect(listed, number).toContain(`https://arxiv.org/abs/${number}`);
  });

  test("comes by year", () => {
    const years = PAPERS.map(({ year }) => year);
    expect(years).toEqual([...years].sort());
  });
});

describe("what the traps say", () => {
  test("a constant row without eps: NaN, or ±1 where its mean is rounded, and never inf", () => {
    manualSeed(1);
    const kinds = new Set();
    for (const n of [2, 3, 6, 7, 100, 768]) {
      for (const value of randn([100]).data) {
        const out = layerNorm(tensor(new Float32Array(n).fill(value), [n]), [n], { eps: 0 }).data;
        for (const each of out) {
          expect(Number.isNaN(each) || Math.abs(Math.abs(each) - 1) < 1e-6, `${n} times ${value}: ${each}`).toBe(true);
          kinds.add(String(Math.sign(each)));
        }
      }
    }
    expect(kinds).toContain("NaN");
  });

  test("RMSNorm keeps a mean, and BatchNorm its running variance over n − 1", () => {
    const row = tensor([1, 3]);
    expect(mean(rmsNorm(row, [2], { eps: 0 })).item()).toBeCloseTo(2 / Math.sqrt(5), 6);
    const layer = new BatchNorm(1);
    layer.forward([[1], [3]]);
    expect(layer.runningVar?.item()).toBeCloseTo(0.9 + 0.1 * 2, 6);
  });
});
