/** The kernels, of which a bundle may lack some: all-kernels.js. The first call loads them, if nothing has before. */
export function kernels(): Kernels;
/**
 * Instantiates the kernels now rather than at the first use. Needed only where the host forbids compiling from bytes,
 * or where several workers are to share one compiled module.
 *
 * @param {CompiledModule | ArrayBuffer | ArrayBufferView} [source] `layernorm/kernels.wasm`, compiled or as bytes;
 *   default: the copy that the package holds
 * @throws {TypeError} if source is something else
 * @throws {Error} if something has already used WebAssembly memory, if the host has no WebAssembly SIMD, or if the
 *   module is not this version's
 * @example
 * init(await WebAssembly.compileStreaming(fetch("/kernels.wasm")));
 * layerNorm([1, 3], 2, { eps: 0 }); // => tensor([-1., 1.])
 */
export function init(source?: CompiledModule | ArrayBuffer | ArrayBufferView): void;
/** @import { Kernels } from "../kernels.js" */
/**
 * A WebAssembly.Module, where the project's types know of it: those of Node.js do not, those of browsers ("dom") do.
 * @typedef {typeof globalThis extends { WebAssembly: { Module: new (...args: any[]) => infer M } } ? M & object :
 *   object} CompiledModule
 */
/**
 * What the module exports, once something has needed it.
 * @type {Kernels | undefined}
 */
export let instance: Kernels | undefined;
/**
 * A WebAssembly.Module, where the project's types know of it: those of Node.js do not, those of browsers ("dom") do.
 */
export type CompiledModule = typeof globalThis extends {
    WebAssembly: {
        Module: new (...args: any[]) => infer M;
    };
} ? M & object : object;
import type { Kernels } from "../kernels.js";
