/** Keeps a figure such that it can be drawn, after a change by the learner or by a link. */
import { STAGES } from "../../course/spec-form.js";
import { placesOf, shapeOf } from "../values/presets.js";
import { sizeOf } from "../../kit/shapes.js";

/** @typedef {import("../../course/spec-form.js").Figure} Figure */
/** @typedef {import("../../course/spec-form.js").Selection} Selection */

/**
 * @typedef {Pick<Figure, "weight" | "bias">} Affine
 */

/**
 * Makes the changes that must follow a change: dims that exist, channels that can be split, weight and bias as a pair
 * of the normalized shape, a selection that is there.
 * @param {Figure} figure
 * @param {Figure} before
 * @param {Affine} [learned]  weight and bias of the section's first state
 * @returns {Figure}
 */
export function repaired(figure, before, learned) {
  const shape = shapeOf(figure);
  const dims = dimsAfter(figure, before);
  const isSplit = dims.includes(1) && shape[1] % figure.channelGroups === 0;
  const drawable = { ...figure, dims, channelGroups: isSplit ? figure.channelGroups : 1 };
  return { ...drawable, ...affineOf(drawable, learned), at: selectionOf(drawable, sizeOf(shape)) };
}

/** With a tensor of another rank comes its last dim. @param {Figure} figure @param {Figure} before */
export function dimsAfter(figure, before) {
  const rank = shapeOf(figure).length;
  return rank === shapeOf(before).length ? figure.dims : [rank - 1];
}

/**
 * Weight and bias are one number each for every place in a group. With other dims come those that the section began
 * with, over and over where there are more places; or 1 and 0.
 * @param {Figure} figure
 * @param {Affine} [learned]
 * @returns {Affine}
 */
function affineOf({ weight, bias, ...figure }, learned) {
  if (weight === null && bias === null) return { weight, bias };
  const places = placesOf(figure);
  const fitting = (/** @type {"weight" | "bias"} */ part, /** @type {number} */ plain) => {
    const list = part === "weight" ? weight : bias;
    if (list?.length === places) return list;
    const first = learned?.[part] ?? [plain];
    return Array.from({ length: places }, (_, i) => first[i % first.length]);
  };
  return { weight: fitting("weight", 1), bias: fitting("bias", 0) };
}

/** @param {Figure} figure @param {number} size  of its tensor @returns {Selection} */
function selectionOf({ at, center, stage }, size) {
  const index = Math.min(at.index, size - 1);
  let { panel } = at;
  if (panel === "mean" && !center) panel = "variance";
  if (panel === "y" && stage < STAGES - 1) panel = "out";
  return panel === at.panel && index === at.index ? at : { panel, index };
}
