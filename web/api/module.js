/** What all layers have in common: parameters with gradients, and printing. */
import { zeros } from "./tensor.js";

/** @import { Input, Tensor } from "./tensor.js" */

/**
 * What training changes.
 * @typedef {object} Parameter
 * @property {string} name "weight" or "bias"; in a Sequential with its index in front, "0.weight", as in torch
 * @property {Tensor} value
 * @property {Tensor} grad of value's shape: 0 at first, added to by backward(), zeroed by zeroGrad()
 */

/**
 * What every layer is. backward is given the gradient of what the last forward() gave; it returns dx, and adds to the
 * parameters' gradients. Layers keep x itself, not a copy: it must not be changed between forward() and backward().
 * @typedef {{ forward(x: Input): Tensor, backward(dy: Input): Tensor, parameters(): Parameter[], zeroGrad(): void }}
 *   Module
 */

/** True or False, as Python writes it. @param {boolean} value */
export const python = (value) => (value ? "True" : "False");

/** @template Saved what forward() keeps for backward() */
export class Layer {
  /**
   * @internal
   * @type {Saved | undefined}
   */
  _saved;
  /**
   * Of the parameters, under their names; made when first asked for.
   * @internal
   * @type {Map<string, Tensor>}
   */
  _gradients = new Map();

  /** @returns {Parameter[]} weight, then bias, as far as there are any */
  parameters() {
    const { weight, bias } = /** @type {{ weight?: Tensor | null, bias?: Tensor | null }} */ (this);
    /** @type {Parameter[]} */
    const result = [];
    if (weight) result.push({ name: "weight", value: weight, grad: gradientOf(this, "weight", weight) });
    if (bias) result.push({ name: "bias", value: bias, grad: gradientOf(this, "bias", bias) });
    return result;
  }

  /** Sets the gradients of the parameters to 0. */
  zeroGrad() {
    for (const { grad } of this.parameters()) grad.data.fill(0);
  }

  [Symbol.for("nodejs.util.inspect.custom")]() {
    return this.toString();
  }
}

/**
 * @param {Layer<any>} layer
 * @param {string} name
 * @param {Tensor} value
 * @returns {Tensor} the parameter's gradient, 0 at first
 */
function gradientOf(layer, name, value) {
  const grad = layer._gradients.get(name) ?? zeros(value.shape);
  layer._gradients.set(name, grad);
  return grad;
}

/**
 * @template Saved
 * @param {Layer<Saved>} layer
 * @returns {Saved} what its forward() kept
 */
export function saved(layer) {
  if (layer._saved !== undefined) return layer._saved;
  throw new Error(`backward: expected forward() to be called first, of ${layer}`);
}

/**
 * Adds to the gradients of a layer's parameters, in float32 as torch does: one addition an element, for which no kernel
 * is worth its call.
 * @param {Layer<any>} layer
 * @param {{ dweight: Tensor, dbias?: Tensor }} gradients
 */
export function accumulate(layer, { dweight, dbias }) {
  for (const { name, grad } of layer.parameters()) {
    const target = grad.data, { data } = /** @type {Tensor} */ (name === "weight" ? dweight : dbias);
    for (let i = 0; i < data.length; i++) target[i] += data[i];
  }
}
