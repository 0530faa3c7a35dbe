/**
 * The state as a link's query: only what differs from the first state, in names a person can read and change
 * (`?dim.dims=0&dim.keepdim=false`). Of a section whose first state is another one than in an earlier edition
 * (`formerly` in its spec), what differs from that one: so is it read.
 */
import { specs } from "../course/specs.js";
import { baseOf } from "./base.js";
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
    for (const [name, text] of changesOf(section, part)) parameters.set(`${section}.${name}`, text);
  }
  return parameters.toString().replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%40", "@");
}

/**
 * The settings of a section that its link has, and their texts.
 * @param {string} section
 * @param {any} part
 * @returns {[name: string, text: string][]}
 */
function changesOf(section, part) {
  // What is set beside numbers that are not in the link fits no others.
  if (part.x?.from) return [];
  /** @param {any} from @param {string} name */
  const textOf = (from, name) => (from[name] === null ? null : FIELDS[section][name].write(from[name], from));
  const texts = Object.keys(part).flatMap((name) => {
    const text = textOf(part, name);
    return text === null ? [] : [/** @type {[string, string]} */ ([name, text])];
  });
  const differing = (/** @type {any} */ from) => {
    const first = asRead(from, part);
    return texts.filter(([name, text]) => text !== textOf(first, name));
  };
  if (differing(/** @type {any} */ (INITIAL)[section]).length === 0) return [];
  const spec = specs[/** @type {keyof typeof specs} */ (section)];
  const changes = differing(baseOf(spec));
  // The first state of that edition is a link, too, and must have a word about itself.
  const { formerly } = spec;
  return changes.length > 0 || !formerly ? changes : texts.filter(([name]) => name in formerly);
}

/**
 * The part of the state that a link without a word about this figure is read as.
 * @param {any} first
 * @param {any} part
 */
const asRead = (first, part) =>
  "dims" in part ? { ...first, dims: dimsAfter({ ...part, dims: first.dims }, first) } : first;
