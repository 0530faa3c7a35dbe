/**
 * Numbers in lines of text: CSV, TSV, or columns parted by spaces, with or without a line of names. A column of words
 * is left out, and said to be; a cell that is no number among numbers is refused.
 */
import Papa from "papaparse";
import { parseNumber } from "../../../kit/format.js";
import { counted } from "../../../kit/words.js";
import { quoted } from "../../../figure/typed/number.js";
import { readTensor } from "../../../figure/typed/tensor.js";
import { inMemory } from "./tensors.js";
import { refuse } from "./unreadable.js";

/** @typedef {import("./tensors.js").Source} Source */
/** @typedef {readonly (readonly string[])[]} Records */

/** A longer text is better stored as .npy: that is read by slices. */
export const LONGEST_TEXT = 8e6;
/** So many columns are named. */
const NAMED = 6;
/** So many lines are looked at for what parts the numbers. */
const LOOKED_AT = 20;

/** What begins as PyTorch, NumPy or a program writes a tensor. */
const PRINTED = /^\s*(\w+\s*=\s*)?(((torch\.)?tensor|((np|numpy)\.)?array)\s*\(\s*)?[[(]/;

/**
 * @param {string} text
 * @param {string} name
 * @returns {Pick<Source, "tensors" | "note">}
 */
export function openText(text, name) {
  if (text.trim() === "") refuse("Expected numbers, and there is no text.");
  if (PRINTED.test(text)) return openPrinted(text, name);
  const { head, body } = headed(recordsOf(text));
  const { kept, note } = choose(head, body);
  const values = valuesOf(body, kept, head);
  const shape = body.length === 1 || kept.length === 1 ? [values.length] : [body.length, kept.length];
  return { tensors: [inMemory(name, shape, values)], note };
}

/** Nested lists, as PyTorch and NumPy print them. @param {string} text @param {string} name */
function openPrinted(text, name) {
  const read = readTensor(text, [1, 4]);
  if ("error" in read) return refuse(read.error);
  return { tensors: [inMemory(name, read.shape, read.values)], note: "" };
}

/** @param {string} text @returns {Records} */
function recordsOf(text) {
  const lines = text.replace(/\r\n?/g, "\n").trimEnd();
  const first = lines.split("\n", LOOKED_AT).filter((line) => !line.startsWith("#"));
  const delimiter = ["\t", ";", ","].find((each) => first.some((line) => unquoted(line).includes(each)));
  const even = delimiter ? lines : lines.replace(/^ +| +$/gm, "").replace(/ +/g, " ");
  const options = { delimiter: delimiter ?? " ", newline: /** @type {const} */ ("\n"), comments: "#" };
  const { data, errors } = Papa.parse(even, { ...options, skipEmptyLines: true });
  const fault = errors.find(({ type }) => type === "Quotes");
  if (fault)
    refuse(`Row ${(fault.row ?? 0) + 1}: expected a quotation mark to be closed before the next comma or line.`);
  const records = /** @type {string[][]} */ (data).map((record) => record.map((cell) => cell.trim()));
  if (records.length === 0) refuse("Expected lines of numbers, and all lines are empty or remarks.");
  records.forEach(({ length }, row) => {
    if (length !== records[0].length)
      refuse(`Row ${row + 1}: expected ${counted(records[0].length, "cell")} as in row 1, got ${length}.`);
  });
  return delimiter === "," ? records.map(withoutCommas) : oneSign(records);
}

/** On one line, and not too long. @param {string} text */
const shown = (text) => quoted(text.replace(/\s+/g, " "));

/** @param {string} line */
const unquoted = (line) => line.replace(/"[^"]*"/g, "");

/**
 * Between commas a comma within a number may stand for anything.
 * @param {readonly string[]} record
 * @param {number} row
 */
function withoutCommas(record, row) {
  const column = record.findIndex((cell) => /^[+−-]?\d+,\d+$/.test(cell));
  if (column >= 0) refuse(`${placed(row, column)}: expected a number without a comma, got ${shown(record[column])}.`);
  return record;
}

/** Decimal commas, or decimal points: both would be a guess. @param {Records} records */
function oneSign(records) {
  const cells = records.flat();
  const comma = cells.find((cell) => /^[+−-]?\d*,\d+$/.test(cell));
  const point = cells.find((cell) => /^[+−-]?\d*\.\d+$/.test(cell));
  if (comma !== undefined && point !== undefined)
    refuse(`Expected decimal commas or decimal points, got both: ${shown(comma)} and ${shown(point)}.`);
  return records;
}

/** @param {string} cell */
const isNumber = (cell) => !Number.isNaN(parseNumber(cell));

/** @param {number} row from 0 @param {number} column from 0 */
const placed = (row, column) => `Row ${row + 1}, column ${column + 1}`;

/** @typedef {{ names: readonly string[] | null, rows: number }} Head  names of columns, and how many rows they take */

/** What stands for a number that is not there: no name of a column. */
const NOT_THERE = /^([+−-]?(nan|inf|infinity|∞)|na|n\/a|null|none|)$/i;

/**
 * The first row has the columns' names if it has no number, but words.
 * @param {Records} records
 * @returns {{ head: Head, body: Records }}
 */
function headed(records) {
  const [first, second] = records;
  const isHead = !first.some(isNumber) && first.some((cell) => !NOT_THERE.test(cell));
  if (!isHead) return { head: { names: null, rows: 0 }, body: records };
  if (!second) refuse(`Expected numbers, got ${shown(first.join(", "))}.`);
  return { head: { names: first, rows: 1 }, body: records.slice(1) };
}

/**
 * The columns of numbers, and a sentence about the others.
 * @param {Head} head
 * @param {Records} body
 */
function choose({ names, rows }, body) {
  const all = Array.from(body[0].keys());
  const hasWords = (/** @type {number} */ column) => !body.some((record) => isNumber(record[column]));
  const isEmpty = (/** @type {number} */ column) =>
    (names?.[column] ?? "") === "" && body.every((record) => record[column] === "");
  const isCounter = (/** @type {number} */ column) =>
    column === 0 && names?.[0] === "" && all.length > 1 && body.every((record, i) => record[0] === String(i));
  const words = all.filter((column) => hasWords(column) && !isEmpty(column));
  const counter = all.filter(isCounter);
  const kept = all.filter((column) => !hasWords(column) && !isCounter(column));
  if (kept.length === 0) refuse(`Expected numbers, got ${shown(body[0].join(", "))} in row ${rows + 1}.`);
  const called = (/** @type {number} */ column) => (names?.[column] ? `“${names[column]}”` : `column ${column + 1}`);
  const list = (/** @type {readonly number[]} */ columns) =>
    columns.length > NAMED
      ? `${columns.slice(0, NAMED).map(called).join(", ")} and ${columns.length - NAMED} more`
      : columns.map(called).join(", ");
  const notes = [
    names ? `Columns: ${list(kept)}.` : "",
    words.length > 0 ? `Left out, as there is no number in it: ${list(words)}.` : "",
    counter.length > 0 ? "Left out: the first column, which counts the rows." : "",
  ];
  return { kept, note: notes.filter(Boolean).join(" ") };
}

/**
 * @param {Records} body
 * @param {readonly number[]} kept
 * @param {Head} head
 */
function valuesOf(body, kept, { names, rows }) {
  const values = new Float32Array(body.length * kept.length);
  body.forEach((record, row) =>
    kept.forEach((column, i) => {
      const value = parseNumber(record[column]);
      if (Number.isNaN(value)) {
        const name = names?.[column] ? ` (${shown(names[column])})` : "";
        const came = record[column] === "" ? "an empty cell" : shown(record[column]);
        refuse(`${placed(row + rows, column)}${name}: expected a number, got ${came}.`);
      }
      values[row * kept.length + i] = value;
    }),
  );
  return values;
}
