/** What the number lines say, to readers and to listeners. */
import { formatNumber, formatNumbers } from "../model/format.js";
import { XHat } from "../parts/x-hat.jsx";
import { MANY } from "./line-layout.js";

/** @typedef {import("../model/state.js").Figure} Figure */
/** @typedef {import("../model/derive.js").Derived} Derived */
/** @typedef {import("./line-layout.js").Line} Line */

/** Of the lines, by stage. */
export const NAMES = ["x", "x − mean", <XHat key="hat" />, "y"];
export const SPOKEN = ["x", "x minus mean", "x normalized", "y"];

/** As a cell writes it: whole numbers without a point. @param {number} value */
export const short = (value) => formatNumbers([value])[0];

/**
 * What happens to the group up to a stage, in words that are true of it.
 * @param {Derived} view
 * @param {number} group
 * @param {Figure} figure
 */
export function saying({ stages }, group, { stage, center }) {
  const measure = center ? "σ" : "root mean square";
  if (stage === 0) return center ? "as it came: it balances at its mean" : "as it came, measured from 0";
  if (stage === 1) return center ? "slides until its mean is 0" : "stays where it is: nothing is subtracted";
  if (stage === 3) return "is scaled by weight and moved by bias";
  const [before, , after] = stages.map(({ deviation }) => deviation[group]);
  if (Number.isNaN(after)) return `${center ? "slides to 0, and " : ""}has no spread to divide by`;
  const way = before > after ? "shrinks" : "stretches";
  return `${center ? "slides to 0, then" : "only"} ${way} until its ${measure} is ${formatNumber(after)}`;
}

/**
 * What happens to the group in code that does not put the dim back.
 * @param {Derived} view
 * @param {number} group
 * @param {number} stage
 */
export function sayingNaively({ naive, members }, group, stage) {
  if (stage === 0) return "as it came";
  if ("error" in naive) return "comes to nothing: the code raises an error";
  return members[group].some(naive.isWrong)
    ? "is mixed up: its values meet the statistics of other groups"
    : "meets its own mean and variance";
}

/** What leads to a line in code that does not put the dim back: each value may meet another mean. */
export const NAIVE_OPERATIONS = ["", "− mean", "÷ √var"];

/**
 * What leads to a line, with its number: "− 0.1324".
 * @param {Derived} view
 * @param {number} group
 * @param {Figure} figure
 * @param {number} stage
 */
export function operationOf(view, group, { weight }, stage) {
  if (stage === 1) return `− ${inBrackets(short(view.mean[group]))}`;
  return `÷ ${short(view.spread[group])}${stage === 3 && weight ? ", ·\u00a0weight\u00a0+\u00a0bias" : ""}`;
}

/** @param {string} text */
const inBrackets = (text) => (text.startsWith("−") ? `(${text})` : text);

/** A line in words. @param {Line} line @param {boolean} center */
export function spoken({ stage, values, mean, deviation }, center) {
  const said =
    values.length > MANY
      ? `${values.length} values from ${short(Math.min(...values))} to ${short(Math.max(...values))}`
      : values.map((value) => formatNumber(value)).join(", ");
  if (Number.isNaN(mean)) return `${SPOKEN[stage]}: ${said}`;
  const measure = center
    ? `mean ${formatNumber(mean)}, standard deviation ${formatNumber(deviation)}`
    : `root mean square ${formatNumber(deviation)}`;
  return `${SPOKEN[stage]}: ${said}; ${measure}`;
}
