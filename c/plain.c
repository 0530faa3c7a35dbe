/**
 * The formulas. Every norm is one map of the elements of a group, and has one gradient; norms differ in which elements
 * make a group, and in its mean and rstd.
 *
 *     x-hat = (x - mean) * rstd        y = x-hat * weight + bias
 *
 *     layer norm      mean and variance of a row        Ba, Kiros and Hinton, 2016, arXiv:1607.06450
 *     RMS norm        mean 0, mean square of a row      Zhang and Sennrich, 2019, arXiv:1910.07467
 *     L2 norm         mean 0, sum of squares of a row   torch.nn.functional.normalize
 *     group norm      of some channels of a sample      Wu and He, 2018, arXiv:1803.08494
 *     instance norm   of one channel of a sample        Ulyanov, Vedaldi and Lempitsky, 2016, arXiv:1607.08022
 *     batch norm      of one channel of all samples     Ioffe and Szegedy, 2015, arXiv:1502.03167
 *
 * Instance norm is group norm of groups of one channel. Batch norm in training is group norm, too, once the channels
 * stand before the samples; with statistics that are given it is ln_plain_batch_norm.
 */
#include "plain.h"

/* One group ------------------------------------------------------------------------------------------------------- */

/** The elements x[first + i * stride], 0 <= i < n; their parameters, one for `together` neighbours; its statistics. */
typedef struct {
  const float *x, *weight, *bias; /* weight and bias each or NULL: 1 and 0 */
  size_t first, n, stride, parameter, together;
  float weight_offset;
  ln_real mean, rstd;
  int centered;    /* the mean is that of the elements, not 0 */
  ln_real share;   /* makes a mean of a sum over the group; 0: the statistics are constants */
  ln_real share_x; /* the same of sums with x-hat: a mean of as many as the variance is of; L2 norm: the sum itself */
} group;

static size_t place(const group *g, size_t i) { return g->first + i * g->stride; }
static size_t parameter(const group *g, size_t i) { return g->parameter + i / g->together; }
static ln_real x_hat(const group *g, size_t i) { return (g->x[place(g, i)] - g->mean) * g->rstd; }
static ln_real bias_of(const group *g, size_t i) { return g->bias ? g->bias[parameter(g, i)] : 0; }

/** The offset is added in float32. */
static ln_real weight_of(const group *g, size_t i) {
  return g->weight ? g->weight[parameter(g, i)] + g->weight_offset : 1;
}

static ln_real mean_of(const group *g) {
  ln_real sum = 0;
  for (size_t i = 0; i < g->n; i++) sum += g->x[place(g, i)];
  return sum / (ln_real)g->n;
}

/** sum((x - mean)^2) */
static ln_real squares_of(const group *g) {
  ln_real sum = 0;
  for (size_t i = 0; i < g->n; i++) sum += (g->x[place(g, i)] - g->mean) * (g->x[place(g, i)] - g->mean);
  return sum;
}

/** max(0, n - correction), where correction 1 is Bessel's. */
static ln_real degrees_of(const group *g, double correction) {
  const ln_real degrees = (ln_real)g->n - correction;
  return degrees > 0 ? degrees : 0;
}

/** sum((x - mean)^2) / max(0, n - correction) */
static ln_real variance_of(const group *g, double correction) { return squares_of(g) / degrees_of(g, correction); }

/** The group number `at` of a tensor (outer, n, inner). */
static group group_at(const float *x, const float *weight, const float *bias, size_t at, size_t n, size_t inner) {
  const size_t first = at / inner * n * inner + at % inner;
  return (group){.x = x,
                 .weight = weight,
                 .bias = bias,
                 .first = first,
                 .n = n,
                 .stride = inner,
                 .together = 1,
                 .share = 1 / (ln_real)n,
                 .share_x = 1 / (ln_real)n};
}

static void measure_layer(group *g, double correction, double eps) {
  g->centered = 1;
  g->mean = mean_of(g);
  g->rstd = 1 / LN_ROOT(variance_of(g, correction) + eps);
  g->share_x = 1 / degrees_of(g, correction);
}

static void measure_rms(group *g, double eps) { g->rstd = 1 / LN_ROOT(squares_of(g) / (ln_real)g->n + eps); }

static void measure_l2(group *g, double eps) {
  const ln_real norm = LN_ROOT(squares_of(g));
  g->rstd = 1 / (norm < eps ? (ln_real)eps : norm);
  g->share = g->share_x = norm < eps ? 0 : 1;
}

/** Writes to an output, if it is wanted. */
static void write(ln_result *p, size_t at, ln_real value) {
  if (p) p[at] = (ln_result)value;
}

/** y = x-hat * weight + bias */
static void normalize(ln_result *y, const group *g) {
  for (size_t i = 0; i < g->n; i++) write(y, place(g, i), x_hat(g, i) * weight_of(g, i) + bias_of(g, i));
}

/**
 * The gradients of normalize (Ioffe and Szegedy, 2015, section 3), with g = dy * weight and means over the group, the
 * second of as many elements as the variance is a mean of:
 *
 *     dx = rstd * (g - mean(g) - x-hat * mean(g * x-hat))        dweight += sum(dy * x-hat)        dbias += sum(dy)
 */
static void differentiate(ln_result *dx, ln_real *dweight, ln_real *dbias, const float *dy, const group *g) {
  ln_real mean_g = 0, mean_gx = 0;
  for (size_t i = 0; i < g->n; i++) {
    const ln_real of_y = dy[place(g, i)], of_x_hat = of_y * weight_of(g, i);
    if (dweight) dweight[parameter(g, i)] += of_y * x_hat(g, i);
    if (dbias) dbias[parameter(g, i)] += of_y;
    if (g->centered) mean_g += of_x_hat * g->share;
    mean_gx += of_x_hat * x_hat(g, i) * g->share_x;
  }
  for (size_t i = 0; i < g->n; i++) {
    const ln_real of_statistics = g->share == 0 ? 0 : mean_g + x_hat(g, i) * mean_gx;
    write(dx, place(g, i), g->rstd * (dy[place(g, i)] * weight_of(g, i) - of_statistics));
  }
}

/* Statistics, and norms of rows and of columns --------------------------------------------------------------------- */

void ln_plain_moments(ln_result *mean, ln_result *variance, ln_result *std, const float *x, size_t outer, size_t n,
                      size_t inner, double correction) {
  for (size_t at = 0; at < outer * inner; at++) {
    group g = group_at(x, NULL, NULL, at, n, inner);
    g.mean = mean_of(&g);
    write(mean, at, g.mean), write(variance, at, variance_of(&g, correction));
    write(std, at, LN_ROOT(variance_of(&g, correction)));
  }
}

void ln_plain_layer_norm(ln_result *y, ln_result *mean, ln_result *rstd, const float *x, const float *weight,
                         const float *bias, size_t outer, size_t n, size_t inner, double correction, double eps) {
  for (size_t at = 0; at < outer * inner; at++) {
    group g = group_at(x, weight, bias, at, n, inner);
    measure_layer(&g, correction, eps);
    write(mean, at, g.mean), write(rstd, at, g.rstd);
    normalize(y, &g);
  }
}

void ln_plain_normalize_backward(ln_result *dx, ln_real *dweight, ln_real *dbias, const float *dy, const float *x,
                                 const float *weight, size_t outer, size_t n, double correction, double eps) {
  for (size_t r = 0; r < outer; r++) {
    group g = group_at(x, weight, NULL, r, n, 1);
    measure_layer(&g, correction, eps);
    differentiate(dx, dweight, dbias, dy, &g);
  }
}

void ln_plain_layer_norm_backward(ln_result *dx, ln_real *dweight, ln_real *dbias, const float *dy, const float *x,
                                  const float *weight, size_t outer, size_t n, double eps) {
  ln_plain_normalize_backward(dx, dweight, dbias, dy, x, weight, outer, n, 0, eps);
}

void ln_plain_rms_norm(ln_result *y, ln_result *rrms, const float *x, const float *weight, size_t outer, size_t n,
                       float weight_offset, double eps) {
  for (size_t r = 0; r < outer; r++) {
    group g = group_at(x, weight, NULL, r, n, 1);
    g.weight_offset = weight_offset;
    measure_rms(&g, eps);
    write(rrms, r, g.rstd);
    normalize(y, &g);
  }
}

void ln_plain_rms_norm_backward(ln_result *dx, ln_real *dweight, const float *dy, const float *x, const float *weight,
                                size_t outer, size_t n, float weight_offset, double eps) {
  for (size_t r = 0; r < outer; r++) {
    group g = group_at(x, weight, NULL, r, n, 1);
    g.weight_offset = weight_offset;
    measure_rms(&g, eps);
    differentiate(dx, dweight, NULL, dy, &g);
  }
}

void ln_plain_l2_norm(ln_result *y, const float *x, size_t outer, size_t n, size_t inner, double eps) {
  for (size_t at = 0; at < outer * inner; at++) {
    group g = group_at(x, NULL, NULL, at, n, inner);
    measure_l2(&g, eps);
    normalize(y, &g);
  }
}

void ln_plain_l2_norm_backward(ln_result *dx, const float *dy, const float *x, size_t outer, size_t n, double eps) {
  for (size_t r = 0; r < outer; r++) {
    group g = group_at(x, NULL, NULL, r, n, 1);
    measure_l2(&g, eps);
    differentiate(dx, NULL, NULL, dy, &g);
  }
}

/* Columns of data -------------------------------------------------------------------------------------------------- */

void ln_plain_scaler_statistics(ln_real *mean, ln_real *variance, ln_real *scale, const float *x, size_t rows,
                                size_t columns, double correction) {
  for (size_t c = 0; c < columns; c++) {
    ln_real count = 0, sum = 0, squares = 0;
    for (size_t i = c; i < rows * columns; i += columns)
      if (x[i] == x[i]) count++, sum += x[i];
    const ln_real middle = sum / count, degrees = count - correction;
    for (size_t i = c; i < rows * columns; i += columns)
      if (x[i] == x[i]) squares += (x[i] - middle) * (x[i] - middle);
    mean[c] = middle, variance[c] = (count > 0 ? squares : middle) / (degrees > 0 ? degrees : 0);
    scale[c] = count > 0 && squares == 0 ? 1 : LN_ROOT(variance[c]);
  }
}

void ln_plain_scaler_transform(ln_result *y, const float *x, const double *mean, const double *scale, size_t rows,
                               size_t columns) {
  for (size_t i = 0; i < rows * columns; i++) {
    write(y, i, ((ln_real)x[i] - (mean ? mean[i % columns] : 0)) / scale[i % columns]);
  }
}

void ln_plain_scaler_inverse(ln_result *y, const float *x, const double *mean, const double *scale, size_t rows,
                             size_t columns) {
  for (size_t i = 0; i < rows * columns; i++) {
    write(y, i, (ln_real)x[i] * scale[i % columns] + (mean ? mean[i % columns] : 0));
  }
}

/* Norms of channels ----------------------------------------------------------------------------------------------- */

/** The group number `at` of [outer, groups, channels, inner]: a row, whose channels have a weight and a bias each. */
static group channels_at(const float *x, const float *weight, const float *bias, size_t at, size_t groups,
                         size_t channels, size_t inner) {
  group g = group_at(x, weight, bias, at, channels * inner, 1);
  g.parameter = at % groups * channels, g.together = inner;
  return g;
}

void ln_plain_group_norm(ln_result *y, ln_result *mean, ln_result *variance, ln_result *rstd, const float *x,
                         const float *weight, const float *bias, size_t outer, size_t groups, size_t channels,
                         size_t inner, double eps) {
  for (size_t at = 0; at < outer * groups; at++) {
    group g = channels_at(x, weight, bias, at, groups, channels, inner);
    measure_layer(&g, 0, eps);
    write(mean, at, g.mean), write(variance, at, variance_of(&g, 1)), write(rstd, at, g.rstd);
    normalize(y, &g);
  }
}

void ln_plain_group_norm_backward(ln_result *dx, ln_real *dweight, ln_real *dbias, const float *dy, const float *x,
                                  const float *weight, size_t outer, size_t groups, size_t channels, size_t inner,
                                  double eps) {
  for (size_t at = 0; at < outer * groups; at++) {
    group g = channels_at(x, weight, NULL, at, groups, channels, inner);
    measure_layer(&g, 0, eps);
    differentiate(dx, dweight, dbias, dy, &g);
  }
}

/** The channel number `at` of [outer, channels, inner], with statistics that are given. */
static group given_channel(const float *x, const float *mean, const float *variance, const float *weight,
                           const float *bias, size_t at, size_t channels, size_t inner, double eps) {
  group g = channels_at(x, weight, bias, at, channels, 1, inner);
  g.mean = mean[at % channels], g.rstd = 1 / LN_ROOT((ln_real)variance[at % channels] + eps), g.share = 0;
  return g;
}

void ln_plain_batch_norm(ln_result *y, const float *x, const float *mean, const float *variance, const float *weight,
                         const float *bias, size_t outer, size_t channels, size_t inner, double eps) {
  for (size_t at = 0; at < outer * channels; at++) {
    const group g = given_channel(x, mean, variance, weight, bias, at, channels, inner, eps);
    normalize(y, &g);
  }
}

void ln_plain_batch_norm_backward(ln_result *dx, ln_real *dweight, ln_real *dbias, const float *dy, const float *x,
                                  const float *mean, const float *variance, const float *weight, size_t outer,
                                  size_t channels, size_t inner, double eps) {
  for (size_t at = 0; at < outer * channels; at++) {
    const group g = given_channel(x, mean, variance, weight, NULL, at, channels, inner, eps);
    differentiate(dx, dweight, dbias, dy, &g);
  }
}
