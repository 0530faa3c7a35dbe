/** Links of before: addresses, settings and lessons of the course's first edition still lead to what they showed. */
import { beforeEach, describe, expect, test } from "vitest";
import { sections } from "../../../web/page/course/sections.js";
import { FIELDS } from "../../../web/page/link/fields.js";
import { lessonOf } from "../../../web/page/link/lesson.js";
import { readQuery } from "../../../web/page/link/read.js";
import { RENAMED } from "../../../web/page/link/renamed.js";
import { writeQuery } from "../../../web/page/link/write.js";
import * as store from "../../../web/page/store/state.js";

beforeEach(() => store.load(store.INITIAL));

/** The sections of the first edition, in its order: each is an address, `#first`. */
const BEFORE = [
  "first",
  "why",
  "book",
  "row",
  "dim",
  "shapes",
  "three",
  "family",
  "model",
  "variance",
  "learning",
  "precision",
  "speed",
  "recap",
];

/**
 * Links as they were written then: what they set, and how they are written now.
 * @type {[query: string, part: Record<string, object>, now: string][]}
 */
const LINKS = [
  ["learning.pace=0.1", { spirals: { pace: 0.1 } }, "spirals.pace=0.1"],
  ["learning.trained=500", { spirals: { trained: 500 } }, "spirals.trained=500"],
  ["learning.seed=7", { spirals: { seed: 7 } }, "spirals.seed=7"],
  [
    "learning.mean=3&learning.spread=0.5&learning.rate=0.5&learning.steps=1&learning.dy=random&learning.at=1" +
      "&learning.seed=2&learning.pace=3&learning.trained=150",
    {
      learning: { mean: 3, spread: 0.5, rate: 0.5, steps: 1, dy: "random", at: 1 },
      spirals: { seed: 2, pace: 3, trained: 150 },
    },
    "spirals.seed=2&spirals.pace=3&spirals.trained=150&learning.mean=3&learning.spread=0.5&learning.rate=0.5" +
      "&learning.steps=1&learning.at=1&learning.dy=random",
  ],
];

describe("links of before", () => {
  test.each(BEFORE)("#%s is still a section", (id) => {
    expect(sections.map((section) => section.id)).toContain(id);
    expect(FIELDS).toHaveProperty(id);
  });

  test.each(BEFORE)("lesson=%s shows that section alone", (id) => {
    const { lesson, refused } = readQuery(`lesson=${id}`);
    expect(refused).toEqual([]);
    expect(lesson.only).toBe(id);
  });

  test.each(LINKS)("%s is read, and written by today's names", (query, part, now) => {
    const { state, refused } = readQuery(query);
    expect(refused).toEqual([]);
    expect(state).toMatchObject(part);
    expect(writeQuery(state)).toBe(now);
    expect(readQuery(now)).toEqual(readQuery(query));
  });

  test("every setting that is called otherwise leads to one that there is, and takes no other's name", () => {
    const known = Object.entries(FIELDS).flatMap(([section, fields]) =>
      Object.keys(fields).map((field) => `${section}.${field}`),
    );
    for (const [now, before] of Object.entries(RENAMED)) {
      expect(known).toContain(now);
      expect(known).not.toContain(before);
    }
  });

  test("where a link has both names, today's counts", () => {
    const { state, refused } = readQuery("learning.pace=0.1&spirals.pace=0.3");
    expect(refused).toEqual([]);
    expect(state.spirals.pace).toBe(0.3);
  });

  test("what is refused is named as it was written", () => {
    const { state, refused } = readQuery("learning.pace=99&learning.trained=half");
    expect(state).toEqual(store.INITIAL);
    expect(refused.map(({ name }) => name).sort()).toEqual(["learning.pace", "learning.trained"]);
  });

  test("a lesson's words still fix what they fixed", () => {
    const { lesson, state, refused } = readQuery("lesson=learning&lock=target,rate,seed&learning.pace=0.1");
    expect(refused).toEqual([]);
    expect(lesson).toEqual(lessonOf({ only: "learning", locks: ["target", "rate", "seed"] }));
    for (const setting of ["learning.mean", "learning.spread", "learning.rate", "spirals.pace", "spirals.seed"])
      expect(lesson.fixed.has(setting), setting).toBe(true);
    expect(lesson.fixed.get("spirals.pace")).toBe("the rate");
    expect(state.spirals.pace).toBe(0.1);
  });
});
