/** The places on the tracks: for each group those of its mean and spread, and for each of its numbers a dot. */
import { coordinatesOf, letterOf } from "../../kit/shapes.js";
import { beyond, placeOn } from "./axis.js";
import { pile } from "./pile.js";

/** @typedef {import("../values/derive.js").Derived} Derived */
/** @typedef {import("./axis.js").Extent} Extent */
/**
 * @typedef {object} Dot
 * @property {number} element
 * @property {string} label   what is written in it: its index along the dims of its group
 * @property {number} value   now, on the way between two stages
 * @property {number} at      its place: an edge of the axis where its value lies beyond, that of its x where it is NaN
 * @property {number} raw     the place of its x
 * @property {-1 | 0 | 1} edge  where it lies beyond an end of the axis: which
 * @property {number} level   how high above the line it lies, in dots: 0 on it, 1 a whole dot higher
 * @property {number} track   which of the tracks that are shown it lies on
 *
 * @typedef {object} Track
 * @property {number} group
 * @property {number} mean
 * @property {number} deviation
 * @property {readonly number[]} members
 * @property {boolean} isDense  so many numbers that their density is drawn, and not a dot for each
 *
 * @typedef {{ values: (stage: number) => ArrayLike<number>, view: Derived, at: number }} Pull
 *   at: from 0 (x) to 3 (y), between the stages too
 */

/** More numbers than this on a track are a density. */
export const MANY = 48;
/** More tracks than this are not shown at a time. */
const MOST_TRACKS = 12;

/**
 * A number on its way from one stage to the next. It moves evenly: from x to x − mean all of a group by the same, from
 * there to x̂ each by its own distance from 0.
 * @param {number} from
 * @param {number} to
 * @param {number} share
 */
export const between = (from, to, share) => (share === 0 ? from : from + (to - from) * share);

/** The stage that a pull comes from, and how far it is on its way to the next. @param {number} at */
export function partsOf(at) {
  const stage = Math.floor(at);
  return { stage, share: at - stage };
}

/**
 * The tracks in view: all of them, or twelve with the selected one among them.
 * @param {number} count  of groups
 * @param {number} selected
 * @param {number} first  of the tracks that were in view before
 */
export function windowOf(count, selected, first) {
  const size = Math.min(count, MOST_TRACKS);
  const least = Math.max(0, selected - size + 1);
  const start = Math.min(Math.max(first, least), selected, count - size);
  return { start, size };
}

/**
 * @param {Derived} view
 * @param {number} at  of the pull
 * @param {{ start: number, size: number }} shown
 * @returns {Track[]}
 */
export function tracksOf(view, at, { start, size }) {
  const { stage, share } = partsOf(at);
  const [from, to] = [view.stages[stage], view.stages[Math.min(stage + 1, 3)]];
  return Array.from({ length: size }, (_, k) => {
    const group = start + k;
    const members = view.members[group];
    return {
      group,
      members,
      mean: between(from.mean[group], share && to.mean[group], share),
      deviation: between(from.deviation[group], share && to.deviation[group], share),
      isDense: members.length > MANY,
    };
  });
}

/**
 * The label of each number within its group: a row of a matrix by its letter, everything else by its index; where
 * several dims are reduced, by its place among them.
 * @param {Derived} view
 */
export function labelsOf({ shape, rank, dims, placeOf }) {
  const part = (/** @type {number} */ dim, /** @type {number} */ at) =>
    rank === 2 && dim === 0 ? letterOf(at) : String(at);
  return (/** @type {number} */ element) => {
    if (dims.length === 1 || rank === 2) {
      const coordinates = coordinatesOf(element, shape);
      return dims.map((dim) => part(dim, coordinates[dim])).join("");
    }
    return String(placeOf[element]);
  };
}

/**
 * @param {object} options
 * @param {Derived} options.view
 * @param {readonly Track[]} options.tracks
 * @param {Extent} options.axis
 * @param {number} options.at
 * @param {(stage: number) => ArrayLike<number>} options.valuesAt
 * @param {number} options.width  of a dot, in hundredths of the axis: none overlaps another
 * @param {(element: number) => boolean} options.isShown  which numbers of a dense track have a dot
 * @returns {Dot[]}
 */
export function dotsOf({ view, tracks, axis, at, valuesAt, width, isShown }) {
  const { stage, share } = partsOf(at);
  const [from, to] = [valuesAt(stage), share === 0 ? [] : valuesAt(stage + 1)];
  const label = labelsOf(view);
  return tracks.flatMap(({ members, isDense }, track) => {
    const shown = isDense ? members.filter(isShown) : members;
    const dots = shown.map((element) => {
      const value = between(from[element], share && to[element], share);
      const raw = onAxis(axis, view.x[element]);
      const at = Number.isNaN(value) ? raw : onAxis(axis, value);
      return { element, label: label(element), value, at, raw, edge: beyond(axis, value), level: 0, track };
    });
    pile(dots, width);
    return dots;
  });
}

/** The place of a number; an end of the axis where it lies beyond. @param {Extent} axis @param {number} value */
export const onAxis = (axis, value) => Math.min(Math.max(placeOn(axis, value), 0), 100);

/**
 * A track's numbers as they are on the way between two stages.
 * @param {readonly number[]} members
 * @param {(stage: number) => ArrayLike<number>} valuesAt
 * @param {number} at
 */
export function valuesOf(members, valuesAt, at) {
  const { stage, share } = partsOf(at);
  const [from, to] = [valuesAt(stage), share === 0 ? [] : valuesAt(stage + 1)];
  return members.map((element) => between(from[element], share && to[element], share));
}

/**
 * The numbers of a track that are not on the axis: those beyond either end, from the nearest to 0, and the count of
 * NaN.
 * @param {readonly number[]} values
 * @param {Extent} axis
 */
export function beyondOf(values, axis) {
  const low = values.filter((value) => beyond(axis, value) < 0).sort((a, b) => b - a);
  const high = values.filter((value) => beyond(axis, value) > 0).sort((a, b) => a - b);
  return { low, high, lost: values.filter(Number.isNaN).length };
}
