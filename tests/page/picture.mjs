/**
 * What `npm run picture` runs: draws two pictures of the first screen's four words, with numbers from the package. That
 * of links to the page, in messages and posts, shows them before and after; the README's is a loop of four seconds.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { layerNorm, tensor as tensorOf } from "layernorm";
import { chromium } from "playwright";
import { PNG } from "pngjs";
import UPNG from "upng-js";
import { PREVIEW } from "../../web/page/build/link-preview.js";
import { presets } from "../../web/page/figure/values/presets.js";
import { chromiumFlags, findChromium, root } from "../setup.mjs";

/** As many colours as a palette holds; of the loop fewer: its frames are many. */
const [SHADES, LOOP_SHADES] = [256, 16];
const DOT = 34;
/** The groups' colours by day, as tokens.css has them. */
const HUES = ["#7a3fd6", "#b8246f", "#5c6b10", "#0f6f94"];
const WORDS = ["every", "effort", "moves", "you"];

const { shape, tensor } = presets.fourWords;
const [rows, columns] = shape;
const x = tensor();
const normalized = layerNorm(tensorOf(x, [...shape]), columns).data;
const meanOf = (/** @type {number} */ row) =>
  x.subarray(row * columns, (row + 1) * columns).reduce((sum, value) => sum + value, 0) / columns;
const stages = [x, x.map((value, i) => value - meanOf(Math.floor(i / columns))), normalized];

/** @typedef {{ left: number, unit: number, values: ArrayLike<number> }} Place  of a row's 0, in px, and px a unit */

/**
 * How high each dot of a row stands, in px: as low as it can, so that no two meet in any of the places.
 * @param {number} row
 * @param {readonly Place[]} places
 */
function heightsOf(row, places) {
  const order = Array.from({ length: columns }, (_, i) => row * columns + i).sort((a, b) => x[a] - x[b]);
  /** @type {Map<number, number>} */
  const heights = new Map();
  const apart = (/** @type {number} */ a, /** @type {number} */ b) =>
    Math.min(...places.map(({ unit, values }) => Math.abs(values[a] - values[b]) * unit));
  for (const i of order) {
    // Beside each that it would meet, it stands so high that both touch.
    const clear = [...heights].map(([other, height]) => {
      const far = Math.sqrt(Math.max(0, (DOT + 1) ** 2 - apart(i, other) ** 2));
      return { from: height - far, to: height + far };
    });
    const free = [0, ...clear.map(({ to }) => to)].filter((at) =>
      clear.every(({ from, to }) => at <= from || at >= to - 1e-9),
    );
    heights.set(i, Math.min(...free));
  }
  return heights;
}

/**
 * @param {Place} place
 * @param {readonly Map<number, number>[]} heights  by row
 * @param {(row: number) => number} lineOf  where a row's line lies, in px
 * @param {number} width
 */
const drawn = ({ left, unit, values }, heights, lineOf, width) =>
  heights
    .map((row, r) => {
      const line = lineOf(r);
      const dots = Array.from(row, ([i, height]) => {
        const [cx, cy] = [left + unit * values[i], line - DOT / 2 - 4 - height];
        return `<circle cx="${cx}" cy="${cy}" r="${DOT / 2 - 1.5}" fill="${HUES[r]}33" stroke="${HUES[r]}" stroke-width="3"/>
          <text x="${cx}" y="${cy + 6}" text-anchor="middle" font-size="17" font-weight="650">${i % columns}</text>`;
      });
      return `<path d="M${left - width / 2} ${line}h${width}" stroke="#8b909a" stroke-width="2"/>
        <path d="M${left} ${line - 7}v14" stroke="#1c1e22" stroke-width="2"/>${dots.join("")}`;
    })
    .join("");

const names = (/** @type {number} */ at, /** @type {(row: number) => number} */ lineOf) =>
  WORDS.map(
    (word, r) =>
      `<text x="${at}" y="${lineOf(r) - 12}" font-size="22"><tspan fill="${HUES[r]}" font-weight="700">${"ABCD"[r]}</tspan> “${word}”</text>`,
  ).join("");

/** @param {number} width @param {number} height @param {string} content */
const svg = (width, height, content) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Inter Variable, Inter, DejaVu Sans, sans-serif"
    fill="#1c1e22"><rect width="${width}" height="${height}" fill="#fdfcfa"/>${content}</svg>`;

const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
try {
  const page = await browser.newPage({ colorScheme: "light" });
  const shot = async (/** @type {string} */ text, /** @type {{ width: number, height: number }} */ size) => {
    await page.setViewportSize(size);
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>${text}`);
    return PNG.sync.read(await page.screenshot());
  };
  await drawLink(shot);
  await drawLoop(shot);
} finally {
  await browser.close();
}

/** @typedef {(text: string, size: { width: number, height: number }) => Promise<PNG>} Shot */

/** @param {Shot} shot */
async function drawLink(shot) {
  const { width, height } = PREVIEW;
  const lineOf = (/** @type {number} */ row) => [262, 344, 486, 596][row];
  const [before, after] = [
    { left: 392, unit: 46, values: stages[0] },
    { left: 950, unit: 96, values: stages[2] },
  ];
  const sides = [before, after].map((place) => {
    const heights = Array.from({ length: rows }, (_, row) => heightsOf(row, [place]));
    return drawn(place, heights, lineOf, 470);
  });
  const arrow = `<path d="M652 420h38m-20-18 20 18-20 18" fill="none" stroke="#0f6b5c" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/>`;
  const title = `<text x="48" y="82" font-size="46" font-weight="700">layernorm</text>
    <text x="48" y="126" font-size="26" fill="#5d6470">Normalization puts every group of numbers on one scale</text>`;
  const { data } = await shot(svg(width, height, title + names(28, lineOf) + sides.join("") + arrow), {
    width,
    height,
  });
  const palette = UPNG.encode([new Uint8Array(data).buffer], width, height, SHADES);
  writeFileSync(join(root, "web/page/public", PREVIEW.file), new Uint8Array(palette));
}

/** x, − mean, ÷ spread, each for a second, and the ways between them. @param {Shot} shot */
async function drawLoop(shot) {
  const size = { width: 1000, height: 520 };
  const lineOf = (/** @type {number} */ row) => [110, 196, 318, 484][row];
  const place = { left: 570, unit: 68 };
  const heights = Array.from({ length: rows }, (_, row) =>
    heightsOf(
      row,
      stages.map((values) => ({ ...place, values })),
    ),
  );
  /** @type {ArrayBuffer[]} */
  const frames = [];
  /** @type {number[]} */
  const delays = [];
  const add = async (/** @type {ArrayLike<number>} */ values, /** @type {number} */ ms) => {
    const { data } = await shot(
      svg(size.width, size.height, names(24, lineOf) + drawn({ ...place, values }, heights, lineOf, 720)),
      size,
    );
    frames.push(new Uint8Array(data).buffer);
    delays.push(ms);
  };
  const STEPS = 8;
  for (const [i, from] of stages.entries()) {
    await add(from, i === stages.length - 1 ? 1200 : 800);
    const to = stages[(i + 1) % stages.length];
    for (let step = 1; i < stages.length - 1 && step < STEPS; step++) {
      const share = (1 - Math.cos((Math.PI * step) / STEPS)) / 2;
      await add(
        from.map((value, k) => value + share * (to[k] - value)),
        85,
      );
    }
  }
  const picture = UPNG.encode(frames, size.width, size.height, LOOP_SHADES, delays);
  writeFileSync(join(root, "web/page/picture.png"), new Uint8Array(picture));
}
