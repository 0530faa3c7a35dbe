/** What things are called in captions. */
import { coordinatesOf, formatShape, groupNoun, letterOf } from "../model/shapes.js";
import { capitalised } from "../model/format.js";

/** @typedef {import("../model/derive.js").Derived} Derived */

/** "Row A", or "The row" where there is but one. @param {Derived} view @param {number} group */
export function groupName(view, group) {
  const noun = groupNoun(view.shape, view.dims);
  return view.members.length === 1 ? `The ${noun}` : `${capitalised(noun)} ${letterOf(group)}`;
}

/** "[0, 1]" @param {Derived} view @param {number} index */
export const subscript = (view, index) => formatShape(coordinatesOf(index, view.shape));
