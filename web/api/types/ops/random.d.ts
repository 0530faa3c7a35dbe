/**
 * Seeds the generator, as torch.manual_seed: what follows draws what PyTorch draws on the CPU. Without it the seed is
 * random.
 *
 * @param {number | bigint} seed any integer; its low 32 bits count
 * @returns {void}
 * @throws {TypeError} if seed is not a number or a bigint
 * @throws {RangeError} if seed is not an integer
 * @example
 * manualSeed(123);
 * randn([2, 5]);
 * // => tensor([[-0.1115, 0.1204, -0.3696, -0.2404, -1.1969], [0.2093, -0.9724, -0.7550, 0.3239, -0.1085]])
 */
export function manualSeed(seed: number | bigint): void;
/**
 * Uniform draws from [0, 1), as torch.rand: to the bit.
 *
 * @param {readonly number[]} shape at most 8 sizes, each an integer >= 0
 * @param {DrawOptions} [options] resident: whether a new tensor is in WebAssembly memory (default false); out: where
 *   the draws go (default: a new tensor)
 * @returns {Tensor}
 * @throws {TypeError} if shape is not an array of numbers, an option is unknown or of a wrong type, or both are given
 * @throws {RangeError} if a size is not an integer >= 0, out has another shape, or memory does not suffice
 * @example
 * manualSeed(123);
 * rand([3]); // => tensor([0.2961, 0.5166, 0.2517])
 */
export function rand(shape: readonly number[], options?: DrawOptions): Tensor;
/**
 * Draws from the standard normal distribution, as torch.randn: to the bit below 16 elements, from there on within 5e-7
 * (PyTorch's own vectorised logarithm and sine differ by that much).
 *
 * @param {readonly number[]} shape at most 8 sizes, each an integer >= 0
 * @param {DrawOptions} [options] resident: whether a new tensor is in WebAssembly memory (default false); out: where
 *   the draws go (default: a new tensor)
 * @returns {Tensor}
 * @throws {TypeError} if shape is not an array of numbers, an option is unknown or of a wrong type, or both are given
 * @throws {RangeError} if a size is not an integer >= 0, out has another shape, or memory does not suffice
 * @example
 * manualSeed(278);
 * randn([3]); // => tensor([0.0787, 0.0229, -1.5893])
 */
export function randn(shape: readonly number[], options?: DrawOptions): Tensor;
export function uniform(shape: readonly number[], from: number, to: number, options?: DrawOptions): Tensor;
/**
 * Where draws go.
 */
export type DrawOptions = {
    /**
     * whether a new tensor is in WebAssembly memory (default false)
     */
    resident?: boolean | undefined;
    /**
     * written and returned: of that shape, of either kind (default: a new tensor)
     */
    out?: Target | undefined;
};
import type { Tensor } from "../tensor/tensor.js";
import type { Target } from "../tensor/as-tensor.js";
