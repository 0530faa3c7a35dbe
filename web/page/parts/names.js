/** What things are called in captions. */
import { coordinatesOf, formatShape, groupNoun, letterOf } from "../model/shapes.js";
import { capitalised } from "../model/format.js";

/** @typedef {import("../model/derive.js").Derived} Derived */

/** "row A", or "the row" where there is but one. @param {Derived} view @param {number} group */
export function groupPhrase(view, group) {
  const noun = groupNoun(view.shape, view.dims);
  return view.members.length === 1 ? `the ${noun}` : `${noun} ${letterOf(group)}`;
}

/** "Row A", where a sentence begins. @param {Derived} view @param {number} group */
export const groupName = (view, group) => capitalised(groupPhrase(view, group));

/** "[0, 1]" @param {Pick<Derived, "shape">} view @param {number} index */
export const subscript = ({ shape }, index) => formatShape(coordinatesOf(index, shape));
