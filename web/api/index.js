/**
 * layernorm: normalization layers for JavaScript, computed by C kernels in WebAssembly SIMD, with PyTorch's names and
 * defaults.
 */

/** @typedef {import("./tensor.js").Input} Input */
/** @typedef {import("./tensor.js").Nested} Nested */
/** @typedef {import("./tensor.js").Target} Target */
/** @typedef {import("./statistics.js").Dims} Dims */
/** @typedef {import("./statistics.js").Reduce} Reduce */
/** @typedef {import("./layer-norm.js").Affine} Affine */
/** @typedef {import("./layer-norm.js").Out} Out */
/** @typedef {import("./layer-norm.js").Gradients} Gradients */
/** @typedef {import("./layer-norm.js").GradientTargets} GradientTargets */
/** @typedef {import("./rms-norm.js").Scale} Scale */
/** @typedef {import("./module.js").Module} Module */
/** @typedef {import("./module.js").Parameter} Parameter */
/** @typedef {import("./print.js").PrintOptions} PrintOptions */

export { allclose } from "./allclose.js";
export { empty, full, ones, Tensor, tensor, zeros } from "./tensor.js";
export { mean, moments, std, variance } from "./statistics.js";
export { normalize } from "./normalize.js";
export { addLayerNorm, layerNorm, layerNormBackward } from "./layer-norm.js";
export { addRmsNorm, rmsNorm, rmsNormBackward } from "./rms-norm.js";
export { batchNorm, batchNormBackward } from "./batch-norm.js";
export { groupNorm, groupNormBackward, instanceNorm, instanceNormBackward } from "./group-norm.js";
export { linear, linearBackward, relu, reluBackward } from "./linear.js";
export { BatchNorm, GroupNorm, InstanceNorm, LayerNorm, RMSNorm } from "./norm-layers.js";
export { Linear, ReLU, Sequential } from "./layers.js";
export { manualSeed, rand, randn } from "./random.js";
export { setPrintOptions } from "./print.js";
export { init, memoryUsage } from "./wasm.js";
