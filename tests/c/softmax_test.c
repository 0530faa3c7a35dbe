/** ln_softmax, its gradient and its logarithm, and ln_cross_entropy, against c/block/plain.c. */
#include <float.h>

#include "promise.h"

/** A tensor seen as (outer, n, inner), and what softmax makes of it. */
typedef struct {
  const char *name;
  size_t outer, n, inner;
  double scale;
  size_t queries, first;
} shape;

static size_t size_of(shape s) { return s.outer * s.n * s.inner; }

/** Group g begins here, and its elements are s.inner apart. */
static size_t begin_of(shape s, size_t g) { return g / s.inner * s.n * s.inner + g % s.inner; }

static void run_softmax(float *y, const float *x, shape s) {
  ln_softmax(y, x, s.outer, s.n, s.inner, s.scale, s.queries, s.first);
}

static void check_probability(shape s, float got, ln_result want) {
  if (isnan(want)) check(isnan(got), "%s, n %zu, inner %zu: %g, not NaN", s.name, s.n, s.inner, got);
  else if (want < FLT_MIN) check(got >= 0 && got <= FLT_MIN, "%s, n %zu: %g, not %Lg", s.name, s.n, got, want);
  else {
    check(fabsl(got - want) <= LN_PROBABILITY_ERROR * want, "%s, n %zu, inner %zu: %.9g, not %.9Lg: off by %Lg of it",
          s.name, s.n, s.inner, got, want, fabsl(got - want) / want);
  }
}

/** Every probability and the sum of every group. */
static void check_softmax(shape s, const float *x, float *kept) {
  const size_t size = size_of(s);
  float *y = kept ? kept : floats(size);
  ln_result *want = truths(size);
  run_softmax(y, x, s);
  ln_plain_softmax(want, x, s.outer, s.n, s.inner, s.scale, s.queries, s.first);
  for (size_t g = 0; g < s.outer * s.inner; g++) {
    double sum = 0, exact = 0;
    for (size_t i = 0, at = begin_of(s, g); i < s.n; i++, at += s.inner) {
      check_probability(s, y[at], want[at]);
      sum += y[at], exact += (double)want[at];
    }
    if (!(fabs(exact - 1) < 0.5)) continue; /* NaN, or a row that sees nothing */
    check(fabs(sum - 1) <= LN_PROBABILITY_SUM_ERROR * fmax(1, sqrt((double)s.n)), "%s, n %zu: a sum of %.9g", s.name,
          s.n, sum);
  }
  if (!kept) free(y);
  free(want);
}

/** Powers of 2, floats, and what is no float. */
static const double scales[] = {1, 0.125, 0.3f, -1, -0.7, 2, 0, 1.1};
enum { SCALES = sizeof scales / sizeof *scales };

/** Spreads of which all probabilities are normal numbers, of which some are, and of which few are. */
static double d_spread_3(size_t i) { return 3 * d_normal(i); }
static double d_spread_30(size_t i) { return 30 * d_normal(i); }
static double d_to_minus_90(size_t i) {
  (void)i;
  return -90 * data_uniform();
}
static double d_around_200(size_t i) {
  (void)i;
  return 200 + 120 * data_uniform();
}
static double d_around_minus_300(size_t i) {
  (void)i;
  return -300 + 90 * data_uniform();
}
static double d_equal(size_t i) {
  (void)i;
  return 3.3;
}
static double d_masked(size_t i) { return i % 3 ? d_normal(i) : -INFINITY; }
static double d_masked_by_1e9(size_t i) { return i % 3 ? d_normal(i) : -1e9; }
static double d_infinite(size_t i) { return i == 5 ? INFINITY : d_normal(i); }
static double d_not_a_number(size_t i) { return i == 5 ? NAN : d_normal(i); }
static double d_minus_infinity(size_t i) {
  (void)i;
  return -INFINITY;
}

static const struct {
  const char *name;
  distribution draw;
} data[] = {
    {"N(0, 3)", d_spread_3},
    {"N(0, 30)", d_spread_30},
    {"0 to -90", d_to_minus_90},
    {"200 to 320", d_around_200},
    {"-300 to -210", d_around_minus_300},
    {"all equal", d_equal},
    {"some -infinity", d_masked},
    {"some -1e9", d_masked_by_1e9},
    {"infinity", d_infinite},
    {"NaN", d_not_a_number},
    {"all -infinity", d_minus_infinity},
};
enum { DATA = sizeof data / sizeof *data };

static void every_length(void) {
  for (size_t l = 0; l < LENGTHS; l++) {
    const size_t n = length_at(l);
    for (size_t k = 0; k < DATA; k++) {
      shape s = {.name = data[k].name, .outer = 2, .n = n, .inner = 1, .scale = scales[(l + k) % SCALES]};
      float *x = drawn(2 * n, data[k].draw);
      check_softmax(s, x, NULL);
      s.scale = 1;
      check_softmax(s, x, NULL);
      free(x);
    }
  }
}

static void every_distribution(void) {
  for (size_t k = 0; k < DISTRIBUTIONS; k++) {
    for (size_t a = 0; a < SCALES; a++) {
      for (size_t inner = 1; inner < 7; inner += 5) {
        const shape s = {.name = distributions[k].name, .outer = 2, .n = 203, .inner = inner, .scale = scales[a]};
        float *x = drawn(size_of(s), distributions[k].draw);
        check_softmax(s, x, NULL);
        free(x);
      }
    }
  }
}

/** Long rows: sums are as near as those of short ones. */
static void long_rows(void) {
  const size_t lengths[] = {4096, 50257, 300001};
  for (size_t l = 0; l < 3; l++) {
    for (size_t k = 0; k < 6; k++) {
      for (int odd = 0; odd < 2; odd++) {
        const shape s = {.name = data[k].name, .outer = 1, .n = lengths[l], .inner = 1, .scale = odd ? 0.9 : 1};
        float *x = drawn(s.n, data[k].draw);
        check_softmax(s, x, NULL);
        free(x);
      }
    }
  }
}

/** Columns of every number up to a tile and more, alone and among others; in place. */
static void every_width(void) {
  const size_t lengths[] = {1, 2, 7, 8, 9, 40};
  for (size_t inner = 1; inner <= 140; inner++) {
    for (size_t l = 0; l < 6; l++) {
      const shape s = {"columns", 2, lengths[l], inner, scales[(inner + l) % SCALES], 0, 0};
      const shape one = {"two columns", 1, s.n, 2, s.scale, 0, 0};
      float *x = drawn(size_of(s), inner % 4 ? d_spread_3 : d_spread_30), *y = floats(size_of(s)),
            *pair = floats(2 * s.n);
      check_softmax(s, x, y);
      const size_t column = inner / 2, row = s.n * inner;
      for (size_t i = 0; i < 2 * s.n; i++) pair[i] = x[row + i / 2 * inner + column];
      run_softmax(pair, pair, one);
      for (size_t i = 0; i < s.n && inner > 1; i++) {
        check(same_bits(pair + 2 * i + 1, y + row + i * inner + column, 1), "inner %zu: a column among others", inner);
      }
      run_softmax(x, x, s);
      check(same_results(x, y, size_of(s)), "inner %zu, n %zu: in place gives other bits", inner, s.n);
      free(x), free(y), free(pair);
    }
  }
}

/** The bits of rows at any place, at any alignment; and in place. */
static void bits_of_rows(void) {
  enum { ROWS = 5 };
  for (size_t l = 0; l < LENGTHS; l++) {
    const size_t n = length_at(l), shift = l % 4;
    const shape s = {"rows", ROWS, n, 1, scales[l % SCALES], 0, 0};
    shape one = s;
    one.outer = 1;
    float *x = drawn(ROWS * n, l % 3 ? d_spread_3 : d_spread_30), *y = floats(ROWS * n), *alone = floats(n + shift);
    run_softmax(y, x, s);
    for (size_t r = 0; r < ROWS; r++) {
      memcpy(alone + shift, x + r * n, n * sizeof *x);
      run_softmax(alone + shift, alone + shift, one);
      check(same_bits(alone + shift, y + r * n, n), "n %zu: row %zu alone and in place", n, r);
    }
    free(x), free(y), free(alone);
  }
}

/** Whether element i of x is in a column that its row sees: row t of T sees the columns up to t + n - T. */
static int is_seen(shape s, size_t i) { return i % s.n + s.queries <= (s.first + i / s.n) % s.queries + s.n; }

/** What the columns hold that a row does not see does not matter. */
static void check_causal(shape s) {
  float *x = drawn(size_of(s), d_spread_3), *y = floats(size_of(s));
  for (size_t i = 0; i < size_of(s); i++)
    if (!is_seen(s, i)) x[i] = i % 2 ? NAN : INFINITY;
  check_softmax(s, x, y);
  for (size_t i = 0; i < size_of(s); i++) {
    check(is_seen(s, i) ? y[i] > 0 : y[i] == 0, "queries %zu, n %zu, element %zu: %g", s.queries, s.n, i, y[i]);
  }
  free(x), free(y);
}

static void causal(void) {
  for (size_t queries = 1; queries < 12; queries++) {
    for (size_t n = 1; n < 24; n++) {
      for (size_t first = 0; first < queries; first++) {
        check_causal((shape){"causal", 2 * queries + 1, n, 1, 0.5, queries, first});
      }
    }
  }
}

static void exact_softmax(void) {
  for (size_t n = 1; n < 200; n++) {
    const float values[] = {0, 1, -1, 3.3f, 1e-30f, 88, 255, 257, -1000, 1e30f, -1e30f, FLT_MAX};
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
      float *x = floats(n);
      for (size_t i = 0; i < n; i++) x[i] = values[k];
      run_softmax(x, x, (shape){"equal", 1, n, 1, k % 2 ? 1 : 0.3, 0, 0});
      for (size_t i = 0; i < n; i++) check(x[i] == 1 / (float)n, "%zu of %g: %.9g", n, values[k], x[i]);
      free(x);
    }
  }
}

/* The gradient ----------------------------------------------------------------------------------------------------- */

static void check_gradient(shape s, const float *dy, const float *y, float *kept) {
  const size_t size = size_of(s);
  float *dx = kept ? kept : floats(size);
  ln_result *want = truths(size);
  ln_softmax_backward(dx, dy, y, s.outer, s.n, s.inner, s.scale);
  ln_plain_softmax_backward(want, dy, y, s.outer, s.n, s.inner, s.scale);
  for (size_t g = 0; g < s.outer * s.inner; g++) {
    long double error = 0, largest = 0, largest_y = 0, largest_dy = 0;
    for (size_t i = 0, at = begin_of(s, g); i < s.n; i++, at += s.inner) {
      if (isnan(want[at])) check(isnan(dx[at]), "%s, n %zu: dx %g, not NaN", s.name, s.n, dx[at]);
      else error = fmaxl(error, isnan(dx[at]) ? INFINITY : fabsl(dx[at] - want[at]));
      largest = fmaxl(largest, fabsl(want[at]));
      largest_y = fmaxl(largest_y, fabsl((long double)s.scale * y[at])), largest_dy = fmaxl(largest_dy, fabsf(dy[at]));
    }
    if (!is_normal(largest)) continue;
    const long double bound = LN_GRADIENT_ERROR * largest + LN_GRADIENT_SUM_ERROR * largest_y * largest_dy;
    check(error <= bound, "%s, n %zu, inner %zu: dx off by %Lg of %Lg", s.name, s.n, s.inner, error, largest);
  }
  if (!kept) free(dx);
  free(want);
}

static double d_nearly_equal(size_t i) {
  (void)i;
  return 1e4 + 1e-2 * data_normal();
}

static void gradients(void) {
  const distribution of_dy[] = {d_normal, d_nearly_equal, d_squares_overflow, d_tiny, d_outlier_late, d_not_a_number};
  for (size_t l = 0; l < LENGTHS; l++) {
    for (size_t k = 0; k < 6; k++) {
      for (size_t inner = 1; inner < 12; inner += 1 + l % 5) {
        const shape s = {"gradient", 2, length_at(l), inner, scales[(l + k) % SCALES], 0, 0};
        const size_t size = size_of(s);
        float *dy = drawn(size, of_dy[k]), *y = drawn(size, d_spread_3), *dx = floats(size);
        run_softmax(y, y, s);
        check_gradient(s, dy, y, dx);
        float *in_dy = memcpy(floats(size), dy, size * sizeof *dy), *in_y = memcpy(floats(size), y, size * sizeof *y);
        ln_softmax_backward(in_dy, in_dy, y, s.outer, s.n, s.inner, s.scale);
        ln_softmax_backward(in_y, dy, in_y, s.outer, s.n, s.inner, s.scale);
        check(same_results(in_dy, dx, size) && same_results(in_y, dx, size), "n %zu: in place gives other bits", s.n);
        free(dy), free(y), free(dx), free(in_dy), free(in_y);
      }
    }
  }
}

/* The logarithm ---------------------------------------------------------------------------------------------------- */

static void check_logarithm(shape s, const float *x) {
  const size_t size = size_of(s);
  float *y = floats(size), *same = memcpy(floats(size), x, size * sizeof *x);
  ln_result *want = truths(size);
  ln_log_softmax(y, x, s.outer, s.n, s.inner), ln_log_softmax(same, same, s.outer, s.n, s.inner);
  ln_plain_log_softmax(want, x, s.outer, s.n, s.inner);
  check(same_results(y, same, size), "%s, n %zu: in place gives other bits", s.name, s.n);
  for (size_t i = 0; i < size; i++) {
    const float rounded = (float)want[i];
    if (!isfinite(rounded)) check(same_results(y + i, &rounded, 1), "%s: %g, not %g", s.name, y[i], rounded);
    else {
      check(fabsl(y[i] - want[i]) <= LN_ACTIVATION_ERROR * fmaxl(1, fabsl(want[i])), "%s, n %zu: %.9g, not %.9Lg",
            s.name, s.n, y[i], want[i]);
    }
  }
  free(y), free(same), free(want);
}

static void logarithms(void) {
  for (size_t l = 0; l < LENGTHS; l++) {
    for (size_t k = 0; k < DATA + DISTRIBUTIONS; k++) {
      const size_t n = length_at(l), inner = k % 2 ? 1 : 1 + l % 9;
      const int is_ours = k < DATA;
      const char *name = is_ours ? data[k].name : distributions[k - DATA].name;
      const shape s = {name, 2, n, inner, 1, 0, 0};
      float *x = drawn(size_of(s), is_ours ? data[k].draw : distributions[k - DATA].draw);
      check_logarithm(s, x);
      free(x);
    }
  }
  const shape longest = {"long", 1, 50257, 1, 1, 0, 0};
  float *x = drawn(longest.n, d_spread_3);
  check_logarithm(longest, x);
  free(x);
}

/* Cross-entropy ---------------------------------------------------------------------------------------------------- */

/** The sum of the losses of all rows. */
static double cross_entropy(float *dlogits, const float *logits, const uint32_t *targets, size_t rows, size_t classes,
                            double count) {
  double *losses = malloc(rows * sizeof *losses), sum = 0;
  ln_cross_entropy(dlogits, losses, logits, targets, rows, classes, count);
  for (size_t r = 0; r < rows; r++) sum += losses[r];
  free(losses);
  return sum;
}

static void check_cross_entropy(const char *name, const float *logits, const uint32_t *targets, size_t rows,
                                size_t classes) {
  const size_t size = rows * classes;
  const double count = (double)rows;
  float *dlogits = floats(size), *same = memcpy(floats(size), logits, size * sizeof *logits);
  ln_result *want = truths(size);
  const double loss = cross_entropy(dlogits, logits, targets, rows, classes, count);
  const ln_real exact = ln_plain_cross_entropy(want, logits, targets, rows, classes, count, 0);
  if (isnan(exact)) check(isnan(loss), "%s: a loss of %g, not NaN", name, loss);
  else if (isinf(exact)) check(loss == (double)exact, "%s: a loss of %g, not infinite", name, loss);
  else {
    const long double bound = LN_ACTIVATION_ERROR * fmaxl((ln_real)count, exact);
    check(fabsl(loss - exact) <= bound, "%s, %zu classes: a loss of %.9g, not %.9Lg", name, classes, loss, exact);
  }
  for (size_t r = 0; r < rows; r++) {
    const subject s = {.name = name, .n = classes};
    const long double error = largest_error(s, "dlogits", dlogits + r * classes, want + r * classes);
    const long double largest = largest_of(want + r * classes, classes);
    if (largest == 0) check(error == 0, "%s: gradients of a row that does not count", name);
    if (is_normal(largest))
      check(error <= LN_GRADIENT_ERROR * largest, "%s: dlogits off by %Lg of %Lg", name, error, largest);
  }
  check(cross_entropy(same, same, targets, rows, classes, count) == loss || isnan(loss), "%s: in place", name);
  check(same_results(same, dlogits, size), "%s: in place gives other bits", name);
  double pieces = 0;
  for (size_t r = 0; r < rows; r++) {
    pieces += cross_entropy(same + r * classes, logits + r * classes, targets + r, 1, classes, count);
  }
  check(same_results(same, dlogits, size) && (pieces == loss || isnan(loss)), "%s: in pieces gives other bits", name);
  free(dlogits), free(same), free(want);
}

static void cross_entropies(void) {
  enum { ROWS = 5 };
  for (size_t l = 0; l < LENGTHS; l++) {
    const size_t classes = length_at(l);
    for (size_t k = 0; k < DATA + DISTRIBUTIONS; k++) {
      const int is_ours = k < DATA;
      const char *name = is_ours ? data[k].name : distributions[k - DATA].name;
      float *logits = drawn(ROWS * classes, is_ours ? data[k].draw : distributions[k - DATA].draw);
      uint32_t targets[ROWS] = {0, (uint32_t)classes - 1, (uint32_t)(l % classes), UINT32_MAX, (uint32_t)classes};
      targets[3] = (uint32_t)((double)classes * data_uniform());
      check_cross_entropy(name, logits, targets, ROWS, classes);
      free(logits);
    }
  }
}

/** A target that is all but certain: 1 - p is far below the last digit of p. */
static void certain_targets(void) {
  for (float margin = 1; margin < 80; margin += 0.5f) {
    float logits[9] = {0.1f, 0, -0.2f, 0.3f, 0, 0, 0.5f, 0, 0};
    const uint32_t target = (uint32_t)margin % 9;
    logits[target] = margin;
    check_cross_entropy("a certain target", logits, &target, 1, 9);
  }
}

/** Rows that do not count; no rows. */
static void ignored_rows(void) {
  const float logits[] = {1, NAN, 2, 5, INFINITY, 1};
  const uint32_t none[] = {UINT32_MAX, 3};
  float dlogits[6];
  double losses[2] = {1, 1};
  ln_cross_entropy(dlogits, losses, logits, none, 2, 3, 0);
  check(losses[0] == 0 && losses[1] == 0, "losses of rows that do not count");
  for (int i = 0; i < 6; i++) check(dlogits[i] == 0, "dlogits %g of a row that does not count", dlogits[i]);
  ln_cross_entropy(NULL, NULL, NULL, NULL, 0, 3, 0); /* no rows */
}

int main(void) {
  TEST("softmax: every length", every_length());
  TEST("softmax: every distribution and scale", every_distribution());
  TEST("softmax: long rows", long_rows());
  TEST("softmax: columns of every number, alone, in place", every_width());
  TEST("softmax: a row's bits anywhere, and in place", bits_of_rows());
  TEST("softmax: causal", causal());
  TEST("softmax: of equal elements exactly 1 / n", exact_softmax());
  TEST("softmax_backward: every length, nearly equal gradients, in place", gradients());
  TEST("log_softmax: every length and distribution, in place", logarithms());
  TEST("cross_entropy: every length and distribution, in place, in pieces", cross_entropies());
  TEST("cross_entropy: targets that are all but certain", certain_targets());
  TEST("cross_entropy: rows that do not count", ignored_rows());
  return check_failed_tests > 0;
}
