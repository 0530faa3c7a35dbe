/**
 * The state as a link's query: only what differs from the first state, in names a person can read and change
 * (`?dim.dims=0&dim.keepdim=false`).
 */
import { dimsAfter } from "../figure/state/repair.js";
import { NONE } from "../store/lesson.js";
import { INITIAL } from "../store/state.js";
import { FIELDS } from "./fields.js";

/** @param {import("../store/state.js").State} state @param {import("./lesson.js").Asked} [lesson] */
export function writeQuery(state, { only, locks } = NONE) {
  const parameters = new URLSearchParams();
  if (only !== null) parameters.set("lesson", only);
  if (locks.length > 0) parameters.set("lock", locks.join(","));
  for (const [section, part] of Object.entries(state)) {
    const first = asRead(/** @type {any} */ (INITIAL)[section], part);
    /** @param {any} from @param {string} name */
    const textOf = (from, name) => (from[name] === null ? null : FIELDS[section][name].write(from[name], from));
    for (const name of Object.keys(part)) {
      const text = textOf(part, name);
      if (text !== null && text !== textOf(first, name)) parameters.set(`${section}.${name}`, text);
    }
  }
  return parameters.toString().replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%40", "@");
}

/**
 * The part of the state that a link without a word about this figure is read as.
 * @param {any} first
 * @param {any} part
 */
const asRead = (first, part) =>
  "dims" in part ? { ...first, dims: dimsAfter({ ...part, dims: first.dims }, first) } : first;
