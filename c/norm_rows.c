/** Layer norm and RMS norm of rows in their most general form, of which the others are special cases. */
#include "norm.h"
#include "rows.h"

LN_SMALL_BEGIN

void ln_norm_rows(float *y, float *sum, float *mean, float *rstd, const float *x, const float *residual,
                  const float *weight, const float *bias, const uint32_t *weight_row, const uint32_t *bias_row,
                  size_t outer, size_t n, float weight_offset, double eps, int centered) {
  ln_normalize_rows(&(ln_rows){.y = y,
                               .sum = sum,
                               .mean = mean,
                               .rstd = rstd,
                               .x = x,
                               .residual = residual,
                               .weight = weight,
                               .bias = bias,
                               .weight_row = weight_row,
                               .bias_row = bias_row,
                               .outer = outer,
                               .n = n,
                               .weight_offset = weight_offset,
                               .eps = eps,
                               .centered = centered});
}

LN_SMALL_END
