/** Linear, ReLU, and layers one after the other, as objects, with torch.nn's names and defaults. */
import { checkBoolean, checkInteger, checkOptions, checkShape, wrongType, wrongValue } from "./arguments.js";
import { linear, linearBackward, relu, reluBackward } from "./linear.js";
import { Layer, represent } from "./layer-base.js";
import { uniform } from "./random.js";
import { asTensor } from "./tensor.js";

/** @import { Module, Parameter } from "./layer-base.js" */
/** @import { Input, Tensor } from "./tensor.js" */

/**
 * @typedef {object} LinearOptions
 * @property {boolean} [bias] with a bias (default true)
 */

/**
 * A linear layer, initialised from the current seed as torch.nn.Linear is: weight, then bias, uniform within
 * 1 / sqrt(inFeatures). See {@link linear}.
 *
 * @example
 * manualSeed(123);
 * const layer = new Linear(2, 3); // => Linear(in_features=2, out_features=3, bias=True)
 * layer.forward([1, 2]); // => tensor([-0.7554, -0.3801, -0.0126])
 */
export class Linear extends Layer {
  /**
   * A linear layer, initialised from the current seed.
   *
   * @param {number} inFeatures the last size of the inputs
   * @param {number} outFeatures the last size of the outputs
   * @param {LinearOptions} [options] bias (default true)
   * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
   * @throws {RangeError} if a number of features is not an integer >= 1, or memory does not suffice
   */
  constructor(inFeatures, outFeatures, options) {
    super();
    const { bias = true } = checkOptions(options, ["bias"]);
    checkInteger(inFeatures, "inFeatures", 1);
    checkInteger(outFeatures, "outFeatures", 1);
    checkBoolean(bias, "bias");
    const bound = 1 / Math.sqrt(inFeatures);
    /**
     * The matrix, [outFeatures, inFeatures].
     * @readonly
     * @type {Tensor}
     */
    this.weight = uniform(checkShape([outFeatures, inFeatures], "[outFeatures, inFeatures]"), -bound, bound);
    /**
     * What is added, [outFeatures]; null without bias.
     * @readonly
     * @type {Tensor | null}
     */
    this.bias = bias ? uniform([outFeatures], -bound, bound) : null;
  }

  /**
   * The forward pass.
   *
   * @param {Input} x [..., inFeatures]; kept, not copied: not to be changed before backward()
   * @returns {Tensor} [..., outFeatures]
   * @throws {TypeError} if x is no tensor
   * @throws {RangeError} if x has another shape
   */
  forward(x) {
    const { weight, bias } = this,
      source = asTensor(x, "x");
    return this._keep(linear(source, weight, bias), (dy) => linearBackward(dy, source, weight));
  }

  /**
   * The text that torch prints.
   * @override
   * @returns {string}
   */
  toString() {
    const [outFeatures, inFeatures] = this.weight._sizes;
    return represent("Linear", [`in_features=${inFeatures}`, `out_features=${outFeatures}`], { bias: this.bias });
  }
}

/**
 * The rectifier, as torch.nn.ReLU: max(x, 0). See {@link relu}.
 *
 * @example
 * new ReLU().forward([-1, 2]); // => tensor([0., 2.])
 */
export class ReLU extends Layer {
  /**
   * The forward pass.
   *
   * @param {Input} x of any shape; kept, not copied: not to be changed before backward()
   * @returns {Tensor} of x's shape
   * @throws {TypeError} if x is no tensor
   */
  forward(x) {
    const source = asTensor(x, "x");
    return this._keep(relu(source), (dy) => reluBackward(dy, source));
  }

  /**
   * The text that torch prints.
   * @override
   * @returns {string}
   */
  toString() {
    return "ReLU()";
  }
}

const METHODS = /** @type {const} */ (["forward", "backward", "parameters", "zeroGrad"]);

/** @typedef {Module & { train?: () => unknown, eval?: () => unknown }} Modal what may tell training from inference */

/**
 * A layer keeps what its last forward() was given: one that stands in two places would have lost, by the time of the
 * backward pass, what it was given in the first.
 * @param {readonly Module[]} layers
 * @param {string} name of the layers
 * @param {Map<Module, string>} places of the layers before them; these are added
 */
function checkDistinct(layers, name, places) {
  layers.forEach((layer, i) => {
    const place = `${name}[${i}]`,
      other = places.get(layer);
    if (other !== undefined) throw wrongValue(place, "a layer that stands nowhere else", `that of ${other}`);
    places.set(layer, place);
    if (layer instanceof Sequential) checkDistinct(layer.layers, `${place}.layers`, places);
  });
}

/**
 * Layers one after the other, as torch.nn.Sequential, each layer once. A layer of one's own needs the four methods of a
 * {@link Module}.
 *
 * @example
 * manualSeed(123);
 * const net = new Sequential(new Linear(2, 3), new ReLU());
 * const x = [[-1, 1]], y = net.forward(x), dx = net.backward(y); // of sum(y^2) / 2
 * for (const { value, grad } of net.parameters()) {
 *   for (let i = 0; i < value.size; i++) value.data[i] -= 0.1 * grad.data[i];
 * }
 * net.zeroGrad();
 * y; // => tensor([[0.0000, 0.0557, 0.6740]])
 * net.forward(x); // => tensor([[0.0000, 0.0390, 0.4718]])
 */
export class Sequential extends Layer {
  /**
   * Layers one after the other.
   *
   * @param {...Module} layers each once: the outputs of one are the inputs of the next
   * @throws {TypeError} if one is no layer
   * @throws {RangeError} if one is there twice, here or in a Sequential among them
   */
  constructor(...layers) {
    super();
    layers.forEach((layer, i) => {
      if (METHODS.every((name) => typeof layer?.[name] === "function")) return;
      throw wrongType(`layers[${i}]`, `a layer, with methods ${METHODS.join(", ")}`, layer);
    });
    checkDistinct(layers, "layers", new Map());
    /**
     * The layers, in order.
     * @readonly
     * @type {readonly Module[]}
     */
    this.layers = Object.freeze(layers);
  }

  /**
   * From now on the layers that tell training from inference (BatchNorm) do as in training.
   * @returns {this}
   */
  train() {
    for (const layer of this.layers) /** @type {Modal} */ (layer).train?.();
    return this;
  }

  /**
   * From now on the layers that tell training from inference (BatchNorm) do as in inference.
   * @returns {this}
   */
  eval() {
    for (const layer of this.layers) /** @type {Modal} */ (layer).eval?.();
    return this;
  }

  /**
   * The forward passes of all layers, in order.
   *
   * @param {Input} x what the first layer takes
   * @returns {Tensor} what the last layer gives
   * @throws {TypeError} as its layers
   * @throws {RangeError} as its layers
   */
  forward(x) {
    return this.layers.reduce((y, layer) => layer.forward(y), asTensor(x, "x"));
  }

  /**
   * The backward passes of all layers, the last one first. The gradients of all parameters are added to.
   *
   * @override
   * @param {Input} dy the gradient of what the last forward() gave, of its shape
   * @returns {Tensor} dx, of x's shape
   * @throws {TypeError} as its layers
   * @throws {RangeError} as its layers
   * @throws {Error} if there was no forward()
   */
  backward(dy) {
    return this.layers.reduceRight((gradient, layer) => layer.backward(gradient), asTensor(dy, "dy"));
  }

  /**
   * The parameters of all layers.
   *
   * @override
   * @returns {Parameter[]} with the layer's index in front of the name: "0.weight"
   */
  parameters() {
    return this.layers.flatMap((layer, i) =>
      layer.parameters().map((parameter) => ({ ...parameter, name: `${i}.${parameter.name}` })),
    );
  }

  /**
   * Sets the gradients of all layers' parameters to 0.
   *
   * @override
   * @returns {void}
   */
  zeroGrad() {
    for (const layer of this.layers) layer.zeroGrad();
  }

  /**
   * The text that torch prints.
   * @override
   * @returns {string}
   */
  toString() {
    if (this.layers.length === 0) return "Sequential()";
    const lines = this.layers.map((layer, i) => `  (${i}): ${String(layer).replaceAll("\n", "\n  ")}\n`);
    return `Sequential(\n${lines.join("")})`;
  }
}
