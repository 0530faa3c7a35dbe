/** Layer norm and RMS norm of rows in their most general form, of which the others are special cases. */
#include "norm.h"
#include "rows.h"
#include "weights.h"

LN_SMALL_BEGIN

void ln_norm_rows(float *y, float *sum, float *mean, float *rstd, const float *x, const float *residual,
                  const float *weight, const float *bias, const uint32_t *weight_row, const uint32_t *bias_row,
                  size_t outer, size_t n, float weight_offset, double eps, int centered) {
  LN_REQUIRE(n >= 1 && eps >= 0);
  if (outer == 0) return;
  /* A weight multiplies the error of a mean: where there is none, no weight is large. */
  const double largest = centered ? ln_largest_weight(weight, weight_offset, n) : 1;
  const ln_job j = {.y = y,
                    .sum = sum,
                    .x = x,
                    .residual = residual,
                    .mean = mean,
                    .rstd = rstd,
                    .weight_row = weight ? weight_row : NULL,
                    .bias_row = bias ? bias_row : NULL,
                    .rows = outer,
                    .centered = centered,
                    .s = {weight, bias, largest, 0, eps, n, weight_offset, 0}};
  ln_normalize_rows(&j);
}

LN_SMALL_END
