/** What layer norm of rows and of columns share; not part of the public header. */
#ifndef LN_LAYER_NORM_H
#define LN_LAYER_NORM_H

#include "moments.h"

/** What is asked of every group. */
typedef struct {
  const float *weight, *bias; /* [n], or NULL */
  double largest_weight;      /* in magnitude; 1 without weight */
  double correction, eps;
  size_t n;
  float weight_offset; /* added to the weight in float32 */
} ln_settings;

/** What the affine map needs of a group: the mean as float32 part and residual. */
typedef struct {
  float mean, residual, rstd;
} ln_center;

/**
 * A weight multiplies the error of the mean: up to this size the mean of the fast sums will do (within 1e-6 standard
 * deviations); above it the mean is summed in double, which leaves its rounding to float32 part and residual, 2^-48.
 */
#define LN_MODERATE_WEIGHT 2.0
#define LN_RESIDUAL_ROUNDING 0x1p-48
#define LN_LEAST_ROUNDING 0x1p-150 /* of a residual that is subnormal */
#define LN_FLOAT_MIN 0x1p-126      /* the least normal float32 */
#define LN_FLOAT_MAX 0x1.fffffep127

/** The eps that tells ln_row_moments whether underflow matters: relative to m2 / n, whatever the correction. */
LN_INLINE double ln_hiding_eps(const ln_settings *s) {
  const double degrees = (double)s->n - s->correction;
  return s->eps * (degrees > 0 ? degrees / (double)s->n : 0);
}

/** 1 / sqrt(variance + eps); finds out, too, if the float32 parts of a center cannot carry the group. */
LN_INLINE double ln_group_rstd(ln_group *g, const ln_settings *s) {
  const double rstd = 1 / __builtin_sqrt(ln_variance(*g, s->n, s->correction) + s->eps);
  if (rstd < LN_FLOAT_MIN) g->wide = 1;
  const double rounding = LN_RESIDUAL_ROUNDING * __builtin_fabs(g->mean) + LN_LEAST_ROUNDING;
  if (s->largest_weight * rounding * rstd > 1e-6) g->wide = 1;
  return rstd;
}

LN_INLINE ln_center ln_group_center(ln_group g, double rstd) {
  float mean = (float)g.mean;
  return (ln_center){mean, (float)(g.mean - mean), (float)rstd};
}

LN_INLINE v128_t ln_normalized(v128_t x, v128_t mean, v128_t residual, v128_t rstd) {
  return wasm_f32x4_mul(wasm_f32x4_sub(wasm_f32x4_sub(x, mean), residual), rstd);
}

/** The largest |weight|, or 1 where there is none. */
double ln_largest_magnitude(const float *weight, size_t n);

/** A group in double, for what float32 cannot carry. */
void ln_apply_wide(float *y, const float *x, const ln_settings *s, size_t stride, double mean, double rstd);

/** ln_layer_norm of columns (inner > 1): columns.c. */
void ln_column_norm(float *y, float *mean, float *rstd, const float *x, const ln_settings *s, size_t outer,
                    size_t inner);

/** p + offset, or NULL where the caller gave none. */
LN_INLINE float *ln_offset(float *p, size_t offset) { return p ? p + offset : NULL; }

#endif
