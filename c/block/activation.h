/**
 * The loops of activations of the form f(x) = x * factor(x), and of their products with another operand.
 *
 * They run over strips of LN_STRIP elements; what is left is brought into strips of its own, filled up with zeros, so
 * that a loop has no ends to look after.
 */
#ifndef LN_BLOCK_ACTIVATION_H
#define LN_BLOCK_ACTIVATION_H

#include "../simd.h"

enum { LN_STRIP = 16, LN_MOST_OPERANDS = 5 };

/** A loop over so many strips of each operand; of two forms, the one that is not 0 is that of tanh. */
typedef void ln_strip_loop(float *const *outputs, const float *const *inputs, size_t strips, int form);

/** What is left of operands behind their strips, each in a strip of its own: the inputs first. */
typedef struct {
  float room[LN_MOST_OPERANDS][LN_STRIP];
  const float *from[LN_MOST_OPERANDS];
  float *to[LN_MOST_OPERANDS];
} ln_rest;

/** Copies what is left of n elements of each input. */
void ln_take_rest(ln_rest *rest, const float *const *inputs, size_t input_count, size_t n);

/** Copies what the loop has written there to where it belongs. */
void ln_put_rest(float *const *outputs, size_t output_count, const ln_rest *rest, size_t n);

/** factor(x), and the slope of x * factor(x). */
typedef struct {
  v128_t factor, slope;
} ln_activation;

typedef ln_activation ln_activate(v128_t x);

/** factor(x) of one x that is far below 0, in double. */
typedef double ln_far_factor(double x);

/**
 * Runs a loop over n elements. An output may be an input: each vector is read before it is written.
 */
LN_INLINE void ln_in_strips(ln_strip_loop *loop, float *const *outputs, size_t output_count, const float *const *inputs,
                            size_t input_count, size_t n, int form) {
  ln_rest rest;
  loop(outputs, inputs, n / LN_STRIP, form);
  if (n % LN_STRIP == 0) return;
  ln_take_rest(&rest, inputs, input_count, n);
  loop(rest.to, rest.from, 1, form);
  ln_put_rest(outputs, output_count, &rest, n);
}

/** y = f(x). */
LN_INLINE void ln_map_strips(float *y, const float *x, size_t strips, ln_activate *activate) {
  for (size_t i = 0; i < strips * LN_STRIP; i += LN_STRIP) {
    for (size_t k = i; k < i + LN_STRIP; k += 4) {
      const v128_t v = wasm_v128_load(x + k);
      wasm_v128_store(y + k, wasm_f32x4_mul(v, activate(v).factor));
    }
  }
}

/** dx = dy * f'(x). */
LN_INLINE void ln_differentiate_strips(float *dx, const float *dy, const float *x, size_t strips,
                                       ln_activate *activate) {
  for (size_t i = 0; i < strips * LN_STRIP; i += 4) {
    const v128_t slope = activate(wasm_v128_load(x + i)).slope;
    wasm_v128_store(dx + i, wasm_f32x4_mul(wasm_v128_load(dy + i), slope));
  }
}

/*
 * The error of f(x) is below 2e-6, but where x is far below 0 it may be a larger part of f(x), which is tiny. A large
 * other factor would show it. Such products, which are rare, are computed in double.
 */

/** From here on an operand is large. */
#define LN_LARGE_FACTOR 32.0f

/** Here every factor(x) is 0, whatever the other operand is. */
#define LN_FAR_END (-700.0f)

/** Computes the products whose gate is below `far` and whose other operand is large: a bit for each says which. */
LN_INLINE unsigned ln_far_products(float *y, const float *gate, const float *up, float far, ln_far_factor *factor) {
  unsigned found = 0;
  for (unsigned i = 0; i < LN_STRIP; i++) {
    const int is_far = gate[i] < far && gate[i] > LN_FAR_END && __builtin_fabsf(up[i]) > LN_LARGE_FACTOR;
    if (is_far) y[i] = (float)(gate[i] * factor(gate[i]) * up[i]), found |= 1u << i;
  }
  return found;
}

/** ln_far_products of one activation, not inlined; and whether a strip may have such a product, inlined. */
typedef unsigned ln_find_far(float *y, const float *gate, const float *up);
typedef int ln_may_be_far(const float *gate, const float *up);

/* Of NaN they pay no heed: pmin and pmax keep their first operand then. */

/** Whether one of a strip is below `bound`. */
LN_INLINE int ln_has_below(const float *x, float bound) {
  v128_t least = wasm_f32x4_splat(bound);
#pragma clang loop unroll(full)
  for (size_t k = 0; k < LN_STRIP; k += 4) least = wasm_f32x4_pmin(least, wasm_v128_load(x + k));
  return wasm_v128_any_true(wasm_f32x4_lt(least, wasm_f32x4_splat(bound)));
}

/** Whether one of a strip is large. */
LN_INLINE int ln_has_large(const float *x) {
  v128_t largest = wasm_f32x4_splat(LN_LARGE_FACTOR);
#pragma clang loop unroll(full)
  for (size_t k = 0; k < LN_STRIP; k += 4) largest = wasm_f32x4_pmax(largest, wasm_f32x4_abs(wasm_v128_load(x + k)));
  return wasm_v128_any_true(wasm_f32x4_gt(largest, wasm_f32x4_splat(LN_LARGE_FACTOR)));
}

/** y = f(gate) * up. */
LN_INLINE void ln_multiply_strips(float *y, const float *gate, const float *up, size_t strips, ln_activate *activate,
                                  ln_may_be_far *may_be_far, ln_find_far *find) {
  float products[LN_STRIP];
  for (size_t i = 0; i < strips * LN_STRIP; i += LN_STRIP) {
    unsigned found = may_be_far(gate + i, up + i) ? find(products, gate + i, up + i) : 0;
    for (size_t k = i; k < i + LN_STRIP; k += 4) {
      const v128_t v = wasm_v128_load(gate + k), f = wasm_f32x4_mul(v, activate(v).factor);
      wasm_v128_store(y + k, wasm_f32x4_mul(f, wasm_v128_load(up + k)));
    }
    for (; found; found &= found - 1) y[i + (size_t)__builtin_ctz(found)] = products[__builtin_ctz(found)];
  }
}

/** dgate = dy * up * f'(gate), dup = dy * f(gate). */
LN_INLINE void ln_differentiate_products(float *dgate, float *dup, const float *dy, const float *gate, const float *up,
                                         size_t strips, ln_activate *activate) {
  for (size_t i = 0; i < strips * LN_STRIP; i += 4) {
    const v128_t v = wasm_v128_load(gate + i), d = wasm_v128_load(dy + i), u = wasm_v128_load(up + i);
    const ln_activation a = activate(v);
    wasm_v128_store(dgate + i, wasm_f32x4_mul(wasm_f32x4_mul(d, u), a.slope));
    wasm_v128_store(dup + i, wasm_f32x4_mul(wasm_f32x4_mul(v, a.factor), d));
  }
}

#endif
