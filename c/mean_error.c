/** The loops behind mean_error.h. */
#include "mean_error.h"
#include "row_loops.h"
#include "weights.h"

/** u * rms(3 + a) for the short runs of rows with a large weight: 5.5 u. */
static const double SHORT_RUN_ROUNDING = 0x1.6p-22;

enum {
  PROBED_ELEMENTS = 64, /* first elements that are looked through for one that is large enough */
};

/** Adds four floats to two sums of two doubles. */
LN_INLINE void add_wide(v128_t sum[2], v128_t v) {
  sum[0] = wasm_f64x2_add(sum[0], ln_low(v));
  sum[1] = wasm_f64x2_add(sum[1], ln_high(v));
}

double ln_row_mean(const float *x, size_t n) {
  const v128_t zero = wasm_f64x2_splat(0);
  /* Four sums, none of which waits for another. */
  v128_t a[2] = {zero, zero}, b[2] = {zero, zero}, c[2] = {zero, zero}, d[2] = {zero, zero};
  size_t i = 0;
  for (; i + LN_STEP_ELEMENTS <= n; i += LN_STEP_ELEMENTS) {
    const float *p = x + i;
    add_wide(a, wasm_v128_load(p)), add_wide(b, wasm_v128_load(p + 4));
    add_wide(c, wasm_v128_load(p + 8)), add_wide(d, wasm_v128_load(p + 12));
  }
  for (; i < n; i += 4) add_wide(a, ln_load_up_to(x + i, ln_up_to_4(n - i), 0));
  const v128_t ab = wasm_f64x2_add(wasm_f64x2_add(a[0], a[1]), wasm_f64x2_add(b[0], b[1]));
  const v128_t cd = wasm_f64x2_add(wasm_f64x2_add(c[0], c[1]), wasm_f64x2_add(d[0], d[1]));
  return ln_sum_f64x2(wasm_f64x2_add(ab, cd)) / (double)n;
}

void ln_find_mean_bounds(ln_mean_bounds *b, const ln_settings *s) {
  const double of_rms = s->largest_weight * (SHORT_RUN_ROUNDING / LN_TOLERATED_ERROR);
  const double of_residual = s->largest_weight / LN_NEGLIGIBLE_RESIDUAL;
  b->largest_at = ln_find_weight(s->weight, s->weight_offset, s->n, s->largest_weight);
  b->of_rms = of_rms * of_rms, b->of_residual = of_residual * of_residual;
}

/** |x - mean| * weight of four elements or fewer. */
LN_INLINE v128_t scaled(const ln_settings *s, const float *x, size_t i, float mean) {
  const size_t count = ln_up_to_4(s->n - i);
  const v128_t d = wasm_f32x4_sub(ln_load_up_to(x + i, count, mean), wasm_f32x4_splat(mean));
  const v128_t w = wasm_f32x4_add(ln_load_up_to(s->weight + i, count, 0), wasm_f32x4_splat(s->weight_offset));
  return wasm_f32x4_abs(wasm_f32x4_mul(d, w));
}

LN_NOINLINE float ln_largest_scaled(const ln_settings *s, const float *x, size_t largest_at, float mean,
                                    double enough) {
  const size_t end = s->n < PROBED_ELEMENTS ? s->n : PROBED_ELEMENTS;
  v128_t v = wasm_f32x4_splat(0);
  for (size_t i = largest_at, next = 0;; i = next, next += 4) {
    const v128_t here = scaled(s, x, i, mean);
    v = next ? wasm_f32x4_pmax(v, here) : here;
    const double first = wasm_f32x4_extract_lane(v, 0);
    if (next ? next >= end : !(first * first < enough)) break;
  }
  v = wasm_f32x4_pmax(v, wasm_i32x4_shuffle(v, v, 2, 3, 0, 1));
  return wasm_f32x4_extract_lane(wasm_f32x4_pmax(v, wasm_i32x4_shuffle(v, v, 1, 0, 3, 2)), 0);
}
