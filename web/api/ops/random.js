/** PyTorch's random numbers, from PyTorch's seeds. */
import { checkOptions, checkShape, elementCount, wrongType, wrongValue } from "../checks/arguments.js";
import { empty } from "../tensor/create.js";
import { ln_manual_seed, ln_normal, ln_uniform } from "../kernel-text.js";
import { withKernels } from "../memory/wasm.js";
import { Operands, output } from "../operands/operands.js";
import { run } from "../operands/staging.js";

/** @import { Target } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * Where draws go.
 * @typedef {object} DrawOptions
 * @property {boolean} [resident] whether a new tensor is in WebAssembly memory (default false)
 * @property {Target} [out] written and returned: of that shape, of either kind (default: a new tensor)
 */

const seedKernels = /* @__PURE__ */ withKernels(ln_manual_seed),
  uniformKernels = /* @__PURE__ */ withKernels(ln_uniform),
  normalKernels = /* @__PURE__ */ withKernels(ln_normal);

let seeded = false;

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
export function manualSeed(seed) {
  if (typeof seed !== "number" && typeof seed !== "bigint") throw wrongType("seed", "an integer", seed);
  if (typeof seed === "number" && !Number.isInteger(seed)) throw wrongValue("seed", "an integer", seed);
  seedKernels().ln_manual_seed(Number(BigInt.asUintN(32, BigInt(seed))));
  seeded = true;
}

/**
 * A tensor that a kernel fills with draws, all at once: the order of draws is part of the result.
 * @template Needed
 * @param {() => Needed} kernels
 * @param {readonly number[]} shape
 * @param {DrawOptions | undefined} options
 * @param {(wasm: Needed, pointer: number, count: number) => void} fill
 * @returns {Tensor}
 */
function draw(kernels, shape, options, fill) {
  const { out, resident } = checkOptions(options, OPTIONS);
  if (out !== undefined && resident) throw wrongType("resident", "nothing beside out", resident);
  const all = new Operands(),
    sizes = checkShape(shape),
    size = elementCount(sizes);
  const y = output(all, out ?? empty(sizes, { resident }), sizes, size);
  if (!seeded) manualSeed(crypto.getRandomValues(new Uint32Array(1))[0]);
  run(kernels, Math.min(size, 1), all, (wasm) => fill(wasm, y.pointer, size));
  return y.tensor;
}

const OPTIONS = ["resident", "out"];

/**
 * Uniform draws between two bounds: Linear's initial values.
 * @param {readonly number[]} shape
 * @param {number} from
 * @param {number} to
 * @param {DrawOptions} [options]
 */
export const uniform = (shape, from, to, options) =>
  draw(uniformKernels, shape, options, (wasm, pointer, count) => wasm.ln_uniform(pointer, count, from, to));

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
export function rand(shape, options) {
  return uniform(shape, 0, 1, options);
}

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
export function randn(shape, options) {
  return draw(normalKernels, shape, options, (wasm, pointer, count) => wasm.ln_normal(pointer, count));
}
