/**
 * Softmax and its logarithm, over rows and over columns. Columns go in tiles of LN_TILE, which are walked over several
 * times.
 */
#include "../code.h"
#include "../log.h"
#include "../parts.h"
#include "block.h"
#include "exps.h"

enum { ROOM = 256 };

/** The first few of a tile's rows, again and again: they stay in the L1 cache while its columns pass by. */
enum { ROWS = 8 };

/** For rows from first to end of a walk, ROWS at a time, and of these for every vector, at column c. */
#define FOR_EACH_BLOCK(walk)                                                                                \
  for (size_t first = 0, end; end = first + ROWS < (walk).count ? first + ROWS : (walk).count, first < end; \
       first = end)                                                                                         \
    for (size_t c = 0; c < (walk).width; c += 4)

/** The largest sign * x of each column, which is not NaN; -infinity if there is none. */
LN_ONCE void column_tops(float *tops, const float *x, ln_walk walk, float sign) {
  for (size_t c = 0; c < walk.width; c += 4) wasm_v128_store(tops + c, wasm_f32x4_splat(-__builtin_inff()));
  FOR_EACH_BLOCK(walk) {
    v128_t top = wasm_v128_load(tops + c);
    for (size_t i = first; i < end; i++) {
      top = wasm_f32x4_pmax(top, wasm_f32x4_mul(ln_load_step(x, walk, i, c), wasm_f32x4_splat(sign)));
    }
    wasm_v128_store(tops + c, top);
  }
}

/** y *= factor of each column. */
LN_ONCE void multiply_columns(float *y, ln_walk walk, const float *factors) {
  FOR_EACH_BLOCK(walk) {
    const v128_t factor = wasm_v128_load(factors + c);
    for (size_t i = first; i < end; i++) {
      ln_store_step(y, walk, i, c, wasm_f32x4_mul(ln_load_step(y, walk, i, c), factor));
    }
  }
}

/** y = x - top - log of each column. */
LN_ONCE void subtract(float *y, const float *x, ln_walk walk, const float *tops, const float *logs) {
  FOR_EACH_BLOCK(walk) {
    const v128_t top = wasm_v128_load(tops + c), log = wasm_v128_load(logs + c);
    for (size_t i = first; i < end; i++) {
      ln_store_step(y, walk, i, c, wasm_f32x4_sub(wasm_f32x4_sub(ln_load_step(x, walk, i, c), top), log));
    }
  }
}

LN_SMALL_BEGIN

/** A row of which the first `seen` elements count, and the others are 0. */
static void softmax_row(float *y, const float *x, size_t seen, size_t n, double scale) {
  if (seen) ln_multiply_row(y, seen, (float)(1 / ln_row_exps(y, x, seen, scale, ln_row_top(x, seen, scale))));
  for (size_t i = seen; i < n; i++) y[i] = 0;
}

static void softmax_columns(float *y, const float *x, ln_walk walk, double scale) {
  float factors[LN_TILE];
  double tops[LN_TILE], sums[LN_TILE] = {0};
  column_tops(factors, x, walk, ln_sign(scale));
  for (size_t c = 0; c < walk.width; c++) tops[c] = factors[c] * __builtin_fabs(scale);
  ln_walk_exps(sums, y, x, walk, scale, tops);
  for (size_t c = 0; c < walk.width; c++) factors[c] = (float)(1 / sums[c]);
  multiply_columns(y, walk, factors);
}

/** The columns from c on, of `inner`, as many as a tile takes. */
static ln_walk tile(size_t n, size_t inner, size_t stride, size_t c) {
  return (ln_walk){n, stride, inner - c < LN_TILE ? inner - c : LN_TILE};
}

void ln_softmax_columns(float *y, const float *x, size_t outer, size_t n, size_t inner, double scale, size_t queries,
                        size_t first, size_t stride) {
  (void)outer, (void)queries, (void)first;
  for (size_t c = 0; c < inner; c += LN_TILE) softmax_columns(y + c, x + c, tile(n, inner, stride, c), scale);
}

void ln_softmax(float *y, const float *x, size_t outer, size_t n, size_t inner, double scale, size_t queries,
                size_t first) {
  LN_REQUIRE(n >= 1 && (queries == 0 || (inner == 1 && first < queries)));
  for (size_t o = 0; o < outer; o++, x += n * inner, y += n * inner) {
    if (inner == 1) {
      const size_t hidden = queries ? queries - 1 - (first + o) % queries : 0; /* columns that the row does not see */
      softmax_row(y, x, hidden < n ? n - hidden : 0, n, scale);
      continue;
    }
    ln_softmax_columns(y, x, 1, n, inner, scale, 0, 0, inner);
  }
}

static float logarithm(double sum) { return (float)(sum == sum ? ln_natural_log(sum) : sum); /* NaN */ }

static void log_softmax_row(float *y, const float *x, size_t n) {
  const double top = ln_row_top(x, n, 1);
  const size_t whole = n - n % 4;
  float room[ROOM]; /* in place of y, which may be x */
  double sum = 0;
  for (size_t i = 0; i < n; i += ROOM) sum += ln_row_exps(room, x + i, n - i < ROOM ? n - i : ROOM, 1, top);
  const float largest = (float)top, log = logarithm(sum);
  const float tops[] = {largest, largest, largest, largest}, logs[] = {log, log, log, log};
  subtract(y, x, ln_whole_vectors(n), tops, logs);
  subtract(y + whole, x + whole, ln_last_elements(n), tops, logs);
}

static void log_softmax_columns(float *y, const float *x, ln_walk walk) {
  float tops[LN_TILE], logs[LN_TILE];
  double wide_tops[LN_TILE], sums[LN_TILE] = {0};
  column_tops(tops, x, walk, 1);
  for (size_t c = 0; c < walk.width; c++) wide_tops[c] = tops[c];
  ln_walk_exps(sums, NULL, x, walk, 1, wide_tops);
  for (size_t c = 0; c < walk.width; c++) logs[c] = logarithm(sums[c]);
  subtract(y, x, walk, tops, logs);
}

void ln_log_softmax_columns(float *y, const float *x, size_t outer, size_t n, size_t inner, size_t stride) {
  (void)outer;
  for (size_t c = 0; c < inner; c += LN_TILE) log_softmax_columns(y + c, x + c, tile(n, inner, stride, c));
}

void ln_log_softmax(float *y, const float *x, size_t outer, size_t n, size_t inner) {
  LN_REQUIRE(n >= 1);
  for (size_t o = 0; o < outer; o++, x += n * inner, y += n * inner) {
    if (inner == 1) log_softmax_row(y, x, n);
    else ln_log_softmax_columns(y, x, 1, n, inner, inner);
  }
}

LN_SMALL_END

/** Adds dy * y to the sum of each column, in double: there products of floats are exact. */
LN_ONCE void add_products(double *sums, const float *dy, const float *y, ln_walk walk) {
  FOR_EACH_BLOCK(walk) {
    v128_t low = wasm_v128_load(sums + c), high = wasm_v128_load(sums + c + 2);
    for (size_t i = first; i < end; i++) {
      const v128_t a = ln_load_step(dy, walk, i, c), b = ln_load_step(y, walk, i, c);
      low = wasm_f64x2_add(low, wasm_f64x2_mul(ln_low(a), ln_low(b)));
      high = wasm_f64x2_add(high, wasm_f64x2_mul(ln_high(a), ln_high(b)));
    }
    wasm_v128_store(sums + c, low), wasm_v128_store(sums + c + 2, high);
  }
}

/**
 * dx = scale * y * (dy - sum) of each column. A sum is taken as a float and what that lacks, so that dy - sum is right
 * also where they nearly cancel.
 */
LN_ONCE void differentiate(float *dx, const float *dy, const float *y, ln_walk walk, const double *sums, float scale) {
  FOR_EACH_BLOCK(walk) {
    const v128_t low = wasm_v128_load(sums + c), high = wasm_v128_load(sums + c + 2), sum = ln_narrow(low, high);
    const v128_t lacking = ln_narrow(wasm_f64x2_sub(low, ln_low(sum)), wasm_f64x2_sub(high, ln_high(sum)));
    for (size_t i = first; i < end; i++) {
      const v128_t difference = wasm_f32x4_sub(wasm_f32x4_sub(ln_load_step(dy, walk, i, c), sum), lacking);
      const v128_t factor = wasm_f32x4_mul(ln_load_step(y, walk, i, c), wasm_f32x4_splat(scale));
      ln_store_step(dx, walk, i, c, wasm_f32x4_mul(factor, difference));
    }
  }
}

LN_SMALL_BEGIN

static void differentiate_row(float *dx, const float *dy, const float *y, size_t n, float scale) {
  const size_t whole = n - n % 4;
  double sums[4] = {0};
  add_products(sums, dy, y, ln_whole_vectors(n));
  double sum = (sums[0] + sums[2]) + (sums[1] + sums[3]);
  for (size_t i = whole; i < n; i++) sum += (double)dy[i] * y[i];
  for (size_t k = 0; k < 4; k++) sums[k] = sum;
  differentiate(dx, dy, y, ln_whole_vectors(n), sums, scale);
  differentiate(dx + whole, dy + whole, y + whole, ln_last_elements(n), sums, scale);
}

static void differentiate_columns(float *dx, const float *dy, const float *y, ln_walk walk, float scale) {
  double sums[LN_TILE] = {0};
  add_products(sums, dy, y, walk);
  differentiate(dx, dy, y, walk, sums, scale);
}

void ln_softmax_backward_columns(float *dx, const float *dy, const float *y, size_t outer, size_t n, size_t inner,
                                 double scale, size_t stride) {
  (void)outer;
  for (size_t c = 0; c < inner; c += LN_TILE) {
    differentiate_columns(dx + c, dy + c, y + c, tile(n, inner, stride, c), (float)scale);
  }
}

void ln_softmax_backward(float *dx, const float *dy, const float *y, size_t outer, size_t n, size_t inner,
                         double scale) {
  LN_REQUIRE(n >= 1);
  for (size_t o = 0; o < outer; o++, dx += n * inner, dy += n * inner, y += n * inner) {
    if (inner == 1) differentiate_row(dx, dy, y, n, (float)scale);
    else ln_softmax_backward_columns(dx, dy, y, 1, n, inner, scale, inner);
  }
}

LN_SMALL_END
