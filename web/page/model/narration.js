/** Each change in a sentence, for a reader who listens to the page rather than sees it. */
import { effect } from "@preact/signals";
import { say } from "./announce.js";
import { STAGE_VALUES } from "./derive.js";
import { derived } from "./derived.js";
import { counted, formatEps, formatNumber } from "./format.js";
import { coordinatesOf, formatShape, letterOf } from "./shapes.js";
import { figures } from "./state.js";

/** @typedef {import("./state.js").Figure} Figure */
/** @typedef {import("./derive.js").Derived} Derived */

const STAGE_NAMES = ["x as it came", "x minus its mean", "normalized", "scaled and shifted"];
const PANEL_NAMES = { x: "x", mean: "mean", variance: "variance", out: "normalized", y: "y" };

/**
 * From now on, says what changes in a figure.
 * @param {import("./state.js").FigureId} id
 * @returns {() => void} ends that
 */
export function narrateChanges(id) {
  let before = figures[id].peek();
  return effect(() => {
    const now = figures[id].value;
    if (now !== before) say(narrate(before, now, derived[id].peek()));
    before = now;
  });
}

/**
 * @param {Figure} before
 * @param {Figure} after
 * @param {Derived} view what the figure shows after
 */
function narrate(before, after, view) {
  if (before.preset !== after.preset || before.shape !== after.shape || (before.x && !after.x)) {
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
  if (before.stage !== after.stage) return `Stage: ${STAGE_NAMES[after.stage]}.`;
  if (before.at !== after.at) return selected(after, view);
  return "";
}

/** @param {Figure} figure @param {Derived} view */
function statistics({ keepdim }, { mean, statisticShape, groupCount }) {
  return (
    `${counted(groupCount, "mean")} ${keepdim ? "with" : "without"} keepdim, ` +
    `shape ${formatShape(statisticShape)}: ${list(mean)}.`
  );
}

/** @param {number} index @param {Derived} view */
function edited(index, view) {
  const group = view.groupOf[index];
  return (
    `${formatNumber(view.x[index])}. ` +
    `Mean of group ${letterOf(group)} ${formatNumber(view.mean[group])}, ` +
    `variance ${formatNumber(view.variance[group])}.`
  );
}

/** @param {Figure} figure @param {Derived} view */
function selected({ at: { panel, index }, stage }, view) {
  if (panel === "mean" || panel === "variance") {
    const group = view.groupOf[index];
    return `${PANEL_NAMES[panel]} of group ${letterOf(group)}: ${formatNumber(view[panel][group])}.`;
  }
  const values = panel === "x" ? view.x : panel === "y" ? view.y : view[STAGE_VALUES[stage]];
  const where = coordinatesOf(index, view.shape).join(", ");
  return (
    `${panel === "out" ? STAGE_NAMES[Math.min(stage, 2)] : PANEL_NAMES[panel]} at ${where}: ` +
    `${formatNumber(values[index])}, group ${letterOf(view.groupOf[index])}.`
  );
}

/** Nobody listens to more than a dozen. */
const HEARD = 12;

/** @param {Float32Array} values */
function list(values) {
  const heard = Array.from(values.subarray(0, HEARD), (value) => formatNumber(value)).join(", ");
  return values.length > HEARD ? `${heard} and ${values.length - HEARD} more` : heard;
}
