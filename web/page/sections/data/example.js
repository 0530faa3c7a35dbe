/**
 * What stands there before any file was dropped: tensors of the course, and the weights of the norms of the
 * transformer's section (tests/fixtures/norms.mjs writes them).
 */
import { laterPresets } from "../../figure/values/later-presets.js";
import { presets } from "../../figure/values/presets.js";
import norms from "./norms.json" with { type: "json" };
import { inMemory } from "./read/tensors.js";
import { spec } from "./spec.js";

/** @typedef {import("./read/tensors.js").Source} Source */

/** The examples of the figure, by the names that they have in the list. */
const NAMES = { fourWords: "four words", letters: "letters", real: "a layer’s input" };

/** The tensor's preset, by its name in the list. @type {ReadonlyMap<string, string>} */
export const PRESETS = new Map(Object.entries(NAMES).map(([preset, name]) => [name, preset]));

/** "" where it is none of these: a link may bring any preset of the page. @param {string} preset */
export const nameOfPreset = (preset) => NAMES[/** @type {keyof typeof NAMES} */ (preset)] ?? "";

export const NORMS = Object.keys(norms);
/** The weight of the last norm, which the prediction is about. */
export const LAST_NORM = NORMS[NORMS.length - 1];

/** @param {string} name */
export const weightsOf = (name) => Float32Array.from(norms[/** @type {keyof typeof norms} */ (name)]);

const offered = { ...presets, ...laterPresets };

/** @type {Source} */
export const EXAMPLE = {
  name: "the example",
  kind: "the example",
  note: "",
  tensors: [
    ...spec.presets.map((preset) => inMemory(nameOfPreset(preset), offered[preset].shape, new Float32Array(0))),
    ...NORMS.map((name) => inMemory(name, [weightsOf(name).length], weightsOf(name))),
  ],
};
