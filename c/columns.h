/**
 * Loops over columns (inner > 1): their moments, for moments.c, and normalising them, for layer_norm.c and l2_norm.c.
 */
#ifndef LN_COLUMNS_H
#define LN_COLUMNS_H

#include "group.h"

/** ln_moments of the first `inner` columns of [outer, n, stride]. */
void ln_column_moments(ln_moments_out out, const float *x, size_t outer, size_t n, size_t inner, double correction,
                       size_t stride);

/** ln_layer_norm of such columns, or ln_l2_norm (s->by_norm). mean, rstd: each or NULL. */
void ln_column_norm(float *y, float *mean, float *rstd, const float *x, const ln_settings *s, size_t outer,
                    size_t inner, size_t stride);

#endif
