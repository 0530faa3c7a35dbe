/**
 * Normalization layers for JavaScript, computed by C kernels in WebAssembly SIMD, with PyTorch's names and defaults:
 * `npm install layernorm`, then `import { layerNorm } from "layernorm"`.
 *
 * @module
 */

/** @typedef {import("./tensor/as-tensor.js").Input} Input */
/** @typedef {import("./tensor/nested.js").Nested} Nested */
/** @typedef {import("./tensor/as-tensor.js").Target} Target */
/** @typedef {import("./tensor/floats.js").Floats} Floats */
/** @typedef {import("./tensor/floats.js").HalfArray} HalfArray */
/** @typedef {import("./ops/statistics.js").Dims} Dims */
/** @typedef {import("./ops/statistics.js").Reduce} Reduce */
/** @typedef {import("./operands/forward.js").Affine} Affine */
/** @typedef {import("./operands/forward.js").Out} Out */
/** @typedef {import("./operands/forward.js").Gradients} Gradients */
/** @typedef {import("./operands/forward.js").GradientTargets} GradientTargets */
/** @typedef {import("./ops/rms-norm.js").Scale} Scale */
/** @typedef {import("./layers/layer.js").Module} Module */
/** @typedef {import("./layers/layer.js").Parameter} Parameter */
/** @typedef {import("./tensor/print.js").PrintOptions} PrintOptions */
/** @typedef {import("./tensor/create.js").MakeOptions} MakeOptions */
/** @typedef {import("./ops/random.js").DrawOptions} DrawOptions */
/** @typedef {import("./ops/half.js").HalfOptions} HalfOptions */
/** @typedef {import("./memory/wasm.js").CompiledModule} CompiledModule */
/** @typedef {import("./kernels.js").Kernels} Kernels */
/** @typedef {import("./ops/statistics.js").Correction} Correction */
/** @typedef {import("./ops/normalize.js").NormalizeOptions} NormalizeOptions */
/** @typedef {import("./operands/forward.js").BackwardOptions} BackwardOptions */
/** @typedef {import("./ops/normalize.js").NormalizeBackwardOptions} NormalizeBackwardOptions */
/** @typedef {import("./ops/normalize.js").NormalizeTargets} NormalizeTargets */
/** @typedef {import("./ops/layer-norm.js").LayerNormStats} LayerNormStats */
/** @typedef {import("./ops/rms-norm.js").RmsNormStats} RmsNormStats */
/** @typedef {import("./ops/batch-norm.js").Inference} Inference */
/** @typedef {import("./ops/batch-norm.js").Training} Training */
/** @typedef {import("./ops/batch-norm.js").TrainingOrNot} TrainingOrNot */
/** @typedef {import("./layers/layer-norm.js").LayerNormOptions} LayerNormOptions */
/** @typedef {import("./layers/rms-norm.js").RMSNormOptions} RMSNormOptions */
/** @typedef {import("./layers/batch-norm.js").BatchNormOptions} BatchNormOptions */
/** @typedef {import("./layers/group-norm.js").GroupNormOptions} GroupNormOptions */
/** @typedef {import("./layers/instance-norm.js").InstanceNormOptions} InstanceNormOptions */
/** @typedef {import("./layers/linear.js").LinearOptions} LinearOptions */
/** @typedef {import("./layers/state.js").LoadOptions} LoadOptions */
/** @typedef {import("./layers/state.js").Loaded} Loaded */
/** @typedef {import("./ops/allclose.js").AllcloseOptions} AllcloseOptions */
/** @typedef {import("./tensor/nested.js").NestedArray} NestedArray */
/** @typedef {import("./ops/layer-norm.js").WithStats} WithStats */
/** @typedef {import("./ops/layer-norm.js").WithoutStats} WithoutStats */
/** @typedef {import("./ops/layer-norm.js").PerhapsStats} PerhapsStats */
/** @typedef {import("./ops/layer-norm.js").SavedStats} SavedStats */
/** @typedef {import("./ops/layer-norm.js").SumOut} SumOut */
/** @typedef {import("./ops/layer-norm.js").SumTargets} SumTargets */
/** @typedef {import("./ops/rms-norm.js").SavedRrms} SavedRrms */
/** @typedef {import("./ops/rms-norm.js").RmsNormTargets} RmsNormTargets */
/** @typedef {import("./operands/backward.js").DxOut} DxOut */
/** @typedef {import("./ops/l2-normalize.js").L2Options} L2Options */
/** @typedef {import("./ops/layer-norm.js").BiasShape} BiasShape */
/** @typedef {import("./operands/forward.js").WeightOffset} WeightOffset */
/** @typedef {import("./ops/statistics.js").MomentsOut} MomentsOut */
/** @typedef {import("./ops/statistics.js").MomentTargets} MomentTargets */
/** @typedef {import("./ops/batch-norm.js").BatchNormBackwardOptions} BatchNormBackwardOptions */
/** @typedef {import("./operands/gated.js").GatedGradients} GatedGradients */
/** @typedef {import("./operands/gated.js").GatedOut} GatedOut */
/** @typedef {import("./block/gelu.js").GeluOptions} GeluOptions */
/** @typedef {import("./block/softmax.js").SoftmaxDim} SoftmaxDim */
/** @typedef {import("./block/softmax.js").SoftmaxScale} SoftmaxScale */
/** @typedef {import("./block/softmax.js").Causal} Causal */
/** @typedef {import("./block/cross-entropy.js").CrossEntropyOptions} CrossEntropyOptions */
/** @typedef {import("./block/cross-entropy.js").CrossEntropy} CrossEntropy */
/** @typedef {import("./block/matmul.js").MatmulOptions} MatmulOptions */
/** @typedef {import("./block/matmul.js").MatmulTargets} MatmulTargets */
/** @typedef {import("./data/standard-scaler.js").StandardScalerOptions} StandardScalerOptions */
/** @typedef {import("./data/standard-scaler.js").SavedScaler} SavedScaler */

export { empty, full, ones, tensor, zeros } from "./tensor/create.js";
export { manualSeed, rand, randn } from "./ops/random.js";
export { fromBfloat16, fromFloat16, toBfloat16, toFloat16 } from "./ops/half.js";
export { groupNorm, groupNormBackward, instanceNorm, instanceNormBackward } from "./ops/group-norm.js";
export { addLayerNorm, layerNorm, layerNormBackward } from "./ops/layer-norm.js";
export { addRmsNorm, rmsNorm, rmsNormBackward } from "./ops/rms-norm.js";
export { linear, linearBackward } from "./block/linear.js";
export { relu, reluBackward } from "./block/relu.js";
export { silu, siluBackward, siluMul, siluMulBackward } from "./block/silu.js";
export { gelu, geluBackward, geluMul, geluMulBackward } from "./block/gelu.js";
export { logSoftmax, softmax, softmaxBackward } from "./block/softmax.js";
export { crossEntropy } from "./block/cross-entropy.js";
export { matmul, matmulBackward } from "./block/matmul.js";
export { add, mul } from "./block/elementwise.js";
export { embedding } from "./block/embedding.js";
export { Embedding } from "./layers/embedding.js";
export { permute } from "./ops/permute.js";
export { allclose } from "./ops/allclose.js";
export { mean, moments, std, variance } from "./ops/statistics.js";
export { normalize, normalizeBackward } from "./ops/normalize.js";
export { StandardScaler } from "./data/standard-scaler.js";
export { l2Normalize, l2NormalizeBackward } from "./ops/l2-normalize.js";
export { batchNorm, batchNormBackward } from "./ops/batch-norm.js";
export { Tensor } from "./tensor/tensor.js";
export { LayerNorm } from "./layers/layer-norm.js";
export { RMSNorm } from "./layers/rms-norm.js";
export { BatchNorm } from "./layers/batch-norm.js";
export { GroupNorm } from "./layers/group-norm.js";
export { InstanceNorm } from "./layers/instance-norm.js";
export { Linear } from "./layers/linear.js";
export { ReLU } from "./layers/relu.js";
export { SiLU } from "./layers/silu.js";
export { GELU } from "./layers/gelu.js";
export { Softmax } from "./layers/softmax.js";
export { Sequential } from "./layers/sequential.js";
export { setPrintOptions } from "./tensor/print.js";
export { memoryUsage } from "./memory/heap.js";
export { kernels } from "./memory/all-kernels.js";
export { init } from "./memory/wasm.js";
