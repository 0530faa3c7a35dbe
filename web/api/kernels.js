/** Generated from c/ by build.sh: change the C files, not this one. */

/**
 * What the module exports: the functions of c/norm.h and c/block/block.h (pointers and sizes are byte offsets and
 * element counts), and the C allocator.
 * @typedef {object} Kernels
 * @property {{ readonly buffer: ArrayBuffer, grow: (pages: number) => number }} memory a WebAssembly.Memory
 * @property {(bytes: number) => number} malloc 0: no room; a pointer above 2 GiB is negative, which `>>> 0` mends
 * @property {(pointer: number) => void} free
 * @property {(mean: number, variance: number, std: number, x: number, outer: number, n: number, inner: number,
 *   correction: number) => void} ln_moments
 * @property {(y: number, mean: number, rstd: number, x: number, weight: number, bias: number, outer: number, n: number,
 *   inner: number, correction: number, eps: number) => void} ln_layer_norm
 * @property {(y: number, sum: number, x: number, residual: number, weight: number, bias: number, outer: number, n:
 *   number, eps: number) => void} ln_add_layer_norm
 * @property {(dx: number, dweight: number, dbias: number, scratch: number, dy: number, x: number, mean: number, rstd:
 *   number, weight: number, outer: number, n: number, eps: number) => void} ln_layer_norm_backward
 * @property {(dx: number, dweight: number, dbias: number, scratch: number, dy: number, x: number, weight: number,
 *   outer: number, n: number, correction: number, eps: number) => void} ln_normalize_backward
 * @property {(y: number, rrms: number, x: number, weight: number, outer: number, n: number, weightOffset: number, eps:
 *   number) => void} ln_rms_norm
 * @property {(y: number, sum: number, x: number, residual: number, weight: number, outer: number, n: number,
 *   weightOffset: number, eps: number) => void} ln_add_rms_norm
 * @property {(dx: number, dweight: number, scratch: number, dy: number, x: number, rrms: number, weight: number, outer:
 *   number, n: number, weightOffset: number, eps: number) => void} ln_rms_norm_backward
 * @property {(y: number, sum: number, mean: number, rstd: number, x: number, residual: number, weight: number, bias:
 *   number, weightRow: number, biasRow: number, outer: number, n: number, weightOffset: number, eps: number, centered:
 *   number) => void} ln_norm_rows
 * @property {(dx: number, dweight: number, dbias: number, scratch: number, dy: number, x: number, mean: number, rstd:
 *   number, weight: number, weightRow: number, dbiasRow: number, outer: number, n: number, weightOffset: number, eps:
 *   number, centered: number) => void} ln_norm_rows_backward
 * @property {(y: number, x: number, outer: number, n: number, inner: number, eps: number) => void} ln_l2_norm
 * @property {(dx: number, scratch: number, dy: number, x: number, outer: number, n: number, eps: number) => void}
 *   ln_l2_norm_backward
 * @property {(y: number, mean: number, rstd: number, x: number, weight: number, bias: number, weightRow: number,
 *   biasRow: number, outer: number, groups: number, channels: number, inner: number, weightOffset: number, eps: number)
 *   => void} ln_group_norm
 * @property {(y: number, mean: number, variance: number, rstd: number, x: number, weight: number, bias: number,
 *   weightRow: number, biasRow: number, outer: number, channels: number, inner: number, weightOffset: number, eps:
 *   number) => void} ln_instance_norm
 * @property {(dx: number, dweight: number, dbias: number, dy: number, x: number, weight: number, weightRow: number,
 *   dbiasRow: number, outer: number, groups: number, channels: number, inner: number, weightOffset: number, eps:
 *   number) => void} ln_group_norm_backward
 * @property {(y: number, x: number, mean: number, variance: number, weight: number, bias: number, outer: number,
 *   channels: number, inner: number, eps: number) => void} ln_batch_norm
 * @property {(dx: number, dweight: number, dbias: number, dy: number, x: number, mean: number, variance: number,
 *   weight: number, outer: number, channels: number, inner: number, eps: number) => void} ln_batch_norm_backward
 * @property {(running: number, batch: number, n: number, momentum: number) => void} ln_update_running
 * @property {(count: number, sum: number, squares: number, x: number, rows: number, columns: number) => void}
 *   ln_scaler_fit
 * @property {(mean: number, variance: number, scale: number, count: number, sum: number, squares: number, columns:
 *   number, correction: number) => void} ln_scaler_statistics
 * @property {(y: number, x: number, mean: number, scale: number, rows: number, columns: number) => void}
 *   ln_scaler_transform
 * @property {(y: number, x: number, mean: number, scale: number, rows: number, columns: number) => void}
 *   ln_scaler_inverse
 * @property {(seed: number) => void} ln_manual_seed
 * @property {(y: number, n: number, from: number, to: number) => void} ln_uniform
 * @property {(y: number, n: number) => void} ln_normal
 * @property {(y: number, x: number, n: number) => void} ln_from_float16
 * @property {(y: number, x: number, n: number) => void} ln_from_bfloat16
 * @property {(y: number, x: number, n: number) => void} ln_to_float16
 * @property {(y: number, x: number, n: number) => void} ln_to_bfloat16
 * @property {(y: number, x: number, shape: number, order: number, rank: number) => void} ln_permute
 * @property {(a: number, b: number, n: number, rtol: number, atol: number, equalNan: number) => number} ln_allclose
 * @property {(y: number, x: number, n: number) => void} ln_round
 * @property {(y: number, x: number, weight: number, bias: number, rows: number, inputs: number, outputs: number) =>
 *   void} ln_linear
 * @property {(y: number, scratch: number, a: number, b: number, rows: number, inner: number, columns: number) => void}
 *   ln_matmul
 * @property {(y: number, a: number, b: number, outer: number, repeats: number, n: number, inner: number) => void}
 *   ln_add
 * @property {(y: number, a: number, b: number, outer: number, repeats: number, n: number, inner: number) => void}
 *   ln_mul
 * @property {(y: number, x: number, n: number) => void} ln_relu
 * @property {(dx: number, dy: number, x: number, n: number) => void} ln_relu_backward
 * @property {(y: number, x: number, n: number) => void} ln_silu
 * @property {(dx: number, dy: number, x: number, n: number) => void} ln_silu_backward
 * @property {(y: number, gate: number, up: number, n: number) => void} ln_silu_mul
 * @property {(dgate: number, dup: number, dy: number, gate: number, up: number, n: number) => void}
 *   ln_silu_mul_backward
 * @property {(y: number, x: number, n: number, tanh: number) => void} ln_gelu
 * @property {(dx: number, dy: number, x: number, n: number, tanh: number) => void} ln_gelu_backward
 * @property {(y: number, gate: number, up: number, n: number, tanh: number) => void} ln_gelu_mul
 * @property {(dgate: number, dup: number, dy: number, gate: number, up: number, n: number, tanh: number) => void}
 *   ln_gelu_mul_backward
 * @property {(y: number, x: number, outer: number, n: number, inner: number, scale: number, queries: number, first:
 *   number) => void} ln_softmax
 * @property {(dx: number, dy: number, y: number, outer: number, n: number, inner: number, scale: number) => void}
 *   ln_softmax_backward
 * @property {(y: number, x: number, outer: number, n: number, inner: number) => void} ln_log_softmax
 * @property {(dlogits: number, losses: number, logits: number, targets: number, rows: number, classes: number, count:
 *   number) => void} ln_cross_entropy
 */

/**
 * A kernel as text (kernel-text.js), or a part that several have: parts, and a text, with gaps between what it is of:
 * functions, each its index in the module and its body, and exports, whose indices are behind all of these.
 * @typedef {readonly (string | readonly unknown[])[]} Piece
 */

/**
 * A kernel as text, of which the type alone knows the name.
 * @template {keyof Kernels} Name
 * @typedef {Piece & { readonly name?: Name }} Kernel
 */

/**
 * What compiled it.
 * @type {string}
 */
export const compiler = "emscripten 3.1.6, clang 14.0.6, binaryen 108";

/**
 * SHA-256, shortened, of the sources and flags.
 * @type {string}
 */
export const sources = "0849a9c6b91f921f";

/**
 * What the module exports, beyond its memory: the allocator, and the functions of c/norm.h and c/block/block.h.
 * @type {readonly string[]}
 */
export const functions = [
  "malloc",
  "free",
  "ln_moments",
  "ln_layer_norm",
  "ln_add_layer_norm",
  "ln_layer_norm_backward",
  "ln_normalize_backward",
  "ln_rms_norm",
  "ln_add_rms_norm",
  "ln_rms_norm_backward",
  "ln_norm_rows",
  "ln_norm_rows_backward",
  "ln_l2_norm",
  "ln_l2_norm_backward",
  "ln_group_norm",
  "ln_instance_norm",
  "ln_group_norm_backward",
  "ln_batch_norm",
  "ln_batch_norm_backward",
  "ln_update_running",
  "ln_scaler_fit",
  "ln_scaler_statistics",
  "ln_scaler_transform",
  "ln_scaler_inverse",
  "ln_manual_seed",
  "ln_uniform",
  "ln_normal",
  "ln_from_float16",
  "ln_from_bfloat16",
  "ln_to_float16",
  "ln_to_bfloat16",
  "ln_permute",
  "ln_allclose",
  "ln_round",
  "ln_linear",
  "ln_matmul",
  "ln_add",
  "ln_mul",
  "ln_relu",
  "ln_relu_backward",
  "ln_silu",
  "ln_silu_backward",
  "ln_silu_mul",
  "ln_silu_mul_backward",
  "ln_gelu",
  "ln_gelu_backward",
  "ln_gelu_mul",
  "ln_gelu_mul_backward",
  "ln_softmax",
  "ln_softmax_backward",
  "ln_log_softmax",
  "ln_cross_entropy"
];

/* The numbers that c/norm.h defines. */

export const LN_RUN_ROWS = 16;
export const LN_SCRATCH_PER_ELEMENT = 3;
export const LN_SCRATCH_MORE = 6;
export const LN_MAX_RANK = 8;
export const LN_MATMUL_SCRATCH_PER_TERM = 64;
export const LN_MATMUL_SCRATCH_MORE = 32768;
