/** What the kernels share of a group's statistics; not part of the public header. */
#ifndef LN_MOMENTS_H
#define LN_MOMENTS_H

#include "simd.h"

/** Moments of one group. */
typedef struct {
  double mean;
  double m2; /* the sum of (x - mean)^2 */
  int wide;  /* float32 cannot carry this group's squares: what follows must work on it in double too */
} ln_group;

/** m2 / max(0, n - correction). */
LN_INLINE double ln_variance(ln_group g, size_t n, double correction) {
  const double degrees = (double)n - correction;
  return g.m2 * (1 / (degrees > 0 ? degrees : 0)); /* the division waits for no data */
}

/** Sums over a group of d = x - pivot, and of d^2. */
typedef struct {
  double d, d2;
} ln_sums;

/* Below this mean square, squares of float32 are subnormal and lose digits; an eps above the other hides the loss. */
#define LN_UNDERFLOW 1e-35
#define LN_HIDING_EPS 1e-28

/** True if a sum of n squares overflowed, or met NaN or infinity, or underflowed and eps does not hide it. */
LN_INLINE int ln_out_of_range(double squares, size_t n, double eps) {
  return !__builtin_isfinite(squares) || (squares < LN_UNDERFLOW * (double)n && !(eps > LN_HIDING_EPS));
}

/** FINE: the moments can be trusted. POOR: run again about the mean just found. WIDE: run in double. */
typedef enum { LN_FINE, LN_POOR, LN_WIDE } ln_verdict;

/* (mean - pivot)^2 / variance above which a group runs again: below it m2 loses at most a factor 3 of precision. */
#define LN_POOR_PIVOT 2.0

/** The moments that sums about a pivot give, and whether they can be trusted. eps will be added to the variance. */
LN_INLINE ln_verdict ln_finish(ln_group *g, ln_sums s, float pivot, size_t n, double eps) {
  const double shift = s.d * (1 / (double)n); /* the division waits for no data */
  const double between = s.d * shift;         /* n * (mean - pivot)^2 */
  *g = (ln_group){pivot + shift, s.d2 - between, 0};
  if (ln_out_of_range(s.d2, n, eps)) return LN_WIDE;
  return between > LN_POOR_PIVOT * g->m2 ? LN_POOR : LN_FINE;
}

/** Two passes in double over a row, for what float32 cannot carry. Not centered: about 0, m2 is the sum of squares. */
ln_group ln_wide_moments(const float *x, size_t n, int centered);

/** A row's pivot is the mean of so many elements: a power of two, so that equal ones give themselves. */
#define LN_PIVOT_ELEMENTS 16

/** A float near the mean of the row x (of x + residual, if there is one) that the row itself yields. */
LN_INLINE float ln_row_pivot(const float *x, const float *residual, size_t n) {
  v128_t sum = wasm_f32x4_splat(0);
  if (n < LN_PIVOT_ELEMENTS) return residual ? x[0] + residual[0] : x[0];
#pragma clang loop unroll(full)
  for (size_t i = 0; i < LN_PIVOT_ELEMENTS; i += 4) {
    v128_t v = wasm_v128_load(x + i);
    if (residual) v = wasm_f32x4_add(v, wasm_v128_load(residual + i));
    sum = wasm_f32x4_add(sum, v);
  }
  return (float)(ln_sum_f64x2(ln_widen_sum(sum)) / LN_PIVOT_ELEMENTS);
}

/** Sums of a row about a pivot. */
ln_sums ln_row_sums(const float *x, size_t n, float pivot);

/** The moments of a row whose sums cannot be trusted: POOR, about a better pivot; WIDE, in double. */
ln_group ln_row_again(ln_verdict v, const float *x, size_t n, float pivot, double eps);

/** The moments that the sums of the row x about a pivot give; measured again if they cannot be trusted. */
LN_INLINE ln_group ln_row_verdict(const float *x, size_t n, ln_sums sums, float pivot, double eps) {
  ln_group g;
  const ln_verdict v = ln_finish(&g, sums, pivot, n, eps);
  return v == LN_FINE ? g : ln_row_again(v, x, n, (float)g.mean, eps);
}

/** The moments about 0 that the sums of the row x about 0 give: m2 is the sum of squares. */
LN_INLINE ln_group ln_squares_verdict(const float *x, size_t n, ln_sums sums, double eps) {
  return ln_out_of_range(sums.d2, n, eps) ? ln_wide_moments(x, n, 0) : (ln_group){0, sums.d2, 0};
}

/** Moments of the row x[0 .. n). eps is what will be added to the variance: it tells whether underflow matters. */
ln_group ln_row_moments(const float *x, size_t n, double eps);

/** The same about 0: m2 is the sum of squares. */
ln_group ln_row_squares(const float *x, size_t n, double eps);

/** The mean of the row x[0 .. n) by a sum in double, for those to whom 1e-6 standard deviations is too coarse. */
double ln_row_mean(const float *x, size_t n);

/** Where ln_moments writes; each or NULL. */
typedef struct {
  float *mean, *variance, *std;
} ln_moments_out;

LN_INLINE void ln_write_moments(ln_moments_out out, size_t at, ln_group g, size_t n, double correction) {
  double variance = ln_variance(g, n, correction);
  if (out.mean) out.mean[at] = (float)g.mean;
  if (out.variance) out.variance[at] = (float)variance;
  if (out.std) out.std[at] = (float)__builtin_sqrt(variance);
}

/** ln_moments of columns (inner > 1): columns.c. */
void ln_column_moments(ln_moments_out out, const float *x, size_t outer, size_t n, size_t inner, double correction);

#endif
