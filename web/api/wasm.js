/**
 * The WebAssembly module: loading it, and its memory. It is instantiated when something first needs it, not at import.
 */
import { MAX_RANK, shapeText, tagOf, wrongType } from "./arguments.js";
import { inlined } from "./inlined.js";
import { functions } from "./kernels.js";

/**
 * What the module exports: the functions of c/norm.h (pointers and sizes are byte offsets and element counts), and the
 * C allocator.
 * @typedef {object} Kernels
 * @property {{ readonly buffer: ArrayBuffer, grow: (pages: number) => number }} memory a WebAssembly.Memory
 * @property {(bytes: number) => number} malloc 0: no room; one above 2 GiB is negative, which `>>> 0` mends
 * @property {(pointer: number) => void} free
 * @property {(mean: number, variance: number, std: number, x: number, outer: number, n: number, inner: number,
 *   correction: number) => void} ln_moments
 * @property {(y: number, mean: number, rstd: number, x: number, weight: number, bias: number, outer: number, n: number,
 *   inner: number, correction: number, eps: number) => void} ln_layer_norm
 * @property {(y: number, sum: number, x: number, residual: number, weight: number, bias: number, outer: number,
 *   n: number, eps: number) => void} ln_add_layer_norm
 * @property {(dx: number, dweight: number, dbias: number, scratch: number, dy: number, x: number, mean: number,
 *   rstd: number, weight: number, outer: number, n: number, eps: number) => void} ln_layer_norm_backward
 * @property {(y: number, rrms: number, x: number, weight: number, outer: number, n: number, weightOffset: number,
 *   eps: number) => void} ln_rms_norm
 * @property {(y: number, sum: number, x: number, residual: number, weight: number, outer: number, n: number,
 *   weightOffset: number, eps: number) => void} ln_add_rms_norm
 * @property {(dx: number, dweight: number, scratch: number, dy: number, x: number, rrms: number, weight: number,
 *   outer: number, n: number, weightOffset: number, eps: number) => void} ln_rms_norm_backward
 * @property {(y: number, mean: number, rstd: number, x: number, weight: number, bias: number, outer: number,
 *   groups: number, channels: number, inner: number, eps: number) => void} ln_group_norm
 * @property {(dx: number, dweight: number, dbias: number, dy: number, x: number, weight: number, outer: number,
 *   groups: number, channels: number, inner: number, eps: number) => void} ln_group_norm_backward
 * @property {(y: number, x: number, mean: number, variance: number, weight: number, bias: number, outer: number,
 *   channels: number, inner: number, eps: number) => void} ln_batch_norm
 * @property {(dx: number, dweight: number, dbias: number, dy: number, x: number, mean: number, variance: number,
 *   weight: number, outer: number, channels: number, inner: number, eps: number) => void} ln_batch_norm_backward
 * @property {(running: number, batch: number, n: number, momentum: number) => void} ln_update_running
 * @property {(y: number, x: number, weight: number, bias: number, rows: number, inputs: number, outputs: number) =>
 *   void} ln_linear
 * @property {(y: number, x: number, n: number) => void} ln_relu
 * @property {(dx: number, dy: number, x: number, n: number) => void} ln_relu_backward
 * @property {(seed: number) => void} ln_manual_seed
 * @property {(y: number, n: number, from: number, to: number) => void} ln_uniform
 * @property {(y: number, n: number) => void} ln_normal
 * @property {(y: number, x: number, shape: number, order: number, rank: number) => void} ln_permute
 * @property {(a: number, b: number, n: number, rtol: number, atol: number, equalNan: number) => number} ln_allclose
 * @property {(y: number, x: number, n: number) => void} ln_round
 */

/**
 * A WebAssembly.Module, where the project's types know of it: those of Node.js do not, those of browsers ("dom") do.
 * @typedef {typeof globalThis extends { WebAssembly: { Module: new (...args: any[]) => infer M } } ? M & object :
 *   object} CompiledModule
 */

/** @type {Kernels | undefined} */
let instance;

/** All of the memory. Growth detaches it: then its length is 0. */
let heap = new Float32Array(0);

let residentBytes = 0;

/** A page of the host, in elements, and how far apart within it neighbours begin. */
const PAGE_ELEMENTS = 1024,
  STAGGER_ELEMENTS = 272;

/** What may be wrong with bytes that are no module: with those of the package, and with those of the caller. */
const NO_SIMD = "layernorm needs WebAssembly SIMD (Node 16, Chrome 91, Firefox 89, Safari 16.4 or later)";
const NO_MODULE = "source: expected kernels.wasm, got no WebAssembly, or this host has no SIMD";

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

const FORBIDDEN =
  "this host does not compile WebAssembly from bytes here: allow 'wasm-unsafe-eval' in the " +
  "Content-Security-Policy, or compile layernorm/kernels.wasm elsewhere and call init(module)";

/** @param {WebAssembly.Module} module */
function checkKernels(module) {
  const names = WebAssembly.Module.exports(module).map(({ name }) => name);
  const missing = ["memory", ...functions].find((name) => !names.includes(name));
  if (missing) throw new Error(`source: expected this version's kernels.wasm, got a module without ${missing}`);
}

/** @param {WebAssembly.Module} module */
function instantiate(module) {
  checkKernels(module);
  return (instance = /** @type {Kernels} */ (/** @type {unknown} */ (new WebAssembly.Instance(module).exports)));
}

/**
 * @param {CompiledModule | ArrayBuffer | ArrayBufferView} source
 * @param {string} invalid what to say if it is bytes that are no module to this host
 * @throws {TypeError} if it is something else
 */
function load(source, invalid) {
  if (tagOf(source) === "WebAssembly.Module") return instantiate(/** @type {WebAssembly.Module} */ (source));
  if (tagOf(source).endsWith("ArrayBuffer") || ArrayBuffer.isView(source)) {
    return instantiate(compile(/** @type {BufferSource} */ (source), invalid));
  }
  throw wrongType("source", "a WebAssembly.Module or its bytes", source);
}

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
  return instance ?? load(inlined(), NO_SIMD);
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
  if (source === undefined) kernels();
  else load(source, NO_MODULE);
}

/**
 * How much memory is in use, in bytes. It loads nothing: before the first use of WebAssembly memory both are 0.
 *
 * @returns {{ total: number, resident: number }} the size of WebAssembly memory, and how much of it resident tensors
 *   hold
 * @example
 * memoryUsage(); // => { total: 0, resident: 0 }
 */
export function memoryUsage() {
  return { total: instance?.memory.buffer.byteLength ?? 0, resident: residentBytes };
}

/**
 * The whole memory as float32, of length 0 before the first use; good until the next allocation.
 * @returns {Float32Array}
 */
export function heapView() {
  if (heap.length === 0 && instance) heap = new Float32Array(instance.memory.buffer);
  return heap;
}

/**
 * @param {number} elements
 * @returns {number} a pointer; 0 where memory cannot hold them
 */
const tryAllocate = (elements) => (elements < 2 ** 30 ? kernels().malloc(elements * 4) >>> 0 : 0);

/**
 * @param {string} what needs the memory
 * @param {number} elements
 */
const outOfMemory = (what, elements) =>
  new RangeError(
    `${what}: ${elements * 4} bytes do not fit into WebAssembly memory (4 GiB at most; ` +
      `${memoryUsage().total} bytes now, ${residentBytes} of them in resident tensors)`,
  );

/**
 * Tensors that lie at the same place of their pages slow each other down: a processor that compares the last 12 bits
 * takes a load behind a store for one of what is being stored (Intel's optimization manual: 4K aliasing). So those of
 * several pages take up to a page more, and the next one begins elsewhere.
 * @param {number} elements
 * @returns {number} elements to allocate
 */
function staggered(elements) {
  if (elements < 4 * PAGE_ELEMENTS) return elements;
  return elements + ((STAGGER_ELEMENTS - elements) & (PAGE_ELEMENTS - 1));
}

/**
 * Memory for a resident tensor, not initialised.
 * @param {readonly number[]} shape
 * @param {number} elements
 * @returns {number} a pointer
 */
export function allocateResident(shape, elements) {
  const pointer = tryAllocate(staggered(elements));
  if (pointer === 0) throw outOfMemory(`a resident tensor of shape ${shapeText(shape)}`, elements);
  residentBytes += elements * 4;
  return pointer;
}

/**
 * @param {number} pointer
 * @param {number} elements
 */
export function freeResident(pointer, elements) {
  kernels().free(pointer);
  residentBytes -= elements * 4;
}

/** The staging area: one block, kept between calls unless it is large. */
let stage = { pointer: 0, elements: 0 };
const NO_STAGE = stage;

const KEPT_ELEMENTS = 2 ** 20;

/**
 * Room for elements in the staging area, until the next call of this function.
 * @param {number} elements
 * @returns {number} a pointer
 */
export function reserveStage(elements) {
  if (elements <= stage.elements) return stage.pointer;
  freeStage();
  const pointer = tryAllocate(elements);
  if (pointer === 0) throw outOfMemory("the operands", elements);
  stage = { pointer, elements };
  return pointer;
}

function freeStage() {
  if (stage.pointer) kernels().free(stage.pointer);
  stage = NO_STAGE;
}

/** Gives a large staging area back. */
export function trimStage() {
  if (stage.elements > KEPT_ELEMENTS) freeStage();
}

/** Where a permutation's shape and order stand while the kernel reads them: two arrays of MAX_RANK uint32. */
let permutation = 0;

/**
 * ln_permute, with shape and order from JavaScript.
 * @param {number} y pointer
 * @param {number} x pointer
 * @param {readonly number[]} shape of x
 * @param {readonly number[]} order
 */
export function permute(y, x, shape, order) {
  const wasm = kernels();
  permutation ||= tryAllocate(2 * MAX_RANK);
  if (permutation === 0) throw outOfMemory("the dims of a tensor", 2 * MAX_RANK);
  const sizes = new Uint32Array(wasm.memory.buffer, permutation, 2 * MAX_RANK);
  sizes.set(shape);
  sizes.set(order, MAX_RANK);
  wasm.ln_permute(y, x, permutation, permutation + 4 * MAX_RANK, shape.length);
}
