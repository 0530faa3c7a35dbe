/** The numbers of a formula, each with the cell that it was taken from. */
import { formatAt } from "../model/format.js";
import { coordinatesOf, formatShape, letterOf } from "../model/shapes.js";
import { subscript } from "../parts/names.js";

/** @typedef {import("./scene.js").Scene} Scene */
/**
 * @typedef {object} Source
 * @property {"x" | "mean" | "variance" | "out" | "weight" | "bias"} from
 * @property {number} index  of its cell there
 * @property {number} group
 * @property {number} [element]  where it stands for one
 * @property {import("preact").ComponentChildren} name
 * @property {string} text
 * @property {boolean} isPointed
 */

/**
 * @param {Scene} scene
 * @param {"x" | "out"} from
 * @param {number} element
 * @param {string} text
 * @param {Source["name"]} name
 * @returns {Source}
 */
export const ofElement = ({ view, pointed }, from, element, text, name) => ({
  from,
  index: element,
  group: view.groupOf[element],
  element,
  name,
  text,
  isPointed: pointed?.element === element,
});

/** @param {Scene} scene @returns {Source} */
export const theX = (scene) => {
  const { view, element } = scene;
  return ofElement(scene, "x", element, formatAt(view.x, element), `x${subscript(view, element)}`);
};

/** @param {Scene} scene @param {"mean" | "variance"} from @returns {Source} */
export function theStatistic({ figure, view, met, pointed }, from) {
  const name = from === "mean" ? "mean" : figure.center ? "var" : "mean x²";
  return {
    from,
    index: met,
    group: met,
    name: view.members.length === 1 ? name : `${name} ${letterOf(met)}`,
    text: formatAt(view[from], met),
    isPointed: pointed?.group === met && pointed.element === null,
  };
}

/** @param {Scene} scene @param {"weight" | "bias"} from @returns {Source} */
export function theAffine({ view, element, group }, from) {
  const place = view.placeOf[element];
  const where = formatShape(coordinatesOf(place, view.affineShape));
  return { from, index: place, group, name: from + where, text: formatAt(view[from], place), isPointed: false };
}

/** The attributes from which the pointer (sourceAt) and the figure (pointedAt) read them. @param {Source} source */
export const marks = ({ from, index, group, element, isPointed }) => ({
  "data-from": from,
  "data-index": index,
  "data-group": group,
  "data-element": element,
  "data-hue": group % 6,
  "data-twin": isPointed ? "" : undefined,
});

/** The number at which an event happened. @param {EventTarget | null} target */
export function sourceAt(target) {
  const mark = target instanceof Element ? target.closest("[data-from]") : null;
  if (mark === null) return null;
  const read = (/** @type {string} */ name) => mark.getAttribute(`data-${name}`);
  return {
    from: /** @type {Source["from"]} */ (read("from")),
    index: Number(read("index")),
    group: Number(read("group")),
    element: read("element") === null ? null : Number(read("element")),
  };
}
