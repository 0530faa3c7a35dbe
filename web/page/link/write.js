/**
 * The state as a link's query: only what differs from the first state, in names a person can read and change
 * (`?dim.dims=0&dim.keepdim=false`).
 */
import { shortest } from "../kit/shortest.js";
import { NONE } from "../store/lesson.js";
import { originalOf } from "../figure/values/presets.js";
import { dimsAfter } from "../figure/state/repair.js";
import { INITIAL } from "../store/state.js";

/** @typedef {import("../store/state.js").State} State */
/** @typedef {import("../store/state.js").Figure} Figure */
/** @typedef {import("../figure/values/book-network.js").Values} Values */

/** @param {State} state @param {import("../store/lesson.js").Lesson} [lesson] */
export function writeQuery(state, { only, locks } = NONE) {
  const parameters = new URLSearchParams();
  if (only !== null) parameters.set("lesson", only);
  if (locks.length > 0) parameters.set("lock", locks.join(","));
  for (const [section, fields] of Object.entries(state)) {
    const first = asRead(/** @type {any} */ (INITIAL)[section], fields);
    for (const [field, value] of Object.entries(fields)) {
      const text = write(value, fields);
      if (text !== null && text !== write(first[field], first)) parameters.set(`${section}.${field}`, text);
    }
  }
  return parameters.toString().replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%40", "@");
}

/**
 * The state that a link without a word about this figure is read as.
 * @param {any} first
 * @param {any} figure
 */
const asRead = (first, figure) =>
  "dims" in figure ? { ...first, dims: dimsAfter({ ...figure, dims: first.dims }, first) } : first;

/**
 * @param {Figure[keyof Figure] | State["book"][keyof State["book"]]} value
 * @param {any} figure
 * @returns {string | null}  null where there is nothing to say; an empty word is something
 */
function write(value, figure) {
  if (value === null || value === undefined) return null;
  if (typeof value !== "object") return String(value);
  if ("panel" in value) return `${value.panel}:${value.index}`;
  if ("values" in value && "shape" in value) return writeTensor(value, figure);
  const list = /** @type {readonly number[]} */ (value);
  return list === figure.shape ? list.join("x") : writeList(list);
}

/** In full, or as the edits of the preset's tensor where that is shorter. @param {Values} tensor @param {Figure} figure */
function writeTensor({ shape, values }, figure) {
  const original = originalOf(figure);
  if (`${original.shape}` === `${shape}`) {
    const edits = Array.from(values.keys()).filter((i) => !Object.is(values[i], original.values[i]));
    if (edits.length === 0) return null;
    if (2 * edits.length < values.length) return `@${edits.map((i) => `${i}:${shortest(values[i])}`).join(",")}`;
  }
  return `${shape.join("x")}:${writeList(values)}`;
}

/** @param {ArrayLike<number | string>} list */
const writeList = (list) => Array.from(list, (each) => (typeof each === "string" ? each : shortest(each))).join(",");
