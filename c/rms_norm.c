/**
 * Root mean square normalization of rows: layer normalization without the mean. Nothing is subtracted, so nothing
 * cancels; what is left to guard against is squares that overflow, or underflow with an eps that does not hide it.
 */
#include "norm.h"
#include "rows.h"

LN_SMALL_BEGIN

void ln_rms_norm(float *y, float *rrms, const float *x, const float *weight, size_t outer, size_t n,
                 float weight_offset, double eps) {
  LN_REQUIRE(n >= 1 && eps >= 0);
  const ln_settings s = {weight, NULL, 1, 0, eps, n, weight_offset};
  const ln_job j = {y, NULL, x, NULL, NULL, rrms, outer, 0, s};
  ln_normalize_rows(&j);
}

void ln_add_rms_norm(float *y, float *sum, const float *x, const float *residual, const float *weight, size_t outer,
                     size_t n, float weight_offset, double eps) {
  LN_REQUIRE(n >= 1 && eps >= 0);
  const ln_settings s = {weight, NULL, 1, 0, eps, n, weight_offset};
  const ln_job j = {y, sum, x, residual, NULL, NULL, outer, 0, s};
  ln_normalize_rows(&j);
}

LN_SMALL_END
