/**
 * The value ramp: how a number becomes the fill of its cell, in both themes, and the text that is legible on
 * it.
 */
import { largestOf } from "../largest.js";

/**
 * Linear where normalized values lie, logarithmic from there to the limit, so that 10 and 50 still differ. Where
 * nothing more is said, the scale is one for all numbers.
 */
const LINEAR = 2;
const LINEAR_SHARE = 0.8;
export const RAMP_LIMIT = 100;

/**
 * A figure's ramp ends at one of these numbers: at the first that holds all of its own. Few, so that a number that is
 * dragged changes the colours of the others now and then, and not with every pixel. Up to the first, which normalized
 * values seldom leave, figures have one scale; beyond the last, cells are marked.
 */
const REACHES = [2.6, 4, 6, 10, 16, 25, 40, 63, RAMP_LIMIT];

/** @param {number} largest  the largest magnitude in a figure */
export const reachFor = (largest) => REACHES.find((reach) => largest <= reach) ?? RAMP_LIMIT;

/** Of a figure that shows all of these. @param {ArrayLike<number>[]} shown */
export const reachOf = (...shown) => reachFor(Math.max(...shown.map(largestOf)));

/** Linear up to LINEAR, and on from there with the same slope, ever slower. @param {number} size */
const eased = (size) => (size <= LINEAR ? size / LINEAR : 1 + Math.log(size / LINEAR));

/**
 * From -1 to 1: where a value is on the ramp.
 * @param {number} value
 * @param {number} [reach]  of the figure; without one, the scale is the one for all numbers
 */
function placeOnRamp(value, reach) {
  const size = Math.min(Math.abs(value), reach ?? RAMP_LIMIT);
  if (reach !== undefined) return (Math.sign(value) * eased(size)) / eased(reach);
  const place =
    size <= LINEAR
      ? LINEAR_SHARE * (size / LINEAR)
      : LINEAR_SHARE + (1 - LINEAR_SHARE) * (Math.log(size / LINEAR) / Math.log(RAMP_LIMIT / LINEAR));
  return Math.sign(value) * place;
}

/** The number at a place from -1 to 1 on a figure's ramp. @param {number} place @param {number} reach */
export function valueOnRamp(place, reach) {
  const at = Math.abs(place) * eased(reach);
  return Math.sign(place) * LINEAR * (at <= 1 ? at : Math.exp(at - 1));
}

const THEMES = {
  light: {
    stops: ["#1f5f99", "#5b9bd0", "#bcd7ec", "#fbfaf7", "#f6cfa3", "#e58f3c", "#b4560f"],
    inks: ["#1c1e22", "#ffffff", "#000000"],
  },
  dark: {
    stops: ["#7db8ea", "#3f7fb8", "#234c70", "#1d2128", "#6b4320", "#b8702b", "#f0ab63"],
    inks: ["#e9e7e2", "#121419", "#ffffff", "#000000"],
  },
};
/** WCAG 2.2, 1.4.3: contrast of text. */
const LEGIBLE = 4.5;

/** @param {string} colour "#rrggbb" */
export const channels = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

/** Relative luminance, WCAG 2.2. @param {string} colour */
function luminance(colour) {
  const [r, g, b] = channels(colour)
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio, WCAG 2.2. @param {string} a @param {string} b */
export function contrast(a, b) {
  const [dark, light] = [luminance(a), luminance(b)].sort((p, q) => p - q);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * The colour a fraction of the way along the stops.
 * @param {readonly string[]} stops
 * @param {number} fraction
 */
function between(stops, fraction) {
  const place = fraction * (stops.length - 1);
  const from = Math.min(Math.floor(place), stops.length - 2);
  const [start, end] = [channels(stops[from]), channels(stops[from + 1])];
  const mixed = start.map((value, i) => Math.round(value + (end[i] - value) * (place - from)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** Shades of the whole ramp: more than the eye tells apart. */
const SHADES = 512;

/** @param {number} value @param {number} [reach] */
export const shadeOf = (value, reach) => Math.round(((placeOnRamp(value, reach) + 1) / 2) * SHADES);

/** @param {{ stops: string[], inks: string[] }} theme */
function rampOf({ stops, inks }) {
  /** @type {{ fill: string, ink: string }[]} */
  const shades = [];
  return (/** @type {number} */ shade) => {
    shades[shade] ??= coloursOf(between(stops, shade / SHADES), inks);
    return shades[shade];
  };
}

/** @param {string} fill @param {string[]} inks */
const coloursOf = (fill, inks) => ({
  fill,
  // Black or white reaches 4.57 on any colour, so there is always one.
  ink: inks.find((ink) => contrast(ink, fill) >= LEGIBLE) ?? "#000000",
});

export const light = rampOf(THEMES.light);
export const dark = rampOf(THEMES.dark);

/**
 * Both themes at once, as custom properties between which the style sheet chooses: prerendered cells are
 * right in either theme, and a change of theme draws nothing again. Values that are not numbers have no fill.
 * @param {number} value
 * @param {number} [reach]
 * @returns {Record<string, string>}
 */
export function cellColours(value, reach) {
  if (Number.isNaN(value)) return {};
  const shade = shadeOf(value, reach);
  return { ...fillColours(value, reach), "--ink-day": light(shade).ink, "--ink-night": dark(shade).ink };
}

/**
 * The same for a mark that bears no text.
 * @param {number} value
 * @param {number} [reach]
 * @returns {Record<string, string>}
 */
export function fillColours(value, reach) {
  if (Number.isNaN(value)) return {};
  const shade = shadeOf(value, reach);
  return { "--fill-day": light(shade).fill, "--fill-night": dark(shade).fill };
}
