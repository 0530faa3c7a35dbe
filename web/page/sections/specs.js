/**
 * The sections' specs, found by the ids in course.js. Specs are a floor below the model rather than handed to it by
 * each entry: they are data that imports nothing of it but leaves, its types follow from them, and every file of the
 * model can be used by itself.
 */
import { forEachSection } from "../course.js";

/** @typedef {import("../course.js").SectionId} SectionId */
/** @typedef {import("./figure-spec.js").FigureSpec} FigureSpec */
/** @typedef {import("./figure-spec.js").Spec} Spec */
/**
 * The sections with a state of their own, and its type; all others have a figure of rows and columns.
 * @typedef {{ book: typeof import("./book/spec.js").spec.initial, why: typeof import("./why/spec.js").spec.initial,
 *   model: typeof import("./model/spec.js").spec.initial,
 *   learning: typeof import("./learning/spec.js").spec.initial, precision: typeof import("./precision/spec.js").spec.initial,
 *   speed: typeof import("./speed/spec.js").spec.initial, recap: typeof import("./recap/spec.js").spec.initial }} OwnStates
 */
/** @typedef {Exclude<SectionId, keyof OwnStates>} FigureId */
/** @typedef {OwnStates & Record<FigureId, import("./figure-spec.js").Figure>} State */

/** @type {Record<string, Spec>} */
const found = import.meta.glob("./*/spec.js", { eager: true, import: "spec" });

/** @type {Readonly<Record<SectionId, Spec>>} */
export const specs = forEachSection((id) => {
  const path = `./${id}/spec.js`;
  if (!(path in found)) throw new Error(`course.js names ${id}, but there is no sections/${id}/spec.js`);
  return found[path];
});

/** The specs of the figures of rows and columns. */
export const figureSpecs = /** @type {Readonly<Record<FigureId, FigureSpec>>} */ (
  Object.fromEntries(Object.entries(specs).filter(([, spec]) => "presets" in spec))
);
