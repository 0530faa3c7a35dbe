/** The tables that the benchmark prints: 120 columns at most. */
import { sizeOf } from "../api/reference.js";
import { goalsOf } from "./peers.mjs";

/** @import { Accuracy } from "./accuracy.mjs" */
/** @import { Comparison, PeerTimes } from "./peers.mjs" */
/** @import { Bounds, Figure } from "./speed.mjs" */

/** @param {number} value three digits */
export const digits = (value) => {
  if (!Number.isFinite(value)) return String(value);
  const magnitude = value > 0 ? Math.floor(Math.log10(value)) : 0;
  return value.toFixed(Math.min(3, Math.max(0, 2 - magnitude)));
};

/** With less of a core than this, other programs have taken turns with the benchmark. */
const QUIET_SHARE = 0.9;

/** @param {number} share of a core that the benchmark got @returns {string} whether that disturbed it; "" if not */
export const disturbance = (share) => (share < QUIET_SHARE ? `not quiet: share ${share.toFixed(2)} of a core` : "");

/** @param {boolean} isMet */
const verdict = (isMet) => (isMet ? "met" : "missed");

/** @param {readonly number[]} shape */
const shapeText = (shape) => shape.join("x");

/**
 * The first column is aligned left, the others right.
 * @param {readonly (readonly string[])[]} rows the first is the head
 * @returns {string}
 */
export function textTable(rows) {
  const widths = rows[0].map((_, c) => Math.max(...rows.map((row) => (row[c] ?? "").length)));
  const lines = rows.map((row) =>
    row
      .map((cell, c) => (c === 0 ? cell.padEnd(widths[c]) : cell.padStart(widths[c])))
      .join("  ")
      .trimEnd(),
  );
  const rule = "-".repeat(widths.reduce((sum, width) => sum + width + 2, -2));
  return `${[lines[0], rule, ...lines.slice(1)].join("\n")}\n`;
}

/** @template T @param {readonly T[]} items @param {(item: T) => string} keyOf @returns {Map<string, T[]>} */
function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

// Speed -----------------------------------------------------------------------------------------------------

/** @typedef {Figure & { bounds: Bounds }} BoundedFigure */

/** Below this many elements all is in the caches, where what a copy takes says nothing of what an op must. */
const LEAST_COPIED = 100_000;

/** @param {Figure} figure */
const verdictOn = ({ value, target }) => verdict(value <= target);

/** @param {BoundedFigure} figure */
const limitText = ({ bounds, against, shape }) =>
  against.includes("memory.copy") && sizeOf(shape) < LEAST_COPIED ? "" : digits(bounds.memory);

/** @param {readonly Figure[]} figures */
const namesOf = (figures) => [...new Set(figures.map(({ against }) => against.join(" + ")))].join(", ");

/** Lines of one op, by shapes. @param {readonly Figure[]} figures @param {string[]} shapes */
function cellsOf(figures, shapes) {
  /** @param {(figure: any) => string} cell */
  return (cell) =>
    shapes.map((shape) => {
      const figure = figures.find((one) => shapeText(one.shape) === shape);
      return figure ? cell(figure) : "";
    });
}

/** @param {readonly BoundedFigure[]} figures of one op @param {string[]} shapes */
function boundedLines(figures, shapes) {
  const cells = cellsOf(figures, shapes),
    [{ name, bounds, target }] = figures;
  return [
    [name, ...cells(({ bounds }) => digits(bounds.element))],
    [`  floor: ${bounds.cycles} cycles for 16`, ...cells(({ bounds }) => digits(bounds.floor))],
    [`  limit: ${namesOf(figures)}`, ...cells(limitText)],
    [`  of the longer: at most ${target}`, ...cells((figure) => `${digits(figure.value)} ${verdictOn(figure)}`)],
  ];
}

/** @param {readonly Figure[]} figures of one name @param {string[]} shapes @returns {string[][]} two lines */
function linesOf(figures, shapes) {
  const cells = cellsOf(figures, shapes);
  return [
    [figures[0].name, ...cells((figure) => `${digits(figure.value)} ${verdictOn(figure)}`)],
    [`  ${namesOf(figures)}: at most`, ...cells(({ target }) => digits(target))],
  ];
}

/**
 * A column a shape.
 * @template {Figure} F
 * @param {string} title
 * @param {readonly F[]} figures  those of several shapes
 * @param {(figures: readonly F[], shapes: string[]) => string[][]} lines
 */
function matrix(title, figures, lines) {
  const shapes = [...new Set(figures.map(({ shape }) => shapeText(shape)))];
  const all = [...groupBy(figures, ({ name }) => name).values()].flatMap((group) => lines(group, shapes));
  return textTable([[title, ...shapes], ...all]);
}

/** @param {readonly Figure[]} figures */
const list = (figures) =>
  textTable([
    ["", "x", "divided by", "is", "at most", ""],
    ...figures.map((figure) => {
      const { name, shape, against, value, target } = figure;
      const divisor = against.join(" + ") || "(microseconds)";
      return [name, shapeText(shape), divisor, digits(value), String(target), verdictOn(figure)];
    }),
  ]);

/** @param {readonly BoundedFigure[]} figures */
const boundedList = (figures) =>
  textTable([
    ["ns an element", "x", "is", "floor", "limit", "of the longer", "at most", ""],
    ...figures.map((figure) => {
      const { name, shape, bounds, value, target } = figure,
        times = [digits(bounds.element), digits(bounds.floor), limitText(figure), digits(value)];
      return [name, shapeText(shape), ...times, String(target), verdictOn(figure)];
    }),
  ]);

/**
 * @template {Figure} F
 * @param {readonly F[]} figures
 * @returns {[several: F[], single: F[]]} of several shapes, and of one
 */
function parted(figures) {
  const groups = [...groupBy(figures, ({ name }) => name).values()];
  return [groups.filter(({ length }) => length > 1).flat(), groups.filter(({ length }) => length === 1).flat()];
}

/** @param {readonly BoundedFigure[]} figures */
function clockText(figures) {
  const clocks = figures.map(({ bounds }) => bounds.clock);
  return `floors at the clock as it was measured: ${digits(Math.min(...clocks))} to ${digits(Math.max(...clocks))} GHz`;
}

/** @param {readonly Figure[]} figures */
export function speedText(figures) {
  const bounded = /** @type {BoundedFigure[]} */ (figures.filter(({ bounds }) => bounds));
  const [severalBounded, singleBounded] = parted(bounded),
    [several, single] = parted(figures.filter(({ bounds }) => !bounds));
  return [
    ...(bounded.length ? [clockText(bounded)] : []),
    ...(severalBounded.length ? [matrix("ns an element", severalBounded, boundedLines)] : []),
    ...(singleBounded.length ? [boundedList(singleBounded)] : []),
    ...(several.length ? [matrix("time of LayerNorm, divided by", several, linesOf)] : []),
    ...(single.length ? [list(single)] : []),
  ].join("\n");
}

// Peers -----------------------------------------------------------------------------------------------------

/**
 * @param {string} title
 * @param {readonly Comparison[]} comparisons
 * @param {(times: PeerTimes, ours: PeerTimes, size: number) => string} cell
 */
function comparisonTable(title, comparisons, cell) {
  const names = [...new Set(comparisons.flatMap(({ libraries }) => libraries.map(({ name }) => name)))];
  const lines = names.map((name) => [
    name,
    ...comparisons.map(({ shape, libraries }) => {
      const times = libraries.find((library) => library.name === name);
      return times ? cell(times, libraries[0], sizeOf(shape)) : "-";
    }),
  ]);
  return textTable([[title, ...comparisons.map(({ shape }) => shapeText(shape))], ...lines]);
}

/** @param {readonly Comparison[]} comparisons */
export function peersText(comparisons) {
  if (comparisons.length === 0) return "";
  const goals = goalsOf(comparisons).map(({ name, shape, ratio, goal }) => [
    name,
    shapeText(shape),
    digits(ratio),
    String(goal),
    verdict(ratio >= goal),
  ]);
  return [
    comparisonTable("LayerNorm forward, without copies: microseconds", comparisons, ({ alone }) => digits(alone * 1e6)),
    comparisonTable("times ours", comparisons, ({ alone }, ours) => digits(alone / ours.alone)),
    comparisonTable("nanoseconds an element", comparisons, ({ alone }, _, size) => digits((alone / size) * 1e9)),
    "Below, a result is new at each call. The least of the samples leaves garbage collection out, for every library.",
    comparisonTable("with copies in and out: microseconds", comparisons, ({ copied }) => digits(copied * 1e6)),
    comparisonTable("times ours", comparisons, ({ copied }, ours) => digits(copied / ours.copied)),
    comparisonTable("set-up, once: milliseconds", comparisons, ({ setUp }) => digits(setUp * 1e3)),
    ...(goals.length ? [textTable([["times ours, without copies", "x", "is", "at least", ""], ...goals])] : []),
  ].join("\n");
}

// Accuracy --------------------------------------------------------------------------------------------------

/** @param {number | undefined} error */
const errorText = (error) => (error === undefined ? "-" : Number.isNaN(error) ? "NaN" : error.toExponential(1));

/** @param {string} title @param {readonly Accuracy[]} accuracies @param {string[]} names */
function errorTable(title, accuracies, names) {
  const lines = accuracies.map(({ name, columns, errors }) => [
    `${name}${columns === 768 ? "" : `, ${columns} values`}`,
    ...names.map((library) => errorText(errors[library])),
  ]);
  return textTable([[title, ...names.map(shortName)], ...lines]);
}

/** @param {string} name of a library, as a column's head */
const shortName = (name) => name.replace("plain ", "").replace(/,.*/, "");

/** @param {readonly { forward: Accuracy, backward: Accuracy }[]} accuracies */
export function accuracyText(accuracies) {
  const [forward, backward] = [accuracies.map((one) => one.forward), accuracies.map((one) => one.backward)];
  const namesOf = (/** @type {Accuracy[]} */ all) => [...new Set(all.flatMap(({ errors }) => Object.keys(errors)))];
  return [
    errorTable("largest error of LayerNorm forward", forward, namesOf(forward)),
    errorTable("largest error of its gradients", backward, namesOf(backward)),
  ].join("\n");
}
