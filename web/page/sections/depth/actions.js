/** What can be done to the two networks: their settings, and the layer that is read out. */
import { mayChange } from "../../store/lesson.js";
import { commit, figures, look, state } from "../../store/state.js";

/** @typedef {import("./job.js").Settings} Settings */

/**
 * @template {keyof Settings} Name
 * @param {Name} name
 * @param {Settings[Name]} value
 */
export function set(name, value) {
  if (!mayChange("why", name) || state.value.why[name] === value) return;
  commit({ ...state.value, why: { ...state.value.why, [name]: value } }, `why.${name}`);
}

/**
 * Looks at the networks in another way.
 * @template {"view" | "gradient"} Name
 * @param {Name} name
 * @param {import("./spec.js").DepthFigure[Name]} value
 */
export const show = (name, value) => look({ ...state.value, why: { ...state.value.why, [name]: value } });

/** Reads out another layer. @param {number} layer */
export function lookAtLayer(layer) {
  const { layers } = state.value.why;
  const within = Math.min(Math.max(layer, 1), layers);
  look({ ...state.value, why: { ...state.value.why, layer: within } });
}

/** The layer that is read out: the last, where the network has become shallower. */
export const layerShown = () => Math.min(figures.why.value.layer, figures.why.value.layers);
