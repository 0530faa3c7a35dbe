/** Loops over contiguous rows: their moments, and normalising them, for layer norm and RMS norm. */
#ifndef LN_ROWS_H
#define LN_ROWS_H

#include <stdint.h>

#include "group.h"

/** Moments of the row x[0 .. n). eps is what will be added to the variance: it tells whether underflow matters. */
ln_group ln_row_moments(const float *x, size_t n, double eps);

/** The same about 0: m2 is the sum of squares. */
ln_group ln_row_squares(const float *x, size_t n, double eps);

/** The mean of the row x[0 .. n) by a sum in double: for large weights (weights.h). */
double ln_row_mean(const float *x, size_t n);

/** The rows that an op goes through. */
typedef struct {
  float *y, *sum;            /* sum: NULL unless residual is added */
  const float *x, *residual; /* [rows, n]; residual may be NULL */
  float *mean, *rstd;        /* [rows], each or NULL */
  /* Which row of s.weight and of s.bias belongs to each row, [rows]; each or NULL: the first to all of them. */
  const uint32_t *weight_row, *bias_row;
  size_t rows;
  int centered; /* layer norm; otherwise RMS norm: the mean is taken to be 0 */
  ln_settings s;
} ln_job;

/** y = (x - mean) * rstd * weight + bias of every row; of x + residual, which is written to sum, if there is one. */
void ln_normalize_rows(const ln_job *job);

#endif
