/** A group in double, element by element: for groups that float32 cannot carry (ln_group's `wide`), which are rare. */
#ifndef LN_WIDE_H
#define LN_WIDE_H

#include "group.h"

/** Two passes over the row x[0 .. n). If not centered, the moments are about 0, and m2 is the sum of squares. */
ln_group ln_wide_moments(const float *x, size_t n, int centered);

/** y = ((x - mean) * rstd) * weight + bias of the n elements that are `stride` apart in y and x. */
void ln_apply_wide(float *y, const float *x, const ln_settings *s, size_t stride, double mean, double rstd);

#endif
