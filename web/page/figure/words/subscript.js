/** The names of elements in captions. */
import { coordinatesOf, formatShape } from "../../kit/shapes.js";

/** @typedef {import("../values/derive.js").Derived} Derived */

/** "[0, 1]" @param {Pick<Derived, "shape">} view @param {number} index */
export const subscript = ({ shape }, index) => formatShape(coordinatesOf(index, shape));
