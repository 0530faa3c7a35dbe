/**
 * A tensor as a person has it in the clipboard: lines from a table or a file, nested lists, or what PyTorch and NumPy
 * print. What cannot be read is refused with a word of why.
 */
import { capitalised, counted } from "../../kit/words.js";
import { parseNumber } from "../../kit/format.js";
import { quoted, whyNoNumber } from "./number.js";
import { formatShape, MAX_RANK, MAX_SIZE, sizeOf } from "../../kit/shapes.js";

/** @typedef {{ shape: number[], values: Float32Array }} Tensor */
/** @typedef {readonly [least: number, most: number]} Ranks */
/** @typedef {number | any[]} Nested  a number, or a list of such */
/**
 * @typedef {{ nested: Nested[], isPrinted: boolean }} Read  isPrinted: with brackets, which say how many dims it has
 */

/** A text longer than this cannot be a tensor that fits here, whatever its numbers are. */
const LONGEST = 40 * MAX_SIZE;

/** @param {string} message @returns {never} */
function refuse(message) {
  throw new RangeError(message);
}

/**
 * @param {string} text
 * @param {Ranks} ranks  how many dims it may have
 * @returns {Tensor | { error: string }}
 */
export function readTensor(text, ranks) {
  try {
    if (text.length > LONGEST) refuse(tooMany());
    const { nested, isPrinted } = /[[(]/.test(text) ? readNested(text) : readLines(text);
    const shape = shapeOf(nested, isPrinted ? nameOfList : nameOfLine);
    const fitting = isPrinted ? shape : asRank(shape, ranks);
    checkShape(fitting, ranks);
    return { shape: fitting, values: Float32Array.from(/** @type {number[]} */ (nested.flat(Infinity))) };
  } catch (error) {
    if (error instanceof RangeError) return { error: error.message };
    throw error;
  }
}

/** Whether a text holds more than one number: a tensor, or an attempt at one. @param {string} text */
export const isSeveral = (text) => /[[\](){}]/.test(text) || /[^\s,;][\s,;]+[^\s,;]/.test(asOneNumber(text));

/** One number with a decimal comma is not two. @param {string} text */
const asOneNumber = (text) => (Number.isNaN(parseNumber(text)) ? text : "");

/** @param {number} [size] */
const tooMany = (size) =>
  `That is ${size === undefined ? "far too many" : size} values; a tensor has at most ${MAX_SIZE} here.`;

/** @param {readonly number[]} shape @param {Ranks} ranks */
function checkShape(shape, [least, most]) {
  if (shape.length < least || shape.length > most) {
    const wanted = least === most ? least : `${least} to ${most}`;
    const dims = shape.length === 1 ? "dim" : "dims";
    refuse(`This figure takes a tensor of ${wanted} dims; ${formatShape(shape)} has ${shape.length} ${dims}.`);
  }
  if (shape.length > MAX_RANK) refuse(`A tensor has at most ${MAX_RANK} dims here, not ${shape.length}.`);
  if (sizeOf(shape) > MAX_SIZE) refuse(tooMany(sizeOf(shape)));
}

/**
 * Lines without brackets do not say how many dims they are: one line is a row of a matrix where a matrix is wanted.
 * @param {number[]} shape
 * @param {Ranks} ranks
 */
function asRank(shape, [least]) {
  return shape.length === 1 && least === 2 ? [1, ...shape] : shape;
}

// Lines ---------------------------------------------------------------------------------------------------

/** @param {string} text @returns {Read} */
function readLines(text) {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== "");
  if (lines.length === 0) refuse("Nothing was pasted.");
  const separator = separatorOf(lines);
  const rows = lines.map((line) => partsOf(line, separator).map(readEntry));
  return { nested: rows.length === 1 ? rows[0] : rows, isPrinted: false };
}

/**
 * The separator of the numbers: tabs or semicolons, beside which a comma is a decimal one; else commas, spaces or both.
 * @param {readonly string[]} lines
 */
function separatorOf(lines) {
  const found = ["\t", ";"].find((separator) => lines.some((line) => line.trim().includes(separator)));
  if (found !== undefined) return found;
  const unclear = lines.find((line) => /\d,\d/.test(line) && /[^\s,]\s+[^\s,]/.test(line));
  if (unclear === undefined) return /[\s,]+/;
  return refuse(`${quoted(unclear.trim())} has commas and spaces: it is not clear which of them part the numbers.`);
}

/** @param {string} line @param {string | RegExp} separator */
function partsOf(line, separator) {
  // A table's empty cells count; a comma or a semicolon at the end of a line does not.
  const trimmed = separator === "\t" ? line.replace(/^ +| +$/g, "") : line.trim().replace(/[,;]$/, "");
  if (typeof separator === "string") return trimmed.split(separator).map((part) => part.trim());
  const gap = /,\s*,/.exec(trimmed);
  return gap ? refuse("Two commas have no number between them.") : trimmed.split(separator);
}

/** @param {string} text */
function readEntry(text) {
  if (text === "") refuse("A place is empty: every place needs a number.");
  const value = parseNumber(text);
  return Number.isNaN(value) ? refuse(whyNoNumber(text)) : value;
}

// Nested lists ----------------------------------------------------------------------------------------------

/** A bracket, a comma, or the text between two of these. */
const TOKENS = /[[\]()]|,|[^\s,[\]()]+/g;

/** @param {string} text @returns {Read} */
function readNested(text) {
  const list = withoutCall(text.trim());
  /** @type {Nested[][]} */
  const open = [[]];
  /** Whether a number or a list must come before the next comma. */
  let awaits = true;
  for (const [token] of list.matchAll(TOKENS)) {
    if (token === "[" || token === "(") {
      open.push([]);
      awaits = true;
    } else if (token === "]" || token === ")") {
      const inner = /** @type {Nested[]} */ (open.pop());
      if (open.length === 0) refuse(`A bracket ${token} closes what nothing has opened.`);
      if (inner.length === 0) refuse("A list without numbers has no mean.");
      /** @type {Nested[]} */ (open.at(-1)).push(inner);
      awaits = false;
    } else if (token === ",") {
      if (awaits) refuse("A comma has no number before it.");
      awaits = true;
    } else {
      if (/^(\.\.\.|…)$/.test(token))
        refuse("“...” stands for numbers that the print has left out: print all of them.");
      /** @type {Nested[]} */ (open.at(-1)).push(readEntry(token));
      awaits = false;
    }
  }
  if (open.length > 1) refuse("A bracket is not closed.");
  const [outer] = open;
  if (outer.length !== 1 || !Array.isArray(outer[0])) refuse("It is several lists: put one bracket around them.");
  return { nested: /** @type {Nested[]} */ (outer[0]), isPrinted: true };
}

/** The list alone, without the call around it that a library prints or a program has. @param {string} text */
function withoutCall(text) {
  const list = text.replace(/^[\w.]+\s*=\s*/, "").replace(/;$/, "");
  const call = /^[A-Za-z_][\w.]*\s*\(/.exec(list);
  if (call === null) return list;
  const inside = list.slice(call[0].length);
  if (!inside.endsWith(")")) refuse("A bracket is not closed.");
  // After the list: dtype=torch.float64, device='cuda:0', requires_grad=True, grad_fn=<AddBackward0>.
  return inside.slice(0, -1).replace(/\]\s*,\s*(\w+\s*=[^\]]*)?$/, "]");
}

/**
 * The shape of nested lists, in which all that lie equally deep must be equally long.
 * @param {Nested[]} nested
 * @param {(at: readonly number[]) => string} named  what a reader calls the list or number at a place
 * @returns {number[]}
 */
function shapeOf(nested, named) {
  const shape = [];
  /** @type {{ item: Nested, at: number[] }[]} */
  let level = [{ item: nested, at: [] }];
  while (Array.isArray(level[0].item)) {
    const { length } = level[0].item;
    for (const { item, at } of level) {
      if (!Array.isArray(item)) refuse(`${named(at)} is a number where ${named(level[0].at)} is a list.`);
      if (item.length !== length) {
        refuse(
          `${capitalised(named(at))} has ${counted(item.length, "item")}, but ${named(level[0].at)} has ${length}.`,
        );
      }
    }
    shape.push(length);
    level = level.flatMap(({ item, at }) =>
      /** @type {Nested[]} */ (item).map((each, i) => ({ item: each, at: [...at, i] })),
    );
  }
  const list = level.find(({ item }) => Array.isArray(item));
  if (list) refuse(`${named(list.at)} is a list where ${named(level[0].at)} is a number.`);
  return shape;
}

/** As PyTorch counts. @param {readonly number[]} at */
const nameOfList = (at) => `[${at.join(", ")}]`;

/** As an editor counts. @param {readonly number[]} at */
const nameOfLine = ([line]) => `line ${line + 1}`;
