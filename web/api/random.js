/** PyTorch's random numbers, from PyTorch's seeds. */
import { checkShape, elementCount, wrongType, wrongValue } from "./arguments.js";
import { output, run } from "./staging.js";
import { kernels } from "./wasm.js";

/** @import { Tensor } from "./tensor.js" */
/** @import { Kernels } from "./wasm.js" */

let seeded = false;

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
export function manualSeed(seed) {
  if (typeof seed !== "number" && typeof seed !== "bigint") throw wrongType("seed", "an integer", seed);
  if (typeof seed === "number" && !Number.isInteger(seed)) throw wrongValue("seed", "an integer", seed);
  kernels().ln_manual_seed(Number(BigInt.asUintN(32, BigInt(seed))));
  seeded = true;
}

/**
 * A new tensor that a kernel fills with draws, all at once: the order of draws is part of the result.
 * @param {number[]} shape checked
 * @param {(wasm: Kernels, pointer: number, count: number) => void} fill
 * @returns {Tensor}
 */
function draw(shape, fill) {
  if (!seeded) manualSeed(crypto.getRandomValues(new Uint32Array(1))[0]);
  const size = elementCount(shape), result = output(undefined, shape, size);
  run(Math.min(size, 1), [result], (wasm) => fill(wasm, result.pointer, size));
  return result.tensor;
}

/**
 * Uniform draws between two bounds: Linear's initial values.
 * @param {number[]} shape checked
 * @param {number} from
 * @param {number} to
 */
export const uniform = (shape, from, to) =>
  draw(shape, (wasm, pointer, count) => wasm.ln_uniform(pointer, count, from, to));

/**
 * Uniform draws from [0, 1), as torch.rand: to the bit.
 *
 * @param {readonly number[]} shape
 * @returns {Tensor}
 * @throws {RangeError} if a size is not an integer >= 0
 * @example
 * rand([2, 3]);
 */
export const rand = (shape) => uniform(checkShape(shape), 0, 1);

/**
 * Draws from the standard normal distribution, as torch.randn: to the bit below 16 elements, from there on within 5e-7
 * (PyTorch's own vectorised logarithm and sine differ by that much).
 *
 * @param {readonly number[]} shape
 * @returns {Tensor}
 * @throws {RangeError} if a size is not an integer >= 0
 * @example
 * manualSeed(278);
 * randn([2, 4, 12]);
 */
export const randn = (shape) =>
  draw(checkShape(shape), (wasm, pointer, count) => wasm.ln_normal(pointer, count));
