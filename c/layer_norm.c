/**
 * Layer normalization of rows: the statistics of a group, then an affine map of its elements.
 *
 * The mean is kept as a float32 part and the residual that float32 cannot hold, and y = ((x - mean) - residual) * rstd:
 * x - mean is exact where it matters (Sterbenz), so the rounding of a large mean does not come back as an error of y.
 */
#include "layer_norm.h"
#include "norm.h"
#include "rows.h"

LN_SMALL_BEGIN

void ln_apply_wide(float *y, const float *x, const ln_settings *s, size_t stride, double mean, double rstd) {
  for (size_t i = 0; i < s->n; i++) {
    const double scale = s->weight ? s->weight[i] + s->weight_offset : 1, shift = s->bias ? s->bias[i] : -0.0;
    y[i * stride] = (float)((x[i * stride] - mean) * rstd * scale + shift);
  }
}

LN_SMALL_END

/** The larger magnitudes, lane by lane. NaN is passed over: it goes its own way into y. */
LN_INLINE v128_t larger(v128_t largest, v128_t v) { return wasm_f32x4_pmax(largest, wasm_f32x4_abs(v)); }

double ln_largest_magnitude(const float *weight, size_t n) {
  if (!weight) return 1;
  v128_t a = wasm_f32x4_splat(0), b = a, c = a, d = a; /* four, which do not wait for each other */
  size_t i = 0;
  for (; i + 16 <= n; i += 16) {
    const float *w = weight + i;
    a = larger(a, wasm_v128_load(w)), b = larger(b, wasm_v128_load(w + 4));
    c = larger(c, wasm_v128_load(w + 8)), d = larger(d, wasm_v128_load(w + 12));
  }
  for (; i < n; i += 4) a = larger(a, ln_load_up_to(weight + i, ln_up_to_4(n - i), 0));
  float lanes[4], largest = 0;
  wasm_v128_store(lanes, larger(larger(a, b), larger(c, d)));
  for (int lane = 0; lane < 4; lane++)
    if (lanes[lane] > largest) largest = lanes[lane];
  return largest;
}

LN_SMALL_BEGIN

/* The ops ---------------------------------------------------------------------------------------------------------- */

void ln_layer_norm(float *y, float *mean, float *rstd, const float *x, const float *weight, const float *bias,
                   size_t outer, size_t n, size_t inner, double correction, double eps) {
  LN_REQUIRE(n >= 1 && correction >= 0 && eps >= 0);
  const ln_settings s = {weight, bias, ln_largest_magnitude(weight, n), correction, eps, n, 0};
  const ln_job j = {y, NULL, x, NULL, mean, rstd, outer * inner, 1, s};
  if (inner > 1) ln_column_norm(y, mean, rstd, x, &s, outer, inner);
  else ln_normalize_rows(&j);
}

void ln_add_layer_norm(float *y, float *sum, const float *x, const float *residual, const float *weight,
                       const float *bias, size_t outer, size_t n, double eps) {
  LN_REQUIRE(n >= 1 && eps >= 0);
  const ln_settings s = {weight, bias, ln_largest_magnitude(weight, n), 0, eps, n, 0};
  const ln_job j = {y, sum, x, residual, NULL, NULL, outer, 1, s};
  ln_normalize_rows(&j);
}

LN_SMALL_END
