/**
 * Powers of 2 and what is made of them, of four floats at once: 2^t = 2^n 2^f with the integer n nearest to t, so that
 * |f| <= 1/2 (Muller, Elementary Functions, 2016, 11.2).
 */
#ifndef LN_BLOCK_EXP2_H
#define LN_BLOCK_EXP2_H

#include "../simd.h"

#define LN_LOG2_E 1.44269504f

/** Added to a float below 2^21, it rounds that to an integer, which the last bits of the sum then are. */
#define LN_ROUNDER 0x1.8p23f

/** The exponent e of a float is stored as e + LN_EXPONENT_BIAS, above the bits of its mantissa. */
enum { LN_EXPONENT_BIAS = 127, LN_MANTISSA_BITS = 23 };

/** p 2^n, where the last bits of `biased` are n + LN_EXPONENT_BIAS: 0 if n is -127, infinite if it is 128. */
LN_INLINE v128_t ln_times_power_of_2(v128_t p, v128_t biased) {
  return wasm_f32x4_mul(p, wasm_i32x4_shl(biased, LN_MANTISSA_BITS));
}

/**
 * c[0] + c[1] x + ... + c[degree] x^degree, degree 4 or 5. What stands beside c[0] is computed in pairs (Estrin, 1960),
 * which wait less for each other than Horner's steps; c[0] is added last, as in Horner's form, which loses least.
 */
LN_INLINE v128_t ln_polynomial(const float *c, int degree, v128_t x) {
  const v128_t square = wasm_f32x4_mul(x, x);
  const v128_t first = wasm_f32x4_add(wasm_f32x4_splat(c[1]), wasm_f32x4_mul(wasm_f32x4_splat(c[2]), x));
  v128_t second = wasm_f32x4_add(wasm_f32x4_splat(c[3]), wasm_f32x4_mul(wasm_f32x4_splat(c[4]), x));
  if (degree == 5) second = wasm_f32x4_add(second, wasm_f32x4_mul(wasm_f32x4_splat(c[5]), square));
  const v128_t rest = wasm_f32x4_add(first, wasm_f32x4_mul(square, second));
  return wasm_f32x4_add(wasm_f32x4_splat(c[0]), wasm_f32x4_mul(x, rest));
}

/** The same in Horner's form: one multiplication less, for loops in which other vectors fill the time. */
LN_INLINE v128_t ln_horner(const float *c, int degree, v128_t x) {
  v128_t sum = wasm_f32x4_splat(c[degree]);
#pragma clang loop unroll(full)
  for (int k = degree - 1; k >= 0; k--) sum = wasm_f32x4_add(wasm_f32x4_mul(sum, x), wasm_f32x4_splat(c[k]));
  return sum;
}

/** 2^f as a polynomial, |f| <= 1/2: of those that give exactly 1 at 0 it has the least largest error, 1e-7 of 2^f. */
enum { LN_EXP2_DEGREE = 5 };
static const float ln_exp2_coefficients[] = {1, 0.693147f, 0.24022241f, 0.05550735f, 0.009671619f, 0.0013264592f};

/** 2^t, -127 <= t <= 128, or NaN, within 2e-7 of itself: 0 where t rounds to -127, infinite where it does to 128. */
LN_INLINE v128_t ln_exp2(v128_t t) {
  const v128_t rounder = wasm_f32x4_splat(LN_ROUNDER + LN_EXPONENT_BIAS), biased = wasm_f32x4_add(t, rounder);
  const v128_t f = wasm_f32x4_sub(t, wasm_f32x4_sub(biased, rounder));
  return ln_times_power_of_2(ln_polynomial(ln_exp2_coefficients, LN_EXP2_DEGREE, f), biased);
}

/** 1 / (1 + 2^t), of any t: 0 where t is above 127.5, 1 far below 0, NaN of NaN. */
LN_INLINE v128_t ln_logistic(v128_t t) {
  const v128_t one = wasm_f32x4_splat(1), least = wasm_f32x4_splat(-127), most = wasm_f32x4_splat(128);
  return wasm_f32x4_div(one, wasm_f32x4_add(one, ln_exp2(wasm_f32x4_pmin(wasm_f32x4_pmax(t, least), most))));
}

/** exp(z) of one double, z <= 0, within 2e-7 of itself; of what is below -708 as of -708. */
LN_INLINE double ln_exp_of_double(double z) {
  const double t = (z < -708 ? -708 : z) * 1.4426950408889634;
  const long long n = (long long)(t - 0.5); /* towards 0: the nearest integer */
  const double f = t - (double)n;
  union {
    long long bits;
    double number;
  } power = {(n + 1023) << 52};
  double sum = 0;
#pragma clang loop unroll(full)
  for (int k = LN_EXP2_DEGREE; k >= 0; k--) sum = sum * f + ln_exp2_coefficients[k];
  return sum * power.number;
}

#endif
