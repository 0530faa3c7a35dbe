/**
 * Each section beside pictures of how it looked when somebody last looked at it: tests/page/screenshots, at half size
 * and in 240 colours, so that they stay small. Where a section is meant to look different, look at it, and then
 *
 *     SCREENSHOTS=update npm test -- page/dim        or page for all of them
 *
 * writes its pictures anew. What differs is left in .scratch/screenshots: as it is now, and with the difference in red.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import UPNG from "upng-js";
import { describe, expect, test } from "vitest";
import { findChromium, root } from "../../setup.mjs";
import { bringIntoView, untilComputed, untilStill, withSection } from "./browser.js";
import { addStyle } from "./styles.js";

const references = join(root, "tests/page/screenshots");
const scratch = join(root, ".scratch/screenshots");
const isUpdate = process.env.SCREENSHOTS === "update";

/** Letters are drawn otherwise by another Chromium: the pictures are of this one. */
const versionFile = join(references, "chromium.txt");
const program = findChromium() ?? "chromium";
const version = `${basename(program)} ${execFileSync(program, ["--version"], { encoding: "utf8" }).match(/\d+/)?.[0]}`;
const isComparable = isUpdate || (existsSync(versionFile) && readFileSync(versionFile, "utf8").trim() === version);

const SETTINGS = /** @type {const} */ ([
  { width: 1440, colorScheme: "light" },
  { width: 320, colorScheme: "dark" },
]);

/** Of red, green and blue: 240 colours in all, where a palette has room for 256. */
const SHADES = [6, 8, 5];

/**
 * Half as wide and high, and in fewer shades: the same colour becomes the same shade in every picture.
 * @param {PNG} png
 */
function reduced({ width, height, data }) {
  const half = new PNG({ width: width >> 1, height: height >> 1 });
  for (let y = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++) {
      const to = 4 * (y * half.width + x);
      const from = 4 * (2 * y * width + 2 * x);
      SHADES.forEach((shades, channel) => {
        const corners = [0, 4, 4 * width, 4 * width + 4].map((corner) => data[from + corner + channel]);
        const mean = corners.reduce((sum, value) => sum + value, 0) / 4;
        half.data[to + channel] = Math.round(Math.round((mean / 255) * (shades - 1)) * (255 / (shades - 1)));
      });
      half.data[to + 3] = 255;
    }
  }
  return half;
}

/**
 * No other section moves this one, by whole pixels or by parts of one. What stays in view while one scrolls would be
 * drawn over the section, or as a layer of its own, which lies between the pixels by chance.
 * @param {string} id
 */
const alone = (id) => `
  main > section:not(#${id}) { display: none }
  .page-header { opacity: 0 }
  .panels :is(.axes, .axis-rows, .axis-buttons, .statistics, .operations, .head), .same-row th {
    position: relative !important;
    inset: auto !important;
  }`;

/**
 * A strip of results, too, stays in view while one scrolls: at the page's top it lies in its own place. Where the page
 * is scrolled to otherwise depends on what grew before the other sections were hidden.
 * @param {import("playwright").Page} page
 */
async function scrollToTop(page) {
  await untilStill(page);
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await untilStill(page);
}

/** Up to 256 colours are written as a palette. @param {string} folder @param {string} name @param {PNG} png */
function write(folder, name, { width, height, data }) {
  mkdirSync(folder, { recursive: true });
  const pixels = new Uint8Array(data).buffer;
  writeFileSync(join(folder, `${name}.png`), new Uint8Array(UPNG.encode([pixels], width, height, 0)));
}

/**
 * What differs, in words; none if all is well. Letters' edges may be smoothed otherwise.
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
  const pixels = pixelmatch(data, now.data, marked.data, width, height, { threshold: 0 });
  if (pixels === 0) return "";
  write(scratch, name, now);
  write(scratch, `${name}-difference`, marked);
  return `${pixels} pixels differ, ${placeOf(marked)}`;
}

/** Where the red is, as the picture itself is lost with the machine that drew it. @param {PNG} marked */
function placeOf({ width, height, data }) {
  const pixels = Array.from({ length: width * height }, (_, i) => i);
  const red = pixels.filter((i) => data[4 * i] === 255 && data[4 * i + 1] === 0);
  const across = red.map((i) => i % width).sort((a, b) => a - b);
  const down = red.map((i) => Math.floor(i / width));
  return `between ${across[0]}, ${down[0]} and ${across.at(-1)}, ${down.at(-1)}`;
}

/** @param {string} id of a section */
export function looksAsItDid(id) {
  describe.runIf(isComparable)(`#${id} looks as it did`, () => {
    for (const { width, colorScheme } of SETTINGS) {
      test(`at ${width} px, ${colorScheme}`, () =>
        withSection(id, { face: true, colorScheme, viewport: { width, height: 900 } }, async (page) => {
          await addStyle(page, alone(id));
          const lab = page.locator(`#${id} .lab`);
          if ((await lab.count()) > 0) await bringIntoView(lab);
          await untilComputed(page, id);
          await scrollToTop(page);
          const shot = await page.locator(`#${id}`).screenshot({ animations: "disabled" });
          const name = `${id}-${width}-${colorScheme}`;
          const now = reduced(PNG.sync.read(shot));
          if (isUpdate) {
            write(references, name, now);
            writeFileSync(versionFile, `${version}\n`);
          } else {
            expect(difference(name, now)).toBe("");
          }
        }));
    }
  });
}
