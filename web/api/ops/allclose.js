/** Comparing tensors. */
import { checkBoolean, checkNonNegative, checkOptions, sameShape, shapeText, wrongValue } from "../checks/arguments.js";
import { ATOL, RTOL } from "../checks/defaults.js";
import { ln_allclose } from "../kernel-text.js";
import { withKernels } from "../memory/wasm.js";
import { input, Operands } from "../operands/operands.js";
import { run } from "../operands/staging.js";
import { asTensor } from "../tensor/as-tensor.js";

/** @import { Input } from "../tensor/as-tensor.js" */

/**
 * @typedef {object} AllcloseOptions
 * @property {number} [rtol] relative to b (default 1e-5)
 * @property {number} [atol] absolute (default 1e-8)
 * @property {boolean} [equalNan] NaNs are close to each other (default false)
 */

const kernels = /* @__PURE__ */ withKernels(ln_allclose);

const OPTIONS = ["rtol", "atol", "equalNan"];

/**
 * Whether |a - b| <= atol + rtol * |b| for every element, as torch.allclose. Equal infinities are close.
 *
 * @param {Input} a of any shape
 * @param {Input} b of a's shape
 * @param {AllcloseOptions} [options] rtol (default 1e-5), atol (default 1e-8), equalNan (default false)
 * @returns {boolean}
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if the shapes differ, or a tolerance is not a finite number >= 0
 * @example
 * allclose([1, 2], [1.000001, 2]); // => true
 * allclose([1, 2], [1.1, 2]); // => false
 */
export function allclose(a, b, options) {
  const { rtol = RTOL, atol = ATOL, equalNan } = checkOptions(options, OPTIONS);
  const x = asTensor(a, "a"),
    y = asTensor(b, "b");
  if (!sameShape(x._sizes, y._sizes)) throw wrongValue("b", `shape ${shapeText(x._sizes)}, as a`, y._sizes);
  checkNonNegative(rtol, "rtol");
  checkNonNegative(atol, "atol");
  const nan = checkBoolean(equalNan, "equalNan") ? 1 : 0;
  const all = new Operands();
  const operands = { a: input(all, x, 1), b: input(all, y, 1) };
  let close = true;
  run(kernels, x.size, all, (wasm, count) => {
    close &&= wasm.ln_allclose(operands.a.pointer, operands.b.pointer, count, rtol, atol, nan) === 1;
  });
  return close;
}
