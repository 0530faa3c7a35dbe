/** Mean, variance and standard deviation, of rows or of columns. How they are found: group.h. */
#include "columns.h"
#include "norm.h"
#include "parts.h"
#include "rows.h"

LN_SMALL_BEGIN

void ln_moments(float *mean, float *variance, float *std, const float *x, size_t outer, size_t n, size_t inner,
                double correction) {
  LN_REQUIRE(n >= 1 && correction >= 0);
  const ln_moments_out out = {mean, variance, std};
  if (inner > 1) {
    ln_column_moments(out, x, outer, n, inner, correction, inner);
    return;
  }
  for (size_t o = 0; o < outer * inner; o++) ln_write_moments(out, o, ln_row_moments(x + o * n, n, 0), n, correction);
}

void ln_moments_columns(float *mean, float *variance, float *std, const float *x, size_t outer, size_t n, size_t inner,
                        double correction, size_t stride) {
  ln_column_moments((ln_moments_out){mean, variance, std}, x, outer, n, inner, correction, stride);
}

LN_SMALL_END
