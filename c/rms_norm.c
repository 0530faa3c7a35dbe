/**
 * Root mean square normalization of rows: layer normalization without the mean. Nothing is subtracted, so nothing
 * cancels; what is left to guard against is squares that overflow, or underflow with an eps that does not hide it.
 */
#include "norm.h"
#include "code.h"

LN_SMALL_BEGIN

void ln_rms_norm(float *y, float *rrms, const float *x, const float *weight, size_t outer, size_t n,
                 float weight_offset, double eps) {
  ln_norm_rows(y, NULL, NULL, rrms, x, NULL, weight, NULL, NULL, NULL, outer, n, weight_offset, eps, 0);
}

void ln_add_rms_norm(float *y, float *sum, const float *x, const float *residual, const float *weight, size_t outer,
                     size_t n, float weight_offset, double eps) {
  ln_norm_rows(y, sum, NULL, NULL, x, residual, weight, NULL, NULL, NULL, outer, n, weight_offset, eps, 0);
}

LN_SMALL_END
