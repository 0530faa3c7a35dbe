/**
 * Norms of rows for C programs, which name their operands; what is left out is NULL or 0. In JavaScript the same norms
 * are ln_norm_rows and ln_norm_rows_backward, whose description in norm.h says what each operand is.
 *
 *     ln_normalize_rows(&(ln_rows){.y = y, .x = x, .weight = weight, .outer = 4, .n = 768, .eps = 1e-5, .centered =
 *     1});
 */
#ifndef LN_OPERANDS_H
#define LN_OPERANDS_H

#include <stddef.h>
#include <stdint.h>

/** The operands of a forward pass. */
typedef struct {
  float *y, *sum;            /* [outer, n]; sum only with a residual */
  float *mean, *rstd;        /* [outer], each or NULL */
  const float *x, *residual; /* [outer, n]; residual or NULL */
  const float *weight, *bias;
  const uint32_t *weight_row, *bias_row; /* [outer], each or NULL */
  size_t outer, n;
  double eps;
  double correction; /* of layer norm's variance */
  float weight_offset;
  int centered; /* layer norm; otherwise the mean is taken to be 0 */
} ln_rows;

/** The operands of a backward pass. */
typedef struct {
  float *dx;
  double *dweight, *dbias; /* the L2 norm has neither; both NULL: the runs are kept in scratch, as parts.h says */
  float *scratch;
  const float *dy, *x;
  const float *mean, *rstd;
  const float *weight;
  const uint32_t *weight_row, *dbias_row;
  size_t outer, n;
  double eps;
  double correction; /* of layer norm's variance, computed again */
  float weight_offset;
  int centered;
  int by_norm; /* the L2 norm, which is not centered: the divisor is max(norm, eps) */
} ln_rows_gradient;

void ln_normalize_rows(const ln_rows *r);
void ln_differentiate_rows(const ln_rows_gradient *all);

#endif
