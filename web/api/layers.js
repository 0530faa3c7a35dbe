/** Layers as objects, with torch.nn's names and defaults. */
import { checkBoolean, checkInteger, checkNonNegative, checkOptions, checkShape, wrongType } from "./arguments.js";
import { linear, relu } from "./linear.js";
import { checkNormalizedShape, layerNorm } from "./normalize.js";
import { formatFloat } from "./print.js";
import { uniform } from "./random.js";
import { asTensor, ones, zeros } from "./tensor.js";

/** @import { Dims } from "./statistics.js" */
/** @import { Input, Tensor } from "./tensor.js" */

/**
 * A layer: something with a forward pass.
 * @typedef {{ forward(x: Input): Tensor }} Layer
 */

/** What prints as PyTorch prints a module, also in Node's console. */
class Printed {
  [Symbol.for("nodejs.util.inspect.custom")]() {
    return this.toString();
  }
}

/** @param {boolean} value as Python writes it */
const python = (value) => (value ? "True" : "False");

/**
 * Layer normalization with a learned scale and shift, as torch.nn.LayerNorm: weight starts at 1, bias at 0.
 *
 * @example
 * new LayerNorm(768).forward(x); // x: [..., 768]
 */
export class LayerNorm extends Printed {
  /** @type {readonly number[]} */
  normalizedShape;
  /** @type {number} added to the variance, inside the root */
  eps;
  /** @type {Tensor | null} of the normalised shape; null without elementwiseAffine */
  weight;
  /** @type {Tensor | null} of the normalised shape; null without elementwiseAffine, or without bias */
  bias;

  /**
   * @param {Dims} normalizedShape the last dim of the inputs, or the last dims
   * @param {{ eps?: number, elementwiseAffine?: boolean, bias?: boolean }} [options] eps: default 1e-5;
   *   elementwiseAffine: with weight and bias (default true); bias: with a bias (default true)
   * @throws {RangeError} if a size is not an integer >= 1, or eps not a finite number >= 0
   */
  constructor(normalizedShape, options) {
    super();
    const { eps = 1e-5, elementwiseAffine = true, bias = true } =
      checkOptions(options, ["eps", "elementwiseAffine", "bias"]);
    this.normalizedShape = Object.freeze(checkNormalizedShape(normalizedShape));
    this.eps = checkNonNegative(eps, "eps");
    checkBoolean(bias, "bias");
    const affine = checkBoolean(elementwiseAffine, "elementwiseAffine");
    this.weight = affine ? ones(this.normalizedShape) : null;
    this.bias = affine && bias ? zeros(this.normalizedShape) : null;
  }

  /**
   * @param {Input} x [..., normalizedShape]
   * @returns {Tensor} of x's shape
   */
  forward(x) {
    return layerNorm(x, this.normalizedShape, { weight: this.weight, bias: this.bias, eps: this.eps });
  }

  /** @override */
  toString() {
    const sizes = this.normalizedShape.join(", ") + (this.normalizedShape.length === 1 ? "," : "");
    return `LayerNorm((${sizes}), eps=${formatFloat(this.eps)}, elementwise_affine=${python(this.weight !== null)})`;
  }
}

/**
 * A linear layer, initialised from the current seed as torch.nn.Linear is: weight, then bias, uniform within
 * 1 / sqrt(inFeatures).
 *
 * @example
 * manualSeed(123);
 * const layer = new Linear(5, 6);
 */
export class Linear extends Printed {
  /** @type {Tensor} [outFeatures, inFeatures] */
  weight;
  /** @type {Tensor | null} [outFeatures] */
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
   * @param {Input} x [..., inFeatures]
   * @returns {Tensor} [..., outFeatures]
   */
  forward(x) {
    return linear(x, this.weight, this.bias);
  }

  /** @override */
  toString() {
    const [outFeatures, inFeatures] = this.weight.shape;
    return `Linear(in_features=${inFeatures}, out_features=${outFeatures}, bias=${python(this.bias !== null)})`;
  }
}

/** The rectifier, as torch.nn.ReLU: max(x, 0). */
export class ReLU extends Printed {
  /**
   * @param {Input} x
   * @returns {Tensor} of x's shape
   */
  forward(x) {
    return relu(x);
  }

  /** @override */
  toString() {
    return "ReLU()";
  }
}

/**
 * Layers one after the other, as torch.nn.Sequential.
 *
 * @example
 * new Sequential(new Linear(5, 6), new ReLU()).forward(x);
 */
export class Sequential extends Printed {
  /** @type {readonly Layer[]} */
  layers;

  /** @param {...Layer} layers */
  constructor(...layers) {
    super();
    layers.forEach((layer, i) => {
      if (typeof layer?.forward === "function") return;
      throw wrongType(`layers[${i}]`, "a layer, with a method forward", layer);
    });
    this.layers = Object.freeze(layers);
  }

  /**
   * @param {Input} x
   * @returns {Tensor}
   */
  forward(x) {
    return this.layers.reduce((y, layer) => layer.forward(y), asTensor(x, "x"));
  }

  /** @override */
  toString() {
    if (this.layers.length === 0) return "Sequential()";
    const lines = this.layers.map((layer, i) => `  (${i}): ${String(layer).replaceAll("\n", "\n  ")}\n`);
    return `Sequential(\n${lines.join("")})`;
  }
}
