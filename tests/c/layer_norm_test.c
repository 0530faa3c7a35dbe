/** ln_layer_norm of rows and columns, against c/plain.c, to the promise of norm.h. Rows among others: rows_test.c. */
#include "promise.h"

typedef struct {
  size_t outer, n, inner;
  double correction, eps;
  int scaled, shifted;
  distribution draw;
  const char *name;
} layer_case;

static void fill(float *x, layer_case t) {
  for (size_t o = 0; o < t.outer; o++)
    for (size_t i = 0; i < t.n; i++)
      for (size_t c = 0; c < t.inner; c++) x[(o * t.n + i) * t.inner + c] = (float)t.draw(i);
}

/** Every group of y, mean and rstd, which are those of x. */
static void check_groups(const float *y, const float *mean, const float *rstd, const float *x, const float *weight,
                         const float *bias, layer_case t) {
  const size_t size = t.outer * t.n * t.inner, groups = t.outer * t.inner;
  ln_result *want = truths(size), *scaled = truths(size), *means = truths(groups), *rstds = truths(groups);
  ln_result *stds = truths(groups);
  ln_plain_layer_norm(want, means, rstds, x, weight, bias, t.outer, t.n, t.inner, t.correction, t.eps);
  ln_plain_layer_norm(scaled, NULL, NULL, x, weight, NULL, t.outer, t.n, t.inner, t.correction, t.eps);
  ln_plain_moments(NULL, NULL, stds, x, t.outer, t.n, t.inner, 0);
  const subject s = {t.name, t.n, t.inner, t.eps};
  for (size_t g = 0; g < groups; g++) {
    const size_t first = g / t.inner * t.n * t.inner + g % t.inner;
    check_normalized(s, y + first, want + first, scaled + first);
    check_mean(s, mean[g], means[g], stds[g]);
    check_rstd(s, rstd[g], rstds[g]);
  }
  free(want), free(scaled), free(means), free(rstds), free(stds);
}

static void check_with(layer_case t, float *x, const float *weight, const float *bias) {
  const size_t size = t.outer * t.n * t.inner, groups = t.outer * t.inner;
  float *y = floats(size), *mean = floats(groups), *rstd = floats(groups);
  ln_layer_norm(y, mean, rstd, x, weight, bias, t.outer, t.n, t.inner, t.correction, t.eps);
  check_groups(y, mean, rstd, x, weight, bias, t);
  ln_layer_norm(x, NULL, NULL, x, weight, bias, t.outer, t.n, t.inner, t.correction, t.eps);
  check(same_bits(x, y, size), "%s, n %zu, inner %zu: in place gives other bits", t.name, t.n, t.inner);
  free(y), free(mean), free(rstd);
}

static void check_case(layer_case t) {
  float *x = floats(t.outer * t.n * t.inner), *weight = parameter(t.n, t.scaled), *bias = parameter(t.n, t.shifted);
  fill(x, t);
  check_with(t, x, weight, bias);
  free(x), free(weight), free(bias);
}

/** The element nearest to the mean has a large weight, which multiplies the error of the mean. */
static void outlier_weight(size_t inner) {
  const double means[] = {0, 3, 1e4}, weights[] = {2, 30, 1e3, 1e6, 5e37};
  for (size_t n = 2; n < 200; n++) {
    for (int k = 0; k < 15; k++) {
      layer_case t = {1, n, inner, 0, 1e-5, 1, 0, d_normal, "outlier weight"};
      float *x = floats(n * inner), *weight = floats(n);
      for (size_t i = 0; i < n * inner; i++) x[i] = (float)(means[k % 3] + data_normal());
      ln_result *means = truths(inner);
      ln_plain_moments(means, NULL, NULL, x, 1, n, inner, 0);
      const double mean = (double)means[0];
      free(means);
      size_t nearest = 0;
      for (size_t i = 0; i < n; i++) {
        weight[i] = 1;
        if (fabs(x[i * inner] - mean) < fabs(x[nearest * inner] - mean)) nearest = i;
      }
      weight[nearest] = (float)weights[k / 3];
      check_with(t, x, weight, NULL);
      free(x), free(weight);
    }
  }
}

/**
 * Zeros, which are the pivot, and then 16 values over and over, whose sums lose the same digits at each addition, so
 * that the errors of the mean add up. One element equals the mean, and has a large weight, so that its error is large.
 * The weight of another element makes its output large or less large, which may hide that error. The other weights are
 * small.
 */
static void repeated_values(void) {
  const double weights[] = {2.1, 16, 1e3, 1e6}, hiding[] = {0.01, 0.05, 0.1, 0.2, 0.5, 1};
  const size_t lengths[] = {77, 80, 272, 336, 1040, 4112};
  for (int k = 0; k < 4000; k++) {
    const size_t n = lengths[k % 6], near = n - 3, other = 21;
    const double large = weights[k / 6 % 4];
    layer_case t = {1, n, 1, 0, 1e-5, 1, 0, d_normal, "repeated values"};
    float values[16], *x = floats(n), *weight = floats(n);
    for (int i = 0; i < 16; i++) values[i] = (float)(1 + 0.7 * data_normal());
    for (size_t i = 0; i < n; i++) x[i] = i < 16 ? 0 : values[i % 16], weight[i] = 1e-3f;
    x[near] = (float)moments_of(x, n).mean;
    const moments m = moments_of(x, n);
    const double x_hat = (x[other] - m.mean) / m.std;
    weight[near] = (float)large, weight[other] = (float)(large * hiding[k / 24 % 6] / x_hat);
    check_with(t, x, weight, NULL);
    free(x), free(weight);
  }
}

/** A mean of 5/12 of the least float32, and a weight that shows its rounding. Sums are exact, as their terms cancel. */
static void subnormal_mean(size_t inner) {
  enum { N = 12 };
  const float least = 0x1p-149f, a = 1e-3f, group[N] = {a, -a, 0, 0, -a, a, 0, 0, 0, 0, 0, 5 * least};
  float x[N * 3], weight[N];
  for (size_t i = 0; i < N * inner; i++) x[i] = group[i / inner];
  for (size_t i = 0; i < N; i++) weight[i] = i + 1 < N ? 1 : 1e38f;
  check_with((layer_case){1, N, inner, 0, 0, 1, 0, d_normal, "subnormal mean"}, x, weight, NULL);
}

/** A tiny rstd, which float32 would round away, and a large weight, which shows it. */
static void enormous_eps(void) {
  const float x[] = {1e18f, -1e18f, 3e17f}, weight[] = {3e38f, 3e38f, 1};
  float y[3];
  ln_result want[3];
  const double epsilons[] = {1e70, 1e80, 1e100};
  for (int e = 0; e < 3; e++) {
    ln_layer_norm(y, NULL, NULL, x, weight, NULL, 1, 3, 1, 0, epsilons[e]);
    ln_plain_layer_norm(want, NULL, NULL, x, weight, NULL, 1, 3, 1, 0, epsilons[e]);
    for (int i = 0; i < 3; i++) {
      const long double bound = LN_OUTPUT_ERROR * fmaxl(1, fabsl(want[i]));
      check(fabsl(y[i] - want[i]) <= bound, "eps %g: %g, not %Lg", epsilons[e], y[i], want[i]);
    }
  }
}

/** Weights so large that weight * (x - mean) overflows, and an eps beside which y does not. */
static void overflowing_weights(void) {
  for (int k = 0; k < 200; k++) {
    const size_t n = 5 + (size_t)k % 60;
    const layer_case t = {1, n, 1, 0, 1e70, 1, 1, d_normal, "overflowing weights"};
    float *x = drawn(n, d_normal), *weight = drawn(n, d_normal), *bias = drawn(n, d_normal);
    for (size_t i = 0; i < n; i++) x[i] = 1.1e17f + 1e15f * x[i], weight[i] *= 1e24f, bias[i] *= 1e4f;
    check_with(t, x, weight, bias);
    free(x), free(weight), free(bias);
  }
}

static void every_length(size_t inner) {
  const double epsilons[] = {1e-5, 0, 1e-12, 1e-42};
  for (size_t k = 0; k < DISTRIBUTIONS; k++)
    for (size_t l = 0; l < LENGTHS; l++)
      for (int e = 0; e < 4; e++) {
        check_case((layer_case){2, length_at(l), inner, 0, epsilons[e], l % 2 == 0, l % 3 == 0, distributions[k].draw,
                                distributions[k].name});
      }
}

static void every_form(void) {
  for (int form = 0; form < 8; form++) {
    for (size_t inner = 1; inner <= 9; inner++) {
      check_case((layer_case){3, 23, inner, form >> 2, 1e-5, form & 1, form >> 1 & 1, d_normal, "every form"});
    }
  }
}

static void wide_tiles(void) {
  const size_t widths[] = {511, 512, 513, 1026};
  for (size_t w = 0; w < 4; w++)
    for (size_t k = 0; k < DISTRIBUTIONS; k++)
      check_case((layer_case){1, 12, widths[w], 0, 0, 1, 1, distributions[k].draw, distributions[k].name});
}

static void long_groups(void) {
  for (size_t k = 0; k < DISTRIBUTIONS; k++) {
    check_case((layer_case){1, 65536, 1, 0, 1e-5, 1, 1, distributions[k].draw, distributions[k].name});
    check_case((layer_case){1, 65536, 3, 0, 1e-5, 0, 0, distributions[k].draw, distributions[k].name});
  }
}

/** A constant group gives the bias to the bit, and NaN where eps is 0. */
static void constant_groups(void) {
  const float values[] = {0, 0.1f, -7.7f, 1e6f, 1e30f, 3e38f, 1e-40f};
  for (int v = 0; v < 7; v++) {
    for (size_t l = 0; l < LENGTHS; l++) {
      for (size_t inner = 1; inner <= 5; inner += 4) {
        const size_t n = length_at(l);
        float *x = floats(n * inner), *y = floats(n * inner), *weight = parameter(n, 1), *bias = parameter(n, 1);
        for (size_t i = 0; i < n * inner; i++) x[i] = values[v];
        ln_layer_norm(y, NULL, NULL, x, weight, bias, 1, n, inner, 0, 1e-5);
        for (size_t i = 0; i < n * inner; i++) check(y[i] == bias[i / inner], "%g: y %g", values[v], y[i]);
        ln_layer_norm(y, NULL, NULL, x, weight, bias, 1, n, inner, 0, 0);
        for (size_t i = 0; i < n * inner; i++) check(isnan(y[i]), "%g, eps 0: y %g", values[v], y[i]);
        free(x), free(y), free(weight), free(bias);
      }
    }
  }
}

/** Columns that float32 carries and columns that it does not, side by side, in place. */
static void mixed_columns(void) {
  enum { COLUMNS = 11, ROWS = 30 };
  float x[ROWS * COLUMNS], y[ROWS * COLUMNS], alone[ROWS * 2], alone_y[ROWS * 2];
  for (size_t i = 0; i < ROWS; i++) {
    for (size_t c = 0; c < COLUMNS; c++) {
      const double scale = c % 3 == 1 ? 1e30 : c % 3 == 2 ? 1e-30 : 1;
      x[i * COLUMNS + c] = (float)(data_normal() * scale);
    }
  }
  x[5 * COLUMNS + 6] = NAN;
  ln_layer_norm(y, NULL, NULL, x, NULL, NULL, 1, ROWS, COLUMNS, 0, 0);
  for (size_t c = 0; c < COLUMNS; c++) {
    for (size_t i = 0; i < ROWS; i++) alone[2 * i] = alone[2 * i + 1] = x[i * COLUMNS + c];
    ln_layer_norm(alone_y, NULL, NULL, alone, NULL, NULL, 1, ROWS, 2, 0, 0);
    for (size_t i = 0; i < ROWS; i++) {
      check(same_bits(alone_y + 2 * i, y + i * COLUMNS + c, 1) || (isnan(alone_y[2 * i]) && isnan(y[i * COLUMNS + c])),
            "column %zu, row %zu", c, i);
      check(isnan(y[i * COLUMNS + c]) == (c == 6), "column %zu, row %zu: %g", c, i, y[i * COLUMNS + c]);
    }
  }
}

static void no_groups(void) {
  float nothing = 42;
  ln_layer_norm(&nothing, &nothing, &nothing, &nothing, NULL, NULL, 0, 6, 1, 0, 1e-5);
  ln_layer_norm(&nothing, &nothing, &nothing, &nothing, NULL, NULL, 3, 6, 0, 0, 1e-5);
  check(nothing == 42, "something was written");
}

/** The book's rows: variance without and with Bessel's correction (0.6745 and 0.6159 for the first cell). */
static void the_book(void) {
  const float x[] = {0.2260f, 0.3470f, 0, 0.2216f, 0, 0};
  float y[6];
  ln_layer_norm(y, NULL, NULL, x, NULL, NULL, 1, 6, 1, 1, 0);
  check(fabs(y[0] - 0.6159) < 1e-3 && fabs(y[1] - 1.4126) < 1e-3, "unbiased: %g %g", y[0], y[1]);
  ln_layer_norm(y, NULL, NULL, x, NULL, NULL, 1, 6, 1, 0, 1e-5);
  check(fabs(y[0] - 0.6745) < 1e-3 && fabs(y[1] - 1.5470) < 1e-3, "biased: %g %g", y[0], y[1]);
}

int main(void) {
  TEST("layer_norm of rows: every distribution, length and eps", every_length(1));
  TEST("layer_norm of columns: every distribution, length and eps", every_length(5));
  TEST("layer_norm: every form, with and without weight and bias", every_form());
  TEST("layer_norm of columns: tiles", wide_tiles());
  TEST("layer_norm of 65536 elements", long_groups());
  TEST("layer_norm of rows: one large weight, near the mean", outlier_weight(1));
  TEST("layer_norm of columns: one large weight, near the mean", outlier_weight(3));
  TEST("layer_norm of rows: a large weight beside errors that add up", repeated_values());
  TEST("layer_norm of rows: a large weight beside a subnormal mean", subnormal_mean(1));
  TEST("layer_norm of columns: a large weight beside a subnormal mean", subnormal_mean(3));
  TEST("layer_norm: an enormous eps", enormous_eps());
  TEST("layer_norm: weights that overflow beside an enormous eps", overflowing_weights());
  TEST("layer_norm of a constant group is the bias", constant_groups());
  TEST("layer_norm: columns in float and in double side by side", mixed_columns());
  TEST("layer_norm of nothing writes nothing", no_groups());
  TEST("layer_norm: the book's first row", the_book());
  return check_failed_tests > 0;
}
