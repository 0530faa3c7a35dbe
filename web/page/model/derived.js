/** What the figures show, recomputed when the part of the state that it depends on has changed. */
import { computed } from "@preact/signals";
import { derive } from "./derive.js";
import { sourceOf } from "./presets.js";
import { figures } from "./state.js";

/** @typedef {import("./state.js").FigureId} FigureId */

/** Looking at another cell must not run the kernels again. @param {FigureId} id */
function derivedFigure(id) {
  const figure = figures[id];
  const settings = ["preset", "x", "dims", "keepdim", "correction", "eps", "weight", "bias"].map((name) =>
    computed(() => /** @type {any} */ (figure.value)[name]),
  );
  return computed(() => {
    for (const setting of settings) setting.value;
    return derive(sourceOf(figure.peek()), figure.peek());
  });
}

export const derived = { row: derivedFigure("row"), dim: derivedFigure("dim") };
