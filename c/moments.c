/**
 * Mean and variance of contiguous rows, in one pass over the data; columns.c does the same for columns.
 *
 * Sums are of d = x - pivot, the pivot being a float near the mean that the group itself yields:
 *
 *     mean = pivot + sum(d) / n        m2 = sum(d^2) - sum(d)^2 / n
 *
 * (Chan, Golub and LeVeque, 1983, "Algorithms for computing the sample variance": the shifted data algorithm.) For a
 * pivot within some standard deviations of the mean nothing cancels, whatever the mean. Three things may spoil it, and
 * each is noticed afterwards:
 *   - the pivot was poor (first element 1e6, the rest small): the group runs again about the mean just found;
 *   - d^2 overflowed, or the group holds NaN or infinity: it runs in double;
 *   - d^2 underflowed, and eps does not hide it: it runs in double.
 *
 * Floats are summed in runs of at most LN_RUN additions, runs in double. Even where all rounding errors of a run point
 * the same way (equal addends), a sum of squares is then within about LN_RUN / 2 * 2^-24 = 5e-7 of itself.
 */
#include "moments.h"
#include "norm.h"
#include "rows.h"

ln_group ln_wide_moments(const float *x, size_t n, int centered) {
  double sum = 0, m2 = 0;
  for (size_t i = 0; centered && i < n; i++) sum += x[i];
  const double mean = sum / (double)n;
  for (size_t i = 0; i < n; i++) m2 += (x[i] - mean) * (x[i] - mean);
  return (ln_group){mean, m2, 1};
}

/* Rows ------------------------------------------------------------------------------------------------------------ */

LN_NOINLINE ln_group ln_row_again(ln_verdict v, const float *x, size_t n, float pivot, double eps) {
  ln_group g;
  if (v == LN_POOR) v = ln_finish(&g, ln_row_sums(x, n, pivot), pivot, n, eps);
  return v == LN_WIDE ? ln_wide_moments(x, n, 1) : g;
}

ln_group ln_row_moments(const float *x, size_t n, double eps) {
  const float pivot = ln_row_pivot(x, NULL, n);
  return ln_row_verdict(x, n, ln_row_sums(x, n, pivot), pivot, eps);
}

ln_group ln_row_squares(const float *x, size_t n, double eps) {
  return ln_squares_verdict(x, n, ln_row_sums(x, n, 0), eps);
}

/** Adds four floats to two sums of two doubles. */
LN_INLINE void add_wide(v128_t sum[2], v128_t v) {
  sum[0] = wasm_f64x2_add(sum[0], ln_low(v));
  sum[1] = wasm_f64x2_add(sum[1], ln_high(v));
}

double ln_row_mean(const float *x, size_t n) {
  const v128_t zero = wasm_f64x2_splat(0);
  /* Four sums, none of which waits for another. */
  v128_t a[2] = {zero, zero}, b[2] = {zero, zero}, c[2] = {zero, zero}, d[2] = {zero, zero};
  size_t i = 0;
  for (; i + 16 <= n; i += 16) {
    const float *p = x + i;
    add_wide(a, wasm_v128_load(p)), add_wide(b, wasm_v128_load(p + 4));
    add_wide(c, wasm_v128_load(p + 8)), add_wide(d, wasm_v128_load(p + 12));
  }
  for (; i < n; i += 4) add_wide(a, ln_load_up_to(x + i, ln_up_to_4(n - i), 0));
  const v128_t ab = wasm_f64x2_add(wasm_f64x2_add(a[0], a[1]), wasm_f64x2_add(b[0], b[1]));
  const v128_t cd = wasm_f64x2_add(wasm_f64x2_add(c[0], c[1]), wasm_f64x2_add(d[0], d[1]));
  return ln_sum_f64x2(wasm_f64x2_add(ab, cd)) / (double)n;
}

LN_SMALL_BEGIN

/* The op ---------------------------------------------------------------------------------------------------------- */

void ln_moments(float *mean, float *variance, float *std, const float *x, size_t outer, size_t n, size_t inner,
                double correction) {
  LN_REQUIRE(n >= 1 && correction >= 0);
  const ln_moments_out out = {mean, variance, std};
  if (inner > 1) {
    ln_column_moments(out, x, outer, n, inner, correction);
    return;
  }
  for (size_t o = 0; o < outer * inner; o++) ln_write_moments(out, o, ln_row_moments(x + o * n, n, 0), n, correction);
}

LN_SMALL_END
