/** What all layers have in common: state, parameters with gradients, what the backward pass needs, and printing. */
import { shareMemory } from "../operands/aliasing.js";
import { wrongValue } from "../checks/arguments.js";
import { zeros } from "../tensor/create.js";
import { formatFloat } from "../tensor/print.js";
import { loadInto } from "./state.js";
import { asTarget } from "../tensor/as-tensor.js";

/** @import { Out } from "../operands/forward.js" */
/** @import { LoadOptions } from "./state.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * What training changes: `name` is "weight" or "bias", in a Sequential with the layer's index in front, "0.weight", as
 * in torch; `value` is the tensor; `grad`, of its shape, is 0 at first, added to by backward() and zeroed by
 * zeroGrad(). It is made by the first backward(), or where it is first read.
 * @typedef {{ readonly name: string, readonly value: Tensor, readonly grad: Tensor }} Parameter
 */

/**
 * What every layer is. backward is given the gradient of what the last forward() gave; it returns dx, and adds to the
 * parameters' gradients. Layers keep x itself, not a copy: it must not be changed between forward() and backward().
 * A Sequential also calls train() and eval() of a layer, and state(), if it has them: that gives tensors by name, the
 * layer's own, to which loadState() writes. Without it the layer's state is its parameters.
 * @typedef {{ forward(x: Input, options?: Out): Tensor, backward(dy: Input): Tensor, parameters(): Parameter[],
 *   zeroGrad(): void }} Module
 */

/** @typedef {(dy: Input) => { dx: Tensor, [gradient: `d${string}`]: Tensor | undefined }} BackwardPass */

/* What backward() expects where it cannot be. */
const FORWARD = "forward() to be called first";
export const TRAINING = "forward() to be called in training: after eval() it keeps nothing";
export const OTHER_OUT = "forward() to be given an out that is not x: it overwrote what backward() needs";

/** The tensors that are parameters, in their order; the others of a layer are its running statistics. */
const PARAMETERS = /** @type {const} */ (["weight", "bias"]);

/**
 * @param {string} name
 * @param {Tensor} value
 * @param {() => Tensor} gradient made when it is first asked for
 * @returns {Parameter}
 */
export const parameterOf = (name, value, gradient) => ({
  name,
  value,
  get grad() {
    return gradient();
  },
});

/** The layers' common ancestor. */
export class Layer {
  /**
   * Whether forward() keeps what backward() needs, and BatchNorm takes the statistics of its batch: true at first.
   * @type {boolean}
   */
  training = true;
  /**
   * The parameters and running statistics that there are, by torch's names.
   * @internal
   * @type {Record<string, Tensor>}
   */
  _tensors = {};
  /**
   * The backward pass of the last forward(), or what must come first.
   * @internal
   * @type {BackwardPass | string}
   */
  _backward = FORWARD;
  /**
   * Of the parameters, as far as there was a backward() or somebody asked for one.
   * @internal
   * @type {Record<string, Tensor>}
   */
  _gradients = {};

  /**
   * From now on forward() keeps what backward() needs, and BatchNorm takes the statistics of its batch.
   * @returns {this}
   * @example
   * new LayerNorm(3).eval().train().training; // => true
   */
  train() {
    this.training = true;
    return this;
  }

  /**
   * From now on forward() keeps nothing, so that there is no backward(), and BatchNorm takes its running statistics; a
   * BatchNorm that is to take them while it and others learn has {@link BatchNorm.freeze}. What the last forward() in
   * training has kept is there until the next one.
   * @returns {this}
   * @example
   * const layer = new LayerNorm(3).eval();
   * layer.forward([1, 2, 3]); // => tensor([-1.2247, 0.0000, 1.2247])
   */
  eval() {
    this.training = false;
    return this;
  }

  /**
   * Parameters and running statistics by torch's names, as far as there are any: weight, bias, running_mean,
   * running_var. They are the tensors themselves, not copies.
   * @returns {Record<string, Tensor>}
   * @example
   * new BatchNorm(2).state().running_var; // => tensor([1., 1.])
   */
  state() {
    return { ...this._tensors };
  }

  /**
   * Writes a state into the tensors of {@link Layer.state}: one of torch's, a `state_dict()`, too, whose
   * num_batches_tracked is passed over. All of it is checked before anything is written.
   *
   * @param {Readonly<Record<string, Input>>} state by name a tensor of the very shape, or what is taken as one
   * @param {LoadOptions} [options] strict: whether the names must be those of state() (default true); false: those that
   *   both have are written
   * @returns {void}
   * @throws {TypeError} if state is not an object of tensors, or an option is unknown or of a wrong type
   * @throws {RangeError} if names are missing or unexpected, or tensors have other shapes: one that lists them all
   * @throws {Error} if a tensor was disposed
   * @example
   * const layer = new LayerNorm(3);
   * layer.loadState({ weight: [1, 2, 3], bias: [0, 0, 1] });
   * layer.forward([1, 2, 4]); // => tensor([-1.0690, -0.5345, 5.0089])
   */
  loadState(state, options) {
    loadInto(this.state(), state, options);
  }

  /**
   * What training changes: weight, then bias, as far as there are any.
   * @returns {Parameter[]}
   * @example
   * new LayerNorm(3).parameters().map(({ name }) => name); // => ['weight', 'bias']
   */
  parameters() {
    const { _tensors, _gradients } = this;
    return PARAMETERS.filter((name) => _tensors[name]).map((name) => {
      const value = _tensors[name];
      return parameterOf(name, value, () => (_gradients[name] ??= zeros(value.shape)));
    });
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
    for (const { data } of Object.values(this._gradients)) data.fill(0);
  }

  /**
   * The backward pass of the last forward(). The gradients of the parameters are added to those that are there: in
   * float32 as torch does, one addition an element, for which no kernel is worth its call.
   *
   * @param {Input} dy the gradient of what the last forward() gave, of its shape
   * @returns {Tensor} dx, of x's shape
   * @throws {TypeError} if dy is no tensor
   * @throws {RangeError} if dy has another shape than y
   * @throws {Error} if there was no forward(), if the last one was after eval(), or if its out was x itself
   * @example
   * const layer = new LayerNorm(3);
   * layer.forward([[1, 2, 4]]);
   * layer.backward([[1, 0, 0]]); // => tensor([[0.2291, -0.3436, 0.1145]])
   * layer.parameters()[1].grad; // => tensor([1., 0., 0.])
   */
  backward(dy) {
    const { _backward, _gradients } = this;
    if (typeof _backward === "string") throw new Error(`backward: expected ${_backward}, of ${this}`);
    const gradients = _backward(dy);
    for (const name of PARAMETERS.filter((key) => this._tensors[key])) {
      const gradient = /** @type {Tensor} */ (gradients[`d${name}`]),
        sum = (_gradients[name] ??= gradient).data;
      if (sum !== gradient.data) gradient.data.forEach((value, i) => (sum[i] += value));
    }
    return gradients.dx;
  }

  /**
   * Keeps, in training, what the backward pass needs.
   * @internal
   * @param {Tensor} y what forward() gives
   * @param {Tensor | null} [x] what the backward pass needs as it is; null: it may be overwritten by y
   * @param {BackwardPass | string} [backward] must be given in training
   * @param {string} [otherwise] what backward() says after eval()
   */
  _keep(y, x = null, backward = TRAINING, otherwise = TRAINING) {
    this._backward = !this.training ? otherwise : x && shareMemory(y, x) ? OTHER_OUT : backward;
    return y;
  }

  /**
   * A tensor of the layer's own, from the constructor.
   * @internal
   * @param {string} name torch's
   * @param {Tensor | null} tensor null: the layer has none
   */
  _own(name, tensor) {
    if (tensor) this._tensors[name] = tensor;
  }

  /**
   * Puts a tensor of the caller's in the place of the layer's own.
   * @internal
   * @param {string} name torch's
   * @param {unknown} value
   * @param {string} [property] of the layer
   */
  _replace(name, value, property = name) {
    const { [name]: own } = this._tensors;
    if (!own) throw wrongValue(property, `nothing, as ${this} has none`, value);
    this._tensors[name] = asTarget(value, property, own._sizes);
  }

  [Symbol.for("nodejs.util.inspect.custom")]() {
    return this.toString();
  }
}

/**
 * A layer with a weight: `Weight` is null among its types where a layer can be made without.
 * @template {Tensor | null} [Weight=Tensor | null]
 */
export class WeightedLayer extends Layer {
  /**
   * What x, or what was made of it, is multiplied by; null: the layer was made without. A tensor of the same shape may
   * take its place, a resident one for instance.
   * @returns {Weight}
   */
  get weight() {
    return /** @type {Weight} */ (this._tensors.weight ?? null);
  }

  /** @param {Tensor} value */
  set weight(value) {
    this._replace("weight", value);
  }
}

/**
 * A layer with a weight and a bias.
 * @template {Tensor | null} [Weight=Tensor | null]
 * @extends {WeightedLayer<Weight>}
 */
export class AffineLayer extends WeightedLayer {
  /**
   * What is added then; null: the layer was made without. A tensor of the same shape may take its place.
   * @returns {Tensor | null}
   */
  get bias() {
    return this._tensors.bias ?? null;
  }

  /** @param {Tensor} value */
  set bias(value) {
    this._replace("bias", value);
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
