/** The ends of rows. Not inlined: they are as long as the loops that they end. */
#include "simd.h"

v128_t ln_load_tail(const float *p, size_t count, float fill) {
  float lanes[4] = {p[0], count > 1 ? p[1] : fill, count > 2 ? p[2] : fill, fill};
  return wasm_v128_load(lanes);
}

void ln_store_tail(float *p, size_t count, v128_t v) {
  p[0] = wasm_f32x4_extract_lane(v, 0);
  if (count > 1) p[1] = wasm_f32x4_extract_lane(v, 1);
  if (count > 2) p[2] = wasm_f32x4_extract_lane(v, 2);
}
