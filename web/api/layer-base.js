/** What all layers have in common: parameters with gradients, what the backward pass needs, and printing. */
import { zeros } from "./create.js";
import { formatFloat } from "./print.js";

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

/** @typedef {Partial<Record<"weight" | "bias", Tensor | null>>} Parameters */

/** @typedef {(dy: Input) => { dx: Tensor, [gradient: `d${string}`]: Tensor | undefined }} BackwardPass */

/** The layers' common ancestor. */
export class Layer {
  /**
   * The backward pass of the last forward().
   * @internal
   * @type {BackwardPass | undefined}
   */
  _backward;
  /**
   * Of the parameters; made when first asked for.
   * @internal
   * @type {Partial<Record<"weight" | "bias", Tensor>>}
   */
  _gradients = {};

  /**
   * What training changes: weight, then bias, as far as there are any.
   * @returns {Parameter[]}
   * @example
   * new LayerNorm(3).parameters().map(({ name }) => name); // => ['weight', 'bias']
   */
  parameters() {
    /** @type {Parameter[]} */
    const result = [];
    for (const name of /** @type {const} */ (["weight", "bias"])) {
      const value = /** @type {Parameters} */ (this)[name];
      if (!value) continue;
      this._gradients[name] ??= zeros(value.shape);
      result.push({ name, value, grad: this._gradients[name] });
    }
    return result;
  }

  /**
   * Sets the gradients of the parameters to 0.
   * @returns {void}
   * @example
   * const layer = new LayerNorm(3);
   * layer.forward([[1, 2, 3]]);
   * layer.backward([[1, 0, 0]]);
   * layer.zeroGrad();
   * layer.parameters()[1].grad; // => tensor([0., 0., 0.])
   */
  zeroGrad() {
    for (const { grad } of this.parameters()) grad.data.fill(0);
  }

  /**
   * The backward pass of the last forward(). The gradients of the parameters are added to those that are there: in
   * float32 as torch does, one addition an element, for which no kernel is worth its call.
   *
   * @param {Input} dy the gradient of what the last forward() gave, of its shape
   * @returns {Tensor} dx, of x's shape
   * @throws {TypeError} if dy is no tensor
   * @throws {RangeError} if dy has another shape than y
   * @throws {Error} if there was no forward()
   * @example
   * const layer = new LayerNorm(3);
   * layer.forward([[1, 2, 4]]);
   * layer.backward([[1, 0, 0]]); // => tensor([[0.2291, -0.3436, 0.1145]])
   * layer.parameters()[1].grad; // => tensor([1., 0., 0.])
   */
  backward(dy) {
    if (!this._backward) throw new Error(`backward: expected forward() to be called first, of ${this}`);
    const gradients = this._backward(dy);
    for (const { name, grad } of this.parameters()) {
      const sum = grad.data,
        { data } = /** @type {Tensor} */ (gradients[`d${name}`]);
      for (let i = 0; i < data.length; i++) sum[i] += data[i];
    }
    return gradients.dx;
  }

  /**
   * @internal
   * @param {Tensor} y what forward() gives
   * @param {BackwardPass} backward
   */
  _keep(y, backward) {
    this._backward = backward;
    return y;
  }

  [Symbol.for("nodejs.util.inspect.custom")]() {
    return this.toString();
  }
}

/**
 * A layer's text, as Python writes it.
 * @param {string} name
 * @param {readonly (string | number)[]} sizes
 * @param {Record<string, number | undefined | Tensor | null>} options numbers, or what is there (True) or not (False)
 */
export const represent = (name, sizes, options) =>
  `${name}(${[...sizes, ...Object.entries(options).map(([key, value]) => `${key}=${python(value)}`)].join(", ")})`;

/** @param {number | undefined | Tensor | null} value */
const python = (value) =>
  typeof value === "number" ? formatFloat(value) : value === undefined ? "None" : value ? "True" : "False";
