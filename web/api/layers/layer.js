/** What all layers have in common: state, parameters with gradients, what the backward pass needs, and printing. */
import { shareMemory } from "../operands/aliasing.js";
import { checkBoolean, wrongValue } from "../checks/arguments.js";
import { zeros } from "../tensor/create.js";
import { formatFloat } from "../tensor/print.js";
import { run } from "./pass.js";
import { move } from "./residence.js";
import { loadInto } from "./state.js";
import { asTarget } from "../tensor/as-tensor.js";
import { DISPOSE } from "../tensor/tensor.js";

/** @import { Out } from "../operands/forward.js" */
/** @import { Pass } from "./pass.js" */
/** @import { Loaded, LoadOptions } from "./state.js" */
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
 * A Sequential also calls train(), eval(), resident() and dispose() of a layer, and state(), if it has them: that gives
 * tensors by name, the layer's own, to which loadState() writes. Without it the layer's state is its parameters.
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

/** @param {string} name */
const isParameter = (name) => PARAMETERS.some((parameter) => parameter === name);

/**
 * @param {Tensor} tensor
 * @returns {() => void} what gives it the elements that it has now
 */
export function copyOf(tensor) {
  if (tensor._disposed) return () => {};
  const elements = tensor.data.slice();
  return () => tensor.data.set(elements);
}

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
   *   both have are written; prefix: only names that begin with it count, and without it (default: all); rename: gives
   *   such a name as this layer has it, or null to leave the entry out (default: as it is); transpose: the names, as
   *   rename is given them, of matrices that are stored the other way round, as GPT-2's are, or what tells whether the
   *   matrix of a name is (default: none)
   * @returns {Loaded} what of this layer was missing, and what of the state unexpected; nothing where strict
   * @throws {TypeError} if state is not an object of tensors, or an option is unknown or of a wrong type
   * @throws {RangeError} if names are missing or unexpected, or tensors have other shapes: one that lists them all
   * @throws {Error} if a tensor was disposed
   * @example
   * const layer = new LayerNorm(3);
   * layer.loadState({ weight: [1, 2, 3], bias: [0, 0, 1] });
   * layer.forward([1, 2, 4]); // => tensor([-1.0690, -0.5345, 5.0089])
   * const file = { "h.0.fc.w": [[1, 2], [3, 4]], "h.0.fc.b": [5, 6], "h.1.fc.w": [[7, 8], [9, 10]] };
   * const rename = (name) => ({ w: "weight", b: "bias" })[name] ?? null;
   * const linear = new Linear(2, 2);
   * linear.loadState(file, { prefix: "h.0.fc.", rename, transpose: ["w"] });
   * linear.weight; // => tensor([[1., 3.], [2., 4.]])
   * linear.loadState({ weight: [[0, 0], [0, 0]], gamma: [1] }, { strict: false });
   * // => { missing: ["bias"], unexpected: ["gamma"] }
   */
  loadState(state, options) {
    return loadInto(this.state(), state, options);
  }

  /**
   * Moves all parameters, running statistics, and gradients, as far as there are any, to WebAssembly memory, where
   * kernels use them without a copy: or back. They stay the same tensors, also to those who hold them; what else has
   * had their elements (a Float32Array, a tensor by reshape) keeps the old ones, but what has had those in WebAssembly
   * memory is disposed with them. All of them move, or none. {@link Layer.dispose} frees them.
   *
   * @param {boolean} [resident] false: back to the JavaScript heap (default true)
   * @returns {this}
   * @throws {TypeError} if resident is not a boolean
   * @throws {RangeError} if memory does not suffice, or two different tensors have memory in common
   * @throws {Error} if a tensor was disposed
   * @example
   * const layer = new Linear(1024, 2816).eval().resident();
   * memoryUsage().resident; // => 11545600
   * layer.forward(zeros([1, 1024])).shape; // => [1, 2816]
   * layer.dispose();
   * memoryUsage().resident; // => 0
   */
  resident(resident = true) {
    move(this._everything("resident"), checkBoolean(resident, "resident"));
    return this;
  }

  /**
   * Frees what of the layer is in WebAssembly memory. Using the layer afterwards is an Error that says so. No effect on
   * what is in the JavaScript heap, or twice.
   * @returns {void}
   * @example
   * const layer = new LayerNorm(3).resident();
   * layer.dispose();
   * layer.forward([1, 2, 3]); // throws Error: weight: expected a tensor in use, got one of shape [3] that was disposed
   */
  dispose() {
    for (const tensor of this._everything("dispose")) tensor.dispose();
  }

  /**
   * What `using layer = new Linear(2, 3).resident()` calls where layer goes out of scope: {@link Layer.dispose}.
   * @returns {void}
   */
  [DISPOSE]() {
    this.dispose();
  }

  /**
   * All tensors of the layer, the gradients that there are included.
   * @internal
   * @param {"resident" | "dispose"} _method what is to be done with them
   * @returns {Tensor[]}
   */
  _everything(_method) {
    return [...Object.values(this._tensors), ...Object.values(this._gradients)];
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
    run((pass) => this._zero(pass));
  }

  /**
   * @internal
   * @param {Pass} pass at whose end the gradients are 0
   */
  _zero(pass) {
    for (const { data } of Object.values(this._gradients)) pass.zeroed.push(data);
  }

  /**
   * The backward pass of the last forward(). The gradients of the parameters are added to those that are there: in
   * float32 as torch does, one addition an element, for which no kernel is worth its call. Where it throws, no gradient
   * has changed.
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
    return run((pass) => this._propagate(dy, pass));
  }

  /**
   * A backward pass, at whose end the gradients are added.
   * @internal
   * @param {Input} dy
   * @param {Pass} pass
   * @returns {Tensor} dx
   */
  _propagate(dy, pass) {
    const { _backward, _gradients: sums } = this;
    if (typeof _backward === "string") throw new Error(`backward: expected ${_backward}, of ${this}`);
    const gradients = _backward(dy);
    for (const name of PARAMETERS.filter((key) => this._tensors[key])) {
      pass.additions.push({ sums, name, gradient: /** @type {Tensor} */ (gradients[`d${name}`]) });
    }
    return gradients.dx;
  }

  /**
   * What a forward pass of several layers, which failed in another one, has to undo in this one: what is kept for
   * backward(), and the running statistics.
   * @internal
   * @returns {() => void}
   */
  _memory() {
    const { _backward, training, _tensors } = this;
    const kept = training ? Object.keys(_tensors).filter((name) => !isParameter(name)) : [],
      copies = kept.map((name) => copyOf(_tensors[name]));
    return () => {
      Object.assign(this, { _backward, training });
      for (const restore of copies) restore();
    };
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
