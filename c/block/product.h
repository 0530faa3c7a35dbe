/**
 * How sums of products are added up, of a linear layer and of two matrices alike: so both give the same bits.
 *
 * Of an output's products, those of term i are added up in float, apart for each i mod 4 (the lanes of a vector, or
 * four phases), in runs of at most LN_RUN_TERMS terms; runs are added up in double, in two sums, of even and of odd
 * terms. Then the two sums are added, and to these the last 1 to 3 products, or all of a few: in double they are exact.
 *
 * Rounding (Higham, Accuracy and Stability of Numerical Algorithms, 2002, 3.1 and 4.2): let u = 2^-24, and S the sum of
 * the magnitudes of an output's products and bias. Of u each,
 *
 *     1                 for the product
 *     LN_RUN_STEPS - 1  for its additions in float, of which the first, to 0, is exact
 *     0.1               for the additions in double: at most 2^30 / (4 * LN_RUN_STEPS) + 8, of 2^-53 each
 *     1                 for the output
 *
 * so that an output is within (LN_RUN_STEPS + 1.1) u S, and, with the 0.3 below, within 13.4 u S = 8e-7 S, even if all
 * of these errors point the same way. That supposes that floats can hold what comes in between. Where they cannot, the
 * output is computed again, with exact products in double:
 *   - A run that overflows is infinite or NaN, and no addition makes its sum finite again. The same holds of inputs
 *     that are not finite.
 *   - A product below 2^-126 is off by up to 2^-150, which may be more than u of it; n such products are off by up to
 *     n * 2^-150. (Sums are exact there.) If the output is n * LN_TINY or more, so is S, up to the output's error, and
 *     n * 2^-150 is 0.3 u S at most.
 *   - Whether an output of LN_LARGE or more should be finite may depend on its error.
 */
#ifndef LN_PRODUCT_H
#define LN_PRODUCT_H

#include "../simd.h"

enum {
  LN_RUN_STEPS = 12,
  LN_RUN_TERMS = 4 * LN_RUN_STEPS,
  LN_FEW_TERMS = 16, /* below, all products are exact, in double: the book's five inputs give the right digits */
};

/** 2^26 times 2^-150, the most that a product below the normal floats is off by. */
#define LN_TINY 0x1p-124f

/** A quarter of 2^128, where float32 ends. An error as large as the distance takes 2^19 terms at least. */
#define LN_LARGE 0x1p126f

/** How many of n terms are added up in float; the rest follows in double. */
LN_INLINE size_t ln_terms_in_float(size_t n) { return n < LN_FEW_TERMS ? 0 : n / 4 * 4; }

/** How many of the terms that are left, at most `end - i`, make the next run. */
LN_INLINE size_t ln_next_run(size_t i, size_t end) { return end - i < LN_RUN_TERMS ? end - i : LN_RUN_TERMS; }

/**
 * The output y, computed again if need be: a product of two floats is exact in double. All products with 0 are right as
 * they are (NaN, too), and such rows are many: tokens that are masked out, units that ReLU turned off.
 *
 * @param x       [n]
 * @param weight  n elements, `stride` apart
 */
float ln_exact_output(float y, const float *x, const float *weight, size_t stride, float bias, size_t n);

#endif
