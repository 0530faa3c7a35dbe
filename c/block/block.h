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

#endif
