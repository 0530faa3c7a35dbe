/** Division by the Euclidean norm, of rows or of columns: RMS normalization whose divisor is a sum's root. */
#include "columns.h"
#include "norm.h"
#include "parts.h"
#include "row_loops.h"
#include "rows.h"
#include "wide.h"

LN_SMALL_BEGIN

/**
 * What ln_normalize_rows is for other norms: a row is measured while the one before it is normalised. Here is no
 * weight, no bias and no mean, and so a program that has no other norm is smaller.
 */
static void divide_rows(float *y, const float *x, size_t outer, const ln_settings *s) {
  const size_t n = s->n;
  const double hiding_eps = ln_hiding_eps(1, s->eps, n, 0);
  ln_applied a = {.at = {0}};
  ln_measured m = {.run = LN_LONG_RUN};
  ln_begin_applied(&a, &(ln_rows){0});
  if (outer == 0) return;
  ln_sums sums = ln_row_sums_about_0(x, n);
  for (;; y += n) {
    ln_group g = ln_judged_squares(x, n, sums, hiding_eps);
    const double rstd = ln_group_rstd(&g, s, 1, 0);
    const int more = --outer > 0;
    a.y = y, a.x = x, a.at.rstd = (float)rstd; /* member by member, as in rows.c */
    m.x = x += n;
    if (more && !g.wide) {
      const ln_sums found = ln_rms_norm_loop(&m, &a, n);
      sums.d2 = found.d2;
      continue;
    }
    if (g.wide) ln_apply_wide(y, a.x, s, 1, 0, rstd);
    else ln_scale_row(&a, n);
    if (!more) return;
    sums = ln_row_sums_about_0(x, n);
  }
}

/** With that correction a variance is the sum of squares. */
static ln_settings settings_of(size_t n, double eps) {
  return (ln_settings){.largest_weight = 1, .eps = eps, .n = n, .correction = (double)n - 1, .by_norm = 1};
}

void ln_l2_norm_columns(float *y, const float *x, size_t outer, size_t n, size_t inner, double eps, size_t stride) {
  const ln_settings s = settings_of(n, eps);
  ln_column_norm(y, NULL, NULL, x, &s, outer, inner, stride);
}

void ln_l2_norm(float *y, const float *x, size_t outer, size_t n, size_t inner, double eps) {
  LN_REQUIRE(n >= 1 && eps >= 0);
  const ln_settings s = settings_of(n, eps);
  if (inner > 1) ln_column_norm(y, NULL, NULL, x, &s, outer, inner, inner);
  else divide_rows(y, x, outer * inner, &s);
}

LN_SMALL_END
