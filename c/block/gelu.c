/**
 * GELU, x * P(X <= x) of a normal X, in both of its forms, and its products.
 *
 * Where speed counts, and an error is not multiplied, P(X <= x) is 1/2 and a rational function of x; elsewhere it comes
 * from the probability of the tail, Q(t) = exp(-t^2 / 2) R(t), t = |x|, which is right where it is tiny, too. Both
 * functions have the least largest error.
 */
#include "activation.h"
#include "block.h"
#include "exp2.h"

/** From here on rounding may make errors above 1e-6 of f(x). */
#define FAR (-2.5f)

/* tanh's form: x / (1 + exp(-2 u)), u = ROOT (x + 0.044715 x^3), where ROOT is the root of 2 / pi. */
#define TWICE_ROOT 1.5957691216057308
#define TWICE_ROOT_CUBIC 0.07135481627159625
#define LOG2_E 1.4426950408889634

/** Where x^2 is larger, x * slope of the factor is 0; so the slope does not overflow. */
#define LARGE_SQUARE 1024.0f

LN_INLINE ln_activation gelu_tanh(v128_t x) {
  const v128_t square = wasm_f32x4_mul(x, x), one = wasm_f32x4_splat(1);
  const v128_t cubic = wasm_f32x4_mul(square, wasm_f32x4_splat((float)(-TWICE_ROOT_CUBIC * LOG2_E)));
  const v128_t t = wasm_f32x4_mul(x, wasm_f32x4_add(cubic, wasm_f32x4_splat((float)(-TWICE_ROOT * LOG2_E))));
  const v128_t s = ln_logistic(t), least = wasm_f32x4_pmin(square, wasm_f32x4_splat(LARGE_SQUARE));
  const v128_t slope_of_2u = wasm_f32x4_add(wasm_f32x4_mul(least, wasm_f32x4_splat((float)(3 * TWICE_ROOT_CUBIC))),
                                            wasm_f32x4_splat((float)TWICE_ROOT));
  const v128_t slope_of_s = wasm_f32x4_mul(wasm_f32x4_mul(s, wasm_f32x4_sub(one, s)), slope_of_2u);
  return (ln_activation){.factor = s, .slope = wasm_f32x4_add(s, wasm_f32x4_mul(x, slope_of_s))};
}

/* R as a polynomial in w = 1 / (1 + SHRINK t), without a constant term: within 7e-7 of itself. */
#define SHRINK 0.263f
static const float tail_coefficients[] = {0.104755506f, 0.10769963f, 0.07853069f, 0.153372f,
                                          -0.08405912f, 0.20997933f, -0.07027804f};
enum { TAIL_DEGREE = sizeof tail_coefficients / sizeof *tail_coefficients };

/** Where Q is 0: its power of 2 rounds to 2^-127. */
#define END_OF_TAIL 13.265625f

#define ROOT_OF_HALF_TURN 0.3989422804014327f /* 1 / sqrt(2 pi), the density at 0 */

LN_INLINE ln_activation gelu(v128_t x) {
  const v128_t one = wasm_f32x4_splat(1), t = wasm_f32x4_pmin(wasm_f32x4_abs(x), wasm_f32x4_splat(END_OF_TAIL));
  const v128_t e = ln_exp2(wasm_f32x4_mul(wasm_f32x4_mul(t, t), wasm_f32x4_splat((float)(-0.5 * LOG2_E))));
  const v128_t w = wasm_f32x4_div(one, wasm_f32x4_add(one, wasm_f32x4_mul(t, wasm_f32x4_splat(SHRINK))));
  v128_t r = wasm_f32x4_splat(0);
#pragma clang loop unroll(full)
  for (int k = TAIL_DEGREE - 1; k >= 0; k--) {
    r = wasm_f32x4_mul(wasm_f32x4_add(r, wasm_f32x4_splat(tail_coefficients[k])), w);
  }
  const v128_t is_positive = wasm_f32x4_ge(x, wasm_f32x4_splat(0));
  const v128_t p = wasm_f32x4_abs(wasm_f32x4_sub(wasm_v128_and(is_positive, one), wasm_f32x4_mul(e, r)));
  const v128_t density = wasm_f32x4_mul(e, wasm_f32x4_splat(ROOT_OF_HALF_TURN));
  return (ln_activation){.factor = p, .slope = wasm_f32x4_add(p, wasm_f32x4_mul(x, density))};
}

/* P(X <= x) - 1/2 as x N(x^2) / D(x^2), within END: there it is 1/2 or more, as exactly as it is beyond. */
#define END 5.3f
static const float numerator[] = {0.39893943f, 6.140422e-2f, 6.3542565e-3f, 4.4981117e-4f, 8.226416e-6f};
static const float denominator[] = {1, 0.3205542f, 4.439528e-2f, 3.4601837e-3f, 1.6392252e-4f, 6.772274e-7f};

LN_INLINE v128_t bounded(v128_t x, float bound) {
  return wasm_f32x4_pmin(wasm_f32x4_pmax(x, wasm_f32x4_splat(-bound)), wasm_f32x4_splat(bound));
}

LN_INLINE ln_activation quick_gelu(v128_t x) {
  const v128_t t = bounded(x, END), square = wasm_f32x4_mul(t, t);
  const v128_t n = wasm_f32x4_mul(t, ln_polynomial(numerator, 4, square)), d = ln_polynomial(denominator, 5, square);
  const v128_t half = wasm_f32x4_splat(0.5f);
  return (ln_activation){.factor = wasm_f32x4_add(half, bounded(wasm_f32x4_div(n, d), 0.5f))};
}

/* The loops ------------------------------------------------------------------------------------------------------- */

/* The gate is far more often than the other operand is large. */
LN_INLINE int may_be_far(const float *gate, const float *up) {
  (void)gate;
  return ln_has_large(up);
}

LN_SMALL_BEGIN

static double far_factor_gelu(double x) {
  const double w = 1 / (1 - SHRINK * x);
  double r = 0;
#pragma clang loop unroll(full)
  for (int k = TAIL_DEGREE - 1; k >= 0; k--) r = (r + tail_coefficients[k]) * w;
  return ln_exp_of_double(-0.5 * x * x) * r;
}

static double far_factor_gelu_tanh(double x) {
  const double e = ln_exp_of_double(x * (TWICE_ROOT + TWICE_ROOT_CUBIC * x * x));
  return e / (1 + e);
}

LN_ONCE unsigned find_far_gelu(float *y, const float *gate, const float *up) {
  return ln_far_products(y, gate, up, FAR, far_factor_gelu);
}

LN_ONCE unsigned find_far_gelu_tanh(float *y, const float *gate, const float *up) {
  return ln_far_products(y, gate, up, FAR, far_factor_gelu_tanh);
}

LN_SMALL_END

#define LOOPS(form, mapped)                                                                                      \
  LN_ONCE void map_##form(float *const *outputs, const float *const *inputs, size_t strips) {                    \
    ln_map_strips(outputs[0], inputs[0], strips, mapped);                                                        \
  }                                                                                                              \
  LN_ONCE void differentiate_##form(float *const *outputs, const float *const *inputs, size_t strips) {          \
    ln_differentiate_strips(outputs[0], inputs[0], inputs[1], strips, form);                                     \
  }                                                                                                              \
  LN_ONCE void multiply_##form(float *const *outputs, const float *const *inputs, size_t strips) {               \
    ln_multiply_strips(outputs[0], inputs[0], inputs[1], strips, form, may_be_far, find_far_##form);             \
  }                                                                                                              \
  LN_ONCE void differentiate_products_##form(float *const *outputs, const float *const *inputs, size_t strips) { \
    ln_differentiate_products(outputs[0], outputs[1], inputs[0], inputs[1], inputs[2], strips, form);            \
  }

LOOPS(gelu, quick_gelu)
LOOPS(gelu_tanh, gelu_tanh)

/** Either form's loop. */
#define EITHER(loop)                                                                              \
  LN_ONCE void loop(float *const *outputs, const float *const *inputs, size_t strips, int tanh) { \
    if (tanh) loop##_gelu_tanh(outputs, inputs, strips);                                          \
    else loop##_gelu(outputs, inputs, strips);                                                    \
  }

LN_SMALL_BEGIN

EITHER(map)
EITHER(differentiate)
EITHER(multiply)
EITHER(differentiate_products)

void ln_gelu(float *y, const float *x, size_t n, int tanh) { ln_in_strips(map, &y, 1, &x, 1, n, tanh); }

void ln_gelu_backward(float *dx, const float *dy, const float *x, size_t n, int tanh) {
  const float *inputs[] = {dy, x};
  ln_in_strips(differentiate, &dx, 1, inputs, 2, n, tanh);
}

void ln_gelu_mul(float *y, const float *gate, const float *up, size_t n, int tanh) {
  const float *inputs[] = {gate, up};
  ln_in_strips(multiply, &y, 1, inputs, 2, n, tanh);
}

void ln_gelu_mul_backward(float *dgate, float *dup, const float *dy, const float *gate, const float *up, size_t n,
                          int tanh) {
  float *outputs[] = {dgate, dup};
  const float *inputs[] = {dy, gate, up};
  ln_in_strips(differentiate_products, outputs, 2, inputs, 3, n, tanh);
}

LN_SMALL_END
