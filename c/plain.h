/**
 * The whole family in plain C: what norm.h promises, as formulas that are loops. It is no part of the module. The
 * native tests hold the kernels against it, and the page measures how much faster than it they are.
 *
 * The arguments are those of the kernels of norm.h that have the same names without `plain_`; here every output may be
 * NULL, and gradients of parameters are added to what is there, as the kernels do. What else norm.h has comes to the
 * same: a residual is added to x before, in float32, and a row with parameters of its own is a call with that row
 * alone.
 */
#ifndef LN_PLAIN_H
#define LN_PLAIN_H

#include <stddef.h>

/* Computed with ln_real, rounded to ln_result. Tests define LN_TRUTH: computed in long double, and not rounded. */
#ifdef LN_TRUTH
typedef long double ln_real;
typedef long double ln_result;
#define LN_ROOT __builtin_sqrtl
#else
typedef double ln_real;
typedef float ln_result;
#define LN_ROOT __builtin_sqrt
#endif

void ln_plain_moments(ln_result *mean, ln_result *variance, ln_result *std, const float *x, size_t outer, size_t n,
                      size_t inner, double correction);

void ln_plain_layer_norm(ln_result *y, ln_result *mean, ln_result *rstd, const float *x, const float *weight,
                         const float *bias, size_t outer, size_t n, size_t inner, double correction, double eps);
void ln_plain_layer_norm_backward(ln_result *dx, ln_real *dweight, ln_real *dbias, const float *dy, const float *x,
                                  const float *weight, size_t outer, size_t n, double eps);

void ln_plain_normalize_backward(ln_result *dx, ln_real *dweight, ln_real *dbias, const float *dy, const float *x,
                                 const float *weight, size_t outer, size_t n, double correction, double eps);

void ln_plain_rms_norm(ln_result *y, ln_result *rrms, const float *x, const float *weight, size_t outer, size_t n,
                       float weight_offset, double eps);
void ln_plain_rms_norm_backward(ln_result *dx, ln_real *dweight, const float *dy, const float *x, const float *weight,
                                size_t outer, size_t n, float weight_offset, double eps);

void ln_plain_l2_norm(ln_result *y, const float *x, size_t outer, size_t n, size_t inner, double eps);
void ln_plain_l2_norm_backward(ln_result *dx, const float *dy, const float *x, size_t outer, size_t n, double eps);

/** NaN counts for nothing, and scale is 1 where all values are equal. Rows may not come in pieces. */
void ln_plain_scaler_statistics(ln_real *mean, ln_real *variance, ln_real *scale, const float *x, size_t rows,
                                size_t columns, double correction);
void ln_plain_scaler_transform(ln_result *y, const float *x, const double *mean, const double *scale, size_t rows,
                               size_t columns);
void ln_plain_scaler_inverse(ln_result *y, const float *x, const double *mean, const double *scale, size_t rows,
                             size_t columns);

void ln_plain_group_norm(ln_result *y, ln_result *mean, ln_result *variance, ln_result *rstd, const float *x,
                         const float *weight, const float *bias, size_t outer, size_t groups, size_t channels,
                         size_t inner, double eps);
void ln_plain_group_norm_backward(ln_result *dx, ln_real *dweight, ln_real *dbias, const float *dy, const float *x,
                                  const float *weight, size_t outer, size_t groups, size_t channels, size_t inner,
                                  double eps);

void ln_plain_batch_norm(ln_result *y, const float *x, const float *mean, const float *variance, const float *weight,
                         const float *bias, size_t outer, size_t channels, size_t inner, double eps);
void ln_plain_batch_norm_backward(ln_result *dx, ln_real *dweight, ln_real *dbias, const float *dy, const float *x,
                                  const float *mean, const float *variance, const float *weight, size_t outer,
                                  size_t channels, size_t inner, double eps);

#endif
