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
    loadState(state: Readonly<Record<string, Input>>, options?: LoadOptions): void;
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
    backward(dy: Input): Tensor;
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
 * A Sequential also calls train() and eval() of a layer, and state(), if it has them: that gives tensors by name, the
 * layer's own, to which loadState() writes. Without it the layer's state is its parameters.
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
import type { Out } from "../operands/forward.js";
