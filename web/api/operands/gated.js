/** f(gate) * up, and its gradients. */
import { Operands, outs, output, overwritable } from "./operands.js";
import { run } from "./staging.js";
import { asTensor, asTensorOfShape } from "../tensor/as-tensor.js";

/** @import { Input, Target } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * The gradients of sum(y * dy), where y is f(gate) * up.
 * @typedef {object} GatedGradients
 * @property {Tensor} dgate of gate's shape
 * @property {Tensor} dup of the same shape
 */

/**
 * @typedef {object} GatedOut
 * @property {{ dgate: Target, dup: Target }} [out] both are written and returned: of gate's shape; each may be dy, gate
 *   or up itself, but not both the same (default: new tensors)
 */

/**
 * f(gate) * up.
 * @template Wasm
 * @param {() => Wasm} kernels
 * @param {Input} gate
 * @param {Input} up
 * @param {unknown} out
 * @param {(wasm: Wasm, count: number, y: number, gate: number, up: number) => void} kernel for a piece: how many
 *   elements it has, and where
 */
export function gated(kernels, gate, up, out, kernel) {
  const all = new Operands(),
    source = asTensor(gate, "gate"),
    from = overwritable(all, source, 1),
    factor = overwritable(all, asTensorOfShape(up, "up", source._sizes), 1),
    y = output(all, out, source._sizes, 1, from);
  run(kernels, source.size, all, (wasm, count) => kernel(wasm, count, y.pointer, from.pointer, factor.pointer));
  return y.tensor;
}

/**
 * The gradients of f(gate) * up.
 * @template Wasm
 * @param {() => Wasm} kernels
 * @param {Input} gradient dy
 * @param {Input} gate
 * @param {Input} up
 * @param {unknown} out
 * @param {(wasm: Wasm, count: number, dgate: number, dup: number, dy: number, gate: number, up: number) => void}
 *   kernel for a piece
 * @returns {GatedGradients}
 */
export function gatedBackward(kernels, gradient, gate, up, out, kernel) {
  const given = outs(out, ["dgate", "dup"]),
    all = new Operands(),
    source = asTensor(gate, "gate"),
    { _sizes: shape } = source;
  const dy = overwritable(all, asTensorOfShape(gradient, "dy", shape), 1),
    from = overwritable(all, source, 1),
    factor = overwritable(all, asTensorOfShape(up, "up", shape), 1);
  const dgate = output(all, given.dgate, shape, 1, dy, "out.dgate"),
    dup = output(all, given.dup, shape, 1, from, "out.dup");
  run(kernels, source.size, all, (wasm, count) =>
    kernel(wasm, count, dgate.pointer, dup.pointer, dy.pointer, from.pointer, factor.pointer),
  );
  return { dgate: dgate.tensor, dup: dup.tensor };
}
