/**
 * Half precision: IEEE 754's binary16, and bfloat16, the upper half of a float32. Integer arithmetic on the bits, four
 * elements at a time; where a rounding is due, what is cut off decides it.
 */
#include "norm.h"
#include "simd.h"

/** The bits of float32's sign, of all the others, and of infinity: those above it are NaN. */
#define SIGN 0x80000000u
#define MAGNITUDE 0x7fffffff
#define INFINITY_BITS 0x7f800000

/** What is added to an exponent of binary16, whose bias is 15, to make one of float32, whose bias is 127. */
#define REBIAS ((127 - 15) << 23)

/** float32's bits of binary16's smallest normal number, 2^-14, and of 2^16, which is beyond its largest. */
#define SMALLEST_NORMAL ((127 - 14) << 23)
#define BEYOND ((127 + 16) << 23)

LN_INLINE v128_t splat(uint32_t bits) { return wasm_i32x4_splat((int32_t)bits); }

/** Four numbers of binary16, each in 32 bits, as float32. */
LN_INLINE v128_t widen(v128_t half) {
  const v128_t sign = wasm_i32x4_shl(wasm_v128_and(half, splat(0x8000)), 16);
  const v128_t shifted = wasm_i32x4_shl(wasm_v128_and(half, splat(0x7fff)), 13);
  const v128_t top = wasm_i32x4_gt(shifted, splat((0x7c00 << 13) - 1)); /* infinity or NaN: the largest exponent */
  const v128_t normal = wasm_i32x4_add(wasm_i32x4_add(shifted, splat(REBIAS)), wasm_v128_and(top, splat(REBIAS)));
  /* A subnormal's fraction, beside the exponent of the smallest normal number, lacks the 1 that is not stored. */
  const v128_t subnormal = wasm_f32x4_sub(wasm_i32x4_add(shifted, splat(SMALLEST_NORMAL)), splat(SMALLEST_NORMAL));
  const v128_t small = wasm_i32x4_lt(shifted, splat(1 << 23));
  return wasm_v128_or(sign, wasm_v128_bitselect(subnormal, normal, small));
}

/** Four numbers as binary16, each in 32 bits. */
LN_INLINE v128_t narrow(v128_t x) {
  const v128_t magnitude = wasm_v128_and(x, splat(MAGNITUDE));
  const v128_t sign = wasm_u32x4_shr(wasm_v128_xor(x, magnitude), 16);
  /* Half of the last bit that is kept, less 1 where that bit is 0: a tie goes to the even one. A carry is right. */
  const v128_t odd = wasm_v128_and(wasm_u32x4_shr(magnitude, 13), splat(1));
  const v128_t rounded = wasm_i32x4_add(wasm_i32x4_add(magnitude, odd), splat(0xfffu - REBIAS));
  const v128_t normal = wasm_u32x4_shr(rounded, 13);
  /* 0.5 + x: a float32 whose last bit is that of a subnormal, so that the addition rounds as it should. */
  const v128_t half = wasm_f32x4_splat(0.5f);
  const v128_t subnormal = wasm_i32x4_sub(wasm_f32x4_add(magnitude, half), half);
  const v128_t is_nan = wasm_i32x4_gt(magnitude, splat(INFINITY_BITS));
  const v128_t top = wasm_v128_or(splat(0x7c00), wasm_v128_and(is_nan, splat(0x200)));
  const v128_t small = wasm_i32x4_lt(magnitude, splat(SMALLEST_NORMAL));
  const v128_t large = wasm_i32x4_gt(magnitude, splat(BEYOND - 1));
  return wasm_v128_or(sign, wasm_v128_bitselect(top, wasm_v128_bitselect(subnormal, normal, small), large));
}

/** Four numbers as bfloat16, each in 32 bits: rounded as above. A NaN is made quiet, or it might become infinity. */
LN_INLINE v128_t cut(v128_t x) {
  const v128_t odd = wasm_v128_and(wasm_u32x4_shr(x, 16), splat(1));
  const v128_t rounded = wasm_u32x4_shr(wasm_i32x4_add(wasm_i32x4_add(x, odd), splat(0x7fff)), 16);
  const v128_t nan = wasm_v128_or(wasm_u32x4_shr(x, 16), splat(0x40));
  const v128_t is_nan = wasm_i32x4_gt(wasm_v128_and(x, splat(MAGNITUDE)), splat(INFINITY_BITS));
  return wasm_v128_bitselect(nan, rounded, is_nan);
}

LN_INLINE v128_t shift(v128_t bits) { return wasm_i32x4_shl(bits, 16); }

typedef v128_t conversion(v128_t);

/** The first count (1 to 4) at x, each in 32 bits. Reads nothing behind them. */
LN_ONCE v128_t load_tail(const uint16_t *x, size_t count) {
  uint16_t four[4] = {0};
  for (size_t k = 0; k < count; k++) four[k] = x[k];
  return wasm_u32x4_load16x4(four);
}

/** Writes the first count (1 to 4) of the lower halves of v's lanes to y, and nothing behind them. */
LN_ONCE void store_tail(uint16_t *y, size_t count, v128_t v) {
  uint32_t four[4];
  wasm_v128_store(four, v);
  for (size_t k = 0; k < count; k++) y[k] = (uint16_t)four[k];
}

/** Numbers of 16 bits to float32. */
LN_INLINE void from_16(float *y, const uint16_t *x, size_t n, conversion convert) {
  for (size_t i = 0; i < n; i += 4) {
    const size_t count = ln_up_to_4(n - i);
    ln_store_up_to(y + i, count, convert(count == 4 ? wasm_u32x4_load16x4(x + i) : load_tail(x + i, count)));
  }
}

/** float32 to numbers of 16 bits. */
LN_INLINE void to_16(uint16_t *y, const float *x, size_t n, conversion convert) {
  for (size_t i = 0; i < n; i += 4) {
    const size_t count = ln_up_to_4(n - i);
    const v128_t v = convert(ln_load_up_to(x + i, count, 0));
    if (count == 4) wasm_v128_store64_lane(y + i, wasm_u16x8_narrow_i32x4(v, v), 0);
    else store_tail(y + i, count, v);
  }
}

void ln_from_float16(float *y, const uint16_t *x, size_t n) { from_16(y, x, n, widen); }

void ln_from_bfloat16(float *y, const uint16_t *x, size_t n) { from_16(y, x, n, shift); }

void ln_to_float16(uint16_t *y, const float *x, size_t n) { to_16(y, x, n, narrow); }

void ln_to_bfloat16(uint16_t *y, const float *x, size_t n) { to_16(y, x, n, cut); }
