/**
 * Moments of rows, and rows normalised: from row to row. How a row is walked: row_loops.c. Which mean is precise
 * enough: mean_error.h.
 */
#include "rows.h"
#include "mean_error.h"
#include "row_choice.h"
#include "row_loops.h"
#include "weights.h"

enum {
  PIVOT_ELEMENTS = 16, /* their mean is a row's pivot: a power of two of them, so that equal ones give themselves */
};

/* Moments of one row ---------------------------------------------------------------------------------------------- */

/** A float near the mean of the row x (of x + residual, if there is one) that the row itself yields. */
LN_INLINE float row_pivot(const float *x, const float *residual, size_t n) {
  v128_t sum = wasm_f32x4_splat(0);
  if (n < PIVOT_ELEMENTS) return residual ? x[0] + residual[0] : x[0];
#pragma clang loop unroll(full)
  for (size_t i = 0; i < PIVOT_ELEMENTS; i += 4) {
    v128_t v = wasm_v128_load(x + i);
    if (residual) v = wasm_f32x4_add(v, wasm_v128_load(residual + i));
    sum = wasm_f32x4_add(sum, v);
  }
  return (float)(ln_sum_f64x2(ln_widen_sum(sum)) / PIVOT_ELEMENTS);
}

/** The moments of a row whose sums cannot be trusted: POOR, about a better pivot; WIDE, in double. */
LN_ONCE ln_group measure_again(ln_verdict v, const float *x, size_t n, float pivot, size_t run, double eps) {
  ln_group g;
  if (v == LN_POOR) v = ln_finish(&g, ln_row_sums(x, n, pivot, run), pivot, n, 1 / (double)n, eps);
  return v == LN_WIDE ? ln_wide_moments(x, n, 1) : g;
}

/** The moments that the sums of the row x about a pivot give; measured again if they cannot be trusted. */
LN_INLINE ln_group judged_moments(const float *x, size_t n, double by_n, ln_sums sums, float pivot, size_t run,
                                  double eps) {
  ln_group g;
  const ln_verdict v = ln_finish(&g, sums, pivot, n, by_n, eps);
  return v == LN_FINE ? g : measure_again(v, x, n, (float)g.mean, run, eps);
}

ln_group ln_row_moments(const float *x, size_t n, double eps) {
  const float pivot = row_pivot(x, NULL, n);
  return judged_moments(x, n, 1 / (double)n, ln_row_sums(x, n, pivot, LN_LONG_RUN), pivot, LN_LONG_RUN, eps);
}

ln_group ln_row_squares(const float *x, size_t n, double eps) {
  return ln_judged_squares(x, n, ln_row_sums_about_0(x, n), eps);
}

LN_SMALL_BEGIN

/* A whole op ------------------------------------------------------------------------------------------------------ */

/** What an op knows while it goes from row to row. */
typedef struct {
  ln_settings s; /* with the parameters of the row that is normalised */
  double hiding_eps;
  ln_inverses by;
  ln_mean_bounds bounds;
  const float *weight; /* of the row that is measured, and the largest of it */
  double largest_weight;
  ln_applied a;                      /* the row that is normalised */
  float weights[LN_OFFSET_ELEMENTS]; /* weight + offset */
} state;

LN_INLINE void begin(state *t, const ln_rows *r) {
  /* A weight multiplies the error of a mean: where there is none, no weight is large. */
  const double largest = r->centered ? ln_largest_weight(r->weight, r->weight_offset, r->n) : 1;
  t->s = (ln_settings){.weight = r->weight,
                       .bias = r->bias,
                       .largest_weight = largest,
                       .correction = r->correction,
                       .eps = r->eps,
                       .n = r->n,
                       .weight_offset = r->weight_offset};
  t->hiding_eps = ln_hiding_eps(0, r->eps, r->n, r->correction);
  t->by = ln_inverses_of(r->n, r->correction);
  t->weight = r->weight;
  t->largest_weight = largest;
  ln_begin_applied(&t->a, r);
}

/** How long the runs of a row may be, which depends on its own weight alone, as its bits do. */
LN_INLINE size_t run_of(state *t, const ln_rows *r, size_t row) {
  if (r->weight && r->weight_row) {
    const float *weight = r->weight + r->weight_row[row] * r->n;
    if (weight != t->weight && r->centered) t->largest_weight = ln_largest_weight(weight, r->weight_offset, r->n);
    t->weight = weight;
  }
  return t->largest_weight > LN_LARGE_WEIGHT ? LN_SHORT_RUN : LN_LONG_RUN;
}

/** On to a row. Member by member: the load of a struct waits for the stores of its members, just made. */
LN_INLINE void go_to_row(ln_measured *m, state *t, const ln_rows *r, size_t row) {
  const size_t at = row * r->n;
  m->x = r->x + at;
  if (r->residual) m->residual = r->residual + at, m->sum = r->sum + at;
  if (r->centered) m->pivot = row_pivot(m->x, r->residual ? m->residual : NULL, r->n);
  m->run = run_of(t, r, row);
}

/** Gives a row that has been measured the weight and the bias that belong to it. */
LN_INLINE void take_parameters(state *t, const ln_rows *r, size_t row) {
  ln_settings *s = &t->s;
  if (r->bias && r->bias_row) t->a.bias = s->bias = r->bias + r->bias_row[row] * s->n;
  if (!r->weight || (row > 0 && (!r->weight_row || t->weight == s->weight))) return;
  if (r->weight_row) t->a.weight = s->weight = t->weight, s->largest_weight = t->largest_weight;
  if (s->largest_weight > LN_LARGE_WEIGHT) ln_find_mean_bounds(&t->bounds, s);
  if (r->weight_offset == 0 || !ln_adds_offset_beforehand(r)) return;
  ln_add_offset(t->weights, s->weight, s->weight_offset, s->n);
  t->a.weight = t->weights, t->a.offset = LN_NOTHING;
}

/**
 * The center of a row. Its residual is left out where that does not show beside the row.
 * @param size  the square of a size that the row has, from ln_refine_mean; 0, where no weight is large: its standard
 *              deviation 1 / rstd is taken
 */
static ln_center row_center(ln_group g, double rstd, double largest_weight, double size) {
  ln_center at = ln_group_center(g, rstd);
  const double weight = largest_weight > 1 ? largest_weight : 1, error = at.residual * weight;
  if (size > 0 ? error * error <= LN_NEGLIGIBLE_RESIDUAL * LN_NEGLIGIBLE_RESIDUAL * size
               : __builtin_fabs(error * rstd) <= LN_NEGLIGIBLE_RESIDUAL) {
    at.residual = 0;
  }
  return at;
}

/** The moments of a row that has been measured, and its reciprocal standard deviation. */
typedef struct {
  ln_group g;
  double rstd;
} finished;

/** Finds what normalises a row that has been measured. (Inlined: what stays in registers need not be stored first.) */
LN_INLINE finished finish_row(state *t, const ln_rows *r, size_t row, ln_sums sums, const ln_measured *m) {
  const size_t n = t->s.n;
  const float *x = (r->residual ? r->sum : r->x) + row * n;
  take_parameters(t, r, row);
  const double eps = t->hiding_eps;
  double size = 0;
  ln_group g =
      r->centered ? judged_moments(x, n, t->by.n, sums, m->pivot, m->run, eps) : ln_judged_squares(x, n, sums, eps);
  if (r->centered && t->s.largest_weight > LN_LARGE_WEIGHT && !g.wide) {
    size = ln_refine_mean(&g, &t->s, &t->bounds, &t->by, x, m->pivot);
  }
  const double rstd = ln_group_rstd(&g, &t->s, 0, t->by.degrees);
  t->a.y = r->y + row * n, t->a.x = x;
  t->a.at = row_center(g, rstd, t->s.largest_weight, size);
  if (r->mean) r->mean[row] = (float)g.mean;
  if (r->rstd) r->rstd[row] = (float)rstd;
  return (finished){g, rstd};
}

/** Whether a row can go through a loop that has no residual of the mean. */
LN_INLINE int is_simple(const state *t, finished f) { return !f.g.wide && t->a.at.residual == 0; }

/** Normalises a row while no other is measured. */
LN_INLINE void normalize_alone(const state *t, const ln_rows *r, finished f) {
  if (f.g.wide) ln_apply_wide(t->a.y, t->a.x, &t->s, 1, f.g.mean, f.rstd);
  else if (r->centered) ln_apply_row(&t->a, t->s.n);
  else ln_scale_row(&t->a, t->s.n);
}

/** Lets a measured row wait, behind count others, to be normalised with them. Returns how many wait now. */
LN_INLINE size_t let_wait(ln_applied *waiting, size_t count, const state *t) {
  waiting[count++] = t->a;
  if (count < LN_GROUP_ROWS) return count;
  ln_apply_group(waiting, t->s.n);
  return 0;
}

/** Member by member, as in go_to_row. */
LN_INLINE void keep(ln_sums *sums, ln_sums found) { sums->d = found.d, sums->d2 = found.d2; }

/** Inlined, so that an op for which an operand is known to be NULL or 0 has nothing that deals with it. */
LN_INLINE void normalize(const ln_rows *r) {
  LN_REQUIRE(r->n >= 1 && r->eps >= 0 && r->correction >= 0);
  /* Whether the loop that also measures can have a row's weight as it needs it, and whether rows wait until
     LN_GROUP_ROWS of them can be normalised together. */
  const int in_one_pass = r->weight_offset == 0 || ln_adds_offset_beforehand(r);
  const int in_groups = in_one_pass && ln_goes_in_groups(r);
  state t;
  ln_applied waiting[LN_GROUP_ROWS];
  size_t count = 0;
  ln_measured m = {0};
  ln_sums sums = {0};
  begin(&t, r);
  for (size_t row = 0;; row++) { /* this row is measured, and the one before it normalised */
    const int more = row < r->outer;
    finished f;
    if (row > 0) f = finish_row(&t, r, row - 1, sums, &m);
    if (more) go_to_row(&m, &t, r, row);
    if (row > 0) {
      const int simple = is_simple(&t, f);
      if (more && simple && in_one_pass && !in_groups) {
        keep(&sums, ln_normalize_and_measure(r, &m, &t.a, r->n));
        continue;
      }
      if (simple && in_groups) count = let_wait(waiting, count, &t);
      else normalize_alone(&t, r, f);
    }
    if (!more) break;
    keep(&sums, ln_measure_row(r, &m, r->n));
  }
  while (count > 0) ln_apply_row(&waiting[--count], r->n);
}

void ln_normalize_rows(const ln_rows *r) { normalize(r); }

void ln_layer_norm_rows(float *y, float *mean, float *rstd, const float *x, const float *weight, const float *bias,
                        size_t outer, size_t n, double correction, double eps) {
  normalize(&(ln_rows){.y = y,
                       .mean = mean,
                       .rstd = rstd,
                       .x = x,
                       .weight = weight,
                       .bias = bias,
                       .outer = outer,
                       .n = n,
                       .eps = eps,
                       .correction = correction,
                       .centered = 1});
}

LN_SMALL_END
