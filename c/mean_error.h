/**
 * The error of a row's mean, which is an error of every element of x - mean, times the element's weight. Where a weight
 * is large (LN_LARGE_WEIGHT in weights.h), the error may show, and the mean is summed again, in double.
 *
 * With u = 2^-24, the rounding of d = x - pivot is an error of u * |d|, the two additions that make one vector of four
 * are 2 u, and each addition to a run is one u more. In a run of L iterations d goes through 1 + 2 + a of these, where
 * a is L - 1, L - 1, L - 2, ... 1. So the mean is within
 *
 *     u * sum((3 + a) * |d|) / n <= u * rms(3 + a) * rms(d)        (Cauchy and Schwarz)
 *
 * of the mean of x: rms(3 + a) is 12.3 for 16 iterations, 5.4 for 4. The vectors behind the last iteration are a run of
 * their own, of at most four: 1 + 3, 1 + 3, 1 + 2, 1 + 1.
 */
#ifndef LN_MEAN_ERROR_H
#define LN_MEAN_ERROR_H

#include "group.h"

/** The mean of the row x[0 .. n) by a sum in double. */
double ln_row_mean(const float *x, size_t n);

/** What a large weight asks of the means of its rows. */
typedef struct {
  size_t largest_at; /* the index of the largest weight */
  /* The square of the factor by which rms(d), or the residual of the mean, is multiplied to give the least size of the
     largest |x - mean| * weight beside which its error does not show. */
  double of_rms, of_residual;
} ln_mean_bounds;

void ln_find_mean_bounds(ln_mean_bounds *b, const ln_settings *s);

/**
 * The largest |x - mean| * weight among a few elements of the row x: the one whose weight is largest and, if the square
 * of that is less than `enough`, the first elements.
 */
float ln_largest_scaled(const ln_settings *s, const float *x, size_t largest_at, float mean, double enough);

/**
 * Sums the mean of the row x in double if its error might show. Sizes are compared by their squares, which takes no
 * root.
 * @param pivot  of the sums that gave g
 * @return       a size that the row has, squared: at most the larger of its variance + eps and of the square of its
 *               largest |x - mean| * weight
 */
LN_INLINE double ln_refine_mean(ln_group *g, const ln_settings *s, const ln_mean_bounds *bounds, const ln_inverses *by,
                                const float *x, float pivot) {
  const float mean = (float)g->mean;
  const double shift = g->mean - pivot, residual = g->mean - mean;
  const double for_mean = (g->m2 * by->n + shift * shift) * bounds->of_rms; /* the mean of d^2, times the factor */
  const double for_residual = residual * residual * bounds->of_residual;
  const double variance = g->m2 * by->degrees + s->eps;
  const double enough = for_mean > for_residual ? for_mean : for_residual;
  if (variance >= enough) return variance;
  const float scaled = ln_largest_scaled(s, x, bounds->largest_at, mean, enough);
  const double v = scaled > LN_FLOAT_MAX ? LN_FLOAT_MAX : scaled; /* of infinity no more is known; NaN stays */
  const double largest = v * v > variance ? v * v : variance;
  if (largest < for_mean) g->mean = ln_row_mean(x, s->n);
  return largest;
}

#endif
