/** What changed, in a sentence, for those who listen to the page rather than see it. */
import { STAGE_VALUES } from "./compute.js";
import { counted, formatEps, formatNumber } from "./format.js";
import { coordinatesOf, formatShape, letterOf, sizeOf } from "./shapes.js";

/** @typedef {import("./state.js").Figure} Figure */
/** @typedef {import("./compute.js").Derived} Derived */

const STAGE_NAMES = ["x as it came", "x minus its mean", "normalized", "scaled and shifted"];
const PANEL_NAMES = { x: "x", mean: "mean", variance: "variance", out: "normalized", y: "y" };

/**
 * @param {Figure} before
 * @param {Figure} after
 * @param {Derived} derived what the figure shows after
 */
export function narrate(before, after, derived) {
  if (before.preset !== after.preset || (before.x !== null && after.x === null)) {
    return `x has shape ${formatShape(derived.shape)}. ${statistics(after, derived)}`;
  }
  if (before.dims !== after.dims)
    return `dim ${after.dims.join(" and ")} reduced. ${statistics(after, derived)}`;
  if (before.keepdim !== after.keepdim) return `keepdim ${after.keepdim}. ${statistics(after, derived)}`;
  if (before.correction !== after.correction) {
    return `Variance over ${after.correction === 1 ? "n minus 1" : "n"}: ${list(derived.variance)}.`;
  }
  if (before.eps !== after.eps) return `eps ${after.eps === 0 ? "off" : formatEps(after.eps)}.`;
  if (before.x !== after.x) return edited(after.at.index, derived);
  if (before.weight !== after.weight || before.bias !== after.bias) return `y is now ${list(derived.y)}.`;
  if (before.stage !== after.stage) return `Stage: ${STAGE_NAMES[after.stage]}.`;
  if (before.at !== after.at) return selected(after, derived);
  return "";
}

/** @param {Figure} figure @param {Derived} derived */
function statistics({ keepdim }, { mean, statisticShape }) {
  return (
    `${counted(sizeOf(statisticShape), "mean")} ${keepdim ? "with" : "without"} keepdim, ` +
    `shape ${formatShape(statisticShape)}: ${list(mean)}.`
  );
}

/** @param {number} index @param {Derived} derived */
function edited(index, derived) {
  const group = derived.groupOf[index];
  return (
    `${formatNumber(derived.x[index])}. ` +
    `Mean of group ${letterOf(group)} ${formatNumber(derived.mean[group])}, ` +
    `variance ${formatNumber(derived.variance[group])}.`
  );
}

/** @param {Figure} figure @param {Derived} derived */
function selected({ at: { panel, index }, stage }, derived) {
  if (panel === "mean" || panel === "variance") {
    const group = derived.groupOf[index];
    return `${PANEL_NAMES[panel]} of group ${letterOf(group)}: ${formatNumber(derived[panel][group])}.`;
  }
  const values = panel === "x" ? derived.x : panel === "y" ? derived.y : derived[STAGE_VALUES[stage]];
  const where = coordinatesOf(index, derived.shape).join(", ");
  return (
    `${panel === "out" ? STAGE_NAMES[Math.min(stage, 2)] : PANEL_NAMES[panel]} at ${where}: ` +
    `${formatNumber(values[index])}, group ${letterOf(derived.groupOf[index])}.`
  );
}

/** @param {ArrayLike<number>} values */
const list = (values) => Array.from(values, (value) => formatNumber(value)).join(", ");
