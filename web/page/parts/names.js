/** What elements are called in captions. */
import { coordinatesOf, formatShape } from "../model/shapes.js";

/** @typedef {import("../model/derive.js").Derived} Derived */

/** "[0, 1]" @param {Pick<Derived, "shape">} view @param {number} index */
export const subscript = ({ shape }, index) => formatShape(coordinatesOf(index, shape));
