/**
 * The operands that several norms have in common, named as in c/norm.h: of a forward pass x, weight and bias. Those of
 * a backward pass are in backward.js, those of rows in rows.js.
 */
import { input, NONE, output, overwritable } from "./operands.js";
import { asTensorOfShape } from "../tensor/as-tensor.js";

/** @import { Operands } from "./operands.js" */
/** @import { Input, Target } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * @typedef {object} Affine
 * @property {Input | null} [weight] what x-hat is multiplied by: of the normalised shape, or of one element a channel;
 *   of rows, it may have more dims before the normalised ones, and of group and instance norm a row for each sample
 *   (default: none, as if it were 1)
 * @property {Input | null} [bias] what is added then, of such a shape (default: none, as if it were 0)
 * @property {number} [eps] added to the variance, inside the root: a finite number >= 0 (default 1e-5)
 */

/**
 * @typedef {object} WeightOffset
 * @property {number} [weightOffset] added to the weight in float32: 1 where a model stores weight - 1, as Gemma and
 *   adaLN do (default 0)
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
 * An operand that may be left out.
 * @param {Operands} all
 * @param {unknown} value
 * @param {string} name of the argument
 * @param {readonly number[]} shape
 * @param {number} [step]
 */
export const parameter = (all, value, name, shape, step) =>
  value === undefined || value === null ? NONE : input(all, asTensorOfShape(value, name, shape), step);

/**
 * The operands of a forward pass.
 * @param {Operands} all
 * @param {Tensor} source x
 * @param {number} step how many elements of x belong to one outer index
 * @param {readonly number[]} shape of weight and bias
 * @param {{ weight?: unknown, bias?: unknown }} options
 * @param {unknown} out
 * @param {string} [name] of out
 */
export function forwardOperands(all, source, step, shape, options, out, name) {
  const x = overwritable(all, source, step),
    weight = parameter(all, options.weight, "weight", shape),
    bias = parameter(all, options.bias, "bias", shape);
  return { y: output(all, out, source._sizes, step, x, name), x, weight, bias };
}
