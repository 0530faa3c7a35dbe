/**
 * Contiguous rows: normalising them (ln_normalize_rows of operands.h), for layer_norm.c, rms_norm.c, norm_rows.c,
 * l2_norm.c and channels.c; their moments, for moments.c, channels.c and rows_backward.c.
 */
#ifndef LN_ROWS_H
#define LN_ROWS_H

#include "group.h"
#include "operands.h"
#include "wide.h"

/**
 * ln_normalize_rows of a layer norm without a residual, an offset, and weights or biases of single rows. It is a
 * function of its own, so that a program whose norms have none of these has no loops for them.
 */
void ln_layer_norm_rows(float *y, float *mean, float *rstd, const float *x, const float *weight, const float *bias,
                        size_t outer, size_t n, double correction, double eps);

/** Moments of the row x[0 .. n). eps is what will be added to the variance: it tells whether underflow matters. */
ln_group ln_row_moments(const float *x, size_t n, double eps);

/** The same about 0: m2 is the sum of squares. */
ln_group ln_row_squares(const float *x, size_t n, double eps);

/** The moments about 0 that the sums of the row x about 0 give: m2 is the sum of squares. */
LN_INLINE ln_group ln_judged_squares(const float *x, size_t n, ln_sums sums, double eps) {
  return ln_out_of_range(sums.d2, n, eps) ? ln_wide_moments(x, n, 0) : (ln_group){0, sums.d2, 0};
}

#endif
