/** The words on a track: the name of its group, and the numbers beyond the axis. */
import { formatBrief } from "../../kit/format.js";
import { groupLabel } from "../words/group-names.js";
import { coordinatesOf } from "../../kit/shapes.js";

/** @typedef {import("../values/derive.js").Derived} Derived */

/**
 * @param {Derived} view
 * @param {number} group
 * @returns {{ letter: string, name: string | null }}  name: the word that a row stands for, if it has one
 */
export function trackName(view, group) {
  const { rank, rows, dims } = view;
  const isRow = rank === 2 && dims.length === 1 && dims[0] === 1;
  return { letter: groupLabel(view, group), name: isRow && rows ? `“${rows[group]}”` : null };
}

/** "x[0, :]": the group as PyTorch slices it. @param {Derived} view @param {number} group */
export function sliceOf({ shape, dims, members }, group) {
  const coordinates = coordinatesOf(members[group][0], shape);
  return `x[${coordinates.map((at, dim) => (dims.includes(dim) ? ":" : at)).join(", ")}]`;
}

/** Numbers that are written out where so few lie beyond an end of the axis. */
const FEW = 3;

/**
 * "12.50, 20.00", or "9: 12.50 to 50.00", or with the selected one among nine "30.00, of 9: 12.50 to 50.00".
 * @param {readonly number[]} values  at one end, from the nearest to 0
 * @param {number} [selected]
 */
export function numbersBeyond(values, selected = NaN) {
  if (values.length <= FEW) return values.map(formatBrief).join(", ");
  const own = values.includes(selected) ? `${formatBrief(selected)}, of ` : "";
  return `${own}${values.length}: ${formatBrief(values[0])} to ${formatBrief(values[values.length - 1])}`;
}
