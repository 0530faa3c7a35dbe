/** The panels of a figure as they are shown: an exported file holds the same. */
import { varianceName } from "../words/deviation.js";
import { STAGE_VALUES } from "../values/derive.js";

/** @typedef {import("../../store/state.js").Figure} Figure */
/** @typedef {import("../values/derive.js").Derived} Derived */
/**
 * @typedef {object} Panel
 * @property {string} name  for a file that is read by a machine
 * @property {string} label
 * @property {readonly number[]} shape  as PyTorch gives it
 * @property {readonly number[]} drawn  the shape with reduced dims as 1
 * @property {Float32Array} values
 * @property {"element" | "statistic" | "affine"} holds
 */

/**
 * @param {Figure} figure
 * @param {Derived} view
 * @param {boolean} naive  whether the figure shows what the code gives that does not put the dims back
 * @returns {Panel[]}
 */
export function panelsOf(figure, view, naive) {
  const { shape, statisticShape, keptShape, affineShape } = view;
  const elements = (/** @type {string} */ name, /** @type {string} */ label, /** @type {Float32Array} */ values) =>
    /** @type {const} */ ({ name, label, shape, drawn: shape, values, holds: "element" });
  const statistic = (/** @type {string} */ name, /** @type {string} */ label, /** @type {Float32Array} */ values) =>
    /** @type {const} */ ({ name, label, shape: statisticShape, drawn: keptShape, values, holds: "statistic" });
  const affine = (/** @type {"weight" | "bias"} */ name) =>
    /** @type {const} */ ({
      name,
      label: name,
      shape: affineShape,
      drawn: shape.map((size, dim) => (figure.dims.includes(dim) ? size : 1)),
      values: view[name],
      holds: "affine",
    });
  const isLast = figure.stage === 3 && !naive;
  return [
    elements("x", "x", view.x),
    ...(figure.center ? [statistic("mean", "mean", view.mean)] : []),
    statistic(figure.center ? "var" : "mean_square", varianceName(figure), view.variance),
    ...thirdPanel(figure, view, naive).map(([name, label, values]) => elements(name, label, values)),
    ...(isLast ? [affine("weight"), affine("bias"), elements("y", "y", view.y)] : []),
  ];
}

/** @typedef {[name: string, label: string, values: Float32Array]} Named */

/**
 * The third panel: none at the first stage, which shows x again, and none where an error stands in its place.
 * @returns {Named[]}
 */
function thirdPanel(/** @type {Figure} */ { stage }, /** @type {Derived} */ view, /** @type {boolean} */ naive) {
  const field = STAGE_VALUES[stage];
  if (field === "x" || (naive && "error" in view.naive)) return [];
  const from = naive && !("error" in view.naive) ? view.naive : view;
  return field === "centred" ? [["x_centred", "x − mean", from.centred]] : [["x_norm", "x̂", from.normalized]];
}
