/**
 * Layer normalization, forward: the statistics of a group, then an affine map of its elements.
 *
 * The mean is kept as a float32 part and the residual that float32 cannot hold, and y = ((x - mean) - residual) * rstd:
 * x - mean is exact where it matters (Sterbenz), so the rounding of a large mean does not come back as an error of y.
 */
#include "moments.h"
#include "norm.h"

/**
 * A weight multiplies the error of the mean: up to this size the mean of the fast sums will do (5e-7 standard deviations
 * at worst); above it the mean is summed in double, which leaves its rounding to float32 part and residual, 2^-48.
 */
static const double MODERATE_WEIGHT = 2, RESIDUAL_ROUNDING = 0x1p-48;

static const double FLOAT_MIN = 0x1p-126;

/** What is asked of every group. */
typedef struct {
  const float *weight, *bias; /* [n], or NULL */
  double largest_weight;      /* in magnitude; 1 without weight */
  double correction, eps;
  size_t n;
} settings;

static double largest_magnitude(const float *weight, size_t n) {
  if (!weight) return 1;
  double largest = 0;
  for (size_t i = 0; i < n; i++) {
    double magnitude = __builtin_fabs(weight[i]);
    if (magnitude > largest) largest = magnitude;
  }
  return largest;
}

/** The eps that tells ln_row_moments whether underflow matters: relative to m2 / n, whatever the correction. */
static double hiding_eps(const settings *s) {
  const double degrees = (double)s->n - s->correction;
  return s->eps * (degrees > 0 ? degrees / (double)s->n : 0);
}

/** What the affine map needs of a group. */
typedef struct {
  float mean, residual, rstd;
} center;

/** 1 / sqrt(variance + eps); finds out, too, if the float32 parts of a center cannot carry the group. */
static double group_rstd(ln_group *g, const settings *s) {
  const double rstd = 1 / __builtin_sqrt(ln_variance(*g, s->n, s->correction) + s->eps);
  if (rstd < FLOAT_MIN) g->wide = 1;
  if (s->largest_weight * RESIDUAL_ROUNDING * __builtin_fabs(g->mean) * rstd > 1e-6) g->wide = 1;
  return rstd;
}

static center group_center(ln_group g, double rstd) {
  float mean = (float)g.mean;
  return (center){mean, (float)(g.mean - mean), (float)rstd};
}

/** A group in double, for what float32 cannot carry. */
static void apply_wide(float *y, const float *x, const settings *s, size_t stride, double mean, double rstd) {
  for (size_t i = 0; i < s->n; i++) {
    double scale = s->weight ? s->weight[i] : 1, shift = s->bias ? s->bias[i] : 0;
    y[i * stride] = (float)((x[i * stride] - mean) * rstd * scale + shift);
  }
}

LN_INLINE v128_t normalized(v128_t x, v128_t mean, v128_t residual, v128_t rstd) {
  return wasm_f32x4_mul(wasm_f32x4_sub(wasm_f32x4_sub(x, mean), residual), rstd);
}

/* Rows ------------------------------------------------------------------------------------------------------------ */

/** One vector of a row. scaled and shifted are constants where this is inlined. */
LN_INLINE void apply_row_vector(float *y, const float *x, const float *weight, const float *bias, size_t count,
                                center m, int scaled, int shifted) {
  v128_t v = normalized(ln_load_up_to(x, count, 0), wasm_f32x4_splat(m.mean), wasm_f32x4_splat(m.residual),
                        wasm_f32x4_splat(m.rstd));
  if (scaled) v = wasm_f32x4_mul(v, ln_load_up_to(weight, count, 0));
  if (shifted) v = wasm_f32x4_add(v, ln_load_up_to(bias, count, 0));
  ln_store_up_to(y, count, v);
}

LN_INLINE void apply_row_as(float *y, const float *x, const float *weight, const float *bias, size_t n, center m,
                            int scaled, int shifted) {
  size_t i = 0;
  for (; i + 4 <= n; i += 4) apply_row_vector(y + i, x + i, weight + i, bias + i, 4, m, scaled, shifted);
  if (i < n) apply_row_vector(y + i, x + i, weight + i, bias + i, n - i, m, scaled, shifted);
}

static void apply_row(float *y, const float *x, const float *weight, const float *bias, size_t n, center m) {
  if (weight && bias) apply_row_as(y, x, weight, bias, n, m, 1, 1);
  else if (weight) apply_row_as(y, x, weight, x, n, m, 1, 0);
  else if (bias) apply_row_as(y, x, x, bias, n, m, 0, 1);
  else apply_row_as(y, x, x, x, n, m, 0, 0);
}

static void layer_norm_row(float *y, float *mean, float *rstd, const float *x, const settings *s) {
  ln_group g = ln_row_moments(x, s->n, hiding_eps(s));
  if (s->largest_weight > MODERATE_WEIGHT) g.mean = ln_row_mean(x, s->n);
  const double r = group_rstd(&g, s);
  if (mean) *mean = (float)g.mean;
  if (rstd) *rstd = (float)r;
  if (g.wide) apply_wide(y, x, s, 1, g.mean, r);
  else apply_row(y, x, s->weight, s->bias, s->n, group_center(g, r));
}

/* Columns --------------------------------------------------------------------------------------------------------- */

/** What the affine map needs of a tile of columns. */
typedef struct {
  float mean[LN_TILE], residual[LN_TILE], rstd[LN_TILE];
} tile_centers;

LN_INLINE void apply_tile_vector(float *y, const float *x, const tile_centers *m, size_t c, size_t count,
                                 v128_t scale, v128_t shift) {
  v128_t v = normalized(ln_load_up_to(x + c, count, 0), ln_load_up_to(m->mean + c, count, 0),
                        ln_load_up_to(m->residual + c, count, 0), ln_load_up_to(m->rstd + c, count, 0));
  ln_store_up_to(y + c, count, wasm_f32x4_add(wasm_f32x4_mul(v, scale), shift));
}

/** Columns from .. to of a tile, none of them wide. */
static void apply_tile(float *y, const float *x, const settings *s, size_t stride, const tile_centers *m, size_t from,
                       size_t to) {
  for (size_t i = 0; i < s->n; i++) {
    const v128_t scale = wasm_f32x4_splat(s->weight ? s->weight[i] : 1);
    const v128_t shift = wasm_f32x4_splat(s->bias ? s->bias[i] : 0);
    const float *row = x + i * stride;
    float *out = y + i * stride;
    size_t c = from;
    for (; c + 4 <= to; c += 4) apply_tile_vector(out, row, m, c, 4, scale, shift);
    if (c < to) apply_tile_vector(out, row, m, c, to - c, scale, shift);
  }
}

static void layer_norm_tile(float *y, float *mean, float *rstd, const float *x, const settings *s, size_t stride,
                            size_t width) {
  ln_group groups[LN_TILE];
  tile_centers m;
  ln_column_moments(groups, x, s->n, stride, width, hiding_eps(s));
  if (s->largest_weight > MODERATE_WEIGHT) ln_column_means(groups, x, s->n, stride, width);
  size_t narrow = 0; /* the first of the columns that wait for apply_tile */
  for (size_t c = 0; c < width; c++) {
    const double r = group_rstd(&groups[c], s);
    const center at = group_center(groups[c], r);
    m.mean[c] = at.mean, m.residual[c] = at.residual, m.rstd[c] = at.rstd;
    if (mean) mean[c] = at.mean;
    if (rstd) rstd[c] = at.rstd;
    if (!groups[c].wide) continue;
    apply_tile(y, x, s, stride, &m, narrow, c);
    apply_wide(y + c, x + c, s, stride, groups[c].mean, r);
    narrow = c + 1;
  }
  apply_tile(y, x, s, stride, &m, narrow, width);
}

/* The op ---------------------------------------------------------------------------------------------------------- */

/** p + offset, or NULL where the caller gave none. */
LN_INLINE float *offset_or_null(float *p, size_t offset) { return p ? p + offset : NULL; }

void ln_layer_norm(float *y, float *mean, float *rstd, const float *x, const float *weight, const float *bias,
                   size_t outer, size_t n, size_t inner, double correction, double eps) {
  LN_REQUIRE(n >= 1 && correction >= 0 && eps >= 0);
  const settings s = {weight, bias, largest_magnitude(weight, n), correction, eps, n};
  for (size_t o = 0; o < outer; o++) {
    for (size_t first = 0; first < inner; first += LN_TILE) {
      const size_t at = o * n * inner + first, statistic = o * inner + first;
      const size_t width = inner - first < LN_TILE ? inner - first : LN_TILE;
      float *m = offset_or_null(mean, statistic), *r = offset_or_null(rstd, statistic);
      if (inner == 1) layer_norm_row(y + at, m, r, x + at, &s);
      else layer_norm_tile(y + at, m, r, x + at, &s, inner, width);
    }
  }
}
