/**
 * The few vector helpers that the kernels share. A vector is 4 floats (f32x4) or 2 doubles (f64x2) in a v128_t.
 * Built natively (tests), SIMDe stands in for the WebAssembly intrinsics.
 */
#ifndef LN_SIMD_H
#define LN_SIMD_H

#include <stddef.h>

#include "code.h"

#ifdef __wasm__
#include <wasm_simd128.h>
#else
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/wasm/simd128.h>
#endif

/** The first count (1 to 3) elements at p; the other lanes hold fill. Reads nothing behind them. */
v128_t ln_load_tail(const float *p, size_t count, float fill);

/** Writes the first count (1 to 3) lanes to p, and nothing behind them. */
void ln_store_tail(float *p, size_t count, v128_t v);

/** How many elements the next vector takes, where `left` are left. */
LN_INLINE size_t ln_up_to_4(size_t left) { return left < 4 ? left : 4; }

/** count (1 to 4) elements at p, as ln_load_tail. */
LN_INLINE v128_t ln_load_up_to(const float *p, size_t count, float fill) {
  return count == 4 ? wasm_v128_load(p) : ln_load_tail(p, count, fill);
}

/** Writes count (1 to 4) lanes to p. */
LN_INLINE void ln_store_up_to(float *p, size_t count, v128_t v) {
  if (count == 4) wasm_v128_store(p, v);
  else ln_store_tail(p, count, v);
}

/** Lanes 0 and 1 as doubles. */
LN_INLINE v128_t ln_low(v128_t v) { return wasm_f64x2_promote_low_f32x4(v); }

/** Lanes 2 and 3 as doubles. */
LN_INLINE v128_t ln_high(v128_t v) { return wasm_f64x2_promote_low_f32x4(wasm_i32x4_shuffle(v, v, 2, 3, 2, 3)); }

/** The four floats of v in two double lanes, lane 0 + lane 2 and lane 1 + lane 3. */
LN_INLINE v128_t ln_widen_sum(v128_t v) { return wasm_f64x2_add(ln_low(v), ln_high(v)); }

/** p[k] += v[k], 0 <= k < 4. */
LN_INLINE void ln_add_to_doubles(double *p, v128_t v) {
  wasm_v128_store(p, wasm_f64x2_add(wasm_v128_load(p), ln_low(v)));
  wasm_v128_store(p + 2, wasm_f64x2_add(wasm_v128_load(p + 2), ln_high(v)));
}

LN_INLINE double ln_sum_f64x2(v128_t v) { return wasm_f64x2_extract_lane(v, 0) + wasm_f64x2_extract_lane(v, 1); }

#endif
