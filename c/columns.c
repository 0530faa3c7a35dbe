/**
 * Statistics and layer normalization of columns (inner > 1): a tile of neighbouring columns at a time, by four.
 *
 * The statistics are those of group.h: sums of d = x - pivot and of d^2, over a sweep of SWEEP_ROWS rows in registers,
 * over FLOAT_ROWS rows in float in the tile, over all rows in double; so here, too, a float is the sum of few addends
 * (16, and at the end up to 7 rows more). Several rows are swept at a time because a walk down a whole column meets all
 * of its cache lines in one set of the cache, where the stride is a power of two. The tile is wide because memory is
 * read ahead along rows.
 *
 * Every column takes the same steps in the same order wherever it stands, so its bits depend on its elements alone.
 */
#include "columns.h"
#include "weights.h"
#include "wide.h"

enum {
  TILE_COLUMNS = 1024, /* columns of a tile, whose column_state takes half of the stack */
  SWEEP_ROWS = 8,      /* rows of a sweep; the first sweep's means are the pivots: 8 equal elements give themselves */
  FLOAT_ROWS = 8 * SWEEP_ROWS, /* rows whose sums are added up in float, before they go into doubles */
  APPLY_ROWS = 4,              /* rows normalised at a time, so that the centers are read once for all of them */
  STRIP_COLUMNS = 8,           /* columns of APPLY_ROWS rows, so that one address serves two vectors */
};

static const float INFINITE = __builtin_inff();

/** The columns x[i * stride + c], 0 <= i < n, 0 <= c < width <= TILE_COLUMNS. */
typedef struct {
  const float *x;
  size_t n, stride, width;
} tile;

/** What is known of each column; arrays are read and written in whole vectors. */
typedef struct {
  float pivot[TILE_COLUMNS], mean[TILE_COLUMNS];
  union {
    float d[TILE_COLUMNS]; /* sum(d) of the last FLOAT_ROWS rows or fewer, then sum(d) / n */
    float residual[TILE_COLUMNS];
  };
  union {
    float d2[TILE_COLUMNS];     /* the same of d^2 */
    float spread[TILE_COLUMNS]; /* variance or rstd; NaN or infinite: float32 cannot carry the column */
  };
  double d_total[TILE_COLUMNS], d2_total[TILE_COLUMNS];
} column_state;

/** Columns from .. to: a vector or more. */
typedef struct {
  size_t from, to;
} range;

/** Copies count (1 to 3) elements of each of some rows, each into a vector of its own, filled up with 0. */
static void gather(float *tail, const float *x, size_t stride, size_t rows, size_t count) {
  for (size_t i = 0; i < rows; i++) wasm_v128_store(tail + 4 * i, ln_load_tail(x + i * stride, count, 0));
}

LN_INLINE size_t round_up(size_t columns) { return (columns + 3) & ~(size_t)3; }

static void zero_floats(column_state *t, range r) {
  const size_t size = round_up(r.to - r.from) * sizeof(float);
  __builtin_memset(t->d + r.from, 0, size);
  __builtin_memset(t->d2 + r.from, 0, size);
}

static void zero_doubles(column_state *t, range r) {
  const size_t size = round_up(r.to - r.from) * sizeof(double);
  __builtin_memset(t->d_total + r.from, 0, size);
  __builtin_memset(t->d2_total + r.from, 0, size);
}

/* Sums ------------------------------------------------------------------------------------------------------------ */

LN_INLINE void add_to(float *p, v128_t v) { wasm_v128_store(p, wasm_f32x4_add(wasm_v128_load(p), v)); }

LN_INLINE v128_t pair(const float *x, size_t stride) {
  return wasm_f32x4_add(wasm_v128_load(x), wasm_v128_load(x + stride));
}

LN_INLINE v128_t pivot_of(const float *x, size_t stride) {
  const v128_t a = wasm_f32x4_add(pair(x, stride), pair(x + 2 * stride, stride));
  const v128_t b = wasm_f32x4_add(pair(x + 4 * stride, stride), pair(x + 6 * stride, stride));
  return wasm_f32x4_mul(wasm_f32x4_add(a, b), wasm_f32x4_splat(1.0f / SWEEP_ROWS));
}

/** What SWEEP_ROWS rows add to the sums of four columns, beside the first row's. */
typedef struct {
  v128_t d, d2;
} sums;

LN_INLINE sums sweep_of(const float *x, size_t stride, v128_t pivot, sums of) {
  const v128_t e = wasm_f32x4_sub(wasm_v128_load(x + stride), pivot);
  of.d = wasm_f32x4_add(of.d, e), of.d2 = wasm_f32x4_add(of.d2, wasm_f32x4_mul(e, e));
#pragma clang loop unroll(full)
  for (size_t i = 2; i < SWEEP_ROWS; i += 2) {
    const v128_t f = wasm_f32x4_sub(wasm_v128_load(x + i * stride), pivot);
    const v128_t g = wasm_f32x4_sub(wasm_v128_load(x + (i + 1) * stride), pivot);
    of.d = wasm_f32x4_add(of.d, wasm_f32x4_add(f, g));
    of.d2 = wasm_f32x4_add(of.d2, wasm_f32x4_add(wasm_f32x4_mul(f, f), wasm_f32x4_mul(g, g)));
  }
  return of;
}

/** Makes the pivots of SWEEP_ROWS rows, and begins the sums with these: of a range of whole vectors, x being at it. */
LN_ONCE void add_first_sweep(column_state *t, const float *x, size_t stride, range r) {
  for (size_t c = r.from; c < r.to; c += 4, x += 4) {
    const v128_t pivot = pivot_of(x, stride), d = wasm_f32x4_sub(wasm_v128_load(x), pivot);
    const sums of = sweep_of(x, stride, pivot, (sums){d, wasm_f32x4_mul(d, d)});
    wasm_v128_store(t->pivot + c, pivot), wasm_v128_store(t->d + c, of.d), wasm_v128_store(t->d2 + c, of.d2);
  }
}

LN_SMALL_BEGIN

/**
 * Adds `rows` rows, 1 or SWEEP_ROWS, to the sums of a range; with `first`, of one row, that is the pivots, too.
 * (Compiled for size, so that it stays one loop: the tests beside the loads of SWEEP_ROWS rows do not show.)
 */
LN_ONCE void add_next_sweep(column_state *t, const float *x, size_t stride, range r, size_t rows, int first) {
  for (size_t c = r.from; c < r.to; c += 4, x += 4) {
    const v128_t v = wasm_v128_load(x);
    if (first) wasm_v128_store(t->pivot + c, v);
    const v128_t pivot = first ? v : wasm_v128_load(t->pivot + c), d = wasm_f32x4_sub(v, pivot);
    sums of = {d, wasm_f32x4_mul(d, d)};
    if (rows == SWEEP_ROWS) of = sweep_of(x, stride, pivot, of);
    add_to(t->d + c, of.d), add_to(t->d2 + c, of.d2);
  }
}

/** The same of columns that may end anywhere: the whole vectors, then those left over, gathered into one. */
static void add_rows(column_state *t, const float *x, size_t stride, range r, size_t rows, int first) {
  const size_t count = (r.to - r.from) % 4;
  float tail[4 * SWEEP_ROWS];
  r.to -= count;
  for (int last = 0; last < 2; last++) {
    if (first && rows == SWEEP_ROWS) add_first_sweep(t, x, stride, r);
    else add_next_sweep(t, x, stride, r, rows, first);
    if (count == 0) return;
    if (!last) gather(tail, x + (r.to - r.from), stride, rows, count);
    r.from = r.to, r.to += 4, x = tail, stride = 4;
  }
}

/** Adds the sums of the last FLOAT_ROWS rows or fewer to the totals in double, and makes them 0. */
static void widen(column_state *t, range r) {
  for (size_t c = r.from; c < r.to; c += 4) {
    ln_add_to_doubles(t->d_total + c, wasm_v128_load(t->d + c));
    ln_add_to_doubles(t->d2_total + c, wasm_v128_load(t->d2 + c));
  }
  zero_floats(t, r);
}

/** Makes sum(d) / n and sum(d^2) / n, in float, of the totals. */
static void divide_totals(column_state *t, size_t n, range r) {
  const v128_t share = wasm_f64x2_splat(1 / (double)n);
  for (size_t c = r.from; c < r.to; c += 2) {
    const v128_t d = wasm_f64x2_mul(wasm_v128_load(t->d_total + c), share);
    const v128_t d2 = wasm_f64x2_mul(wasm_v128_load(t->d2_total + c), share);
    wasm_v128_store64_lane(t->d + c, wasm_f32x4_demote_f64x2_zero(d), 0);
    wasm_v128_store64_lane(t->d2 + c, wasm_f32x4_demote_f64x2_zero(d2), 0);
  }
}

/** sum(d) and sum(d^2), or of more than FLOAT_ROWS rows both / n, about the pivots in t, or about new ones. */
LN_ONCE void measure(column_state *t, const tile *x, range r, int find_pivots) {
  const int many = x->n > FLOAT_ROWS;
  if (many) zero_doubles(t, r);
  zero_floats(t, r);
  for (size_t i = 0; i < x->n;) {
    const size_t rows = x->n - i < SWEEP_ROWS ? 1 : SWEEP_ROWS;
    add_rows(t, x->x + i * x->stride + r.from, x->stride, r, rows, find_pivots && i == 0);
    i += rows;
    if (many && (i == x->n || i % FLOAT_ROWS == 0)) widen(t, r);
  }
  if (many) divide_totals(t, x->n, r);
}

LN_SMALL_END

/* Statistics ------------------------------------------------------------------------------------------------------ */

/** What is asked of all columns: ln_settings, and what follows from them, in float. */
typedef struct {
  float share;     /* sums times this are means: 1 / n; 1 where measure has divided by n already */
  float underflow; /* the least mean square that can be trusted: LN_LEAST_PRODUCT, or 0 where eps hides it */
  float scale;     /* n / (n - correction), or n where the sum of squares is wanted */
  float eps;
  float least_norm; /* the divisor is at least this */
  float rounding;   /* LN_RESIDUAL_ROUNDING times the largest weight */
  float least;      /* LN_LEAST_ROUNDING times the largest weight; 0 where that is subnormal */
  int by_norm;      /* moments are about 0 */
} float_settings;

LN_SMALL_BEGIN

static float_settings floats_of(const ln_settings *s) {
  const size_t n = s->n;
  const double degrees = (double)n - s->correction, scale = (double)n / (degrees > 0 ? degrees : 0);
  const double least = s->largest_weight * LN_LEAST_ROUNDING;
  float_settings a = {.share = n > FLOAT_ROWS ? 1 : 1 / (float)n};
  a.underflow = ln_hiding_eps(s->by_norm, s->eps, n, s->correction) > LN_HIDING_EPS ? 0 : (float)LN_LEAST_PRODUCT;
  a.scale = (float)scale;
  a.eps = s->by_norm ? 0 : (float)s->eps;
  a.least_norm = s->by_norm ? (float)s->eps : 0;
  a.by_norm = s->by_norm;
  a.rounding = (float)(s->largest_weight * LN_RESIDUAL_ROUNDING);
  a.least = least < LN_FLOAT_MIN ? 0 : (float)least;
  return a;
}

LN_SMALL_END

/** 1 / sqrt(variance + eps); NaN where mean, residual and rstd cannot carry the column (the test of ln_group_rstd). */
LN_INLINE v128_t rstd_of(v128_t variance, v128_t mean, const float_settings *a) {
  const v128_t root = wasm_f32x4_sqrt(wasm_f32x4_add(variance, wasm_f32x4_splat(a->eps)));
  const v128_t rstd = wasm_f32x4_div(wasm_f32x4_splat(1), wasm_f32x4_max(root, wasm_f32x4_splat(a->least_norm)));
  const v128_t rounding =
      wasm_f32x4_add(wasm_f32x4_mul(wasm_f32x4_abs(mean), wasm_f32x4_splat(a->rounding)), wasm_f32x4_splat(a->least));
  const v128_t error = wasm_f32x4_mul(rounding, rstd);
  const v128_t fine = wasm_v128_and(wasm_f32x4_ge(rstd, wasm_f32x4_splat((float)LN_FLOAT_MIN)),
                                    wasm_f32x4_le(error, wasm_f32x4_splat((float)LN_TOLERATED_ERROR)));
  return wasm_v128_or(rstd, wasm_v128_not(fine));
}

LN_INLINE int is_wide(const column_state *t, size_t c) { return !(t->spread[c] < INFINITE); }

LN_SMALL_BEGIN

/**
 * Makes means, residuals and variances (or, to normalize, rstd) of the sums of a range.
 * @param poor_pivot  (mean - pivot)^2 / variance above which a column counts as wide
 * @return            whether some column is wide
 */
LN_ONCE int finish(column_state *t, range r, const float_settings *a, int normalize, float poor_pivot) {
  v128_t narrow = wasm_i32x4_splat(-1);
  for (size_t c = r.from; c < r.to; c += 4) {
    const v128_t pivot = wasm_v128_load(t->pivot + c);
    const v128_t shift = wasm_f32x4_mul(wasm_v128_load(t->d + c), wasm_f32x4_splat(a->share));
    const v128_t square = wasm_f32x4_mul(wasm_v128_load(t->d2 + c), wasm_f32x4_splat(a->share));
    const v128_t mean = wasm_f32x4_add(pivot, shift), between = wasm_f32x4_mul(shift, shift);
    const v128_t difference = wasm_f32x4_sub(square, between);
    const v128_t far = wasm_f32x4_gt(between, wasm_f32x4_mul(difference, wasm_f32x4_splat(poor_pivot)));
    const v128_t mistrusted =
        wasm_v128_or(far, wasm_f32x4_lt(square, wasm_f32x4_splat(a->underflow))); /* all bits set: NaN */
    const v128_t variance = wasm_f32x4_mul(wasm_v128_or(difference, mistrusted), wasm_f32x4_splat(a->scale));
    const v128_t spread = normalize ? rstd_of(variance, mean, a) : variance;
    narrow = wasm_v128_and(narrow, wasm_f32x4_lt(spread, wasm_f32x4_splat(INFINITE)));
    wasm_v128_store(t->mean + c, mean);
    if (normalize) wasm_v128_store(t->residual + c, wasm_f32x4_add(wasm_f32x4_sub(pivot, mean), shift));
    wasm_v128_store(t->spread + c, spread);
  }
  return !wasm_i32x4_all_true(narrow);
}

/** Gives wide columns the means just found as pivots, for theirs may be poor. Returns the vectors that hold them. */
LN_ONCE range new_pivots(column_state *t, size_t width) {
  range r = {0, 0};
  for (size_t c = 0; c < width; c++) {
    if (!is_wide(t, c)) continue;
    t->pivot[c] = t->mean[c];
    if (r.to == 0) r.from = c / 4 * 4;
    r.to = c / 4 * 4 + 4 < width ? c / 4 * 4 + 4 : width;
  }
  return r;
}

/** Means, residuals and variances (or rstd) of a tile. Returns whether some column is wide. */
LN_ONCE int statistics(column_state *t, const tile *x, const float_settings *a, int normalize) {
  range r = {0, x->width};
  if (a->by_norm) __builtin_memset(t->pivot, 0, sizeof t->pivot);
  measure(t, x, r, !a->by_norm);
  if (a->by_norm) __builtin_memset(t->d, 0, sizeof t->d);
  if (!finish(t, r, a, normalize, (float)LN_POOR_PIVOT)) return 0;
  r = new_pivots(t, x->width);
  if (r.to == 0) return 0; /* what was wide is padding, behind the last column */
  measure(t, x, r, 0);
  if (a->by_norm) __builtin_memset(t->d, 0, sizeof t->d);
  return finish(t, r, a, normalize, INFINITE);
}

/* In double ------------------------------------------------------------------------------------------------------- */

/** Writes the means to d_total. */
LN_ONCE void double_means(column_state *t, const tile *x) {
  zero_doubles(t, (range){0, x->width});
  for (size_t i = 0; i < x->n; i++) {
    const float *row = x->x + i * x->stride;
    for (size_t c = 0; c < x->width; c += 4) {
      ln_add_to_doubles(t->d_total + c, ln_load_up_to(row + c, ln_up_to_4(x->width - c), 0));
    }
  }
  for (size_t c = 0; c < x->width; c++) t->d_total[c] /= (double)x->n;
}

/** Writes the means to d_total, and the sums of squares about them to d2_total. */
LN_ONCE void wide_statistics(column_state *t, const tile *x, int by_norm) {
  if (by_norm) zero_doubles(t, (range){0, x->width});
  else double_means(t, x);
  for (size_t i = 0; i < x->n; i++) {
    const float *row = x->x + i * x->stride;
    for (size_t c = 0; c < x->width; c++) {
      const double d = row[c] - t->d_total[c];
      t->d2_total[c] += d * d;
    }
  }
}

LN_INLINE ln_group wide_group(const column_state *t, size_t c) { return (ln_group){t->d_total[c], t->d2_total[c], 1}; }

/** The tile of x[o] whose first column is `first`, of `inner`. */
static tile tile_at(const float *x, size_t o, size_t n, size_t inner, size_t stride, size_t first) {
  const size_t width = inner - first < TILE_COLUMNS ? inner - first : TILE_COLUMNS;
  return (tile){.x = x + o * n * stride + first, .n = n, .stride = stride, .width = width};
}

/* The moments ----------------------------------------------------------------------------------------------------- */

static void write_moments(ln_moments_out out, size_t at, const column_state *t, size_t width) {
  if (out.mean) __builtin_memcpy(out.mean + at, t->mean, width * sizeof(float));
  if (out.variance) __builtin_memcpy(out.variance + at, t->spread, width * sizeof(float));
  for (size_t c = 0; out.std && c < width; c += 4) {
    const v128_t std = wasm_f32x4_sqrt(wasm_v128_load(t->spread + c));
    ln_store_up_to(out.std + at + c, ln_up_to_4(width - c), std);
  }
}

void ln_column_moments(ln_moments_out out, const float *x, size_t outer, size_t n, size_t inner, double correction,
                       size_t stride) {
  const ln_settings s = {.largest_weight = 1, .correction = correction, .n = n};
  const float_settings a = floats_of(&s);
  column_state t;
  for (size_t o = 0; o < outer; o++) {
    for (size_t first = 0; first < inner; first += TILE_COLUMNS) {
      const tile at = tile_at(x, o, n, inner, stride, first);
      const size_t statistic = o * inner + first;
      const int wide = statistics(&t, &at, &a, 0);
      write_moments(out, statistic, &t, at.width);
      if (wide) wide_statistics(&t, &at, 0);
      for (size_t c = 0; wide && c < at.width; c++) {
        if (is_wide(&t, c)) ln_write_moments(out, statistic + c, wide_group(&t, c), n, correction);
      }
    }
  }
}

/* Layer normalization --------------------------------------------------------------------------------------------- */

/** The means, summed in double: for large weights (weights.h). */
LN_ONCE void precise_means(column_state *t, const tile *x) {
  double_means(t, x);
  for (size_t c = 0; c < x->width; c++) {
    t->mean[c] = (float)t->d_total[c];
    t->residual[c] = (float)(t->d_total[c] - t->mean[c]);
  }
}

LN_SMALL_END

/** The centers of four columns. */
typedef struct {
  v128_t mean, residual, rstd;
} center_vectors;

LN_INLINE center_vectors centers(const column_state *t, size_t c) {
  return (center_vectors){wasm_v128_load(t->mean + c), wasm_v128_load(t->residual + c), wasm_v128_load(t->spread + c)};
}

LN_INLINE v128_t apply_vector(v128_t x, center_vectors at, v128_t scale, v128_t shift) {
  const v128_t x_hat = ln_normalized(x, at.mean, at.residual, at.rstd);
  return wasm_f32x4_add(wasm_f32x4_mul(x_hat, scale), shift);
}

/** The weights that some rows are multiplied by, and the biases that are added to them. */
typedef struct {
  v128_t scale[APPLY_ROWS], shift[APPLY_ROWS];
} affine;

/**
 * Normalises APPLY_ROWS rows of a range of whole strips. All of a strip is read before any of it is written: a load
 * waits for an earlier store whose address has the same low 12 bits, and so for the arithmetic of the strip before.
 */
static void apply_strips(float *y, const float *x, size_t stride, const column_state *t, range r, const affine *a) {
  for (size_t c = r.from; c < r.to; c += STRIP_COLUMNS) {
    v128_t v[APPLY_ROWS * STRIP_COLUMNS / 4];
#pragma clang loop unroll(full)
    for (size_t k = 0; k < STRIP_COLUMNS; k += 4) {
      const center_vectors at = centers(t, c + k);
#pragma clang loop unroll(full)
      for (size_t i = 0; i < APPLY_ROWS; i++) {
        v[(STRIP_COLUMNS * i + k) / 4] =
            apply_vector(wasm_v128_load(x + i * stride + c + k), at, a->scale[i], a->shift[i]);
      }
    }
#pragma clang loop unroll(full)
    for (size_t i = 0; i < APPLY_ROWS; i++) {
#pragma clang loop unroll(full)
      for (size_t k = 0; k < STRIP_COLUMNS; k += 4)
        wasm_v128_store(y + i * stride + c + k, v[(STRIP_COLUMNS * i + k) / 4]);
    }
  }
}

/** Normalises one row of a range, which may end anywhere. */
static void apply_row(float *y, const float *x, const column_state *t, range r, v128_t scale, v128_t shift) {
  for (size_t c = r.from; c < r.to; c += 4) {
    const size_t count = ln_up_to_4(r.to - c);
    ln_store_up_to(y + c, count, apply_vector(ln_load_up_to(x + c, count, 0), centers(t, c), scale, shift));
  }
}

/** Normalises the columns of a range, which may begin and end anywhere. */
LN_ONCE void apply(float *y, const tile *x, const column_state *t, const ln_settings *s, range r) {
  const range strips = {r.from, r.to - (r.to - r.from) % STRIP_COLUMNS};
  for (size_t i = 0; i < x->n; i += APPLY_ROWS) {
    const size_t rows = x->n - i < APPLY_ROWS ? x->n - i : APPLY_ROWS, at = i * x->stride;
    affine a;
    for (size_t k = 0; k < rows; k++) {
      a.scale[k] = wasm_f32x4_splat(s->weight ? s->weight[i + k] : 1);
      a.shift[k] = wasm_f32x4_splat(s->bias ? s->bias[i + k] : -0.0f); /* adding it changes nothing, not even -0 */
    }
    if (rows == APPLY_ROWS) apply_strips(y + at, x->x + at, x->stride, t, strips, &a);
    const range rest = {rows == APPLY_ROWS ? strips.to : r.from, r.to};
    for (size_t k = 0; k < rows; k++) {
      apply_row(y + at + k * x->stride, x->x + at + k * x->stride, t, rest, a.scale[k], a.shift[k]);
    }
  }
}

LN_SMALL_BEGIN

LN_ONCE void wide_column(float *y, float *mean, float *rstd, const float *x, ln_group g, const ln_settings *s,
                         size_t stride) {
  const double r = ln_group_rstd(&g, s, s->by_norm, ln_inverses_of(s->n, s->correction).degrees);
  if (mean) *mean = (float)g.mean;
  if (rstd) *rstd = (float)r;
  ln_apply_wide(y, x, s, stride, g.mean, r);
}

static void normalize_tile(float *y, float *mean, float *rstd, const tile *x, const ln_settings *s,
                           const float_settings *a) {
  column_state t;
  const int wide = statistics(&t, x, a, 1);
  if (s->largest_weight > LN_LARGE_WEIGHT) precise_means(&t, x);
  if (mean) __builtin_memcpy(mean, t.mean, x->width * sizeof(float));
  if (rstd) __builtin_memcpy(rstd, t.spread, x->width * sizeof(float));
  if (wide) wide_statistics(&t, x, a->by_norm);
  size_t from = 0; /* the first column that is still to be normalised */
  for (size_t c = 0; wide && c < x->width; c++) {
    if (!is_wide(&t, c)) continue;
    apply(y, x, &t, s, (range){from, c});
    wide_column(y + c, ln_offset(mean, c), ln_offset(rstd, c), x->x + c, wide_group(&t, c), s, x->stride);
    from = c + 1;
  }
  apply(y, x, &t, s, (range){from, x->width});
}

void ln_column_norm(float *y, float *mean, float *rstd, const float *x, const ln_settings *s, size_t outer,
                    size_t inner, size_t stride) {
  const float_settings a = floats_of(s);
  for (size_t o = 0; o < outer; o++) {
    for (size_t first = 0; first < inner; first += TILE_COLUMNS) {
      const tile at = tile_at(x, o, s->n, inner, stride, first);
      const size_t statistic = o * inner + first;
      normalize_tile(y + (at.x - x), ln_offset(mean, statistic), ln_offset(rstd, statistic), &at, s, &a);
    }
  }
}

LN_SMALL_END
