/** One pass over a weight. */
#include "weights.h"
#include "simd.h"

enum {
  STEP_WEIGHTS = 16, /* weights of an iteration: four vectors */
};

/** The larger magnitudes, lane by lane. NaN is passed over: it makes NaN of the elements that it multiplies. */
LN_INLINE v128_t larger(v128_t largest, v128_t v) { return wasm_f32x4_pmax(largest, wasm_f32x4_abs(v)); }

/** The same of four weights and the offset. */
LN_INLINE v128_t larger_sum(v128_t largest, v128_t v, v128_t offset) {
  return larger(largest, wasm_f32x4_add(v, offset));
}

double ln_largest_weight(const float *weight, float offset, size_t n) {
  if (!weight) return 1;
  v128_t a = wasm_f32x4_splat(0), b = a, c = a, d = a; /* four, which do not wait for each other */
  const v128_t more = wasm_f32x4_splat(offset);
  size_t i = 0;
  for (; i + STEP_WEIGHTS <= n; i += STEP_WEIGHTS) {
    const float *w = weight + i;
    a = larger_sum(a, wasm_v128_load(w), more), b = larger_sum(b, wasm_v128_load(w + 4), more);
    c = larger_sum(c, wasm_v128_load(w + 8), more), d = larger_sum(d, wasm_v128_load(w + 12), more);
  }
  for (; i < n; i += 4) a = larger_sum(a, ln_load_up_to(weight + i, ln_up_to_4(n - i), -offset), more);
  float lanes[4], largest = 0;
  wasm_v128_store(lanes, larger(larger(a, b), larger(c, d)));
  for (int lane = 0; lane < 4; lane++)
    if (lanes[lane] > largest) largest = lanes[lane];
  return largest;
}

size_t ln_find_weight(const float *weight, float offset, size_t n, double magnitude) {
  const v128_t wanted = wasm_f32x4_splat((float)magnitude), more = wasm_f32x4_splat(offset);
  size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    const v128_t size = wasm_f32x4_abs(wasm_f32x4_add(wasm_v128_load(weight + i), more));
    if (wasm_v128_any_true(wasm_f32x4_eq(size, wanted))) break;
  }
  for (; i < n; i++)
    if (__builtin_fabsf(weight[i] + offset) == (float)magnitude) return i;
  return 0;
}
