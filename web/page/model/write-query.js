/**
 * The state as a link's query: only what differs from the first state, in names a person can read and change
 * (`?dim.dims=0&dim.keepdim=false`).
 */
import { INITIAL } from "./state.js";

/** @typedef {import("./state.js").State} State */

/** @param {State} state */
export function writeQuery(state) {
  const parameters = new URLSearchParams();
  for (const [section, fields] of Object.entries(state)) {
    const first = /** @type {any} */ (INITIAL)[section];
    for (const [field, value] of Object.entries(fields)) {
      const text = write(value);
      if (text !== write(first[field]) && text !== "") parameters.set(`${section}.${field}`, text);
    }
  }
  return parameters.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
}

/** @param {State["row" | "dim"][keyof State["row"]] | State["book"][keyof State["book"]]} value */
function write(value) {
  if (value === null || typeof value !== "object") return String(value ?? "");
  if ("panel" in value) return `${value.panel}:${value.index}`;
  if ("shape" in value) return writeTensor(/** @type {import("./compute.js").Values} */ (value));
  return writeList(value);
}

/** @param {import("./compute.js").Values} tensor */
const writeTensor = ({ shape, values }) => `${shape.join("x")}:${writeList(values)}`;

/** @param {ArrayLike<number>} list */
const writeList = (list) => Array.from(list, shortest).join(",");

/** The shortest decimal that is the same float32: 0.1 rather than 0.10000000149. @param {number} value */
function shortest(value) {
  for (let digits = 1; digits < 9; digits++) {
    const text = String(Number(value.toPrecision(digits)));
    if (Math.fround(Number(text)) === Math.fround(value)) return text;
  }
  return String(Number(value.toPrecision(9)));
}
