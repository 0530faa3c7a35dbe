/** The numbers of the figures, recomputed when a setting that they depend on has changed. */
import { computed } from "@preact/signals";
import { figureSpecs } from "../../course/specs.js";
import { derive } from "../values/derive.js";
import { sourceOf } from "../values/presets.js";
import { figures } from "../../store/state.js";

/** @typedef {import("../../store/state.js").FigureId} FigureId */

const SETTINGS = /** @type {const} */ ([
  "preset",
  "shape",
  "x",
  "dims",
  "keepdim",
  "correction",
  "eps",
  "epsAt",
  "center",
  "channelGroups",
  "weight",
  "bias",
]);

/** Looking at another cell must not run the kernels again. @param {FigureId} id */
function derivedFigure(id) {
  const figure = figures[id];
  const settings = SETTINGS.map((name) => computed(() => figure.value[name]));
  return computed(() => {
    for (const setting of settings) setting.value;
    return derive(sourceOf(figure.peek()), figure.peek());
  });
}

const ids = /** @type {FigureId[]} */ (Object.keys(figureSpecs));
export const derived = /** @type {Record<FigureId, ReturnType<typeof derivedFigure>>} */ (
  Object.fromEntries(ids.map((id) => [id, derivedFigure(id)]))
);
