/** A figure's tensor and its selected cell, read from the text of a link, and written. */
import { STAGES } from "../course/spec-form.js";
import { originalOf, shapeOf, withNames } from "../figure/values/presets.js";
import { MAX_RANK, MAX_SIZE, sizeOf } from "../kit/shapes.js";
import { shortest } from "../kit/shortest.js";
import { float32From, float32sFrom, listText, must, wholeNumberFrom } from "./text.js";

/** @typedef {import("../store/state.js").Figure} Figure */
/** @typedef {import("../store/state.js").Selection} Selection */
/** @typedef {import("../course/spec-form.js").Values} Values */

/** @type {readonly Selection["panel"][]} */
const PANELS = ["x", "mean", "variance", "out", "y"];

/** "2x3x4". @param {string} text */
export function shapeFrom(text) {
  const shape = text.split("x").map((size) => wholeNumberFrom(size, 1, MAX_SIZE, "each size of a shape"));
  must(shape.length <= MAX_RANK, `a tensor has at most ${MAX_RANK} dims here`);
  must(sizeOf(shape) <= MAX_SIZE, `a tensor has at most ${MAX_SIZE} values here`);
  return shape;
}

/**
 * All of a tensor, "2x3:1,2,3,4,5,6"; or the edits of the preset's tensor, "@7:1.5,12:0".
 * @param {string} text
 * @param {Figure} figure
 * @returns {Values}
 */
export function tensorFrom(text, figure) {
  if (text.startsWith("@")) return editedFrom(text.slice(1), figure);
  const [sizes, list, ...rest] = text.split(":");
  const shape = shapeFrom(sizes);
  must(list !== undefined && rest.length === 0, "x is written as 2x3:1,2,3,4,5,6");
  return withNames({ shape, values: Float32Array.from(float32sFrom(list, sizeOf(shape), "x")) }, figure);
}

/** @param {string} text @param {Figure} figure @returns {Values} */
function editedFrom(text, figure) {
  const original = originalOf(figure);
  const edits = text.split(",");
  must(edits.length <= original.values.length, `x has ${original.values.length} values to edit, not ${edits.length}`);
  const values = original.values.slice();
  for (const edit of edits) {
    const [index, value, ...rest] = edit.split(":");
    must(value !== undefined && rest.length === 0, "edits are written as @7:1.5,12:0");
    values[wholeNumberFrom(index, 0, values.length - 1, "an element of x")] = float32From(value, "each number of x");
  }
  return { ...original, values };
}

/**
 * In full, or as the edits of the preset's tensor where that is shorter.
 * @param {Values} tensor
 * @param {Figure} figure
 */
export function tensorText({ shape, values }, figure) {
  const original = originalOf(figure);
  if (`${original.shape}` === `${shape}`) {
    const edits = Array.from(values.keys()).filter((i) => !Object.is(values[i], original.values[i]));
    if (edits.length === 0) return null;
    if (2 * edits.length < values.length) return `@${edits.map((i) => `${i}:${shortest(values[i])}`).join(",")}`;
  }
  return `${shape.join("x")}:${listText(values)}`;
}

/** @param {string} text @param {Figure} figure @returns {Selection} */
export function selectionFrom(text, figure) {
  const [name, index] = text.split(":");
  const panel = PANELS.find((known) => known === name);
  must(panel !== undefined, `the panels are ${PANELS.join(", ")}`);
  must(panel !== "y" || figure.stage === STAGES - 1, "the panel y is there at the last stage only");
  must(panel !== "mean" || figure.center, "without the mean there is no panel of means");
  const last = sizeOf(shapeOf(figure)) - 1;
  return { panel, index: wholeNumberFrom(index ?? "", 0, last, "an element of x") };
}
