/** The loops in double. Columns have their own moments in double (columns.c), which walk a tile row by row. */
#include "wide.h"

ln_group ln_wide_moments(const float *x, size_t n, int centered) {
  double sum = 0, m2 = 0;
  for (size_t i = 0; centered && i < n; i++) sum += x[i];
  const double mean = sum / (double)n;
  for (size_t i = 0; i < n; i++) m2 += (x[i] - mean) * (x[i] - mean);
  return (ln_group){mean, m2, 1};
}

LN_SMALL_BEGIN

void ln_apply_wide(float *y, const float *x, const ln_settings *s, size_t stride, double mean, double rstd) {
  for (size_t i = 0; i < s->n; i++) {
    const double scale = s->weight ? s->weight[i] + s->weight_offset : 1;
    const double shift = s->bias ? s->bias[i] : -0.0; /* adding -0 changes nothing, not even -0 */
    y[i * stride] = (float)((x[i * stride] - mean) * rstd * scale + shift);
  }
}

LN_SMALL_END
