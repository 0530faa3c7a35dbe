/** Which weights count as large, and how large those of a call are. */
#ifndef LN_WEIGHTS_H
#define LN_WEIGHTS_H

#include <stddef.h>

/**
 * A weight multiplies the error of the mean. Where no weight is larger than this, the mean of sums in float32 is
 * precise enough: within LN_MEAN_ERROR. Where one is larger, the mean may have to be summed in double (mean_error.h
 * says when), and only the rounding of its residual is left, LN_RESIDUAL_ROUNDING.
 */
#define LN_LARGE_WEIGHT 2.0

/** The largest |weight + offset| of n, or 1 where weight is NULL. NaN is passed over. */
double ln_largest_weight(const float *weight, float offset, size_t n);

/** The index of a weight with |weight + offset| = magnitude, which one has; 0 otherwise. */
size_t ln_find_weight(const float *weight, float offset, size_t n, double magnitude);

#endif
