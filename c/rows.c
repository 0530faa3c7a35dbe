/**
 * Rows are measured and normalised by one loop, which measures a row while it normalises the row before, whose
 * elements are still in the L1 cache: memory is read once, and the arithmetic of the one hides the latencies of the
 * other. Either half may be left out. That loop is `pass(what, ...)`. Its flags are constants wherever it is inlined,
 * so that each of these functions is a loop of its own, without a test of flags in it:
 *
 *                       MEASURE  FUSED  CENTERED  RESIDUAL  OFFSET  SHIFT  APPLY
 *     row_sums             x              x
 *     row_squares          x
 *     add_sums             x       x      x
 *     add_squares          x       x
 *     apply_any                           x         x         x       x      x
 *     apply_scale                                             x              x
 *     layer_norm           x              x                           x      x
 *     add_layer_norm       x       x      x                           x      x
 *     rms_norm             x                                                 x
 *     add_rms_norm         x       x                                         x
 *
 * With MEASURE, the loop then adds up d and d^2 of the row m:
 *
 *     d = x - pivot                      with FUSED: x + residual, which is also written to sum, in place of x
 *                                        without CENTERED: no pivot, and d is not added up
 *
 * With APPLY, it writes the row a, whose moments are known:
 *
 *     y = ((x - mean) - residual of the mean) * rstd * (weight + offset) + bias
 *         CENTERED      RESIDUAL                                OFFSET    SHIFT      without the flag: term left out
 *
 * Of several rows the offset is added to the weight beforehand, once for all that share the weight.
 *
 * Where a row, its parameters and its output do not stay in the L1 cache together, and all rows come from memory, this
 * falls behind: what weight and bias wait for in the L2 cache keeps the processor from fetching rows ahead. There,
 * GROUP_ROWS rows are measured, one after the other, and then normalised together by apply_group, which loads each
 * vector of weight and bias once for all of them.
 *
 * last_vectors, which ends the rows, tests the flags as it runs. In all of these loops a row's sums are added up in one
 * order, and its elements are normalised by the same roundings, so that a row's bits do not depend on the loops that it
 * went through.
 *
 * Floats are summed in runs, runs in double. Even where all rounding errors of a long run point the same way, a sum of
 * squares is within about 16 / 2 * 2^-24 = 5e-7 of itself. What that does to a mean: "The error of a mean", below.
 */
#include "rows.h"
#include "weights.h"
#include "wide.h"

enum {
  STEP_ELEMENTS = 16, /* elements of an iteration: four vectors, whose values are added up before the run's */
  LONG_RUN = 16 * STEP_ELEMENTS, /* elements added up in float */
  SHORT_RUN = 4 * STEP_ELEMENTS, /* the same where a large weight multiplies the error of the mean */
  OFFSET_ELEMENTS = 8192,        /* of a weight that an offset is added to beforehand: half of the stack */
  GROUP_ROWS = 8,
  L1_ELEMENTS = 10240,       /* of a row and all that belongs to it: more do not stay in an L1 cache of 32 to 48 kB */
  CACHED_ELEMENTS = 8 << 20, /* of all rows: more come from memory */
  PIVOT_ELEMENTS = 16, /* their mean is a row's pivot: a power of two of them, so that equal ones give themselves */
};

/** The flags of pass. */
enum {
  MEASURE = 1,
  APPLY = 2,
  CENTERED = 4,
  RESIDUAL = 8,
  OFFSET = 16,
  SHIFT = 32,
  FUSED = 64,
};

/** The row to be measured. */
typedef struct {
  const float *x, *residual;
  float *sum;
  float pivot;
  size_t run; /* elements added up in float */
} measured;

/**
 * The row to be normalised, and how. Where an op has no weight (bias), weight (bias) points to STEP_ELEMENTS ones
 * (negative zeros), which the mask 0 makes every iteration read again; otherwise the mask has all bits set.
 */
typedef struct {
  float *y;
  const float *x, *weight, *bias;
  size_t weight_mask, bias_mask;
  float offset;
  ln_center at;
} applied;

static const float ones[STEP_ELEMENTS] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

/** Adding a negative zero leaves every number as it is, also -0. */
#define NONE (-0.0f)
static const float zeros[STEP_ELEMENTS] = {NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
                                           NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE};

/* One pass -------------------------------------------------------------------------------------------------------- */

/** x - pivot of count (1 to 4) elements at i. */
LN_INLINE v128_t measure_vector(int what, const measured *m, size_t i, size_t count) {
  v128_t v = ln_load_up_to(m->x + i, count, m->pivot);
  if (what & FUSED) {
    v = wasm_f32x4_add(v, ln_load_up_to(m->residual + i, count, 0));
    ln_store_up_to(m->sum + i, count, v);
  }
  return what & CENTERED ? wasm_f32x4_sub(v, wasm_f32x4_splat(m->pivot)) : v;
}

/** Normalises count elements. */
LN_INLINE void apply_vector(int what, const applied *a, float *y, const float *x, const float *weight,
                            const float *bias, size_t count) {
  v128_t v = ln_load_up_to(x, count, 0), w = ln_load_up_to(weight, count, 0);
  if (what & CENTERED) v = wasm_f32x4_sub(v, wasm_f32x4_splat(a->at.mean));
  if (what & RESIDUAL) v = wasm_f32x4_sub(v, wasm_f32x4_splat(a->at.residual));
  if (what & OFFSET) w = wasm_f32x4_add(w, wasm_f32x4_splat(a->offset));
  v = wasm_f32x4_mul(wasm_f32x4_mul(v, wasm_f32x4_splat(a->at.rstd)), w);
  if (what & SHIFT) v = wasm_f32x4_add(v, ln_load_up_to(bias, count, 0));
  ln_store_up_to(y, count, v);
}

LN_INLINE v128_t sum_4(v128_t a, v128_t b, v128_t c, v128_t d) {
  return wasm_f32x4_add(wasm_f32x4_add(a, b), wasm_f32x4_add(c, d));
}

LN_INLINE v128_t square(v128_t v) { return wasm_f32x4_mul(v, v); }

/** Sums of x - pivot and of its square, in four lanes. */
typedef struct {
  v128_t d, d2;
} lanes;

/** The last elements of the rows, from i on, fewer than STEP_ELEMENTS: one function for all loops. */
LN_ONCE lanes last_vectors(int what, const measured *m, const applied *a, size_t i, size_t n) {
  v128_t d = wasm_f32x4_splat(0), d2 = d;
  for (; i < n; i += 4) {
    const size_t count = ln_up_to_4(n - i);
    if (what & MEASURE) {
      const v128_t v = measure_vector(what, m, i, count);
      d = wasm_f32x4_add(d, v), d2 = wasm_f32x4_add(d2, square(v));
    }
    if (what & APPLY) {
      const float *w = a->weight + (i & a->weight_mask), *bias = a->bias + (i & a->bias_mask);
      apply_vector(what, a, a->y + i, a->x + i, w, bias, count);
    }
  }
  return (lanes){d, d2};
}

/** Adds the lanes of a run to two sums of two doubles each. */
LN_INLINE void widen(int what, v128_t total[2], lanes sum) {
  if (what & CENTERED) total[0] = wasm_f64x2_add(total[0], ln_widen_sum(sum.d));
  total[1] = wasm_f64x2_add(total[1], ln_widen_sum(sum.d2));
}

LN_INLINE ln_sums pass(const int what, const measured *row, const applied *other, size_t n) {
  measured m = *row; /* copies: what another pointer may point to would be read again after every store */
  applied a = *other;
  const v128_t zero = wasm_f32x4_splat(0);
  const size_t whole = n - n % STEP_ELEMENTS;
  v128_t total[2] = {zero, zero};  /* f64x2 */
  for (size_t i = 0; i < whole;) { /* one index for all arrays: V8 copies several that advance together */
    const size_t end = what & MEASURE && whole - i > m.run ? i + m.run : whole;
    lanes sum = {zero, zero};
    for (; i < end; i += STEP_ELEMENTS) {
      if (what & MEASURE) {
        const measured at = what & FUSED ? (measured){m.x + i, m.residual + i, m.sum + i, m.pivot, 0}
                                         : (measured){.x = m.x + i, .pivot = m.pivot};
        const v128_t d0 = measure_vector(what, &at, 0, 4), d1 = measure_vector(what, &at, 4, 4);
        const v128_t d2 = measure_vector(what, &at, 8, 4), d3 = measure_vector(what, &at, 12, 4);
        sum.d = wasm_f32x4_add(sum.d, sum_4(d0, d1, d2, d3));
        sum.d2 = wasm_f32x4_add(sum.d2, sum_4(square(d0), square(d1), square(d2), square(d3)));
      }
      if (what & APPLY) {
        const float *x = a.x + i, *w = a.weight + (i & a.weight_mask), *bias = a.bias + (i & a.bias_mask);
        float *y = a.y + i;
#pragma clang loop unroll(full)
        for (size_t k = 0; k < STEP_ELEMENTS; k += 4) apply_vector(what, &a, y + k, x + k, w + k, bias + k, 4);
      }
    }
    widen(what, total, sum);
  }
  if (whole < n) widen(what, total, last_vectors(what, row, other, whole, n));
  return (ln_sums){ln_sum_f64x2(total[0]), ln_sum_f64x2(total[1])};
}

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

/** Sums of a row about a pivot. */
LN_ONCE ln_sums row_sums(const float *x, size_t n, float pivot, size_t run) {
  const measured m = {.x = x, .pivot = pivot, .run = run};
  const applied none = {0};
  return pass(MEASURE | CENTERED, &m, &none, n);
}

/** Sums of a row about 0, of which d is not added up. */
LN_ONCE ln_sums row_squares(const float *x, size_t n) {
  const measured m = {.x = x, .run = LONG_RUN};
  const applied none = {0};
  return pass(MEASURE, &m, &none, n);
}

/** The same of x + residual, which is written to sum. */
LN_ONCE ln_sums add_sums(const measured *m, size_t n) {
  const applied none = {0};
  return pass(MEASURE | CENTERED | FUSED, m, &none, n);
}

LN_ONCE ln_sums add_squares(const measured *m, size_t n) {
  const applied none = {0};
  return pass(MEASURE | FUSED, m, &none, n);
}

/** The moments of a row whose sums cannot be trusted: POOR, about a better pivot; WIDE, in double. */
LN_ONCE ln_group measure_again(ln_verdict v, const float *x, size_t n, float pivot, size_t run, double eps) {
  ln_group g;
  if (v == LN_POOR) v = ln_finish(&g, row_sums(x, n, pivot, run), pivot, n, 1 / (double)n, eps);
  return v == LN_WIDE ? ln_wide_moments(x, n, 1) : g;
}

/** The moments that the sums of the row x about a pivot give; measured again if they cannot be trusted. */
LN_INLINE ln_group judged_moments(const float *x, size_t n, double by_n, ln_sums sums, float pivot, size_t run,
                                  double eps) {
  ln_group g;
  const ln_verdict v = ln_finish(&g, sums, pivot, n, by_n, eps);
  return v == LN_FINE ? g : measure_again(v, x, n, (float)g.mean, run, eps);
}

/** The moments about 0 that the sums of the row x about 0 give: m2 is the sum of squares. */
LN_INLINE ln_group judged_squares(const float *x, size_t n, ln_sums sums, double eps) {
  return ln_out_of_range(sums.d2, n, eps) ? ln_wide_moments(x, n, 0) : (ln_group){0, sums.d2, 0};
}

ln_group ln_row_moments(const float *x, size_t n, double eps) {
  const float pivot = row_pivot(x, NULL, n);
  return judged_moments(x, n, 1 / (double)n, row_sums(x, n, pivot, LONG_RUN), pivot, LONG_RUN, eps);
}

ln_group ln_row_squares(const float *x, size_t n, double eps) { return judged_squares(x, n, row_squares(x, n), eps); }

/** Adds four floats to two sums of two doubles. */
LN_INLINE void add_wide(v128_t sum[2], v128_t v) {
  sum[0] = wasm_f64x2_add(sum[0], ln_low(v));
  sum[1] = wasm_f64x2_add(sum[1], ln_high(v));
}

double ln_row_mean(const float *x, size_t n) {
  const v128_t zero = wasm_f64x2_splat(0);
  /* Four sums, none of which waits for another. */
  v128_t a[2] = {zero, zero}, b[2] = {zero, zero}, c[2] = {zero, zero}, d[2] = {zero, zero};
  size_t i = 0;
  for (; i + STEP_ELEMENTS <= n; i += STEP_ELEMENTS) {
    const float *p = x + i;
    add_wide(a, wasm_v128_load(p)), add_wide(b, wasm_v128_load(p + 4));
    add_wide(c, wasm_v128_load(p + 8)), add_wide(d, wasm_v128_load(p + 12));
  }
  for (; i < n; i += 4) add_wide(a, ln_load_up_to(x + i, ln_up_to_4(n - i), 0));
  const v128_t ab = wasm_f64x2_add(wasm_f64x2_add(a[0], a[1]), wasm_f64x2_add(b[0], b[1]));
  const v128_t cd = wasm_f64x2_add(wasm_f64x2_add(c[0], c[1]), wasm_f64x2_add(d[0], d[1]));
  return ln_sum_f64x2(wasm_f64x2_add(ab, cd)) / (double)n;
}

/* The error of a mean -------------------------------------------------------------------------------------------- */

/**
 * An error of the mean is an error of every element, times the element's weight. With u = 2^-24, the rounding of x - pivot
 * leaves an error of u * |d|, two additions of four vectors 2 u, and an addition to a run one u more. In a run of L
 * iterations d goes through 1 + 2 + a of these, where a is L - 1, L - 1, L - 2, ... 1. So the mean is within
 *
 *     u * sum((3 + a) * |d|) / n <= u * rms(3 + a) * rms(d)        (Cauchy and Schwarz)
 *
 * of the mean of x: rms(3 + a) is 12.3 for 16 iterations, 5.4 for 4. The vectors behind the last iteration are a run of
 * their own, of at most four: 1 + 3, 1 + 3, 1 + 2, 1 + 1.
 */
static const double SHORT_RUN_ROUNDING = 0x1.6p-22; /* 5.5 u */

/** The error of y that a mean's may cause, relative to the largest |x-hat * weight| of the row or 1: half of the promise. */
static const double TOLERATED_MEAN_ERROR = 1e-6;

enum {
  PROBED_ELEMENTS = 64, /* that are looked through for one that is large enough */
};

/** What the means of the rows need, besides ln_settings: of the weight, if it is large. */
typedef struct {
  size_t largest_at;      /* where the largest is */
  double error, residual; /* squares: of the mean's error times the largest weight, and of that weight, both relative to
                              what is tolerated */
} mean_settings;

static mean_settings settings_of_means(const ln_settings *s) {
  const double error = s->largest_weight * (SHORT_RUN_ROUNDING / TOLERATED_MEAN_ERROR);
  const double residual = s->largest_weight / LN_NEGLIGIBLE_RESIDUAL;
  return (mean_settings){ln_find_weight(s->weight, s->weight_offset, s->n, s->largest_weight), error * error,
                         residual * residual};
}

/** |x - mean| * weight of four elements or fewer. */
LN_INLINE v128_t scaled(const ln_settings *s, const float *x, size_t i, float mean) {
  const size_t count = ln_up_to_4(s->n - i);
  const v128_t d = wasm_f32x4_sub(ln_load_up_to(x + i, count, mean), wasm_f32x4_splat(mean));
  const v128_t w = wasm_f32x4_add(ln_load_up_to(s->weight + i, count, 0), wasm_f32x4_splat(s->weight_offset));
  return wasm_f32x4_abs(wasm_f32x4_mul(d, w));
}

/** The largest of a few elements: those where the largest weight is and, if its square is not enough, the first. */
LN_ONCE float largest_scaled(const ln_settings *s, const float *x, size_t largest_at, float mean, double enough) {
  v128_t v = scaled(s, x, largest_at, mean);
  const double first = wasm_f32x4_extract_lane(v, 0);
  if (first * first < enough) {
    for (size_t i = 0; i < s->n && i < PROBED_ELEMENTS; i += 4) v = wasm_f32x4_pmax(v, scaled(s, x, i, mean));
  }
  v = wasm_f32x4_pmax(v, wasm_i32x4_shuffle(v, v, 2, 3, 0, 1));
  return wasm_f32x4_extract_lane(wasm_f32x4_pmax(v, wasm_i32x4_shuffle(v, v, 1, 0, 3, 2)), 0);
}

/**
 * Where a weight is large: sums the mean of a row in double if its error might show. All is squared, which takes no root.
 * @return a lower bound of the square of the largest |x - mean| * weight of the row, or of its standard deviation
 */
LN_INLINE double refine_mean(ln_group *g, const ln_settings *s, const mean_settings *means, const ln_inverses *by,
                             const float *x, float pivot) {
  const float mean = (float)g->mean;
  const double shift = g->mean - pivot, residual = g->mean - mean;
  const double for_mean = (g->m2 * by->n + shift * shift) * means->error; /* of the mean of d^2 */
  const double for_residual = residual * residual * means->residual;
  const double variance = g->m2 * by->degrees + s->eps;
  const double enough = for_mean > for_residual ? for_mean : for_residual;
  if (variance >= enough) return variance;
  const double v = largest_scaled(s, x, means->largest_at, mean, enough), largest = v * v > variance ? v * v : variance;
  if (largest < for_mean) g->mean = ln_row_mean(x, s->n);
  return largest;
}

/* The loops ------------------------------------------------------------------------------------------------------- */

/** The sums of a row alone. */
static ln_sums measure_row(const ln_job *j, const measured *m, size_t n) {
  if (m->residual) return j->centered ? add_sums(m, n) : add_squares(m, n);
  return j->centered ? row_sums(m->x, n, m->pivot, m->run) : row_squares(m->x, n);
}

/** Any row of layer norm; a term that another loop leaves out has values here that change nothing. */
LN_ONCE void apply_any(const applied *a, size_t n) {
  const measured none = {0};
  pass(APPLY | CENTERED | RESIDUAL | OFFSET | SHIFT, &none, a, n);
}

/** A row of RMS norm. */
LN_ONCE void apply_scale(const applied *a, size_t n) {
  const measured none = {0};
  pass(APPLY | OFFSET, &none, a, n);
}

/** GROUP_ROWS rows that share weight and bias, whose means have no residual. */
LN_ONCE void apply_group(const applied *rows, size_t n) {
  const applied a = rows[0];
  const size_t whole = n - n % STEP_ELEMENTS;
  for (size_t i = 0; i < whole; i += STEP_ELEMENTS) {
    v128_t w[STEP_ELEMENTS / 4], bias[STEP_ELEMENTS / 4];
#pragma clang loop unroll(full)
    for (size_t k = 0; k < STEP_ELEMENTS / 4; k++) {
      w[k] = wasm_v128_load(a.weight + (i & a.weight_mask) + 4 * k);
      bias[k] = wasm_v128_load(a.bias + (i & a.bias_mask) + 4 * k);
    }
#pragma clang loop unroll_count(2) /* 1 takes 1.25 times as long, 4 no less than 2 */
    for (const applied *row = rows; row < rows + GROUP_ROWS; row++) {
      const v128_t mean = wasm_v128_load32_splat(&row->at.mean), rstd = wasm_v128_load32_splat(&row->at.rstd);
      const float *x = row->x + i;
      float *y = row->y + i;
#pragma clang loop unroll(full)
      for (size_t k = 0; k < STEP_ELEMENTS / 4; k++) {
        const v128_t d = wasm_f32x4_sub(wasm_v128_load(x + 4 * k), mean);
        wasm_v128_store(y + 4 * k, wasm_f32x4_add(wasm_f32x4_mul(wasm_f32x4_mul(d, rstd), w[k]), bias[k]));
      }
    }
  }
  if (whole == n) return;
  const measured none = {0};
  for (size_t k = 0; k < GROUP_ROWS; k++) last_vectors(APPLY | CENTERED | SHIFT, &none, &rows[k], whole, n);
}

/* Normalise one row, without a residual of the mean, while they measure another. */

typedef ln_sums loop(const measured *m, const applied *a, size_t n);

#define LOOP(name, what) \
  static ln_sums name(const measured *m, const applied *a, size_t n) { return pass(MEASURE | APPLY | (what), m, a, n); }
LOOP(layer_norm, CENTERED | SHIFT)
LOOP(add_layer_norm, CENTERED | SHIFT | FUSED)
LOOP(rms_norm, 0)
LOOP(add_rms_norm, FUSED)

/** sums = weight + offset. */
LN_ONCE void add_offset(float *sums, const float *weight, float offset, size_t n) {
  const v128_t v = wasm_f32x4_splat(offset);
  size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    const v128_t a = wasm_f32x4_add(wasm_v128_load(weight + i), v);
    wasm_v128_store(sums + i, a), wasm_v128_store(sums + i + 4, wasm_f32x4_add(wasm_v128_load(weight + i + 4), v));
  }
  for (; i < n; i++) sums[i] = weight[i] + offset;
}

static loop *loop_for(const ln_job *j) {
  if (j->centered) return j->residual ? add_layer_norm : layer_norm;
  return j->residual ? add_rms_norm : rms_norm;
}

LN_SMALL_BEGIN

/* A whole op ------------------------------------------------------------------------------------------------------ */

/** On to a row. Member by member: the load of a struct waits for the stores of its members, just made. */
LN_INLINE void go_to_row(measured *m, const ln_job *j, size_t row) {
  const size_t n = j->s.n, at = row * n;
  m->x = j->x + at;
  if (j->residual) m->residual = j->residual + at, m->sum = j->sum + at;
  if (j->centered) m->pivot = row_pivot(m->x, m->residual, n);
}

/** @param largest the square of what a residual times the largest weight is compared with; 0: the standard deviation's */
static ln_center row_center(ln_group g, double rstd, double largest_weight, double largest) {
  ln_center at = ln_group_center(g, rstd);
  const double weight = largest_weight > 1 ? largest_weight : 1, error = at.residual * weight;
  if (largest > 0 ? error * error <= LN_NEGLIGIBLE_RESIDUAL * LN_NEGLIGIBLE_RESIDUAL * largest
                  : __builtin_fabs(error * rstd) <= LN_NEGLIGIBLE_RESIDUAL) {
    at.residual = 0;
  }
  return at;
}

/** Whether the offset is added to the weight beforehand; otherwise apply_any or apply_scale adds it. */
static int adds_beforehand(const ln_job *j) { return j->rows > 1 && j->s.n <= OFFSET_ELEMENTS; }

/** What an op knows while it goes from row to row. */
typedef struct {
  ln_settings s; /* with the parameters of the row that is normalised */
  double hiding_eps;
  ln_inverses by;
  mean_settings means;
  size_t run; /* elements of the row that is measured whose sums are added up in float */
  applied a;
  const float *weight; /* of the row that is measured, and the largest of it */
  double largest_weight;
  float weights[OFFSET_ELEMENTS]; /* weight + offset */
} state;

/** How long the runs of a row may be, which depends on its own weight alone, as its bits do. */
static size_t run_of(state *t, const ln_job *j, size_t row) {
  const float *weight = j->weight_row ? j->s.weight + j->weight_row[row] * j->s.n : j->s.weight;
  if (weight != t->weight && j->centered) { t->largest_weight = ln_largest_weight(weight, j->s.weight_offset, j->s.n); }
  t->weight = weight;
  return t->largest_weight > LN_LARGE_WEIGHT ? SHORT_RUN : LONG_RUN;
}

/** Gives a row that has been measured the weight and the bias that belong to it. */
static void take_parameters(state *t, const ln_job *j, size_t row) {
  ln_settings *s = &t->s;
  if (j->bias_row) t->a.bias = s->bias = j->s.bias + j->bias_row[row] * s->n;
  if (!t->weight || (t->weight == s->weight && row > 0)) return;
  t->a.weight = s->weight = t->weight;
  s->largest_weight = t->largest_weight;
  if (s->largest_weight > LN_LARGE_WEIGHT) t->means = settings_of_means(s);
  if (s->weight_offset == 0 || !adds_beforehand(j)) return;
  add_offset(t->weights, s->weight, s->weight_offset, s->n);
  t->a.weight = t->weights, t->a.offset = NONE;
}

/** The moments of a row that has been measured, and its reciprocal standard deviation. */
typedef struct {
  ln_group g;
  double rstd;
} finished;

/** Finds what normalises a row that has been measured. (Inlined: what stays in registers need not be stored first.) */
LN_INLINE finished finish_row(state *t, const ln_job *j, size_t row, ln_sums sums, float pivot) {
  const size_t n = t->s.n;
  const float *x = (j->residual ? j->sum : j->x) + row * n;
  take_parameters(t, j, row);
  const double eps = t->hiding_eps;
  double largest = 0;
  ln_group g = j->centered ? judged_moments(x, n, t->by.n, sums, pivot, t->run, eps) : judged_squares(x, n, sums, eps);
  if (j->centered && t->s.largest_weight > LN_LARGE_WEIGHT && !g.wide)
    largest = refine_mean(&g, &t->s, &t->means, &t->by, x, pivot);
  const double rstd = ln_group_rstd(&g, &t->s, t->by.degrees);
  t->a.y = j->y + row * n, t->a.x = x;
  t->a.at = row_center(g, rstd, t->s.largest_weight, largest);
  if (j->mean) j->mean[row] = (float)g.mean;
  if (j->rstd) j->rstd[row] = (float)rstd;
  return (finished){g, rstd};
}

/** Normalises a row while no other is measured. */
LN_INLINE void normalize_row(const state *t, const ln_job *j, finished f) {
  if (f.g.wide) ln_apply_wide(t->a.y, t->a.x, &t->s, 1, f.g.mean, f.rstd);
  else if (j->centered) apply_any(&t->a, t->s.n);
  else apply_scale(&t->a, t->s.n);
}

static void begin(state *t, const ln_job *j) {
  const ln_settings *s = &j->s;
  t->s = *s;
  t->hiding_eps = ln_hiding_eps(s);
  t->by = ln_inverses_of(s->n, s->correction);
  t->weight = s->weight;
  t->largest_weight = s->largest_weight;
  t->a = (applied){.weight = s->weight ? s->weight : ones,
                   .weight_mask = s->weight ? ~(size_t)0 : 0,
                   .bias = s->bias ? s->bias : zeros,
                   .bias_mask = s->bias ? ~(size_t)0 : 0,
                   .offset = s->weight && s->weight_offset ? s->weight_offset : NONE};
}

/** Whether rows are faster in groups. A row's bits are the same. */
static int goes_in_groups(const ln_job *j) {
  const size_t parameters = (j->s.weight != NULL) + (j->s.bias != NULL), tensors = j->residual ? 4 : 2;
  return parameters > 0 && !j->weight_row && !j->bias_row && (tensors + parameters) * j->s.n >= L1_ELEMENTS &&
         tensors * j->rows * j->s.n >= CACHED_ELEMENTS;
}

void ln_normalize_rows(const ln_job *j) {
  const size_t n = j->s.n;
  const int in_one_pass = j->s.weight_offset == 0 || adds_beforehand(j);
  loop *both = loop_for(j);
  state t;
  begin(&t, j);
  const int in_groups = in_one_pass && goes_in_groups(j);
  applied group[GROUP_ROWS];
  size_t waiting = 0; /* rows of the group */
  measured m = {0};
  ln_sums sums = {0, 0};
  for (size_t r = 0; r <= j->rows; r++) { /* measures the row r, and normalises the one before */
    const int first = r == 0, last = r == j->rows;
    const finished f = first ? (finished){{0, 0, 0}, 0} : finish_row(&t, j, r - 1, sums, m.pivot);
    if (!last) go_to_row(&m, j, r), m.run = t.run = run_of(&t, j, r);
    const int simple = !first && !f.g.wide && t.a.at.residual == 0;
    if (simple && in_one_pass && !in_groups && !last) {
      sums = both(&m, &t.a, n);
      continue;
    }
    if (simple && in_groups) group[waiting++] = t.a;
    else if (!first) normalize_row(&t, j, f);
    if (waiting == GROUP_ROWS) apply_group(group, n), waiting = 0;
    if (last)
      while (waiting > 0) apply_any(&group[--waiting], n);
    if (!last) sums = measure_row(j, &m, n);
  }
}

LN_SMALL_END
