/**
 * The linear layer.
 *
 * A row is multiplied by OUTPUTS rows of weight at once, so that each vector of x that is loaded serves as many
 * products, and their sums stay in registers. Products are added up in the four lanes of a vector, in float, in runs of
 * at most RUN_VECTORS; runs are added up in double, and so are the last 1 to 3 products, or all of a few. Nothing of
 * this depends on how many rows and outputs there are: where less than OUTPUTS are left, the last one is computed
 * several times.
 *
 * Rounding (Higham, Accuracy and Stability of Numerical Algorithms, 2002, 3.1 and 4.2): let u = 2^-24, and S the sum of
 * the magnitudes of an output's products and bias. Of u each,
 *
 *     1                 for the product
 *     RUN_VECTORS - 1   for its additions in float, of which the first, to 0, is exact
 *     0.1               for the additions in double: at most 2^30 / (4 * RUN_VECTORS) + 8, of 2^-53 each
 *     1                 for the output
 *
 * so that an output is within (RUN_VECTORS + 1.1) u S, and, with the 0.3 below, within 13.4 u S = 8e-7 S, even if all
 * of these errors point the same way. That supposes that floats can hold what comes in between. Where they cannot, the
 * output is computed again, with exact products in double:
 *   - A run that overflows is infinite or NaN, and no addition makes its sum finite again. The same holds of inputs
 *     that are not finite.
 *   - A product below 2^-126 is off by up to 2^-150, which may be more than u of it; n such products are off by up to
 *     n * 2^-150. (Sums are exact there.) If the output is n * TINY or more, so is S, up to the output's error, and
 *     n * 2^-150 is 0.3 u S at most.
 *   - Whether an output of LARGE or more should be finite may depend on its error.
 */
#include "../simd.h"
#include "block.h"

enum {
  OUTPUTS = 8, /* each has a vector of sums in a register, of which V8 has 15 */
  RUN_VECTORS = 12,
  RUN_ELEMENTS = 4 * RUN_VECTORS,
  FEW_INPUTS = 16, /* below, all products are exact, in double: the book's five inputs give the digits that are right */
};

/** 2^26 times 2^-150, the most that a product below the normal floats is off by. */
#define TINY 0x1p-124f

/** A quarter of 2^128, where float32 ends. An error as large as the distance takes 2^19 inputs at least. */
#define LARGE 0x1p126f

/**
 * Adds the products of the inputs from first to end, at most RUN_ELEMENTS and a multiple of 4, to the sums: each is a
 * pair of doubles.
 */
LN_ONCE void add_run(v128_t *sums, const float *x, const float *const *weight, size_t first, size_t end) {
  v128_t run[OUTPUTS];
  const float *w[OUTPUTS];
#pragma clang loop unroll(full)
  for (size_t k = 0; k < OUTPUTS; k++) run[k] = wasm_f32x4_splat(0), w[k] = weight[k];
  for (size_t i = first; i < end; i += 4) {
    const v128_t v = wasm_v128_load(x + i);
#pragma clang loop unroll(full)
    for (size_t k = 0; k < OUTPUTS; k++) run[k] = wasm_f32x4_add(run[k], wasm_f32x4_mul(v, wasm_v128_load(w[k] + i)));
  }
#pragma clang loop unroll(full)
  for (size_t k = 0; k < OUTPUTS; k++) sums[k] = wasm_f64x2_add(sums[k], ln_widen_sum(run[k]));
}

LN_SMALL_BEGIN

static int is_zero(const float *x, size_t n) {
  const v128_t zero = wasm_f32x4_splat(0);
  size_t i = 0;
  while (i < n && wasm_i32x4_all_true(wasm_f32x4_eq(ln_load_up_to(x + i, ln_up_to_4(n - i), 0), zero))) i += 4;
  return i >= n;
}

/**
 * The output y, computed again if need be: a product of two floats is exact in double. All products with 0 are right as
 * they are (NaN, too), and such rows are many: tokens that are masked out, units that ReLU turned off.
 */
LN_ONCE float exact_output(float y, const float *x, const float *weight, float bias, size_t n) {
  if (is_zero(x, n) || is_zero(weight, n)) return y;
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += (double)x[i] * weight[i];
  return (float)(sum + bias);
}

/** Writes count outputs of the row x, of `inputs` elements. */
LN_ONCE void multiply_row(float *y, const float *x, const float *const *weight, const float *bias, size_t inputs,
                          size_t count) {
  const size_t whole = inputs < FEW_INPUTS ? 0 : inputs / 4 * 4;
  v128_t sums[OUTPUTS];
  for (size_t k = 0; k < OUTPUTS; k++) sums[k] = wasm_f64x2_splat(0);
  for (size_t i = 0; i < whole; i += RUN_ELEMENTS) {
    const size_t end = i + RUN_ELEMENTS;
    add_run(sums, x, weight, i, end < whole ? end : whole);
  }
  for (size_t k = 0; k < count; k++) {
    const float start = bias ? bias[k] : 0;
    double sum = ln_sum_f64x2(sums[k]);
    for (size_t i = whole; i < inputs; i++) sum += (double)x[i] * weight[k][i];
    const float output = (float)(sum + start);
    const float magnitude = __builtin_fabsf(output);
    const int is_right = magnitude >= (float)inputs * TINY && magnitude < LARGE;
    y[k] = is_right ? output : exact_output(output, x, weight[k], start, inputs);
  }
}

void ln_linear(float *y, const float *x, const float *weight, const float *bias, size_t rows, size_t inputs,
               size_t outputs) {
  for (size_t o = 0; o < outputs; o += OUTPUTS) {
    const size_t left = outputs - o, count = left < OUTPUTS ? left : OUTPUTS;
    /* They stay in the L1 cache while all rows pass by. */
    const float *w[OUTPUTS];
    for (size_t k = 0; k < OUTPUTS; k++) w[k] = weight + (o + (k < count ? k : count - 1)) * inputs;
    for (size_t r = 0; r < rows; r++) {
      multiply_row(y + r * outputs + o, x + r * inputs, w, bias ? bias + o : NULL, inputs, count);
    }
  }
}

LN_SMALL_END
