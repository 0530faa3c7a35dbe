/**
 * Each section beside pictures of how it looked when somebody last looked at it: tests/page/screenshots, at half size
 * and in fewer shades, so that they stay small. Where a section is meant to look different, look at it, and then
 *
 *     SCREENSHOTS=update npx vitest run --config tests/vitest.config.js --project page tests/page/screenshots.test.js
 *
 * writes them anew. What differs is left in .scratch/screenshots: as it is now, and with the difference in red.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { findChromium, root } from "../../setup.mjs";
import { sectionIds, withPage } from "../helpers/browser.js";

useBrowser();

const references = join(root, "tests/page/screenshots");
const scratch = join(root, ".scratch/screenshots");
const isUpdate = process.env["SCREENSHOTS"] === "update";

/** Letters are drawn otherwise by another Chromium: the pictures are of this one. */
const versionFile = join(references, "chromium.txt");
const program = findChromium() ?? "chromium";
const version = `${basename(program)} ${execFileSync(program, ["--version"], { encoding: "utf8" }).match(/\d+/)?.[0]}`;
const isComparable = isUpdate || (existsSync(versionFile) && readFileSync(versionFile, "utf8").trim() === version);

/** How far apart two colours may be, from 0 to 1: less than the picture's shades are. */
const COLOUR_TOLERANCE = 0.1;
/** How much of a picture may differ: less than one number in a cell. */
const AREA_TOLERANCE = 1e-4;

/** Of each channel. */
const SHADES = 16;

/**
 * Half as wide and high, and in fewer shades.
 * @param {PNG} png
 */
function reduced({ width, height, data }) {
  const half = new PNG({ width: width >> 1, height: height >> 1 });
  for (let y = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++) {
      const to = 4 * (y * half.width + x);
      const from = 4 * (2 * y * width + 2 * x);
      for (let channel = 0; channel < 3; channel++) {
        const corners = [0, 4, 4 * width, 4 * width + 4].map((corner) => data[from + corner + channel]);
        const mean = corners.reduce((sum, value) => sum + value, 0) / 4;
        half.data[to + channel] = Math.round(Math.round((mean / 255) * (SHADES - 1)) * (255 / (SHADES - 1)));
      }
      half.data[to + 3] = 255;
    }
  }
  return half;
}

/**
 * The page does without its face where that comes late; a picture waits for it.
 * @param {import("playwright").Page} page
 */
const waitForFace = (page) =>
  page.route(/\.css$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace("font-display:optional", "font-display:block");
    await route.fulfill({ response, body });
  });

/**
 * What stays in view while one scrolls would be drawn over the section, or as a layer of its own, which lies between
 * the pixels by chance.
 */
const UNSCROLLED = `
  .page-header { visibility: hidden }
  .panels :is(.axes, .axis-rows, .axis-buttons, .statistics, .operations, .head), .same-row th {
    position: relative !important;
    inset: auto !important;
  }`;

/** @param {string} folder @param {string} name @param {PNG} png */
function write(folder, name, png) {
  mkdirSync(folder, { recursive: true });
  const smallest = { colorType: 2, filterType: 0, deflateLevel: 9, deflateStrategy: 0 };
  writeFileSync(join(folder, `${name}.png`), PNG.sync.write(png, smallest));
}

/**
 * What differs, in words; none if all is well.
 * @param {string} name
 * @param {PNG} now
 */
function difference(name, now) {
  const path = join(references, `${name}.png`);
  if (!existsSync(path)) return "there is no picture of it";
  const { width, height, data } = PNG.sync.read(readFileSync(path));
  if (width !== now.width || height !== now.height) {
    write(scratch, name, now);
    return `${now.width} x ${now.height} in place of ${width} x ${height}`;
  }
  const marked = new PNG({ width, height });
  const pixels = pixelmatch(data, now.data, marked.data, width, height, { threshold: COLOUR_TOLERANCE });
  if (pixels <= AREA_TOLERANCE * width * height) return "";
  write(scratch, name, now);
  write(scratch, `${name}-difference`, marked);
  return `${pixels} pixels differ`;
}

describe.runIf(isComparable)("looks as it did", () => {
  for (const width of [320, 768, 1440]) {
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      test(`at ${width} px, ${colorScheme}`, { timeout: 120_000 }, () =>
        withPage({ colorScheme, viewport: { width, height: 900 }, prepare: waitForFace }, async (page) => {
          await page.evaluate(() => document.fonts.ready);
          /** @type {string[]} */
          const differences = [];
          for (const id of sectionIds()) {
            const shot = await page.locator(`#${id}`).screenshot({ animations: "disabled", style: UNSCROLLED });
            const name = `${id}-${width}-${colorScheme}`;
            const now = reduced(PNG.sync.read(shot));
            if (isUpdate) write(references, name, now);
            else differences.push([name, difference(name, now)].join(": "));
          }
          expect(differences.filter((text) => !text.endsWith(": "))).toEqual([]);
        }),
      );
    }
  }
  if (isUpdate) writeFileSync(versionFile, `${version}\n`);
});
