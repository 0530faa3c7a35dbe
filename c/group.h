/**
 * What is known of one group, step by step: sums about a pivot, moments, a verdict on whether these can be trusted, the
 * center about which the elements are normalised. This is arithmetic on a few doubles; the loops over elements are in
 * row_loops.c, columns.c and wide.c.
 *
 * The sums are of d = x - pivot and of d^2, the pivot being a float near the mean that the group itself yields:
 *
 *     mean = pivot + sum(d) / n        m2 = sum((x - mean)^2) = sum(d^2) - sum(d)^2 / n
 *
 * (Chan, Golub and LeVeque, 1983, "Algorithms for computing the sample variance": the shifted data algorithm.) For a
 * pivot within some standard deviations of the mean nothing cancels, whatever the mean is. Three things may spoil the
 * sums, and each is noticed afterwards:
 *   - the pivot was poor (first element 1e6, the rest small): the group is measured again about the mean just found;
 *   - d^2 overflowed, or the group holds NaN or infinity: the group is measured and normalised in double (wide.c);
 *   - d^2 underflowed, and eps is too small to hide that: the same.
 *
 * The mean is kept as a float32 part and the residual that float32 cannot hold, and y = ((x - mean) - residual) * rstd:
 * x - mean is exact for x within a factor 2 of the mean (Sterbenz), so the rounding of a large mean does not come back
 * as an error of y.
 */
#ifndef LN_GROUP_H
#define LN_GROUP_H

#include "promises.h"
#include "simd.h"

#define LN_FLOAT_MIN 0x1p-126 /* the least normal float32 */
#define LN_FLOAT_MAX 0x1.fffffep127

/** What is asked of every group. */
typedef struct {
  const float *weight, *bias; /* [n], or NULL */
  double largest_weight;      /* the largest |weight|; 1 without weight */
  double correction, eps;
  size_t n;
  float weight_offset; /* added to the weight in float32 */
  int by_norm;         /* the divisor is max(sqrt(m2), eps), and the moments are about 0: ln_l2_norm */
} ln_settings;

/* Sums and moments ------------------------------------------------------------------------------------------------ */

/** Sums over a group of d = x - pivot, and of d^2. */
typedef struct {
  double d, d2;
} ln_sums;

/** Moments of one group. */
typedef struct {
  double mean;
  double m2; /* the sum of (x - mean)^2 */
  int wide;  /* float32 cannot carry this group's squares, or its center: every later step is in double, too */
} ln_group;

/** Of divisors that the groups of an op share: a division takes as long as several additions. */
typedef struct {
  double n, degrees; /* 1 / n and 1 / max(0, n - correction) */
} ln_inverses;

LN_INLINE ln_inverses ln_inverses_of(size_t n, double correction) {
  const double degrees = (double)n - correction;
  return (ln_inverses){1 / (double)n, 1 / (degrees > 0 ? degrees : 0)};
}

/** m2 / max(0, n - correction). */
LN_INLINE double ln_variance(ln_group g, size_t n, double correction) {
  return g.m2 * ln_inverses_of(n, correction).degrees;
}

/** Where ln_moments writes; each or NULL. */
typedef struct {
  float *mean, *variance, *std;
} ln_moments_out;

LN_INLINE void ln_write_moments(ln_moments_out out, size_t at, ln_group g, size_t n, double correction) {
  const double variance = ln_variance(g, n, correction);
  if (out.mean) out.mean[at] = (float)g.mean;
  if (out.variance) out.variance[at] = (float)variance;
  if (out.std) out.std[at] = (float)__builtin_sqrt(variance);
}

/** p + offset, or NULL where the caller wants no such output. */
LN_INLINE float *ln_offset(float *p, size_t offset) { return p ? p + offset : NULL; }

/** The same, of what is only read. */
LN_INLINE const float *ln_offset_of(const float *p, size_t offset) { return p ? p + offset : NULL; }

/* The verdict ----------------------------------------------------------------------------------------------------- */

/**
 * Products of two float32 numbers below FLT_MIN = 1.2e-38 are subnormal and lose digits. Where the mean magnitude of a
 * group's products is above this, 851 times FLT_MIN, such products add next to nothing to their sum.
 */
#define LN_LEAST_PRODUCT 1e-35

/** An eps above this is 1e7 times LN_LEAST_PRODUCT: added to the variance, it hides the digits that squares lost. */
#define LN_HIDING_EPS 1e-28

/** The eps of ln_out_of_range: relative to m2 / n, whatever the correction. */
LN_INLINE double ln_hiding_eps(int by_norm, double eps, size_t n, double correction) {
  if (by_norm) return eps * eps / (double)n;
  if (correction == 0) return eps;
  const double degrees = (double)n - correction;
  return eps * (degrees > 0 ? degrees / (double)n : 0);
}

/** True if a sum of n squares overflowed, or met NaN or infinity, or underflowed and eps does not hide it. */
LN_INLINE int ln_out_of_range(double squares, size_t n, double eps) {
  return !__builtin_isfinite(squares) || (squares < LN_LEAST_PRODUCT * (double)n && !(eps > LN_HIDING_EPS));
}

/**
 * (mean - pivot)^2 / variance above which a group is measured again. Below it sum(d^2) is at most 3 times m2, which
 * loses no more than that factor of precision.
 */
#define LN_POOR_PIVOT 2.0

/** FINE: the moments can be trusted. POOR: measure again about the mean just found. WIDE: measure in double. */
typedef enum { LN_FINE, LN_POOR, LN_WIDE } ln_verdict;

/**
 * The moments that sums about a pivot give, and whether they can be trusted. eps will be added to the variance; by_n is
 * 1 / n.
 */
LN_INLINE ln_verdict ln_finish(ln_group *g, ln_sums s, float pivot, size_t n, double by_n, double eps) {
  const double shift = s.d * by_n, between = s.d * shift; /* n * (mean - pivot)^2 */
  *g = (ln_group){pivot + shift, s.d2 - between, 0};
  if (ln_out_of_range(s.d2, n, eps)) return LN_WIDE;
  return between > LN_POOR_PIVOT * g->m2 ? LN_POOR : LN_FINE;
}

/* The center ------------------------------------------------------------------------------------------------------ */

/** What the affine map needs of a group: the mean as float32 part and residual. */
typedef struct {
  float mean, residual, rstd;
} ln_center;

#define LN_RESIDUAL_ROUNDING 0x1p-48 /* of a residual, relative to the mean: two times 24 bits */
#define LN_LEAST_ROUNDING 0x1p-150   /* of a residual that is subnormal: half of the least float32 */

/** The error of y, in standard deviations times weight, that the residual's rounding may cause: half of the promise. */
#define LN_TOLERATED_ERROR (LN_OUTPUT_ERROR / 2)

/** A residual of the mean below this many standard deviations is left out: a twentieth of the promise. */
#define LN_NEGLIGIBLE_RESIDUAL (LN_OUTPUT_ERROR / 20)

#define LN_LEAST_DIVISOR 1e-300 /* in place of a smaller one that is not 0, whose inverse might be infinite */

/** 1 / max(sqrt(squares), least), where NaN stays NaN. */
LN_INLINE double ln_inverse_norm(double squares, double least) {
  const double norm = __builtin_sqrt(squares);
  return 1 / (norm < least ? (least < LN_LEAST_DIVISOR ? LN_LEAST_DIVISOR : least) : norm);
}

/** 1 / sqrt(variance + eps), or 1 / max(norm, eps). */
LN_INLINE double ln_rstd(ln_group g, int by_norm, double eps, double by_degrees) {
  return by_norm ? ln_inverse_norm(g.m2, eps) : 1 / __builtin_sqrt(g.m2 * by_degrees + eps);
}

/**
 * ln_rstd. Makes the group wide where the float32 parts of a center cannot carry it. by_norm is that of s, which most
 * callers know beforehand: so they have no code for the other.
 */
LN_INLINE double ln_group_rstd(ln_group *g, const ln_settings *s, int by_norm, double by_degrees) {
  const double rstd = ln_rstd(*g, by_norm, s->eps, by_degrees);
  if (rstd < LN_FLOAT_MIN) g->wide = 1;
  const double rounding = LN_RESIDUAL_ROUNDING * __builtin_fabs(g->mean) + LN_LEAST_ROUNDING;
  if (s->largest_weight * rounding * rstd > LN_TOLERATED_ERROR) g->wide = 1;
  return rstd;
}

LN_INLINE ln_center ln_group_center(ln_group g, double rstd) {
  const float mean = (float)g.mean;
  return (ln_center){.mean = mean, .residual = (float)(g.mean - mean), .rstd = (float)rstd};
}

/** x-hat of four elements. */
LN_INLINE v128_t ln_normalized(v128_t x, v128_t mean, v128_t residual, v128_t rstd) {
  return wasm_f32x4_mul(wasm_f32x4_sub(wasm_f32x4_sub(x, mean), residual), rstd);
}

#endif
