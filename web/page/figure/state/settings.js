/** The settings of the figures of rows and columns that the first screen has no controls for. */
import { MOST_EPS } from "../../course/spec-form.js";
import { change, changeGroups, filled, lookAt, setDims } from "./actions.js";
import { mayChange } from "../../store/lesson.js";
import { presets, RANDOM } from "../values/presets.js";
import { repaired } from "./repair.js";
import { MAX_RANK, MAX_SIZE, sizeOf } from "../../kit/shapes.js";
import { commit, state } from "../../store/state.js";

/** @typedef {import("../../store/state.js").Figure} Figure */
/** @typedef {import("../../store/state.js").FigureId} FigureId */

export const EPS_STEPS = [0, 1e-12, 1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, MOST_EPS];

/** @param {FigureId} id @param {string} preset */
export function setPreset(id, preset) {
  if (!Object.hasOwn(presets, preset)) throw new RangeError(`no preset is called ${preset}`);
  changeGroups(id, "preset", { preset, x: null });
}

/** Draws a tensor of any shape. @param {FigureId} id @param {readonly number[]} shape */
export function setShape(id, shape) {
  const isShape = shape.length >= 1 && shape.every((size) => Number.isInteger(size) && size >= 1);
  if (!isShape || shape.length > MAX_RANK || sizeOf(shape) > MAX_SIZE) {
    throw new RangeError(`a shape has 1 to ${MAX_RANK} dims and up to ${MAX_SIZE} values, not [${shape}]`);
  }
  changeGroups(id, "shape", { preset: RANDOM, shape, x: null });
}

/** Adds a dim to the reduced ones, or takes it away; one is always left. @param {FigureId} id @param {number} dim */
export function toggleDim(id, dim) {
  const { dims } = state.value[id];
  setDims(id, dims.includes(dim) ? dims.filter((other) => other !== dim) : [...dims, dim]);
}

/**
 * A member of the family of normalizations: its dims, whether it takes the mean away, its groups of channels, and its
 * name where a better known one takes the same means.
 * @param {FigureId} id
 * @param {Pick<Figure, "dims" | "center" | "channelGroups"> & Partial<Pick<Figure, "member">>} method
 */
export const setMethod = (id, method) => changeGroups(id, "dims", method);

/** @param {FigureId} id @param {boolean} keepdim */
export const setKeepdim = (id, keepdim) => change(id, "keepdim", { keepdim });

/** @param {FigureId} id @param {0 | 1} correction */
export const setCorrection = (id, correction) => change(id, "correction", { correction });

/** @param {FigureId} id @param {number} eps */
export const setEps = (id, eps) => change(id, "eps", { eps }, "eps");

/** @param {FigureId} id @param {Figure["epsAt"]} epsAt */
export const setEpsAt = (id, epsAt) => change(id, "epsAt", { epsAt });

/** Without the mean there is no panel to have selected. @param {FigureId} id @param {boolean} center */
export function setCenter(id, center) {
  const before = state.value[id];
  change(id, "center", repaired({ ...before, center }, before));
}

/** @typedef {import("../values/recipes.js").Formula} Formula */

/**
 * Sets a figure to a formula, as one step.
 * @param {FigureId} id
 * @param {Formula} formula
 * @returns {boolean} whether that was allowed
 */
export function setFormula(id, { correction, eps, epsAt, center }) {
  const before = state.value[id];
  const changes = { correction, eps, epsAt, center };
  const changed = /** @type {(keyof Formula)[]} */ (Object.keys(changes)).filter((key) => changes[key] !== before[key]);
  if (!changed.every((key) => mayChange(id, key))) return false;
  const at = before.at.panel === "mean" ? { ...before.at, panel: /** @type {const} */ ("out") } : before.at;
  if (changed.length > 0) commit({ ...state.value, [id]: { ...before, ...changes, at } });
  return true;
}

/** @param {FigureId} id @param {number} channelGroups a divisor of the channels */
export const setChannelGroups = (id, channelGroups) => changeGroups(id, "channelGroups", { channelGroups });

/**
 * Weight and bias to edit (at first ones and zeros), or back to 1 and 0.
 * @param {FigureId} id
 * @param {boolean} on
 */
export function setAffine(id, on) {
  const figure = state.value[id];
  change(
    id,
    "weight",
    on
      ? { weight: filled(figure, 1), bias: filled(figure, 0), stage: 3 }
      : {
          weight: null,
          bias: null,
          stage: Math.min(figure.stage, 2),
          at: { panel: "out", index: figure.at.index },
        },
  );
}

/** @param {FigureId} id @param {Figure["layout"]} layout */
export const setLayout = (id, layout) => lookAt(id, { layout });

/** @param {FigureId} id @param {import("../../store/state.js").RecipeId} beside */
export const setBeside = (id, beside) => lookAt(id, { beside });

/** @param {FigureId} id @param {boolean} copies */
export const setCopies = (id, copies) => lookAt(id, { copies });
