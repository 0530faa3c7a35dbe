/** What the normalization ops have in common: weight and bias go in, and gradients come out of the backward pass. */
import { checkNonNegative } from "./arguments.js";
import { input, NONE, output, outs, overwritable, sums } from "./staging.js";
import { asTensorOfShape } from "./tensor.js";

/** @import { Operand } from "./staging.js" */
/** @import { Input, Target, Tensor } from "./tensor.js" */

/**
 * @typedef {object} Affine
 * @property {Input | null} [weight] what x-hat is multiplied by: of the normalised shape, or of one element a channel
 *   (default: none, as if it were 1)
 * @property {Input | null} [bias] what is added then, of the same shape (default: none, as if it were 0)
 * @property {number} [eps] added to the variance, inside the root: a finite number >= 0 (default 1e-5)
 */

/**
 * @typedef {object} Out
 * @property {Target} [out] written and returned: of the result's shape; may be x itself (default: a new tensor)
 */

/**
 * The gradients of sum(y * dy).
 * @typedef {object} Gradients
 * @property {Tensor} dx of x's shape
 * @property {Tensor} dweight of weight's shape, also where no weight was given
 * @property {Tensor} dbias of bias's shape, also where no bias was given
 */

/**
 * Where a backward pass writes its gradients.
 * @typedef {object} GradientTargets
 * @property {Target} dx of x's shape; may be dy or x itself
 * @property {Target} dweight of weight's shape
 * @property {Target} dbias of bias's shape
 */

/**
 * @typedef {object} BackwardOptions
 * @property {Input | null} [weight] as in the forward pass (default: none, as if it were 1)
 * @property {number} [eps] as in the forward pass (default 1e-5)
 * @property {GradientTargets} [out] all three are written and returned (default: new tensors)
 */

/**
 * @param {unknown} eps
 * @param {number} [byDefault]
 * @returns {number} eps, or its default
 */
export const checkEps = (eps, byDefault = 1e-5) => checkNonNegative(eps === undefined ? byDefault : eps, "eps");

/**
 * An operand that may be left out.
 * @param {unknown} value
 * @param {string} name of the argument
 * @param {readonly number[]} shape
 * @param {number} [step]
 */
export const parameter = (value, name, shape, step) =>
  value === undefined || value === null ? NONE : input(asTensorOfShape(value, name, shape), step);

/**
 * The operands of a forward pass.
 * @param {Tensor} x
 * @param {number} step how many elements of x belong to one outer index
 * @param {readonly number[]} shape of weight and bias
 * @param {{ weight?: unknown, bias?: unknown }} options
 * @param {unknown} out
 * @param {string} [name] of out
 */
export function forwardOperands(x, step, shape, { weight, bias }, out, name) {
  const p = overwritable(x, step),
    w = parameter(weight, "weight", shape),
    b = parameter(bias, "bias", shape);
  return { p, w, b, y: output(out, x._sizes, step, p, name) };
}

/* What `out` of a backward pass holds: with a weight and a bias, with a weight, with neither. */
export const GRADIENTS = /** @type {const} */ (["dx", "dweight", "dbias"]);
export const WEIGHT_GRADIENTS = /** @type {const} */ (["dx", "dweight"]);
export const DX = /** @type {const} */ (["dx"]);

/**
 * The operands of a backward pass: g: dy; p: x.
 * @param {Input} dy
 * @param {Tensor} x
 * @param {number} step how many elements of x belong to one outer index
 * @param {readonly number[]} shape of weight and bias
 * @param {{ weight?: unknown, out?: unknown }} options
 * @param {readonly (typeof GRADIENTS[number])[]} [names]
 */
export function backwardOperands(dy, x, step, shape, { weight, out }, names = GRADIENTS) {
  /** @type {{ dx?: unknown, dweight?: unknown, dbias?: unknown }} */
  const given = outs(out, names);
  const g = overwritable(asTensorOfShape(dy, "dy", x._sizes), step),
    p = overwritable(x, step);
  const w = parameter(weight, "weight", shape),
    dx = output(given.dx, x._sizes, step, g, "out.dx");
  const dweight = names.length > 1 ? sums(given.dweight, shape, "out.dweight") : NONE;
  const dbias = names.length > 2 ? sums(given.dbias, shape, "out.dbias") : NONE;
  return { g, p, w, dx, dweight, dbias };
}

/**
 * @param {Record<"dx" | "dweight" | "dbias", Operand>} operands
 * @returns {Gradients}
 */
export const gradientsOf = ({ dx, dweight, dbias }) =>
  /** @type {Gradients} */ ({ dx: dx.tensor, dweight: dweight.tensor, dbias: dbias.tensor });
