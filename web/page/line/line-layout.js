/**
 * Where things are on the number lines of one group: a line for x, for x − mean and for what comes out, each with
 * a scale, its values as beads (or as a histogram, where they are many), and the links from line to line. Places
 * are in hundredths of a line's width.
 */
import { bin, extent, ticks, tickStep } from "d3-array";

/** @typedef {import("../model/derive.js").Derived} Derived */
/** @typedef {readonly [number, number]} Extent */
/** @typedef {{ at: number, level: number }} Place  a bead's, and how high in its pile it lies */
/**
 * @typedef {object} Values  a group's at one stage
 * @property {number} stage  0 x, 1 x − mean, 2 x̂, 3 y
 * @property {readonly number[]} values
 * @property {number} mean       NaN where there is none to draw
 * @property {number} deviation
 *
 * @typedef {Values & { domain: Extent, cluster: number }} Line  lines of one cluster have one scale
 */

/** More values than this are a histogram. */
export const MANY = 48;
const BARS = 40;
/** Beads closer than this, in hundredths of the line, are stacked. */
const BEAD_WIDTH = 2.6;
/** Where one line's values span this many times the other's, each gets a scale of its own. */
const TOO_DIFFERENT = 9;
/** About how many round numbers label a line. */
const TICKS = 6;

/**
 * The lines of a group. RMSNorm takes no mean away, so it has no line for x − mean; the last line shows x̂, or y once
 * weight and bias have been put to use.
 * @param {Derived} view
 * @param {number} group
 * @param {{ stage: number, center: boolean }} figure
 * @param {boolean} naive  what comes out is what the code without unsqueeze computes
 * @param {readonly Line[] | null} held  the lines whose scales stay, while a bead is dragged
 * @returns {Line[]}
 */
export function linesOf(view, group, { stage, center }, naive, held) {
  const last = stage === 3 && !naive ? 3 : 2;
  const lines = (center ? [0, 1, last] : [0, last]).flatMap((at) => valuesAt(view, group, at, naive));
  const reaches = lines.map(reachOf);
  const clusters = held ? held.map(({ cluster }) => cluster) : clustersOf(reaches);
  return lines.map((line, i) => {
    const cluster = clusters[i];
    const reach = unionOf(reaches.filter((_, j) => clusters[j] === cluster));
    return { ...line, cluster, domain: held ? unionOf([held[i].domain, reach]) : aired(reach) };
  });
}

/**
 * None where the naive code raises an error.
 * @param {Derived} view
 * @param {number} group
 * @param {number} stage
 * @param {boolean} naive
 * @returns {Values[]}
 */
function valuesAt(view, group, stage, naive) {
  const pick = (/** @type {ArrayLike<number>} */ values) => view.members[group].map((index) => values[index]);
  if (naive && stage > 0) {
    if ("error" in view.naive) return [];
    const values = stage === 1 ? view.naive.centred : view.naive.normalized;
    return [{ stage, values: pick(values), mean: NaN, deviation: NaN }];
  }
  const { values, mean, deviation } = view.stages[stage];
  return [{ stage, values: pick(values), mean: mean[group], deviation: deviation[group] }];
}

/**
 * All that is drawn on a line: its values, and its ruler or, where there is none, 0.
 * @param {Values} line
 * @returns {Extent}
 */
function reachOf({ values, mean, deviation }) {
  const finite = (/** @type {number} */ value) => (Number.isFinite(value) ? value : NaN);
  const ruler = Number.isNaN(mean) ? [0] : [mean - deviation, mean + deviation];
  const [low = 0, high = 0] = extent([...extent(values, finite).map(Number), ...ruler], finite);
  return [low, high];
}

/** @param {readonly Extent[]} extents @returns {Extent} */
const unionOf = (extents) => [Math.min(...extents.map(([low]) => low)), Math.max(...extents.map(([, high]) => high))];

/** @param {Extent} extent */
const span = ([low, high]) => high - low || 1;

/**
 * Which lines share a scale: neighbours, as long as none of them would be too small on it. A cluster is named by the
 * place of its first line.
 * @param {readonly Extent[]} reaches
 */
function clustersOf(reaches) {
  let first = 0;
  return reaches.map((_, i) => {
    const shared = reaches.slice(first, i + 1);
    if (span(unionOf(shared)) > TOO_DIFFERENT * Math.min(...shared.map(span))) first = i;
    return first;
  });
}

/** With 6 % of room at either end; around a single value, a quarter of it or 1. @param {Extent} extent @returns {Extent} */
function aired([low, high]) {
  const air = low === high ? Math.max(1, Math.abs(low) / 4) : (high - low) * 0.06;
  return [low - air, high + air];
}

/** @param {Extent} domain @param {number} value */
export const placeOn = ([low, high], value) => (100 * (value - low)) / (high - low);

/**
 * The value at a place: placeOn, backwards, and rounded to what a hand can mean.
 * @param {Extent} domain
 * @param {number} place
 */
export function valueAt([low, high], place) {
  const step = tickStep(low, high, 400);
  return Math.round((low + (place / 100) * (high - low)) / step) * step;
}

/** The round numbers of a line, and how many digits tell them apart. @param {Extent} domain */
export function scaleOf([low, high]) {
  const step = tickStep(low, high, TICKS);
  const digits = Math.ceil(Math.log10(Math.max(-low, high) / step)) + 1;
  return { marks: ticks(low, high, TICKS), digits };
}

/** Beads that would hide one another go on top of one another. @param {readonly number[]} positions */
export function stack(positions) {
  /** @type {Place[]} */
  const placed = positions.map((at) => ({ at, level: 0 }));
  const order = [...placed].sort((a, b) => a.at - b.at);
  order.forEach((bead, i) => {
    const near = order
      .slice(0, i)
      .filter(({ at }) => bead.at - at < BEAD_WIDTH)
      .map(({ level }) => level);
    while (near.includes(bead.level)) bead.level++;
  });
  return placed;
}

/** The highest level that is taken near a place. @param {readonly Place[]} places @param {number} at */
export const pileAt = (places, at) =>
  Math.max(0, ...places.filter((place) => Math.abs(place.at - at) < 2 * BEAD_WIDTH).map(({ level }) => level));

/** How many values lie where on a line: each bar's middle, and its share of the highest. @param {Line} line */
export function barsOf({ domain: [low, high], values }) {
  const edges = Array.from({ length: BARS - 1 }, (_, i) => low + ((i + 1) * (high - low)) / BARS);
  const bins = bin().domain([low, high]).thresholds(edges)(values);
  const most = Math.max(...bins.map(({ length }) => length));
  return bins.map(({ length }, i) => ({ value: low + ((i + 0.5) * (high - low)) / BARS, share: length / most }));
}

/**
 * How a value gets from one line to the next, as SVG paths in a square of 100. Where the two have different scales
 * both are first seen on a common one: `zoom` leads to it and from it, so that `way` shows the true movement.
 * @param {Line} from
 * @param {Line} to
 * @returns {(before: number, after: number) => { way: string, zoom: string }}
 */
export function linkBetween(from, to) {
  const isShared = from.cluster === to.cluster;
  const joint = isShared ? from.domain : unionOf([from.domain, to.domain]);
  const isJoint = (/** @type {Line} */ { domain }) => isShared || `${domain}` === `${joint}`;
  const [start, end] = [isJoint(from) ? 0 : isJoint(to) ? 45 : 33, isJoint(to) ? 100 : isJoint(from) ? 55 : 67];
  return (before, after) => {
    if (!Number.isFinite(before + after)) return { way: "", zoom: "" };
    const place = (/** @type {Extent} */ domain, /** @type {number} */ value) => placeOn(domain, value).toFixed(2);
    const [top, bottom] = [place(joint, before), place(joint, after)];
    const bend = [0.55, 0.45].map((share) => start + share * (end - start));
    return {
      way: `M${top} ${start}C${top} ${bend[0]} ${bottom} ${bend[1]} ${bottom} ${end}`,
      zoom:
        (start > 0 ? `M${place(from.domain, before)} 0L${top} ${start}` : "") +
        (end < 100 ? `M${bottom} ${end}L${place(to.domain, after)} 100` : ""),
    };
  };
}

/**
 * Which values are linked from one line to the next, as pairs: all of them or, where they are many, the ends and the
 * middle of the ruler. y has no ruler to link: weight and bias move each value in its own way.
 * @param {Line} from
 * @param {Line} to
 * @returns {[number, number][]}
 */
export function linkedValues(from, to) {
  if (from.values.length <= MANY) return from.values.map((value, i) => [value, to.values[i]]);
  if (to.stage === 3) return [];
  return [-1, 0, 1].map((side) => [from.mean + side * from.deviation, to.mean + side * to.deviation]);
}

/** How many times as large as on the widest scale each line is drawn. @param {readonly Line[]} lines */
export function enlargements(lines) {
  const widest = Math.max(...lines.map(({ domain }) => span(domain)));
  return lines.map(({ domain }) => widest / span(domain));
}
