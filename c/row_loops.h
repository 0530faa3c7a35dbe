/** The loops over the elements of rows: for rows.c and mean_error.c. Which way the rows of an op take: row_choice.h. */
#ifndef LN_ROW_LOOPS_H
#define LN_ROW_LOOPS_H

#include "group.h"
#include "operands.h"

enum {
  LN_STEP_ELEMENTS = 16, /* elements of an iteration: four vectors, whose values are added up before the run's */
  LN_LONG_RUN = 16 * LN_STEP_ELEMENTS, /* elements added up in float */
  LN_SHORT_RUN = 4 * LN_STEP_ELEMENTS, /* the same where a large weight multiplies the error of the mean */
  LN_GROUP_ROWS = 8,                   /* rows that ln_apply_group takes */
};

/** The row to be measured. */
typedef struct {
  const float *x, *residual;
  float *sum;
  float pivot;
  size_t run; /* elements added up in float */
} ln_measured;

/**
 * The row to be normalised, and how. Where an op has no weight (bias), weight (bias) points to LN_STEP_ELEMENTS ones
 * (negative zeros), which the mask 0 makes every iteration read again; otherwise the mask has all bits set.
 */
typedef struct {
  float *y;
  const float *x, *weight, *bias;
  size_t weight_mask, bias_mask;
  float offset;
  ln_center at;
} ln_applied;

/** Adding a negative zero leaves every number as it is, also -0. */
#define LN_NOTHING (-0.0f)

/** What stands for a weight, and for a bias, that an op lacks. */
extern const float ln_row_ones[LN_STEP_ELEMENTS], ln_row_zeros[LN_STEP_ELEMENTS];

/** Writes to a what all rows of an op have in common. */
LN_INLINE void ln_begin_applied(ln_applied *a, const ln_rows *r) {
  a->weight = r->weight ? r->weight : ln_row_ones;
  a->weight_mask = r->weight ? ~(size_t)0 : 0;
  a->bias = r->bias ? r->bias : ln_row_zeros;
  a->bias_mask = r->bias ? ~(size_t)0 : 0;
  a->offset = r->weight && r->weight_offset ? r->weight_offset : LN_NOTHING;
}

/** A loop that normalises the row a, whose mean has no residual, measures the row m, and returns the sums of that. */
typedef ln_sums ln_loop(const ln_measured *m, const ln_applied *a, size_t n);
ln_loop ln_layer_norm_loop, ln_add_layer_norm_loop, ln_rms_norm_loop, ln_add_rms_norm_loop;

/** Sums of the row x about a pivot, and about 0, where d is not added up. */
ln_sums ln_row_sums(const float *x, size_t n, float pivot, size_t run);
ln_sums ln_row_sums_about_0(const float *x, size_t n);

/** The same of x + residual, which is written to sum. */
ln_sums ln_add_sums(const ln_measured *m, size_t n);
ln_sums ln_add_sums_about_0(const ln_measured *m, size_t n);

/** Normalises the row a while it measures the row m, by the loop of the op. */
LN_INLINE ln_sums ln_normalize_and_measure(const ln_rows *r, const ln_measured *m, const ln_applied *a, size_t n) {
  if (r->residual) return r->centered ? ln_add_layer_norm_loop(m, a, n) : ln_add_rms_norm_loop(m, a, n);
  return r->centered ? ln_layer_norm_loop(m, a, n) : ln_rms_norm_loop(m, a, n);
}

/** Sums of the row m alone, as the op needs them. */
LN_INLINE ln_sums ln_measure_row(const ln_rows *r, const ln_measured *m, size_t n) {
  if (r->residual) return r->centered ? ln_add_sums(m, n) : ln_add_sums_about_0(m, n);
  return r->centered ? ln_row_sums(m->x, n, m->pivot, m->run) : ln_row_sums_about_0(m->x, n);
}

/** Normalises any row of layer norm: a term that another loop leaves out has a value here that changes nothing. */
void ln_apply_row(const ln_applied *a, size_t n);

/** Normalises a row of RMS norm. */
void ln_scale_row(const ln_applied *a, size_t n);

/** Normalises LN_GROUP_ROWS rows that share weight and bias, whose means have no residual. */
void ln_apply_group(const ln_applied *rows, size_t n);

/** sums = weight + offset. */
void ln_add_offset(float *sums, const float *weight, float offset, size_t n);

#endif
