/**
 * Seeds the generator, as torch.manual_seed: what follows draws what PyTorch draws on the CPU. Without it the seed is
 * random.
 *
 * @param {number | bigint} seed any integer; its low 32 bits count
 * @returns {void}
 * @throws {RangeError} if seed is not an integer
 * @example
 * manualSeed(123);
 * randn([2, 5]); // the book's two inputs
 */
export function manualSeed(seed: number | bigint): void;
export function uniform(shape: number[], from: number, to: number): Tensor;
export function rand(shape: readonly number[]): Tensor;
export function randn(shape: readonly number[]): Tensor;
import type { Tensor } from "./tensor.js";
