/** Group and batch normalization, forward and backward, against c/plain.c, to the promise of norm.h. */
#include "promise.h"

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

/** Every group of y, mean and rstd, which are those of x. */
static void check_groups(const float *y, const float *mean, const float *rstd, const float *x, const float *weight,
                         const float *bias, group_case t) {
  const size_t rows = t.outer * t.groups, n = t.channels * t.inner;
  ln_result *want = truths(size_of(t)), *scaled = truths(size_of(t)), *means = truths(3 * rows), *rstds = means + rows;
  ln_result *stds = rstds + rows;
  ln_plain_group_norm(want, means, NULL, rstds, x, weight, bias, t.outer, t.groups, t.channels, t.inner, t.eps);
  ln_plain_group_norm(scaled, NULL, NULL, NULL, x, weight, NULL, t.outer, t.groups, t.channels, t.inner, t.eps);
  ln_plain_moments(NULL, NULL, stds, x, rows, n, 1, 0);
  const subject s = {t.name, n, 1, t.eps};
  for (size_t i = 0; i < rows; i++) {
    check_normalized(s, y + i * n, want + i * n, scaled + i * n);
    check_mean(s, mean[i], means[i], stds[i]);
    check_rstd(s, rstd[i], rstds[i]);
  }
  free(want), free(scaled), free(means);
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
  const size_t rows = t.outer * t.groups;
  float *x = draw_groups(t), *y = floats(size_of(t)), *mean = floats(rows), *variance = floats(rows);
  float *rstd = floats(rows);
  if (t.channels == 1) {
    for (int with_variance = 1; with_variance >= 0; with_variance--) {
      ln_instance_norm(y, mean, with_variance ? variance : NULL, rstd, x, weight, bias, NULL, NULL, t.outer, t.groups,
                       t.inner, 0, t.eps);
      check_groups(y, mean, rstd, x, weight, bias, t);
    }
    check_variance(variance, x, t);
  }
  ln_group_norm(y, mean, rstd, x, weight, bias, NULL, NULL, t.outer, t.groups, t.channels, t.inner, 0, t.eps);
  check_groups(y, mean, rstd, x, weight, bias, t);
  ln_group_norm(x, NULL, NULL, x, weight, bias, NULL, NULL, t.outer, t.groups, t.channels, t.inner, 0, t.eps);
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

/** Numbers of channels of a group whose channels are short: around those from which it goes as a row, or by vectors. */
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
      const double middle = moments_of(x, 2 * channels).mean;
      size_t nearest = 0;
      for (size_t c = 0; c < channels; c++) {
        weight[c] = 1, x[2 * c + 1] = x[2 * c];
        if (fabs(x[2 * c] - middle) < fabs(x[2 * nearest] - middle)) nearest = c;
      }
      weight[nearest] = (float)weights[k / 3];
      ln_group_norm(y, &mean, &rstd, x, weight, NULL, NULL, NULL, 1, 1, channels, 2, 0, t.eps);
      check_groups(y, &mean, &rstd, x, weight, NULL, t);
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
      ln_group_norm(y, NULL, NULL, x, weight, bias, NULL, NULL, 1, 1, 3, inner, 0, 1e-5);
      for (size_t e = 0; e < 3 * inner; e++) check(y[e] == bias[e / inner], "%g: y %g", values[v], y[e]);
      ln_group_norm(y, NULL, NULL, x, weight, bias, NULL, NULL, 1, 1, 3, inner, 0, 0);
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
    ln_group_norm(clean, NULL, NULL, x, weight, weight, NULL, NULL, GROUPS, 1, 3, 37, 0, 1e-5);
    for (size_t g = 0; g < GROUPS; g++) {
      ln_group_norm(alone, NULL, NULL, x + g * N, weight, weight, NULL, NULL, 1, 1, 3, 37, 0, 1e-5);
      check(same_results(alone, clean + g * N, N), "group %zu alone has other bits", g);
    }
    x[N + 50] = bad[k];
    ln_group_norm(y, NULL, NULL, x, weight, weight, NULL, NULL, GROUPS, 1, 3, 37, 0, 1e-5);
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
  ln_result *want = truths(2 * size), *scaled = want + size;
  ln_plain_batch_norm(want, x, g.mean, g.variance, g.weight, g.bias, outer, channels, inner, eps);
  ln_plain_batch_norm(scaled, x, g.mean, g.variance, g.weight, NULL, outer, channels, inner, eps);
  /* The statistics are no sums over the elements: each is held to its own magnitude. */
  for (size_t i = 0; i < size; i++) {
    check_normalized((subject){"given statistics", 1, 1, eps}, y + i, want + i, scaled + i);
  }
  ln_batch_norm(x, x, g.mean, g.variance, g.weight, g.bias, outer, channels, inner, eps);
  check(same_results(x, y, size), "channels %zu, inner %zu: in place gives other bits", channels, inner);
  free(x), free(y), free(want);
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

/** The truth of the gradients of parameters, and the sums of their terms' magnitudes, which bound their errors. */
typedef struct {
  ln_real *dweight, *dbias, *weight_magnitude, *bias_magnitude;
} totals;

static totals totals_of(size_t parameters) {
  ln_real *all = truths(4 * parameters);
  return (totals){all, all + parameters, all + 2 * parameters, all + 3 * parameters};
}

/** Adds the magnitudes of the terms, of which x_hat is the truth; each parameter belongs to `inner` neighbours. */
static void add_magnitudes(totals t, const float *dy, const ln_result *x_hat, size_t size, size_t parameters,
                           size_t inner) {
  for (size_t i = 0; i < size; i++) {
    const size_t c = i / inner % parameters;
    t.weight_magnitude[c] += fabsl(dy[i] * x_hat[i]), t.bias_magnitude[c] += fabsf(dy[i]);
  }
}

/** got, of `times` equal passes, is within the promised part of the sum of magnitudes, or of the least normal float. */
static void check_total(double got, ln_real sum, ln_real magnitude, int times, const char *what, const char *name) {
  const long double bound = LN_GRADIENT_ERROR * fmaxl(times * magnitude, SMALLEST_NORMAL);
  check(fabsl(got - times * sum) <= bound, "%s: %s %g, not %Lg; %Lg at most", name, what, got, times * sum, bound);
}

static void check_totals(const double *dweight, const double *dbias, totals t, size_t parameters, const char *name) {
  for (size_t c = 0; c < parameters; c++) {
    check_total(dweight[c], t.dweight[c], t.weight_magnitude[c], 1, "dweight", name);
    check_total(dbias[c], t.dbias[c], t.bias_magnitude[c], 1, "dbias", name);
  }
}

/** Checks dx of one group, whose first channel weight begins with. */
static void check_group_gradient(const float *dx, const ln_result *want, const float *dy, const float *weight,
                                 ln_result rstd, group_case t) {
  const size_t n = t.channels * t.inner;
  const subject s = {t.name, n, 1, t.eps};
  const long double error = largest_error(s, "dx", dx, want);
  long double largest = largest_of(want, n);
  for (size_t i = 0; i < n; i++) {
    largest = fmaxl(largest, fabsl(dy[i] * (long double)(weight ? weight[i / t.inner] : 1)) * rstd);
  }
  if (largest > LARGEST_FLOAT) return; /* nothing is promised */
  check(error <= LN_GRADIENT_ERROR * fmaxl(largest, SMALLEST_NORMAL),
        "%s, channels %zu, inner %zu: dx off by %Lg of %Lg", t.name, t.channels, t.inner, error, largest);
}

static void check_gradients(const float *dx, const double *dweight, const double *dbias, totals sums, const float *dy,
                            const float *x, const float *weight, group_case t) {
  const size_t n = t.channels * t.inner, parameters = t.groups * t.channels, rows = t.outer * t.groups;
  ln_result *want = truths(size_of(t)), *x_hat = truths(size_of(t)), *rstd = truths(rows);
  ln_plain_group_norm_backward(want, sums.dweight, sums.dbias, dy, x, weight, t.outer, t.groups, t.channels, t.inner,
                               t.eps);
  ln_plain_group_norm(x_hat, NULL, NULL, rstd, x, NULL, NULL, t.outer, t.groups, t.channels, t.inner, t.eps);
  add_magnitudes(sums, dy, x_hat, size_of(t), parameters, t.inner);
  for (size_t i = 0; i < rows; i++) {
    const float *w = weight ? weight + i % t.groups * t.channels : NULL;
    check_group_gradient(dx + i * n, want + i * n, dy + i * n, w, rstd[i], t);
  }
  check_totals(dweight, dbias, sums, parameters, t.name);
  free(want), free(x_hat), free(rstd);
}

static void check_backward(group_case t, const float *weight, double dy_mean, double dy_scale) {
  const size_t parameters = t.groups * t.channels;
  float *x = draw_groups(t), *dy = scaled_normals(size_of(t), dy_scale), *dx = floats(size_of(t));
  double *dweight = doubles(parameters, 0), *dbias = doubles(parameters, 0);
  const totals sums = totals_of(parameters);
  for (size_t i = 0; i < size_of(t); i++) dy[i] += (float)dy_mean;
  ln_group_norm_backward(dx, dweight, dbias, dy, x, weight, NULL, NULL, t.outer, t.groups, t.channels, t.inner, 0,
                         t.eps);
  check_gradients(dx, dweight, dbias, sums, dy, x, weight, t);
  float *in_place = floats(size_of(t));
  memcpy(in_place, dy, size_of(t) * sizeof *dy);
  ln_group_norm_backward(in_place, dweight, dbias, in_place, x, weight, NULL, NULL, t.outer, t.groups, t.channels,
                         t.inner, 0, t.eps);
  check(same_results(in_place, dx, size_of(t)), "%s: dx in place of dy has other bits", t.name);
  ln_group_norm_backward(x, dweight, dbias, dy, x, weight, NULL, NULL, t.outer, t.groups, t.channels, t.inner, 0,
                         t.eps);
  check(same_results(x, dx, size_of(t)), "%s: dx in place of x has other bits", t.name);
  for (size_t c = 0; c < parameters; c++) {
    check_total(dbias[c], sums.dbias[c], sums.bias_magnitude[c], 3, "dbias of three passes", t.name);
    check_total(dweight[c], sums.dweight[c], sums.weight_magnitude[c], 3, "dweight of three passes", t.name);
  }
  free(x), free(dy), free(dx), free(in_place), free(dweight), free(dbias), free(sums.dweight);
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
    ln_group_norm_backward(together, sums[0], sums[1], dy, x, weight, NULL, NULL, SAMPLES, GROUPS, channels, inner, 0,
                           1e-5);
    for (size_t at = 0; at < size; at += step) {
      ln_group_norm_backward(apart + at, sums[2], sums[3], dy + at, x + at, weight, NULL, NULL, 1, GROUPS, channels,
                             inner, 0, 1e-5);
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

static int same_sums(const double *a, const double *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (a[i] != b[i] && !(isnan(a[i]) && isnan(b[i]))) return 0;
  }
  return 1;
}

/** The gradients of parameters, too, are those that they are apart, where dx takes the place of x or of dy. */
static void check_batch_in_place(const float *dx, const double *dweight, const double *dbias, const float *dy,
                                 const float *x, given g, size_t outer, size_t channels, size_t inner, double eps) {
  const size_t size = outer * channels * inner;
  for (int of_dy = 0; of_dy < 2; of_dy++) {
    float *both = floats(size);
    double *dw = doubles(channels, 0), *db = doubles(channels, 0);
    memcpy(both, of_dy ? dy : x, size * sizeof *both);
    ln_batch_norm_backward(both, dw, db, of_dy ? both : dy, of_dy ? x : both, g.mean, g.variance, g.weight, outer,
                           channels, inner, eps);
    const char *what = of_dy ? "dy" : "x";
    check(same_results(both, dx, size), "inner %zu: dx in place of %s has other bits", inner, what);
    check(same_sums(dw, dweight, channels), "inner %zu: dweight, dx in place of %s: other bits", inner, what);
    check(same_sums(db, dbias, channels), "inner %zu: dbias, dx in place of %s: other bits", inner, what);
    free(both), free(dw), free(db);
  }
}

static void check_batch_backward(size_t outer, size_t channels, size_t inner, given g, double scale, double eps) {
  const size_t size = outer * channels * inner;
  float *x = scaled_normals(size, scale), *dy = scaled_normals(size, 1), *dx = floats(size);
  double *dweight = doubles(channels, 0), *dbias = doubles(channels, 0);
  const totals sums = totals_of(channels);
  ln_result *want = truths(2 * size), *x_hat = want + size;
  ln_batch_norm_backward(dx, dweight, dbias, dy, x, g.mean, g.variance, g.weight, outer, channels, inner, eps);
  ln_plain_batch_norm_backward(want, sums.dweight, sums.dbias, dy, x, g.mean, g.variance, g.weight, outer, channels,
                               inner, eps);
  ln_plain_batch_norm(x_hat, x, g.mean, g.variance, NULL, NULL, outer, channels, inner, eps);
  add_magnitudes(sums, dy, x_hat, size, channels, inner);
  for (size_t i = 0; i < size; i++) {
    const long double bound = LN_GRADIENT_ERROR * fmaxl(fabsl(want[i]), SMALLEST_NORMAL);
    if (fabsl(want[i]) > LARGEST_FLOAT) check(isinf(dx[i]), "dx %g, not infinite", dx[i]);
    else check(fabsl(dx[i] - want[i]) <= bound, "inner %zu: dx %g, not %Lg", inner, dx[i], want[i]);
  }
  check_totals(dweight, dbias, sums, channels, "given statistics");
  check_batch_in_place(dx, dweight, dbias, dy, x, g, outer, channels, inner, eps);
  free(x), free(dy), free(dx), free(dweight), free(dbias), free(sums.dweight), free(want);
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
  ln_group_norm_backward(dx, dweight, dbias, dy, x, NULL, NULL, NULL, 2, 1, 1, 2, 0, 1e-5);
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
