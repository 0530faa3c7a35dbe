/** Sums and products of tensors, element by element. */
#include "../simd.h"
#include "block.h"

typedef v128_t operation(v128_t a, v128_t b);

LN_INLINE v128_t sum_of(v128_t a, v128_t b) { return wasm_f32x4_add(a, b); }
LN_INLINE v128_t product_of(v128_t a, v128_t b) { return wasm_f32x4_mul(a, b); }

LN_SMALL_BEGIN

/** n elements of a, with as many of b. */
LN_INLINE void combine_rows(float *y, const float *a, const float *b, size_t n, operation of) {
  size_t i = 0;
  for (; i + 4 <= n; i += 4) wasm_v128_store(y + i, of(wasm_v128_load(a + i), wasm_v128_load(b + i)));
  if (i < n) ln_store_tail(y + i, n - i, of(ln_load_tail(a + i, n - i, 0), ln_load_tail(b + i, n - i, 0)));
}

/** n elements of a, with one number. */
LN_INLINE void combine_with_number(float *y, const float *a, float b, size_t n, operation of) {
  const v128_t number = wasm_f32x4_splat(b);
  size_t i = 0;
  for (; i + 4 <= n; i += 4) wasm_v128_store(y + i, of(wasm_v128_load(a + i), number));
  if (i < n) ln_store_tail(y + i, n - i, of(ln_load_tail(a + i, n - i, 0), number));
}

LN_INLINE void combine(float *y, const float *a, const float *b, size_t outer, size_t repeats, size_t n, size_t inner,
                       operation of) {
  const size_t row = n * inner;
  for (size_t o = 0; o < outer; o++, b += n) {
    for (size_t r = 0; r < repeats; r++, y += row, a += row) {
      if (inner == 1) combine_rows(y, a, b, n, of);
      else
        for (size_t i = 0; i < n; i++) combine_with_number(y + i * inner, a + i * inner, b[i], inner, of);
    }
  }
}

void ln_add(float *y, const float *a, const float *b, size_t outer, size_t repeats, size_t n, size_t inner) {
  combine(y, a, b, outer, repeats, n, inner, sum_of);
}

void ln_mul(float *y, const float *a, const float *b, size_t outer, size_t repeats, size_t n, size_t inner) {
  combine(y, a, b, outer, repeats, n, inner, product_of);
}

LN_SMALL_END
