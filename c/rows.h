/** Forward passes over contiguous rows, for layer norm and RMS norm; not part of the public header. */
#ifndef LN_ROWS_H
#define LN_ROWS_H

#include "layer_norm.h"

enum {
  LN_STEP = 16, /* elements of an iteration: four vectors, whose values are added up before the run's */
  LN_RUN = 16,  /* iterations added up in float (the end of a row adds up to 4 vectors more) */
  LN_BLOCK = LN_RUN * LN_STEP,
};

/**
 * A residual of the mean that is less than this of a standard deviation, a twentieth of what is promised, is no
 * loss.
 */
#define LN_NEGLIGIBLE 1e-7

/** What stands for a weight that is not there: read again in every iteration. */
static const float ln_ones[LN_STEP] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

/** The rows that an op goes through. */
typedef struct {
  float *y, *sum;            /* sum: NULL unless residual is added */
  const float *x, *residual; /* [rows, n]; residual may be NULL */
  float *mean, *rstd;        /* [rows], each or NULL */
  size_t rows;
  int centered; /* layer norm; otherwise RMS norm: the mean is taken to be 0 */
  ln_settings s;
} ln_job;

void ln_normalize_rows(const ln_job *job);

#endif
