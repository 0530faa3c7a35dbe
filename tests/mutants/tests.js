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
  "web/api/checks/arguments": [
    "api/errors.test",
    "api/messages.test",
    "api/print.test",
    "api/fixtures.test",
    "api/outside.node",
  ],
  "web/api/checks/defaults": ["api/fixtures.test", "api/layers.test", "api/cross-entropy.test", "api/ops.test"],
  "web/api/operands/aliasing": ["api/ops.test", "api/errors.test"],
  "web/api/operands/broadcast": ["api/operands.node", "api/ops.test", "api/errors.test"],
  "web/api/operands/staging": ["api/ops.test", "api/rows-memory.node", "api/outside.node"],
  "web/api/operands/reduction": ["api/operands.node", "api/ops.test", "api/errors.test"],
  "web/api/operands/row": ["api/rows.test", "api/ops.test"],
  "web/api/operands/": ["api/ops.test", "api/errors.test"],
  "web/api/ops/batch-norm": ["api/family.test", "api/ops.test", "api/fixtures.test", "api/errors.test"],
  "web/api/ops/permute": ["api/matmul.test", "api/errors.test"],
  "web/api/ops/half": ["api/half.test"],
  "web/api/ops/random": ["api/random.test"],
  "web/api/ops/": ["api/ops.test", "api/fixtures.test", "api/errors.test"],
  "web/api/tensor/print": ["api/print.test"],
  "web/api/tensor/": ["api/tensor.test", "api/errors.test"],
  "web/api/memory/wasm": ["api/module.node"],
  "web/api/memory/staging": ["api/memory-allocator.node", "api/tensor.test", "api/layers-faults"],
  "web/api/memory/": ["api/tensor.test", "api/layers-resident", "api/rows-memory.node"],
  "web/api/safetensors/": ["api/safetensors"],
  "web/api/data/": ["api/standard-scaler.test"],
  "web/api/layers/batch-norm": ["api/layers.test", "api/training.test"],
  "web/api/layers/state": ["api/state"],
  "web/api/layers/": ["api/layers"],
  "web/api/threads/": ["api/threads.node", "api/threads-lost.node"],
  "web/page/kit/activations": ["page/transformer/activations", "page/transformer/network"],
  "web/page/kit/shortest": ["page/kit/shortest.test", "page/link/link.test"],
  "web/page/kit/": ["page/kit/", "page/figure/dims"],
  "web/page/link/": ["page/link/"],
  "web/page/store/": ["page/store/"],
  "web/page/figure/state/": ["page/store/", "page/link/"],
  "web/page/figure/values/": ["page/figure/values/", "page/variance/"],
  "web/page/figure/dims/": ["page/figure/dims", "page/question/"],
  "web/page/figure/words/": ["page/figure/words/"],
  "web/page/figure/typed/": ["page/figure/typed/"],
  "web/page/figure/tracks/": ["page/figure/tracks/"],
  "web/page/question/": ["page/question/"],
  "web/page/sections/data/": ["page/data/"],
  "web/page/sections/depth/": ["page/depth/depth.node", "page/depth/claims.node"],
  "web/page/sections/invariance/": ["page/invariance/"],
  "web/page/sections/space/": ["page/space/space.node"],
  "web/page/sections/variance/": ["page/variance/"],
  "web/page/shell/find": ["page/shell/find"],
};

/** The same of tests that take minutes: they run where nothing quick has noticed. */
const LATE_TESTS = {
  "web/api/memory/": ["api/memory"],
  "web/api/operands/staging": ["api/memory"],
};

/** What tells of files and not of what they do: types and texts. */
const NO_FINDERS = ["module.node", "hover.node", "types.node", "types-weights.node", "readme.node"];

/** What is left out of the tests that no table names: also, as `npm test -- quick` does, what is slow. */
export const OTHERS_WITHOUT = {
  quick: [...NO_FINDERS, "memory.node", "memory-", "bench.node", "conformance.node"].map((name) => `/${name}`),
  whole: NO_FINDERS.map((name) => `/${name}`),
};

/** @param {Record<string, readonly string[]>} table @param {string} file */
function longest(table, file) {
  const beginnings = Object.keys(table).filter((beginning) => file.startsWith(beginning));
  return table[beginnings.sort((a, b) => b.length - a.length)[0]] ?? [];
}

/** @param {string} file @returns {readonly string[]} */
export const testsOf = (file) => longest(TESTS, file);

/** Of those, the slow ones that come last. @param {string} file @returns {readonly string[]} */
export const lateTestsOf = (file) => longest(LATE_TESTS, file);
