/** A layer's state, the tensors by torch's names: what loadState() checks, and then writes. */
import { shareMemory } from "../operands/aliasing.js";
import { checkBoolean, checkOptions, sameShape, shapeText, tagOf, wrongType } from "../checks/arguments.js";
import { asTensor } from "../tensor/as-tensor.js";

/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * @typedef {object} LoadOptions
 * @property {boolean} [strict] whether the names must be those of state(), none missing and none more (default true)
 */

/** How many batches a BatchNorm of torch's has seen, beside its running_mean: of no use here. */
const COUNT = /(^|\.)num_batches_tracked$/;

/**
 * Writes a state into tensors. All is checked before anything is written.
 * @param {Readonly<Record<string, Tensor>>} own the layer's tensors by name
 * @param {unknown} state
 * @param {LoadOptions | undefined} options
 */
export function loadInto(own, state, options) {
  const { strict = true } = checkOptions(options, ["strict"]);
  checkBoolean(strict, "strict");
  if (tagOf(state) !== "Object") throw wrongType("state", "an object of tensors by their names", state);
  const given = new Map(Object.entries(/** @type {object} */ (state))),
    targets = new Map(Object.entries(own)),
    faults = strict ? faultsOfNames(targets, given) : [];
  const pairs = Array.from(targets).filter(([name]) => given.has(name));
  const sources = pairs.map(([name, target]) => sourceOf(given.get(name), name, target, faults));
  if (faults.length) throw new RangeError(faults.join("; "));
  const values = sources.map((source, i) => valuesOf(source, pairs[i][1], own));
  pairs.forEach(([, target], i) => target.data.set(values[i]));
}

/**
 * @param {Map<string, Tensor>} targets
 * @param {Map<string, unknown>} given
 * @returns {string[]}
 */
function faultsOfNames(targets, given) {
  const missing = [...targets.keys()].filter((name) => !given.has(name));
  const unexpected = [...given.keys()].filter(
    (name) => !targets.has(name) && !(COUNT.test(name) && targets.has(name.replace(COUNT, "$1running_mean"))),
  );
  return [
    ...(missing.length ? [`state: missing ${missing.join(", ")}`] : []),
    ...(unexpected.length ? [`state: unexpected ${unexpected.join(", ")}`] : []),
  ];
}

/**
 * @param {unknown} value
 * @param {string} name
 * @param {Tensor} target
 * @param {string[]} faults added to, where the value has another shape or none
 * @returns {Tensor}
 */
function sourceOf(value, name, { _sizes: shape }, faults) {
  const label = `state[${JSON.stringify(name)}]`;
  try {
    const source = asTensor(value, label);
    if (!sameShape(source._sizes, shape)) faults.push(`${label}: ${otherShape(shape, source._sizes)}`);
    return source;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    faults.push(error.message); /* nested numbers of no shape */
    return /** @type {never} */ (null);
  }
}

/**
 * @param {readonly number[]} expected
 * @param {readonly number[]} got
 */
function otherShape(expected, got) {
  const isTransposed = got.length === 2 && sameShape([got[1], got[0]], expected),
    hint = isTransposed ? " (its transpose fits)" : "";
  return `expected shape ${shapeText(expected)}, got ${shapeText(got)}${hint}`;
}

/**
 * @param {Tensor} source
 * @param {Tensor} target
 * @param {Readonly<Record<string, Tensor>>} own all that is written
 * @returns {Float32Array} a copy, if another tensor that is written has a part in it: weight and bias may be exchanged
 */
const valuesOf = (source, target, own) =>
  Object.values(own).some((other) => other !== target && shareMemory(source, other))
    ? source.data.slice()
    : source.data;
