/** The linear layer and ReLU. */
import { checkOptions, elementCount, shapeText, wrongValue } from "./arguments.js";
import { GRADIENTS } from "./layer-norm.js";
import { input, output, outs, overwritable, run, scratch } from "./staging.js";
import { asOptionalTensor, asTensor, asTensorOfShape } from "./tensor.js";
import { heapView, permute } from "./wasm.js";

/** @import { Gradients, GradientTargets, Out } from "./layer-norm.js" */
/** @import { Input, Target, Tensor } from "./tensor.js" */

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
  const { out } = checkOptions(options, OPTIONS);
  const source = asTensor(x, "x"), w = asTensor(weight, "weight"), [outputs, inputs] = featuresOf(w, source);
  const b = input(asOptionalTensor(bias, "bias", [outputs])), p = input(source, inputs), q = input(w);
  const y = output(out, [...source._sizes.slice(0, -1), outputs], outputs);
  run(y.tensor.size / outputs || 0, [p, q, b, y], (wasm, count) =>
    wasm.ln_linear(y.pointer, p.pointer, q.pointer, b.pointer, count, inputs, outputs));
  return y.tensor;
}

const OPTIONS = ["out"];

/**
 * @param {Tensor} weight
 * @param {Tensor} x
 * @returns {readonly number[]} weight's shape, [outputs, inputs]
 */
function featuresOf({ _sizes: shape }, x) {
  if (shape.length !== 2) throw wrongValue("weight", "shape [outputs, inputs]", shapeText(shape));
  if (x._sizes.at(-1) === shape[1]) return shape;
  throw wrongValue("x", `a last dim of ${shape[1]}, as weight has inputs`, `shape ${shapeText(x._sizes)}`);
}

/**
 * The gradients of {@link linear}: `dx = dy W`, `dweight = dy^T x`, `dbias = sum(dy)` over the rows. Products and sums
 * are in double and rounded once.
 *
 * @param {Input} dy the gradient of y, [..., outputs]
 * @param {Input} x what the forward pass was given, [..., inputs]
 * @param {Input} weight [outputs, inputs]
 * @param {{ out?: GradientTargets }} [options] out: all three are written and returned
 * @returns {Gradients} dx of x's shape, dweight [outputs, inputs], dbias [outputs]
 * @throws {RangeError} if the shapes do not fit
 * @example
 * const { dx, dweight, dbias } = linearBackward([1, 0], [1, 2], [[3, 4], [5, 6]]);
 */
export function linearBackward(dy, x, weight, options) {
  const { out } = checkOptions(options, OPTIONS);
  const source = asTensor(x, "x"), matrix = asTensor(weight, "weight"), [outputs, inputs] = featuresOf(matrix, source);
  const gradient = asTensorOfShape(dy, "dy", [...source._sizes.slice(0, -1), outputs]), given = outs(out, GRADIENTS);
  const rows = elementCount(source._sizes.slice(0, -1));
  const g = input(gradient, gradient.size), p = input(source, source.size), w = input(matrix, matrix.size);
  const dx = output(given.dx, source._sizes, source.size, null, "out.dx");
  const dweight = output(given.dweight, matrix._sizes, matrix.size, null, "out.dweight");
  const dbias = output(given.dbias, [outputs], outputs, null, "out.dbias");
  const gT = scratch(gradient.size), pT = scratch(source.size), wT = scratch(matrix.size), ones = scratch(rows);
  run(1, [g, p, w, dx, dweight, dbias, gT, pT, wT, ones], (wasm) => {
    permute(gT.pointer, g.pointer, [rows, outputs], [1, 0]);
    permute(pT.pointer, p.pointer, [rows, inputs], [1, 0]);
    permute(wT.pointer, w.pointer, [outputs, inputs], [1, 0]);
    heapView().fill(1, ones.pointer / 4, ones.pointer / 4 + rows);
    wasm.ln_linear(dx.pointer, g.pointer, wT.pointer, 0, rows, outputs, inputs);
    wasm.ln_linear(dweight.pointer, gT.pointer, pT.pointer, 0, outputs, rows, inputs);
    wasm.ln_linear(dbias.pointer, ones.pointer, gT.pointer, 0, 1, rows, outputs);
  });
  return { dx: dx.tensor, dweight: dweight.tensor, dbias: dbias.tensor };
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
  const { out } = checkOptions(options, OPTIONS);
  const source = asTensor(x, "x"), p = overwritable(source, 1), y = output(out, source._sizes, 1, p);
  run(source.size, [p, y], (wasm, count) => wasm.ln_relu(y.pointer, p.pointer, count));
  return y.tensor;
}

const DX = /** @type {const} */ (["dx"]);

/**
 * The gradient of {@link relu}, as torch's: dy where x > 0, and where x is NaN; otherwise 0.
 *
 * @param {Input} dy the gradient of y, of x's shape
 * @param {Input} x what the forward pass was given
 * @param {{ out?: { dx: Target } }} [options] out: dx is written and returned; it may be dy or x itself
 * @returns {{ dx: Tensor }} of x's shape
 * @throws {RangeError} if dy has another shape than x
 * @example
 * reluBackward([5, 6], [-1, 2]).dx; // tensor([0., 6.])
 */
export function reluBackward(dy, x, options) {
  const { out } = checkOptions(options, OPTIONS);
  const source = asTensor(x, "x"), g = overwritable(asTensorOfShape(dy, "dy", source._sizes), 1);
  const p = overwritable(source, 1), dx = output(outs(out, DX).dx, source._sizes, 1, g, "out.dx");
  run(source.size, [g, p, dx], (wasm, count) => wasm.ln_relu_backward(dx.pointer, g.pointer, p.pointer, count));
  return { dx: dx.tensor };
}
