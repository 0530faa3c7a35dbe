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
export function uniform(shape: readonly number[], from: number, to: number): Tensor;
export function rand(shape: readonly number[]): Tensor;
export function randn(shape: readonly number[]): Tensor;
import type { Tensor } from "./tensor.js";
