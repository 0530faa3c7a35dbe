/** Layers one after the other. */
import { checkBoolean, checkOptions, describe, wrongType, wrongValue } from "../checks/arguments.js";
import { shareMemory } from "../operands/aliasing.js";
import { asTarget, asTensor } from "../tensor/as-tensor.js";
import { copyOf, Layer, OTHER_OUT, parameterOf } from "./layer.js";
import { undoAll } from "./pass.js";
import { move } from "./residence.js";
import { Tensor } from "../tensor/tensor.js";

/** @import { Out } from "../operands/forward.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Module, Parameter } from "./layer.js" */
/** @import { Pass } from "./pass.js" */

const METHODS = /** @type {const} */ (["forward", "backward", "parameters", "zeroGrad"]);

/** What backward() expects behind a forward() that failed when a layer of the caller's may have kept a part of it. */
const FAILED = "forward() to be called again: the last one failed";

/**
 * What a layer of one's own may have besides.
 * @typedef {Module & { training?: boolean, train?: () => unknown, eval?: () => unknown, state?: () => Record<string,
 *   Tensor>, resident?: (resident: boolean) => unknown, dispose?: () => unknown }} Stateful
 */

/* Layers of the caller's, of which nothing is known but their methods ---------------------------------------------- */

/** @param {Module} layer @returns {layer is Layer} */
const isOurs = (layer) => layer instanceof Layer;

/**
 * Whether a method of a layer is one of this package's, which leaves what it does to the end of a pass.
 * @param {Module} layer
 * @param {"backward" | "zeroGrad"} name
 * @returns {layer is Layer}
 */
const hasOurs = (layer, name) =>
  isOurs(layer) && (layer[name] === Layer.prototype[name] || layer[name] === Sequential.prototype[name]);

/**
 * @param {Module} layer
 * @returns {() => void} what gives its parameters the gradients that they have now: 0 where one has been made since
 */
function gradientsOf(layer) {
  const kept = layer.parameters().map(({ grad }) => grad?.data.slice());
  return () =>
    layer.parameters().forEach(({ grad }, i) => {
      if (kept[i]) grad?.data.set(kept[i]);
      else grad?.data.fill(0);
    });
}

/**
 * What a forward pass that fails may have written of its `out`. Layers of this package check everything before they
 * write; of one of the caller's nothing is known.
 * @param {Module | undefined} last the layer that is given out
 * @param {Out | undefined} options
 * @returns {() => void} what gives out the elements that it has now
 */
const outOf = (last, options) =>
  options?.out === undefined || !last || isOurs(last) ? () => {} : copyOf(asTensor(options.out, "out"));

/**
 * What a forward pass of several layers, or a change of mode, which failed in another layer, has to undo in one of the
 * caller's: its mode, and in training those tensors of its state that are no parameters.
 * @param {Stateful} layer
 * @returns {() => void}
 */
function memoryOf(layer) {
  const { training } = layer,
    statistics = training === false ? [] : tensorsOf(layer),
    parameters = statistics.length ? layer.parameters().map(({ value }) => value) : [];
  const copies = statistics.filter((tensor) => !parameters.includes(tensor)).map(copyOf);
  return () => {
    for (const restore of copies) restore();
    if (training !== layer.training) layer[training ? "train" : "eval"]?.();
  };
}

/**
 * @param {unknown} value that is no layer
 * @param {number} i its place
 */
function notLayer(value, i) {
  const error = wrongType(`layers[${i}]`, `a layer, with methods ${METHODS.join(", ")}`, value);
  if (Array.isArray(value)) error.message += " (layers are given one by one: new Sequential(...layers))";
  if (typeof value === "function") error.message += " (of a class it is made by new)";
  return error;
}

/**
 * @param {Module} layer
 * @returns {[string, Tensor][]} its state, or its parameters if it tells of none
 */
function stateOf(layer) {
  const { state } = /** @type {Stateful} */ (layer);
  if (typeof state === "function") return Object.entries(state.call(layer));
  return layer.parameters().map(({ name, value }) => [name, value]);
}

/** @param {Module} layer @returns {Tensor[]} */
const tensorsOf = (layer) => stateOf(layer).flatMap(([, tensor]) => (tensor instanceof Tensor ? [tensor] : []));

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
      if (!METHODS.every((name) => typeof layer?.[name] === "function")) throw notLayer(layer, i);
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
    return this._allOrNone(() => {
      for (const layer of this.layers) /** @type {Stateful} */ (layer).train?.();
      return super.train();
    });
  }

  /**
   * From now on its layers, those that have an eval(), do as in inference.
   * @override
   * @returns {this}
   */
  eval() {
    return this._allOrNone(() => {
      for (const layer of this.layers) /** @type {Stateful} */ (layer).eval?.();
      return super.eval();
    });
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
   * Moves what all layers have to WebAssembly memory, or back, as resident() of each: all of it, or nothing. Of a layer
   * of one's own it calls resident() or, where there is none, moves the tensors of its state.
   * @override
   * @param {boolean} [resident] false: back to the JavaScript heap (default true)
   * @returns {this}
   * @throws {TypeError} as its layers
   * @throws {RangeError} as its layers
   * @throws {Error} as its layers
   */
  resident(resident = true) {
    const back = move(this._everything("resident"), checkBoolean(resident, "resident"));
    /** @type {Stateful[]} */
    const called = [];
    try {
      for (const layer of this._othersWith("resident")) {
        called.push(layer);
        layer.resident?.(resident);
      }
    } catch (error) {
      undoAll([back, ...called.slice(0, -1).map((layer) => () => layer.resident?.(!resident))]);
      throw error;
    }
    return this;
  }

  /**
   * Frees what all layers have in WebAssembly memory, as dispose() of each.
   * @override
   * @returns {void}
   */
  dispose() {
    const own = this._everything("dispose");
    try {
      for (const layer of this._othersWith("dispose")) layer.dispose?.();
    } finally {
      for (const tensor of own) tensor.dispose();
    }
  }

  /**
   * The layers of the caller's, here and in Sequentials, that have a method.
   * @internal
   * @param {"resident" | "dispose"} method
   * @returns {Stateful[]}
   */
  _othersWith(method) {
    return this.layers.flatMap((layer) => {
      if (layer instanceof Sequential) return layer._othersWith(method);
      return !isOurs(layer) && typeof (/** @type {Stateful} */ (layer)[method]) === "function" ? [layer] : [];
    });
  }

  /**
   * @internal
   * @override
   * @param {"resident" | "dispose"} method by which layers of the caller's, if they have it, look after their own
   */
  _everything(method) {
    return this.layers.flatMap((layer) => {
      if (isOurs(layer)) return layer._everything(method);
      return /** @type {Stateful} */ (layer)[method] ? [] : tensorsOf(layer);
    });
  }

  /**
   * @internal
   * @override
   */
  _memory() {
    const own = super._memory(),
      restores = this.layers.map((layer) => (isOurs(layer) ? layer._memory() : memoryOf(layer)));
    return () => undoAll([...restores, own]);
  }

  /**
   * What is done to one layer after the other is undone where it fails in one of them.
   * @internal
   * @template T
   * @param {() => T} act
   * @param {() => void} [restore] what else is to be undone
   * @returns {T}
   */
  _allOrNone(act, restore = () => {}) {
    const undo = [this._memory(), restore];
    try {
      return act();
    } catch (error) {
      undoAll(undo);
      throw error;
    }
  }

  /**
   * The forward passes of all layers, in order. Where one throws, running statistics, out and what backward() needs are
   * as they were.
   *
   * @param {Input} x what the first layer takes
   * @param {Out} [options] out: what the last layer writes to and returns (default: a new tensor)
   * @returns {Tensor} what the last layer gives
   * @throws {TypeError} as its layers
   * @throws {RangeError} as its layers
   */
  forward(x, options) {
    checkOptions(options, ["out"]);
    const source = asTensor(x, "x");
    try {
      return this._allOrNone(() => this._run(source, options), outOf(this.layers.at(-1), options));
    } catch (error) {
      if (this._hasOthers()) this._backward = FAILED;
      throw error;
    }
  }

  /**
   * @internal
   * @param {Tensor} source
   * @param {Out | undefined} options
   */
  _run(source, options) {
    const last = this.layers.length - 1;
    const y = this.layers.reduce((h, layer, i) => layer.forward(h, i === last ? options : undefined), source);
    this._backward = "";
    if (options?.out === undefined) return y;
    const result = asTensor(y, "y"),
      target = asTarget(options.out, "out", result._sizes);
    if (target.data !== result.data) target.data.set(result.data); /* of a layer that takes no out, or of none */
    if (this.training && shareMemory(target, source)) this._backward = OTHER_OUT;
    return target;
  }

  /**
   * Whether a layer, here or in a Sequential among them, is the caller's.
   * @internal
   * @returns {boolean}
   */
  _hasOthers() {
    return this.layers.some((layer) => (layer instanceof Sequential ? layer._hasOthers() : !isOurs(layer)));
  }

  /**
   * The backward passes of all layers, the last one first. The gradients of all parameters are added to; where one
   * layer throws, those of all are as they were.
   *
   * @override
   * @param {Input} dy the gradient of what the last forward() gave, of its shape
   * @returns {Tensor} dx, of x's shape
   * @throws {TypeError} as its layers
   * @throws {RangeError} as its layers
   * @throws {Error} if there was no forward(), if the last one was after eval(), or if its out was x itself
   */
  backward(dy) {
    return super.backward(dy);
  }

  /**
   * @internal
   * @override
   * @param {Input} dy
   * @param {Pass} pass
   * @returns {Tensor}
   */
  _propagate(dy, pass) {
    if (this._backward === OTHER_OUT || this._backward === FAILED)
      return super._propagate(dy, pass); /* which says so */
    return this.layers.reduceRight(
      (gradient, layer) => {
        if (hasOurs(layer, "backward")) return layer._propagate(gradient, pass);
        pass.undo.push(gradientsOf(layer));
        return layer.backward(gradient);
      },
      asTensor(dy, "dy"),
    );
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
    super.zeroGrad();
  }

  /**
   * @internal
   * @override
   * @param {Pass} pass
   */
  _zero(pass) {
    for (const layer of this.layers) {
      if (hasOurs(layer, "zeroGrad")) layer._zero(pass);
      else {
        pass.undo.push(gradientsOf(layer));
        layer.zeroGrad();
      }
    }
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
