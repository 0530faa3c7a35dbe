/** A layer's state, the tensors by torch's names: what loadState() checks, and then writes. */
import { shareMemory } from "../operands/aliasing.js";
import { checkBoolean, checkOptions, describe, sameShape, shapeText, tagOf, wrongType } from "../checks/arguments.js";
import { nearest } from "../checks/nearest.js";
import { asTensor } from "../tensor/as-tensor.js";

/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * @typedef {object} LoadOptions
 * @property {boolean} [strict] whether the names must be those of state(), none missing and none more (default true)
 * @property {string} [prefix] only names that begin with it count, and without it (default "": all)
 * @property {(name: string) => string | null} [rename] gives a name, which has no prefix any more, as the layer has it;
 *   null: the entry does not count (default: as it is)
 * @property {readonly string[] | ((name: string) => boolean)} [transpose] which matrices are stored the other way
 *   round, [inputs, outputs], square ones too, as those of GPT-2's Conv1D: their names, as rename is given them, or
 *   what tells whether the matrix of a name is (default: none)
 */

/**
 * What loadState() did not load.
 * @typedef {object} Loaded
 * @property {string[]} missing the layer's names that the state has not
 * @property {string[]} unexpected names of the state, without prefix and renamed, that the layer has not
 */

/**
 * An entry of a state.
 * @typedef {object} Entry
 * @property {string} key its name in the state
 * @property {string} name without the prefix
 */

/** How many batches a BatchNorm of torch's has seen, beside its running_mean: of no use here. */
const COUNT = /(^|\.)num_batches_tracked$/;

/** How many names an error lists. */
const LISTED = 10;

const OPTIONS = ["strict", "prefix", "rename", "transpose"];

/**
 * Writes a state into tensors. All is checked before anything is written, and of the state nothing is read but what is
 * to be written: a file may have more than memory has room for.
 * @param {Readonly<Record<string, Tensor>>} own the layer's tensors by name
 * @param {unknown} state
 * @param {LoadOptions | undefined} options
 * @returns {Loaded}
 */
export function loadInto(own, state, options) {
  const { strict = true, prefix = "", rename, transpose = [] } = checkOptions(options, OPTIONS);
  checkBoolean(strict, "strict");
  checkNaming(prefix, rename, transpose);
  const faults = /** @type {string[]} */ ([]),
    given = checkState(state),
    entries = entriesOf(Object.keys(given), prefix, rename, faults),
    targets = new Map(Object.entries(own)),
    loaded = unmatched(targets, entries);
  if (strict) faults.push(...faultsOfNames(loaded));
  if (strict && !rename) faults.push(...hintOfPrefix(loaded, [...targets.keys()], [...entries.keys()], prefix));
  if (typeof transpose !== "function") faults.push(...faultsOfTranspose(transpose, entries));
  const writes = Array.from(targets).flatMap(([name, target]) => {
    const entry = entries.get(name);
    return entry ? [writeOf(given[entry.key], target, name, entry, transpose, faults)] : [];
  });
  faults.push(...faultsOfSquares(writes, faults));
  if (faults.length) throw new RangeError(faults.join("; "));
  const all = Object.values(own),
    elements = writes.map((write) => elementsOf(write, all));
  writes.forEach(({ source, target, isTurned }, i) => {
    if (isTurned) turn(target.data, elements[i], source._sizes);
    else target.data.set(elements[i]);
  });
  return loaded;
}

/* What it is given ------------------------------------------------------------------------------------------------- */

/**
 * @param {unknown} prefix
 * @param {unknown} rename
 * @param {unknown} transpose
 */
function checkNaming(prefix, rename, transpose) {
  if (typeof prefix !== "string") throw wrongType("prefix", "a string", prefix);
  if (rename !== undefined && typeof rename !== "function") throw wrongType("rename", "a function", rename);
  if (typeof transpose === "function") return;
  if (Array.isArray(transpose) && transpose.every((name) => typeof name === "string")) return;
  throw wrongType("transpose", "an array of names or a function", transpose);
}

/**
 * @param {unknown} state
 * @returns {Record<string, unknown>}
 */
function checkState(state) {
  const hint = hintOfState(state);
  if (tagOf(state) === "Object" && !hint) return /** @type {Record<string, unknown>} */ (state);
  const error = wrongType("state", "an object of tensors by their names", state);
  error.message += hint;
  throw error;
}

/**
 * What makes a state of things that are often given in its place.
 * @param {any} state
 */
function hintOfState(state) {
  const can = (/** @type {string} */ method) =>
    Object(state) === state && method in state && typeof state[method] === "function";
  if (can("forward")) return " (a layer's state() is one)";
  if (can("read") && "tensors" in state) return " (await its read(name) for each; readSafetensors gives all)";
  if (ArrayBuffer.isView(state) || tagOf(state).endsWith("ArrayBuffer")) return " (readSafetensors reads a file)";
  return "";
}

/* Names ------------------------------------------------------------------------------------------------------------ */

/**
 * @param {readonly string[]} keys of a state
 * @param {string} prefix
 * @param {LoadOptions["rename"]} rename
 * @param {string[]} faults added to, where two entries come to one name
 * @returns {Map<string, Entry>} by the layer's names
 */
function entriesOf(keys, prefix, rename, faults) {
  /** @type {Map<string, Entry>} */
  const entries = new Map();
  for (const key of keys) {
    if (!key.startsWith(prefix)) continue;
    const name = key.slice(prefix.length),
      own = rename ? rename(name) : name;
    if (own === null) continue;
    if (typeof own !== "string") throw wrongType(`rename(${JSON.stringify(name)})`, "a string or null", own);
    const other = entries.get(own);
    if (other) faults.push(`state: expected one ${own}, got ${other.key} and ${key}`);
    entries.set(own, { key, name });
  }
  return entries;
}

/**
 * @param {Map<string, Tensor>} targets
 * @param {Map<string, Entry>} entries
 * @returns {Loaded}
 */
const unmatched = (targets, entries) => ({
  missing: [...targets.keys()].filter((name) => !entries.has(name)),
  unexpected: [...entries.keys()].filter(
    (name) => !targets.has(name) && !(COUNT.test(name) && targets.has(name.replace(COUNT, "$1running_mean"))),
  ),
});

/** @param {readonly string[]} names */
const listed = (names) =>
  names.slice(0, LISTED).join(", ") + (names.length > LISTED ? ` and ${names.length - LISTED} more` : "");

/**
 * @param {Loaded} loaded
 * @returns {string[]}
 */
const faultsOfNames = ({ missing, unexpected }) => [
  ...(missing.length ? [`state: missing ${listed(missing)}`] : []),
  ...(unexpected.length ? [`state: unexpected ${listed(unexpected)}`] : []),
];

/**
 * Models are saved as parts of others: "transformer.h.0.ln_1.weight".
 * @param {Loaded} loaded
 * @param {readonly string[]} targets
 * @param {readonly string[]} names in the state
 * @param {string} prefix that they had
 * @returns {string[]} the prefix by which most of the layer's names would be found, if there is one
 */
function hintOfPrefix({ missing, unexpected }, targets, names, prefix) {
  if (missing.length < targets.length) return [];
  /** @type {Map<string, number>} how many names would be found */
  const found = new Map();
  for (const name of unexpected) {
    for (const target of targets) {
      const start = name.slice(0, -target.length);
      if (start.endsWith(".") && name.endsWith(target)) found.set(start, (found.get(start) ?? 0) + 1);
    }
  }
  const most = Math.max(...found.values()),
    best = names.length ? [...found.keys()].filter((start) => found.get(start) === most) : [];
  if (best.length === 0) return [];
  const others = best.length > 1 ? `, or one of ${best.length - 1} others,` : "",
    count = most === targets.length ? "all" : `${most} of ${targets.length}`;
  return [`prefix: ${JSON.stringify(prefix + best[0])}${others} would find ${count}`];
}

/**
 * @param {readonly string[]} transpose
 * @param {Map<string, Entry>} entries
 * @returns {string[]}
 */
function faultsOfTranspose(transpose, entries) {
  const names = Array.from(entries.values(), ({ name }) => name);
  return transpose
    .filter((name) => !names.includes(name))
    .map((name) => {
      const near = nearest(name, names),
        hint = near === undefined ? "" : `; the nearest is ${JSON.stringify(near)}`;
      return `transpose: expected names of the state without prefix, got ${describe(name)}${hint}`;
    });
}

/* Tensors ---------------------------------------------------------------------------------------------------------- */

/**
 * @typedef {object} Write
 * @property {string} name the target's
 * @property {Tensor} source
 * @property {Tensor} target
 * @property {boolean} isTurned whether the source is a matrix that lies on its side
 */

/**
 * @param {unknown} value
 * @param {Tensor} target
 * @param {string} name the target's
 * @param {Entry} entry
 * @param {Required<LoadOptions>["transpose"]} transpose
 * @param {string[]} faults added to, where the value has another shape or none
 * @returns {Write}
 */
function writeOf(value, target, name, entry, transpose, faults) {
  const label = `state[${JSON.stringify(name)}]`;
  try {
    const source = asTensor(value, label),
      isTurned = isOnItsSide(source._sizes, entry.name, transpose, label, faults),
      { _sizes: got } = source;
    if (!sameShape(isTurned ? reversed(got) : got, target._sizes)) {
      faults.push(`${label}: ${otherShape(target._sizes, got, isTurned)}`);
    }
    return { name, source, target, isTurned };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    faults.push(error.message); /* nested numbers of no shape */
    return { name, source: target, target, isTurned: false };
  }
}

/** @param {readonly number[]} shape */
const reversed = (shape) => [...shape].reverse();

/**
 * @param {readonly number[]} shape
 * @param {string} name of the entry
 * @param {Required<LoadOptions>["transpose"]} transpose
 * @param {string} label
 * @param {string[]} faults added to, where it is said of what is no matrix
 * @returns {boolean}
 */
function isOnItsSide(shape, name, transpose, label, faults) {
  const isMatrix = shape.length === 2;
  if (typeof transpose !== "function") {
    const result = transpose.includes(name);
    if (result && !isMatrix) faults.push(`${label}: expected a matrix, as transpose names it, got ${shapeText(shape)}`);
    return result && isMatrix;
  }
  const result = isMatrix && transpose(name);
  if (typeof result !== "boolean") throw wrongType(`transpose(${JSON.stringify(name)})`, "true or false", result);
  return result;
}

const TRANSPOSE_FITS = " (its transpose fits: see transpose)";

/**
 * Where some matrices fit only the other way round, square ones lie so, too, and fit all the same.
 * @param {readonly Write[]} writes
 * @param {readonly string[]} faults
 * @returns {string[]}
 */
function faultsOfSquares(writes, faults) {
  if (!faults.some((fault) => fault.endsWith(TRANSPOSE_FITS))) return [];
  const isSquare = (/** @type {readonly number[]} */ [rows, columns, more]) =>
      rows === columns && rows > 1 && more === undefined,
    names = writes.filter(({ source, isTurned }) => !isTurned && isSquare(source._sizes)).map(({ name }) => name);
  return names.length ? [`transpose: square ones fit either way, ${listed(names)} as well`] : [];
}

/**
 * @param {readonly number[]} expected
 * @param {readonly number[]} got
 * @param {boolean} isTurned whether it is to be transposed
 */
function otherShape(expected, got, isTurned) {
  const fits = got.length === 2 && sameShape(isTurned ? got : reversed(got), expected),
    hint = isTurned ? " (it fits as it is)" : TRANSPOSE_FITS;
  return `expected shape ${shapeText(isTurned ? reversed(expected) : expected)}, got ${shapeText(got)}${fits ? hint : ""}`;
}

/**
 * @param {Write} write
 * @param {readonly Tensor[]} all that may be written
 * @returns {Float32Array} the source's; a copy, if another tensor that is written has a part in it (weight and bias may
 *   be exchanged), or its own target where rows become columns
 */
const elementsOf = ({ source, target, isTurned }, all) =>
  all.some((other) => (isTurned || other !== target) && shareMemory(source, other)) ? source.data.slice() : source.data;

/** How many rows and columns of a matrix are turned at a time: they stay in the nearest cache. */
const TILE = 32;

/**
 * Writes the transpose of a matrix.
 * @param {Float32Array} to
 * @param {Float32Array} from
 * @param {readonly number[]} shape of from
 */
function turn(to, from, [rows, columns]) {
  for (let top = 0; top < rows; top += TILE) {
    for (let left = 0; left < columns; left += TILE) {
      const bottom = Math.min(top + TILE, rows),
        right = Math.min(left + TILE, columns);
      for (let j = left; j < right; j++) for (let i = top; i < bottom; i++) to[j * rows + i] = from[i * columns + j];
    }
  }
}
