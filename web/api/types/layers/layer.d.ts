/**
 * @param {Tensor} tensor
 * @returns {() => void} what gives it the elements that it has now
 */
export function copyOf(tensor: Tensor): () => void;
export const TRAINING: "forward() to be called in training: after eval() it keeps nothing";
export const OTHER_OUT: "forward() to be given an out that is not x: it overwrote what backward() needs";
export function parameterOf(name: string, value: Tensor, gradient: () => Tensor): Parameter;
/** The layers' common ancestor. */
export class Layer {
    /**
     * Whether forward() keeps what backward() needs, and BatchNorm takes the statistics of its batch: true at first.
     * @type {boolean}
     */
    training: boolean;
    /**
     * From now on forward() keeps what backward() needs, and BatchNorm takes the statistics of its batch.
     * @returns {this}
     * @example
     * new LayerNorm(3).eval().train().training; // => true
     */
    train(): this;
    /**
     * From now on forward() keeps nothing, so that there is no backward(), and BatchNorm takes its running statistics; a
     * BatchNorm that is to take them while it and others learn has {@link BatchNorm.freeze}. What the last forward() in
     * training has kept is there until the next one.
     * @returns {this}
     * @example
     * const layer = new LayerNorm(3).eval();
     * layer.forward([1, 2, 3]); // => tensor([-1.2247, 0.0000, 1.2247])
     */
    eval(): this;
    /**
     * Parameters and running statistics by torch's names, as far as there are any: weight, bias, running_mean,
     * running_var. They are the tensors themselves, not copies.
     * @returns {Record<string, Tensor>}
     * @example
     * new BatchNorm(2).state().running_var; // => tensor([1., 1.])
     */
    state(): Record<string, Tensor>;
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
    loadState(state: Readonly<Record<string, Input>>, options?: LoadOptions): Loaded;
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
    resident(resident?: boolean): this;
    /**
     * Frees what of the layer is in WebAssembly memory. Using the layer afterwards is an Error that says so. No effect on
     * what is in the JavaScript heap, or twice.
     * @returns {void}
     * @example
     * const layer = new LayerNorm(3).resident();
     * layer.dispose();
     * layer.forward([1, 2, 3]); // throws Error: weight: expected a tensor in use, got one of shape [3] that was disposed
     */
    dispose(): void;
    /**
     * What training changes: weight, then bias, as far as there are any.
     * @returns {Parameter[]}
     * @example
     * new LayerNorm(3).parameters().map(({ name }) => name); // => ['weight', 'bias']
     */
    parameters(): Parameter[];
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
    zeroGrad(): void;
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
    backward(dy: Input): Tensor;
    /**
     * What `using layer = new Linear(2, 3).resident()` calls where layer goes out of scope: {@link Layer.dispose}.
     * @returns {void}
     */
    [Symbol.dispose](): void;
}
/**
 * A layer with a weight: `Weight` is null among its types where a layer can be made without.
 * @template {Tensor | null} [Weight=Tensor | null]
 */
export class WeightedLayer<Weight extends Tensor | null = Tensor | null> extends Layer {
    constructor();
    /** @param {Tensor} value */
    set weight(value: Tensor);
    /**
     * What x, or what was made of it, is multiplied by; null: the layer was made without. A tensor of the same shape may
     * take its place, a resident one for instance.
     * @returns {Weight}
     */
    get weight(): Weight;
}
/**
 * A layer with a weight and a bias.
 * @template {Tensor | null} [Weight=Tensor | null]
 * @extends {WeightedLayer<Weight>}
 */
export class AffineLayer<Weight extends Tensor | null = Tensor | null> extends WeightedLayer<Weight> {
    /** @param {Tensor} value */
    set bias(value: Tensor);
    /**
     * What is added then; null: the layer was made without. A tensor of the same shape may take its place.
     * @returns {Tensor | null}
     */
    get bias(): Tensor | null;
}
export function represent(name: string, sizes: readonly (string | number)[], options: Record<string, number | undefined | Tensor | null>): string;
/**
 * What training changes: `name` is "weight" or "bias", in a Sequential with the layer's index in front, "0.weight", as
 * in torch; `value` is the tensor; `grad`, of its shape, is 0 at first, added to by backward() and zeroed by
 * zeroGrad(). It is made by the first backward(), or where it is first read.
 */
export type Parameter = {
    readonly name: string;
    readonly value: Tensor;
    readonly grad: Tensor;
};
/**
 * What every layer is. backward is given the gradient of what the last forward() gave; it returns dx, and adds to the
 * parameters' gradients. Layers keep x itself, not a copy: it must not be changed between forward() and backward().
 * A Sequential also calls train(), eval(), resident() and dispose() of a layer, and state(), if it has them: that gives
 * tensors by name, the layer's own, to which loadState() writes. Without it the layer's state is its parameters.
 */
export type Module = {
    forward(x: Input, options?: Out): Tensor;
    backward(dy: Input): Tensor;
    parameters(): Parameter[];
    zeroGrad(): void;
};
export type BackwardPass = (dy: Input) => {
    dx: Tensor;
    [gradient: `d${string}`]: Tensor | undefined;
};
import type { Tensor } from "../tensor/tensor.js";
import type { Input } from "../tensor/as-tensor.js";
import type { LoadOptions } from "./state.js";
import type { Loaded } from "./state.js";
import type { Pass } from "./pass.js";
import type { Out } from "../operands/forward.js";
