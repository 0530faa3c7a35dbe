/**
 * The way to all kernels. A bundle that takes nothing from here (layer norm and RMS norm, forward) has only the kernels
 * of rows in its module: half of the bytes. So every op that calls another kernel gets `run` or `kernels` from here, and
 * not from staging.js and wasm.js.
 */
import { includeAll } from "./inlined.js";
import { run as runAny } from "../operands/run.js";
import { kernels as anyKernels } from "./wasm.js";

/** @import { Kernels } from "../kernels.js" */

/**
 * @template F
 * @param {F} call
 * @returns {F} it
 */
function withAll(call) {
  includeAll();
  return call;
}

/** `run` of staging.js. */
export const run = /* @__PURE__ */ withAll(runAny);

/** `kernels` of wasm.js: a constant, so that a bundle without it goes without the call of withAll. */
const allKernels = /* @__PURE__ */ withAll(anyKernels);

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
  return allKernels();
}
