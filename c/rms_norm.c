/**
 * Root mean square normalization of rows: layer normalization without the mean. Nothing is subtracted, so nothing
 * cancels; what is left to guard against is squares that overflow, or underflow with an eps that does not hide it.
 */
#include "norm.h"
#include "rows.h"

LN_SMALL_BEGIN

/** largest_weight is 1, whatever the weight is: a weight multiplies the error of a mean, and here is none. */
static ln_settings settings_of(const float *weight, size_t n, float weight_offset, double eps) {
  return (ln_settings){weight, NULL, 1, 0, eps, n, weight_offset};
}

void ln_rms_norm(float *y, float *rrms, const float *x, const float *weight, size_t outer, size_t n,
                 float weight_offset, double eps) {
  LN_REQUIRE(n >= 1 && eps >= 0);
  const ln_job j = {y, NULL, x, NULL, NULL, rrms, outer, 0, settings_of(weight, n, weight_offset, eps)};
  ln_normalize_rows(&j);
}

void ln_add_rms_norm(float *y, float *sum, const float *x, const float *residual, const float *weight, size_t outer,
                     size_t n, float weight_offset, double eps) {
  LN_REQUIRE(n >= 1 && eps >= 0);
  const ln_job j = {y, sum, x, residual, NULL, NULL, outer, 0, settings_of(weight, n, weight_offset, eps)};
  ln_normalize_rows(&j);
}

LN_SMALL_END
