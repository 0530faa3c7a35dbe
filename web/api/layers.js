/** Linear, ReLU, and layers one after the other, as objects, with torch.nn's names and defaults. */
import { checkBoolean, checkInteger, checkOptions, checkShape, wrongType, wrongValue } from "./arguments.js";
import { linear, linearBackward, relu, reluBackward } from "./linear.js";
import { accumulate, Layer, python, saved } from "./module.js";
import { uniform } from "./random.js";
import { asTensor } from "./tensor.js";

/** @import { Module, Parameter } from "./module.js" */
/** @import { Input, Tensor } from "./tensor.js" */

/**
 * A linear layer, initialised from the current seed as torch.nn.Linear is: weight, then bias, uniform within
 * 1 / sqrt(inFeatures).
 *
 * @extends {Layer<Tensor>}
 * @example
 * manualSeed(123);
 * const layer = new Linear(5, 6);
 */
export class Linear extends Layer {
  /** @readonly @type {Tensor} [outFeatures, inFeatures] */
  weight;
  /** @readonly @type {Tensor | null} [outFeatures] */
  bias;

  /**
   * @param {number} inFeatures
   * @param {number} outFeatures
   * @param {{ bias?: boolean }} [options] bias: with a bias (default true)
   * @throws {RangeError} if a number of features is not an integer >= 1
   */
  constructor(inFeatures, outFeatures, options) {
    super();
    const { bias = true } = checkOptions(options, ["bias"]);
    checkInteger(inFeatures, "inFeatures", 1);
    checkInteger(outFeatures, "outFeatures", 1);
    checkBoolean(bias, "bias");
    const bound = 1 / Math.sqrt(inFeatures);
    this.weight = uniform(checkShape([outFeatures, inFeatures], "[outFeatures, inFeatures]"), -bound, bound);
    this.bias = bias ? uniform([outFeatures], -bound, bound) : null;
  }

  /**
   * @param {Input} x [..., inFeatures]; kept, not copied: not to be changed before backward()
   * @returns {Tensor} [..., outFeatures]
   */
  forward(x) {
    const source = asTensor(x, "x"), y = linear(source, this.weight, this.bias);
    this._saved = source;
    return y;
  }

  /**
   * @param {Input} dy the gradient of what the last forward() gave
   * @returns {Tensor} dx; weight's and bias's gradients are added to
   * @throws {Error} if there was no forward()
   */
  backward(dy) {
    const gradients = linearBackward(dy, saved(this), this.weight);
    accumulate(this, gradients);
    return gradients.dx;
  }

  /** @override */
  toString() {
    const [outFeatures, inFeatures] = this.weight._sizes;
    return `Linear(in_features=${inFeatures}, out_features=${outFeatures}, bias=${python(this.bias !== null)})`;
  }
}

/**
 * The rectifier, as torch.nn.ReLU: max(x, 0).
 *
 * @extends {Layer<Tensor>}
 * @example
 * new ReLU().forward([-1, 2]); // tensor([0., 2.])
 */
export class ReLU extends Layer {
  /**
   * @param {Input} x kept, not copied: not to be changed before backward()
   * @returns {Tensor} of x's shape
   */
  forward(x) {
    const source = asTensor(x, "x"), y = relu(source);
    this._saved = source;
    return y;
  }

  /**
   * @param {Input} dy the gradient of what the last forward() gave
   * @returns {Tensor} dx
   * @throws {Error} if there was no forward()
   */
  backward(dy) {
    return reluBackward(dy, saved(this)).dx;
  }

  /** @override */
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
    const place = `${name}[${i}]`, other = places.get(layer);
    if (other !== undefined) throw wrongValue(place, "a layer that stands nowhere else", `that of ${other}`);
    places.set(layer, place);
    if (layer instanceof Sequential) checkDistinct(layer.layers, `${place}.layers`, places);
  });
}

/**
 * Layers one after the other, as torch.nn.Sequential, each layer once. A layer of one's own needs the four methods of a
 * Module.
 *
 * @extends {Layer<never>}
 * @example
 * const net = new Sequential(new Linear(5, 6), new ReLU());
 * const y = net.forward(x), dx = net.backward(dy);
 * for (const { value, grad } of net.parameters()) {
 *   for (let i = 0; i < value.size; i++) value.data[i] -= 0.1 * grad.data[i];
 * }
 * net.zeroGrad();
 */
export class Sequential extends Layer {
  /** @readonly @type {readonly Module[]} */
  layers;

  /**
   * @param {...Module} layers
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
    this.layers = Object.freeze(layers);
  }

  /** From now on the layers that tell training from inference (BatchNorm) do as in training. */
  train() {
    for (const layer of this.layers) /** @type {Modal} */ (layer).train?.();
    return this;
  }

  /** From now on the layers that tell training from inference (BatchNorm) do as in inference. */
  eval() {
    for (const layer of this.layers) /** @type {Modal} */ (layer).eval?.();
    return this;
  }

  /**
   * @param {Input} x
   * @returns {Tensor}
   */
  forward(x) {
    return this.layers.reduce((y, layer) => layer.forward(y), asTensor(x, "x"));
  }

  /**
   * @param {Input} dy the gradient of what the last forward() gave
   * @returns {Tensor} dx; the gradients of all layers' parameters are added to
   * @throws {Error} if there was no forward()
   */
  backward(dy) {
    return this.layers.reduceRight((gradient, layer) => layer.backward(gradient), asTensor(dy, "dy"));
  }

  /**
   * @override
   * @returns {Parameter[]} of all layers, with the layer's index in front of the name: "0.weight"
   */
  parameters() {
    return this.layers.flatMap((layer, i) =>
      layer.parameters().map((parameter) => ({ ...parameter, name: `${i}.${parameter.name}` })));
  }

  /** @override */
  zeroGrad() {
    for (const layer of this.layers) layer.zeroGrad();
  }

  /** @override */
  toString() {
    if (this.layers.length === 0) return "Sequential()";
    const lines = this.layers.map((layer, i) => `  (${i}): ${String(layer).replaceAll("\n", "\n  ")}\n`);
    return `Sequential(\n${lines.join("")})`;
  }
}
