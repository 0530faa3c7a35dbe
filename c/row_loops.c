/**
 * Rows are measured and normalised by one loop, which measures a row while it normalises the row before, whose
 * elements are still in the L1 cache: memory is read once, and the arithmetic of the one hides the latencies of the
 * other. Either half may be left out. That loop is `pass(what, ...)`. Its flags are constants wherever it is inlined,
 * so that each of these functions is a loop of its own, without a test of flags in it:
 *
 *                            MEASURE  FUSED  CENTERED  RESIDUAL  OFFSET  SHIFT  APPLY
 *     ln_row_sums               x              x
 *     ln_row_sums_about_0       x
 *     ln_add_sums               x       x      x
 *     ln_add_sums_about_0       x       x
 *     ln_apply_row                             x         x         x       x      x
 *     ln_scale_row                                                 x              x
 *     ln_layer_norm_loop        x              x                           x      x
 *     ln_add_layer_norm_loop    x       x      x                           x      x
 *     ln_rms_norm_loop          x                                                 x
 *     ln_add_rms_norm_loop      x       x                                         x
 *
 * With MEASURE, the loop adds up d and d^2 of the row m:
 *
 *     d = x - pivot                      with FUSED: x + residual, which is also written to sum, in place of x
 *                                        without CENTERED: no pivot, and d is not added up
 *
 * With APPLY, it writes the row a, whose moments are known:
 *
 *     y = ((x - mean) - residual of the mean) * rstd * (weight + offset) + bias
 *         CENTERED      RESIDUAL                                OFFSET    SHIFT      without the flag: term left out
 *
 * Where several rows share a weight, the offset is added to it once, beforehand.
 *
 * Of a group of rows (row_choice.h) each is measured alone. Then ln_apply_group normalises them together, and loads
 * each vector of weight and bias once for all of them.
 *
 * last_vectors and last_added, which end the rows, test the flags as they run. All of these loops add up a row's sums
 * in one order, and normalise its elements by the same roundings, so that a row's bits do not depend on the loops that
 * it went through.
 *
 * Floats are summed in runs, runs in double. Even where all rounding errors of a long run point the same way, a sum of
 * squares is within about 16 / 2 * 2^-24 = 5e-7 of itself. What that does to a mean: mean_error.h.
 */
#include "row_loops.h"

/** The flags of pass. */
enum {
  MEASURE = 1,
  APPLY = 2,
  CENTERED = 4,
  RESIDUAL = 8,
  OFFSET = 16,
  SHIFT = 32,
  FUSED = 64,
};

const float ln_row_ones[LN_STEP_ELEMENTS] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

#define ZERO LN_NOTHING
const float ln_row_zeros[LN_STEP_ELEMENTS] = {ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO,
                                              ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO};

/* One pass -------------------------------------------------------------------------------------------------------- */

/** x - pivot of count (1 to 4) elements at i. */
LN_INLINE v128_t measure_vector(int what, const ln_measured *m, size_t i, size_t count) {
  v128_t v = ln_load_up_to(m->x + i, count, m->pivot);
  if (what & FUSED) {
    v = wasm_f32x4_add(v, ln_load_up_to(m->residual + i, count, 0));
    ln_store_up_to(m->sum + i, count, v);
  }
  return what & CENTERED ? wasm_f32x4_sub(v, wasm_f32x4_splat(m->pivot)) : v;
}

/** Normalises count elements. */
LN_INLINE void apply_vector(int what, const ln_applied *a, float *y, const float *x, const float *weight,
                            const float *bias, size_t count) {
  v128_t v = ln_load_up_to(x, count, 0), w = ln_load_up_to(weight, count, 0);
  if (what & CENTERED) v = wasm_f32x4_sub(v, wasm_f32x4_splat(a->at.mean));
  if (what & RESIDUAL) v = wasm_f32x4_sub(v, wasm_f32x4_splat(a->at.residual));
  if (what & OFFSET) w = wasm_f32x4_add(w, wasm_f32x4_splat(a->offset));
  v = wasm_f32x4_mul(wasm_f32x4_mul(v, wasm_f32x4_splat(a->at.rstd)), w);
  if (what & SHIFT) v = wasm_f32x4_add(v, ln_load_up_to(bias, count, 0));
  ln_store_up_to(y, count, v);
}

LN_INLINE v128_t sum_4(v128_t a, v128_t b, v128_t c, v128_t d) {
  return wasm_f32x4_add(wasm_f32x4_add(a, b), wasm_f32x4_add(c, d));
}

LN_INLINE v128_t square(v128_t v) { return wasm_f32x4_mul(v, v); }

/** Sums of x - pivot and of its square, in four lanes. */
typedef struct {
  v128_t d, d2;
} lanes;

/** The last elements of the rows, from i on, fewer than LN_STEP_ELEMENTS. */
LN_INLINE lanes last(int what, const ln_measured *m, const ln_applied *a, size_t i, size_t n) {
  v128_t d = wasm_f32x4_splat(0), d2 = d;
  for (; i < n; i += 4) {
    const size_t count = ln_up_to_4(n - i);
    if (what & MEASURE) {
      const v128_t v = measure_vector(what, m, i, count);
      d = wasm_f32x4_add(d, v), d2 = wasm_f32x4_add(d2, square(v));
    }
    if (what & APPLY) {
      const float *w = a->weight + (i & a->weight_mask), *bias = a->bias + (i & a->bias_mask);
      apply_vector(what, a, a->y + i, a->x + i, w, bias, count);
    }
  }
  return (lanes){d, d2};
}

LN_SMALL_BEGIN

/* Two functions for all loops, those with a residual and the others. Compiled for size, each stays one loop, which
   tests the flags. */

LN_ONCE lanes last_vectors(int what, const ln_measured *m, const ln_applied *a, size_t i, size_t n) {
  return last(what & ~FUSED, m, a, i, n);
}

LN_ONCE lanes last_added(int what, const ln_measured *m, const ln_applied *a, size_t i, size_t n) {
  return last(what | FUSED | MEASURE, m, a, i, n);
}

LN_SMALL_END

/** Adds the lanes of a run to two sums of two doubles each. */
LN_INLINE void widen(int what, v128_t total[2], lanes sum) {
  if (what & CENTERED) total[0] = wasm_f64x2_add(total[0], ln_widen_sum(sum.d));
  total[1] = wasm_f64x2_add(total[1], ln_widen_sum(sum.d2));
}

LN_INLINE ln_sums pass(const int what, const ln_measured *row, const ln_applied *other, size_t n) {
  ln_measured m = *row; /* copies: what another pointer may point to would be read again after every store */
  ln_applied a = *other;
  const v128_t zero = wasm_f32x4_splat(0);
  const size_t whole = n - n % LN_STEP_ELEMENTS;
  v128_t total[2] = {zero, zero};  /* f64x2 */
  for (size_t i = 0; i < whole;) { /* one index for all arrays: V8 copies several that advance together */
    const size_t end = what & MEASURE && whole - i > m.run ? i + m.run : whole;
    lanes sum = {zero, zero};
    for (; i < end; i += LN_STEP_ELEMENTS) {
      if (what & MEASURE) {
        const ln_measured at =
            what & FUSED ? (ln_measured){.x = m.x + i, .residual = m.residual + i, .sum = m.sum + i, .pivot = m.pivot}
                         : (ln_measured){.x = m.x + i, .pivot = m.pivot};
        const v128_t d0 = measure_vector(what, &at, 0, 4), d1 = measure_vector(what, &at, 4, 4);
        const v128_t d2 = measure_vector(what, &at, 8, 4), d3 = measure_vector(what, &at, 12, 4);
        sum.d = wasm_f32x4_add(sum.d, sum_4(d0, d1, d2, d3));
        sum.d2 = wasm_f32x4_add(sum.d2, sum_4(square(d0), square(d1), square(d2), square(d3)));
      }
      if (what & APPLY) {
        const float *x = a.x + i, *w = a.weight + (i & a.weight_mask), *bias = a.bias + (i & a.bias_mask);
        float *y = a.y + i;
#pragma clang loop unroll(full)
        for (size_t k = 0; k < LN_STEP_ELEMENTS; k += 4) apply_vector(what, &a, y + k, x + k, w + k, bias + k, 4);
      }
    }
    widen(what, total, sum);
  }
  if (whole < n) {
    const lanes rest = what & FUSED ? last_added(what, row, other, whole, n) : last_vectors(what, row, other, whole, n);
    widen(what, total, rest);
  }
  return (ln_sums){ln_sum_f64x2(total[0]), ln_sum_f64x2(total[1])};
}

/* Each loop is a function of its own ------------------------------------------------------------------------------ */

LN_NOINLINE ln_sums ln_row_sums(const float *x, size_t n, float pivot, size_t run) {
  const ln_measured m = {.x = x, .pivot = pivot, .run = run};
  const ln_applied none = {0};
  return pass(MEASURE | CENTERED, &m, &none, n);
}

LN_NOINLINE ln_sums ln_row_sums_about_0(const float *x, size_t n) {
  const ln_measured m = {.x = x, .run = LN_LONG_RUN};
  const ln_applied none = {0};
  return pass(MEASURE, &m, &none, n);
}

LN_NOINLINE ln_sums ln_add_sums(const ln_measured *m, size_t n) {
  const ln_applied none = {0};
  return pass(MEASURE | CENTERED | FUSED, m, &none, n);
}

LN_NOINLINE ln_sums ln_add_sums_about_0(const ln_measured *m, size_t n) {
  const ln_applied none = {0};
  return pass(MEASURE | FUSED, m, &none, n);
}

LN_NOINLINE void ln_apply_row(const ln_applied *a, size_t n) {
  const ln_measured none = {0};
  pass(APPLY | CENTERED | RESIDUAL | OFFSET | SHIFT, &none, a, n);
}

LN_NOINLINE void ln_scale_row(const ln_applied *a, size_t n) {
  const ln_measured none = {0};
  pass(APPLY | OFFSET, &none, a, n);
}

LN_NOINLINE void ln_apply_group(const ln_applied *rows, size_t n) {
  const ln_applied a = rows[0];
  const size_t whole = n - n % LN_STEP_ELEMENTS;
  for (size_t i = 0; i < whole; i += LN_STEP_ELEMENTS) {
    v128_t w[LN_STEP_ELEMENTS / 4], bias[LN_STEP_ELEMENTS / 4];
#pragma clang loop unroll(full)
    for (size_t k = 0; k < LN_STEP_ELEMENTS / 4; k++) {
      w[k] = wasm_v128_load(a.weight + (i & a.weight_mask) + 4 * k);
      bias[k] = wasm_v128_load(a.bias + (i & a.bias_mask) + 4 * k);
    }
#pragma clang loop unroll_count(2) /* 1 takes 1.25 times as long, 4 no less than 2 */
    for (const ln_applied *row = rows; row < rows + LN_GROUP_ROWS; row++) {
      const v128_t mean = wasm_v128_load32_splat(&row->at.mean), rstd = wasm_v128_load32_splat(&row->at.rstd);
      const float *x = row->x + i;
      float *y = row->y + i;
#pragma clang loop unroll(full)
      for (size_t k = 0; k < LN_STEP_ELEMENTS / 4; k++) {
        const v128_t d = wasm_f32x4_sub(wasm_v128_load(x + 4 * k), mean);
        wasm_v128_store(y + 4 * k, wasm_f32x4_add(wasm_f32x4_mul(wasm_f32x4_mul(d, rstd), w[k]), bias[k]));
      }
    }
  }
  if (whole == n) return;
  const ln_measured none = {0};
  for (size_t k = 0; k < LN_GROUP_ROWS; k++) last_vectors(APPLY | CENTERED | SHIFT, &none, &rows[k], whole, n);
}

/* ln_loop: measure one row, and normalise another. */

#define LOOP(name, what)                                                          \
  LN_NOINLINE ln_sums name(const ln_measured *m, const ln_applied *a, size_t n) { \
    return pass(MEASURE | APPLY | (what), m, a, n);                               \
  }
LOOP(ln_layer_norm_loop, CENTERED | SHIFT)
LOOP(ln_add_layer_norm_loop, CENTERED | SHIFT | FUSED)
LOOP(ln_rms_norm_loop, 0)
LOOP(ln_add_rms_norm_loop, FUSED)

LN_NOINLINE void ln_add_offset(float *sums, const float *weight, float offset, size_t n) {
  const v128_t v = wasm_f32x4_splat(offset);
  size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    const v128_t a = wasm_f32x4_add(wasm_v128_load(weight + i), v);
    wasm_v128_store(sums + i, a), wasm_v128_store(sums + i + 4, wasm_f32x4_add(wasm_v128_load(weight + i + 4), v));
  }
  for (; i < n; i++) sums[i] = weight[i] + offset;
}
