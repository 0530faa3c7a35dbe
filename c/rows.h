/**
 * Contiguous rows: normalising them (ln_normalize_rows of operands.h), for layer_norm.c, rms_norm.c, norm_rows.c,
 * l2_norm.c and channels.c; their moments, for moments.c, channels.c and rows_backward.c.
 */
#ifndef LN_ROWS_H
#define LN_ROWS_H

#include "group.h"
#include "operands.h"

/** Moments of the row x[0 .. n). eps is what will be added to the variance: it tells whether underflow matters. */
ln_group ln_row_moments(const float *x, size_t n, double eps);

/** The same about 0: m2 is the sum of squares. */
ln_group ln_row_squares(const float *x, size_t n, double eps);

#endif
