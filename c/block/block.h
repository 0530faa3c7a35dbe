/**
 * What stands beside a norm in a block of a network: the second part of the kernels' manual. Argument order, shapes,
 * alignment, and what may be in place are as norm.h says. So is that an element's bits depend on nothing but its own
 * group: not on where it stands, nor on what comes along.
 */
#ifndef LN_BLOCK_H
#define LN_BLOCK_H

#include <stddef.h>
#include <stdint.h>

#include "../code.h"
#include "../promises.h"

/* Linear: linear.c ------------------------------------------------------------------------------------------------- */

/**
 * y = x W^T + b, as torch.nn.Linear. Its gradients are the same product of transposed operands: dx = dy W,
 * dweight = dy^T x.
 *
 * Every output is within LN_PRODUCT_ERROR of the sum of the magnitudes of its products and its bias, plus the rounding
 * of a subnormal, also where products or sums on the way overflow or underflow float32. Where the exact output is not a
 * float32, y is what float64 arithmetic gives: infinite, or NaN. An output's bits depend on nothing but its row of x,
 * its row of weight and its bias.
 *
 * @param y       [rows, outputs]; not x
 * @param x       [rows, inputs]
 * @param weight  [outputs, inputs]
 * @param bias    [outputs], or NULL
 */
LN_EXPORT void ln_linear(float *y, const float *x, const float *weight, const float *bias, size_t rows, size_t inputs,
                         size_t outputs);

/* Products of matrices: matmul.c ----------------------------------------------------------------------------------- */

/** The size of the scratch of ln_matmul. */
#define LN_MATMUL_SCRATCH_FLOATS(inner) (LN_MATMUL_SCRATCH_PER_TERM * (inner) + LN_MATMUL_SCRATCH_MORE)
#define LN_MATMUL_SCRATCH_PER_TERM 64
#define LN_MATMUL_SCRATCH_MORE 32768

/**
 * y = a b, as torch.matmul of two matrices. The bits are those of ln_linear with b's transpose as weight, and so is the
 * promise. (a times the transpose of b, [columns, inner], is ln_linear itself.) Its gradients are such products, too:
 * da = dy b^T, db = a^T dy.
 *
 * @param y        [rows, columns]; not a, not b
 * @param scratch  [LN_MATMUL_SCRATCH_FLOATS(inner)], overwritten
 * @param a        [rows, inner]
 * @param b        [inner, columns]
 */
LN_EXPORT void ln_matmul(float *y, float *scratch, const float *a, const float *b, size_t rows, size_t inner,
                         size_t columns);

/* Sums and products, element by element: elementwise.c ------------------------------------------------------------- */

/**
 * y = a + b and y = a * b, rounded to float32, as torch.add and torch.mul, where b broadcasts against a:
 *
 *     y[o, r, i, c] = a[o, r, i, c] + b[o, i]
 *
 * Tensors of one shape are [1, 1, n, 1], a bias of rows is [1, rows, n, 1], a number for each channel of samples [1,
 * samples, channels, inner], one for each row [1, 1, rows, n].
 *
 * @param y  [outer, repeats, n, inner]; may be a, or b if b has as many elements
 * @param a  [outer, repeats, n, inner]
 * @param b  [outer, n]
 */
LN_EXPORT void ln_add(float *y, const float *a, const float *b, size_t outer, size_t repeats, size_t n, size_t inner);
LN_EXPORT void ln_mul(float *y, const float *a, const float *b, size_t outer, size_t repeats, size_t n, size_t inner);

/* ReLU: relu.c ----------------------------------------------------------------------------------------------------- */

/** y = x < 0 ? 0 : x, as torch.relu: NaN stays NaN, and -0 stays -0. y, x: [n]; y may be x. */
LN_EXPORT void ln_relu(float *y, const float *x, size_t n);

/** dx = x <= 0 ? 0 : dy, as torch: also where x is NaN, dx is dy. dx, dy, x: [n]; dx may be dy or x. */
LN_EXPORT void ln_relu_backward(float *dx, const float *dy, const float *x, size_t n);

/* SiLU and GELU: silu.c, gelu.c ------------------------------------------------------------------------------------ */

/**
 * SiLU (Hendrycks and Gimpel, 2016; Elfwing and others, 2018, arXiv:1702.03118), as torch.nn.functional.silu.
 *
 *     y = x / (1 + exp(-x))
 *
 * Of any finite x it is within LN_ACTIVATION_ERROR * max(1, |y|). -0 stays -0; infinity stays infinity, and -infinity
 * gives NaN, as float64 arithmetic does.
 *
 * @param y, x  [n]; y may be x
 */
LN_EXPORT void ln_silu(float *y, const float *x, size_t n);

/** dx = dy * silu'(x), within LN_GRADIENT_ERROR of |dy|. dx, dy, x: [n]; dx may be dy or x. */
LN_EXPORT void ln_silu_backward(float *dx, const float *dy, const float *x, size_t n);

/**
 * y = silu(gate) * up, SwiGLU (Shazeer, 2020, arXiv:2002.05202). Of finite operands it is within
 * LN_ACTIVATION_ERROR * max(1, |y|), also where silu(gate) alone is below the least float32. y, gate, up: [n]; y may be
 * gate or up.
 */
LN_EXPORT void ln_silu_mul(float *y, const float *gate, const float *up, size_t n);

/**
 * dgate = dy * up * silu'(gate), within LN_GRADIENT_ERROR of |dy * up|, as long as that is a normal float32 or 0;
 * dup = dy * silu(gate), within LN_GRADIENT_ERROR of |dy| * max(1, |silu(gate)|).
 *
 * @param dgate, dup    [n], each may be dy, gate or up, but not one of them both
 * @param dy, gate, up  [n]
 */
LN_EXPORT void ln_silu_mul_backward(float *dgate, float *dup, const float *dy, const float *gate, const float *up,
                                    size_t n);

/**
 * GELU (Hendrycks and Gimpel, 2016, arXiv:1606.08415), as torch.nn.functional.gelu: with the error function, or where
 * tanh is 1 in the form that is near it.
 *
 *     y = x / 2 * (1 + erf(x / sqrt(2)))        y = x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3)))
 *
 * Errors, special values and what may be in place are those of SiLU; so it is with the kernels that follow.
 */
LN_EXPORT void ln_gelu(float *y, const float *x, size_t n, int tanh);
LN_EXPORT void ln_gelu_backward(float *dx, const float *dy, const float *x, size_t n, int tanh);

/** y = gelu(gate) * up, GeGLU. */
LN_EXPORT void ln_gelu_mul(float *y, const float *gate, const float *up, size_t n, int tanh);
LN_EXPORT void ln_gelu_mul_backward(float *dgate, float *dup, const float *dy, const float *gate, const float *up,
                                    size_t n, int tanh);

/* Softmax: softmax.c ----------------------------------------------------------------------------------------------- */

/**
 * Softmax of every group, as torch.softmax of scale * x.
 *
 *     y = exp(scale * x - top) / sum(exp(scale * x - top))        top: the largest scale * x of the group
 *
 * Of finite x a y is within LN_PROBABILITY_ERROR of itself wherever it is a normal float32; below, it may be 0. The sum
 * of a group is within LN_PROBABILITY_SUM_ERROR * max(1, sqrt(n)) of 1. A group of which all elements are -infinity, or
 * one is infinity or NaN, is NaN, as float64 arithmetic makes it; -infinity among others gives 0. A column and a row of
 * the same elements may differ in rounding.
 *
 * Causal: where rows are scores of `queries` positions by n, which are the last of n positions and all of them, the row
 * t = 0 .. queries - 1 of each block of queries sees the columns up to t + n - queries, and the others, whatever they
 * hold, are 0; a row that sees none is 0.
 *
 * @param y        [outer, n, inner]; may be x
 * @param x        [outer, n, inner]
 * @param scale    finite
 * @param queries  0: all rows see all columns; otherwise inner is 1
 * @param first    which row of its block the first row is, below queries; 0 if queries is 0
 */
LN_EXPORT void ln_softmax(float *y, const float *x, size_t outer, size_t n, size_t inner, double scale, size_t queries,
                          size_t first);

/**
 * The gradient of ln_softmax, from what it gave.
 *
 *     dx = scale * y * (dy - sum(dy * y))
 *
 * It is within LN_GRADIENT_ERROR of the largest |dx| of the group, plus LN_GRADIENT_SUM_ERROR of the largest
 * |scale * y| times the largest |dy|, as long as dy - sum(dy * y), scale * y and dx are normal float32 numbers or 0,
 * and that product of the two largest does not overflow. The sums are in double.
 *
 * @param dx     [outer, n, inner]; may be dy or y
 * @param dy, y  [outer, n, inner]
 */
LN_EXPORT void ln_softmax_backward(float *dx, const float *dy, const float *y, size_t outer, size_t n, size_t inner,
                                   double scale);

/**
 * The logarithm of softmax, as torch.log_softmax.
 *
 *     y = x - top - log(sum(exp(x - top)))
 *
 * Of finite x a y is within LN_ACTIVATION_ERROR * max(1, |y|). NaN and infinity as in ln_softmax.
 *
 * @param y  [outer, n, inner]; may be x
 * @param x  [outer, n, inner]
 */
LN_EXPORT void ln_log_softmax(float *y, const float *x, size_t outer, size_t n, size_t inner);

/* Cross-entropy: cross_entropy.c ----------------------------------------------------------------------------------- */

/**
 * The loss of each row, -log softmax(logits)[target], and the gradients of their sum / count by the logits. As
 * torch.nn.functional.cross_entropy, where count is how many rows have a target, and its loss that sum / count.
 *
 *     dlogits = (softmax(logits) - [class is target]) / count
 *
 * The loss of a row is within LN_ACTIVATION_ERROR * max(1, loss), dlogits within LN_GRADIENT_ERROR of the largest of
 * its row, as long as that is a normal float32: also where the target's probability is nearly 1.
 *
 * @param dlogits  [rows, classes]; may be logits
 * @param losses   [rows]
 * @param logits   [rows, classes]
 * @param targets  [rows]: a class; classes or more: the row counts for nothing, its loss and gradients are 0
 * @param count    what the gradients are divided by
 */
LN_EXPORT void ln_cross_entropy(float *dlogits, double *losses, const float *logits, const uint32_t *targets,
                                size_t rows, size_t classes, double count);

#endif
