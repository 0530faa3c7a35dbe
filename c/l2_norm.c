/** Division by the Euclidean norm, of rows or of columns: RMS normalization whose divisor is a sum's root. */
#include "columns.h"
#include "norm.h"
#include "rows.h"

LN_SMALL_BEGIN

void ln_l2_norm(float *y, const float *x, size_t outer, size_t n, size_t inner, double eps) {
  LN_REQUIRE(n >= 1 && eps >= 0);
  const ln_settings s = {.largest_weight = 1, .eps = eps, .n = n, .by_norm = 1};
  const ln_rows rows = {.y = y, .x = x, .outer = outer * inner, .n = n, .eps = eps, .by_norm = 1};
  if (inner > 1) ln_column_norm(y, NULL, NULL, x, &s, outer, inner);
  else ln_normalize_rows(&rows);
}

LN_SMALL_END
