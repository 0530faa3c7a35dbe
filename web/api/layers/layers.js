/** Linear, ReLU, and layers one after the other, as objects, with torch.nn's names and defaults. */
import { shareMemory } from "../operands/aliasing.js";
import {
  checkBoolean,
  checkInteger,
  checkOptions,
  checkShape,
  describe,
  wrongType,
  wrongValue,
} from "../checks/arguments.js";
import { linear, linearBackward, relu, reluBackward } from "../ops/linear.js";
import { AffineLayer, Layer, OTHER_OUT, parameterOf, represent } from "./layer.js";
import { uniform } from "../ops/random.js";
import { asTarget, asTensor } from "../tensor/as-tensor.js";

/** @import { Module, Parameter } from "./layer.js" */
/** @import { Out } from "../operands/forward.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * @typedef {object} LinearOptions
 * @property {boolean} [bias] with a bias (default true)
 */

/**
 * A linear layer, initialised from the current seed as torch.nn.Linear is: weight, then bias, uniform within
 * 1 / sqrt(inFeatures). See {@link linear}.
 *
 * @extends {AffineLayer<Tensor>}
 * @example
 * manualSeed(123);
 * const layer = new Linear(2, 3); // => Linear(in_features=2, out_features=3, bias=True)
 * layer.forward([1, 2]); // => tensor([-0.7554, -0.3801, -0.0126])
 */
export class Linear extends AffineLayer {
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
    this._own("weight", uniform(checkShape([outFeatures, inFeatures], "[outFeatures, inFeatures]"), -bound, bound));
    this._own("bias", bias ? uniform([outFeatures], -bound, bound) : null);
  }

  /**
   * The forward pass.
   *
   * @param {Input} x [..., inFeatures]; kept in training, not copied: not to be changed before backward()
   * @param {Out} [options] out: written and returned (default: a new tensor)
   * @returns {Tensor} [..., outFeatures]
   * @throws {TypeError} if x is no tensor
   * @throws {RangeError} if x or out has another shape
   */
  forward(x, options) {
    const { weight, bias } = this,
      source = asTensor(x, "x");
    return this._keep(linear(source, weight, bias, options), source, (dy) => linearBackward(dy, source, weight));
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
   * @param {Input} x of any shape; kept in training, not copied: not to be changed before backward()
   * @param {Out} [options] out: written and returned; may be x itself, in training too (default: a new tensor)
   * @returns {Tensor} of x's shape
   * @throws {TypeError} if x is no tensor
   * @throws {RangeError} if out has another shape
   */
  forward(x, options) {
    const source = asTensor(x, "x");
    return this._keep(relu(source, options), null, (dy) => reluBackward(dy, source)); /* y > 0 where x > 0 */
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

/**
 * What a layer of one's own may have besides.
 * @typedef {Module & { train?: () => unknown, eval?: () => unknown, state?: () => Record<string, Tensor> }} Stateful
 */

/**
 * @param {Module} layer
 * @returns {[string, Tensor][]} its state, or its parameters if it tells of none
 */
function stateOf(layer) {
  const { state } = /** @type {Stateful} */ (layer);
  if (typeof state === "function") return Object.entries(state.call(layer));
  return layer.parameters().map(({ name, value }) => [name, value]);
}

/**
 * @param {Module} layer
 * @returns {string} its text, or its class as torch prints it if it has none of its own
 */
const textOf = (layer) =>
  layer.toString && layer.toString !== Object.prototype.toString ? String(layer) : `${describe(layer)}()`;

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
   * From now on its layers, those that have a train(), do as in training.
   * @override
   * @returns {this}
   */
  train() {
    for (const layer of this.layers) /** @type {Stateful} */ (layer).train?.();
    return super.train();
  }

  /**
   * From now on its layers, those that have an eval(), do as in inference.
   * @override
   * @returns {this}
   */
  eval() {
    for (const layer of this.layers) /** @type {Stateful} */ (layer).eval?.();
    return super.eval();
  }

  /**
   * The states of all layers, with the layer's index in front of the name: "0.weight", as in torch. They are the tensors
   * themselves, not copies.
   * @override
   * @returns {Record<string, Tensor>}
   */
  state() {
    return Object.fromEntries(
      this.layers.flatMap((layer, i) => stateOf(layer).map(([name, tensor]) => [`${i}.${name}`, tensor])),
    );
  }

  /**
   * The forward passes of all layers, in order.
   *
   * @param {Input} x what the first layer takes
   * @param {Out} [options] out: what the last layer writes to and returns (default: a new tensor)
   * @returns {Tensor} what the last layer gives
   * @throws {TypeError} as its layers
   * @throws {RangeError} as its layers
   */
  forward(x, options) {
    const { out } = checkOptions(options, ["out"]),
      source = asTensor(x, "x"),
      last = this.layers.length - 1;
    const y = this.layers.reduce((h, layer, i) => layer.forward(h, i === last ? options : undefined), source);
    this._backward = "";
    if (out === undefined) return y;
    const result = asTensor(y, "y"),
      target = asTarget(out, "out", result._sizes);
    if (target.data !== result.data) target.data.set(result.data); /* of a layer that takes no out, or of none */
    if (this.training && shareMemory(target, source)) this._backward = OTHER_OUT;
    return target;
  }

  /**
   * The backward passes of all layers, the last one first. The gradients of all parameters are added to.
   *
   * @override
   * @param {Input} dy the gradient of what the last forward() gave, of its shape
   * @returns {Tensor} dx, of x's shape
   * @throws {TypeError} as its layers
   * @throws {RangeError} as its layers
   * @throws {Error} if there was no forward(), if the last one was after eval(), or if its out was x itself
   */
  backward(dy) {
    if (this._backward === OTHER_OUT) return super.backward(dy); /* which says so */
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
      layer
        .parameters()
        .map((parameter) => parameterOf(`${i}.${parameter.name}`, parameter.value, () => parameter.grad)),
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
    const lines = this.layers.map((layer, i) => `  (${i}): ${textOf(layer).replaceAll("\n", "\n  ")}\n`);
    return `Sequential(\n${lines.join("")})`;
  }
}
