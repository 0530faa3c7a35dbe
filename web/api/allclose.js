/** Comparing tensors. */
import { checkBoolean, checkNonNegative, checkOptions, sameShape, shapeText, wrongValue } from "./arguments.js";
import { input, run } from "./staging.js";
import { asTensor } from "./tensor.js";

/** @import { Input } from "./tensor.js" */

const OPTIONS = ["rtol", "atol", "equalNan"];

/**
 * Whether |a - b| <= atol + rtol * |b| for every element, as torch.allclose. Equal infinities are close.
 *
 * @param {Input} a
 * @param {Input} b of the same shape
 * @param {{ rtol?: number, atol?: number, equalNan?: boolean }} [options] rtol: default 1e-5; atol: default 1e-8;
 *   equalNan: NaNs are close to each other (default false)
 * @returns {boolean}
 * @throws {RangeError} if the shapes differ, or a tolerance is negative
 * @example
 * allclose([1, 2], [1.000001, 2]); // true
 */
export function allclose(a, b, options) {
  const { rtol = 1e-5, atol = 1e-8, equalNan = false } = checkOptions(options, OPTIONS);
  const x = asTensor(a, "a"), y = asTensor(b, "b");
  if (!sameShape(x._sizes, y._sizes)) throw wrongValue("b", `shape ${shapeText(x._sizes)}, as a`, shapeText(y._sizes));
  checkNonNegative(rtol, "rtol");
  checkNonNegative(atol, "atol");
  const nan = checkBoolean(equalNan, "equalNan") ? 1 : 0;
  const p = input(x, 1), q = input(y, 1);
  let close = true;
  run(x.size, [p, q], (wasm, count) => {
    close &&= wasm.ln_allclose(p.pointer, q.pointer, count, rtol, atol, nan) === 1;
  });
  return close;
}
