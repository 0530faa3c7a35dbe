/**
 * A link's query, read into the state. It is a stranger's: each value is checked, and refused with a word of
 * why.
 */
import { BOOK } from "./compute.js";
import { LARGEST, parseNumber } from "./format.js";
import { presets, shapeOf } from "./presets.js";
import { sizeOf } from "./shapes.js";
import { INITIAL, STAGES } from "./state.js";

/** @typedef {import("./state.js").Figure} Figure */
/** @typedef {import("./state.js").BookFigure} BookFigure */
/** @typedef {import("./state.js").State} State */

const MAX_RANK = 2;
export const MAX_LENGTH = 12;
const MAX_SEED = 2 ** 32 - 1;
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
  must(
    /^\d{1,10}$/.test(text) && value >= low && value <= high,
    `${what} is a whole number from ${low} to ${high}`,
  );
  return value;
}

/** @param {string} text @param {number} length @param {string} what */
function readList(text, length, what) {
  const parts = text.split(",");
  must(parts.length === length, `${what} needs ${length} numbers here, not ${parts.length}`);
  return parts.map((part) => readNumber(part, `each number of ${what}`));
}

/** @param {string} text @returns {import("./compute.js").Values} */
function readTensor(text) {
  const [sizes, list, ...rest] = text.split(":");
  const shape = sizes.split("x").map((size) => readInteger(size, 1, MAX_LENGTH, "each size of x"));
  must(shape.length <= MAX_RANK, `x has at most ${MAX_RANK} dims here`);
  must(list !== undefined && rest.length === 0, "x is written as 2x3:1,2,3,4,5,6");
  return { shape, values: Float32Array.from(readList(list, sizeOf(shape), "x")) };
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

/** @param {Figure} figure */
const places = (figure) => sizeOf(figure.dims.map((dim) => shapeOf(figure)[dim]));

/** @param {string} text @param {Figure} figure @returns {import("./state.js").Selection} */
function readSelection(text, figure) {
  const [panel, index] = text.split(":");
  must(PANELS.includes(panel), `the panels are ${PANELS.join(", ")}`);
  must(panel !== "y" || figure.stage === STAGES - 1, "the panel y is there at the last stage only");
  const last = sizeOf(shapeOf(figure)) - 1;
  return { panel: /** @type {any} */ (panel), index: readInteger(index ?? "", 0, last, "an element of x") };
}

/**
 * How a field is read, given those before it.
 * @template T
 * @typedef {(text: string, soFar: T) => unknown} Field
 */

/**
 * In this order, because a field is checked against those before it.
 * @type {Record<keyof Figure, Field<Figure>>}
 */
const FIGURE_FIELDS = {
  preset: (text) => {
    must(Object.hasOwn(presets, text), `the presets are ${Object.keys(presets).join(", ")}`);
    return text;
  },
  x: readTensor,
  dims: readDims,
  keepdim: readBoolean,
  correction: (text) => readInteger(text, 0, 1, "correction"),
  eps: (text) => {
    const eps = Number(text);
    must(/^[\d.]+(e-?\d+)?$/i.test(text) && eps >= 0 && eps <= 1, "eps is a number from 0 to 1");
    return eps;
  },
  weight: (text, figure) => readList(text, places(figure), "weight"),
  bias: (text, figure) => readList(text, places(figure), "bias"),
  stage: (text) => readInteger(text, 0, STAGES - 1, "stage"),
  at: readSelection,
};

/** @type {Record<keyof BookFigure, Field<BookFigure>>} */
const BOOK_FIELDS = {
  seed: (text) => readInteger(text, 0, MAX_SEED, "a seed"),
  input: (text) => readInteger(text, 0, BOOK.inputs - 1, "input"),
  x: (text) => readList(text, BOOK.inputs * BOOK.features, "x"),
  unit: (text) => readInteger(text, 0, BOOK.outputs - 1, "unit"),
};

/** @type {Record<keyof State, Record<string, Field<any>>>} */
const FIELDS = { book: BOOK_FIELDS, row: FIGURE_FIELDS, dim: FIGURE_FIELDS };

/** @typedef {{ name: string, text: string, why: string }} Refusal */

/**
 * The state of an address. What is wrong in it is left as it was at first, and named.
 * @param {string} query
 * @returns {{ state: State, refused: Refusal[] }}
 */
export function readQuery(query) {
  const parameters = new URLSearchParams(query);
  const state = /** @type {any} */ ({ ...INITIAL });
  /** @type {Refusal[]} */
  const refused = [];
  for (const [section, fields] of Object.entries(FIELDS)) {
    for (const [field, read] of Object.entries(fields)) {
      const name = `${section}.${field}`;
      const text = parameters.get(name);
      if (text === null) continue;
      try {
        state[section] = consistent(
          section,
          { ...state[section], [field]: read(text, state[section]) },
          state[section],
        );
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        refused.push({ name, text: text.slice(0, 40), why: error.message });
      }
    }
  }
  return { state, refused };
}

/**
 * After each field the figure is one that can be drawn: weight and bias come as a pair, and dims and
 * selection exist.
 * @param {string} section
 * @param {any} figure
 * @param {any} before
 */
function consistent(section, figure, before) {
  if (section === "book") return figure;
  const rank = shapeOf(figure).length;
  const dims = rank === shapeOf(before).length ? figure.dims : [rank - 1];
  const settled = { ...figure, dims };
  if (settled.weight === null && settled.bias !== null) settled.weight = new Array(places(settled)).fill(1);
  if (settled.bias === null && settled.weight !== null) settled.bias = new Array(places(settled)).fill(0);
  if (settled.at.index >= sizeOf(shapeOf(settled))) settled.at = { panel: "out", index: 0 };
  return settled;
}
