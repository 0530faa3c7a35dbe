/**
 * Group, instance and batch normalization: an affine map for each channel, whose elements lie side by side.
 *
 *     y = ((x - mean) - residual) * scale + shift        scale = rstd * weight, rounded once
 *
 * with the mean as float32 part and residual (group.h), or in double where float32 cannot carry it.
 */
#include "mean_error.h"
#include "norm.h"
#include "rows.h"
#include "weights.h"

enum {
  STEP_VECTORS = 4, /* vectors of an iteration */
  STEP_ELEMENTS = 4 * STEP_VECTORS,
  RUN_ELEMENTS = 16 * STEP_ELEMENTS, /* added up in float, 16 vectors an accumulator, before they go into doubles */
  LEAST_CALL_ELEMENTS = 16,    /* a channel of fewer elements is mapped in double, one by one: a call costs more */
  SHORT_CHANNEL_ELEMENTS = 64, /* a channel of fewer elements shares vectors, and a tile, with its neighbours */
  TILE_ELEMENTS = 512,         /* elements of a tile of short channels */
};

/** A mean of at most this magnitude leaves x - mean finite: half an ulp of the largest float32 is 1.01e31. */
static const double SAFE_MEAN = 1e31;

/** A mean below this has a residual below 2^-124, whose last digits float32 may lack. */
static const double LEAST_MEAN = 0x1p-100;

/** What scales and shifts the channels of one sample, or of its groups from one on. */
typedef struct {
  const float *weight, *bias; /* each or NULL: 1 and 0 */
  float offset;               /* added to the weight in float32; -0 in place of 0, for adding it changes nothing */
} parameters;

LN_INLINE parameters parameters_of(const float *weight, const float *bias, float weight_offset) {
  return (parameters){.weight = weight, .bias = bias, .offset = weight_offset == 0 ? -0.0f : weight_offset};
}

/** The parameters of the channel c and those behind it. */
LN_INLINE parameters parameters_from(parameters p, size_t c) {
  return (parameters){.weight = ln_offset_of(p.weight, c), .bias = ln_offset_of(p.bias, c), .offset = p.offset};
}

LN_INLINE double weight_of(parameters p, size_t c) { return p.weight ? p.weight[c] + p.offset : 1; }
LN_INLINE double bias_of(parameters p, size_t c) { return p.bias ? p.bias[c] : 0; }

/** The affine map of one channel. */
typedef struct {
  double mean, rstd, weight, bias;
  ln_center center;
  float scale, shift;
  int wide; /* float32 does not carry it */
} channel;

/** The map of the channel c. */
LN_ONCE channel channel_of(double mean, double rstd, const parameters *p, size_t c, int wide) {
  const double w = weight_of(*p, c), b = bias_of(*p, c), scale = __builtin_fabs(rstd * w);
  const int carried = (scale >= LN_FLOAT_MIN && scale <= LN_FLOAT_MAX) || (w == 0 && __builtin_isfinite(rstd));
  const ln_group g = {mean, 0, 0};
  const int is_wide = wide || !carried || rstd < LN_FLOAT_MIN;
  return (channel){.mean = mean,
                   .rstd = rstd,
                   .weight = w,
                   .bias = b,
                   .center = ln_group_center(g, rstd),
                   .scale = (float)(rstd * w),
                   .shift = (float)b,
                   .wide = is_wide};
}

/* Forward ---------------------------------------------------------------------------------------------------------- */

LN_INLINE v128_t map(v128_t x, v128_t mean, v128_t residual, v128_t scale, v128_t shift) {
  return wasm_f32x4_add(ln_normalized(x, mean, residual, scale), shift);
}

/** Maps the n elements of a channel, x to y. */
LN_ONCE void apply_channel(float *y, const float *x, size_t n, const channel *c) {
  if (c->wide) {
    for (size_t i = 0; i < n; i++) y[i] = (float)((x[i] - c->mean) * c->rstd * c->weight + c->bias);
    return;
  }
  const v128_t mean = wasm_f32x4_splat(c->center.mean), residual = wasm_f32x4_splat(c->center.residual);
  const v128_t scale = wasm_f32x4_splat(c->scale), shift = wasm_f32x4_splat(c->shift);
  size_t i = 0;
  for (; i + STEP_ELEMENTS <= n; i += STEP_ELEMENTS) {
    v128_t v[STEP_VECTORS];
#pragma clang loop unroll(full)
    for (size_t k = 0; k < STEP_VECTORS; k++) v[k] = map(wasm_v128_load(x + i + 4 * k), mean, residual, scale, shift);
#pragma clang loop unroll(full)
    for (size_t k = 0; k < STEP_VECTORS; k++) wasm_v128_store(y + i + 4 * k, v[k]);
  }
  for (; i < n; i += 4) {
    const size_t count = ln_up_to_4(n - i);
    ln_store_up_to(y + i, count, map(ln_load_up_to(x + i, count, 0), mean, residual, scale, shift));
  }
}

LN_SMALL_BEGIN

/** What the center of a group depends on; weight and bias are left to the channels. */
static ln_settings settings_of(parameters p, size_t channels, size_t n, double eps) {
  return (ln_settings){.largest_weight = ln_largest_weight(p.weight, p.offset, channels), .eps = eps, .n = n};
}

/** Maps a group's short channels, in double. */
static void apply_short(float *y, const float *x, const parameters *p, size_t channels, size_t inner, double mean,
                        double rstd) {
  for (size_t c = 0, i = 0; c < channels; c++) {
    const double scale = rstd * weight_of(*p, c), shift = bias_of(*p, c);
    for (const size_t end = i + inner; i < end; i++) y[i] = (float)((x[i] - mean) * scale + shift);
  }
}

/** Normalises one group with the moments g, whose first channel the parameters begin with. Returns its rstd. */
static double normalize_group(float *y, const float *x, const parameters *p, ln_group g, size_t channels, size_t inner,
                              double eps) {
  const size_t n = channels * inner;
  const ln_settings s = settings_of(*p, channels, n, eps);
  /* Where a group is one channel, one weight multiplies the error of the mean and the promised bound alike: some
     |x - mean| is a standard deviation or more. */
  if (channels > 1 && s.largest_weight > LN_LARGE_WEIGHT) g.mean = ln_row_mean(x, n);
  const double rstd = ln_group_rstd(&g, &s, 0, ln_inverses_of(n, 0).degrees);
  if (inner < LEAST_CALL_ELEMENTS) {
    apply_short(y, x, p, channels, inner, g.mean, rstd);
    return rstd;
  }
  for (size_t c = 0; c < channels; c++) {
    const channel one = channel_of(g.mean, rstd, p, c, g.wide);
    apply_channel(y + c * inner, x + c * inner, inner, &one);
  }
  return rstd;
}

/** The operands of a forward pass, as norm.h has them. */
typedef struct {
  float *y, *mean, *variance, *rstd;
  const float *x, *weight, *bias;
  const uint32_t *weight_row, *bias_row;
  size_t outer, groups, channels, inner;
  float weight_offset;
  double eps;
} group_job;

/** The row of a parameter that belongs to the sample o. */
LN_INLINE const float *row_of(const float *parameter, const uint32_t *row, size_t o, size_t channels) {
  return parameter && row ? parameter + row[o] * channels : parameter;
}

/** What scales and shifts the channels of the group number i of all samples. */
static parameters group_parameters(const group_job *j, size_t i) {
  const size_t o = i / j->groups, channels = j->groups * j->channels;
  const parameters p = parameters_of(row_of(j->weight, j->weight_row, o, channels),
                                     row_of(j->bias, j->bias_row, o, channels), j->weight_offset);
  return parameters_from(p, i % j->groups * j->channels);
}

/** Normalises groups of any channels. */
LN_ONCE void normalize_groups(const group_job *j) {
  const size_t n = j->channels * j->inner;
  LN_REQUIRE(n >= 1 && j->eps >= 0);
  for (size_t i = 0; i < j->outer * j->groups; i++) {
    const parameters p = group_parameters(j, i);
    const float *x = j->x + i * n;
    const ln_group g = ln_row_moments(x, n, j->variance ? 0 : j->eps);
    const double r = normalize_group(j->y + i * n, x, &p, g, j->channels, j->inner, j->eps);
    if (j->mean) j->mean[i] = (float)g.mean;
    if (j->variance) j->variance[i] = (float)ln_variance(g, n, 1);
    if (j->rstd) j->rstd[i] = (float)r;
  }
}

void ln_group_norm(float *y, float *mean, float *rstd, const float *x, const float *weight, const float *bias,
                   const uint32_t *weight_row, const uint32_t *bias_row, size_t outer, size_t groups, size_t channels,
                   size_t inner, float weight_offset, double eps) {
  const group_job j = {.y = y,
                       .mean = mean,
                       .rstd = rstd,
                       .x = x,
                       .weight = weight,
                       .bias = bias,
                       .weight_row = weight_row,
                       .bias_row = bias_row,
                       .outer = outer,
                       .groups = groups,
                       .channels = channels,
                       .inner = inner,
                       .weight_offset = weight_offset,
                       .eps = eps};
  /* The loops over rows have no offset here: so a program without one has none of the code for it. */
  if (inner != 1 || channels < LEAST_CALL_ELEMENTS || (weight && weight_offset != 0)) {
    normalize_groups(&j);
    return;
  }
  LN_REQUIRE(eps >= 0);
  for (size_t i = 0; i < outer * groups; i++, x += channels, y += channels) {
    const parameters p = group_parameters(&j, i);
    ln_layer_norm_rows(y, ln_offset(mean, i), ln_offset(rstd, i), x, p.weight, p.bias, 1, channels, 0, eps);
  }
}

void ln_instance_norm(float *y, float *mean, float *variance, float *rstd, const float *x, const float *weight,
                      const float *bias, const uint32_t *weight_row, const uint32_t *bias_row, size_t outer,
                      size_t channels, size_t inner, float weight_offset, double eps) {
  normalize_groups(&(group_job){.y = y,
                                .mean = mean,
                                .variance = variance,
                                .rstd = rstd,
                                .x = x,
                                .weight = weight,
                                .bias = bias,
                                .weight_row = weight_row,
                                .bias_row = bias_row,
                                .outer = outer,
                                .groups = channels,
                                .channels = 1,
                                .inner = inner,
                                .weight_offset = weight_offset,
                                .eps = eps});
}

LN_ONCE channel given_channel(const float *mean, const float *variance, const float *weight, const float *bias,
                              size_t c, double eps) {
  const double rstd = 1 / __builtin_sqrt(variance[c] + eps);
  const parameters p = parameters_of(weight, bias, 0);
  return channel_of(mean[c], rstd, &p, c, !(__builtin_fabs(mean[c]) <= SAFE_MEAN));
}

LN_SMALL_END

/** The affine maps of some short channels, element by element. */
typedef struct {
  float mean[TILE_ELEMENTS], scale[TILE_ELEMENTS], shift[TILE_ELEMENTS];
} tile;

LN_INLINE v128_t map_at(const tile *t, size_t i, v128_t x) {
  const v128_t scaled = wasm_f32x4_mul(wasm_f32x4_sub(x, wasm_v128_load(t->mean + i)), wasm_v128_load(t->scale + i));
  return wasm_f32x4_add(scaled, wasm_v128_load(t->shift + i));
}

/** Normalises `width` elements of every one of `outer` rows. */
static void apply_tile(float *y, const float *x, const tile *t, size_t outer, size_t stride, size_t width) {
  for (size_t o = 0; o < outer; o++, x += stride, y += stride) {
    size_t i = 0;
    for (; i + 8 <= width; i += 8) {
      const v128_t v = map_at(t, i, wasm_v128_load(x + i)), w = map_at(t, i + 4, wasm_v128_load(x + i + 4));
      wasm_v128_store(y + i, v), wasm_v128_store(y + i + 4, w);
    }
    for (; i < width; i += 4) {
      const size_t count = ln_up_to_4(width - i);
      ln_store_up_to(y + i, count, map_at(t, i, ln_load_up_to(x + i, count, 0)));
    }
  }
}

LN_SMALL_BEGIN

/** The arguments of ln_batch_norm. */
typedef struct {
  float *y;
  const float *x, *mean, *variance, *weight, *bias;
  size_t outer, channels, inner;
  double eps;
} job;

/** Maps the channels first .. last - 1, one by one. */
LN_ONCE void apply_channels(const job *j, size_t first, size_t last) {
  for (size_t c = first; c < last; c++) {
    const channel one = given_channel(j->mean, j->variance, j->weight, j->bias, c, j->eps);
    for (size_t o = 0; o < j->outer; o++) {
      const size_t at = (o * j->channels + c) * j->inner;
      apply_channel(j->y + at, j->x + at, j->inner, &one);
    }
  }
}

/** Maps the short channels first .. last - 1 in a tile, or one by one if float32 cannot carry one of them. */
static void apply_short_channels(const job *j, size_t first, size_t last) {
  tile t;
  size_t width = 0;
  for (size_t c = first; c < last; c++) {
    const channel one = given_channel(j->mean, j->variance, j->weight, j->bias, c, j->eps);
    if (one.wide) {
      apply_channels(j, first, last);
      return;
    }
    for (size_t i = 0; i < j->inner; i++, width++) {
      t.mean[width] = one.center.mean, t.scale[width] = one.scale, t.shift[width] = one.shift;
    }
  }
  apply_tile(j->y + first * j->inner, j->x + first * j->inner, &t, j->outer, j->channels * j->inner, width);
}

void ln_batch_norm(float *y, const float *x, const float *mean, const float *variance, const float *weight,
                   const float *bias, size_t outer, size_t channels, size_t inner, double eps) {
  LN_REQUIRE(eps >= 0);
  const job j = {.y = y,
                 .x = x,
                 .mean = mean,
                 .variance = variance,
                 .weight = weight,
                 .bias = bias,
                 .outer = outer,
                 .channels = channels,
                 .inner = inner,
                 .eps = eps};
  if (inner >= SHORT_CHANNEL_ELEMENTS) apply_channels(&j, 0, channels);
  const size_t together = TILE_ELEMENTS / (inner ? inner : 1);
  for (size_t c = 0; inner < SHORT_CHANNEL_ELEMENTS && c < channels; c += together) {
    apply_short_channels(&j, c, c + together < channels ? c + together : channels);
  }
}

LN_SMALL_END

/* Backward --------------------------------------------------------------------------------------------------------- */

/** Sums over a channel, of dy and of dy * x-hat. */
typedef struct {
  double dy, dyx;
} channel_sums;

LN_INLINE void add_element(channel_sums *s, double dy, double x_hat) { s->dy += dy, s->dyx += dy * x_hat; }

/** dx of one element. */
LN_INLINE float gradient_at(double dy, double x_hat, double scale, double slope, double shift) {
  return (float)(scale * dy + (slope * x_hat + shift));
}

static channel_sums wide_sums(const float *dy, const float *x, size_t n, double mean, double rstd) {
  channel_sums s = {0, 0};
  for (size_t i = 0; i < n; i++) add_element(&s, dy[i], (x[i] - mean) * rstd);
  return s;
}

/** Adds count (1 to 4) elements to the sums. */
LN_INLINE void add_vector(v128_t *s, v128_t *q, const float *dy, const float *x, size_t count, v128_t mean,
                          v128_t residual, v128_t rstd) {
  const v128_t d = ln_load_up_to(dy, count, 0);
  *s = wasm_f32x4_add(*s, d);
  *q = wasm_f32x4_add(*q, wasm_f32x4_mul(d, ln_normalized(ln_load_up_to(x, count, 0), mean, residual, rstd)));
}

static channel_sums narrow_sums(const float *dy, const float *x, size_t n, ln_center at) {
  const v128_t mean = wasm_f32x4_splat(at.mean), residual = wasm_f32x4_splat(at.residual);
  const v128_t rstd = wasm_f32x4_splat(at.rstd), zero = wasm_f32x4_splat(0);
  v128_t total = zero, total2 = zero; /* f64x2 */
  for (size_t i = 0; i < n;) {
    const size_t end = n - i < RUN_ELEMENTS ? n : i + RUN_ELEMENTS;
    v128_t s[STEP_VECTORS] = {zero, zero, zero, zero}, q[STEP_VECTORS] = {zero, zero, zero, zero};
    for (; end - i >= STEP_ELEMENTS; i += STEP_ELEMENTS) {
#pragma clang loop unroll(full)
      for (size_t k = 0; k < STEP_VECTORS; k++) {
        add_vector(&s[k], &q[k], dy + i + 4 * k, x + i + 4 * k, 4, mean, residual, rstd);
      }
    }
    for (; i < end; i += 4) add_vector(&s[0], &q[0], dy + i, x + i, ln_up_to_4(end - i), mean, residual, rstd);
    i = end;
#pragma clang loop unroll(full)
    for (size_t k = 0; k < STEP_VECTORS; k++) {
      total = wasm_f64x2_add(total, ln_widen_sum(s[k]));
      total2 = wasm_f64x2_add(total2, ln_widen_sum(q[k]));
    }
  }
  return (channel_sums){ln_sum_f64x2(total), ln_sum_f64x2(total2)};
}

/** The sums in float32; in double where those overflow, are NaN, or may be of products that underflowed. */
LN_ONCE channel_sums sums_of(const float *dy, const float *x, size_t n, const channel *c) {
  if (!c->wide) {
    const channel_sums s = narrow_sums(dy, x, n, c->center);
    const int normal = __builtin_fabs(s.dyx) > LN_LEAST_PRODUCT * (double)n;
    if (normal && __builtin_isfinite(s.dy) && __builtin_isfinite(s.dyx)) return s;
  }
  return wide_sums(dy, x, n, c->mean, c->rstd);
}

/** dx = scale * dy + (slope * x-hat + shift). */
typedef struct {
  v128_t mean, residual, rstd, scale, slope, shift;
} slope_map;

LN_INLINE v128_t gradient_of(v128_t dy, v128_t x, const slope_map *m) {
  const v128_t x_hat = ln_normalized(x, m->mean, m->residual, m->rstd);
  const v128_t v = wasm_f32x4_add(wasm_f32x4_mul(x_hat, m->slope), m->shift);
  return wasm_f32x4_add(wasm_f32x4_mul(dy, m->scale), v);
}

/** Writes dx of one channel; slope and shift are those of its group. */
LN_ONCE void gradient(float *dx, const float *dy, const float *x, size_t n, const channel *c, double slope,
                      double shift) {
  const double scale = c->rstd * c->weight;
  const slope_map m = {.mean = wasm_f32x4_splat(c->center.mean),
                       .residual = wasm_f32x4_splat(c->center.residual),
                       .rstd = wasm_f32x4_splat(c->center.rstd),
                       .scale = wasm_f32x4_splat(c->scale),
                       .slope = wasm_f32x4_splat((float)slope),
                       .shift = wasm_f32x4_splat((float)shift)};
  size_t i = 0;
  for (; i < n && c->wide; i++) dx[i] = gradient_at(dy[i], (x[i] - c->mean) * c->rstd, scale, slope, shift);
  for (; i + STEP_ELEMENTS <= n; i += STEP_ELEMENTS) {
    v128_t v[STEP_VECTORS];
#pragma clang loop unroll(full)
    for (size_t k = 0; k < STEP_VECTORS; k++) {
      v[k] = gradient_of(wasm_v128_load(dy + i + 4 * k), wasm_v128_load(x + i + 4 * k), &m);
    }
#pragma clang loop unroll(full)
    for (size_t k = 0; k < STEP_VECTORS; k++) wasm_v128_store(dx + i + 4 * k, v[k]);
  }
  for (; i < n; i += 4) {
    const size_t count = ln_up_to_4(n - i);
    ln_store_up_to(dx + i, count, gradient_of(ln_load_up_to(dy + i, count, 0), ln_load_up_to(x + i, count, 0), &m));
  }
}

LN_SMALL_BEGIN

/** The gradients of a group: dweight and dbias begin with its first channel, as its parameters do. */
typedef struct {
  float *dx;
  double *dweight, *dbias;
  const float *dy, *x;
  parameters p;
  size_t channels, inner;
} group_gradient;

/** The gradients of a group's short channels, in double. */
static void differentiate_short(const group_gradient *a, double mean, double rstd) {
  const size_t inner = a->inner, n = a->channels * inner;
  double sum_g = 0, sum_gx = 0; /* of g = dy * weight, and of g * x-hat */
  for (size_t c = 0, i = 0; c < a->channels; c++) {
    const double weight = weight_of(a->p, c);
    channel_sums sums = {0, 0};
    for (const size_t end = i + inner; i < end; i++) add_element(&sums, a->dy[i], a->x[i] - mean);
    sums.dyx *= rstd;
    a->dbias[c] += sums.dy, a->dweight[c] += sums.dyx;
    sum_g += sums.dy * weight, sum_gx += sums.dyx * weight;
  }
  const double share = -rstd / (double)n, slope = sum_gx * share * rstd, shift = sum_g * share;
  for (size_t c = 0, i = 0; c < a->channels; c++) {
    const double scale = rstd * weight_of(a->p, c);
    for (const size_t end = i + inner; i < end; i++) {
      a->dx[i] = gradient_at(a->dy[i], a->x[i] - mean, scale, slope, shift);
    }
  }
}

/** The gradients of one group. */
static void differentiate_group(const group_gradient *a, double eps) {
  const size_t channels = a->channels, inner = a->inner, n = channels * inner;
  const ln_settings s = settings_of(parameters_of(NULL, NULL, 0), 0, n, eps);
  ln_group g = ln_row_moments(a->x, n, eps);
  const double rstd = ln_group_rstd(&g, &s, 0, ln_inverses_of(n, 0).degrees);
  if (inner < LEAST_CALL_ELEMENTS) {
    differentiate_short(a, g.mean, rstd);
    return;
  }
  if (g.mean != 0 && __builtin_fabs(g.mean) < LEAST_MEAN) g.wide = 1;
  double sum_g = 0, sum_gx = 0; /* of g = dy * weight, and of g * x-hat */
  for (size_t c = 0; c < channels; c++) {
    const channel one = channel_of(g.mean, rstd, &a->p, c, g.wide);
    const channel_sums sums = sums_of(a->dy + c * inner, a->x + c * inner, inner, &one);
    a->dbias[c] += sums.dy, a->dweight[c] += sums.dyx;
    sum_g += sums.dy * one.weight, sum_gx += sums.dyx * one.weight;
  }
  const double slope = -rstd * (sum_gx / (double)n), shift = -rstd * (sum_g / (double)n);
  for (size_t c = 0; c < channels; c++) {
    const channel one = channel_of(g.mean, rstd, &a->p, c, g.wide);
    gradient(a->dx + c * inner, a->dy + c * inner, a->x + c * inner, inner, &one, slope, shift);
  }
}

void ln_group_norm_backward(float *dx, double *dweight, double *dbias, const float *dy, const float *x,
                            const float *weight, const uint32_t *weight_row, const uint32_t *dbias_row, size_t outer,
                            size_t groups, size_t channels, size_t inner, float weight_offset, double eps) {
  const size_t n = channels * inner, all = groups * channels;
  LN_REQUIRE(n >= 1 && eps >= 0);
  for (size_t i = 0; i < outer * groups; i++) {
    const size_t o = i / groups, first = i % groups * channels;
    const size_t of_weight = first + (weight_row ? weight_row[o] * all : 0);
    const size_t of_bias = first + (dbias_row ? dbias_row[o] * all : 0);
    const group_gradient a = {.dx = dx + i * n,
                              .dweight = dweight + of_weight,
                              .dbias = dbias + of_bias,
                              .dy = dy + i * n,
                              .x = x + i * n,
                              .p = parameters_of(ln_offset_of(weight, of_weight), NULL, weight_offset),
                              .channels = channels,
                              .inner = inner};
    differentiate_group(&a, eps);
  }
}

void ln_batch_norm_backward(float *dx, double *dweight, double *dbias, const float *dy, const float *x,
                            const float *mean, const float *variance, const float *weight, size_t outer,
                            size_t channels, size_t inner, double eps) {
  LN_REQUIRE(eps >= 0);
  for (size_t i = 0; i < outer * channels; i++) {
    const size_t c = i % channels, at = i * inner;
    const channel one = given_channel(mean, variance, weight, NULL, c, eps);
    const channel_sums sums = sums_of(dy + at, x + at, inner, &one);
    dbias[c] += sums.dy, dweight[c] += sums.dyx;
    const parameters p = parameters_of(weight, NULL, 0);
    const channel scaled = channel_of(0, one.rstd, &p, c, one.wide); /* dy takes the place of x */
    apply_channel(dx + at, dy + at, inner, &scaled);
  }
}

void ln_update_running(float *running, const float *batch, size_t n, double momentum) {
  for (size_t i = 0; i < n; i++) running[i] = (float)((1 - momentum) * running[i] + momentum * batch[i]);
}

LN_SMALL_END
