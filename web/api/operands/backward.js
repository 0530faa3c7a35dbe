/** The operands that several backward passes have in common: dy, x and weight, and the gradients that are written. */
import { LN_SCRATCH_MORE, LN_SCRATCH_PER_ELEMENT } from "../kernels.js";
import { parameter } from "./forward.js";
import { NONE, output, outs, overwritable, scratch, sums } from "./operands.js";
import { asTensorOfShape } from "../tensor/as-tensor.js";

/** @import { Gradients } from "./forward.js" */
/** @import { Operand, Operands } from "./operands.js" */
/** @import { Input, Target } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * The room that the backward passes over rows ask for: LN_SCRATCH_FLOATS of c/norm.h.
 * @param {Operands} all
 * @param {number} n elements of a row
 */
export const backwardScratch = (all, n) => scratch(all, LN_SCRATCH_PER_ELEMENT * n + LN_SCRATCH_MORE);

/**
 * @typedef {object} DxOut
 * @property {{ dx: Target }} [out] dx is written and returned: of x's shape; may be dy or x itself (default: a new
 *   tensor)
 */

/* What `out` of a backward pass holds: with a weight and a bias, with a weight, with neither. */
export const GRADIENTS = /** @type {const} */ (["dx", "dweight", "dbias"]);
export const WEIGHT_GRADIENTS = /** @type {const} */ (["dx", "dweight"]);
export const DX = /** @type {const} */ (["dx"]);

/**
 * The operands of a backward pass.
 * @param {Operands} all
 * @param {Input} gradient dy
 * @param {Tensor} source x
 * @param {number} step how many elements of x belong to one outer index
 * @param {readonly number[]} shape of weight and bias
 * @param {{ weight?: unknown, out?: unknown }} options
 * @param {readonly (typeof GRADIENTS[number])[]} [names]
 * @param {number} [needed] how many of them, the first, an out has to have (default: all)
 */
export function backwardOperands(all, gradient, source, step, shape, options, names = GRADIENTS, needed) {
  /** @type {{ dx?: unknown, dweight?: unknown, dbias?: unknown }} */
  const given = outs(options.out, names, needed);
  const dy = overwritable(all, asTensorOfShape(gradient, "dy", source._sizes), step),
    x = overwritable(all, source, step);
  const weight = parameter(all, options.weight, "weight", shape),
    dx = output(all, given.dx, source._sizes, step, dy, "out.dx");
  const dweight = names.length > 1 ? sums(all, given.dweight, shape, "out.dweight") : NONE;
  const dbias = names.length > 2 ? sums(all, given.dbias, shape, "out.dbias") : NONE;
  return { dx, dweight, dbias, dy, x, weight };
}

/**
 * @param {Record<"dx" | "dweight" | "dbias", Operand>} operands
 * @returns {Gradients}
 */
export const gradientsOf = ({ dx, dweight, dbias }) =>
  /** @type {Gradients} */ ({ dx: dx.tensor, dweight: dweight.tensor, dbias: dbias.tensor });
