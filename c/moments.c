/**
 * Mean and variance of contiguous rows and of strided columns, in one pass over the data.
 *
 * Sums are of d = x - pivot, the pivot being a float near the mean that the group itself yields:
 *
 *     mean = pivot + sum(d) / n        m2 = sum(d^2) - sum(d)^2 / n
 *
 * (Chan, Golub and LeVeque, 1983, "Algorithms for computing the sample variance": the shifted data algorithm.) For a
 * pivot within some standard deviations of the mean nothing cancels, whatever the mean. Three things may spoil it, and
 * each is noticed afterwards:
 *   - the pivot was poor (first element 1e6, the rest small): the group runs again about the mean just found;
 *   - d^2 overflowed, or the group holds NaN or infinity: it runs in double;
 *   - d^2 underflowed, and eps does not hide it: it runs in double.
 *
 * Floats are summed in runs of at most RUN additions, runs in double. Even where all rounding errors of a run point the
 * same way (equal addends), a sum of squares is then within about RUN / 2 * 2^-24 = 5e-7 of itself.
 */
#include "moments.h"
#include "norm.h"

enum {
  RUN = 16,                /* vectors added up in one float accumulator (the last one of a row takes up to 4 more) */
  BLOCK = RUN * 4 * 4,     /* elements that four accumulators take in a run */
  PIVOT_ELEMENTS = 16,     /* a row's pivot is the mean of so many: a power of two, so that equal ones give themselves */
  PIVOT_ROWS = 8,          /* likewise a column's; also the rows summed at a time in float */
};

/* (mean - pivot)^2 / variance above which a group runs again: below it m2 loses at most a factor 3 of precision. */
static const double POOR_PIVOT = 2;

/* Below this mean square, squares of float32 are subnormal and lose digits; an eps above the other hides the loss. */
static const double UNDERFLOW = 1e-35, HIDING_EPS = 1e-28;

typedef struct {
  double d, d2; /* sum(d), sum(d^2) */
} sums;

/** Two passes in double, for what float32 cannot carry. */
static ln_group wide_moments(const float *x, size_t n, size_t stride) {
  double sum = 0, m2 = 0;
  for (size_t i = 0; i < n; i++) sum += x[i * stride];
  double mean = sum / (double)n;
  for (size_t i = 0; i < n; i++) {
    double d = x[i * stride] - mean;
    m2 += d * d;
  }
  return (ln_group){mean, m2, 1};
}

typedef enum { FINE, POOR, WIDE } verdict;

/** The moments that sums about a pivot give, and whether they can be trusted. */
static verdict finish(ln_group *g, sums s, float pivot, size_t n, double eps) {
  double shift = s.d / (double)n;
  double between = s.d * shift; /* n * (mean - pivot)^2 */
  *g = (ln_group){pivot + shift, s.d2 - between, 0};
  if (!__builtin_isfinite(s.d2)) return WIDE;
  if (s.d2 < UNDERFLOW * (double)n && !(eps > HIDING_EPS)) return WIDE;
  return between > POOR_PIVOT * g->m2 ? POOR : FINE;
}

/** Adds x - pivot and its square to the sums. */
LN_INLINE void add_vector(v128_t *sum, v128_t *sum2, v128_t x, v128_t pivot) {
  v128_t d = wasm_f32x4_sub(x, pivot);
  *sum = wasm_f32x4_add(*sum, d);
  *sum2 = wasm_f32x4_add(*sum2, wasm_f32x4_mul(d, d));
}

/* Rows ------------------------------------------------------------------------------------------------------------ */

static float row_pivot(const float *x, size_t n) {
  if (n < PIVOT_ELEMENTS) return x[0];
  v128_t low = wasm_f32x4_add(wasm_v128_load(x), wasm_v128_load(x + 4));
  v128_t high = wasm_f32x4_add(wasm_v128_load(x + 8), wasm_v128_load(x + 12));
  return (float)(ln_sum_f64x2(ln_widen_sum(wasm_f32x4_add(low, high))) / PIVOT_ELEMENTS);
}

static sums row_sums(const float *x, size_t n, float pivot) {
  const v128_t p = wasm_f32x4_splat(pivot), zero = wasm_f32x4_splat(0);
  v128_t total = zero, total2 = zero; /* f64x2 */
  for (size_t i = 0; i < n;) {
    const size_t end = n - i < BLOCK ? n : i + BLOCK;
    v128_t s[4] = {zero, zero, zero, zero}, q[4] = {zero, zero, zero, zero};
    for (; end - i >= 16; i += 16) {
#pragma clang loop unroll(full) /* keeps the accumulators in registers */
      for (int k = 0; k < 4; k++) add_vector(&s[k], &q[k], wasm_v128_load(x + i + 4 * k), p);
    }
    for (; end - i >= 4; i += 4) add_vector(&s[0], &q[0], wasm_v128_load(x + i), p);
    if (i < end) add_vector(&s[0], &q[0], ln_load_tail(x + i, end - i, pivot), p);
    i = end;
    v128_t sum = wasm_f32x4_add(wasm_f32x4_add(s[0], s[1]), wasm_f32x4_add(s[2], s[3]));
    v128_t sum2 = wasm_f32x4_add(wasm_f32x4_add(q[0], q[1]), wasm_f32x4_add(q[2], q[3]));
    total = wasm_f64x2_add(total, ln_widen_sum(sum));
    total2 = wasm_f64x2_add(total2, ln_widen_sum(sum2));
  }
  return (sums){ln_sum_f64x2(total), ln_sum_f64x2(total2)};
}

ln_group ln_row_moments(const float *x, size_t n, double eps) {
  ln_group g;
  float pivot = row_pivot(x, n);
  verdict v = finish(&g, row_sums(x, n, pivot), pivot, n, eps);
  if (v == POOR) {
    pivot = (float)g.mean;
    v = finish(&g, row_sums(x, n, pivot), pivot, n, eps);
  }
  return v == WIDE ? wide_moments(x, n, 1) : g;
}

double ln_row_mean(const float *x, size_t n) {
  v128_t low = wasm_f64x2_splat(0), high = low;
  for (size_t i = 0; i < n; i += 4) {
    v128_t v = ln_load_up_to(x + i, n - i < 4 ? n - i : 4, 0);
    low = wasm_f64x2_add(low, ln_low(v));
    high = wasm_f64x2_add(high, ln_high(v));
  }
  return ln_sum_f64x2(wasm_f64x2_add(low, high)) / (double)n;
}

/* Columns --------------------------------------------------------------------------------------------------------- */

/** Adds two doubles to the sums at p. */
LN_INLINE void accumulate(double *p, v128_t v) { wasm_v128_store(p, wasm_f64x2_add(wasm_v128_load(p), v)); }

/** Adds `rows` (at most PIVOT_ROWS) rows of count (1 to 4) columns to their sums. */
LN_INLINE void add_rows(double *d_sum, double *d2_sum, const float *x, size_t stride, size_t count, v128_t pivot,
                        size_t rows) {
  v128_t s = wasm_f32x4_splat(0), q = s;
  for (size_t i = 0; i < rows; i++) add_vector(&s, &q, ln_load_up_to(x + i * stride, count, 0), pivot);
  accumulate(d_sum, ln_low(s));
  accumulate(d_sum + 2, ln_high(s));
  accumulate(d2_sum, ln_low(q));
  accumulate(d2_sum + 2, ln_high(q));
}

/** The same for every column of a tile. A column's sums do not depend on where in the tile it stands. */
static void add_rows_to_tile(double *d_sum, double *d2_sum, const float *x, size_t stride, size_t width,
                             const float *pivot, size_t rows) {
  size_t c = 0;
  for (; c + 4 <= width; c += 4) {
    v128_t p = wasm_v128_load(pivot + c);
    if (rows == PIVOT_ROWS) add_rows(d_sum + c, d2_sum + c, x + c, stride, 4, p, PIVOT_ROWS);
    else add_rows(d_sum + c, d2_sum + c, x + c, stride, 4, p, rows);
  }
  if (c < width) {
    v128_t p = ln_load_tail(pivot + c, width - c, 0);
    add_rows(d_sum + c, d2_sum + c, x + c, stride, width - c, p, rows);
  }
}

/** sum(d) and sum(d^2) of each column; both arrays have room for a multiple of four. */
static void column_sums(double *d_sum, double *d2_sum, const float *x, size_t n, size_t stride, size_t width,
                        const float *pivot) {
  for (size_t c = 0; c < (width + 3) / 4 * 4; c++) d_sum[c] = d2_sum[c] = 0;
  for (size_t i = 0; i < n; i += PIVOT_ROWS) {
    const size_t rows = n - i < PIVOT_ROWS ? n - i : PIVOT_ROWS;
    add_rows_to_tile(d_sum, d2_sum, x + i * stride, stride, width, pivot, rows);
  }
}

static void column_pivots(float *pivot, const float *x, size_t n, size_t stride, size_t width) {
  const size_t rows = n < PIVOT_ROWS ? 1 : PIVOT_ROWS;
  for (size_t c = 0; c < width; c++) pivot[c] = 0;
  for (size_t i = 0; i < rows; i++) {
    for (size_t c = 0; c < width; c++) pivot[c] += x[i * stride + c];
  }
  for (size_t c = 0; c < width; c++) pivot[c] /= (float)rows;
}

void ln_column_moments(ln_group *groups, const float *x, size_t n, size_t stride, size_t width, double eps) {
  LN_REQUIRE(width <= LN_TILE);
  float pivot[LN_TILE];
  double d_sum[LN_TILE], d2_sum[LN_TILE];
  column_pivots(pivot, x, n, stride, width);
  column_sums(d_sum, d2_sum, x, n, stride, width, pivot);
  for (size_t c = 0; c < width; c++) {
    verdict v = finish(&groups[c], (sums){d_sum[c], d2_sum[c]}, pivot[c], n, eps);
    if (v == POOR) { /* again, alone, about the mean just found */
      float mean = (float)groups[c].mean;
      double d[4], d2[4];
      column_sums(d, d2, x + c, n, stride, 1, &mean);
      v = finish(&groups[c], (sums){d[0], d2[0]}, mean, n, eps);
    }
    if (v == WIDE) groups[c] = wide_moments(x + c, n, stride);
  }
}

void ln_column_means(ln_group *groups, const float *x, size_t n, size_t stride, size_t width) {
  LN_REQUIRE(width <= LN_TILE);
  double sum[LN_TILE] = {0};
  for (size_t i = 0; i < n; i++) {
    for (size_t c = 0; c < width; c++) sum[c] += x[i * stride + c];
  }
  for (size_t c = 0; c < width; c++) groups[c].mean = sum[c] / (double)n;
}

/* The op ---------------------------------------------------------------------------------------------------------- */

typedef struct {
  float *mean, *variance, *std; /* each or NULL */
} outputs;

static void write_moments(outputs out, size_t at, ln_group g, size_t n, double correction) {
  double variance = ln_variance(g, n, correction);
  if (out.mean) out.mean[at] = (float)g.mean;
  if (out.variance) out.variance[at] = (float)variance;
  if (out.std) out.std[at] = (float)__builtin_sqrt(variance);
}

void ln_moments(float *mean, float *variance, float *std, const float *x,
                size_t outer, size_t n, size_t inner, double correction) {
  LN_REQUIRE(n >= 1 && correction >= 0);
  const outputs out = {mean, variance, std};
  if (inner == 1) {
    for (size_t o = 0; o < outer; o++) write_moments(out, o, ln_row_moments(x + o * n, n, 0), n, correction);
    return;
  }
  for (size_t o = 0; o < outer; o++) {
    for (size_t first = 0; first < inner; first += LN_TILE) {
      ln_group groups[LN_TILE];
      const size_t width = inner - first < LN_TILE ? inner - first : LN_TILE;
      ln_column_moments(groups, x + o * n * inner + first, n, inner, width, 0);
      for (size_t c = 0; c < width; c++) write_moments(out, o * inner + first + c, groups[c], n, correction);
    }
  }
}
