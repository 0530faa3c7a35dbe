/** The numbers of a formula, each with the cell that it was taken from. */
import { varianceName } from "../words/deviation.js";
import { arithmetic } from "../words/arithmetic.js";
import { formatterOf, isWhole } from "../words/format-tensor.js";
import { labelBy, namingOf } from "../words/group-names.js";
import { coordinatesOf, formatShape } from "../../kit/shapes.js";
import { subscript } from "../words/subscript.js";

/** @typedef {import("./scene.js").Scene} Scene */
/**
 * @typedef {object} Source
 * @property {"x" | "mean" | "variance" | "out" | "weight" | "bias"} from
 * @property {number} index  of its cell there
 * @property {number} group
 * @property {number} [element]  where it stands for one
 * @property {import("preact").ComponentChildren} name
 * @property {number} value
 * @property {boolean} whole  of a tensor of whole numbers
 * @property {string} text
 * @property {boolean} isPointed
 */

/**
 * Some numbers of a tensor, in the tensor's style: whether it is whole is found out once.
 * @param {ArrayLike<number>} values
 */
function numbersOf(values) {
  const [format, whole] = [formatterOf(values), isWhole(values)];
  return (/** @type {number} */ index) => ({ value: values[index], whole, text: format(index) });
}

/**
 * @param {Scene} scene
 * @param {"x" | "out"} from
 * @param {ArrayLike<number>} values
 * @param {readonly number[]} elements
 * @param {(element: number) => Source["name"]} nameOf
 * @returns {Source[]}
 */
export function ofElements({ view, pointed }, from, values, elements, nameOf) {
  const read = numbersOf(values);
  return elements.map((element) => ({
    ...read(element),
    from,
    index: element,
    group: view.groupOf[element],
    element,
    name: nameOf(element),
    isPointed: pointed?.element === element,
  }));
}

/** @param {Scene} scene @returns {Source} */
export const theX = (scene) =>
  ofElements(scene, "x", scene.view.x, [scene.element], (element) => `x${subscript(scene.view, element)}`)[0];

/**
 * "mean A"; of a column, whose name is a number, "mean col 3".
 * @param {string} name
 * @param {Scene["view"]} view
 * @param {number} group
 */
function nameOf(name, view, group) {
  const naming = namingOf(view);
  return naming ? `${name} ${naming === "indices" ? "col " : ""}${labelBy(group, naming)}` : name;
}

/** @param {Scene} scene @param {"mean" | "variance"} from @returns {Source} */
export function theStatistic({ figure, view, met, pointed }, from) {
  const isPlain = figure.center && figure.correction === 0;
  const name = from === "mean" ? "mean" : isPlain ? "var" : varianceName(figure);
  return {
    ...numbersOf(view[from])(met),
    from,
    index: met,
    group: met,
    name: nameOf(name, view, met),
    isPointed: pointed?.group === met && pointed.element === null,
  };
}

/** @param {Scene} scene @param {"weight" | "bias"} from @returns {Source} */
export function theAffine({ view, element, group }, from) {
  const place = view.placeOf[element];
  const where = formatShape(coordinatesOf(place, view.affineShape));
  return { ...numbersOf(view[from])(place), from, index: place, group, name: from + where, isPointed: false };
}

/**
 * The numbers of a line of arithmetic, with as many digits as let its result come out.
 * @param {readonly Source[]} sources
 * @param {import("../words/arithmetic.js").Operand} result
 * @param {(...values: number[]) => number} evaluate
 */
export function workedOut(sources, result, evaluate) {
  const { texts, ...line } = arithmetic(sources, result, evaluate);
  return { ...line, sources: sources.map((source, i) => ({ ...source, text: texts[i] })) };
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
