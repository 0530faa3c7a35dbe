/**
 * Normalization layers for JavaScript, computed by C kernels in WebAssembly SIMD, with PyTorch's names and defaults:
 * `npm install layernorm`, then `import { layerNorm } from "layernorm"`; what reads weights from files is imported from
 * `"layernorm/safetensors"`, what starts threads from `"layernorm/threads"`.
 *
 * Everything is float32 and row-major. What takes a tensor takes each kind of {@link Input}: a {@link Tensor}, anything
 * with `data` and `shape` or `dims`, a Float32Array or Float16Array, nested numbers, rows. A wrong argument is an error
 * that names it, says what was expected and what came: a TypeError if its type is wrong, a RangeError if its value or
 * shape is; what cannot be done now, as using a disposed tensor, is an Error. Then nothing has been written.
 *
 * @module
 */
export * from "../../../api/index.js";
export * from "../../../api/safetensors.js";
export * from "../../../api/threads.js";
