/** What has happened to the arrow, in words. */
import { arithmetic } from "../../figure/words/arithmetic.js";
import { formatBrief, inWords } from "../../kit/format.js";
import { capitalised } from "../../kit/words.js";
import { ellipseOf, RADIUS } from "./geometry.js";
import { isInSpace, shortBy, stageOf } from "./norm.js";

/** @typedef {import("./spec.js").SpaceFigure} SpaceFigure */
/** @typedef {import("./norm.js").Shown} Shown */
/** @typedef {import("./norm.js").Gradients} Gradients */
/** @typedef {import("./norm.js").Stage} Stage */

/** What each stage is called, and what is done to come to it. @type {Record<Stage, string>} */
export const NAMES = { x: "x", centred: "x − mean", normalized: "x̂", scaled: "y" };

/** @param {Pick<SpaceFigure, "norm">} figure @param {Stage} stage */
export const actOf = ({ norm }, stage) =>
  ({
    x: "x",
    centred: "− mean",
    normalized: norm === "rms" ? "÷ RMS" : "÷ spread",
    scaled: norm === "rms" ? "· weight" : "· weight + bias",
  })[stage];

/** (1, 1, 1), or (1, …, 1). @param {number} n */
export const onesOf = (n) => (n === 3 ? "(1, 1, 1)" : "(1, …, 1)");

/** eps as it is written: 1e-05, 0.1. @param {SpaceFigure["eps"]} eps */
export const epsText = (eps) => (eps === "1e-5" ? "1e-05" : eps);

/** @param {ArrayLike<number>} row */
export const listed = (row) => `(${Array.from(row, (value) => formatBrief(value)).join(", ")})`;

/** "√3 = 1.73" @param {number} n */
const rootText = (n) => `√${n} = ${formatBrief(Math.sqrt(n))}`;

/** What is left of a sum that should be 0, beside its terms. */
const ROUNDING = 1e-6;

/**
 * Why an arrow is as long as it is, with digits that give the written result.
 * @param {import("./norm.js").Lengths} lengths
 */
export function pythagoras({ along, off, length }) {
  if (!Number.isFinite(length)) return "NaN";
  const legs = [Math.abs(along), off].map((leg) => ({ value: leg <= ROUNDING * length ? 0 : leg }));
  const { texts, result, sign } = arithmetic(legs, { value: length }, Math.hypot);
  return `√(${texts[0]}² + ${texts[1]}²) ${sign} ${result}`;
}

/** @param {SpaceFigure} figure @param {Shown} shown @param {Gradients} gradients */
export const sentenceOf = (figure, shown, gradients) =>
  figure.gradient === "on" ? gradientSentence(figure, shown, gradients) : stageSentence(figure, shown);

/** What has been done to the row up to its stage. @param {SpaceFigure} figure @param {Shown} shown */
export function stageSentence(figure, shown) {
  const stage = stageOf(figure);
  if (stage !== "x" && shown.isNowhere) return nowhere(figure, shown);
  return { x: rawSentence, centred: centredSentence, normalized: normalizedSentence, scaled: scaledSentence }[stage](
    figure,
    shown,
  );
}

/** @param {SpaceFigure} figure @param {Shown} shown */
function rawSentence({ norm }, { n, x: { lengths } }) {
  const { mean, spread, rms, along, off, length } = lengths;
  if (norm === "rms")
    return (
      `x is ${formatBrief(length)} long: √${n} times its root mean square, ${formatBrief(rms)}. That is all that ` +
      `RMSNorm asks for: ${onesOf(n)} is a direction like any other to it.`
    );
  return (
    `x is ${formatBrief(length)} long. It goes ${formatBrief(along)} along ${onesOf(n)}, √${n} times its mean, ` +
    `${formatBrief(mean)}, and its tip is ${formatBrief(off)} away from that line, √${n} times its spread, ${formatBrief(spread)}.`
  );
}

/** @param {SpaceFigure} _figure @param {Shown} shown */
function centredSentence(_figure, { n, x: { lengths } }) {
  const { mean, spread, along, off } = lengths;
  return (
    `The mean, ${formatBrief(mean)}, is taken from each number. The tip moves ${formatBrief(Math.abs(along))} along the ` +
    `line, and so into the ${n === 3 ? "plane" : "space"} through 0 at a right angle to ${onesOf(n)}. What is left is ` +
    `√${n} · ${formatBrief(spread)} = ${formatBrief(off)} long.`
  );
}

/** @param {SpaceFigure} figure @param {Shown} shown */
function normalizedSentence({ norm, eps }, { n, x: { lengths } }) {
  const isRms = norm === "rms";
  const size = isRms ? lengths.rms : lengths.spread;
  const round = isRms ? "sphere" : "circle";
  const mean = isRms ? "RMSNorm takes no mean away. " : "";
  const divisor = isRms ? "root mean square" : "spread";
  if (eps === "0")
    return (
      `${mean}Divided by its ${divisor}, ${formatBrief(size)}, the arrow keeps its direction and becomes ${rootText(n)} ` +
      `long${n === 3 ? `: its tip is on the ${round}` : ""}, as it does for every x that ${isRms ? "is not 0" : "is not constant"}.`
    );
  const square = size ** 2;
  return (
    `${mean}Divided by √(${formatBrief(square)} + ${epsText(eps)}), the arrow keeps its direction. Because of eps it ends ` +
    `${formatBrief(shortBy(n, square, Number(eps)))} ${n === 3 ? `inside the ${round} of radius` : "short of"} ${rootText(n)}.`
  );
}

/** Half axes that differ by less are drawn alike. */
const ALIKE = 1e-6;

/** What weight and bias make of the circle, or of the sphere. @param {SpaceFigure} figure @param {Shown} shown */
function scaledSentence(figure, { now: { lengths } }) {
  if (figure.norm === "rms") return `${stretchedSphere(figure.weight)} RMSNorm has no bias.`;
  return `${stretchedCircle(figure.weight)} ${movedBy(figure.bias)} y has mean ${formatBrief(lengths.mean)}, spread ${formatBrief(lengths.spread)}.`;
}

/** @param {readonly number[]} weight */
function stretchedCircle(weight) {
  if (weight.every((value) => value === 1)) return "A weight of 1 everywhere leaves the circle as it is.";
  const [long, wide] = ellipseOf(weight);
  if (long < ALIKE) return "A weight of 0 everywhere draws the circle together to a point.";
  if (wide < ALIKE) return `The weight presses the circle flat, to a line ${formatBrief(2 * long)} long.`;
  if (long - wide < ALIKE) return `A weight of one size everywhere leaves it a circle, of radius ${formatBrief(long)}.`;
  return `The weight stretches the circle to an ellipse, ${formatBrief(2 * long)} long and ${formatBrief(2 * wide)} wide.`;
}

/** @param {readonly number[]} bias */
const movedBy = (bias) =>
  bias.every((value) => value === 0) ? "A bias of 0 leaves it in its place." : `The bias moves it by ${listed(bias)}.`;

/** @param {readonly number[]} weight */
function stretchedSphere(weight) {
  if (weight.every((value) => value === 1)) return "A weight of 1 everywhere leaves the sphere as it is.";
  const [a, b, c] = weight.map((value) => formatBrief(RADIUS * Math.abs(value)));
  return `The weight stretches the sphere along the three axes: it reaches ${a}, ${b} and ${c} far.`;
}

/** A row without a size to be divided by. @param {SpaceFigure} figure @param {Shown} shown */
function nowhere({ norm, eps }, { n, stage, now: { row } }) {
  const what =
    norm === "rms"
      ? "x is 0 itself, which has no direction."
      : `All numbers of x are the same: it lies on the line along ${onesOf(n)}, and minus its mean nothing is left.`;
  if (stage === "centred") return what;
  if (eps === "0") return `${what} Without eps that is 0 ÷ 0: ${NAMES[stage]} is NaN, and there is no arrow.`;
  const zero = `0 ÷ √(0 + ${epsText(eps)}) is 0`;
  const end =
    stage === "normalized" ? "the tip stays at 0" : norm === "rms" ? "y is 0" : `y is the bias, ${listed(row)}`;
  const place = norm === "rms" ? "on the sphere" : "on the circle";
  return `${what} ${zero}: ${end}, and x̂ is not ${n === 3 ? place : `${rootText(n)} long`}.`;
}

/** What comes back. @param {SpaceFigure} figure @param {Shown} shown @param {Gradients} gradients */
export function gradientSentence(figure, { n, isNowhere, rstd }, gradients) {
  const { norm, eps } = figure;
  const ones = onesOf(n);
  if (isNowhere && eps === "0") return "x̂ is NaN here, and so is what comes back: dx is NaN.";
  if (gradients.isNothing) return "Of this dy nothing comes through the norm: but for rounding dx is 0.";
  const long = `dx is ${formatBrief(gradients.length)} long`;
  if (isNowhere)
    return (
      `x̂ is 0 here, and has no direction. ${long}: what is left of dy · weight was multiplied by 1 ÷ √${epsText(eps)} = ` +
      `${formatBrief(rstd)}${norm === "rms" ? "" : `. Only the right angle to ${ones} is there`}.`
    );
  const toOnes = degrees(gradients.toOnes);
  if (norm === "rms")
    return `${long}, at ${ofXhat(figure, gradients)}. RMSNorm takes out this direction alone: to ${ones} it is ${toOnes}.`;
  return `${long}, at ${toOnes} to ${ones} and at ${ofXhat(figure, gradients)}. ${freedom(figure, n)}`;
}

/** The angle of dx to x̂, and what eps has to do with it. @param {SpaceFigure} figure @param {Gradients} gradients */
function ofXhat({ eps }, { toXhat, missed }) {
  const angle = `${degrees(toXhat)} to x̂`;
  if (eps === "0") return angle;
  const off = Math.abs(missed ?? 0);
  return off < 0.005
    ? `90° to x̂ but for the ${formatBrief(off)}° that eps leaves`
    : `${angle}, ${degrees(off)} off a right angle because of eps`;
}

/** @param {SpaceFigure} figure @param {number} n */
function freedom(figure, n) {
  const left = `${inWords(n - 2)} of ${inWords(n)} directions ${n === 3 ? "is" : "are"} left to it`;
  const where = isInSpace(figure) ? ": along the circle" : "";
  return figure.eps === "0" ? `${capitalised(left)}${where}.` : `But for eps, ${left}${where}.`;
}

/** An angle in hundredths of a degree. @param {number | null} angle */
export const degrees = (angle) => (angle === null ? "no angle" : `${angle.toFixed(2)}°`);
