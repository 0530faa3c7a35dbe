/** Sums of products in double. */
#include "product.h"

LN_SMALL_BEGIN

static int is_zero(const float *x, size_t stride, size_t n) {
  const v128_t zero = wasm_f32x4_splat(0);
  size_t i = 0;
  if (stride > 1) {
    while (i < n && x[i * stride] == 0) i++;
    return i >= n;
  }
  while (i < n && wasm_i32x4_all_true(wasm_f32x4_eq(ln_load_up_to(x + i, ln_up_to_4(n - i), 0), zero))) i += 4;
  return i >= n;
}

float ln_exact_output(float y, const float *x, const float *weight, size_t stride, float bias, size_t n) {
  if (is_zero(x, 1, n) || is_zero(weight, stride, n)) return y;
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += (double)x[i] * weight[i * stride];
  return (float)(sum + bias);
}

LN_SMALL_END
