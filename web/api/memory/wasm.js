/** Loading the WebAssembly module. It is instantiated when something first needs it, not at import. */
import { tagOf, wrongType } from "../checks/arguments.js";
import { include, ownModule } from "./inlined.js";
import { functions } from "../kernels.js";

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
export let instance;

/** What may be wrong with bytes that are no module: with those of the package, and with those of the caller. */
const NO_SIMD = "layernorm needs WebAssembly SIMD (Node 16, Chrome 91, Firefox 89, Safari 16.4 or later)";
const NO_MODULE = "source: expected kernels.wasm, got no WebAssembly, or this host has no SIMD";

const FORBIDDEN =
  "this host does not compile WebAssembly from bytes here: allow 'wasm-unsafe-eval' in the " +
  "Content-Security-Policy, or compile layernorm/kernels.wasm elsewhere and call init(module)";

/**
 * @param {BufferSource} bytes
 * @param {string} invalid what to say if they are no module to this host
 * @returns {WebAssembly.Module}
 */
function compile(bytes, invalid) {
  if (typeof WebAssembly === "undefined") throw new Error("layernorm needs WebAssembly, which is not there");
  try {
    return new WebAssembly.Module(bytes);
  } catch (cause) {
    throw new Error(WebAssembly.validate(bytes) ? FORBIDDEN : invalid, { cause });
  }
}

/**
 * The package's own module needs no check: so a bundle without init() has no list of functions.
 * @param {WebAssembly.Module} module
 * @returns {WebAssembly.Module} it, if it has everything
 */
function checked(module) {
  const names = WebAssembly.Module.exports(module).map(({ name }) => name);
  const missing = ["memory", ...functions].find((name) => !names.includes(name));
  if (missing) throw new Error(`source: expected this version's kernels.wasm, got a module without ${missing}`);
  return module;
}

/** @param {WebAssembly.Module} module */
const instantiate = (module) =>
  /** @type {Kernels} */ (/** @type {unknown} */ (new WebAssembly.Instance(module).exports));

/**
 * @param {CompiledModule | ArrayBuffer | ArrayBufferView} source
 * @param {string} invalid what to say if it is bytes that are no module to this host
 * @returns {WebAssembly.Module}
 * @throws {TypeError} if it is something else
 */
function compiled(source, invalid) {
  if (tagOf(source) === "WebAssembly.Module") return /** @type {WebAssembly.Module} */ (source);
  if (tagOf(source).endsWith("ArrayBuffer") || ArrayBuffer.isView(source)) {
    return compile(/** @type {BufferSource} */ (source), invalid);
  }
  throw wrongType("source", "a WebAssembly.Module or its bytes", source);
}

/** Whether the module came from the caller: then it has all kernels. */
let isGiven = false;

/** Whether a kernel has been included that the instance lacks. */
let isOutdated = false;

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
export function withKernels(...needed) {
  include(needed);
  isOutdated = instance !== undefined && !isGiven;
  return /** @type {() => Kernels} */ (allocator);
}

/** @typedef {"memory" | "malloc" | "free"} Allocator what every module has */

/**
 * The memory, and what allocates in it. The first call instantiates the module, if nothing has before.
 * @internal
 * @returns {Pick<Kernels, Allocator>}
 */
export function allocator() {
  return instance && !isOutdated ? instance : load();
}

/** @returns {Kernels} */
function load() {
  const before = instance?.memory,
    next = instantiate(ownModule((bytes) => compile(bytes, NO_SIMD)));
  if (before) moveMemory(before, next.memory);
  isOutdated = false;
  instance = next;
  return next;
}

/**
 * Takes kernels that layernorm/threads brings in place of the package's own. It has seen that nothing is instantiated.
 * @internal
 * @param {Kernels} kernels all of them
 */
export function adopt(kernels) {
  instance = kernels;
  isGiven = true;
}

/** Bytes of a page, by which memory grows. */
const PAGE_BYTES = 65536;

/**
 * Moves all that the kernels know, which is all in memory, from an instance to the next: what is allocated keeps its
 * place, the generator of random numbers its state. Views of the memory are detached, as they are where it grows.
 * @param {Kernels["memory"]} from
 * @param {Kernels["memory"]} to
 */
function moveMemory(from, to) {
  to.grow((from.buffer.byteLength - to.buffer.byteLength) / PAGE_BYTES);
  new Uint8Array(to.buffer).set(new Uint8Array(from.buffer));
  from.grow(0);
}

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
export function init(source) {
  if (instance) throw new Error("init: expected to be called before anything uses WebAssembly memory, not after");
  if (source === undefined) allocator();
  else {
    instance = instantiate(checked(compiled(source, NO_MODULE)));
    isGiven = true;
  }
}
