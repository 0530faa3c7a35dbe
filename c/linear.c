/** The linear layer and ReLU, as the book's example needs them: exact rather than fast. */
#include "norm.h"
#include "simd.h"

LN_SMALL_BEGIN

/** sum(a * b) + start. A product of two floats is exact in double. */
static double dot(const float *a, const float *b, size_t n, double start) {
  v128_t low = wasm_f64x2_splat(0), high = low;
  for (size_t i = 0; i < n; i += 4) {
    const size_t count = ln_up_to_4(n - i);
    v128_t u = ln_load_up_to(a + i, count, 0), v = ln_load_up_to(b + i, count, 0);
    low = wasm_f64x2_add(low, wasm_f64x2_mul(ln_low(u), ln_low(v)));
    high = wasm_f64x2_add(high, wasm_f64x2_mul(ln_high(u), ln_high(v)));
  }
  return ln_sum_f64x2(wasm_f64x2_add(low, high)) + start;
}

void ln_linear(float *y, const float *x, const float *weight, const float *bias, size_t rows, size_t inputs,
               size_t outputs) {
  for (size_t r = 0; r < rows; r++) {
    for (size_t o = 0; o < outputs; o++) {
      y[r * outputs + o] = (float)dot(x + r * inputs, weight + o * inputs, inputs, bias ? bias[o] : 0);
    }
  }
}

void ln_relu(float *y, const float *x, size_t n) {
  const v128_t zero = wasm_f32x4_splat(0);
  for (size_t i = 0; i < n; i += 4) {
    const size_t count = ln_up_to_4(n - i);
    ln_store_up_to(y + i, count, wasm_f32x4_pmax(ln_load_up_to(x + i, count, 0), zero));
  }
}

void ln_relu_backward(float *dx, const float *dy, const float *x, size_t n) {
  const v128_t zero = wasm_f32x4_splat(0);
  for (size_t i = 0; i < n; i += 4) {
    const size_t count = ln_up_to_4(n - i);
    const v128_t off = wasm_f32x4_le(ln_load_up_to(x + i, count, 0), zero);
    ln_store_up_to(dx + i, count, wasm_v128_andnot(ln_load_up_to(dy + i, count, 0), off));
  }
}

LN_SMALL_END
