/**
 * exp(scale * x - top) of the elements of groups, and their sums: what softmax, its logarithm and cross-entropy have in
 * common. top, the largest scale * x of the group, makes the largest of them exactly 1.
 */
#ifndef LN_BLOCK_EXPS_H
#define LN_BLOCK_EXPS_H

#include "../simd.h"

/**
 * Elements that a loop walks over: `count` rows of them, `stride` apart, and of each the first `width`. So are columns
 * that lie side by side, of which each has a statistic of its own; and the elements of one row, 4 at a time.
 */
typedef struct {
  size_t count, stride, width;
} ln_walk;

/** A walk over a row of n elements, but for the last 1 to 3; and over these, where there are any. */
LN_INLINE ln_walk ln_whole_vectors(size_t n) { return (ln_walk){n / 4, 4, 4}; }
LN_INLINE ln_walk ln_last_elements(size_t n) { return (ln_walk){n % 4 ? 1 : 0, 4, n % 4}; }

/** The most columns of a walk: rows of them are read and written by whole cache lines, and a few stay in L1. */
enum { LN_TILE = 64 };

/**
 * The vector of row i at column c of a walk; where less than 4 columns are left, the other lanes hold anything. (They
 * may be read where another row follows.)
 */
LN_INLINE v128_t ln_load_step(const float *x, ln_walk walk, size_t i, size_t c) {
  const float *at = x + i * walk.stride + c;
  return walk.width - c >= 4 || i + 1 < walk.count ? wasm_v128_load(at) : ln_load_tail(at, walk.width - c, 0);
}

LN_INLINE void ln_store_step(float *y, ln_walk walk, size_t i, size_t c, v128_t v) {
  float *at = y + i * walk.stride + c;
  const size_t left = walk.width - c;
  if (left >= 4) {
    wasm_v128_store(at, v);
    return;
  }
  if (left & 2) {
    wasm_v128_store64_lane(at, v, 0);
    at += 2, v = wasm_i32x4_shuffle(v, v, 2, 3, 2, 3);
  }
  if (left & 1) wasm_v128_store32_lane(at, v, 0);
}

/** The lanes of two pairs of doubles as floats. */
LN_INLINE v128_t ln_narrow(v128_t low, v128_t high) {
  return wasm_i32x4_shuffle(wasm_f32x4_demote_f64x2_zero(low), wasm_f32x4_demote_f64x2_zero(high), 0, 1, 4, 5);
}

/** The largest scale * x of a row, 0 <= i < n; NaN is passed over. */
double ln_row_top(const float *x, size_t n, double scale);

/** y = exp(scale * x - top) of a row, which y may be. Returns their sum. */
double ln_row_exps(float *y, const float *x, size_t n, double scale, double top);

/**
 * y = exp(scale * x - top) of a walk, each column of which has a top, and whose sums are added to. y may be NULL: only
 * the sums are wanted. sums, tops: [width, and up to a multiple of 4].
 */
void ln_walk_exps(double *sums, float *y, const float *x, ln_walk walk, double scale, const double *tops);

/** y *= factor, of a row. */
void ln_multiply_row(float *y, size_t n, float factor);

/** -1 if scale is negative, otherwise 1. */
LN_INLINE float ln_sign(double scale) { return scale < 0 ? -1 : 1; }

#endif
