/** No dot on another, on the low tracks among other panes: in every example, at every stage. */
import { describe, expect, test } from "vitest";
import { figureSpecs } from "../../../../web/page/course/specs.js";
import { LEAST, trackHeight } from "../../../../web/page/figure/tracks/fit.js";
import { useBrowser } from "../../../chromium.js";
import { withSection } from "../../helpers/browser.js";
import { VIEWS } from "../../helpers/in-view.js";
import { tracksOf } from "../../helpers/tracks.js";

useBrowser();

const FIGURES = /** @type {const} */ (["dim", "family", "three", "row"]);

/** Rows of 48 numbers on tracks of 26 px: no size at which dots can be told apart has room. */
const HAS_NO_ROOM = ["real", "realBatch"];

/** Where the style sheets say how high tracks are: at least, all together, at most. */
const HEIGHTS = ["--track-least", "--tracks-all", "--track-most"];

/**
 * Pairs of dots on one track that lie on one another by more than a px, and how large dots are.
 * @param {import("playwright").Page} page
 * @param {string} id
 */
const overlapping = (page, id) =>
  tracksOf(page, id).evaluate((tracks) => {
    const dots = Array.from(tracks.querySelectorAll(".dot"), (dot) => {
      const { left, top, width } = dot.getBoundingClientRect();
      const track = /** @type {HTMLElement} */ (dot).style.getPropertyValue("--track-at");
      return { name: `${dot.getAttribute("aria-label")}`, x: left + width / 2, y: top + width / 2, width, track };
    });
    const pairs = dots.flatMap((dot, i) =>
      dots
        .slice(0, i)
        .filter(({ x, y, track }) => track === dot.track && Math.hypot(x - dot.x, y - dot.y) < dot.width - 1)
        .map((other) => `${dot.name} on ${other.name}`),
    );
    return { pairs, sizes: [...new Set(dots.map(({ width }) => Math.round(width * 100) / 100))] };
  });

describe("no dot lies on another by more than 1 px, and all are of one size", () => {
  for (const viewport of VIEWS) {
    for (const id of FIGURES) {
      test(`${id}, every example, at ${viewport.width} px`, () =>
        withSection(id, { viewport, explained: false }, async (page) => {
          const chooser = page.locator(`#${id}`).getByLabel("Example");
          for (const preset of figureSpecs[id].presets) {
            if ((await chooser.count()) > 0) await chooser.selectOption(preset);
            for (const stage of [0, 1, 2]) {
              await tracksOf(page, id).locator(".stops button").nth(stage).click();
              await expect.poll(async () => (await overlapping(page, id)).sizes.length).toBe(1);
              const { pairs, sizes } = await overlapping(page, id);
              if (HAS_NO_ROOM.includes(preset) && sizes[0] === LEAST) continue;
              expect(pairs, `${preset}, stage ${stage}, ${sizes} px`).toEqual([]);
            }
          }
        }));
    }

    for (const dims of ["0", "0,1"]) {
      test(`dim, over ${dims}, at ${viewport.width} px, where tracks are as high as is reckoned with`, () =>
        withSection("dim", { query: `?dim.dims=${dims}`, viewport, explained: false }, async (page) => {
          await expect.poll(async () => (await overlapping(page, "dim")).pairs).toEqual([]);
          const tracks = tracksOf(page, "dim").locator(".track");
          const [height, ...named] = await tracks.first().evaluate((track, names) => {
            const style = getComputedStyle(track);
            const named = names.map((name) => style.getPropertyValue(name));
            return [track.getBoundingClientRect().height, ...named.map(parseFloat)];
          }, HEIGHTS);
          const [least, all, most] = named;
          expect(height).toBeCloseTo(trackHeight({ least, all, most }, await tracks.count()), 1);
        }));
    }
  }
});

test("dots keep their size while one of them is dragged, and get theirs when it is let go", () =>
  withSection("dim", { viewport: VIEWS[0], query: "?dim.preset=constant", explained: false }, async (page) => {
    const size = async () => (await overlapping(page, "dim")).sizes;
    const before = await size();
    const box = await tracksOf(page, "dim").locator('.dot[data-element="0"]').boundingBox();
    if (!box) throw new Error("the dot is not on the page");
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    for (let step = 1; step <= 4; step++) {
      await page.mouse.move(box.x - 40 * step, box.y);
      expect(await size()).toEqual(before);
    }
    await page.mouse.up();
    await expect.poll(async () => (await size())[0]).toBeGreaterThan(before[0]);
  }));
