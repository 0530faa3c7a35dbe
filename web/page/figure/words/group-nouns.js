/** The nouns for groups in captions and formulas, and in announcements. */
import { groupLabel } from "./group-names.js";

/** @typedef {import("../values/derive.js").Derived} Derived */
/** @typedef {import("../../kit/shapes.js").Shape} Shape */

/** The noun for the members of a group. @param {Shape} shape @param {readonly number[]} dims */
export function groupNoun(shape, dims) {
  const rank = shape.length;
  if (dims.length === rank) return rank === 1 ? "row" : "whole tensor";
  if (dims.length === 1 && dims[0] === rank - 1) return "row";
  return rank === 2 ? "column" : "group";
}

/** "row D", "column 3", "the whole tensor". @param {Derived} view @param {number} group */
export function groupCalled(view, group) {
  const noun = groupNoun(view.shape, view.dims);
  return view.groupCount === 1 ? `the ${noun}` : `${noun} ${groupLabel(view, group)}`;
}
