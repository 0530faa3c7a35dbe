/**
 * The actions on figures of rows and columns that the first screen has. The others are in settings.js, which comes with
 * the later sections.
 */
import { mayChange } from "../../store/lesson.js";
import { placesOf, sourceOf } from "../values/presets.js";
import { repaired } from "./repair.js";
import { commit, INITIAL, inRange, look, state } from "../../store/state.js";

/** @typedef {import("../../store/state.js").Figure} Figure */
/** @typedef {import("../../store/state.js").FigureId} FigureId */
/** @typedef {import("../../store/state.js").Selection} Selection */

/**
 * A change that undo takes back; where a lesson has fixed the setting, none is made.
 * @param {FigureId} id
 * @param {keyof Figure} setting  the setting that the learner changes; `changes` may have more that follow from it
 * @param {Partial<Figure>} changes
 * @param {string} [key]
 * @param {import("../../store/state.js").Place} [edited]
 */
export function change(id, setting, changes, key, edited) {
  if (!mayChange(id, setting)) return;
  commit({ ...state.value, [id]: { ...state.value[id], ...changes } }, key && `${id}.${key}`, edited);
}

/**
 * A change of the tensor, its dims or its groups: the selection goes to x normalized, or to the given panel, and the
 * figure is the best known member of the family with these means, unless the change names another.
 * @param {FigureId} id
 * @param {keyof Figure} setting
 * @param {Partial<Figure>} changes
 * @param {Selection["panel"]} [panel]
 */
export function changeGroups(id, setting, changes, panel = "out") {
  const before = state.value[id];
  const at = { panel, index: before.at.index };
  change(id, setting, repaired({ ...before, member: null, ...changes, at }, before, INITIAL[id]));
}

/** @param {FigureId} id @param {readonly number[]} dims at least one */
export function setDims(id, dims) {
  const sorted = [...dims].sort((a, b) => a - b);
  if (sorted.length > 0 && `${sorted}` !== `${state.value[id].dims}`) {
    changeGroups(id, "dims", { dims: sorted, channelGroups: 1 });
  }
}

/**
 * A weight or bias: one number for each place along the dims.
 * @param {Figure} figure
 * @param {number} value
 * @returns {number[]}
 */
export const filled = (figure, value) => new Array(placesOf(figure)).fill(value);

/** @param {FigureId} id @param {"x" | "weight" | "bias"} part @param {number} index @param {number} wanted */
export function setValue(id, part, index, wanted) {
  const value = inRange(wanted);
  const figure = state.value[id];
  const changes =
    part === "x" ? { x: withValue(sourceOf(figure), index, value) } : affineWith(figure, part, index, value);
  change(id, part, changes, `${part}.${index}`, { section: id, part, index });
}

/** @param {import("../../course/spec-form.js").Values} tensor @param {number} index @param {number} value */
const withValue = (tensor, index, value) => ({
  ...tensor,
  values: tensor.values.slice().fill(value, index, index + 1),
});

/** @param {Figure} figure @param {"weight" | "bias"} part @param {number} index @param {number} value */
function affineWith(figure, part, index, value) {
  const affine = { weight: figure.weight ?? filled(figure, 1), bias: figure.bias ?? filled(figure, 0) };
  return { ...affine, [part]: affine[part].map((old, i) => (i === index ? value : old)) };
}

/** @param {FigureId} id @param {Partial<Figure>} where */
export const lookAt = (id, where) => look({ ...state.value, [id]: { ...state.value[id], ...where } });

/** @param {FigureId} id @param {number} stage */
export function setStage(id, stage) {
  const before = state.value[id];
  if (mayChange(id, "stage")) lookAt(id, repaired({ ...before, stage }, before));
}

/** @param {FigureId} id @param {Selection} at */
export function select(id, at) {
  const before = state.value[id].at;
  if (before.panel !== at.panel || before.index !== at.index) lookAt(id, { at });
}
