/**
 * layernorm: the kernels. This header is their manual.
 *
 * Tensors are float32, row-major and contiguous. A kernel knows no shape: it sees a tensor as (outer, n, inner),
 *
 *     x[(o * n + i) * inner + c]        0 <= o < outer, 0 <= i < n, 0 <= c < inner
 *
 * and works on the outer * inner groups of n elements that differ in i alone. inner = 1 makes a group a contiguous row;
 * inner > 1 makes it a column that is walked with stride inner. A statistic of group (o, c) stands at [o * inner + c].
 *
 * Argument order: outputs, inputs, sizes, scalars. Where it is said that y may be x, that is in place: the very memory,
 * with the same bits as out of place. Otherwise outputs share no memory with anything. Sizes may be 0 except n, which is at least 1. No alignment is required.
 *
 * Numbers. For every finite input and any eps >= 0:
 *   - a mean is within one ulp plus 1e-6 standard deviations of the float64 result, a variance within 4e-6 of itself, a
 *     normalised group within 2e-6 * max(1, |weight * x-hat|, |bias|), the largest of the group, as long as
 *     weight * x-hat itself is a float32;
 *   - NaN or infinity in a group makes of it what float64 arithmetic makes of it, and stays in that group;
 *   - a row gives the same bits wherever it stands, at any alignment, however many others come along, and so does a
 *     column among columns; a row and a column of the same elements (or inner = 1 and inner > 1) may differ in rounding;
 *   - a constant group gives exactly the bias; with eps = 0 it gives NaN (0 / 0), as in float64.
 * How: moments.c.
 *
 * The kernels allocate nothing and keep no state, but for the random generator.
 *
 * In WebAssembly pointers and sizes are 32-bit. Debug builds (-DLN_DEBUG) trap where a precondition is broken.
 */
#ifndef LN_NORM_H
#define LN_NORM_H

#include <stddef.h>
#include <stdint.h>

/* build.sh defines LN_MODULE, which exports every function below; a program that links the kernels leaves it out. */
#ifdef LN_MODULE
#define LN_EXPORT __attribute__((used, visibility("default")))
#else
#define LN_EXPORT
#endif

#ifdef LN_DEBUG
#define LN_REQUIRE(condition) do { if (!(condition)) __builtin_trap(); } while (0)
#else
#define LN_REQUIRE(condition) ((void)0)
#endif

/* Statistics: moments.c ------------------------------------------------------------------------------------------ */

/**
 * Mean, variance and standard deviation of every group.
 *
 *     mean = sum(x) / n        variance = sum((x - mean)^2) / max(0, n - correction)        std = sqrt(variance)
 *
 * correction 1 is the unbiased estimate (Bessel), 0 the biased one. n <= correction gives infinity, or NaN where the sum
 * of squares is 0, as torch.var does. The standard deviation comes from the double-precision variance: it is right also
 * where the variance overflows or underflows float32.
 *
 * @param mean, variance, std  [outer, inner], each or NULL: not wanted
 * @param x                    [outer, n, inner]
 * @param correction           finite, >= 0
 */
LN_EXPORT void ln_moments(float *mean, float *variance, float *std, const float *x,
                          size_t outer, size_t n, size_t inner, double correction);

/* Layer normalization: layer_norm.c ------------------------------------------------------------------------------- */

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
LN_EXPORT void ln_layer_norm(float *y, float *mean, float *rstd, const float *x, const float *weight,
                             const float *bias, size_t outer, size_t n, size_t inner, double correction, double eps);

/* Linear and ReLU: linear.c --------------------------------------------------------------------------------------- */

/**
 * y = x W^T + b, as torch.nn.Linear. Products and sums are in double and rounded once.
 *
 * @param y       [rows, outputs]; not x
 * @param x       [rows, inputs]
 * @param weight  [outputs, inputs]
 * @param bias    [outputs], or NULL
 */
LN_EXPORT void ln_linear(float *y, const float *x, const float *weight, const float *bias,
                         size_t rows, size_t inputs, size_t outputs);

/** y = x < 0 ? 0 : x, as torch.relu: NaN stays NaN, and -0 stays -0. y, x: [n]; y may be x. */
LN_EXPORT void ln_relu(float *y, const float *x, size_t n);

/* Random numbers, PyTorch's: random.c ------------------------------------------------------------------------------ */

/** Seeds the one generator (MT19937, Matsumoto and Nishimura, 1998) with the low 32 bits of a seed. */
LN_EXPORT void ln_manual_seed(uint32_t seed);

/** y[i] = u * (to - from) + from, u uniform in [0, 1): torch.rand, and Linear's initial values. y: [n]. */
LN_EXPORT void ln_uniform(float *y, size_t n, float from, float to);

/** y[i] ~ N(0, 1): torch.randn. Below 16 elements to the bit; above within 5e-7 of torch's. y: [n]. */
LN_EXPORT void ln_normal(float *y, size_t n);

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

#endif
