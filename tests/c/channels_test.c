/** Group and batch normalization, forward and backward, against long double, to the promise of norm.h. */
#include "check.h"

typedef struct {
  size_t outer, groups, channels, inner;
  double eps;
  const char *name;
  distribution draw;
} group_case;

static size_t size_of(group_case t) { return t.outer * t.groups * t.channels * t.inner; }

/** A tensor. Each group is drawn from the distribution's first element on. */
static float *draw_groups(group_case t) {
  float *x = floats(size_of(t));
  for (size_t i = 0; i < size_of(t); i++) x[i] = (float)t.draw(i % (t.channels * t.inner));
  return x;
}

static float *scaled_normals(size_t n, double scale) {
  float *p = floats(n);
  for (size_t i = 0; i < n; i++) p[i] = (float)(scale * data_normal());
  return p;
}

/* Forward ---------------------------------------------------------------------------------------------------------- */

/** Checks one group of a result, whose first channel weight and bias begin with. */
static void check_group(const float *y, float mean, float rstd, const float *x, const float *weight, const float *bias,
                        group_case t) {
  const size_t n = t.channels * t.inner;
  const reference r = reference_moments(x, n, 1);
  const double want_rstd = 1 / sqrt(r.m2 / (double)n + t.eps);
  double largest = 1, error = 0;
  for (size_t i = 0; i < n; i++) {
    const size_t c = i / t.inner;
    const double scaled = (x[i] - r.mean) * want_rstd * (weight ? weight[c] : 1), b = bias ? bias[c] : 0;
    largest = fmax(largest, fmax(fabs(scaled), fabs(b)));
    if (isnan(scaled)) check(isnan(y[i]), "%s: %g, not NaN", t.name, y[i]);
    else if (fabs(scaled + b) > 3.4028235e38) check(isinf(y[i]), "%s: %g, not infinite", t.name, y[i]);
    else error = fmax(error, isnan(y[i]) ? INFINITY : fabs(y[i] - (scaled + b)));
  }
  check(error <= 2e-6 * largest, "%s, channels %zu, inner %zu, eps %g: off by %g of %g", t.name, t.channels, t.inner,
        t.eps, error, largest);
  check(fabs(mean - r.mean) <= ulp(r.mean) + 1e-6 * sqrt(r.m2 / (double)n), "%s: mean %g, not %g", t.name, mean,
        r.mean);
  if (isnan(want_rstd) || want_rstd > 3.4e38) check(!isfinite(rstd), "%s: rstd %g", t.name, rstd);
  else check(fabs(rstd - want_rstd) <= 2e-6 * want_rstd, "%s: rstd %g, not %g", t.name, rstd, want_rstd);
}

/** The variance is that of ln_moments, to the bit. */
static void check_variance(const float *variance, const float *x, group_case t) {
  const size_t rows = t.outer * t.groups;
  float *want = floats(rows);
  ln_moments(NULL, want, NULL, x, rows, t.channels * t.inner, 1, 1);
  check(same_results(variance, want, rows), "%s, channels %zu, inner %zu: variance %g, not %g", t.name, t.channels,
        t.inner, variance[0], want[0]);
  free(want);
}

static void check_forward(group_case t, const float *weight, const float *bias) {
  const size_t rows = t.outer * t.groups, n = t.channels * t.inner;
  float *x = draw_groups(t), *y = floats(size_of(t)), *mean = floats(rows), *variance = floats(rows);
  float *rstd = floats(rows);
  for (int with_variance = 1; with_variance >= 0; with_variance--) {
    ln_group_norm(y, mean, with_variance ? variance : NULL, rstd, x, weight, bias, t.outer, t.groups, t.channels,
                  t.inner, t.eps);
    for (size_t i = 0; i < rows; i++) {
      const size_t c = i % t.groups * t.channels;
      check_group(y + i * n, mean[i], rstd[i], x + i * n, weight ? weight + c : NULL, bias ? bias + c : NULL, t);
    }
  }
  check_variance(variance, x, t);
  ln_group_norm(x, NULL, NULL, NULL, x, weight, bias, t.outer, t.groups, t.channels, t.inner, t.eps);
  check(same_results(x, y, size_of(t)), "%s, channels %zu, inner %zu: in place gives other bits", t.name, t.channels,
        t.inner);
  free(x), free(y), free(mean), free(variance), free(rstd);
}

static const size_t inners[] = {1, 2, 3, 4, 5, 15, 16, 17, 31, 63, 64, 65, 67, 259, 1030};
enum { INNERS = sizeof inners / sizeof *inners };

static void every_form(void) {
  const double epsilons[] = {1e-5, 0, 1e-42};
  const size_t channels[] = {1, 2, 5};
  for (size_t k = 0; k < DISTRIBUTIONS; k++) {
    for (int i = 0; i < INNERS; i++) {
      for (int form = 0; form < 36; form++) {
        const size_t c = channels[form % 3];
        const group_case t = {2, 3, c, inners[i], epsilons[form / 3 % 3], distributions[k].name, distributions[k].draw};
        float *weight = parameter(3 * c, form / 9 & 1), *bias = parameter(3 * c, form / 18);
        check_forward(t, weight, bias);
        free(weight), free(bias);
      }
    }
  }
}

/** As many channels as there are in a group whose channels have one element, or some; a row's thresholds between them. */
static const size_t many_channels[] = {8, 15, 16, 17, 31, 32, 33, 90, 511, 512, 513};
enum { MANY_CHANNELS = sizeof many_channels / sizeof *many_channels };

static void short_channels(void) {
  for (size_t k = 0; k < DISTRIBUTIONS; k++) {
    for (int i = 0; i < MANY_CHANNELS; i++) {
      for (size_t inner = 1; inner < 4; inner++) {
        const size_t c = many_channels[i];
        float *weight = scaled_normals(2 * c, inner == 2 ? 30 : 1), *bias = parameter(2 * c, 1);
        check_forward((group_case){2, 2, c, inner, 1e-5, distributions[k].name, distributions[k].draw}, weight, bias);
        check_forward((group_case){2, 2, c, inner, 0, distributions[k].name, distributions[k].draw}, NULL, NULL);
        free(weight), free(bias);
      }
    }
  }
}

/** Weights that make scales above and below what float32 can hold, and 0; they multiply the error of the mean. */
static void extreme_weights(void) {
  const double scales[] = {0, 1e-44, 1e-30, 30, 1e6, 1e20, 1e35};
  for (size_t k = 0; k < DISTRIBUTIONS; k++) {
    for (int s = 0; s < 7; s++) {
      for (size_t inner = 1; inner < 90; inner += 11) {
        float *weight = scaled_normals(6, scales[s]);
        check_forward((group_case){1, 2, 3, inner, 1e-5, distributions[k].name, distributions[k].draw}, weight, NULL);
        check_forward((group_case){1, 2, 3, inner, 1e30, distributions[k].name, distributions[k].draw}, weight, weight);
        free(weight);
      }
    }
  }
}

/** Large weights of groups of one channel, whose mean is not summed again: its error is in proportion to the bound. */
static void one_large_channel(void) {
  const double scales[] = {3, 16, 1000, 1e6, 1e30};
  for (size_t k = 0; k < DISTRIBUTIONS; k++) {
    for (int s = 0; s < 5; s++) {
      for (int i = 0; i < INNERS; i++) {
        float *weight = scaled_normals(3, scales[s]);
        const double eps = s % 2 ? 1e-5 : 1e5; /* also far above the variance, where x-hat is small */
        check_forward((group_case){1, 3, 1, inners[i], eps, distributions[k].name, distributions[k].draw}, weight,
                      NULL);
        free(weight);
      }
    }
  }
}

/** The channel nearest to the mean has a large weight, which multiplies the error of the mean. */
static void outlier_weight(void) {
  const double means[] = {0, 3, 1e4}, weights[] = {2, 30, 1e3, 1e6, 5e36};
  for (size_t channels = 2; channels < 100; channels++) {
    for (int k = 0; k < 15; k++) {
      const group_case t = {1, 1, channels, 2, 1e-5, "outlier weight", d_normal};
      float *x = draw_groups(t), *y = floats(2 * channels), *weight = floats(channels), mean, rstd;
      for (size_t i = 0; i < 2 * channels; i++) x[i] += (float)means[k % 3];
      const double middle = reference_moments(x, 2 * channels, 1).mean;
      size_t nearest = 0;
      for (size_t c = 0; c < channels; c++) {
        weight[c] = 1, x[2 * c + 1] = x[2 * c];
        if (fabs(x[2 * c] - middle) < fabs(x[2 * nearest] - middle)) nearest = c;
      }
      weight[nearest] = (float)weights[k / 3];
      ln_group_norm(y, &mean, NULL, &rstd, x, weight, NULL, 1, 1, channels, 2, t.eps);
      check_group(y, mean, rstd, x, weight, NULL, t);
      free(x), free(y), free(weight);
    }
  }
}

/** A constant group gives the bias to the bit, and NaN where eps is 0. */
static void constant_groups(void) {
  const float values[] = {0, 0.1f, -7.7f, 1e6f, 1e30f, 3e38f, 1e-40f};
  for (int v = 0; v < 7; v++) {
    for (int i = 0; i < INNERS; i++) {
      const size_t inner = inners[i];
      float *x = floats(3 * inner), *y = floats(3 * inner), *weight = parameter(3, 1), *bias = parameter(3, 1);
      for (size_t e = 0; e < 3 * inner; e++) x[e] = values[v];
      ln_group_norm(y, NULL, NULL, NULL, x, weight, bias, 1, 1, 3, inner, 1e-5);
      for (size_t e = 0; e < 3 * inner; e++) check(y[e] == bias[e / inner], "%g: y %g", values[v], y[e]);
      ln_group_norm(y, NULL, NULL, NULL, x, weight, bias, 1, 1, 3, inner, 0);
      for (size_t e = 0; e < 3 * inner; e++) check(isnan(y[e]), "%g, eps 0: y %g", values[v], y[e]);
      free(x), free(y), free(weight), free(bias);
    }
  }
}

/** NaN and infinity change no group but their own; a group gives the same bits wherever it stands. */
static void groups_are_apart(void) {
  enum { N = 3 * 37, GROUPS = 4 };
  const float bad[] = {NAN, INFINITY, -INFINITY};
  float x[GROUPS * N + 3], y[GROUPS * N], clean[GROUPS * N], alone[N];
  float *weight = parameter(3, 1);
  for (int k = 0; k < 3; k++) {
    for (size_t i = 0; i < (size_t)GROUPS * N; i++) x[i] = (float)data_normal();
    ln_group_norm(clean, NULL, NULL, NULL, x, weight, weight, GROUPS, 1, 3, 37, 1e-5);
    for (size_t g = 0; g < GROUPS; g++) {
      ln_group_norm(alone, NULL, NULL, NULL, x + g * N, weight, weight, 1, 1, 3, 37, 1e-5);
      check(same_results(alone, clean + g * N, N), "group %zu alone has other bits", g);
    }
    x[N + 50] = bad[k];
    ln_group_norm(y, NULL, NULL, NULL, x, weight, weight, GROUPS, 1, 3, 37, 1e-5);
    for (size_t i = 0; i < (size_t)GROUPS * N; i++) {
      if (i / N == 1) check(isnan(y[i]), "%g: element %zu is %g", bad[k], i, y[i]);
      else check(same_bits(y + i, clean + i, 1), "%g: element %zu changed", bad[k], i);
    }
  }
  free(weight);
}

/* Batch normalization with given statistics ------------------------------------------------------------------------ */

typedef struct {
  float *mean, *variance, *weight, *bias; /* [channels] */
} given;

static given given_for(size_t channels, double mean, double variance, double weight) {
  given g = {scaled_normals(channels, mean), scaled_normals(channels, 1), scaled_normals(channels, weight),
             parameter(channels, 1)};
  for (size_t c = 0; c < channels; c++) g.variance[c] = (float)(variance * fabs(g.variance[c]));
  return g;
}

static void release(given g) { free(g.mean), free(g.variance), free(g.weight), free(g.bias); }

static void check_batch(size_t outer, size_t channels, size_t inner, given g, double scale, double eps) {
  const size_t size = outer * channels * inner;
  float *x = scaled_normals(size, scale), *y = floats(size);
  ln_batch_norm(y, x, g.mean, g.variance, g.weight, g.bias, outer, channels, inner, eps);
  for (size_t i = 0; i < size; i++) {
    const size_t c = i / inner % channels;
    const double scaled = (x[i] - (double)g.mean[c]) / sqrt(g.variance[c] + eps) * g.weight[c];
    const double want = scaled + g.bias[c], largest = fmax(1, fmax(fabs(scaled), fabs(g.bias[c])));
    if (fabs(want) > 3.4028235e38) check(isinf(y[i]), "inner %zu: %g, not infinite", inner, y[i]);
    else check(fabs(y[i] - want) <= 2e-6 * largest, "channels %zu, inner %zu: %g, not %g", channels, inner, y[i], want);
  }
  ln_batch_norm(x, x, g.mean, g.variance, g.weight, g.bias, outer, channels, inner, eps);
  check(same_results(x, y, size), "channels %zu, inner %zu: in place gives other bits", channels, inner);
  free(x), free(y);
}

static void batch_norm(void) {
  for (int i = 0; i < INNERS; i++) {
    for (size_t channels = 1; channels < 600; channels = channels * 3 + 1) {
      const given g = given_for(channels, 2, 3, 1);
      check_batch(3, channels, inners[i], g, 2, 1e-5);
      release(g);
    }
  }
}

/** Means whose difference from x overflows, and scales that float32 cannot hold. */
static void extreme_statistics(void) {
  const double means[] = {1, 1e30, 5e37}, variances[] = {0, 1, 1e-40, 5e37}, weights[] = {1, 1e-44, 1e37, 0};
  for (int k = 0; k < 48; k++) {
    for (size_t inner = 1; inner < 200; inner += 66) {
      const given g = given_for(7, means[k % 3], variances[k / 3 % 4], weights[k / 12]);
      check_batch(2, 7, inner, g, means[k % 3], 1e-5);
      release(g);
    }
  }
}

/** x - mean overflows float32, but (x - mean) * rstd does not. */
static void far_mean(void) {
  const float mean[] = {3e38f}, variance[] = {3e38f}, x[] = {-3e38f, 3e38f};
  for (size_t inner = 1; inner <= 2; inner++) {
    float y[2];
    ln_batch_norm(y, x, mean, variance, NULL, NULL, 1, 1, inner, 0);
    check(fabs(y[0] + 6e38 / sqrt(3e38)) < 1e14 && (inner == 1 || y[1] == 0), "inner %zu: %g", inner, y[0]);
  }
}

static void without_parameters(void) {
  const float x[] = {1, 2, 3, 4}, mean[] = {1, 2}, variance[] = {4, 1};
  float y[4];
  ln_batch_norm(y, x, mean, variance, NULL, NULL, 1, 2, 2, 0);
  check(y[0] == 0 && y[1] == 0.5f && y[2] == 1 && y[3] == 2, "%g %g %g %g", y[0], y[1], y[2], y[3]);
  ln_batch_norm(y, x, mean, variance, NULL, NULL, 0, 2, 2, 0);
  ln_batch_norm(y, x, mean, variance, NULL, NULL, 2, 2, 0, 0);
  check(y[3] == 2, "nothing wrote something");
  float running[] = {1, -2};
  ln_update_running(running, (const float[]){3, 8}, 2, 0.25);
  check(running[0] == 1.5f && running[1] == 0.5f, "running %g %g", running[0], running[1]);
}

/* Backward --------------------------------------------------------------------------------------------------------- */

/** One gradient of a parameter: the sum of its terms, and the sum of their magnitudes, which bounds its error. */
typedef struct {
  long double sum, magnitude;
} total;

static void add_term(total *t, double term) { t->sum += term, t->magnitude += fabs(term); }

/** got is within 1e-5 of the sum of the magnitudes, or of the least normal float. */
static void check_total(double got, total t, const char *what, const char *name) {
  const double bound = 1e-5 * fmax((double)t.magnitude, 1.2e-38);
  check(fabs(got - (double)t.sum) <= bound, "%s: %s %g, not %g; %g at most", name, what, got, (double)t.sum, bound);
}

/** Checks dx of one group, and adds the group to the totals. */
static void check_group_gradient(const float *dx, const float *dy, const float *x, const float *weight, total *dweight,
                                 total *dbias, group_case t) {
  const size_t n = t.channels * t.inner;
  const reference r = reference_moments(x, n, 1);
  const double rstd = 1 / sqrt(r.m2 / (double)n + t.eps);
  long double mean_g = 0, mean_gx = 0;
  double largest = 0, error = 0;
  for (size_t i = 0; i < n; i++) {
    const size_t c = i / t.inner;
    const double x_hat = (x[i] - r.mean) * rstd, g = dy[i] * (double)(weight ? weight[c] : 1);
    add_term(&dweight[c], dy[i] * x_hat), add_term(&dbias[c], dy[i]);
    mean_g += (long double)g / n, mean_gx += (long double)g * x_hat / n;
    largest = fmax(largest, fabs(g) * rstd);
  }
  for (size_t i = 0; i < n; i++) {
    const double x_hat = (x[i] - r.mean) * rstd, g = dy[i] * (double)(weight ? weight[i / t.inner] : 1);
    const double want = (double)(rstd * (g - mean_g - x_hat * mean_gx));
    largest = fmax(largest, fabs(want));
    error = fmax(error, isnan(dx[i]) ? INFINITY : fabs(dx[i] - want));
  }
  if (largest > 3.4028235e38) return; /* nothing is promised */
  check(error <= 1e-5 * fmax(largest, 1.2e-38), "%s, channels %zu, inner %zu: dx off by %g of %g", t.name, t.channels,
        t.inner, error, largest);
}

static void check_backward(group_case t, const float *weight, double dy_mean, double dy_scale) {
  const size_t n = t.channels * t.inner, parameters = t.groups * t.channels;
  float *x = draw_groups(t), *dy = scaled_normals(size_of(t), dy_scale), *dx = floats(size_of(t));
  double *dweight = calloc(parameters, sizeof *dweight), *dbias = calloc(parameters, sizeof *dbias);
  total *want_dweight = calloc(parameters, sizeof(total)), *want_dbias = calloc(parameters, sizeof(total));
  for (size_t i = 0; i < size_of(t); i++) dy[i] += (float)dy_mean;
  ln_group_norm_backward(dx, dweight, dbias, dy, x, weight, t.outer, t.groups, t.channels, t.inner, t.eps);
  for (size_t i = 0; i < t.outer * t.groups; i++) {
    const size_t c = i % t.groups * t.channels;
    const float *w = weight ? weight + c : NULL;
    check_group_gradient(dx + i * n, dy + i * n, x + i * n, w, want_dweight + c, want_dbias + c, t);
  }
  for (size_t c = 0; c < parameters; c++) {
    check_total(dweight[c], want_dweight[c], "dweight", t.name);
    check_total(dbias[c], want_dbias[c], "dbias", t.name);
  }
  float *in_place = floats(size_of(t));
  memcpy(in_place, dy, size_of(t) * sizeof *dy);
  ln_group_norm_backward(in_place, dweight, dbias, in_place, x, weight, t.outer, t.groups, t.channels, t.inner, t.eps);
  check(same_results(in_place, dx, size_of(t)), "%s: dx in place of dy has other bits", t.name);
  ln_group_norm_backward(x, dweight, dbias, dy, x, weight, t.outer, t.groups, t.channels, t.inner, t.eps);
  check(same_results(x, dx, size_of(t)), "%s: dx in place of x has other bits", t.name);
  for (size_t c = 0; c < parameters; c++) {
    const total thrice = {3 * want_dbias[c].sum, 3 * want_dbias[c].magnitude};
    check_total(dbias[c], thrice, "dbias of three passes", t.name);
  }
  free(x), free(dy), free(dx), free(in_place), free(dweight), free(dbias), free(want_dweight), free(want_dbias);
}

static void every_gradient(void) {
  const size_t channels[] = {1, 2, 5};
  for (size_t k = 0; k < DISTRIBUTIONS; k++) {
    for (int i = 0; i < INNERS; i++) {
      for (int form = 0; form < 12; form++) {
        const size_t c = channels[form % 3];
        const double eps = form / 3 % 2 ? 1e-5 : 1e-12;
        const group_case t = {2, 3, c, inners[i], eps, distributions[k].name, distributions[k].draw};
        float *weight = parameter(3 * c, form / 6);
        check_backward(t, weight, 0, 1);
        free(weight);
      }
    }
  }
}

static void short_gradients(void) {
  for (size_t k = 0; k < DISTRIBUTIONS; k++) {
    for (int i = 0; i < MANY_CHANNELS; i++) {
      for (size_t inner = 1; inner < 4; inner++) {
        const size_t c = many_channels[i];
        float *weight = scaled_normals(2 * c, inner == 2 ? 30 : 1);
        check_backward((group_case){2, 2, c, inner, 1e-5, distributions[k].name, distributions[k].draw}, weight, 0, 1);
        check_backward((group_case){2, 2, c, inner, 1e-12, distributions[k].name, distributions[k].draw}, NULL, 1, 1);
        free(weight);
      }
    }
  }
}

/** A sample gives the same dx alone, and a batch the same sums in pieces. */
static void samples_are_apart(void) {
  enum { SAMPLES = 5, GROUPS = 2, MOST = 40 * 3 };
  for (int form = 0; form < 6; form++) {
    const size_t channels = form % 2 ? 40 : 5, inner = 1 + form / 2, step = GROUPS * channels * inner;
    const size_t parameters = GROUPS * channels, size = SAMPLES * step;
    float *x = scaled_normals(size, 1), *dy = scaled_normals(size, 1), *weight = parameter(parameters, 1);
    float together[SAMPLES * GROUPS * MOST], apart[SAMPLES * GROUPS * MOST];
    double sums[4][GROUPS * 40] = {{0}};
    ln_group_norm_backward(together, sums[0], sums[1], dy, x, weight, SAMPLES, GROUPS, channels, inner, 1e-5);
    for (size_t at = 0; at < size; at += step) {
      ln_group_norm_backward(apart + at, sums[2], sums[3], dy + at, x + at, weight, 1, GROUPS, channels, inner, 1e-5);
    }
    check(same_bits(together, apart, size), "channels %zu, inner %zu: dx has other bits", channels, inner);
    for (size_t c = 0; c < parameters; c++) {
      const int same = sums[0][c] == sums[2][c] && sums[1][c] == sums[3][c];
      check(same, "channels %zu, inner %zu: in pieces the sums are others", channels, inner);
    }
    free(x), free(dy), free(weight);
  }
}

static void extreme_gradients(void) {
  const double scales[] = {1e-30, 1e30, 5e37, 1e-42}, weights[] = {1e20, 1e-3, 1e-40, 1e20};
  for (size_t k = 0; k < DISTRIBUTIONS; k++) {
    for (int s = 0; s < 4; s++) {
      for (size_t inner = 2; inner < 150; inner += 49) {
        float *weight = scaled_normals(6, weights[s]);
        const group_case t = {2, 2, 3, inner, 1e-5, distributions[k].name, distributions[k].draw};
        check_backward(t, weight, 0, scales[s]);
        check_backward(t, NULL, 0, scales[s]);
        free(weight);
      }
    }
  }
}

/** Sums of many equal addends, whose rounding errors may all point the same way. */
static void long_channels(void) {
  for (size_t k = 0; k < DISTRIBUTIONS; k++) {
    const group_case t = {1, 1, 2, 65536, 1e-5, distributions[k].name, distributions[k].draw};
    for (int dy = 1; dy <= 9; dy += 2) check_backward(t, NULL, 0.1 * dy, 0);
  }
}

static void check_batch_backward(size_t outer, size_t channels, size_t inner, given g, double scale, double eps) {
  const size_t size = outer * channels * inner;
  float *x = scaled_normals(size, scale), *dy = scaled_normals(size, 1), *dx = floats(size);
  double *dweight = calloc(channels, sizeof *dweight), *dbias = calloc(channels, sizeof *dbias);
  total *want_dweight = calloc(channels, sizeof(total)), *want_dbias = calloc(channels, sizeof(total));
  ln_batch_norm_backward(dx, dweight, dbias, dy, x, g.mean, g.variance, g.weight, outer, channels, inner, eps);
  for (size_t i = 0; i < size; i++) {
    const size_t c = i / inner % channels;
    const double rstd = 1 / sqrt(g.variance[c] + eps), want = dy[i] * rstd * g.weight[c];
    add_term(&want_dweight[c], dy[i] * ((x[i] - (double)g.mean[c]) * rstd)), add_term(&want_dbias[c], dy[i]);
    if (fabs(want) > 3.4028235e38) check(isinf(dx[i]), "dx %g, not infinite", dx[i]);
    else check(fabs(dx[i] - want) <= 1e-5 * fmax(fabs(want), 1.2e-38), "inner %zu: dx %g, not %g", inner, dx[i], want);
  }
  for (size_t c = 0; c < channels; c++) {
    check_total(dweight[c], want_dweight[c], "dweight", "given statistics");
    check_total(dbias[c], want_dbias[c], "dbias", "given statistics");
  }
  ln_batch_norm_backward(x, dweight, dbias, dy, x, g.mean, g.variance, g.weight, outer, channels, inner, eps);
  check(same_results(x, dx, size), "inner %zu: dx in place of x has other bits", inner);
  free(x), free(dy), free(dx), free(dweight), free(dbias), free(want_dweight), free(want_dbias);
}

static void batch_gradients(void) {
  const double means[] = {1, 1e4, 5e37}, variances[] = {1, 1e-40, 5e37}, weights[] = {1, 1e-44, 1e37};
  for (int i = 0; i < INNERS; i++) {
    for (int k = 0; k < 27; k++) {
      const given g = given_for(5, means[k % 3], variances[k / 3 % 3], weights[k / 9]);
      check_batch_backward(3, 5, inners[i], g, means[k % 3], 1e-5);
      release(g);
    }
  }
}

/** To batch_norm_backward the statistics are constants: x that is NaN does not change dx. */
static void not_a_number(void) {
  const float x[] = {NAN, 2, 3, 4}, dy[] = {1, 1, 1, 1}, mean[] = {0, 0}, variance[] = {4, 1};
  double dweight[] = {0, 0}, dbias[] = {0, 0};
  float dx[4];
  ln_batch_norm_backward(dx, dweight, dbias, dy, x, mean, variance, NULL, 1, 2, 2, 0);
  check(dx[0] == 0.5f && dx[3] == 1, "dx %g %g", dx[0], dx[3]);
  check(isnan(dweight[0]) && dweight[1] == 7 && dbias[0] == 2, "%g %g %g", dweight[0], dweight[1], dbias[0]);
  ln_group_norm_backward(dx, dweight, dbias, dy, x, NULL, 2, 1, 1, 2, 1e-5);
  check(isnan(dx[0]) && isnan(dx[1]) && !isnan(dx[2]) && !isnan(dx[3]), "%g %g %g %g", dx[0], dx[1], dx[2], dx[3]);
}

int main(void) {
  TEST("group_norm: every distribution, shape and eps", every_form());
  TEST("group_norm: many short channels", short_channels());
  TEST("group_norm: extreme weights", extreme_weights());
  TEST("group_norm: large weights of single channels", one_large_channel());
  TEST("group_norm: one large weight, near the mean", outlier_weight());
  TEST("group_norm of a constant group is the bias", constant_groups());
  TEST("group_norm: groups do not touch one another", groups_are_apart());
  TEST("batch_norm: every shape", batch_norm());
  TEST("batch_norm: extreme statistics and weights", extreme_statistics());
  TEST("batch_norm: a mean far away", far_mean());
  TEST("batch_norm: without parameters, of nothing; running statistics", without_parameters());
  TEST("group_norm_backward: every distribution, shape and eps", every_gradient());
  TEST("group_norm_backward: many short channels", short_gradients());
  TEST("group_norm_backward: samples do not touch one another", samples_are_apart());
  TEST("group_norm_backward: extreme gradients and weights", extreme_gradients());
  TEST("group_norm_backward of 65536 elements a channel", long_channels());
  TEST("batch_norm_backward: every shape, extreme statistics and weights", batch_gradients());
  TEST("batch_norm_backward and group_norm_backward: NaN", not_a_number());
  return check_failed_tests > 0;
}
