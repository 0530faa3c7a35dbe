/**
 * The linear layer. How products are added up, and how far a sum may be off: product.h.
 *
 * A row is multiplied by OUTPUTS rows of weight at once, so that each vector of x that is loaded serves as many
 * products, and their sums stay in registers: in the four lanes of a vector. Nothing of this depends on how many rows
 * and outputs there are: where less than OUTPUTS are left, the last one is computed several times.
 */
#include "block.h"
#include "product.h"

enum { OUTPUTS = 8 }; /* each has a vector of sums in a register, of which V8 has 15 */

/**
 * Adds the products of the inputs from first to end, at most LN_RUN_TERMS and a multiple of 4, to the sums: each is a
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

/** Writes count outputs of the row x, of `inputs` elements. */
LN_ONCE void multiply_row(float *y, const float *x, const float *const *weight, const float *bias, size_t inputs,
                          size_t count) {
  const size_t whole = ln_terms_in_float(inputs);
  v128_t sums[OUTPUTS];
  for (size_t k = 0; k < OUTPUTS; k++) sums[k] = wasm_f64x2_splat(0);
  for (size_t i = 0; i < whole; i += LN_RUN_TERMS) add_run(sums, x, weight, i, i + ln_next_run(i, whole));
  for (size_t k = 0; k < count; k++) {
    const float start = bias ? bias[k] : 0;
    double sum = ln_sum_f64x2(sums[k]);
    for (size_t i = whole; i < inputs; i++) sum += (double)x[i] * weight[k][i];
    const float output = (float)(sum + start);
    const float magnitude = __builtin_fabsf(output);
    const int is_right = magnitude >= (float)inputs * LN_TINY && magnitude < LN_LARGE;
    y[k] = is_right ? output : ln_exact_output(output, x, weight[k], 1, start, inputs);
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
