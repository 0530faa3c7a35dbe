/** Loops over columns (inner > 1): their moments, and normalising them, for layer norm. */
#ifndef LN_COLUMNS_H
#define LN_COLUMNS_H

#include "group.h"

/** ln_moments of columns. */
void ln_column_moments(ln_moments_out out, const float *x, size_t outer, size_t n, size_t inner, double correction);

/** ln_layer_norm of columns. */
void ln_column_norm(float *y, float *mean, float *rstd, const float *x, const ln_settings *s, size_t outer,
                    size_t inner);

#endif
