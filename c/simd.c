/** The ends of rows. Not inlined: they are as long as the loops that they end. */
#include "simd.h"

v128_t ln_load_tail(const float *p, size_t count, float fill) {
  v128_t v = wasm_f32x4_splat(fill);
  if (count == 1) return wasm_v128_load32_lane(p, v, 0);
  v = wasm_v128_load64_lane(p, v, 0);
  return count == 2 ? v : wasm_v128_load32_lane(p + 2, v, 2);
}

void ln_store_tail(float *p, size_t count, v128_t v) {
  if (count == 1) {
    wasm_v128_store32_lane(p, v, 0);
    return;
  }
  wasm_v128_store64_lane(p, v, 0);
  if (count == 3) wasm_v128_store32_lane(p + 2, v, 2);
}
