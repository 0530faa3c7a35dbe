/**
 * How each kernel is cut into parts that threads do: along which of its sizes, and where each of its operands then
 * begins. A kernel that is not here stays on one thread.
 */
import { LN_RUN_ROWS, LN_SCRATCH_MORE, LN_SCRATCH_PER_ELEMENT } from "../kernels.js";

/**
 * What is known of a kernel's arguments, which stand in the order of c/norm.h.
 * @typedef {object} Plan
 * @property {Cut[]} cuts in the order in which they are tried
 * @property {number[]} sizes which arguments are sizes
 * @property {number[][]} places pairs of operands: one that is written, and one that is read and may be the same
 * @property {number} scratch which argument is room that each thread has of its own; -1: none
 * @property {number} perTerm floats of that room for each element of `terms`
 * @property {number} terms an argument, a size
 * @property {number} more floats of that room besides
 * @property {number} ns about how long one of all products of its sizes takes
 */

/**
 * A size along which a kernel may be cut, if all sizes before it are 1. It need not be if it is the number of samples:
 * then a part takes its share of one sample after the other, and so sums over samples have one order; nor if it is what
 * columns are made of: then a kernel of c/parts.h does some of the columns.
 * @typedef {object} Cut
 * @property {string} by which kernel does a part
 * @property {boolean} isColumns whether that goes over some columns of a matrix
 * @property {number} at which argument it is
 * @property {number[]} before arguments that must be 1: sizes
 * @property {number} each the size that counts samples; -1: none
 * @property {number[]} without arguments that must be 0: pointers
 * @property {number} grain parts are a multiple of it
 * @property {number} wrap an argument that counts on with the cut size, below another one; -1: none
 * @property {number} below that other one; 0: it stands still
 * @property {(number[] | null)[]} steps of each argument: the bytes of an element, and the sizes whose product, times
 *   that, lies between what belongs to an index and to the next; null: it does not move
 * @property {number} span the size that counts the samples, or a matrix's rows; -1: none
 * @property {(number[] | null)[]} spanSteps the same from one of these to the next
 * @property {number[]} sums arguments that are added to, over the cut size: parts get NULL, and keep their sums of runs
 *   in the kernel's scratch, which are then added up in the order of the rows (ln_add_runs of c/parts.h)
 * @property {number} terms how many elements a run of rows has, an argument
 */

/**
 * What a row of the table says besides the arguments.
 * @typedef {object} Row
 * @property {number} ns
 * @property {Record<string, number>} cuts sizes, each with its grain
 * @property {Record<string, string[]>} [without] of a cut: pointers that must be NULL
 * @property {[per: number, terms: string, more: number]} [scratch]
 * @property {[first: string, below: string]} [wrap]
 * @property {string} [samples] the size that counts samples
 * @property {true} [columns] there is a kernel for some of the columns, `inner`, of `n` rows
 * @property {string[]} [sums] what is added to over the rows
 */

/**
 * @typedef {object} Argument
 * @property {string} name as in c/norm.h
 * @property {string} use of a pointer: "<" it is read, ">" written, "+" added to
 * @property {string[]} dims the sizes of what it points to
 * @property {number} bytes of an element
 */

/**
 * An argument: "x<outer.n" is a pointer to what is read, of that shape; "y>outer.n" to what is written, "d+n:8" to what
 * is added to, with elements of 8 bytes; a size or a number is its name alone.
 * @param {string} text
 * @returns {Argument}
 */
function argument(text) {
  const [name, use = "", shape = "", bytes = "4"] = text.split(/([<>+])|:/).filter((part) => part !== undefined);
  return { name, use, dims: shape ? shape.split(".") : [], bytes: Number(bytes) };
}

/**
 * @param {string} name of the kernel
 * @param {readonly Argument[]} all
 * @param {string} size
 * @param {Row} row
 * @returns {Cut}
 */
function cut(name, all, size, { cuts, without = {}, wrap = ["", ""], samples = "", columns, sums = [] }) {
  const index = (/** @type {string} */ name) => all.findIndex((each) => each.name === name),
    stepsAlong = (/** @type {string} */ name) =>
      all.map(({ dims, bytes }) => {
        const at = dims.indexOf(name);
        return at < 0 ? null : [bytes, ...dims.slice(at + 1).map(index)];
      }),
    before = new Set(all.flatMap(({ dims }) => dims.slice(0, Math.max(0, dims.indexOf(size))))),
    each = before.delete(samples) ? samples : "",
    isColumns = columns === true && size === "inner",
    span = isColumns ? "n" : each;
  if (isColumns) before.delete("n");
  const [first, below] = wrap;
  return {
    by: isColumns ? `${name}_columns` : name,
    isColumns,
    at: index(size),
    before: [...before].map(index),
    each: index(each),
    without: (without[size] ?? []).map(index),
    grain: cuts[size],
    wrap: index(first),
    below: index(below),
    steps: stepsAlong(size),
    span: index(span),
    spanSteps: stepsAlong(span),
    sums: sums.map(index),
    terms: index("n"),
  };
}

/**
 * @param {string} name of the kernel
 * @param {string} text
 * @param {Row} row
 * @returns {Plan}
 */
function plan(name, text, row) {
  const all = text.split(" ").map(argument),
    dims = new Set(all.flatMap((each) => each.dims)),
    [perTerm, terms, more] = row.scratch ?? [0, "", 0];
  const [written, read, added] = [">", "<", "+"].map((use) => all.flatMap((each, i) => (each.use === use ? [i] : [])));
  return {
    cuts: Object.keys(row.cuts).map((size) => cut(name, all, size, row)),
    sizes: all.flatMap(({ name }, i) => (dims.has(name) ? [i] : [])),
    places: [...written.flatMap((w) => read.map((r) => [w, r])), ...added.map((i) => [i, i])],
    scratch: all.findIndex(({ name }) => name === "scratch"),
    perTerm,
    terms: all.findIndex(({ name }) => name === terms),
    more,
    ns: row.ns,
  };
}

/** The grain of elements side by side: cache lines are written by one thread. */
const ELEMENTS = 1024;

/** Of rows that are packed, or share what is loaded: fewer would load it too often. */
const BLOCK_ROWS = 32;

const EACH = { n: ELEMENTS };

const BROADCAST = { outer: 1, repeats: 1, n: 16, inner: ELEMENTS };

/** Columns in whole tiles of block/exps.h. */
const BY_COLUMNS = { cuts: { outer: 1, inner: 64 }, columns: /** @type {const} */ (true) };

const PRODUCT_NS = 0.07;

/** @type {[name: string, text: string, row: Row][]} */
const table = [
  [
    "ln_moments",
    "mean>outer.inner variance>outer.inner std>outer.inner x<outer.n.inner outer n inner correction",
    { ns: 0.15, ...BY_COLUMNS },
  ],
  [
    "ln_layer_norm",
    "y>outer.n.inner mean>outer.inner rstd>outer.inner x<outer.n.inner weight<n bias<n outer n inner correction eps",
    { ns: 0.2, ...BY_COLUMNS },
  ],
  [
    "ln_add_layer_norm",
    "y>outer.n sum>outer.n x<outer.n residual<outer.n weight<n bias<n outer n eps",
    { ns: 0.3, cuts: { outer: 1 } },
  ],
  ["ln_rms_norm", "y>outer.n rrms>outer x<outer.n weight<n outer n weightOffset eps", { ns: 0.2, cuts: { outer: 1 } }],
  [
    "ln_add_rms_norm",
    "y>outer.n sum>outer.n x<outer.n residual<outer.n weight<n outer n weightOffset eps",
    { ns: 0.3, cuts: { outer: 1 } },
  ],
  [
    "ln_norm_rows",
    "y>outer.n sum>outer.n mean>outer rstd>outer x<outer.n residual<outer.n weight<n bias<n weightRow<outer " +
      "biasRow<outer outer n weightOffset eps centered",
    { ns: 0.27, cuts: { outer: 1 } },
  ],
  ["ln_l2_norm", "y>outer.n.inner x<outer.n.inner outer n inner eps", { ns: 0.2, ...BY_COLUMNS }],
  [
    "ln_layer_norm_backward",
    "dx>outer.n dweight+n:8 dbias+n:8 scratch dy<outer.n x<outer.n mean<outer rstd<outer weight<n outer n eps",
    rowSums(["dweight", "dbias"]),
  ],
  [
    "ln_normalize_backward",
    "dx>outer.n dweight+n:8 dbias+n:8 scratch dy<outer.n x<outer.n weight<n outer n correction eps",
    rowSums(["dweight", "dbias"]),
  ],
  [
    "ln_rms_norm_backward",
    "dx>outer.n dweight+n:8 scratch dy<outer.n x<outer.n rrms<outer weight<n outer n weightOffset eps",
    rowSums(["dweight"]),
  ],
  [
    "ln_norm_rows_backward",
    "dx>outer.n dweight+n:8 dbias+n:8 scratch dy<outer.n x<outer.n mean<outer rstd<outer weight<n weightRow<outer " +
      "dbiasRow<outer outer n weightOffset eps centered",
    { ...rowSums(["dweight", "dbias"]), without: { outer: ["weightRow", "dbiasRow"] } },
  ],
  [
    "ln_l2_norm_backward",
    "dx>outer.n scratch dy<outer.n x<outer.n outer n eps",
    { ns: 0.4, cuts: { outer: 1 }, scratch: [LN_SCRATCH_PER_ELEMENT, "n", LN_SCRATCH_MORE] },
  ],
  [
    "ln_group_norm",
    "y>outer.groups.channels.inner mean>outer.groups rstd>outer.groups x<outer.groups.channels.inner " +
      "weight<groups.channels bias<groups.channels weightRow<outer biasRow<outer outer groups channels inner " +
      "weightOffset eps",
    { ns: 0.2, cuts: { outer: 1, groups: 1 }, without: { groups: ["weightRow", "biasRow"] }, samples: "outer" },
  ],
  [
    "ln_instance_norm",
    "y>outer.channels.inner mean>outer.channels variance>outer.channels rstd>outer.channels x<outer.channels.inner " +
      "weight<channels bias<channels weightRow<outer biasRow<outer outer channels inner weightOffset eps",
    { ns: 0.2, cuts: { outer: 1, channels: 1 }, without: { channels: ["weightRow", "biasRow"] }, samples: "outer" },
  ],
  [
    "ln_group_norm_backward",
    "dx>outer.groups.channels.inner dweight+groups.channels:8 dbias+groups.channels:8 dy<outer.groups.channels.inner " +
      "x<outer.groups.channels.inner weight<groups.channels weightRow<outer dbiasRow<outer outer groups channels " +
      "inner weightOffset eps",
    { ns: 0.5, cuts: { groups: 1 }, without: { groups: ["weightRow", "dbiasRow"] }, samples: "outer" },
  ],
  [
    "ln_batch_norm",
    "y>outer.channels.inner x<outer.channels.inner mean<channels variance<channels weight<channels bias<channels " +
      "outer channels inner eps",
    { ns: 0.12, cuts: { outer: 1, channels: 1 }, samples: "outer" },
  ],
  [
    "ln_batch_norm_backward",
    "dx>outer.channels.inner dweight+channels:8 dbias+channels:8 dy<outer.channels.inner x<outer.channels.inner " +
      "mean<channels variance<channels weight<channels outer channels inner eps",
    { ns: 0.3, cuts: { channels: 1 }, samples: "outer" },
  ],
  ["ln_scaler_transform", "y>rows.columns x<rows.columns mean<columns:8 scale<columns:8 rows columns", scaled()],
  ["ln_scaler_inverse", "y>rows.columns x<rows.columns mean<columns:8 scale<columns:8 rows columns", scaled()],
  ["ln_from_float16", "y>n x<n:2 n", { ns: 0.2, cuts: EACH }],
  ["ln_from_bfloat16", "y>n x<n:2 n", { ns: 0.1, cuts: EACH }],
  ["ln_to_float16", "y>n:2 x<n n", { ns: 0.2, cuts: EACH }],
  ["ln_to_bfloat16", "y>n:2 x<n n", { ns: 0.2, cuts: EACH }],
  ["ln_round", "y>n x<n:8 n", { ns: 0.2, cuts: EACH }],
  [
    "ln_linear",
    "y>rows.outputs x<rows.inputs weight<outputs.inputs bias<outputs rows inputs outputs",
    { ns: PRODUCT_NS, cuts: { rows: 1, outputs: 8 } },
  ],
  [
    "ln_matmul",
    "y>rows.columns scratch a<rows.inner b<inner.columns rows inner columns",
    { ns: PRODUCT_NS, cuts: { rows: BLOCK_ROWS }, scratch: [64, "inner", 32768] },
  ],
  ["ln_add", "y>outer.repeats.n.inner a<outer.repeats.n.inner b<outer.n outer repeats n inner", added()],
  ["ln_mul", "y>outer.repeats.n.inner a<outer.repeats.n.inner b<outer.n outer repeats n inner", added()],
  ["ln_relu", "y>n x<n n", { ns: 0.1, cuts: EACH }],
  ["ln_relu_backward", "dx>n dy<n x<n n", { ns: 0.12, cuts: EACH }],
  ["ln_silu", "y>n x<n n", { ns: 0.9, cuts: EACH }],
  ["ln_silu_backward", "dx>n dy<n x<n n", { ns: 1.2, cuts: EACH }],
  ["ln_silu_mul", "y>n gate<n up<n n", { ns: 1, cuts: EACH }],
  ["ln_silu_mul_backward", "dgate>n dup>n dy<n gate<n up<n n", { ns: 1.5, cuts: EACH }],
  ["ln_gelu", "y>n x<n n tanh", { ns: 0.85, cuts: EACH }],
  ["ln_gelu_backward", "dx>n dy<n x<n n tanh", { ns: 1.5, cuts: EACH }],
  ["ln_gelu_mul", "y>n gate<n up<n n tanh", { ns: 1.2, cuts: EACH }],
  ["ln_gelu_mul_backward", "dgate>n dup>n dy<n gate<n up<n n tanh", { ns: 1.8, cuts: EACH }],
  [
    "ln_softmax",
    "y>outer.n.inner x<outer.n.inner outer n inner scale queries first",
    { ns: 0.8, ...BY_COLUMNS, wrap: ["first", "queries"] },
  ],
  [
    "ln_softmax_backward",
    "dx>outer.n.inner dy<outer.n.inner y<outer.n.inner outer n inner scale",
    { ns: 0.3, ...BY_COLUMNS },
  ],
  ["ln_log_softmax", "y>outer.n.inner x<outer.n.inner outer n inner", { ns: 0.8, ...BY_COLUMNS }],
  [
    "ln_cross_entropy",
    "dlogits>rows.classes losses>rows:8 logits<rows.classes targets<rows rows classes count",
    { ns: 1, cuts: { rows: 1 } },
  ],
];

/** @returns {Row} */
function added() {
  return { ns: 0.12, cuts: BROADCAST };
}

/**
 * Of passes over rows that add up the gradients of parameters.
 * @param {string[]} sums
 * @returns {Row}
 */
function rowSums(sums) {
  return { ns: 0.5, cuts: { outer: LN_RUN_ROWS }, sums };
}

/** @returns {Row} */
function scaled() {
  return { ns: 0.3, cuts: { rows: 1 } };
}

/**
 * The plans of the kernels that are cut, by their names.
 * @type {ReadonlyMap<string, Plan>}
 */
export const plans = new Map(table.map(([name, text, row]) => [name, plan(name, text, row)]));

/**
 * What their arguments are, for tests.
 * @type {ReadonlyMap<string, Argument[]>}
 */
export const argumentsOf = new Map(table.map(([name, text]) => [name, text.split(" ").map(argument)]));

/** So many of a size are enough for threads to have about the same to do. */
const ENOUGH = 8;

/**
 * The cut of a call: along the first size that there is enough of, or else the largest; null: it cannot be cut.
 * @param {Plan} plan
 * @param {readonly number[]} args
 * @returns {Cut | null}
 */
export function cutOf({ cuts }, args) {
  /** @type {Cut | null} */
  let best = null;
  for (const each of cuts) {
    if (!each.before.every((i) => args[i] === 1)) break;
    const most = best ? args[best.at] : 1;
    if (args[each.at] > most && each.without.every((i) => args[i] === 0)) best = each;
    if (most >= ENOUGH) break;
  }
  return best;
}
