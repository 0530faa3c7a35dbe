/** The residual that addLayerNorm and addRmsNorm add to x, and the sum: operands of a forward pass over rows. */
import { asTensorOfShape } from "../tensor/as-tensor.js";
import { output, overwritable } from "./operands.js";

/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Rows } from "./normalized-shape.js" */
/** @import { Operands } from "./operands.js" */
/** @import { RowOperands } from "./rows.js" */

/** What `out` of a forward pass that first adds a residual holds. */
export const ADD_OUTS = /** @type {const} */ (["y", "sum"]);

/**
 * Adds to the operands of a forward pass those that it has more if it first adds a residual.
 * @param {RowOperands} operands
 * @param {Operands} all
 * @param {Input} value the residual
 * @param {Rows} rows
 * @param {unknown} out of the sum
 */
export function addResidual(operands, all, value, { source, n }, out) {
  const residual = overwritable(all, asTensorOfShape(value, "residual", source._sizes), n),
    sum = output(all, out, source._sizes, n, residual, "out.sum");
  operands.residual = residual;
  operands.sum = sum;
  return { sum };
}
