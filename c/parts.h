/**
 * What threads that share one call need besides norm.h and block/block.h: layernorm/threads calls it, and so may a C
 * program. The bits are those of the call in one piece.
 */
#ifndef LN_PARTS_H
#define LN_PARTS_H

#include <stddef.h>

/* A backward pass over rows: each thread has rows from a multiple of LN_RUN_ROWS on ------------------------------- */

/** The floats that a run of at most LN_RUN_ROWS rows leaves in scratch. */
#define LN_RUN_FLOATS(n) (((n) + 3) / 4 * 8)

/** The size of the scratch in which `count` runs are kept: a backward pass with dweight and dbias NULL. */
#define LN_KEPT_FLOATS(n, count) (LN_RUN_FLOATS(n) * (count) + (n))

/**
 * Adds what `count` runs have left in scratch to dweight and, unless it is NULL, to dbias: where all runs of a pass are
 * added in their order, the sums have the bits that the same pass in one call gives them.
 *
 * @param dweight, dbias  [n]
 * @param runs            [count, LN_RUN_FLOATS(n)]
 */
void ln_add_runs(double *dweight, double *dbias, const float *runs, size_t count, size_t n);

/* Columns: each thread has some of them ---------------------------------------------------------------------------- */

/**
 * The ops of the same names over `inner` neighbouring columns of one matrix, [n, stride]: outer is 1, and pointers are
 * those of the first of these columns.
 */
void ln_moments_columns(float *mean, float *variance, float *std, const float *x, size_t outer, size_t n, size_t inner,
                        double correction, size_t stride);
void ln_layer_norm_columns(float *y, float *mean, float *rstd, const float *x, const float *weight, const float *bias,
                           size_t outer, size_t n, size_t inner, double correction, double eps, size_t stride);
void ln_l2_norm_columns(float *y, const float *x, size_t outer, size_t n, size_t inner, double eps, size_t stride);
void ln_softmax_columns(float *y, const float *x, size_t outer, size_t n, size_t inner, double scale, size_t queries,
                        size_t first, size_t stride);
void ln_softmax_backward_columns(float *dx, const float *dy, const float *y, size_t outer, size_t n, size_t inner,
                                 double scale, size_t stride);
void ln_log_softmax_columns(float *y, const float *x, size_t outer, size_t n, size_t inner, size_t stride);

#endif
