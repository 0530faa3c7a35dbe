/** What the recap's sheet and code say, against PyTorch and the package. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { GroupNorm, InstanceNorm, LayerNorm, BatchNorm, randn, RMSNorm } from "layernorm";
import { describe, expect, test } from "vitest";
import { family } from "../../../web/page/figure/dims/family.js";
import { factsOf, SHAPE } from "../../../web/page/sections/recap/family-facts.js";
import { root } from "../../setup.mjs";
import torch from "../../fixtures/recap.json" with { type: "json" };

const folder = join(root, "web/page/sections/recap");
const example = readFileSync(join(folder, "example.js"), "utf8");
const prints = readFileSync(join(folder, "example.txt"), "utf8");

describe("the example", () => {
  test("has ten lines, and prints in Node what the page says", () => {
    expect(example.trimEnd().split("\n")).toHaveLength(10);
    expect(execFileSync(process.execPath, [join(folder, "example.js")], { cwd: root, encoding: "utf8" })).toBe(prints);
  });

  test("prints what PyTorch prints, but for what rounding leaves of the means", () => {
    const [out, , variance] = prints.split(/\n(?=tensor)/).map((text) => text.trim());
    expect(out).toBe(torch.out);
    expect(variance).toBe(torch.variance);
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
});
