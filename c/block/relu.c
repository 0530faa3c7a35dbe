/** ReLU. */
#include "../simd.h"
#include "block.h"

LN_SMALL_BEGIN

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
