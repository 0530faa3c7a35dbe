/** Which weights count as large, and how large those of a call are. */
#ifndef LN_WEIGHTS_H
#define LN_WEIGHTS_H

#include <stddef.h>

/**
 * A weight multiplies the error of the mean. Where no weight is larger than this, the mean of the sums in float32 is
 * precise enough (within 1e-6 standard deviations); where one is, the mean may have to be summed in double (rows.c says
 * when), which leaves only the rounding of its residual, LN_RESIDUAL_ROUNDING.
 */
#define LN_LARGE_WEIGHT 2.0

/** The largest |weight + offset| of n, or 1 where weight is NULL. NaN is passed over. */
double ln_largest_weight(const float *weight, float offset, size_t n);

/** The index of a weight with |weight + offset| = magnitude, which one has; 0 otherwise. */
size_t ln_find_weight(const float *weight, float offset, size_t n, double magnitude);

#endif
