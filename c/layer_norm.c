/** Layer normalization, of rows or of columns: the statistics of a group, then an affine map of its elements. */
#include "columns.h"
#include "norm.h"
#include "rows.h"
#include "weights.h"

LN_SMALL_BEGIN

void ln_layer_norm(float *y, float *mean, float *rstd, const float *x, const float *weight, const float *bias,
                   size_t outer, size_t n, size_t inner, double correction, double eps) {
  LN_REQUIRE(n >= 1 && correction >= 0 && eps >= 0);
  const ln_settings s = {weight, bias, ln_largest_weight(weight, 0, n), correction, eps, n, 0, 0};
  const ln_job j = {.y = y, .x = x, .mean = mean, .rstd = rstd, .rows = outer * inner, .centered = 1, .s = s};
  if (inner > 1) ln_column_norm(y, mean, rstd, x, &s, outer, inner);
  else ln_normalize_rows(&j);
}

void ln_add_layer_norm(float *y, float *sum, const float *x, const float *residual, const float *weight,
                       const float *bias, size_t outer, size_t n, double eps) {
  ln_norm_rows(y, sum, NULL, NULL, x, residual, weight, bias, NULL, NULL, outer, n, 0, eps, 1);
}

LN_SMALL_END
