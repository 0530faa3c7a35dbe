/** Each change in a sentence, for a reader who listens to the page rather than sees it. */
import { STAGE_VALUES } from "../values/derive.js";
import { deviationName, varianceName } from "./deviation.js";
import { formatEps } from "./format-tensor.js";
import { capitalised, counted } from "../../kit/words.js";
import { formatBrief, formatNumber } from "../../kit/format.js";
import { groupCalled } from "./group-nouns.js";
import { sourceOf } from "../values/presets.js";
import { coordinatesOf, formatShape } from "../../kit/shapes.js";

/** @typedef {import("../../store/state.js").Figure} Figure */
/** @typedef {import("../values/derive.js").Derived} Derived */

const STAGE_NAMES = ["x as it came", "x minus its mean", "normalized", "scaled and shifted"];
const PANEL_NAMES = { x: "x", out: "normalized", y: "y" };

/**
 * @param {Figure} before
 * @param {Figure} after
 * @param {Derived} view what the figure shows after
 */
export function narrate(before, after, view) {
  if (isAnother(before, after)) {
    return `x has shape ${formatShape(view.shape)}. ${statistics(after, view)}`;
  }
  if (before.dims !== after.dims || before.channelGroups !== after.channelGroups) {
    return `dim ${after.dims.join(" and ")} reduced. ${statistics(after, view)}`;
  }
  if (before.center !== after.center) {
    return after.center ? `The mean is taken away. ${statistics(after, view)}` : "The mean is left in.";
  }
  if (before.keepdim !== after.keepdim) return `keepdim ${after.keepdim}. ${statistics(after, view)}`;
  if (before.correction !== after.correction) {
    return `Variance over ${after.correction === 1 ? "n minus 1" : "n"}: ${list(view.variance)}.`;
  }
  if (before.eps !== after.eps || before.epsAt !== after.epsAt) {
    return `eps ${after.eps === 0 ? "off" : `${formatEps(after.eps)}, ${after.epsAt} the root`}.`;
  }
  if (before.x !== after.x) return edited(after.at.index, view);
  if (before.weight !== after.weight || before.bias !== after.bias) return `y is now ${list(view.y)}.`;
  if (before.stage !== after.stage) return `Stage: ${STAGE_NAMES[after.stage]}. ${tracks(view, after.stage)}`;
  if (before.at !== after.at) return selected(after, view);
  return "";
}

/**
 * Whether the tensor is another one: an example, a shape, or more new numbers than one edit makes.
 * @param {Figure} before
 * @param {Figure} after
 */
function isAnother(before, after) {
  if (before.preset !== after.preset || before.shape !== after.shape) return true;
  if (before.x === after.x) return false;
  const [was, is] = [sourceOf(before), sourceOf(after)];
  return (
    `${was.shape}` !== `${is.shape}` || is.values.filter((value, i) => !Object.is(value, was.values[i])).length > 1
  );
}

/** @param {Figure} figure @param {Derived} view */
function statistics({ keepdim }, view) {
  const { statisticShape, groupCount } = view;
  return (
    `${counted(groupCount, "mean")} ${keepdim ? "with" : "without"} keepdim, ` +
    `shape ${formatShape(statisticShape)}. ${tracks(view, 0)}`
  );
}

/**
 * The two numbers of a track at a stage: its mean and its spread, or standard deviation over n − 1; in RMSNorm, which
 * has no mean, its root mean square.
 * @param {Derived} view
 * @param {number} stage
 * @param {number} group
 */
function numbersOf(view, stage, group) {
  const { mean, deviation } = view.stages[stage];
  const name = spoken(deviationName(view));
  // "over n minus 1: 2.39", where two numbers would meet.
  const named = `${name}${/\d$/.test(name) ? ":" : ""} ${formatBrief(deviation[group])}`;
  return view.center ? `mean ${formatBrief(mean[group])}, ${named}` : named;
}

/** Not every voice reads σ, or − as minus. @param {string} name */
const spoken = (name) => name.replace("σ", "standard deviation").replace("−", "minus");

/** "Row A: mean 3.40, spread 0.62; row B: ...". @param {Derived} view @param {number} stage */
function tracks(view, stage) {
  const heard = view.members
    .slice(0, HEARD)
    .map((_, group) => `${groupCalled(view, group)}: ${numbersOf(view, stage, group)}`);
  const more = view.groupCount > HEARD ? `; and ${view.groupCount - HEARD} more` : "";
  return `${capitalised(heard.join("; "))}${more}.`;
}

/** "Row D: mean 0.67, spread 2.07; after: mean 0.00, spread 1.00". @param {Derived} view @param {number} group */
const groupSaid = (view, group) =>
  `${groupCalled(view, group)}: ${numbersOf(view, 0, group)}; after: ${numbersOf(view, 2, group)}`;

/** @param {number} index @param {Derived} view */
const edited = (index, view) => `${formatNumber(view.x[index])}. ${capitalised(groupSaid(view, view.groupOf[index]))}.`;

/** @param {Figure} figure @param {Derived} view */
function selected({ at: { panel, index }, stage }, view) {
  const group = view.groupOf[index];
  if (panel === "mean" || panel === "variance") {
    const name = panel === "mean" ? "mean" : spoken(varianceName(view)).replace("var ", "variance ");
    return `${name} of ${groupCalled(view, group)}: ${formatNumber(view[panel][group])}.`;
  }
  const values = panel === "x" ? view.x : panel === "y" ? view.y : view[STAGE_VALUES[stage]];
  const where = coordinatesOf(index, view.shape).join(", ");
  return (
    `${panel === "out" ? STAGE_NAMES[Math.min(stage, 2)] : PANEL_NAMES[panel]} at ${where}: ` +
    `${formatNumber(values[index])}. ${capitalised(groupSaid(view, group))}.`
  );
}

/** Nobody listens to more than a dozen. */
const HEARD = 12;

/** @param {Float32Array} values */
function list(values) {
  const heard = Array.from(values.subarray(0, HEARD), (value) => formatNumber(value)).join(", ");
  return values.length > HEARD ? `${heard} and ${values.length - HEARD} more` : heard;
}
