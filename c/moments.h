/** What the kernels share of moments.c; not part of the public header. */
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
  double degrees = (double)n - correction;
  return g.m2 / (degrees > 0 ? degrees : 0);
}

/** The columns of a tensor are taken in tiles, whose accumulators stay in the L1 cache. */
enum { LN_TILE = 512 };

/** The mean of the row x[0 .. n) by a sum in double, for those to whom 1e-6 standard deviations is too coarse. */
double ln_row_mean(const float *x, size_t n);

/** The same of the columns x[i * stride + c], 0 <= i < n, 0 <= c < width <= LN_TILE: sets groups[c].mean. */
void ln_column_means(ln_group *groups, const float *x, size_t n, size_t stride, size_t width);

/** Moments of the row x[0 .. n). eps is what will be added to the variance: it tells whether underflow matters. */
ln_group ln_row_moments(const float *x, size_t n, double eps);

/** Moments of the columns x[i * stride + c], 0 <= i < n, 0 <= c < width <= LN_TILE. */
void ln_column_moments(ln_group *groups, const float *x, size_t n, size_t stride, size_t width, double eps);

#endif
