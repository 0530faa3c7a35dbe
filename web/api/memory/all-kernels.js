/** The kernels themselves, for those who call them by pointer. A bundle that imports this has all of them. */
import { every } from "../kernel-text.js";
import { withKernels } from "./wasm.js";

/** @import { Kernels } from "../kernels.js" */

const allKernels = /* @__PURE__ */ withKernels(...every);

/**
 * The kernels themselves, for those who call them by pointer: the functions of c/norm.h, which is their manual, and the
 * allocator. Pointers are byte offsets into WebAssembly memory, as `pointer` of a resident tensor is one. Nothing is
 * checked. The first call loads them, if nothing has before.
 *
 * @returns {Kernels}
 * @throws {Error} if the host has no WebAssembly SIMD, or forbids compiling
 * @example
 * const x = tensor([[1, 2, 3], [4, 5, 9]], [2, 3], { resident: true });
 * kernels().ln_rms_norm(x.pointer, 0, x.pointer, 0, 2, 3, 0, 1e-6); // y, rrms, x, weight, rows, n, offset, eps
 * x; // => tensor([[0.4629, 0.9258, 1.3887], [0.6273, 0.7841, 1.4113]])
 * x.dispose();
 */
export function kernels() {
  return /** @type {Kernels} */ (allKernels());
}
