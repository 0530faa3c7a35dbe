/**
 * The kernels' vector instructions, each as what it does to one number after the other: ahead of the compiler's header of
 * this name, it makes scalar code of the same C. Without -msimd128 the compiler has no vectors, and cuts these up. The
 * order of all roundings stays, and so do all bits.
 *
 * SIMDe's header does the same, and was tried: its numbers go through memory, and the loops take several times as long.
 */
#ifndef LN_SCALAR_H
#define LN_SCALAR_H

#include <stdint.h>

typedef float v128_t __attribute__((vector_size(16)));
typedef double ln_doubles __attribute__((vector_size(16)));
typedef int32_t ln_bits __attribute__((vector_size(16)));

/** A vector anywhere in memory. */
typedef float ln_anywhere __attribute__((vector_size(16), aligned(4), may_alias));

#define LN_OP static inline __attribute__((always_inline))

LN_OP v128_t wasm_v128_load(const void *p) { return *(const ln_anywhere *)p; }
LN_OP void wasm_v128_store(void *p, v128_t v) { *(ln_anywhere *)p = v; }

LN_OP v128_t wasm_f32x4_splat(float a) { return (v128_t){a, a, a, a}; }
LN_OP v128_t wasm_f64x2_splat(double a) { return (v128_t)(ln_doubles){a, a}; }
LN_OP v128_t wasm_v128_load32_splat(const void *p) { return wasm_f32x4_splat(*(const float *)p); }

LN_OP v128_t wasm_f32x4_add(v128_t a, v128_t b) { return a + b; }
LN_OP v128_t wasm_f32x4_sub(v128_t a, v128_t b) { return a - b; }
LN_OP v128_t wasm_f32x4_mul(v128_t a, v128_t b) { return a * b; }
LN_OP v128_t wasm_f64x2_add(v128_t a, v128_t b) { return (v128_t)((ln_doubles)a + (ln_doubles)b); }
LN_OP v128_t wasm_f64x2_promote_low_f32x4(v128_t a) { return (v128_t)(ln_doubles){a[0], a[1]}; }

LN_OP v128_t wasm_f32x4_abs(v128_t a) {
  return (v128_t){__builtin_fabsf(a[0]), __builtin_fabsf(a[1]), __builtin_fabsf(a[2]), __builtin_fabsf(a[3])};
}
LN_OP float ln_pmax(float a, float b) { return a < b ? b : a; }
LN_OP v128_t wasm_f32x4_pmax(v128_t a, v128_t b) {
  return (v128_t){ln_pmax(a[0], b[0]), ln_pmax(a[1], b[1]), ln_pmax(a[2], b[2]), ln_pmax(a[3], b[3])};
}
LN_OP v128_t wasm_f32x4_eq(v128_t a, v128_t b) { return (v128_t)(a == b); }
LN_OP int wasm_v128_any_true(v128_t a) {
  const ln_bits bits = (ln_bits)a;
  return (bits[0] | bits[1] | bits[2] | bits[3]) != 0;
}

#define wasm_f32x4_extract_lane(v, lane) ((v)[lane])
#define wasm_f64x2_extract_lane(v, lane) (((ln_doubles)(v))[lane])
#define wasm_i32x4_shuffle(a, b, c0, c1, c2, c3) __builtin_shufflevector(a, b, c0, c1, c2, c3)

LN_OP v128_t wasm_v128_load32_lane(const void *p, v128_t v, int lane) {
  v[lane] = *(const float *)p;
  return v;
}
LN_OP v128_t wasm_v128_load64_lane(const void *p, v128_t v, int lane) {
  v[2 * lane] = ((const float *)p)[0];
  v[2 * lane + 1] = ((const float *)p)[1];
  return v;
}
LN_OP void wasm_v128_store32_lane(void *p, v128_t v, int lane) { *(float *)p = v[lane]; }
LN_OP void wasm_v128_store64_lane(void *p, v128_t v, int lane) {
  ((float *)p)[0] = v[2 * lane];
  ((float *)p)[1] = v[2 * lane + 1];
}

#endif
