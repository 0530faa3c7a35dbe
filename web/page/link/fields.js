/**
 * The settings that a link may hold: for each its word in links (the key), the check that reads its text, its writer,
 * and the lock with which a lesson fixes it. The settings of figures of rows and columns stand here; those of a section
 * with a state of its own stand in its limits.js.
 */
import { forEachSection } from "../course/sections.js";
import { MOST_EPS, STAGES } from "../course/spec-form.js";
import { figureSpecs } from "../course/specs.js";
import { membersAt } from "../figure/dims/family.js";
import { placesOf, presets, shapeOf } from "../figure/values/presets.js";
import { provideBeyondFirstView } from "../figure/values/provide.js";
import { RECIPE_IDS } from "../course/recipe-ids.js";
import { MAX_SIZE } from "../kit/shapes.js";
import {
  booleanFrom,
  choiceFrom,
  choicesFrom,
  decimalFrom,
  decimalsFrom,
  float32sFrom,
  must,
  listText,
  wholeNumberFrom,
} from "./text.js";
import { selectionFrom, shapeFrom, tensorFrom, tensorText } from "./tensor.js";

// Settings and edits of each figure's tensor are read and written against it, also where no later section has come yet.
provideBeyondFirstView();

/** @typedef {import("../course/spec-form.js").LinkField} LinkField */
/** @typedef {import("../store/state.js").Figure} Figure */

/**
 * @template [Value=any]
 * @template [Part=any]  the section's part of the state
 * @typedef {object} Field
 * @property {(text: string, soFar: Part) => unknown} read  given what the fields before it have made; throws a
 *   RangeError whose message refuses the text
 * @property {(value: NonNullable<Value>, part: Part) => string | null} write  null: there is nothing to write
 * @property {import("../course/locks.js").Lock} [lock]  none: no lesson fixes it
 */

/** @param {Figure} figure @param {number} groups */
const canSplit = (figure, groups) => figure.dims.includes(1) && shapeOf(figure)[1] % groups === 0;

/**
 * In the order in which they are read, because a field is checked against the ones before it.
 * @type {{ [Name in keyof Figure]: Field<Figure[Name], Figure> }}
 */
const FIGURE_FIELDS = {
  shape: { read: shapeFrom, write: (shape) => shape.join("x"), lock: "preset" },
  preset: {
    read(text) {
      must(Object.hasOwn(presets, text), `the presets are ${Object.keys(presets).join(", ")}`);
      return text;
    },
    write: String,
    lock: "preset",
  },
  x: { read: tensorFrom, write: tensorText, lock: "x" },
  dims: {
    read(text, figure) {
      const last = shapeOf(figure).length - 1;
      const dims = text.split(",").map((part) => wholeNumberFrom(part, 0, last, "a dim of this tensor"));
      must(new Set(dims).size === dims.length, "a dim is named once");
      return dims.sort((a, b) => a - b);
    },
    write: listText,
    lock: "dims",
  },
  channelGroups: {
    read(text, figure) {
      const groups = wholeNumberFrom(text, 1, MAX_SIZE, "the number of groups");
      must(groups === 1 || canSplit(figure, groups), `dim 1 of this tensor does not fall into ${groups} groups`);
      return groups;
    },
    write: String,
    lock: "dims",
  },
  center: { read: booleanFrom, write: String, lock: "dims" },
  member: {
    read(text, figure) {
      const names = membersAt(figure, shapeOf(figure)).map(({ name }) => name);
      must(names.includes(text), `these means are those of ${names.join(" or ") || "no layer"}`);
      return text;
    },
    write: String,
    lock: "dims",
  },
  keepdim: { read: booleanFrom, write: String, lock: "keepdim" },
  correction: { read: (text) => wholeNumberFrom(text, 0, 1, "correction"), write: String, lock: "correction" },
  eps: {
    read(text) {
      const eps = Number(text);
      must(/^[\d.]+(e-?\d+)?$/i.test(text) && eps >= 0 && eps <= MOST_EPS, `eps is a number from 0 to ${MOST_EPS}`);
      return eps;
    },
    write: String,
    lock: "eps",
  },
  epsAt: { read: (text) => choiceFrom(text, ["inside", "outside"]), write: String, lock: "eps" },
  weight: {
    read: (text, figure) => float32sFrom(text, placesOf(figure), "weight"),
    write: listText,
    lock: "affine",
  },
  bias: { read: (text, figure) => float32sFrom(text, placesOf(figure), "bias"), write: listText, lock: "affine" },
  stage: { read: (text) => wholeNumberFrom(text, 0, STAGES - 1, "stage"), write: String, lock: "stage" },
  at: { read: selectionFrom, write: ({ panel, index }) => `${panel}:${index}` },
  layout: { read: (text) => choiceFrom(text, ["facets", "stack"]), write: String },
  copies: { read: booleanFrom, write: String },
  beside: { read: (text) => choiceFrom(text, RECIPE_IDS), write: String },
};

/**
 * A setting of a state of its own.
 * @param {string} name
 * @param {LinkField} field
 * @returns {Field["read"]}
 */
const reader = (name, field) => (text) => {
  if ("numbers" in field)
    return field.within
      ? decimalsFrom(text, field.numbers, ...field.within, name)
      : float32sFrom(text, field.numbers, name);
  if ("whole" in field) return wholeNumberFrom(text, ...field.whole, field.what);
  if ("number" in field) return decimalFrom(text, ...field.number, field.what);
  if ("words" in field)
    return field.count ? choicesFrom(text, field.words, field.count) : choiceFrom(text, field.words);
  must(field.text.test(text), field.what);
  return text;
};

/** @param {string | number | readonly (string | number)[]} value */
const plainText = (value) => (typeof value === "object" ? listText(value) : String(value));

/** @type {Record<string, Record<string, LinkField>>} */
const limits = import.meta.glob("../sections/*/limits.js", { eager: true, import: "fields" });

/** @param {Record<string, LinkField>} [fields] @returns {Record<string, Field>} */
const ownFields = (fields = {}) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      { read: reader(name, field), write: plainText, lock: field.lock },
    ]),
  );

/** By section. @type {Record<string, Record<string, Field>>} */
export const FIELDS = forEachSection((id, { folder }) =>
  id in figureSpecs ? FIGURE_FIELDS : ownFields(limits[`../sections/${folder}/limits.js`]),
);
