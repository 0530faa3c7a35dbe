/** Random states, by link, in all figures at once: what is shown is what the model, run in Node, makes of them. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { parseShown } from "../../../web/page/figure/words/arithmetic.js";
import { codeFor, codeText } from "../../../web/page/figure/code/code.js";
import { derive } from "../../../web/page/figure/values/derive.js";
import { EPS_STEPS } from "../../../web/page/figure/state/settings.js";
import { cellFormatterOf } from "../../../web/page/figure/words/format-tensor.js";
import { formatBrief, formatNumber, formatReadout } from "../../../web/page/kit/format.js";
import { presets, sourceOf } from "../../../web/page/figure/values/presets.js";
import { randomFrom } from "../../../web/page/question/answers.js";
import { pick } from "../../../web/page/question/draw.js";
import { readQuery } from "../../../web/page/link/read.js";
import { LARGE, sizeOf } from "../../../web/page/kit/shapes.js";
import { INITIAL } from "../../../web/page/store/state.js";
import { writeQuery } from "../../../web/page/link/write.js";
import { withPage } from "../helpers/browser.js";

useBrowser();

/** @typedef {import("../../../web/page/store/state.js").Figure} Figure */
/** @typedef {import("../../../web/page/store/state.js").FigureId} FigureId */
/** @typedef {() => number} Random */

/** The ranks that a figure takes, and how many stages it has. @type {Record<FigureId, [number, number, number]>} */
const FIGURES = {
  first: [2, 2, 3],
  row: [1, 2, 4],
  dim: [1, 4, 4],
  shapes: [1, 4, 3],
  three: [1, 4, 4],
  family: [4, 4, 3],
  variance: [1, 2, 3],
  data: [1, 4, 4],
};
const IDS = /** @type {FigureId[]} */ (Object.keys(FIGURES));
const SHAPES = [[1], [1, 1], [8192], [2, 3, 4, 5], [1, 1, 1, 1], [4096, 2], [2, 4096], [3, 3], [5, 1], [2, 1, 3]];
const VALUES = [1e30, -1e30, 1e19, 1e4, 3, 0.1, 1e-30, 1e-38, 0, -5].map(Math.fround);
const WIDTHS = [320, 768, 1024, 1440];
const STATES = 12;

/** @param {FigureId} id @param {Random} random @returns {Figure} */
function randomFigure(id, random) {
  const [least, most, stages] = FIGURES[id];
  const fits = (/** @type {readonly number[]} */ { length }) => length >= least && length <= most;
  const named = Object.keys(presets).filter((name) => name !== "random" && fits(presets[name].shape));
  const isAnyShape = least < most && most === 4 && random() < 0.6;
  const figure = { ...INITIAL[id], preset: isAnyShape ? "random" : pick(random, named), shape: pick(random, SHAPES) };
  const { shape, values, names = null } = sourceOf(figure);
  const size = values.length;
  const element = () => Math.floor(random() * size);
  const x = values.slice();
  const isConstant = size <= LARGE && random() < 0.3;
  if (isConstant) x.fill(pick(random, VALUES));
  else for (let edits = 3; edits > 0; edits--) x[element()] = pick(random, VALUES);
  const some = shape.map((_, dim) => dim).filter(() => random() < 0.5);
  const dims = some.length > 0 ? some : [shape.length - 1];
  const groups = id === "family" && dims.includes(1) ? pick(random, [1, 2, 4]) : 1;
  const places = sizeOf(dims.map((dim) => shape[dim])) / groups;
  const isAffine = stages === 4 && places <= LARGE && random() < 0.5;
  const list = (/** @type {readonly number[]} */ from) => Array.from({ length: places }, () => pick(random, from));
  const center = id === "row" || random() < 0.75;
  return {
    ...figure,
    x: random() < 0.6 ? { shape, values: x, names } : null,
    dims,
    channelGroups: groups,
    center,
    keepdim: random() < 0.5,
    correction: pick(random, /** @type {const} */ ([0, 1])),
    eps: pick(random, EPS_STEPS),
    epsAt: pick(random, /** @type {const} */ (["inside", "outside"])),
    weight: isAffine ? list([1, 2, -1, 0]) : null,
    bias: isAffine ? list([0, 1, -0.5]) : null,
    stage: Math.floor(random() * stages),
    at: { panel: pick(random, center ? ["x", "mean", "variance", "out"] : ["x", "variance", "out"]), index: element() },
    layout: pick(random, ["facets", "stack"]),
    copies: random() < 0.5,
  };
}

/**
 * What stands beside each track, on the first screen in large readouts. Where the code without unsqueeze goes wrong, no
 * mean or spread belongs to what it shows.
 * @param {FigureId} id
 * @param {import("../../../web/page/figure/values/derive.js").Derived} view
 * @param {Figure} figure
 * @param {boolean} isWrong
 */
function tracksOf(id, { stages }, { center, correction, stage }, isWrong) {
  const { mean, deviation } = stages[stage];
  const isLarge = id === "first";
  const format = isLarge ? formatReadout : formatBrief;
  const called = !center ? "RMS" : correction === 1 ? "σ over n − 1" : "spread";
  return (/** @type {number} */ group) => {
    if (isWrong || !Number.isFinite(mean[group] - deviation[group])) return "";
    const spread = `${called} ${format(deviation[group])}`;
    return center ? `mean ${isLarge ? formatReadout(mean[group], true) : formatBrief(mean[group])} ${spread}` : spread;
  };
}

/** What a figure must show. @param {FigureId} id @param {Figure} figure */
function expectedOf(id, figure) {
  const view = derive(sourceOf(figure), figure);
  const naive = id === "shapes";
  const made = naive ? view.naive : view;
  const { panel, index } = figure.at;
  const third =
    figure.stage === 0 ? view.x : "error" in made ? null : made[figure.stage === 1 ? "centred" : "normalized"];
  const isStatistic = panel === "mean" || panel === "variance";
  const own = isStatistic ? view[panel] : third;
  if (id === "first") return { panels: {}, result: null, code: undefined, tracks: tracksOf(id, view, figure, false) };
  const { naive: wrong } = view;
  const isWrong = naive && figure.stage > 0 && ("error" in wrong || view.x.some((_, i) => wrong.isWrong(i)));
  return {
    tracks: tracksOf(id, view, figure, isWrong),
    panels: { x: view.x, mean: view.mean, variance: view.variance, out: third, y: view.y },
    // A formula has more digits than the cells where it needs them.
    result: own && formatNumber(own[isStatistic ? view.groupOf[index] : index]),
    code: codeText(codeFor("pytorch", { figure, shape: view.shape, naive })),
  };
}

/** Runs in the page. @param {FigureId} id */
function shownIn(id) {
  const figure = /** @type {HTMLElement} */ (document.getElementById(`${id}-figure`));
  return {
    cells: Array.from(figure.querySelectorAll("[data-panel] .cell"), (cell) => ({
      panel: cell.closest("[data-panel]")?.getAttribute("data-panel") ?? "",
      index: Number(cell.getAttribute("data-index")),
      text: cell.firstChild?.textContent ?? "",
    })),
    tracks: Array.from(figure.querySelectorAll(".track"), (track) => ({
      group: Number(track.getAttribute("data-group")),
      text: track.querySelector(".track-statistics")?.textContent?.trim() ?? "",
    })),
    result: figure.querySelector(".formula .result")?.textContent ?? null,
    code: figure.querySelector("textarea")?.value,
    text: document.getElementById(id)?.textContent ?? "",
  };
}

describe("a walk through random states", () => {
  test.each(Array.from({ length: STATES }, (_, round) => round))(
    "every number is the model's, in round %i",
    (round) => {
      const random = randomFrom(round);
      const state = { ...INITIAL };
      for (const id of IDS) state[id] = randomFigure(id, random);
      const query = writeQuery(state);
      expect(readQuery(query)).toMatchObject({ state, refused: [] });
      const width = WIDTHS[round % WIDTHS.length];
      return withPage({ query: `?${query}`, viewport: { width, height: 900 } }, async (page) => {
        for (const id of IDS) {
          const { cells, tracks, result, code, text } = await page.evaluate(shownIn, id);
          const expected = expectedOf(id, state[id]);
          const shown = result === null ? null : formatNumber(parseShown(result));
          expect(text, id).not.toMatch(/undefined|\[object|Infinity/);
          expect({ id, result: shown, code }).toEqual({ id, result: expected.result, code: expected.code });
          expect(tracks.length, `${id}, tracks`).toBeGreaterThan(0);
          expect(tracks, `${id}, tracks`).toEqual(tracks.map(({ group }) => ({ group, text: expected.tracks(group) })));
          for (const [panel, values] of Object.entries(expected.panels)) {
            const shown = cells.filter((cell) => cell.panel === panel);
            const format = values && cellFormatterOf(values);
            expect(shown, `${id}, ${panel}`).toEqual(shown.map((cell) => ({ ...cell, text: format?.(cell.index) })));
          }
          expect(
            cells.some(({ panel }) => panel === "x"),
            id,
          ).toBe(id !== "first");
        }
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, "pixels beyond the window").toBeLessThanOrEqual(0);
      });
    },
  );
});
