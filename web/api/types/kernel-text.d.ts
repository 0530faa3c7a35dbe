/** Generated from c/ by build.sh: change the C files, not this one. */
/** @import { Kernels } from "./kernels.js" */
/**
 * A kernel, or a part that several have: parts, and the text of functions, each its index in the module and its body, with
 * gaps between.
 * @typedef {readonly (string | readonly unknown[])[]} Piece
 */
/**
 * A kernel, of which the type alone knows the name.
 * @template {keyof Kernels} Name
 * @typedef {Piece & { readonly name?: Name }} Kernel
 */
/**
 * The digits, of value 0 to 86 in this order.
 * @type {string}
 */
export const digits: string;
/**
 * The gap.
 * @type {string}
 */
export const gap: string;
/**
 * What stands before the code, and behind it.
 * @type {string}
 */
export const before: string;
/** @type {string} */
export const behind: string;
/**
 * How many functions there are.
 * @type {number}
 */
export const count: number;
/**
 * The functions that every module has: the allocator's, and those that most kernels reach.
 * @type {Piece}
 */
export const base: Piece;
/** @type {Kernel<"ln_norm_rows">} */
export const ln_norm_rows: Kernel<"ln_norm_rows">;
/** @type {Kernel<"ln_uniform">} */
export const ln_uniform: Kernel<"ln_uniform">;
/** @type {Kernel<"ln_norm_rows_backward">} */
export const ln_norm_rows_backward: Kernel<"ln_norm_rows_backward">;
/** @type {Kernel<"ln_normal">} */
export const ln_normal: Kernel<"ln_normal">;
/** @type {Kernel<"ln_linear">} */
export const ln_linear: Kernel<"ln_linear">;
/** @type {Kernel<"ln_batch_norm">} */
export const ln_batch_norm: Kernel<"ln_batch_norm">;
/** @type {Kernel<"ln_update_running">} */
export const ln_update_running: Kernel<"ln_update_running">;
/** @type {Kernel<"ln_to_float16">} */
export const ln_to_float16: Kernel<"ln_to_float16">;
/** @type {Kernel<"ln_to_bfloat16">} */
export const ln_to_bfloat16: Kernel<"ln_to_bfloat16">;
/** @type {Kernel<"ln_round">} */
export const ln_round: Kernel<"ln_round">;
/** @type {Kernel<"ln_relu_backward">} */
export const ln_relu_backward: Kernel<"ln_relu_backward">;
/** @type {Kernel<"ln_relu">} */
export const ln_relu: Kernel<"ln_relu">;
/** @type {Kernel<"ln_permute">} */
export const ln_permute: Kernel<"ln_permute">;
/** @type {Kernel<"ln_moments">} */
export const ln_moments: Kernel<"ln_moments">;
/** @type {Kernel<"ln_manual_seed">} */
export const ln_manual_seed: Kernel<"ln_manual_seed">;
/** @type {Kernel<"ln_layer_norm">} */
export const ln_layer_norm: Kernel<"ln_layer_norm">;
/** @type {Kernel<"ln_l2_norm_backward">} */
export const ln_l2_norm_backward: Kernel<"ln_l2_norm_backward">;
/** @type {Kernel<"ln_l2_norm">} */
export const ln_l2_norm: Kernel<"ln_l2_norm">;
/** @type {Kernel<"ln_group_norm_backward">} */
export const ln_group_norm_backward: Kernel<"ln_group_norm_backward">;
/** @type {Kernel<"ln_group_norm">} */
export const ln_group_norm: Kernel<"ln_group_norm">;
/** @type {Kernel<"ln_from_float16">} */
export const ln_from_float16: Kernel<"ln_from_float16">;
/** @type {Kernel<"ln_from_bfloat16">} */
export const ln_from_bfloat16: Kernel<"ln_from_bfloat16">;
/** @type {Kernel<"ln_batch_norm_backward">} */
export const ln_batch_norm_backward: Kernel<"ln_batch_norm_backward">;
/** @type {Kernel<"ln_allclose">} */
export const ln_allclose: Kernel<"ln_allclose">;
/** @type {Kernel<"ln_rms_norm_backward">} */
export const ln_rms_norm_backward: Kernel<"ln_rms_norm_backward">;
/** @type {Kernel<"ln_rms_norm">} */
export const ln_rms_norm: Kernel<"ln_rms_norm">;
/** @type {Kernel<"ln_layer_norm_backward">} */
export const ln_layer_norm_backward: Kernel<"ln_layer_norm_backward">;
/** @type {Kernel<"ln_add_rms_norm">} */
export const ln_add_rms_norm: Kernel<"ln_add_rms_norm">;
/** @type {Kernel<"ln_add_layer_norm">} */
export const ln_add_layer_norm: Kernel<"ln_add_layer_norm">;
/** All of them. */
export const every: (Kernel<"ln_norm_rows"> | Kernel<"ln_norm_rows_backward"> | Kernel<"ln_normal"> | Kernel<"ln_linear"> | Kernel<"ln_batch_norm"> | Kernel<"ln_update_running"> | Kernel<"ln_to_float16"> | Kernel<"ln_to_bfloat16"> | Kernel<"ln_round"> | Kernel<"ln_relu_backward"> | Kernel<"ln_relu"> | Kernel<"ln_permute"> | Kernel<"ln_moments"> | Kernel<"ln_manual_seed"> | Kernel<"ln_layer_norm"> | Kernel<"ln_l2_norm_backward"> | Kernel<"ln_l2_norm"> | Kernel<"ln_group_norm_backward"> | Kernel<"ln_group_norm"> | Kernel<"ln_from_float16"> | Kernel<"ln_from_bfloat16"> | Kernel<"ln_batch_norm_backward"> | Kernel<"ln_allclose">)[];
/**
 * A kernel, or a part that several have: parts, and the text of functions, each its index in the module and its body, with
 * gaps between.
 */
export type Piece = readonly (string | readonly unknown[])[];
/**
 * A kernel, of which the type alone knows the name.
 */
export type Kernel<Name extends keyof Kernels> = Piece & {
    readonly name?: Name;
};
import type { Kernels } from "./kernels.js";
