/**
 * Normalization layers for JavaScript, computed by C kernels in WebAssembly SIMD, with PyTorch's names and defaults:
 * `npm install layernorm`, then `import { layerNorm } from "layernorm"`.
 *
 * @module
 */

/** @typedef {import("./tensor.js").Input} Input */
/** @typedef {import("./tensor.js").Nested} Nested */
/** @typedef {import("./tensor.js").Target} Target */
/** @typedef {import("./tensor.js").Floats} Floats */
/** @typedef {import("./tensor.js").HalfArray} HalfArray */
/** @typedef {import("./statistics.js").Dims} Dims */
/** @typedef {import("./statistics.js").Reduce} Reduce */
/** @typedef {import("./norm-operands.js").Affine} Affine */
/** @typedef {import("./norm-operands.js").Out} Out */
/** @typedef {import("./norm-operands.js").Gradients} Gradients */
/** @typedef {import("./norm-operands.js").GradientTargets} GradientTargets */
/** @typedef {import("./rms-norm.js").Scale} Scale */
/** @typedef {import("./layer-base.js").Module} Module */
/** @typedef {import("./layer-base.js").Parameter} Parameter */
/** @typedef {import("./print.js").PrintOptions} PrintOptions */
/** @typedef {import("./create.js").MakeOptions} MakeOptions */
/** @typedef {import("./random.js").DrawOptions} DrawOptions */
/** @typedef {import("./wasm.js").CompiledModule} CompiledModule */
/** @typedef {import("./kernels.js").Kernels} Kernels */
/** @typedef {import("./statistics.js").Correction} Correction */
/** @typedef {import("./normalize.js").NormalizeOptions} NormalizeOptions */
/** @typedef {import("./norm-operands.js").BackwardOptions} BackwardOptions */
/** @typedef {import("./layer-norm.js").LayerNormStats} LayerNormStats */
/** @typedef {import("./rms-norm.js").RmsNormStats} RmsNormStats */
/** @typedef {import("./batch-norm.js").Inference} Inference */
/** @typedef {import("./batch-norm.js").Training} Training */
/** @typedef {import("./batch-norm.js").TrainingOrNot} TrainingOrNot */
/** @typedef {import("./norm-layers.js").LayerNormOptions} LayerNormOptions */
/** @typedef {import("./norm-layers.js").RMSNormOptions} RMSNormOptions */
/** @typedef {import("./norm-layers.js").BatchNormOptions} BatchNormOptions */
/** @typedef {import("./norm-layers.js").GroupNormOptions} GroupNormOptions */
/** @typedef {import("./norm-layers.js").InstanceNormOptions} InstanceNormOptions */
/** @typedef {import("./layers.js").LinearOptions} LinearOptions */
/** @typedef {import("./state.js").LoadOptions} LoadOptions */
/** @typedef {import("./allclose.js").AllcloseOptions} AllcloseOptions */
/** @typedef {import("./tensor.js").NestedArray} NestedArray */
/** @typedef {import("./layer-norm.js").WithStats} WithStats */
/** @typedef {import("./layer-norm.js").WithoutStats} WithoutStats */
/** @typedef {import("./layer-norm.js").PerhapsStats} PerhapsStats */
/** @typedef {import("./layer-norm.js").SavedStats} SavedStats */
/** @typedef {import("./layer-norm.js").SumOut} SumOut */
/** @typedef {import("./layer-norm.js").SumTargets} SumTargets */
/** @typedef {import("./rms-norm.js").SavedRrms} SavedRrms */
/** @typedef {import("./rms-norm.js").RmsNormTargets} RmsNormTargets */
/** @typedef {import("./linear.js").DxOut} DxOut */
/** @typedef {import("./l2-normalize.js").L2Options} L2Options */
/** @typedef {import("./layer-norm.js").BiasShape} BiasShape */
/** @typedef {import("./norm-operands.js").WeightOffset} WeightOffset */
/** @typedef {import("./statistics.js").MomentsOut} MomentsOut */
/** @typedef {import("./statistics.js").MomentTargets} MomentTargets */
/** @typedef {import("./batch-norm.js").BatchNormBackwardOptions} BatchNormBackwardOptions */

export { empty, full, ones, tensor, zeros } from "./create.js";
export { manualSeed, rand, randn } from "./random.js";
export { fromBfloat16, fromFloat16, toBfloat16, toFloat16 } from "./half.js";
export { groupNorm, groupNormBackward, instanceNorm, instanceNormBackward } from "./group-norm.js";
export { addLayerNorm, layerNorm, layerNormBackward } from "./layer-norm.js";
export { addRmsNorm, rmsNorm, rmsNormBackward } from "./rms-norm.js";
export { linear, linearBackward, relu, reluBackward } from "./linear.js";
export { allclose } from "./allclose.js";
export { mean, moments, std, variance } from "./statistics.js";
export { normalize } from "./normalize.js";
export { l2Normalize, l2NormalizeBackward } from "./l2-normalize.js";
export { batchNorm, batchNormBackward } from "./batch-norm.js";
export { Tensor } from "./tensor.js";
export { BatchNorm, GroupNorm, InstanceNorm, LayerNorm, RMSNorm } from "./norm-layers.js";
export { Linear, ReLU, Sequential } from "./layers.js";
export { setPrintOptions } from "./print.js";
export { memoryUsage } from "./memory.js";
export { kernels } from "./all-kernels.js";
export { init } from "./wasm.js";
