/** Which memory an output may share: all that an input has, or none of it; and none that another output has. */
import { wrongValue } from "../checks/arguments.js";
import { REPLACE, SUM, UPDATE } from "./operands.js";

/** @import { Operand, Operands } from "./operands.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * Checks the memory of an output that the caller gave. A resident input that the kernel would overwrite while it still
 * reads it is marked as staged.
 * @param {Operand} out
 * @param {Operands} all
 * @returns {boolean} whether there is such an input
 * @throws {RangeError} if out shares a part of an input, or any of another output
 */
export function settleAliasing(out, all) {
  let result = false,
    /** @type {Operand | null} */
    output = null;
  for (let other = all.next; other; other = other.next) {
    const shared = other.isNew || other === out ? "none" : overlap(out, other);
    if (shared === "none") continue;
    if (other.use >= UPDATE) output ??= other.use < out.use ? null : other; /* two outputs: one of them says so */
    else if (shared === "part") throw partShared(out.name);
    else if (out.use !== SUM && other.use !== REPLACE) {
      other.staged = true;
      result = true;
    }
  }
  if (output) throw wrongValue(out.name, "no memory of another output", `some of ${output.name}`);
  return result;
}

/** @param {string} name of an output */
const partShared = (name) => wrongValue(name, "the very memory of an input or none of it", "a part of it");

/**
 * An input's elements for an op that copies them without a kernel: in a copy, where the output has their memory.
 * @param {Tensor} x
 * @param {Tensor} y the output
 * @returns {Float32Array}
 * @throws {RangeError} if the output shares a part of the input
 */
export function apartFrom(x, y) {
  const from = x.data,
    to = y.data;
  if (!shareMemory(x, y)) return from;
  if (from.byteOffset === to.byteOffset && from.length === to.length) return from.slice();
  throw partShared("out");
}

/**
 * How much memory the tensors of two operands share, as long as none has its place in the staging area.
 * @param {Operand} a
 * @param {Operand} b
 * @returns {"none" | "part" | "same"}
 */
function overlap(a, b) {
  const s = /** @type {Tensor} */ (a.tensor),
    t = /** @type {Tensor} */ (b.tensor);
  let p = a.pointer,
    q = b.pointer;
  if (p === 0 || q === 0) {
    if (p !== q || s._view.buffer !== t._view.buffer) return "none";
    p = s._view.byteOffset;
    q = t._view.byteOffset;
  }
  if (Math.max(p, q) >= Math.min(p + 4 * a.size, q + 4 * b.size)) return "none"; /* also where one is empty */
  return p === q && a.size === b.size ? "same" : "part";
}

/**
 * Whether two tensors have memory in common, whatever it is used for.
 * @param {Tensor} a
 * @param {Tensor} b
 */
export function shareMemory({ data: a }, { data: b }) {
  if (a.buffer !== b.buffer) return false;
  return Math.max(a.byteOffset, b.byteOffset) < Math.min(a.byteOffset + a.byteLength, b.byteOffset + b.byteLength);
}
