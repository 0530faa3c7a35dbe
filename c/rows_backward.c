/**
 * Gradients of layer norm, of RMS norm and of the L2 norm, over contiguous rows.
 *
 * With x-hat = (x - mean) * rstd and g = dy * weight, and means over the row,
 *
 *     dx = rstd * (g - mean(g) - x-hat * mean(g * x-hat))        dweight += dy * x-hat        dbias += dy
 *
 * RMS norm is the same without a mean: x-hat = x * rstd, and no mean(g). The L2 norm is RMS norm whose rstd is the
 * inverse of the norm: mean(g * x-hat) is then a sum, or 0 where the norm is below eps, a constant.
 *
 * As forward (row_loops.c), one loop sums up what a row needs while it writes the gradients of the row before:
 * `sum_and_write(what, ...)`, whose flags are constants wherever it is inlined:
 *
 *                         SUM  WITH_MEAN  WITH_RESIDUAL  WRITE
 *     sum_row              x       x
 *     write_row                    x            x          x
 *     write_layer_norm     x       x                       x
 *     write_rms_norm       x                               x
 *
 * With d = x - mean, or d = x without WITH_MEAN, the loop does this:
 *
 *     SUM, of the row m:    adds up g * t, where t = d * rstd, and WITH_MEAN also g and t
 *     WRITE, of the row a:  writes dx = dy * rstd * weight + (shift + slope * d), without WITH_MEAN no shift,
 *                           adds dy * rstd * (d - residual) to dweight, without WITH_RESIDUAL dy * rstd * d, and
 *                           WITH_MEAN dy to dbias
 *
 * sum_row and write_row serve RMS norm, too, with a mean and a residual of 0. All of these loops add up the sums of a
 * row in one order. last_pairs, which ends the rows, tests the flags as it runs.
 *
 * The mean that is at hand is a float32. The part of it that float32 lacks is the mean of t divided by rstd, which is
 * found along with the sums of g and g * t, so that a saved mean costs no precision.
 */
#include "norm.h"
#include "parts.h"
#include "rows.h"
#include "wide.h"

/** The flags of sum_and_write. */
enum { SUM = 1, WRITE = 2, WITH_MEAN = 4, WITH_RESIDUAL = 8 };

enum {
  PAIR_ELEMENTS = 8,  /* elements of an iteration: two vectors */
  RUN_ELEMENTS = 256, /* elements whose sums are added up in float before they go into doubles */
};

/** One row. */
typedef struct {
  const float *dy, *x;
  float mean, rstd;
  double share; /* times the sum of g * x-hat: what x-hat is multiplied by */
} row;

/** A row's sums: of g, g * t and t. */
typedef struct {
  double g, gt, t;
} gradient_sums;

/**
 * The row whose gradients are written. With d = x - mean and e = dy * rstd:
 *
 *     dx = e * weight + (shift + slope * d)        dweight += e * (d - residual)        dbias += dy
 */
typedef struct {
  row at;
  float *dx;
  float shift, slope, residual;
} gradient;

/** The operands that all rows share. */
typedef struct {
  const float *weight;
  float *sums; /* of up to LN_RUN_ROWS rows: four of dweight, four of dbias, four of dweight again, to the end */
} shared;

/** x - mean of count (1 to 4) elements at i. */
LN_INLINE v128_t centered_at(int what, const row *r, size_t i, size_t count) {
  const v128_t v = ln_load_up_to(r->x + i, count, r->mean);
  return what & WITH_MEAN ? wasm_f32x4_sub(v, wasm_f32x4_splat(r->mean)) : v;
}

/** Writes dx of count elements at i, and adds what they give to dweight and dbias to the sums. */
LN_INLINE void write_vector(int what, const gradient *a, const shared *s, v128_t w, size_t i, size_t count) {
  const v128_t dy = ln_load_up_to(a->at.dy + i, count, 0), e = wasm_f32x4_mul(dy, wasm_f32x4_splat(a->at.rstd));
  v128_t d = centered_at(what, &a->at, i, count), line = wasm_f32x4_mul(d, wasm_f32x4_splat(a->slope));
  float *dweight = s->sums + 2 * i, *dbias = dweight + 4;
  if (what & WITH_MEAN) {
    line = wasm_f32x4_add(line, wasm_f32x4_splat(a->shift));
    if (what & WITH_RESIDUAL) d = wasm_f32x4_sub(d, wasm_f32x4_splat(a->residual));
    wasm_v128_store(dbias, wasm_f32x4_add(wasm_v128_load(dbias), dy));
  }
  wasm_v128_store(dweight, wasm_f32x4_add(wasm_v128_load(dweight), wasm_f32x4_mul(e, d)));
  ln_store_up_to(a->dx + i, count, wasm_f32x4_add(wasm_f32x4_mul(e, w), line));
}

/** Sums of g, g * t and t, in four lanes. */
typedef struct {
  v128_t g, gt, t;
} vector_sums;

LN_INLINE vector_sums vector_sums_at(int what, const row *m, v128_t w, size_t i, size_t count) {
  const v128_t g = wasm_f32x4_mul(ln_load_up_to(m->dy + i, count, 0), w);
  const v128_t t = wasm_f32x4_mul(centered_at(what, m, i, count), wasm_f32x4_splat(m->rstd));
  return (vector_sums){g, wasm_f32x4_mul(g, t), t};
}

LN_INLINE vector_sums add(vector_sums a, vector_sums b) {
  return (vector_sums){wasm_f32x4_add(a.g, b.g), wasm_f32x4_add(a.gt, b.gt), wasm_f32x4_add(a.t, b.t)};
}

/** The row r from its element i on. */
LN_INLINE row row_from(row r, size_t i) {
  r.dy += i, r.x += i;
  return r;
}

LN_INLINE gradient gradient_from(gradient a, size_t i) {
  a.at = row_from(a.at, i), a.dx += i;
  return a;
}

/** The last elements of the rows, fewer than PAIR_ELEMENTS: one function for all loops. */
LN_ONCE vector_sums last_pairs(int what, const row *m, const gradient *a, const shared *s, size_t i, size_t n,
                               vector_sums sum) {
  for (; i < n; i += 4) {
    const size_t count = ln_up_to_4(n - i);
    const v128_t w = ln_load_up_to(s->weight + i, count, 0);
    if (what & SUM) sum = add(sum, vector_sums_at(what, m, w, i, count));
    if (what & WRITE) write_vector(what, a, s, w, i, count);
  }
  return sum;
}

LN_INLINE gradient_sums sum_and_write(const int what, const row *next, const gradient *now, const shared *all,
                                      size_t n) {
  const row m = *next; /* copies: what another pointer may point to would be read again after every store */
  const gradient a = *now;
  const shared s = *all;
  const v128_t zero = wasm_f32x4_splat(0);
  v128_t total_g = zero, total_gt = zero, total_t = zero; /* f64x2 */
  for (size_t i = 0; i < n;) {
    const size_t end = n - i < RUN_ELEMENTS ? n : i + RUN_ELEMENTS;
    vector_sums sum = {zero, zero, zero};
    for (; i + PAIR_ELEMENTS <= end; i += PAIR_ELEMENTS) { /* one index: V8 copies several that advance together */
      const row mi = what & SUM ? row_from(m, i) : m;
      const gradient ai = what & WRITE ? gradient_from(a, i) : a;
      const shared si = {s.weight + i, s.sums + 2 * i};
#pragma clang loop unroll(full)
      for (size_t k = 0; k < PAIR_ELEMENTS; k += 4) {
        const v128_t w = wasm_v128_load(si.weight + k);
        if (what & SUM) sum = add(sum, vector_sums_at(what, &mi, w, k, 4));
        if (what & WRITE) write_vector(what, &ai, &si, w, k, 4);
      }
    }
    if (i < end) sum = last_pairs(what, next, now, all, i, end, sum);
    i = end;
    total_gt = wasm_f64x2_add(total_gt, ln_widen_sum(sum.gt));
    if (what & WITH_MEAN) {
      total_g = wasm_f64x2_add(total_g, ln_widen_sum(sum.g));
      total_t = wasm_f64x2_add(total_t, ln_widen_sum(sum.t));
    }
  }
  return (gradient_sums){ln_sum_f64x2(total_g), ln_sum_f64x2(total_gt), ln_sum_f64x2(total_t)};
}

/* The loops, each a function of its own: V8 keeps more of a short function in registers --------------------------- */

typedef gradient_sums gradient_loop(const row *m, const gradient *a, const shared *s, size_t n);

#define GRADIENT_LOOP(name, what)                                                         \
  static gradient_sums name(const row *m, const gradient *a, const shared *s, size_t n) { \
    return sum_and_write(what, m, a, s, n);                                               \
  }
GRADIENT_LOOP(sum_row, WITH_MEAN | SUM)
GRADIENT_LOOP(write_row, WITH_MEAN | WRITE | WITH_RESIDUAL)
GRADIENT_LOOP(write_layer_norm, WITH_MEAN | SUM | WRITE)
GRADIENT_LOOP(write_rms_norm, SUM | WRITE)

LN_SMALL_BEGIN

/* A whole op ------------------------------------------------------------------------------------------------------ */

/** What an op knows while it goes from row to row. */
typedef struct {
  const ln_rows_gradient *all;
  const float *weight;     /* of the row at hand, or NULL */
  double *dweight, *dbias; /* that the run at hand is added to; dbias only if centered; neither: the runs are kept */
  float *room;             /* for n floats: weight plus offset, or ones, where the caller's own weight will not do */
  double by_n, by_degrees; /* 1 / n and 1 / max(0, n - correction) */
} job;

static double rstd_of(const job *j, ln_group g) { return ln_rstd(g, j->all->by_norm, j->all->eps, j->by_degrees); }

/**
 * What makes of the sum of g * x-hat what x-hat is multiplied by: a mean, of as many elements as the variance is one
 * of. Of an L2 norm it is the sum itself, or nothing where the divisor is eps.
 */
static double share_of(const job *j, ln_group g) {
  if (!j->all->by_norm) return j->by_degrees;
  return __builtin_sqrt(g.m2) < j->all->eps ? 0 : 1;
}

/** dy * weight of the element i of a row. */
LN_INLINE double weighted(const job *j, const float *dy, size_t i) {
  return dy[i] * (double)(j->weight ? j->weight[i] + j->all->weight_offset : 1);
}

/** The gradients of one row in double: for a row that float32 cannot carry. */
LN_ONCE void write_wide_row(const job *j, float *sums, size_t row) {
  const size_t n = j->all->n;
  const float *dy = j->all->dy + row * n, *x = j->all->x + row * n;
  const ln_group group = ln_wide_moments(x, n, j->all->centered);
  const double rstd = rstd_of(j, group), share = share_of(j, group);
  double mean_g = 0, mean_gx = 0;
  for (size_t i = 0; i < n; i++) {
    const double g = weighted(j, dy, i), x_hat = (x[i] - group.mean) * rstd;
    float *dweight = sums + i / 4 * 8 + i % 4, *dbias = dweight + 4;
    if (j->all->centered) mean_g += g / (double)n, *dbias += dy[i];
    mean_gx += g * x_hat * share;
    *dweight += (float)(dy[i] * x_hat);
  }
  for (size_t i = 0; i < n; i++) {
    const double x_hat = (x[i] - group.mean) * rstd;
    j->all->dx[row * n + i] = (float)(rstd * (weighted(j, dy, i) - mean_g - x_hat * mean_gx));
  }
}

/**
 * Outside of these, rstd^2 is below 1e-24 or above 1e36, and its products may leave the range of float32: the row runs
 * in double.
 */
static const float SMALLEST_RSTD = 1e-12f, LARGEST_RSTD = 1e18f;

/** The row r with its statistics; its rstd is 0 where float32 cannot carry these. */
LN_ONCE row row_at(const job *j, size_t r) {
  const float *x = j->all->x + r * j->all->n;
  row result = {.dy = j->all->dy + r * j->all->n, .x = x, .share = j->by_n};
  if (j->all->rstd && (j->all->mean || !j->all->centered)) {
    result.rstd = j->all->rstd[r];
    if (j->all->centered) result.mean = j->all->mean[r];
  } else {
    const double hiding = ln_hiding_eps(j->all->by_norm, j->all->eps, j->all->n, j->all->correction);
    const ln_group g = j->all->centered ? ln_row_moments(x, j->all->n, hiding) : ln_row_squares(x, j->all->n, hiding);
    if (g.wide) return result;
    result.mean = (float)g.mean;
    result.rstd = (float)rstd_of(j, g);
    result.share = share_of(j, g);
  }
  if (!(result.rstd > SMALLEST_RSTD && result.rstd < LARGEST_RSTD)) result.rstd = 0;
  return result;
}

/**
 * The variance of x-hat, with the correction, is 1 - eps * rstd^2, where rstd is a float32, off by up to 1e-7 of
 * itself. A variance below this is not known well enough.
 */
static const double LEAST_KNOWN_VARIANCE = 1e-6;

/**
 * Whether the residual of the mean can be left out, mean_t being that residual times rstd. It is compared with the
 * standard deviation of x-hat, without the correction: sqrt(1 - eps * rstd^2) with it is far below 1 where eps is far
 * above the variance.
 */
static int is_negligible(const job *j, double mean_t, double rstd) {
  const double variance = 1 - j->all->eps * rstd * rstd, uncorrected = 1 - j->all->correction * j->by_n;
  return variance > LEAST_KNOWN_VARIANCE &&
         mean_t * mean_t <= LN_NEGLIGIBLE_RESIDUAL * LN_NEGLIGIBLE_RESIDUAL * variance * uncorrected;
}

/** Whether float32 carries v with all its digits. */
static int is_carried(double v) {
  const double magnitude = __builtin_fabs(v);
  return v == 0 || (magnitude >= LN_FLOAT_MIN && magnitude <= LN_FLOAT_MAX);
}

/** Writes to a what WRITE needs of the row r. Returns 0 where float32 cannot carry that. */
LN_ONCE int gradient_of(gradient *a, const job *j, row r, gradient_sums sums) {
  if (r.rstd == 0) return 0;
  const double rstd = r.rstd, mean_t = sums.t * j->by_n;
  const double mean_gx = (sums.gt - mean_t * sums.g) * r.share; /* mean(g * x-hat), x-hat = t - mean(t) */
  const double no_shift = -0.0;                                 /* adding -0 changes nothing, not even -0 */
  const double shift = j->all->centered ? rstd * (mean_t * mean_gx - sums.g * j->by_n) : no_shift;
  const double slope = -rstd * rstd * mean_gx;
  const double residual = is_negligible(j, mean_t, rstd) ? 0 : mean_t / rstd;
  *a = (gradient){.at = r,
                  .dx = j->all->dx + (r.x - j->all->x),
                  .shift = (float)shift,
                  .slope = (float)slope,
                  .residual = (float)residual};
  return is_carried(shift) && is_carried(slope) && is_carried(residual);
}

/** Adds count (1 to 4) floats to doubles. */
LN_INLINE void add_vector(double *total, const float *sums, size_t count) {
  if (count == 4) ln_add_to_doubles(total, wasm_v128_load(sums));
  else
    for (size_t i = 0; i < count; i++) total[i] += sums[i];
}

void ln_add_runs(double *dweight, double *dbias, const float *runs, size_t count, size_t n) {
  for (size_t r = 0; r < count; r++, runs += LN_RUN_FLOATS(n)) {
    for (size_t i = 0; i < n; i += 4) {
      const size_t left = ln_up_to_4(n - i);
      add_vector(dweight + i, runs + 2 * i, left);
      if (dbias) add_vector(dbias + i, runs + 2 * i + 4, left);
    }
  }
}

static void begin_run(float *sums, size_t n) { __builtin_memset(sums, 0, LN_RUN_FLOATS(n) * sizeof(float)); }

/** Adds the sums of a run of rows to the doubles, or keeps them, and begins the next run, if there is one. */
LN_ONCE void end_run(const job *j, shared *s, int last) {
  const size_t n = j->all->n;
  if (j->dweight) ln_add_runs(j->dweight, j->dbias, s->sums, 1, n);
  else if (!j->all->by_norm) s->sums += LN_RUN_FLOATS(n);
  if (!last) begin_run(s->sums, n);
}

/** The sums of a row that no other row is written with. */
static gradient_sums sums_alone(const job *j, const row *m, const gradient *a, const shared *s) {
  gradient_sums sums = sum_row(m, a, s, j->all->n);
  if (!j->all->centered) sums.g = sums.t = 0;
  return sums;
}

/** Gives the row that is at hand its weight, and the sums that its gradients are added to. */
LN_ONCE void give_parameters(job *j, shared *s, size_t row) {
  const ln_rows_gradient *all = j->all;
  const size_t n = all->n, at = all->weight_row ? all->weight_row[row] * n : 0;
  if (all->weight) j->weight = all->weight + at;
  if (all->dweight) j->dweight = all->dweight + at;
  if (all->dbias) j->dbias = all->dbias + (all->dbias_row ? all->dbias_row[row] * n : 0);
  s->weight = j->weight;
  if (j->weight && j->all->weight_offset == 0) return;
  for (size_t i = 0; i < n; i++) j->room[i] = j->weight ? j->weight[i] + j->all->weight_offset : 1;
  s->weight = j->room;
}

/** Whether the row has the parameters of the row before. */
static int shares_parameters(const ln_rows_gradient *all, size_t row) {
  if (all->weight_row && all->weight_row[row] != all->weight_row[row - 1]) return 0;
  return !all->dbias_row || all->dbias_row[row] == all->dbias_row[row - 1];
}

void ln_differentiate_rows(const ln_rows_gradient *all) {
  LN_REQUIRE(all->n >= 1 && all->eps >= 0 && all->correction >= 0);
  const size_t n = all->n, rows = all->outer;
  if (rows == 0) return;
  gradient_loop *both = all->centered ? write_layer_norm : write_rms_norm;
  const ln_inverses by = ln_inverses_of(n, all->correction);
  const size_t kept = all->dweight || all->by_norm ? 1 : (rows + LN_RUN_ROWS - 1) / LN_RUN_ROWS;
  job j = {.all = all, .room = all->scratch + kept * LN_RUN_FLOATS(n), .by_n = by.n, .by_degrees = by.degrees};
  gradient a = {0};
  shared s = {NULL, all->scratch};
  begin_run(s.sums, n);
  give_parameters(&j, &s, 0);
  row m = row_at(&j, 0);
  gradient_sums sums = sums_alone(&j, &m, &a, &s);
  for (size_t r = 0; r < rows; r++) {
    const int narrow = gradient_of(&a, &j, m, sums), last = r + 1 == rows;
    const int same = !last && shares_parameters(all, r + 1), ends = !same || (r + 1) % LN_RUN_ROWS == 0;
    if (!last) m = row_at(&j, r + 1);
    if (narrow && same && a.residual == 0) {
      sums = both(&m, &a, &s, n);
      if (ends) end_run(&j, &s, 0);
      continue;
    }
    if (narrow) write_row(&m, &a, &s, n);
    else write_wide_row(&j, s.sums, r);
    if (ends) end_run(&j, &s, last);
    if (!last && !same) give_parameters(&j, &s, r + 1);
    if (!last) sums = sums_alone(&j, &m, &a, &s);
  }
}

/* Its special cases ------------------------------------------------------------------------------------------------ */

void ln_norm_rows_backward(float *dx, double *dweight, double *dbias, float *scratch, const float *dy, const float *x,
                           const float *mean, const float *rstd, const float *weight, const uint32_t *weight_row,
                           const uint32_t *dbias_row, size_t outer, size_t n, float weight_offset, double eps,
                           int centered) {
  ln_differentiate_rows(&(ln_rows_gradient){.dx = dx,
                                            .dweight = dweight,
                                            .dbias = dbias,
                                            .scratch = scratch,
                                            .dy = dy,
                                            .x = x,
                                            .mean = mean,
                                            .rstd = rstd,
                                            .weight = weight,
                                            .weight_row = weight_row,
                                            .dbias_row = dbias_row,
                                            .outer = outer,
                                            .n = n,
                                            .weight_offset = weight_offset,
                                            .eps = eps,
                                            .centered = centered});
}

void ln_layer_norm_backward(float *dx, double *dweight, double *dbias, float *scratch, const float *dy, const float *x,
                            const float *mean, const float *rstd, const float *weight, size_t outer, size_t n,
                            double eps) {
  ln_differentiate_rows(&(ln_rows_gradient){.dx = dx,
                                            .dweight = dweight,
                                            .dbias = dbias,
                                            .scratch = scratch,
                                            .dy = dy,
                                            .x = x,
                                            .mean = mean,
                                            .rstd = rstd,
                                            .weight = weight,
                                            .outer = outer,
                                            .n = n,
                                            .eps = eps,
                                            .centered = 1});
}

void ln_normalize_backward(float *dx, double *dweight, double *dbias, float *scratch, const float *dy, const float *x,
                           const float *weight, size_t outer, size_t n, double correction, double eps) {
  ln_differentiate_rows(&(ln_rows_gradient){.dx = dx,
                                            .dweight = dweight,
                                            .dbias = dbias,
                                            .scratch = scratch,
                                            .dy = dy,
                                            .x = x,
                                            .weight = weight,
                                            .outer = outer,
                                            .n = n,
                                            .eps = eps,
                                            .correction = correction,
                                            .centered = 1});
}

void ln_rms_norm_backward(float *dx, double *dweight, float *scratch, const float *dy, const float *x,
                          const float *rrms, const float *weight, size_t outer, size_t n, float weight_offset,
                          double eps) {
  ln_differentiate_rows(&(ln_rows_gradient){.dx = dx,
                                            .dweight = dweight,
                                            .scratch = scratch,
                                            .dy = dy,
                                            .x = x,
                                            .rstd = rrms,
                                            .weight = weight,
                                            .outer = outer,
                                            .n = n,
                                            .weight_offset = weight_offset,
                                            .eps = eps});
}

void ln_l2_norm_backward(float *dx, float *scratch, const float *dy, const float *x, size_t outer, size_t n,
                         double eps) {
  ln_differentiate_rows(&(ln_rows_gradient){
      .dx = dx, .scratch = scratch, .dy = dy, .x = x, .outer = outer, .n = n, .eps = eps, .by_norm = 1});
}

LN_SMALL_END
