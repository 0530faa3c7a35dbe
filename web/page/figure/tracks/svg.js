/** The tracks of a figure as SVG, at the stage that it shows: what export draws above the cells. */
import { deviationName } from "../words/deviation.js";
import { formatBrief, formatTick } from "../../kit/format.js";
import { axisOf, ticksOf } from "./axis.js";
import { densityOf, middleOf } from "./bins.js";
import { beyondOf, dotsOf, onAxis, tracksOf, valuesOf, windowOf } from "./layout.js";
import { numbersBeyond, sliceOf, trackName } from "./names.js";

/**
 * @typedef {object} Palette
 * @property {string} paper
 * @property {string} ink
 * @property {string} soft
 * @property {readonly string[]} hues  of the groups
 * @property {(value: number) => { fill: string, ink: string }} cell
 */
/** @typedef {{ width: number, height: number, body: string }} Drawing */

const NAME = 110;
const RAIL = 560;
const NUMBERS = 170;
const TRACK = 56;
const LINE_AT = 38;
const RADIUS = 10;
const STEP = 12;
/** A dot's width, in hundredths of the rail. */
const DOT = (100 * 1.5 * RADIUS) / RAIL;

/** Bars of a density. */
const BINS = 112;

/** @typedef {import("./axis.js").Extent} Extent */
/** @typedef {import("./layout.js").Dot} Dot */
/** @typedef {import("./layout.js").Track} Track */

/** Where a number lies, from the left. @param {Extent} axis @param {number} value */
const across = (axis, value) => NAME + (onAxis(axis, value) * RAIL) / 100;

/** The y of a track's line. @param {number} k */
const lineOf = (k) => k * TRACK + LINE_AT;

/**
 * @param {import("../../store/state.js").Figure} figure
 * @param {import("../values/derive.js").Derived} view
 * @param {Palette} palette
 * @returns {Drawing}
 */
export function drawTracks(figure, view, palette) {
  const axis = axisOf(figure);
  const at = figure.stage;
  const tracks = tracksOf(view, at, windowOf(view.groupCount, view.groupOf[figure.at.index], 0));
  const isShown = (/** @type {number} */ element) => element === figure.at.index;
  const valuesAt = (/** @type {number} */ stage) => view.stages[stage].values;
  const dots = dotsOf({ view, tracks, axis, at, valuesAt, width: DOT, isShown });
  const height = tracks.length * TRACK + 24;
  const lines = tracks.map((track, k) => {
    const hue = palette.hues[track.group % palette.hues.length];
    const values = valuesOf(track.members, valuesAt, at);
    return (
      `<path d="M${NAME - 18} ${lineOf(k)}H${NAME + RAIL + 10}" stroke="${palette.soft}" opacity="0.35"/>` +
      (track.isDense ? drawDensity(values, axis, lineOf(k), palette) : "") +
      drawRuler(track, figure.center, axis, lineOf(k), hue) +
      drawNames(view, track, figure.center, lineOf(k), hue, palette) +
      drawBeyond(values, axis, lineOf(k), palette)
    );
  });
  const circles = dots.map((dot) => drawDot(dot, palette, palette.hues[tracks[dot.track].group % palette.hues.length]));
  const body = [drawAxis(axis, height, palette), ...lines, ...circles].join("");
  return { width: NAME + RAIL + NUMBERS, height, body };
}

/** @param {Extent} axis @param {number} height @param {Palette} palette */
const drawAxis = (axis, height, { soft }) =>
  ticksOf(axis)
    .map((tick) => {
      const x = across(axis, tick);
      return (
        `<path d="M${x} 0V${height - 24}" stroke="${soft}" opacity="${tick === 0 ? 0.6 : 0.2}"/>` +
        `<text x="${x}" y="${height - 8}" text-anchor="middle" font-size="11" fill="${soft}">${formatTick(tick)}</text>`
      );
    })
    .join("");

/** @param {Track} track @param {boolean} center @param {Extent} axis @param {number} y @param {string} hue */
function drawRuler({ mean, deviation }, center, axis, y, hue) {
  if (!Number.isFinite(mean - deviation)) return "";
  const [low, middle, high] = [-1, 0, 1].map((side) => across(axis, mean + side * deviation));
  return (
    `<path d="M${low} ${y}H${high}" stroke="${hue}" stroke-width="9" opacity="0.25"/>` +
    (center ? `<path d="M${middle} ${y + 3}l-8 12h16z" fill="${hue}"/>` : "")
  );
}

/**
 * @param {import("../values/derive.js").Derived} view
 * @param {Track} track
 * @param {boolean} center
 * @param {number} y
 * @param {string} hue
 * @param {Palette} palette
 */
function drawNames(view, { group, mean, deviation }, center, y, hue, { ink, soft }) {
  const { letter, name } = trackName(view, group);
  const numbers = Number.isFinite(mean - deviation)
    ? `<text x="${NAME + RAIL + 18}" y="${y + 4}" font-size="12" fill="${soft}">` +
      `${center ? `mean ${formatBrief(mean)}, ` : ""}${deviationName(view)} ${formatBrief(deviation)}</text>`
    : "";
  return (
    `<text y="${y - 4}" font-weight="700" fill="${hue}">${letter}</text>` +
    `<text x="20" y="${y - 4}" font-size="12" fill="${ink}">${name ?? ""}</text>` +
    `<text x="20" y="${y + 11}" font-size="11" fill="${soft}">${sliceOf(view, group)}</text>${numbers}`
  );
}

/** @param {readonly number[]} values @param {Extent} axis @param {number} y @param {Palette} palette */
function drawDensity(values, axis, y, { soft, cell }) {
  const width = RAIL / BINS;
  return Array.from(densityOf(values, axis, BINS), (density, bin) => {
    if (density === 0) return "";
    const height = Math.max(density * (LINE_AT - 4), 1);
    const { fill } = cell(middleOf(axis, bin, BINS));
    const [x, top] = [NAME + bin * width, y - height];
    return `<path d="M${x} ${y}V${top}h${width}V${y}z" fill="${fill}"/><path d="M${x} ${top}h${width}" stroke="${soft}"/>`;
  }).join("");
}

/** @param {readonly number[]} values @param {Extent} axis @param {number} y @param {Palette} palette */
function drawBeyond(values, axis, y, { ink }) {
  const { low, high, lost } = beyondOf(values, axis);
  const write = (/** @type {number} */ x, /** @type {string} */ anchor, /** @type {string} */ text) =>
    `<text x="${x}" y="${y + 19}" text-anchor="${anchor}" font-size="10" font-weight="600" fill="${ink}">${text}</text>`;
  return (
    (low.length > 0 ? write(NAME - 18, "start", `◂ ${numbersBeyond(low)}`) : "") +
    (lost > 0 ? write(NAME + RAIL / 2, "middle", `${lost} × NaN`) : "") +
    (high.length > 0 ? write(NAME + RAIL + 10, "end", `${numbersBeyond(high)} ▸`) : "")
  );
}

/**
 * One that has become NaN waits, empty, where its x lies.
 * @param {Dot} dot
 * @param {Palette} palette
 * @param {string} hue
 */
function drawDot({ at, track, level, value, label }, palette, hue) {
  const isLost = Number.isNaN(value);
  const { fill, ink } = isLost ? { fill: palette.paper, ink: palette.soft } : palette.cell(value);
  const [cx, cy] = [NAME + (at * RAIL) / 100, lineOf(track) - Math.min(level * STEP, LINE_AT - RADIUS)];
  return (
    `<circle cx="${cx}" cy="${cy}" r="${RADIUS}" fill="${fill}" stroke="${hue}" stroke-width="2"` +
    `${isLost ? ' stroke-dasharray="4 3"' : ""}/>` +
    `<text x="${cx}" y="${cy + 3.5}" text-anchor="middle" font-size="10" font-weight="650" fill="${ink}">${label}</text>`
  );
}
