/**
 * Which tests should notice a fault of a file: programs of tests/c, or parts of the paths of test files. The longest
 * beginning of the file's path counts.
 */
const TESTS = {
  "c/": ["rows_test", "layer_norm_test"],
  "c/weights": ["weights_test", "layer_norm_test", "thresholds_test"],
  "c/mean_error": ["layer_norm_test", "weights_test", "thresholds_test", "rows_test"],
  "c/simd": ["rows_test", "columns_test", "tensor_test", "elementwise_test"],
  "c/wide": ["rows_test", "layer_norm_test", "rows_backward_test"],
  "c/group": ["thresholds_test", "moments_test", "layer_norm_test", "rows_test", "l2_norm_test"],
  "c/l2_norm": ["l2_norm_test"],
  "c/moments": ["moments_test"],
  "c/row_loops": ["rows_test", "layer_norm_test", "norm_rows_test", "thresholds_test"],
  "c/row": ["rows_test", "norm_rows_test", "layer_norm_test", "thresholds_test"],
  "c/columns": ["columns_test", "moments_test", "layer_norm_test", "l2_norm_test", "thresholds_test"],
  "c/channels": ["channels_test", "channel_rows_test"],
  "c/rows_backward": ["rows_backward_test", "normalize_backward_test", "l2_norm_test", "thresholds_test"],
  "c/half": ["half_test"],
  "c/scaler": ["scaler_test"],
  "c/tensor": ["tensor_test"],
  "c/random": ["random_test"],
  "c/log": ["random_test", "softmax_test"],
  "c/memory": ["memory_test"],
  "c/block/softmax": ["softmax_test"],
  "c/block/exps": ["softmax_test"],
  "c/block/cross_entropy": ["softmax_test"],
  "c/block/elementwise": ["elementwise_test"],
  "c/block/activation": ["activation_test"],
  "c/block/gelu": ["activation_test"],
  "c/block/silu": ["activation_test"],
  "c/block/relu": ["elementwise_test", "activation_test"],
  "c/block/linear": ["linear_test", "matmul_test"],
  "c/block/matmul": ["matmul_test", "linear_test"],
  "c/block/product": ["linear_test", "matmul_test"],
  "web/api/checks/arguments": ["api/errors.test", "api/messages.test", "api/print.test"],
  "web/api/checks/defaults": ["api/fixtures.test", "api/family.test", "api/layers.test"],
  "web/api/operands/aliasing": ["api/ops.test", "api/errors.test"],
  "web/api/operands/broadcast": ["api/ops.test", "api/errors.test"],
  "web/api/operands/staging": ["api/ops.test", "api/memory-steady.node"],
  "web/api/operands/row": ["api/rows.test", "api/ops.test"],
  "web/api/operands/": ["api/ops.test", "api/errors.test"],
  "web/api/ops/half": ["api/half.test"],
  "web/api/ops/random": ["api/random.test"],
  "web/api/ops/": ["api/ops.test", "api/fixtures.test", "api/errors.test"],
  "web/api/tensor/print": ["api/print.test"],
  "web/api/tensor/": ["api/tensor.test", "api/errors.test"],
  "web/api/memory/": ["api/memory-limits.node", "api/memory.node", "api/module.node"],
  "web/api/safetensors/": ["api/safetensors"],
  "web/api/data/": ["api/standard-scaler.test"],
  "web/api/layers/batch-norm": ["api/layers.test", "api/training.test"],
  "web/api/layers/state": ["api/state"],
  "web/api/layers/": ["api/layers"],
};

/** Slow, or not about what the code does: what `npm test -- quick` leaves out, and types and texts. */
export const QUICK_WITHOUT = [
  ...["memory.node", "memory-", "module.node", "bench.node", "hover.node", "types.node", "conformance.node"],
  ...["readme.node", "types-weights.node"],
].map((name) => `/${name}`);

/** What tells of files, and not of what they do. */
export const WHOLE_WITHOUT = ["module.node", "hover.node", "types.node", "types-weights.node", "readme.node"].map(
  (name) => `/${name}`,
);

/** @param {string} file @returns {readonly string[]} */
export function testsOf(file) {
  const beginnings = Object.keys(TESTS).filter((beginning) => file.startsWith(beginning));
  const longest = beginnings.sort((a, b) => b.length - a.length)[0];
  return longest ? TESTS[/** @type {keyof typeof TESTS} */ (longest)] : [];
}
