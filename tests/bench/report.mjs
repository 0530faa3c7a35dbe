/** The tables that the benchmark prints: 120 columns at most. */
import { goalsOf } from "./peers.mjs";

/** @import { Accuracy } from "./accuracy.mjs" */
/** @import { Comparison, PeerTimes } from "./peers.mjs" */
/** @import { Figure } from "./speed.mjs" */

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

/** @param {readonly Figure[]} figures of one name @param {string[]} shapes @returns {string[][]} two lines */
function linesOf(figures, shapes) {
  const cells = (/** @type {(figure: Figure) => string} */ cell) =>
    shapes.map((shape) => {
      const figure = figures.find((one) => shapeText(one.shape) === shape);
      return figure ? cell(figure) : "";
    });
  const against = [...new Set(figures.map((figure) => figure.against.join(" + ")))].join(", ");
  return [
    [figures[0].name, ...cells(({ value, target }) => `${digits(value)} ${verdict(value <= target)}`)],
    [`  ${against}: at most`, ...cells(({ target }) => String(target))],
  ];
}

/** @param {readonly Figure[]} figures those of several shapes @returns {string} a column a shape */
function matrix(figures) {
  const shapes = [...new Set(figures.map(({ shape }) => shapeText(shape)))];
  const lines = [...groupBy(figures, ({ name }) => name).values()].flatMap((group) => linesOf(group, shapes));
  return textTable([["time of an op, divided by", ...shapes], ...lines]);
}

/** @param {readonly Figure[]} figures */
const list = (figures) =>
  textTable([
    ["", "x", "divided by", "is", "at most", ""],
    ...figures.map(({ name, shape, against, value, target }) => {
      const divisor = against.join(" + ") || "(microseconds)";
      return [name, shapeText(shape), divisor, digits(value), String(target), verdict(value <= target)];
    }),
  ]);

/** @param {readonly Figure[]} figures */
export function speedText(figures) {
  const groups = [...groupBy(figures, ({ name }) => name).values()];
  const several = groups.filter(({ length }) => length > 1).flat();
  const single = groups.filter(({ length }) => length === 1).flat();
  return [...(several.length ? [matrix(several)] : []), ...(single.length ? [list(single)] : [])].join("\n");
}

// Peers -----------------------------------------------------------------------------------------------------

/**
 * @param {string} title
 * @param {readonly Comparison[]} comparisons
 * @param {(times: PeerTimes, ours: PeerTimes) => string} cell
 */
function comparisonTable(title, comparisons, cell) {
  const names = [...new Set(comparisons.flatMap(({ libraries }) => libraries.map(({ name }) => name)))];
  const lines = names.map((name) => [
    name,
    ...comparisons.map(({ libraries }) => {
      const times = libraries.find((library) => library.name === name);
      return times ? cell(times, libraries[0]) : "-";
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
