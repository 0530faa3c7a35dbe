/**
 * layernorm: the kernels. This header is their manual; block/block.h is that of the ops which stand beside a norm.
 *
 * Tensors are float32, row-major and contiguous. A kernel knows no shape: it sees a tensor as (outer, n, inner),
 *
 *     x[(o * n + i) * inner + c]        0 <= o < outer, 0 <= i < n, 0 <= c < inner
 *
 * and works on the outer * inner groups of n elements that differ in i alone. inner = 1 makes a group a contiguous row;
 * inner > 1 makes it a column that is walked with stride inner. A statistic of group (o, c) stands at [o * inner + c].
 *
 * Argument order: outputs, inputs, sizes, scalars. "y may be x" means in place: exactly the same memory; the bits are
 * those of out of place. Otherwise outputs share no memory with anything. Sizes may be 0 except n, which is at least 1.
 * No alignment is required.
 *
 * Errors (their numbers are in promises.h), forward. For every finite input and any eps >= 0:
 *   - a mean is within one ulp plus LN_MEAN_ERROR standard deviations of the float64 result, a variance within
 *     LN_VARIANCE_ERROR of itself, a normalised group within LN_OUTPUT_ERROR * max(1, |weight * x-hat|, |bias|), the
 *     largest of the group, as long as weight * x-hat itself is a float32;
 *   - a group that holds NaN or infinity gives what float64 arithmetic gives, and no other group is changed by it;
 *   - a row gives the same bits wherever it stands, at any alignment, among any number of other rows, and so does a
 *     column among columns; a row and a column of the same elements may differ in rounding;
 *   - a constant group gives exactly the bias; with eps = 0 it gives NaN (0 / 0), as in float64.
 * Backward, also with statistics that a forward pass saved as float32, as long as dy * weight, dy * rstd, dx, the sums
 * below and the largest terms of each are normal float32 numbers:
 *   - dx is within LN_GRADIENT_ERROR of the largest |dy * weight| * rstd of its group, or of the largest |dx| if that
 *     is larger;
 *   - dbias is within LN_GRADIENT_ERROR of the largest sum of |dy| that an element of dbias adds up;
 *   - dweight is within LN_GRADIENT_ERROR of the largest sum of |dy * x-hat| that an element of dweight adds up, plus
 *     LN_DWEIGHT_MEAN_ERROR of the largest sum of |dy|: the rounding of the mean shows where x-hat is near 0 in all
 *     rows with a large dy.
 *
 * How: group.h.
 *
 * Gradients of parameters are sums over the groups. They are added to doubles, which the caller zeroes first, so that a
 * batch may come in pieces; ln_round makes floats of them. A batch of rows in pieces of a multiple of 16 rows
 * (LN_RUN_ROWS) gives the same bits as in one piece.
 *
 * The kernels allocate nothing and keep no state, but for the random generator.
 *
 * In WebAssembly pointers and sizes are 32-bit. Debug builds (-DLN_DEBUG) trap where a precondition is broken.
 *
 * In a C program of one's own, whose stack should be 64 kB at least:
 *
 *     C=node_modules/layernorm/c
 *     emcc -O3 -msimd128 -mbulk-memory -ffp-contract=off -I$C program.c $(find $C -name '*.c') -o program.wasm
 *
 * -mbulk-memory makes copies one instruction; -ffp-contract=off keeps the promises above (no fused multiply-add), and
 * -ffast-math breaks them. Natively, SIMDe (simde/wasm/simd128.h, in the include path) stands in for WebAssembly's
 * SIMD: clang -O3 -ffp-contract=off ... -lm (square roots).
 *
 * The module (kernels.wasm) imports nothing, and exports `memory`, `malloc`, `free` and every function below. There a
 * pointer is a byte offset into `memory`, and NULL is 0. malloc gives a multiple of 64, or 0 where memory, which ends
 * at 4 GiB, cannot hold the size; it may grow memory, which detaches the views that JavaScript has of it. In
 * JavaScript:
 *
 *     const { instance } = await WebAssembly.instantiate(bytes);
 *     const { memory, malloc, ln_layer_norm } = instance.exports;
 *     const x = malloc(4 * 8) >>> 0; // a pointer above 2 GiB comes back negative
 *     new Float32Array(memory.buffer, x, 8).set([1, 2, 3, 6, -4, 0, 4, 8]);
 *     ln_layer_norm(x, 0, 0, x, 0, 0, 2, 4, 1, 0, 1e-5); // two rows of four, in place
 *     new Float32Array(memory.buffer, x, 8); // [-1.069043, -0.534522, 0, 1.603565, -1.34164, -0.447213, ...]
 *
 * The files of this folder stand on floors, the highest first. A file includes its own header and headers of the floors
 * below it, no others; norm.h belongs to the floor of the ops, which define what it declares, and block/block.h, the
 * manual of what stands beside a norm, to that of a block (`npm test -- kernels` checks this table and the includes).
 * plain.c is no part of the module: it has the formulas as loops, to be read first.
 *
 *     beside all: block/plain
 *     formulas:   plain
 *     scores:     block/softmax block/cross_entropy
 *     a block:    block/linear block/matmul block/elementwise block/relu block/silu block/gelu
 *     its loops:  block/activation block/exps block/product
 *     its powers: block/exp2
 *     ops:        layer_norm rms_norm norm_rows l2_norm rows_backward channels moments scaler half tensor random memory
 *     loops:      rows columns
 *     means:      mean_error
 *     row loops:  row_loops row_choice
 *     in double:  wide
 *     one group:  group weights
 *     vectors:    simd
 *     numbers:    log
 *     words:      code operands parts promises
 */
#ifndef LN_NORM_H
#define LN_NORM_H

#include <stddef.h>
#include <stdint.h>

#include "code.h"
#include "operands.h"
#include "promises.h"

/* Statistics: moments.c ------------------------------------------------------------------------------------------ */

/**
 * Mean, variance and standard deviation of every group.
 *
 *     mean = sum(x) / n        variance = sum((x - mean)^2) / max(0, n - correction)        std = sqrt(variance)
 *
 * correction 1 is the unbiased estimate (Bessel), 0 the biased one. n <= correction gives infinity, or NaN where the
 * sum of squares is 0, as torch.var does. The standard deviation comes from the double-precision variance: it is right
 * also where the variance overflows or underflows float32.
 *
 * @param mean, variance, std  [outer, inner], each or NULL: not wanted
 * @param x                    [outer, n, inner]
 * @param correction           finite, >= 0
 */
LN_EXPORT void ln_moments(float *mean, float *variance, float *std, const float *x, size_t outer, size_t n,
                          size_t inner, double correction);

/* Layer normalization: layer_norm.c, rows_backward.c -------------------------------------------------------------- */

/**
 * Normalises every group, then scales and shifts it (Ba, Kiros and Hinton, 2016, arXiv:1607.06450).
 *
 *     x-hat = (x - mean) * rstd        rstd = 1 / sqrt(variance + eps)        y = x-hat * weight + bias
 *
 * LayerNorm is inner = 1, correction = 0. The other values give (x - mean) / sqrt(var + eps) over any dim.
 *
 * @param y             [outer, n, inner]; may be x
 * @param mean, rstd    [outer, inner], each or NULL: not wanted
 * @param x             [outer, n, inner]
 * @param weight, bias  [n], each or NULL: 1 and 0
 * @param correction    finite, >= 0, as in ln_moments
 * @param eps           finite, >= 0: inside the root
 */
LN_EXPORT void ln_layer_norm(float *y, float *mean, float *rstd, const float *x, const float *weight, const float *bias,
                             size_t outer, size_t n, size_t inner, double correction, double eps);

/**
 * sum = x + residual, rounded to float32; y = ln_layer_norm(sum) of its rows, in the same pass.
 *
 * @param y, sum        [outer, n]; y may be x or residual, and so may sum; y and sum share no memory
 * @param x, residual   [outer, n]
 * @param weight, bias  [n], each or NULL: 1 and 0
 */
LN_EXPORT void ln_add_layer_norm(float *y, float *sum, const float *x, const float *residual, const float *weight,
                                 const float *bias, size_t outer, size_t n, double eps);

/** Rows whose parameters' gradients are added up in float32 before they go into the doubles. */
#define LN_RUN_ROWS 16

/** The size of the scratch of the backward passes over rows of n elements. */
#define LN_SCRATCH_FLOATS(n) (LN_SCRATCH_PER_ELEMENT * (n) + LN_SCRATCH_MORE)
#define LN_SCRATCH_PER_ELEMENT 3
#define LN_SCRATCH_MORE 6

/**
 * The gradients of ln_layer_norm of rows, with correction 0. With g = dy * weight and means over the row:
 *
 *     dx = rstd * (g - mean(g) - x-hat * mean(g * x-hat))        dweight += sum(dy * x-hat)        dbias += sum(dy)
 *
 * @param dx             [outer, n]; may be dy or x
 * @param dweight, dbias [n], added to, over the rows; both NULL: for threads that share a pass (parts.h)
 * @param scratch        [LN_SCRATCH_FLOATS(n)], overwritten
 * @param dy, x          [outer, n]
 * @param mean, rstd     [outer], from the forward pass (the digits that the float32 mean lacks are found again); or
 *                       both NULL: computed again
 * @param weight         [n], or NULL: 1
 */
LN_EXPORT void ln_layer_norm_backward(float *dx, double *dweight, double *dbias, float *scratch, const float *dy,
                                      const float *x, const float *mean, const float *rstd, const float *weight,
                                      size_t outer, size_t n, double eps);

/**
 * The gradients of ln_layer_norm of rows, with any correction. The variance is a mean over n - correction elements, and
 * so is what x-hat is multiplied by:
 *
 *     dx = rstd * (g - mean(g) - x-hat * sum(g * x-hat) / max(0, n - correction))
 *
 * Where n <= correction, float64 arithmetic divides by 0: dx is NaN.
 *
 * @param dx, dweight, dbias, scratch, dy, x, weight  as in ln_layer_norm_backward
 * @param correction                                  finite, >= 0
 */
LN_EXPORT void ln_normalize_backward(float *dx, double *dweight, double *dbias, float *scratch, const float *dy,
                                     const float *x, const float *weight, size_t outer, size_t n, double correction,
                                     double eps);

/* Root mean square normalization: rms_norm.c, rows_backward.c ----------------------------------------------------- */

/**
 * Divides every row by its root mean square, then scales it (Zhang and Sennrich, 2019, arXiv:1910.07467).
 *
 *     rrms = 1 / sqrt(sum(x^2) / n + eps)        y = x * rrms * (weight + weight_offset)
 *
 * @param y              [outer, n]; may be x
 * @param rrms           [outer], or NULL: not wanted
 * @param x              [outer, n]
 * @param weight         [n], or NULL: 1, whatever weight_offset is
 * @param weight_offset  added to the weight in float32: 1 where a model stores weight - 1, as Gemma does
 * @param eps            finite, >= 0: inside the root
 */
LN_EXPORT void ln_rms_norm(float *y, float *rrms, const float *x, const float *weight, size_t outer, size_t n,
                           float weight_offset, double eps);

/** sum = x + residual, rounded to float32; y = ln_rms_norm(sum), in the same pass. Otherwise as ln_add_layer_norm. */
LN_EXPORT void ln_add_rms_norm(float *y, float *sum, const float *x, const float *residual, const float *weight,
                               size_t outer, size_t n, float weight_offset, double eps);

/**
 * The gradients of ln_rms_norm. With x-hat = x * rrms, g = dy * (weight + weight_offset) and means over the row:
 *
 *     dx = rrms * (g - x-hat * mean(g * x-hat))        dweight += sum(dy * x-hat)
 *
 * @param dx       [outer, n]; may be dy or x
 * @param dweight  [n], added to, over the rows
 * @param scratch  [LN_SCRATCH_FLOATS(n)], overwritten
 * @param dy, x    [outer, n]
 * @param rrms     [outer], from the forward pass; or NULL: computed again
 * @param weight   [n], or NULL: 1; weight_offset and eps as in ln_rms_norm
 */
LN_EXPORT void ln_rms_norm_backward(float *dx, double *dweight, float *scratch, const float *dy, const float *x,
                                    const float *rrms, const float *weight, size_t outer, size_t n, float weight_offset,
                                    double eps);

/* Both, with a weight and a bias for some of the rows: norm_rows.c, rows_backward.c -------------------------------- */

/**
 * ln_layer_norm of rows (centered), or ln_rms_norm, in the same pass as the sum x + residual if there is a residual,
 * with parameters that broadcast: the row r of x has the row weight_row[r] of weight, and bias_row[r] of bias.
 *
 *     y = x-hat * (weight[weight_row] + weight_offset) + bias[bias_row]
 *
 * So are the scale and shift of a sample (Peebles and Xie, 2022, "Scalable Diffusion Models with Transformers",
 * arXiv:2212.09748), and the weights of groups (Dao and Gu, 2024, Mamba 2, arXiv:2405.21060).
 *
 * The arguments stand in order because JavaScript calls this, and passes numbers. A struct, which JavaScript would
 * write into WebAssembly memory, took 65 ns a call where these arguments took 18 (an AMD EPYC, Node 20.20.2). C
 * programs name their operands: ln_normalize_rows of operands.h, which this calls.
 *
 * @param y                     [outer, n]; may be x or residual
 * @param sum                   [outer, n], as in ln_add_layer_norm; NULL without a residual
 * @param mean, rstd            [outer], each or NULL: not wanted; the mean of RMS norm is 0
 * @param x, residual           [outer, n]; residual or NULL
 * @param weight, bias          [rows of their own, n], each or NULL: 1, whatever weight_offset is, and 0
 * @param weight_row, bias_row  [outer], each or NULL: the first row of weight or of bias belongs to all rows of x
 * @param weight_offset         added to the weight in float32
 * @param centered              1: layer norm; 0: RMS norm
 */
LN_EXPORT void ln_norm_rows(float *y, float *sum, float *mean, float *rstd, const float *x, const float *residual,
                            const float *weight, const float *bias, const uint32_t *weight_row,
                            const uint32_t *bias_row, size_t outer, size_t n, float weight_offset, double eps,
                            int centered);

/**
 * The gradients of ln_norm_rows: those of ln_layer_norm_backward (centered), or of ln_rms_norm_backward. For C
 * programs: ln_differentiate_rows of operands.h.
 *
 * @param dx                     [outer, n]; may be dy or x
 * @param dweight, dbias         [rows of their own, n]; the terms of the row r are added to the row weight_row[r] of
 *                               dweight and to the row dbias_row[r] of dbias; dbias is NULL unless centered
 * @param scratch                [LN_SCRATCH_FLOATS(n)], overwritten
 * @param dy, x                  [outer, n]
 * @param mean, rstd             [outer], from the forward pass; mean is NULL unless centered; or both NULL: computed
 *                               again
 * @param weight                 [rows of its own, n], or NULL: 1
 * @param weight_row, dbias_row  [outer], each or NULL: the first row of weight, or of dbias, belongs to all rows of x
 * @param weight_offset, eps, centered  as in ln_norm_rows
 */
LN_EXPORT void ln_norm_rows_backward(float *dx, double *dweight, double *dbias, float *scratch, const float *dy,
                                     const float *x, const float *mean, const float *rstd, const float *weight,
                                     const uint32_t *weight_row, const uint32_t *dbias_row, size_t outer, size_t n,
                                     float weight_offset, double eps, int centered);

/* L2 normalization: l2_norm.c, rows_backward.c --------------------------------------------------------------------- */

/**
 * Divides every group by its Euclidean norm, as torch.nn.functional.normalize with p = 2.
 *
 *     y = x / max(sqrt(sum(x^2)), eps)
 *
 * Every element is within LN_OUTPUT_ERROR of itself, plus the rounding of a subnormal, also where squares overflow or
 * underflow.
 *
 * @param y    [outer, n, inner]; may be x
 * @param x    [outer, n, inner]
 * @param eps  finite, >= 0: the least divisor
 */
LN_EXPORT void ln_l2_norm(float *y, const float *x, size_t outer, size_t n, size_t inner, double eps);

/**
 * The gradient of ln_l2_norm of rows. Where the norm is below eps, the divisor is a constant:
 *
 *     dx = (dy - y * sum(dy * y)) / norm        dx = dy / eps
 *
 * @param dx       [outer, n]; may be dy or x
 * @param scratch  [LN_SCRATCH_FLOATS(n)], overwritten
 * @param dy, x    [outer, n]
 */
LN_EXPORT void ln_l2_norm_backward(float *dx, float *scratch, const float *dy, const float *x, size_t outer, size_t n,
                                   double eps);

/* Group, instance and batch normalization: channels.c ------------------------------------------------------------- */

/**
 * Group normalization (Wu and He, 2018, arXiv:1803.08494): a group is `channels` channels of `inner` elements each,
 * which lie side by side; weight and bias belong to a channel.
 *
 * @param y             [outer, groups, channels, inner]; may be x
 * @param mean, rstd    [outer, groups], each or NULL: not wanted; rstd = 1 / sqrt(biased variance + eps)
 * @param x             [outer, groups, channels, inner], channels * inner >= 1
 * @param weight, bias  [rows of their own, groups, channels], each or NULL: 1, whatever weight_offset is, and 0
 * @param weight_row, bias_row  [outer], each or NULL: which row of weight, or of bias, belongs to each sample, as scale
 *                      and shift of a style do (Huang and Belongie, 2017, arXiv:1703.06868); NULL: the first to all
 * @param weight_offset added to the weight in float32
 */
LN_EXPORT void ln_group_norm(float *y, float *mean, float *rstd, const float *x, const float *weight, const float *bias,
                             const uint32_t *weight_row, const uint32_t *bias_row, size_t outer, size_t groups,
                             size_t channels, size_t inner, float weight_offset, double eps);

/**
 * Instance normalization (Ulyanov and others, 2016, arXiv:1607.08022): each channel is a group of its own. With outer =
 * 1 and the channel brought to the front, it is batch normalization in training. It needs none of the loops over rows,
 * and so a program that has no other norm is smaller.
 *
 * @param y                     [outer, channels, inner]; may be x
 * @param mean, variance, rstd  [outer, channels], each or NULL: not wanted; the variance is unbiased, as ln_moments
 *                              with correction 1, and rstd = 1 / sqrt(biased variance + eps)
 * @param x                     [outer, channels, inner], inner >= 1
 * @param weight, bias          [rows of their own, channels], each or NULL, as in ln_group_norm; so are weight_row,
 *                              bias_row and weight_offset
 */
LN_EXPORT void ln_instance_norm(float *y, float *mean, float *variance, float *rstd, const float *x,
                                const float *weight, const float *bias, const uint32_t *weight_row,
                                const uint32_t *bias_row, size_t outer, size_t channels, size_t inner,
                                float weight_offset, double eps);

/**
 * The gradients of ln_group_norm: dx as in ln_layer_norm_backward; the sums of dweight and dbias run over outer and
 * inner.
 *
 * @param dx                     [outer, groups, channels, inner]; may be dy or x
 * @param dweight, dbias         [rows of their own, groups, channels]; the terms of the sample o are added to the row
 *                               weight_row[o] of dweight and to the row dbias_row[o] of dbias
 * @param weight                 [rows of its own, groups, channels], or NULL: 1
 * @param weight_row, dbias_row  [outer], each or NULL: the first row of weight, or of dbias, belongs to all samples
 * @param weight_offset, eps     as in ln_group_norm
 */
LN_EXPORT void ln_group_norm_backward(float *dx, double *dweight, double *dbias, const float *dy, const float *x,
                                      const float *weight, const uint32_t *weight_row, const uint32_t *dbias_row,
                                      size_t outer, size_t groups, size_t channels, size_t inner, float weight_offset,
                                      double eps);

/**
 * Batch normalization with statistics that are given, as in inference (Ioffe and Szegedy, 2015, arXiv:1502.03167):
 *
 *     y = (x - mean) / sqrt(variance + eps) * weight + bias
 *
 * @param y                             [outer, channels, inner]; may be x
 * @param x                             [outer, channels, inner]
 * @param mean, variance, weight, bias  [channels]; weight and bias each or NULL: 1 and 0
 */
LN_EXPORT void ln_batch_norm(float *y, const float *x, const float *mean, const float *variance, const float *weight,
                             const float *bias, size_t outer, size_t channels, size_t inner, double eps);

/**
 * The gradients of ln_batch_norm, whose statistics are constants: dx = dy * weight / sqrt(variance + eps).
 *
 * @param dx              [outer, channels, inner]; may be dy or x
 * @param dweight, dbias  [channels], added to, over outer and inner
 */
LN_EXPORT void ln_batch_norm_backward(float *dx, double *dweight, double *dbias, const float *dy, const float *x,
                                      const float *mean, const float *variance, const float *weight, size_t outer,
                                      size_t channels, size_t inner, double eps);

/** running = (1 - momentum) * running + momentum * batch, in double, rounded once. running, batch: [n]. */
LN_EXPORT void ln_update_running(float *running, const float *batch, size_t n, double momentum);

/* Columns of data: scaler.c ---------------------------------------------------------------------------------------- */

/**
 * Adds rows to the sums from which the statistics of each column follow, which the caller zeroes first. A mean is then
 * within LN_STATISTIC_ERROR times its magnitude or the standard deviation, whichever is larger, a variance within
 * LN_STATISTIC_ERROR of itself: also where rows come in pieces, of any size and in any order. NaN counts for nothing.
 * An infinity makes the squares of its column infinite or NaN for good.
 *
 * @param count         [columns], added to: how many values are not NaN
 * @param sum, squares  [2, columns], added to: sum(x) and sum(x^2), each in two doubles
 * @param x             [rows, columns]
 */
LN_EXPORT void ln_scaler_fit(double *count, double *sum, double *squares, const float *x, size_t rows, size_t columns);

/**
 * The statistics that the sums of ln_scaler_fit give.
 *
 *     mean = sum(x) / n        variance = sum((x - mean)^2) / max(0, n - correction)        scale = sqrt(variance)
 *
 * scale is 1 where all values are equal. Without a value all three are NaN.
 *
 * @param mean, variance, scale  [columns]
 * @param count, sum, squares    as ln_scaler_fit left them
 * @param correction             finite, >= 0, as in ln_moments
 */
LN_EXPORT void ln_scaler_statistics(double *mean, double *variance, double *scale, const double *count,
                                    const double *sum, const double *squares, size_t columns, double correction);

/**
 * y = (x - mean) / scale of each column, in double, rounded once: within LN_OUTPUT_ERROR * max(1, |y|) of float64.
 *
 * @param y      [rows, columns]; may be x
 * @param x      [rows, columns]
 * @param mean   [columns], or NULL: 0
 * @param scale  [columns]
 */
LN_EXPORT void ln_scaler_transform(float *y, const float *x, const double *mean, const double *scale, size_t rows,
                                   size_t columns);

/**
 * y = x * scale + mean, in double, rounded once: ln_scaler_transform undone, within half an ulp plus LN_INVERSE_ERROR
 * scales. Arguments are those of ln_scaler_transform.
 */
LN_EXPORT void ln_scaler_inverse(float *y, const float *x, const double *mean, const double *scale, size_t rows,
                                 size_t columns);

/* Random numbers, PyTorch's: random.c ------------------------------------------------------------------------------ */

/**
 * Seeds the one generator (MT19937, Matsumoto and Nishimura, 1998) with the low 32 bits of a seed. To be called before
 * anything is drawn.
 */
LN_EXPORT void ln_manual_seed(uint32_t seed);

/** y[i] = u * (to - from) + from, u uniform in [0, 1): torch.rand, and Linear's initial values. y: [n]. */
LN_EXPORT void ln_uniform(float *y, size_t n, float from, float to);

/** y[i] ~ N(0, 1): torch.randn. Below 16 elements to the bit; above within 5e-7 of torch's. y: [n]. */
LN_EXPORT void ln_normal(float *y, size_t n);

/* Half precision: half.c ------------------------------------------------------------------------------------------- */

/**
 * Bits of half precision as float32, exactly: IEEE 754's binary16, PyTorch's torch.float16; or bfloat16, the upper 16
 * bits of a float32. NaN stays NaN.
 *
 * @param y  [n]
 * @param x  [n], 16 bits each; not y
 */
LN_EXPORT void ln_from_float16(float *y, const uint16_t *x, size_t n);
LN_EXPORT void ln_from_bfloat16(float *y, const uint16_t *x, size_t n);

/**
 * float32 as bits of half precision, rounded to the nearest, and to the even one of two that are as near: what is too
 * large becomes infinity, from 65520 on in binary16. NaN stays NaN.
 *
 * @param y  [n], 16 bits each; not x
 * @param x  [n]
 */
LN_EXPORT void ln_to_float16(uint16_t *y, const float *x, size_t n);
LN_EXPORT void ln_to_bfloat16(uint16_t *y, const float *x, size_t n);

/* Tensors: tensor.c ------------------------------------------------------------------------------------------------ */

/** The most dims that a tensor may have. */
#define LN_MAX_RANK 8

/**
 * y is x with its dims in another order: dim d of y is dim order[d] of x.
 *
 * @param y      product(shape) elements; not x
 * @param x      [shape[0], ..., shape[rank - 1]]
 * @param shape  [rank], of x
 * @param order  [rank], a permutation of 0 .. rank - 1
 * @param rank   1 .. LN_MAX_RANK
 */
LN_EXPORT void ln_permute(float *y, const float *x, const uint32_t *shape, const uint32_t *order, size_t rank);

/**
 * 1 if |a - b| <= atol + rtol * |b| for every element, otherwise 0: torch.allclose. Equal infinities are close; NaNs
 * are close to each other if equal_nan. a, b: [n].
 */
LN_EXPORT int ln_allclose(const float *a, const float *b, size_t n, double rtol, double atol, int equal_nan);

/** y = x, rounded to float32, as the sums that a backward pass has added up are at its end. y, x: [n]. */
LN_EXPORT void ln_round(float *y, const double *x, size_t n);

#endif
