/** Layer normalization, of rows or of columns: the statistics of a group, then an affine map of its elements. */
#include "columns.h"
#include "norm.h"
#include "parts.h"
#include "rows.h"
#include "weights.h"

LN_SMALL_BEGIN

void ln_layer_norm_columns(float *y, float *mean, float *rstd, const float *x, const float *weight, const float *bias,
                           size_t outer, size_t n, size_t inner, double correction, double eps, size_t stride) {
  const ln_settings s = {.weight = weight,
                         .bias = bias,
                         .largest_weight = ln_largest_weight(weight, 0, n),
                         .correction = correction,
                         .eps = eps,
                         .n = n};
  ln_column_norm(y, mean, rstd, x, &s, outer, inner, stride);
}

void ln_layer_norm(float *y, float *mean, float *rstd, const float *x, const float *weight, const float *bias,
                   size_t outer, size_t n, size_t inner, double correction, double eps) {
  LN_REQUIRE(n >= 1 && correction >= 0 && eps >= 0);
  if (inner > 1) ln_layer_norm_columns(y, mean, rstd, x, weight, bias, outer, n, inner, correction, eps, inner);
  else ln_layer_norm_rows(y, mean, rstd, x, weight, bias, outer * inner, n, correction, eps);
}

void ln_add_layer_norm(float *y, float *sum, const float *x, const float *residual, const float *weight,
                       const float *bias, size_t outer, size_t n, double eps) {
  ln_normalize_rows(&(ln_rows){.y = y,
                               .sum = sum,
                               .x = x,
                               .residual = residual,
                               .weight = weight,
                               .bias = bias,
                               .outer = outer,
                               .n = n,
                               .eps = eps,
                               .centered = 1});
}

LN_SMALL_END
