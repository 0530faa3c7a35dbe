/** The operands of f(gate) * up, and of its gradients. */
import { outs, output, overwritable } from "./operands.js";
import { asTensor, asTensorOfShape } from "../tensor/as-tensor.js";

/** @import { Operands } from "./operands.js" */
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
 * @param {Operands} all
 * @param {Input} gate
 * @param {Input} up
 * @param {unknown} out
 */
export function gatedOperands(all, gate, up, out) {
  const source = asTensor(gate, "gate"),
    from = overwritable(all, source, 1),
    factor = overwritable(all, asTensorOfShape(up, "up", source._sizes), 1);
  return { y: output(all, out, source._sizes, 1, from), gate: from, up: factor };
}

/**
 * @param {Operands} all
 * @param {Input} gradient dy
 * @param {Input} gate
 * @param {Input} up
 * @param {unknown} out
 */
export function gatedGradients(all, gradient, gate, up, out) {
  const given = outs(out, ["dgate", "dup"]),
    source = asTensor(gate, "gate"),
    { _sizes: shape } = source;
  const dy = overwritable(all, asTensorOfShape(gradient, "dy", shape), 1),
    from = overwritable(all, source, 1),
    factor = overwritable(all, asTensorOfShape(up, "up", shape), 1);
  const dgate = output(all, given.dgate, shape, 1, dy, "out.dgate"),
    dup = output(all, given.dup, shape, 1, from, "out.dup");
  return { dgate, dup, dy, gate: from, up: factor };
}
