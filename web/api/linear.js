/** The linear layer and ReLU. */
import { checkOptions, shapeText, wrongValue } from "./arguments.js";
import { input, output, run } from "./staging.js";
import { asOptionalTensor, asTensor, checkAliasing, resultTensor } from "./tensor.js";

/** @import { Out } from "./normalize.js" */
/** @import { Input, Tensor } from "./tensor.js" */

/**
 * `x W^T + b`, as torch.nn.functional.linear. Products and sums are in double and rounded once.
 *
 * @param {Input} x [..., inputs]
 * @param {Input} weight [outputs, inputs]
 * @param {Input | null} [bias] [outputs]
 * @param {Out} [options]
 * @returns {Tensor} [..., outputs]
 * @throws {RangeError} if the shapes do not fit
 * @example
 * linear([1, 2], [[3, 4], [5, 6]], [0, 1]); // tensor([11., 18.])
 */
export function linear(x, weight, bias, options) {
  const { out } = checkOptions(options, ["out"]);
  const source = asTensor(x, "x"), w = asTensor(weight, "weight");
  if (w.shape.length !== 2) throw wrongValue("weight", "shape [outputs, inputs]", shapeText(w.shape));
  const [outputs, inputs] = w.shape;
  if (source.shape.at(-1) !== inputs) {
    throw wrongValue("x", `a last dim of ${inputs}, as weight has inputs`, `shape ${shapeText(source.shape)}`);
  }
  const b = asOptionalTensor(bias, "bias", [outputs]);
  const y = resultTensor(out, [...source.shape.slice(0, -1), outputs]);
  checkAliasing([y], [source, w, b]);
  if (y.size === 0) return y;
  const o = output(y, outputs), p = input(source, inputs), q = input(w), r = input(b);
  run(y.size / outputs, [o, p, q, r], (wasm, count) =>
    wasm.ln_linear(o.pointer, p.pointer, q.pointer, r.pointer, count, inputs, outputs));
  return y;
}

/**
 * `max(x, 0)`, elementwise, as torch.relu: NaN stays NaN, and -0 stays -0.
 *
 * @param {Input} x
 * @param {Out} [options]
 * @returns {Tensor} of x's shape
 * @example
 * relu([-1, 2]); // tensor([0., 2.])
 */
export function relu(x, options) {
  const { out } = checkOptions(options, ["out"]);
  const source = asTensor(x, "x");
  const y = resultTensor(out, [...source.shape]);
  checkAliasing([y], [source]);
  const o = output(y, 1), p = input(source, 1);
  run(source.size, [o, p], (wasm, count) => wasm.ln_relu(o.pointer, p.pointer, count), p);
  return y;
}
