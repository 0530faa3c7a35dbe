/**
 * Every section, opened in Firefox and WebKit, is drawn as Chromium draws it: how wide and high its dots are, which
 * words are underlined, that no select's text is cut, and how much stands there. Not pixels: each engine draws letters
 * in its own way.
 */
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { engines } from "./engines.js";
import { countFlights, drawnIn, flights, nextFrame, sectionsIn, zeroStrokes } from "./read.js";
import { Tab } from "./tab.js";

const DESKTOP = { width: 1280, height: 800 };

/** @typedef {ReturnType<typeof drawnIn>} Drawn  by section */

/** What each engine draws. @type {Map<string, Drawn>} */
const found = new Map();
/** @type {Record<string, string[]>} */
const strokes = {};
/** How many dots flew somewhere while sections came near, in which no number changed. @type {Record<string, number>} */
const flown = {};
/** What each engine's page complained of. @type {Record<string, string[]>} */
const complaints = {};

beforeAll(async () => {
  const pageUrl = inject("pageUrl");
  // One after the other: three engines at once would wait for each other's pictures.
  for (const [name, start] of Object.entries(engines)) {
    const tab = new Tab(name, await start(pageUrl), pageUrl);
    try {
      await tab.driver.resize(DESKTOP);
      await tab.open();
      await tab.driver.evaluate(countFlights, null);
      // A lab computes once it has come near.
      for (const id of await tab.driver.evaluate(sectionsIn, null)) {
        await tab.driver.evaluate((id) => document.getElementById(id)?.scrollIntoView({ behavior: "instant" }), id);
        await tab.driver.evaluate(nextFrame, null);
      }
      await tab.until("done computing", () => !document.querySelector("main .lab:not([aria-busy=false])"));
      found.set(name, await tab.driver.evaluate(drawnIn, null));
      flown[name] = await tab.driver.evaluate(flights, null);
      strokes[name] = await tab.driver.evaluate(zeroStrokes, null);
      complaints[name] = await tab.driver.complaints();
    } finally {
      await tab.driver.close();
    }
  }
});

afterAll(() => found.clear());

test.each(Object.keys(engines))(
  "%s opens every section without a complaint, and its policy refuses nothing",
  (name) => {
    expect(complaints[name]).toEqual([]);
  },
);

test.each(Object.keys(engines))("%s lets no dot fly while a section comes near", (name) => {
  expect(flown[name]).toBe(0);
});

const others = Object.keys(engines).filter((name) => name !== "chromium");

describe.each(others)("%s", (name) => {
  const both = () => {
    const [mine, reference] = [found.get(name), found.get("chromium")];
    if (!mine || !reference) throw new Error(`${name} or Chromium was not opened`);
    return Object.keys(reference).map((id) => /** @type {const} */ ([id, mine[id], reference[id]]));
  };

  test("draws as many dots, of the same width and height", () => {
    for (const [id, mine, reference] of both()) {
      expect(mine.dots.length, id).toBe(reference.dots.length);
      for (const [i, [width, height]] of mine.dots.entries()) {
        expect(Math.abs(width - reference.dots[i][0]), `${id}, dot ${i}`).toBeLessThan(1.01);
        expect(Math.abs(height - reference.dots[i][1]), `${id}, dot ${i}`).toBeLessThan(1.01);
      }
    }
    expect(both().some(([, { dots }]) => dots.length > 0)).toBe(true);
  });

  test("underlines the words that have a meaning, and links in prose", () => {
    for (const [id, mine, reference] of both()) {
      expect(mine.underlines, id).toEqual(reference.underlines);
      expect(
        mine.underlines.filter(([kind, line]) => kind === "term" && line !== "underline"),
        id,
      ).toEqual([]);
    }
  });

  test("cuts no select's text, but for an ellipsis", () => {
    for (const [id, mine] of both()) {
      expect(
        mine.selects.filter(({ isCut }) => isCut),
        id,
      ).toEqual([]);
    }
    expect(both().flatMap(([, { selects }]) => selects).length).toBeGreaterThan(0);
  });

  test("has as many cells, tracks and buttons", () => {
    for (const [id, mine, reference] of both()) expect(mine.counts, id).toEqual(reference.counts);
  });

  test("draws no dot as a line of no length, whose round ends WebKit stretches", () => {
    expect(strokes[name]).toEqual([]);
  });
});
