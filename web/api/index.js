/**
 * layernorm: normalization layers for JavaScript, computed by C kernels in WebAssembly SIMD, with PyTorch's names and
 * defaults.
 */

/** @typedef {import("./tensor.js").Input} Input */
/** @typedef {import("./tensor.js").Nested} Nested */
/** @typedef {import("./tensor.js").Target} Target */
/** @typedef {import("./statistics.js").Dims} Dims */
/** @typedef {import("./statistics.js").Reduce} Reduce */
/** @typedef {import("./normalize.js").Affine} Affine */
/** @typedef {import("./normalize.js").Out} Out */
/** @typedef {import("./layers.js").Layer} Layer */
/** @typedef {import("./print.js").PrintOptions} PrintOptions */

export { allclose, empty, full, ones, Tensor, tensor, zeros } from "./tensor.js";
export { mean, moments, std, variance } from "./statistics.js";
export { layerNorm, normalize } from "./normalize.js";
export { linear, relu } from "./linear.js";
export { LayerNorm, Linear, ReLU, Sequential } from "./layers.js";
export { manualSeed, rand, randn } from "./random.js";
export { setPrintOptions } from "./print.js";
export { init, memoryUsage } from "./wasm.js";
