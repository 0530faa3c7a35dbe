/** All that can be done to the figures of rows and columns. */
import { presets, shapeOf, sourceOf } from "./presets.js";
import { sizeOf } from "./shapes.js";
import { commit, inRange, lastEdit, look, state } from "./state.js";

/** @typedef {import("./state.js").Figure} Figure */
/** @typedef {import("./state.js").FigureId} FigureId */
/** @typedef {import("./state.js").Selection} Selection */

export const EPS_STEPS = [0, 1e-12, 1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1];

/** @param {FigureId} id @param {Partial<Figure>} change @param {string} [key] */
const change = (id, change, key) =>
  commit({ ...state.value, [id]: { ...state.value[id], ...change } }, key && `${id}.${key}`);

/**
 * What must follow when the tensor or the dims become others: dims that exist, weight and bias of the
 * normalized shape, a selection that is there.
 * @param {Figure} figure
 * @param {Figure} before
 * @returns {Figure}
 */
function settle(figure, before) {
  const shape = shapeOf(figure);
  const dims = shape.length === shapeOf(before).length ? figure.dims : [shape.length - 1];
  const settled = { ...figure, dims };
  const fitting = (/** @type {readonly number[] | null} */ list, /** @type {number} */ value) => {
    const fresh = filled(settled, value);
    return list === null || list.length === fresh.length ? list : fresh;
  };
  return {
    ...settled,
    weight: fitting(figure.weight, 1),
    bias: fitting(figure.bias, 0),
    at: { panel: "out", index: Math.min(before.at.index, sizeOf(shape) - 1) },
  };
}

/** @param {FigureId} id @param {string} preset */
export function setPreset(id, preset) {
  if (!(preset in presets)) throw new RangeError(`no preset is called ${preset}`);
  const before = state.value[id];
  change(id, settle({ ...before, preset, x: null }, before));
}

/** @param {FigureId} id @param {readonly number[]} dims */
export function setDims(id, dims) {
  const before = state.value[id];
  change(id, settle({ ...before, dims: [...dims].sort((a, b) => a - b) }, before));
}

/** @param {FigureId} id @param {boolean} keepdim */
export const setKeepdim = (id, keepdim) => change(id, { keepdim });

/** @param {FigureId} id @param {0 | 1} correction */
export const setCorrection = (id, correction) => change(id, { correction });

/** @param {FigureId} id @param {number} eps */
export const setEps = (id, eps) => change(id, { eps }, "eps");

/**
 * A weight or bias: one number for each place along the dims.
 * @param {Figure} figure
 * @param {number} value
 * @returns {number[]}
 */
const filled = (figure, value) =>
  new Array(sizeOf(figure.dims.map((dim) => shapeOf(figure)[dim]))).fill(value);

/**
 * Weight and bias to edit (at first ones and zeros), or back to 1 and 0.
 * @param {FigureId} id
 * @param {boolean} on
 */
export function setAffine(id, on) {
  const figure = state.value[id];
  change(
    id,
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

/** @param {FigureId} id @param {"x" | "weight" | "bias"} part @param {number} index @param {number} wanted */
export function setValue(id, part, index, wanted) {
  const value = inRange(wanted);
  const figure = state.value[id];
  const key = `${part}.${index}`;
  if (part === "x") {
    const { shape, values } = sourceOf(figure);
    change(id, { x: { shape, values: Float32Array.from(values).fill(value, index, index + 1) } }, key);
  } else {
    const affine = { weight: figure.weight ?? filled(figure, 1), bias: figure.bias ?? filled(figure, 0) };
    change(id, { ...affine, [part]: affine[part].map((old, i) => (i === index ? value : old)) }, key);
  }
  lastEdit.value = { count: lastEdit.value.count + 1, section: id, part, index };
}

/** @param {FigureId} id @param {number} stage */
export function setStage(id, stage) {
  const figure = state.value[id];
  const at =
    stage < 3 && figure.at.panel === "y" ? { ...figure.at, panel: /** @type {const} */ ("out") } : figure.at;
  look({ ...state.value, [id]: { ...figure, stage, at } });
}

/** @param {FigureId} id @param {Selection} at */
export function select(id, at) {
  const before = state.value[id].at;
  if (before.panel !== at.panel || before.index !== at.index)
    look({ ...state.value, [id]: { ...state.value[id], at } });
}
