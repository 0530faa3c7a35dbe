/**
 * The sections' specs, found by the folders in sections.js. A spec is data, and imports leaves alone. So the store can
 * import the specs, and its types follow from them; no entry has to hand them over.
 */
import { forEachSection } from "./sections.js";

/** @typedef {import("./sections.js").SectionId} SectionId */
/** @typedef {import("./spec-form.js").FigureSpec} FigureSpec */
/** @typedef {import("./spec-form.js").Spec} Spec */
/**
 * The sections with a state of their own, and its type; all others have a figure of rows and columns.
 * @typedef {object} OwnStates
 * @property {typeof import("../sections/book/spec.js").spec.initial} book
 * @property {typeof import("../sections/depth/spec.js").spec.initial} why
 * @property {typeof import("../sections/spirals/spec.js").spec.initial} spirals
 * @property {typeof import("../sections/transformer/spec.js").spec.initial} model
 * @property {typeof import("../sections/train/spec.js").spec.initial} train
 * @property {typeof import("../sections/batch/spec.js").spec.initial} batch
 * @property {typeof import("../sections/placement/spec.js").spec.initial} placement
 * @property {typeof import("../sections/invariance/spec.js").spec.initial} invariance
 * @property {typeof import("../sections/space/spec.js").spec.initial} space
 * @property {typeof import("../sections/learning/spec.js").spec.initial} learning
 * @property {typeof import("../sections/precision/spec.js").spec.initial} precision
 * @property {typeof import("../sections/speed/spec.js").spec.initial} speed
 * @property {typeof import("../sections/recap/spec.js").spec.initial} recap
 */
/** @typedef {Exclude<SectionId, keyof OwnStates>} FigureId */
/** @typedef {OwnStates & Record<FigureId, import("./spec-form.js").Figure>} State */

/** @type {Record<string, Spec>} */
const found = import.meta.glob("../sections/*/spec.js", { eager: true, import: "spec" });

/** @type {Readonly<Record<SectionId, Spec>>} */
export const specs = forEachSection((id, { folder }) => {
  const path = `../sections/${folder}/spec.js`;
  if (!(path in found)) throw new Error(`course/sections.js names ${id}, but there is no sections/${folder}/spec.js`);
  return found[path];
});

/** The specs of the figures of rows and columns. */
export const figureSpecs = /** @type {Readonly<Record<FigureId, FigureSpec>>} */ (
  Object.fromEntries(Object.entries(specs).filter(([, spec]) => "presets" in spec))
);
