/**
 * kernels.wasm, from the text of kernels.js.
 * @returns {WebAssembly.Module | BufferSource}
 */
export function inlined(): WebAssembly.Module | BufferSource;
