/** What the reader has opened, and how a tensor of it comes into the figure. */
import { signal } from "@preact/signals";
import { say } from "../../kit/announce.js";
import { LARGEST } from "../../kit/format.js";
import { coordinatesOf } from "../../kit/shapes.js";
import { counted } from "../../kit/words.js";
import { change } from "../../figure/state/actions.js";
import { repaired } from "../../figure/state/repair.js";
import { setPreset } from "../../figure/state/settings.js";
import { mayChange } from "../../store/lesson.js";
import { INITIAL, state } from "../../store/state.js";
import { EXAMPLE, PRESETS } from "./example.js";
import { FIRST, partOf } from "./part.js";
import { columnsOf } from "./read/window.js";
import { refuse, shortName, Unreadable } from "./read/unreadable.js";

/** @typedef {import("./read/tensors.js").Source} Source */
/** @typedef {import("./read/tensors.js").Listed} Listed */
/** @typedef {import("./part.js").Wish} Wish */

/** What is listed. */
export const source = signal(EXAMPLE);
/** What was read, or why it was not. */
export const told = signal({ text: "", isRefusal: false });
export const isReading = signal(false);

/** Tells files apart, of which two may have the same name. */
let opened = 0;
export const fileKey = signal("0");

/** Counts what was asked for: what is asked for later wins. */
let turn = 0;

/** Of one dim so many numbers are drawn in order, and as a histogram. */
const MOST_DRAWN = 2 ** 20;

/** The code that reads files. It is fetched when the section comes alive: a file that is dropped needs no more. */
export const fetchReaders = () => import("./read/open.js");

/** @param {string} text @param {boolean} isRefusal */
function tell(text, isRefusal) {
  told.value = { text, isRefusal };
  // A refusal is an alert, which is spoken by itself.
  if (!isRefusal) say(text);
}

/** Whether a lesson lets the figure have other numbers; says so if not. */
const mayTake = () => mayChange("data", "x") && mayChange("data", "preset");

/**
 * Runs what may be refused; a sentence that refuses it changes nothing. What has been overtaken says nothing.
 * @param {() => Promise<() => void>} read  gives what is to be done with what was read
 */
async function attempt(read) {
  const mine = ++turn;
  isReading.value = true;
  try {
    const finish = await read();
    if (mine === turn) finish();
  } catch (error) {
    const isKnown = error instanceof Unreadable;
    const sentence = isKnown ? error.message : "This page could not read it: load the page again, and try once more.";
    if (mine === turn) tell(sentence, true);
    // A defect, or a file of the page that has not arrived: the browser's console has more of it.
    if (!isKnown) console.warn(error);
  } finally {
    if (mine === turn) isReading.value = false;
  }
}

/** @param {File} file */
export const takeFile = (file) => open(async () => (await fetchReaders()).openFile(file));

/** @param {string} text */
export const takeText = (text) => open(async () => (await fetchReaders()).openPasted(text));

/** @param {() => Promise<Source>} read */
async function open(read) {
  if (!mayTake()) return;
  await attempt(async () => {
    const found = await read();
    const first = found.tensors.find(isNormWeight) ?? found.tensors.find(({ why }) => why === "") ?? found.tensors[0];
    const key = String(opened + 1);
    /** A list is worth having though the first of its tensors cannot be shown. */
    let refusal = "";
    const values = await valuesOf(first, key, FIRST).catch((error) => {
      if (!(error instanceof Unreadable) || found.tensors.length === 1) throw error;
      refusal = ` ${error.message}`;
      return null;
    });
    return () => {
      opened++;
      fileKey.value = key;
      source.value = found;
      if (values) put(values);
      tell(`${readText(found)}${refusal}`, refusal !== "");
    };
  });
}

/** "Read “flowers.csv”, a table: 150 rows of 4 numbers." @param {Source} found */
function readText({ name, kind, tensors, note }) {
  const what = tensors.length === 1 ? shapeInWords(tensors[0].shape) : counted(tensors.length, "tensor");
  return [name === kind ? `Read: ${what}.` : `Read “${shortName(name)}”, ${kind}: ${what}.`, note]
    .filter(Boolean)
    .join(" ");
}

/** @param {readonly number[]} shape */
function shapeInWords(shape) {
  const width = counted(columnsOf(shape), "number");
  if (shape.length < 2) return width;
  return `${shape.slice(0, -1).join(" × ")} ${shape.length === 2 && shape[0] === 1 ? "row" : "rows"} of ${width}`;
}

/** A norm's weight, by the names that are usual. @param {{ name: string, shape: readonly number[] }} tensor */
export const isNormWeight = ({ name, shape }) =>
  shape.length === 1 && /(^|[._/])(\w*norm\w*|ln_?\w*)[._/](weight|gamma|scale)$/i.test(name);

/**
 * A tensor of the list, or another part of it.
 * @param {Listed} tensor
 * @param {Wish} [wish]
 */
export async function show(tensor, wish = FIRST) {
  if (!mayTake()) return;
  const preset = source.value === EXAMPLE ? PRESETS.get(tensor.name) : undefined;
  if (preset !== undefined) {
    turn++;
    isReading.value = false;
    told.value = { text: "", isRefusal: false };
    setPreset("data", preset);
    return;
  }
  await attempt(async () => {
    const values = await valuesOf(tensor, fileKey.value, wish);
    return () => {
      put(values);
      told.value = { text: "", isRefusal: false };
    };
  });
}

export function showExample() {
  if (!mayTake()) return;
  fileKey.value = "0";
  source.value = EXAMPLE;
  void show(EXAMPLE.tensors[0]);
}

/**
 * The numbers for the figure. A part that has others than the figure can draw is refused.
 * @param {Listed} tensor
 * @param {string} file
 * @param {Wish} wish
 * @returns {Promise<import("../../course/spec-form.js").Values>}
 */
async function valuesOf(tensor, file, wish) {
  const { name, shape: whole, why } = tensor;
  if (why !== "") refuse(`“${shortName(name)}” cannot be shown. ${why}`);
  const { part, shape } = partOf(whole, wish);
  const isDrawn = whole.length < 2 && columnsOf(whole) <= MOST_DRAWN;
  const read = await tensor.read(isDrawn ? { row: 0, rows: 1, column: 0, columns: columnsOf(whole) } : part);
  const bad = read.findIndex((value) => !(Math.abs(value) <= LARGEST));
  if (bad >= 0) refuse(notFinite(name, read[bad], whole, isDrawn ? bad : placeIn(bad, whole, part)));
  const values = isDrawn ? read.slice(part.column, part.column + part.columns) : read;
  const from = { file, name, shape: whole, part, isNarrow: wish.isNarrow, whole: isDrawn ? read : null };
  return { shape, values, names: null, from };
}

/** @param {number} index @param {readonly number[]} whole @param {import("./read/window.js").Window} part */
const placeIn = (index, whole, { row, column, columns }) =>
  (row + Math.floor(index / columns)) * columnsOf(whole) + column + (index % columns);

/** @param {string} name @param {number} value @param {readonly number[]} shape @param {number} index */
function notFinite(name, value, shape, index) {
  const place = coordinatesOf(index, shape.length === 0 ? [1] : shape).join(", ");
  return `“${shortName(name)}”: expected numbers up to ${LARGEST}, got ${value} at [${place}].`;
}

/** @param {import("../../course/spec-form.js").Values} values */
function put(values) {
  const before = state.value.data;
  const at = /** @type {const} */ ({ panel: "out", index: 0 });
  change("data", "x", repaired({ ...before, x: values, at }, before, INITIAL.data), "take");
}
