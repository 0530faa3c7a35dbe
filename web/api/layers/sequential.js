/** Layers one after the other. */
import { checkOptions, describe, wrongType, wrongValue } from "../checks/arguments.js";
import { shareMemory } from "../operands/aliasing.js";
import { asTarget, asTensor } from "../tensor/as-tensor.js";
import { Layer, OTHER_OUT, parameterOf } from "./layer.js";

/** @import { Out } from "../operands/forward.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */
/** @import { Module, Parameter } from "./layer.js" */

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
   * The states of all layers, with the layer's index in front of the name: "0.weight", as in torch. They are the
   * tensors themselves, not copies.
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
