/** The family and the formulas in the wild, against PyTorch. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as api from "layernorm";
import { describe, expect, test } from "vitest";
import { derive } from "../../../web/page/figure/values/derive.js";
import { setFormula } from "../../../web/page/figure/state/settings.js";
import {
  channelGroupsOf,
  family,
  inLayernorm,
  inPyTorch,
  kept,
  memberNamed,
  membersAt,
  membersFor,
  methodOf,
} from "../../../web/page/figure/dims/family.js";
import { originalOf } from "../../../web/page/figure/values/presets.js";
import {
  compare,
  describe as inWords,
  explain,
  outcomeOf,
  recipeOf,
  recipes,
  statisticsOf,
} from "../../../web/page/figure/values/recipes.js";
import { sizeOf } from "../../../web/page/kit/shapes.js";
import { lessonOf } from "../../../web/page/link/lesson.js";
import { lesson, NONE } from "../../../web/page/store/lesson.js";
import { INITIAL, load, state, undo } from "../../../web/page/store/state.js";
import { RECIPE_IDS } from "../../../web/page/course/recipe-ids.js";
import { titled } from "../../fixtures/cases.js";
import { floats, misses, ulp } from "../../fixtures/floats.js";
import fixtures from "../../fixtures/page.json" with { type: "json" };
import { root } from "../../setup.mjs";

const IMAGES = originalOf({ preset: "images", shape: [], x: null });

/** Of a normalized value: the sums are taken in another order than PyTorch's. */
const near = (/** @type {ArrayLike<number>} */ wanted) => (/** @type {number} */ i) =>
  Math.max(8 * ulp(wanted[i]), 1e-6);

/** @param {string} name @param {number} [groups] @param {readonly number[]} [shape] */
function settingOf(name, groups = 1, shape = IMAGES.shape) {
  const member = memberNamed(name);
  return { ...INITIAL.family, ...methodOf(member, shape, groups), channelGroups: groups, shape };
}

describe("the family", () => {
  test.each(titled(fixtures.family, ({ name, groups }) => `${name} ${groups ?? ""}`))(
    "%s gives PyTorch’s numbers",
    (_, { name, groups, eps, y }) => {
      const { normalized } = derive(IMAGES, { ...settingOf(name, groups), eps });
      expect(misses(normalized, floats(y), near(floats(y)))).toEqual([]);
    },
  );

  test.each(titled(fixtures.parameters, ({ text }) => text))("%s learns as many numbers", (_, fixture) => {
    const { name, shape, text, parameters, buffers } = fixture;
    const groups = name === "GroupNorm" ? Number(text.match(/\d+/)?.[0]) : 1;
    const setting = settingOf(name, groups, [2, ...shape]);
    const member = memberNamed(name);
    expect(member.learned(setting)).toBe(parameters);
    const { num_batches_tracked: counter = 0, ...running } = buffers;
    expect(kept(member, setting)).toBe(Object.values(running).reduce((sum, count) => sum + count, 0));
    expect(counter).toBe(kept(member, setting) > 0 ? 1 : 0);
    const made = inPyTorch(member, setting)
      .replace(/^nn\./, "")
      .replace(/\[(.*)\]/, "($1)");
    expect(text.startsWith(made.slice(0, -1))).toBe(true);
  });

  test("its layers in JavaScript are the ones the figure shows", () => {
    for (const shape of [IMAGES.shape, [3, 6, 5], [4, 3]]) {
      const x = { shape, values: Float32Array.from({ length: sizeOf(shape) }, (_, i) => Math.sin(i)) };
      for (const member of membersFor(shape.length)) {
        for (const groups of member.grouped ? channelGroupsOf(shape) : [1]) {
          for (const eps of [1e-5, 1e-3]) {
            const setting = { ...settingOf(member.name, groups, shape), eps };
            const make = new Function("api", `const { ${member.name} } = api; return ${inLayernorm(member, setting)}`);
            const layer = make(api);
            const { data } = layer.forward(api.tensor(x.values, x.shape));
            expect(misses(derive(x, setting).normalized, data, near(data))).toEqual([]);
            const learned = [layer.weight, layer.bias].reduce((sum, parameter) => sum + (parameter?.size ?? 0), 0);
            expect(learned).toBe(member.learned(setting));
          }
        }
      }
    }
  });

  test("is found by its axes", () => {
    const found = (/** @type {number[]} */ dims, center = true, channelGroups = 1) =>
      membersAt({ dims, center, channelGroups }, IMAGES.shape).map(({ name }) => name);
    expect(found([1, 2, 3])).toEqual(["LayerNorm", "GroupNorm"]);
    expect(found([0, 2, 3])).toEqual(["BatchNorm"]);
    expect(found([2, 3])).toEqual(["InstanceNorm"]);
    expect(found([1, 2, 3], true, 2)).toEqual(["GroupNorm"]);
    expect(found([1, 2, 3], true, 4)).toEqual(["GroupNorm", "InstanceNorm"]);
    expect(found([1, 2, 3], false)).toEqual(["RMSNorm"]);
    expect(found([2, 3], false)).toEqual(["RMSNorm"]);
    expect(found([3])).toEqual(["LayerNorm"]);
    for (const dims of [[0], [1], [0, 1], [1, 3], [0, 1, 2]]) expect(found(dims)).toEqual([]);
    expect(found([0, 2, 3], false)).toEqual([]);
  });

  test("meets at its ends: one group is LayerNorm, as many as channels InstanceNorm", () => {
    const by = (/** @type {string} */ name, groups = 1) => derive(IMAGES, settingOf(name, groups)).normalized;
    expect(by("GroupNorm", 1)).toEqual(by("LayerNorm"));
    expect(misses(by("GroupNorm", 4), by("InstanceNorm"), () => 1e-6)).toEqual([]);
  });

  test("of a batch of one, BatchNorm and InstanceNorm are the same", () => {
    const one = { shape: [1, ...IMAGES.shape.slice(1)], values: IMAGES.values.slice(0, 16) };
    const by = (/** @type {string} */ name) => derive(one, settingOf(name, 1, one.shape)).normalized;
    expect(misses(by("BatchNorm"), by("InstanceNorm"), () => 1e-6)).toEqual([]);
  });

  test("has a member for each card, and no dims that are not there", () => {
    expect(membersFor(4)).toEqual(family);
    expect(membersFor(1)).toEqual([]);
    expect(membersFor(2).map(({ name }) => name)).not.toContain("InstanceNorm");
  });
});

/** @param {string} preset */
const rowOf = (preset) => originalOf({ preset, shape: [], x: null });

describe("the formulas in the wild", () => {
  const rows = [...new Set(fixtures.recipes.map(({ row }) => row))];

  test.each(RECIPE_IDS)("%s gives PyTorch’s numbers on every row", (id) => {
    const { correction, eps, epsAt, center } = recipes[id];
    for (const preset of rows) {
      const fixture = fixtures.recipes.find(
        (one) =>
          one.row === preset &&
          one.eps === eps &&
          one.center === center &&
          one.correction === correction &&
          one.epsAt === epsAt,
      );
      if (!fixture) throw new Error(`page.json has no ${preset} for ${id}`);
      const view = derive(rowOf(preset), { ...INITIAL.variance, ...recipes[id] });
      const wanted = floats(fixture.y);
      // A spread of 1e-4 on values of 1 leaves three digits of them.
      const bound = preset === "nearlyEqual" ? () => 2e-3 : near(wanted);
      expect(misses(view.normalized, wanted, bound)).toEqual([]);
      const { after } = outcomeOf(view, 0);
      if (Number.isNaN(Number(fixture.varianceAfter))) expect(after.variance).toBeNaN();
      else if (center) {
        const n = wanted.length;
        const overN = (Number(fixture.varianceAfter) * (n - correction)) / n;
        expect(after.variance).toBeCloseTo(overN, 4);
      }
    }
  });

  test("print the book’s numbers, of its cells and of its class", () => {
    const { a, b } = compare(
      derive(rowOf("bookRow"), { ...INITIAL.variance, ...recipes.cells }).normalized,
      derive(rowOf("bookRow"), { ...INITIAL.variance, ...recipes.class }).normalized,
    );
    expect(a.map((pair) => pair.join("")).slice(0, 2)).toEqual(["0.6159", "1.4126"]);
    expect(b.map((pair) => pair.join("")).slice(0, 2)).toEqual(["0.6745", "1.5470"]);
    expect(a[0]).toEqual(["0.6", "159"]);
    expect(b[1]).toEqual(["1.", "5470"]);
  });

  test("are typeset as they are computed", () => {
    const files = readdirSync(join(root, "web/page/kit/equations")).filter((name) => name.endsWith(".tex"));
    const others = ["family", "mean", "variance", "affine", "rms-norm", "gradient"];
    expect(files.sort()).toEqual([...RECIPE_IDS, ...others].map((id) => `${id}.tex`).sort());
    for (const id of RECIPE_IDS) {
      const { correction, eps, epsAt, center } = recipes[id];
      const tex = readFileSync(join(root, `web/page/kit/equations/${id}.tex`), "utf8").trim();
      expect(tex.includes("n - 1")).toBe(correction === 1);
      expect(tex.includes("\\mu")).toBe(center);
      expect(tex.includes("10^")).toBe(eps !== 0);
      if (eps === 0) continue;
      expect(10 ** Number(tex.match(/10\^\{(-\d+)\}/)?.[1])).toBeCloseTo(eps, 15);
      // The root's brace closes before what is outside it.
      expect(/\} \+ 10\^\{-\d+\}\}$/.test(tex)).toBe(epsAt === "outside");
    }
  });

  test("are recognised in a figure, however they are set", () => {
    for (const id of RECIPE_IDS) expect(recipeOf(recipes[id])).toBe(id);
    expect(recipeOf({ ...recipes.rms, correction: 1 })).toBe("rms");
    expect(recipeOf({ ...recipes.cells, epsAt: "outside" })).toBe("cells");
    expect(recipeOf({ ...recipes.cells, eps: 1 })).toBeNull();
    expect(new Set(RECIPE_IDS.map((id) => inWords(recipes[id]))).size).toBe(RECIPE_IDS.length);
  });

  test("are followed in one step, which undo takes back, and not in a lesson that has fixed them", () => {
    load(INITIAL);
    expect(setFormula("variance", recipes.annotated)).toBe(true);
    expect(recipeOf(state.value.variance)).toBe("annotated");
    undo();
    expect(recipeOf(state.value.variance)).toBe("cells");
    lesson.value = lessonOf({ only: null, locks: ["eps"] });
    expect(setFormula("variance", recipes.annotated)).toBe(false);
    expect(setFormula("variance", { ...recipes.cells, correction: 0 })).toBe(true);
    lesson.value = NONE;
    load(INITIAL);
  });

  test("nearly equal values come out within 0.0633 of 0 by torch.nn.LayerNorm, with variance var ÷ (var + eps)", () => {
    const view = derive(rowOf("nearlyEqual"), { ...INITIAL.variance, ...recipes.class });
    expect(Math.max(...view.normalized.map(Math.abs))).toBeLessThan(0.0633);
    const outcome = outcomeOf(view, 0);
    expect(outcome.after.variance).toBeCloseTo(view.variance[0] / (view.variance[0] + recipes.class.eps), 6);
    expect(explain(recipes.class, outcome)).toContain("= 0.0020.");
  });

  test("a constant row is NaN without eps and 0 with one", () => {
    const sentence = (/** @type {import("../../../web/page/store/state.js").RecipeId} */ id) =>
      explain(recipes[id], outcomeOf(derive(rowOf("constantRow"), { ...INITIAL.variance, ...recipes[id] }), 0));
    expect(sentence("cells")).toContain("NaN");
    expect(sentence("class")).toContain("is 0");
    expect(sentence("annotated")).toContain("is 0");
    expect(sentence("rms")).toContain("1.0000");
  });

  test("the two words come out alike without eps, and not with Keras’s", () => {
    const by = (/** @type {string} */ preset, /** @type {"cells" | "keras"} */ id) =>
      derive(rowOf(preset), { ...INITIAL.variance, ...recipes[id] }).normalized;
    expect(misses(by("tens", "cells"), by("tenths", "cells"), () => 1e-5)).toEqual([]);
    expect(misses(by("tens", "keras"), by("tenths", "keras"), () => 1e-3)).not.toEqual([]);
  });
});

describe("a comparison", () => {
  const of = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
    compare(Float32Array.from(a), Float32Array.from(b));

  test("says where the largest difference is", () => {
    expect(of([1.5, 2.25], [1.5, 2.75]).summary).toBe("The largest difference is 0.5, in x̂[1].");
    expect(of([1.5, 2], [1.5, 2]).summary).toBe("Not one bit differs.");
    expect(of([0.5, 0.2], [0.5000001, 0.2]).summary).toMatch(/^They print alike; .*e−07, in x̂\[0\]\.$/);
    expect(of([NaN, NaN], [0, 0]).summary).toBe("A gives NaN where B gives 0.0000.");
    expect(of([NaN, NaN], [NaN, NaN]).summary).toBe("Not one bit differs.");
  });

  test("sets apart the digits that differ", () => {
    expect(of([-0.8719], [-0.9551]).b[0]).toEqual(["−0.", "9551"]);
    expect(of([0.5], [-0.5]).b[0]).toEqual(["", "−0.5000"]);
    expect(of([0.5], [0.5]).b[0]).toEqual(["0.5000", ""]);
  });

  test("takes its statistics over n and over n − 1", () => {
    expect(statisticsOf(Float32Array.of(1, 3))).toEqual({ mean: 2, variance: 1, unbiased: 2 });
  });
});
