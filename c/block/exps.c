/**
 * Rows whose largest element is within NEAR of 0, and whose scale is a power of 2, are computed in float, all others in
 * double; what is more than FLOOR below the top gives 0, where exp would be below the least normal float.
 *
 * In float x - top would not do: it is off by up to 4e-6 if top is near 0 and x at -88. So k ln 2 is taken off both,
 * where k is an integer of the row: with n, the integer nearest to (x - rest) / ln 2, and rest = top - k ln 2,
 *
 *     exp(x - top) = 2^(n - k) exp(r)        r = x - n ln 2 - rest        |r| <= ln(2) / 2
 *
 * x - n HIGH is exact, or off by 2^-25, and so r is within 1.5 u, u = 2^-24, of what it should be, and exp(r) within 5
 * u of itself, with the polynomial's own error and rounding. Sums are added up in float in runs of at most RUN strips,
 * runs in double: a sum is within (5 + RUN + 1) u of itself (Higham, Accuracy and Stability of Numerical Algorithms,
 * 2002, 4.2). So a probability, a quotient that is a product with a rounded inverse, is within 21 u = 1.3e-6 of itself.
 */
#include "exps.h"

#include <stdint.h>

#include "exp2.h"

enum { STRIP = 16, RUN = 8 };

#define FLOOR 88.0
#define NEAR 256.0

/** ln 2 in two parts: the first has 15 bits, so that its product with an integer below 2^9 is a float. */
#define HIGH_OF_LN2 0x1.62e4p-1f
#define LOW_OF_LN2 1.4286068e-6f
#define LN2 0.6931471805599453
#define LOG2_E 1.4426950408889634

/** exp(r) as a polynomial, |r| <= ln(2) / 2: exactly 1 at 0, otherwise within 1e-7. */
enum { DEGREE = 5 };
static const float coefficients[] = {1, 0.9999997f, 0.49999145f, 0.1666764f, 0.041898392f, 0.00829023f};

LN_INLINE v128_t largest(v128_t v, const float *x, v128_t sign) {
  return wasm_f32x4_pmax(v, wasm_f32x4_mul(wasm_v128_load(x), sign));
}

double ln_row_top(const float *x, size_t n, double scale) {
  const v128_t sign = wasm_f32x4_splat(ln_sign(scale));
  v128_t a = wasm_f32x4_splat(-__builtin_inff()), b = a, c = a, d = a;
  size_t i = 0;
  for (; i + STRIP <= n; i += STRIP) {
    a = largest(a, x + i, sign), b = largest(b, x + i + 4, sign);
    c = largest(c, x + i + 8, sign), d = largest(d, x + i + 12, sign);
  }
  float lanes[4], top = -__builtin_inff();
  wasm_v128_store(lanes, wasm_f32x4_pmax(wasm_f32x4_pmax(a, b), wasm_f32x4_pmax(c, d)));
  for (size_t k = 0; k < 4; k++) top = lanes[k] > top ? lanes[k] : top;
  for (; i < n; i++) top = x[i] * ln_sign(scale) > top ? x[i] * ln_sign(scale) : top;
  return top * (double)__builtin_fabs(scale);
}

/** What makes exps of a row in float. */
typedef struct {
  v128_t floor, rest, rounder;
} pivot;

LN_INLINE pivot pivot_of(float top) {
  const float k = (top * LN_LOG2_E + LN_ROUNDER) - LN_ROUNDER, rest = (top - k * HIGH_OF_LN2) - k * LOW_OF_LN2;
  return (pivot){
      .floor = wasm_f32x4_splat(rest + (k - LN_EXPONENT_BIAS) * (float)LN2), /* 2^-127, which gives 0 */
      .rest = wasm_f32x4_splat(rest),
      .rounder = wasm_f32x4_splat(LN_ROUNDER + LN_EXPONENT_BIAS - k),
  };
}

LN_INLINE v128_t near_exp(v128_t x, pivot p) {
  x = wasm_f32x4_pmax(x, p.floor);
  const v128_t steps = wasm_f32x4_mul(wasm_f32x4_sub(x, p.rest), wasm_f32x4_splat(LN_LOG2_E));
  const v128_t biased = wasm_f32x4_add(steps, p.rounder), n = wasm_f32x4_sub(biased, p.rounder);
  v128_t r = wasm_f32x4_sub(x, wasm_f32x4_mul(n, wasm_f32x4_splat(HIGH_OF_LN2)));
  r = wasm_f32x4_sub(wasm_f32x4_sub(r, wasm_f32x4_mul(n, wasm_f32x4_splat(LOW_OF_LN2))), p.rest);
  return ln_times_power_of_2(ln_horner(coefficients, DEGREE, r), biased);
}

/** y = exp(x - top) of strips, in float. Returns their sum. */
LN_ONCE double near_exps(float *y, const float *x, size_t strips, float top) {
  const pivot p = pivot_of(top);
  v128_t sums = wasm_f64x2_splat(0);
  while (strips) {
    v128_t run = wasm_f32x4_splat(0);
    size_t left = strips < RUN ? strips : RUN;
    for (strips -= left; left; left--, x += STRIP, y += STRIP) {
      const v128_t a = near_exp(wasm_v128_load(x), p), b = near_exp(wasm_v128_load(x + 4), p);
      const v128_t c = near_exp(wasm_v128_load(x + 8), p), d = near_exp(wasm_v128_load(x + 12), p);
      wasm_v128_store(y, a), wasm_v128_store(y + 4, b), wasm_v128_store(y + 8, c), wasm_v128_store(y + 12, d);
      run = wasm_f32x4_add(run, wasm_f32x4_add(wasm_f32x4_add(a, b), wasm_f32x4_add(c, d)));
    }
    sums = wasm_f64x2_add(sums, ln_widen_sum(run));
  }
  return ln_sum_f64x2(sums);
}

LN_INLINE v128_t wide_exp(v128_t x, v128_t scale, v128_t low_top, v128_t high_top) {
  const v128_t floor = wasm_f64x2_splat(-FLOOR), log2_e = wasm_f64x2_splat(LOG2_E), ln2 = wasm_f64x2_splat(LN2);
  const v128_t rounder = wasm_f64x2_splat(0x1.8p52 + LN_EXPONENT_BIAS); /* LN_ROUNDER of doubles */
  const v128_t low = wasm_f64x2_pmax(wasm_f64x2_sub(wasm_f64x2_mul(ln_low(x), scale), low_top), floor);
  const v128_t high = wasm_f64x2_pmax(wasm_f64x2_sub(wasm_f64x2_mul(ln_high(x), scale), high_top), floor);
  const v128_t low_biased = wasm_f64x2_add(wasm_f64x2_mul(low, log2_e), rounder);
  const v128_t high_biased = wasm_f64x2_add(wasm_f64x2_mul(high, log2_e), rounder);
  const v128_t r = ln_narrow(wasm_f64x2_sub(low, wasm_f64x2_mul(wasm_f64x2_sub(low_biased, rounder), ln2)),
                             wasm_f64x2_sub(high, wasm_f64x2_mul(wasm_f64x2_sub(high_biased, rounder), ln2)));
  const v128_t biased = wasm_i32x4_shuffle(low_biased, high_biased, 0, 2, 4, 6); /* the last bits of each */
  return ln_times_power_of_2(ln_polynomial(coefficients, DEGREE, r), biased);
}

LN_NOINLINE void ln_walk_exps(double *sums, float *y, const float *x, ln_walk walk, double scale, const double *tops) {
  const v128_t factor = wasm_f64x2_splat(scale);
  for (size_t first = 0; first < walk.count; first += RUN) {
    const size_t end = walk.count - first < RUN ? walk.count : first + RUN;
    for (size_t c = 0; c < walk.width; c += 4) {
      const v128_t low = wasm_v128_load(tops + c), high = wasm_v128_load(tops + c + 2);
      v128_t run = wasm_f32x4_splat(0);
      for (size_t i = first; i < end; i++) {
        const v128_t e = wide_exp(ln_load_step(x, walk, i, c), factor, low, high);
        if (y) ln_store_step(y, walk, i, c, e);
        run = wasm_f32x4_add(run, e);
      }
      ln_add_to_doubles(sums + c, run);
    }
  }
}

LN_NOINLINE void ln_multiply_row(float *y, size_t n, float factor) {
  size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    wasm_v128_store(y + i, wasm_f32x4_mul(wasm_v128_load(y + i), wasm_f32x4_splat(factor)));
  }
  for (; i < n; i++) y[i] *= factor;
}

LN_SMALL_BEGIN

static double wide_row_exps(float *y, const float *x, size_t n, double scale, double top) {
  const double tops[] = {top, top, top, top};
  const size_t whole = n - n % 4;
  double sums[4] = {0}, ignored[4] = {0};
  ln_walk_exps(sums, y, x, ln_whole_vectors(n), scale, tops);
  ln_walk_exps(ignored, y + whole, x + whole, ln_last_elements(n), scale, tops);
  double sum = (sums[0] + sums[2]) + (sums[1] + sums[3]);
  for (size_t i = whole; i < n; i++) sum += y[i];
  return sum;
}

/** Whether a product with it is exact: a power of 2, or 0. */
static int is_power_of_2(float scale) {
  union {
    float number;
    uint32_t bits;
  } s = {scale};
  return s.bits << (32 - LN_MANTISSA_BITS) == 0;
}

double ln_row_exps(float *y, const float *x, size_t n, double scale, double top) {
  const float factor = (float)scale;
  const int is_near = factor == scale && is_power_of_2(factor) && __builtin_fabs(top) < NEAR;
  if (!is_near) return wide_row_exps(y, x, n, scale, top);
  const size_t rest = n % STRIP, whole = n - rest;
  if (factor != 1) {
    for (size_t i = 0; i < whole; i += 4) {
      wasm_v128_store(y + i, wasm_f32x4_mul(wasm_v128_load(x + i), wasm_f32x4_splat(factor)));
    }
  }
  double sum = near_exps(y, factor == 1 ? x : y, whole / STRIP, (float)top);
  if (rest) {
    float last[STRIP];
    for (size_t i = 0; i < STRIP; i++) last[i] = i < rest ? x[whole + i] * factor : -__builtin_inff();
    sum += near_exps(last, last, 1, (float)top);
    __builtin_memcpy(y + whole, last, rest * sizeof *y);
  }
  return sum;
}

LN_SMALL_END
