/** The linear layer. */
import { checkOptions, elementCount, shapeText, wrongValue } from "../checks/arguments.js";
import { ln_linear } from "../kernel-text.js";
import { heapView } from "../memory/heap.js";
import { withKernels } from "../memory/wasm.js";
import { GRADIENTS, gradientsOf } from "../operands/backward.js";
import { parameter } from "../operands/forward.js";
import { Operands, input, output, outs, scratch } from "../operands/operands.js";
import { permuted } from "../operands/permuted.js";
import { run } from "../operands/staging.js";
import { asTensor, asTensorOfShape } from "../tensor/as-tensor.js";

/** @import { BackwardOptions, Gradients, Out } from "../operands/forward.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

const kernels = /* @__PURE__ */ withKernels(ln_linear);

/**
 * `x W^T + b`, as torch.nn.functional.linear. Every element is within 1e-6 of the sum of the magnitudes of its products
 * and bias; a row's bits depend on no other row.
 *
 * @param {Input} x [..., inputs]
 * @param {Input} weight [outputs, inputs]
 * @param {Input | null} [bias] [outputs] (default: none)
 * @param {Out} [options] out: where y goes (default: a new tensor)
 * @returns {Tensor} [..., outputs]
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if the shapes do not fit
 * @example
 * linear([1, 2], [[3, 4], [5, 6]], [0, 1]); // => tensor([11., 18.])
 */
export function linear(x, weight, bias, options) {
  const { out } = checkOptions(options, OPTIONS);
  const source = asTensor(x, "x"),
    matrix = asTensor(weight, "weight"),
    [outputs, inputs] = featuresOf(matrix, source);
  const all = new Operands();
  const operands = {
    bias: parameter(all, bias, "bias", [outputs]),
    x: input(all, source, inputs),
    weight: input(all, matrix),
    y: output(all, out, [...source._sizes.slice(0, -1), outputs], outputs),
  };
  run(kernels, operands.y.size / outputs || 0, all, (wasm, count) =>
    wasm.ln_linear(
      operands.y.pointer,
      operands.x.pointer,
      operands.weight.pointer,
      operands.bias.pointer,
      count,
      inputs,
      outputs,
    ),
  );
  return operands.y.tensor;
}

const OPTIONS = ["out"];

/**
 * @param {Tensor} weight
 * @param {Tensor} x
 * @returns {readonly number[]} weight's shape, [outputs, inputs]
 */
function featuresOf({ _sizes: shape }, x) {
  if (shape.length !== 2) throw wrongValue("weight", "shape [outputs, inputs]", shape);
  const inputs = x._sizes[x._sizes.length - 1];
  if (inputs === shape[1]) return shape;
  const hint = inputs === shape[0] ? " (weight's transpose fits: its shape is [outputs, inputs])" : "";
  throw wrongValue("x", `a last dim of ${shape[1]}, as weight has inputs`, shapeText(x._sizes) + hint);
}

/**
 * @param {Operands} all
 * @param {number} rows
 * @param {number} columns
 */
const transposed = (all, rows, columns) => permuted(all, [rows, columns], [1, 0]);

/**
 * The gradients of {@link linear}: `dx = dy W`, `dweight = dy^T x`, `dbias = sum(dy)` over the rows. They are
 * as near to the exact ones as its output: each is such a product.
 *
 * @param {Input} dy the gradient of y, [..., outputs]
 * @param {Input} x what the forward pass was given, [..., inputs]
 * @param {Input} weight [outputs, inputs]
 * @param {Pick<BackwardOptions, "out">} [options] out: where the gradients go (default: new tensors)
 * @returns {Gradients} dx of x's shape, dweight [outputs, inputs], dbias [outputs]
 * @throws {TypeError} as {@link linear}
 * @throws {RangeError} if the shapes do not fit
 * @example
 * const { dx, dweight } = linearBackward([1, 0], [1, 2], [[3, 4], [5, 6]]);
 * dx; // => tensor([3., 4.])
 * dweight; // => tensor([[1., 2.], [0., 0.]])
 */
export function linearBackward(dy, x, weight, options) {
  const { out } = checkOptions(options, OPTIONS);
  const source = asTensor(x, "x"),
    matrix = asTensor(weight, "weight"),
    [outputs, inputs] = featuresOf(matrix, source);
  const gradient = asTensorOfShape(dy, "dy", [...source._sizes.slice(0, -1), outputs]),
    given = outs(out, GRADIENTS);
  const rows = elementCount(source._sizes.slice(0, -1));
  const all = new Operands();
  const operands = {
    dy: input(all, gradient, gradient.size),
    x: input(all, source, source.size),
    weight: input(all, matrix, matrix.size),
  };
  const dx = output(all, given.dx, source._sizes, source.size, null, "out.dx"),
    dweight = output(all, given.dweight, matrix._sizes, matrix.size, null, "out.dweight"),
    dbias = output(all, given.dbias, [outputs], outputs, null, "out.dbias");
  const transposedDy = transposed(all, rows, outputs),
    transposedX = transposed(all, rows, inputs),
    transposedWeight = transposed(all, outputs, inputs),
    ones = scratch(all, rows);
  run(kernels, 1, all, (wasm) => {
    const columns = transposedDy.read(operands.dy);
    heapView().fill(1, ones.pointer / 4, ones.pointer / 4 + rows);
    wasm.ln_linear(dx.pointer, operands.dy.pointer, transposedWeight.read(operands.weight), 0, rows, outputs, inputs);
    wasm.ln_linear(dweight.pointer, columns, transposedX.read(operands.x), 0, outputs, rows, inputs);
    wasm.ln_linear(dbias.pointer, ones.pointer, columns, 0, 1, rows, outputs);
  });
  return gradientsOf({ dx, dweight, dbias });
}
