/**
 * Includes kernels in the module, and gives the function that gives them. Every op says in this way which kernels it
 * calls, at the top of its file and marked as pure: so a bundle has the kernels of the ops that it imports, and no
 * others. A chunk of a bundle may be loaded when the module has been instantiated already: then the next call
 * instantiates one that has more.
 * @internal
 * @template {keyof Kernels} Name
 * @param {...Kernel<Name>} needed
 * @returns {() => Pick<Kernels, Name | Allocator>}
 */
export function withKernels<Name extends keyof Kernels>(...needed: Kernel<Name>[]): () => Pick<Kernels, Name | Allocator>;
/** @typedef {"memory" | "malloc" | "free"} Allocator what every module has */
/**
 * The memory, and what allocates in it. The first call instantiates the module, if nothing has before.
 * @internal
 * @returns {Pick<Kernels, Allocator>}
 */
export function allocator(): Pick<Kernels, Allocator>;
/**
 * Takes kernels that layernorm/threads brings in place of the package's own. It has seen that nothing is instantiated.
 * @internal
 * @param {Kernels} kernels all of them
 */
export function adopt(kernels: Kernels): void;
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
/** @import { Kernel, Kernels } from "../kernels.js" */
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
 * what every module has
 */
export type Allocator = "memory" | "malloc" | "free";
/**
 * A WebAssembly.Module, where the project's types know of it: those of Node.js do not, those of browsers ("dom") do.
 */
export type CompiledModule = typeof globalThis extends {
    WebAssembly: {
        Module: new (...args: any[]) => infer M;
    };
} ? M & object : object;
import type { Kernels } from "../kernels.js";
import type { Kernel } from "../kernels.js";
