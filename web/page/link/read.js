/**
 * A link's query, read into the state. It is a stranger's: each value is checked, and refused with a word of
 * why.
 */
import { provideBeyondFirstView } from "../figure/values/book-network.js";
import { folderOf } from "../course/sections.js";
import { figureSpecs, specs } from "../course/specs.js";
import { RECIPE_IDS } from "../figure/values/recipe-ids.js";
import { STAGES } from "../course/spec-form.js";
import { LARGEST, parseNumber } from "../kit/format.js";
import { LOCKS, NONE } from "../store/lesson.js";
import { originalOf, placesOf, presets, shapeOf, withNames } from "../figure/values/presets.js";
import { repaired } from "../figure/state/repair.js";
import { formatShape, MAX_RANK, MAX_SIZE, sizeOf } from "../kit/shapes.js";
import { INITIAL } from "../store/state.js";

// Edits of the book's tensor are read against it.
provideBeyondFirstView();

/** @typedef {import("../course/spec-form.js").LinkField} LinkField */
/** @typedef {import("../store/state.js").Figure} Figure */
/** @typedef {import("../store/state.js").FigureId} FigureId */
/** @typedef {import("../store/state.js").State} State */

const PANELS = ["x", "mean", "variance", "out", "y"];

/** @param {boolean} condition @param {string} why @returns {asserts condition} */
function must(condition, why) {
  if (!condition) throw new RangeError(why);
}

/** @param {string} text @param {string} what */
function readNumber(text, what) {
  const value = parseNumber(text);
  must(!Number.isNaN(value), `${what} must be from −${LARGEST} to ${LARGEST}`);
  return value;
}

/** @param {string} text @param {number} low @param {number} high @param {string} what */
function readInteger(text, low, high, what) {
  const value = Number(text);
  must(/^\d{1,10}$/.test(text) && value >= low && value <= high, `${what} is a whole number from ${low} to ${high}`);
  return value;
}

/** @param {string} text @param {number} length @param {string} what */
function readList(text, length, what) {
  const parts = text.split(",");
  must(parts.length === length, `${what} needs ${length} numbers here, not ${parts.length}`);
  return parts.map((part) => readNumber(part, `each number of ${what}`));
}

/** "2x3x4". @param {string} text */
function readShape(text) {
  const shape = text.split("x").map((size) => readInteger(size, 1, MAX_SIZE, "each size of a shape"));
  must(shape.length <= MAX_RANK, `a tensor has at most ${MAX_RANK} dims here`);
  must(sizeOf(shape) <= MAX_SIZE, `a tensor has at most ${MAX_SIZE} values here`);
  return shape;
}

/**
 * All of a tensor, "2x3:1,2,3,4,5,6"; or the edits of the preset's tensor, "@7:1.5,12:0".
 * @param {string} text
 * @param {Figure} figure
 * @returns {import("../figure/values/book-network.js").Values}
 */
function readTensor(text, figure) {
  if (text.startsWith("@")) return readEdits(text.slice(1), figure);
  const [sizes, list, ...rest] = text.split(":");
  const shape = readShape(sizes);
  must(list !== undefined && rest.length === 0, "x is written as 2x3:1,2,3,4,5,6");
  return withNames({ shape, values: Float32Array.from(readList(list, sizeOf(shape), "x")) }, figure);
}

/** @param {string} text @param {Figure} figure */
function readEdits(text, figure) {
  const original = originalOf(figure);
  const edits = text.split(",");
  must(edits.length <= original.values.length, `x has ${original.values.length} values to edit, not ${edits.length}`);
  const values = original.values.slice();
  for (const edit of edits) {
    const [index, value, ...rest] = edit.split(":");
    must(value !== undefined && rest.length === 0, "edits are written as @7:1.5,12:0");
    values[readInteger(index, 0, values.length - 1, "an element of x")] = readNumber(value, "each number of x");
  }
  return { ...original, values };
}

/** @param {string} text @param {Figure} figure */
function readDims(text, figure) {
  const rank = shapeOf(figure).length;
  const dims = text.split(",").map((part) => readInteger(part, 0, rank - 1, "a dim of this tensor"));
  must(new Set(dims).size === dims.length, "a dim is named once");
  return dims.sort((a, b) => a - b);
}

/** @param {string} text @returns {boolean} */
function readBoolean(text) {
  must(text === "true" || text === "false", "it is true or false");
  return text === "true";
}

/** @param {string} text @param {readonly string[]} words */
function readWord(text, words) {
  must(words.includes(text), `it is ${words.join(" or ")}`);
  return text;
}

/** @param {string} text @param {readonly string[]} words @param {number} count */
function readWords(text, words, count) {
  const list = text.split(",");
  must(list.length === count, `it is ${count} words, with commas between them`);
  return list.map((word) => readWord(word, words));
}

/** @param {Figure} figure @param {number} groups */
const canSplit = (figure, groups) => figure.dims.includes(1) && shapeOf(figure)[1] % groups === 0;

/** @param {string} text @param {Figure} figure @returns {import("../store/state.js").Selection} */
function readSelection(text, figure) {
  const [panel, index] = text.split(":");
  must(PANELS.includes(panel), `the panels are ${PANELS.join(", ")}`);
  must(panel !== "y" || figure.stage === STAGES - 1, "the panel y is there at the last stage only");
  must(panel !== "mean" || figure.center, "without the mean there is no panel of means");
  const last = sizeOf(shapeOf(figure)) - 1;
  return { panel: /** @type {any} */ (panel), index: readInteger(index ?? "", 0, last, "an element of x") };
}

/**
 * How a field is read, given the state that the fields before it have made.
 * @template T
 * @typedef {(text: string, soFar: T) => unknown} Field
 */

/**
 * In this order, because a field is checked against the ones before it.
 * @type {Record<keyof Figure, Field<Figure>>}
 */
const FIGURE_FIELDS = {
  shape: readShape,
  preset: (text) => {
    must(Object.hasOwn(presets, text), `the presets are ${Object.keys(presets).join(", ")}`);
    return text;
  },
  x: readTensor,
  dims: readDims,
  channelGroups: (text, figure) => {
    const groups = readInteger(text, 1, MAX_SIZE, "the number of groups");
    must(groups === 1 || canSplit(figure, groups), `dim 1 of this tensor does not fall into ${groups} groups`);
    return groups;
  },
  center: readBoolean,
  keepdim: readBoolean,
  correction: (text) => readInteger(text, 0, 1, "correction"),
  eps: (text) => {
    const eps = Number(text);
    must(/^[\d.]+(e-?\d+)?$/i.test(text) && eps >= 0 && eps <= 1, "eps is a number from 0 to 1");
    return eps;
  },
  epsAt: (text) => readWord(text, ["inside", "outside"]),
  weight: (text, figure) => readList(text, placesOf(figure), "weight"),
  bias: (text, figure) => readList(text, placesOf(figure), "bias"),
  stage: (text) => readInteger(text, 0, STAGES - 1, "stage"),
  at: readSelection,
  layout: (text) => readWord(text, ["facets", "stack"]),
  copies: readBoolean,
  beside: (text) => readWord(text, RECIPE_IDS),
};

/**
 * A field of a state of its own.
 * @param {string} name
 * @param {LinkField} field
 * @returns {(text: string) => unknown}
 */
const ownField = (name, field) => (text) => {
  if ("numbers" in field) return readList(text, field.numbers, name);
  if ("whole" in field) return readInteger(text, ...field.whole, field.what);
  if ("words" in field) return field.count ? readWords(text, field.words, field.count) : readWord(text, field.words);
  if ("text" in field) {
    must(field.text.test(text), field.what);
    return text;
  }
  const [low, high] = field.number;
  // The decimal that was written, and not the float32 next to it, which may lie beyond the range: 1.2.
  const value = Number(readNumber(text, field.what).toPrecision(7));
  must(value >= low && value <= high, `${field.what} is a number from ${low} to ${high}`);
  return value;
};

/** Those of states of their own, which come with a link alone. @type {Record<string, Record<string, LinkField>>} */
const ownFields = import.meta.glob("../sections/*/limits.js", { eager: true, import: "fields" });

/** @param {string} section @returns {[name: string, read: Field<any>][]} */
const fieldsOf = (section) =>
  section in figureSpecs
    ? Object.entries(FIGURE_FIELDS)
    : Object.entries(ownFields[`../sections/${folderOf(section)}/limits.js`] ?? {}).map(([name, field]) => [
        name,
        ownField(name, field),
      ]);

/** @type {Record<"lesson" | "lock", (text: string) => Partial<import("../store/lesson.js").Lesson>>} */
const LESSON_FIELDS = {
  lesson: (text) => ({ only: readWord(text, Object.keys(INITIAL)) }),
  lock: (text) => ({
    locks: text.split(",").map((lock) => /** @type {any} */ (readWord(lock, Object.keys(LOCKS)))),
  }),
};

/** @typedef {{ name: string, text: string, why: string }} Refusal */

/**
 * The state of an address, and the lesson that it is. What is wrong in it is left as it was at first, and named.
 * @param {string} query
 * @returns {{ state: State, lesson: import("../store/lesson.js").Lesson, refused: Refusal[] }}
 */
export function readQuery(query) {
  const parameters = new URLSearchParams(query);
  const state = /** @type {any} */ ({ ...INITIAL });
  let lesson = NONE;
  /** @type {Refusal[]} */
  const refused = [];
  const take = (/** @type {string} */ name, /** @type {(text: string) => void} */ read) => {
    const text = parameters.get(name);
    if (text === null) return;
    try {
      read(text);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      refused.push({ name, text: text.slice(0, 40), why: error.message });
    }
  };
  for (const [section, spec] of Object.entries(specs)) {
    for (const [field, read] of fieldsOf(section)) {
      take(`${section}.${field}`, (text) => {
        const before = state[section];
        const now = { ...before, [field]: read(text, before) };
        state[section] = "presets" in spec ? fitted(spec, now, before) : now;
      });
    }
  }
  for (const [name, read] of Object.entries(LESSON_FIELDS)) {
    take(name, (text) => {
      lesson = { ...lesson, ...read(text) };
    });
  }
  return { state, lesson, refused: [...refused, ...strangersIn(parameters)] };
}

/** What mailers, search engines and social sites add to a link on its way: no learner or teacher wrote it. */
const ADDED_ON_THE_WAY = /^(utm_\w+|\w*clid|mc_[ce]id|igshid|ref|source)$/;

/** A link may hold any number of unknown keys; this many are named. */
const NAMED = 8;

/**
 * The keys that nothing here reads: a slip of the pen in one (`dim.dimz`, `leson`) must not pass for the setting.
 * @param {URLSearchParams} parameters
 * @returns {Refusal[]}
 */
function strangersIn(parameters) {
  const known = new Set(Object.keys(LESSON_FIELDS));
  for (const section of Object.keys(specs)) {
    for (const [field] of fieldsOf(section)) known.add(`${section}.${field}`);
  }
  const strangers = [...new Set(parameters.keys())].filter((name) => !known.has(name) && !ADDED_ON_THE_WAY.test(name));
  return strangers.slice(0, NAMED).map((name) => ({
    name: name.slice(0, 40),
    text: (parameters.get(name) ?? "").slice(0, 40),
    why: whyUnknown(name),
  }));
}

/** @param {string} name */
function whyUnknown(name) {
  const [section] = name.split(".");
  if (!name.includes(".")) return "no setting of this page is called that";
  if (!Object.hasOwn(specs, section)) return `the sections are ${Object.keys(specs).join(", ")}`;
  const fields = fieldsOf(section).map(([field]) => field);
  return `the settings of section ${section} are ${fields.join(", ")}`;
}

/** The sections that split channels into groups, for the sentence that refuses them elsewhere. */
const splitting = Object.keys(figureSpecs).filter((id) => figureSpecs[/** @type {FigureId} */ (id)].splitsChannels);

/**
 * After each field the figure is one that can be drawn, and that the section is about.
 * @param {import("../course/spec-form.js").FigureSpec} spec
 * @param {Figure} figure
 * @param {Figure} before
 */
function fitted({ initial, ranks: [least, most], stages, isCentred, splitsChannels }, figure, before) {
  const shape = shapeOf(figure);
  must(
    shape.length >= least && shape.length <= most,
    `this section is about ${least === most ? least : `${least} to ${most}`} dims, not ${formatShape(shape)}`,
  );
  must(splitsChannels || figure.channelGroups === 1, `groups of channels belong to section ${splitting.join(" or ")}`);
  must(figure.stage < stages, "this section ends with x normalized");
  must(figure.center || !isCentred, "this section takes the mean away");
  return repaired(figure, before, initial);
}
