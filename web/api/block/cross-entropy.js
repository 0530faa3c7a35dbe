/** Cross-entropy, with its gradient. */
import { checkInteger, checkOptions, wrongValue } from "../checks/arguments.js";
import { IGNORE_INDEX } from "../checks/defaults.js";
import { ln_cross_entropy } from "../kernel-text.js";
import { withKernels } from "../memory/wasm.js";
import { checkIntegers } from "../operands/integers.js";
import { Operands, input, output, outs, overwritable } from "../operands/operands.js";
import { run } from "../operands/staging.js";
import { asTensor } from "../tensor/as-tensor.js";

/** @import { Input, Target } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * @typedef {object} CrossEntropyOptions
 * @property {number} [ignoreIndex] an integer: rows whose target it is count for nothing, and their gradients are 0
 *   (default -100)
 * @property {{ dlogits: Target }} [out] dlogits is written and returned: of logits' shape; may be logits itself
 *   (default: a new tensor)
 */

/**
 * @typedef {object} CrossEntropy
 * @property {number} loss the mean over the rows that count; NaN if none does
 * @property {Tensor} dlogits its gradient by the logits, of their shape
 */

const kernels = /* @__PURE__ */ withKernels(ln_cross_entropy);

const OPTIONS = ["ignoreIndex", "out"];

/**
 * @param {Input} logits
 * @returns {Tensor} of rows with at least one class
 */
function checkLogits(logits) {
  const source = asTensor(logits, "logits");
  if (source._sizes.length === 2 && source._sizes[1] > 0) return source;
  throw wrongValue("logits", "shape [rows, classes], with at least one class", source._sizes);
}

/**
 * The classes as the kernel takes them: 32-bit integers, and the number of classes for a row that counts for nothing.
 * @param {unknown} targets
 * @param {readonly number[]} shape of logits
 * @param {number} ignored
 */
function classesOf(targets, [rows, classes], ignored) {
  const fits = (/** @type {number} */ target) => target === ignored || (target >= 0 && target < classes);
  const expected = `a class from 0 to ${classes - 1}, or ignoreIndex, ${ignored}`,
    list = checkIntegers(targets, "targets", fits, expected);
  if (list.length !== rows) throw wrongValue("targets", `${rows}, one for each row of logits`, list.length);
  const indices = new Uint32Array(rows);
  let count = 0;
  for (let i = 0; i < rows; i++) {
    const isIgnored = list[i] === ignored;
    indices[i] = isIgnored ? classes : list[i];
    if (!isIgnored) count++;
  }
  return { indices, count };
}

/**
 * The mean of `-log softmax(logits)[target]` over the rows, as torch.nn.functional.cross_entropy, and its gradient by
 * the logits, `(softmax(logits) - [class is target]) / rows`. Rows whose target is ignoreIndex count for nothing, also
 * in the mean; if none counts, the loss is NaN, as in torch, and all gradients are 0. The loss is within 2e-6 * max(1,
 * loss) of float64, and the gradients of a row within 1e-5 of its largest, also where a target is all but certain.
 *
 * @param {Input} logits [rows, classes]
 * @param {ArrayLike<number> | Tensor} targets the class of each row: an array or a typed array of integers, or a tensor
 *   of one dim
 * @param {CrossEntropyOptions} [options] ignoreIndex (default -100); out: where dlogits goes (default: a new tensor)
 * @returns {CrossEntropy} loss, a number; dlogits [rows, classes]
 * @throws {TypeError} if an argument, a target or an option has a wrong type, or an option is unknown
 * @throws {RangeError} if logits has other dims or no class; if targets are more or less than the rows; if one is no
 *   class and not ignoreIndex; if ignoreIndex is no integer; if out.dlogits has another shape than logits
 * @example
 * const { loss, dlogits } = crossEntropy([[2, 0, 0], [0, 1, 0]], [0, 2]);
 * loss.toFixed(4); // => '0.8955'
 * dlogits; // => tensor([[-0.1065, 0.0533, 0.0533], [0.1060, 0.2881, -0.3940]])
 */
export function crossEntropy(logits, targets, options) {
  const { ignoreIndex = IGNORE_INDEX, out } = checkOptions(options, OPTIONS),
    source = checkLogits(logits),
    [rows, classes] = source._sizes,
    given = outs(out, ["dlogits"]);
  const { indices, count } = classesOf(targets, source._sizes, checkInteger(ignoreIndex, "ignoreIndex", -Infinity));
  const all = new Operands(),
    from = overwritable(all, source, classes),
    target = input(all, asTensor(new Float32Array(indices.buffer), "targets"), 1) /* bits */,
    dlogits = output(all, given.dlogits, source._sizes, classes, from, "out.dlogits"),
    losses = output(all, undefined, [rows, 2], 2) /* bits of doubles */;
  run(kernels, rows, all, (wasm, piece) =>
    wasm.ln_cross_entropy(dlogits.pointer, losses.pointer, from.pointer, target.pointer, piece, classes, count),
  );
  let sum = 0;
  for (const loss of new Float64Array(losses.tensor.data.buffer)) sum += loss;
  return { loss: sum / count, dlogits: dlogits.tensor };
}
