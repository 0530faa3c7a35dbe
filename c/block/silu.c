/** SiLU, and its products. */
#include "activation.h"
#include "block.h"
#include "exp2.h"

/** From here on 2^t, t = -x log2(e), has no errors above 1e-6 of itself by the rounding of t. */
#define FAR (-12.0f)

LN_INLINE ln_activation silu(v128_t x) {
  const v128_t one = wasm_f32x4_splat(1), s = ln_logistic(wasm_f32x4_mul(x, wasm_f32x4_splat(-LN_LOG2_E)));
  const v128_t slope = wasm_f32x4_add(one, wasm_f32x4_mul(x, wasm_f32x4_sub(one, s)));
  return (ln_activation){.factor = s, .slope = wasm_f32x4_mul(s, slope)};
}

LN_ONCE void map(float *const *outputs, const float *const *inputs, size_t strips, int form) {
  (void)form;
  ln_map_strips(outputs[0], inputs[0], strips, silu);
}

LN_ONCE void differentiate(float *const *outputs, const float *const *inputs, size_t strips, int form) {
  (void)form;
  ln_differentiate_strips(outputs[0], inputs[0], inputs[1], strips, silu);
}

LN_INLINE int may_be_far(const float *gate, const float *up) {
  (void)up;
  return ln_has_below(gate, FAR);
}

LN_SMALL_BEGIN

static double far_factor(double x) {
  const double e = ln_exp_of_double(x);
  return e / (1 + e);
}

LN_ONCE unsigned find_far(float *y, const float *gate, const float *up) {
  return ln_far_products(y, gate, up, FAR, far_factor);
}

LN_SMALL_END

LN_ONCE void multiply(float *const *outputs, const float *const *inputs, size_t strips, int form) {
  (void)form;
  ln_multiply_strips(outputs[0], inputs[0], inputs[1], strips, silu, may_be_far, find_far);
}

LN_ONCE void differentiate_products(float *const *outputs, const float *const *inputs, size_t strips, int form) {
  (void)form;
  ln_differentiate_products(outputs[0], outputs[1], inputs[0], inputs[1], inputs[2], strips, silu);
}

LN_SMALL_BEGIN

void ln_silu(float *y, const float *x, size_t n) { ln_in_strips(map, &y, 1, &x, 1, n, 0); }

void ln_silu_backward(float *dx, const float *dy, const float *x, size_t n) {
  const float *inputs[] = {dy, x};
  ln_in_strips(differentiate, &dx, 1, inputs, 2, n, 0);
}

void ln_silu_mul(float *y, const float *gate, const float *up, size_t n) {
  const float *inputs[] = {gate, up};
  ln_in_strips(multiply, &y, 1, inputs, 2, n, 0);
}

void ln_silu_mul_backward(float *dgate, float *dup, const float *dy, const float *gate, const float *up, size_t n) {
  float *outputs[] = {dgate, dup};
  const float *inputs[] = {dy, gate, up};
  ln_in_strips(differentiate_products, outputs, 2, inputs, 3, n, 0);
}

LN_SMALL_END
