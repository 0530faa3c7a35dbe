/**
 * Root mean square normalization of rows: layer normalization without the mean. Nothing is subtracted, so nothing
 * cancels; what is left to guard against is squares that overflow, or underflow with an eps that does not hide it.
 */
#include "norm.h"
#include "rows.h"

LN_SMALL_BEGIN

void ln_rms_norm(float *y, float *rrms, const float *x, const float *weight, size_t outer, size_t n,
                 float weight_offset, double eps) {
  ln_normalize_rows(&(ln_rows){.y = y,
                               .rstd = rrms,
                               .x = x,
                               .weight = weight,
                               .outer = outer,
                               .n = n,
                               .weight_offset = weight_offset,
                               .eps = eps});
}

void ln_add_rms_norm(float *y, float *sum, const float *x, const float *residual, const float *weight, size_t outer,
                     size_t n, float weight_offset, double eps) {
  ln_normalize_rows(&(ln_rows){.y = y,
                               .sum = sum,
                               .x = x,
                               .residual = residual,
                               .weight = weight,
                               .outer = outer,
                               .n = n,
                               .weight_offset = weight_offset,
                               .eps = eps});
}

LN_SMALL_END
