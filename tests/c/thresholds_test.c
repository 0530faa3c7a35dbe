/**
 * The thresholds at which a kernel takes another way, each pinned from both sides: a number a little below it goes one
 * way, a number a little above it the other. Either way keeps the promise there, so no test of the promise sees where a
 * threshold stands; further off it would not.
 */
#include "../../c/columns.c"
#include "../../c/group.h"
#include "../../c/weights.h"

#include "promise.h"

static const double BELOW = 0.98, ABOVE = 1.02;

/* The verdict: LN_POOR_PIVOT, LN_LEAST_PRODUCT, LN_HIDING_EPS ------------------------------------------------------ */

/** The verdict on n elements whose squares about the pivot have this mean, between and within the group. */
static ln_verdict verdict(double between, double within, double eps) {
  enum { N = 50 };
  ln_group g;
  return ln_finish(&g, (ln_sums){N * sqrt(between), N * (between + within)}, 0, N, 1.0 / N, eps);
}

static void poor_pivot(void) {
  check(verdict(2 * BELOW, 1, 0) == LN_FINE, "a pivot 1.4 standard deviations off is poor");
  check(verdict(2 * ABOVE, 1, 0) == LN_POOR, "a pivot 1.43 standard deviations off is fine");
}

/**
 * A column of 8 zeros, which are its pivot, and n - 8 equal elements: the square of the mean is (n - 8) / 8 variances.
 * Returns the pivot with which it was measured last.
 */
static float last_pivot(size_t n) {
  enum { COLUMNS = 4, MOST = 32 };
  static column_state t;
  float x[MOST * COLUMNS];
  for (size_t i = 0; i < n * COLUMNS; i++) x[i] = i / COLUMNS < 8 ? 0 : 1.5f;
  const ln_settings s = {.largest_weight = 1, .n = n};
  const float_settings a = floats_of(&s);
  const tile all = {x, n, COLUMNS, COLUMNS};
  statistics(&t, &all, &a, 0);
  return t.pivot[0];
}

static void poor_column_pivot(void) {
  check(last_pivot(24) == 0, "a column whose pivot is 1.41 standard deviations off was measured twice");
  check(last_pivot(25) != 0, "a column whose pivot is 1.46 standard deviations off was measured once");
}

static void least_product(void) {
  for (size_t n = 1; n <= 1000; n += 333) {
    check(ln_out_of_range(BELOW * 1e-35 * (double)n, n, 0), "n %zu: squares of 0.98e-35 are trusted", n);
    check(!ln_out_of_range(ABOVE * 1e-35 * (double)n, n, 0), "n %zu: squares of 1.02e-35 are not", n);
  }
}

static void hiding_eps(void) {
  check(ln_out_of_range(1e-40, 1, BELOW * 1e-28), "an eps of 0.98e-28 hides squares that underflowed");
  check(!ln_out_of_range(1e-40, 1, ABOVE * 1e-28), "an eps of 1.02e-28 does not");
}

/**
 * eps is added to the variance, so what it hides depends on the divisor: with n - correction = 0 the variance is
 * infinite, and x-hat 0, unless squares that underflowed were taken for a sum of 0.
 */
static void no_degrees_of_freedom(void) {
  for (int correction = 2; correction <= 3; correction++) {
    for (size_t inner = 1; inner <= 5; inner += 2) {
      float x[10], y[10];
      for (size_t i = 0; i < 2 * inner; i++) x[i] = i < inner ? 1e-25f : 3e-25f;
      ln_layer_norm(y, NULL, NULL, x, NULL, NULL, 1, 2, inner, correction, 1e-5);
      for (size_t i = 0; i < 2 * inner; i++) check(y[i] == 0, "inner %zu, correction %d: %g", inner, correction, y[i]);
    }
  }
}

/** Whether a column is left to double, whose squares have this mean. */
static int is_column_wide(double square, double eps) {
  enum { N = 2 };
  static column_state t;
  const ln_settings s = {.largest_weight = 1, .n = N, .eps = eps};
  const float_settings a = floats_of(&s);
  memset(&t, 0, sizeof t);
  for (size_t c = 0; c < 4; c++) t.d2[c] = (float)(N * square);
  return finish(&t, (range){0, 4}, &a, 0, (float)LN_POOR_PIVOT);
}

static void column_products(void) {
  check(is_column_wide(BELOW * 1e-35, 0), "a column of squares of 0.98e-35 is trusted");
  check(!is_column_wide(ABOVE * 1e-35, 0), "a column of squares of 1.02e-35 is not");
  check(is_column_wide(1e-36, BELOW * 1e-28), "an eps of 0.98e-28 hides what a column lost");
  check(!is_column_wide(1e-36, ABOVE * 1e-28), "an eps of 1.02e-28 does not");
}

/**
 * A sum of 64 products whose mean this is, as dweight of a batch norm with the mean 0 and the variance 1 gives it, and
 * scaled: by a power of two, so that it has the same digits as long as it is added up in the same way.
 */
static double product_sum(double mean_product, double scale) {
  enum { N = 64 };
  float x[N], dy[N], dx[N];
  const float mean = 0, variance = 1;
  double dweight = 0, dbias = 0, size = 0;
  for (size_t i = 0; i < N; i++)
    x[i] = (float)(1 + 0.25 * sin((double)i)), size += x[i] * (1 + 0.25 * cos((double)i)) / N;
  for (size_t i = 0; i < N; i++) {
    const float small = (float)((1 + 0.25 * cos((double)i)) * mean_product / size);
    dy[i] = (float)(small * scale);
  }
  ln_batch_norm_backward(dx, &dweight, &dbias, dy, x, &mean, &variance, NULL, 1, 1, N, 0);
  return dweight / scale;
}

static void channel_products(void) {
  const double below = BELOW * 1e-35, above = ABOVE * 1e-35;
  check(product_sum(below, 1) != product_sum(below, 0x1p60), "products of 0.98e-35 are added up in float32");
  check(product_sum(above, 1) == product_sum(above, 0x1p60), "products of 1.02e-35 are added up in double");
}

/* LN_LARGE_WEIGHT ---------------------------------------------------------------------------------------------------*/

enum { TRIES = 40, N = 512 };

/** A number that depends on the mean which a norm finds of the n elements x, where some weights are this. */
typedef double (*mean_finder)(const float *x, float weight);

static void fill(float *weight, float value) {
  for (size_t i = 0; i < N; i++) weight[i] = value;
}

static double row_mean(const float *x, float value) {
  float weight[N], y[N], mean;
  fill(weight, value);
  ln_layer_norm(y, &mean, NULL, x, weight, NULL, 1, N, 1, 0, 1e-5);
  return mean;
}

static double column_mean(const float *x, float value) {
  float weight[N], y[N], means[2];
  fill(weight, value);
  ln_layer_norm(y, means, NULL, x, weight, NULL, 1, N / 2, 2, 0, 1e-5);
  return means[0];
}

/** The mean that a group norm tells of is always the same: the one that it subtracts is seen in the other channel. */
static double group_mean(const float *x, float value) {
  const float weight[2] = {value, 1};
  float y[N];
  double sum = 0;
  ln_group_norm(y, NULL, NULL, x, weight, NULL, NULL, NULL, 1, 1, 2, N / 2, 0, 1e-5);
  for (size_t i = N / 2; i < N; i++) sum += (double)y[i];
  return sum;
}

/** Of how many rows the mean has other digits with a weight of 1 than with this one. */
static int other_means(mean_finder find, float weight) {
  int count = 0;
  float x[N];
  for (int t = 0; t < TRIES; t++) {
    for (size_t i = 0; i < N; i++) x[i] = (float)data_normal();
    count += find(x, 1) != find(x, weight);
  }
  return count;
}

static void large_weight(const char *name, mean_finder find) {
  check(other_means(find, 1.98f) == 0, "%s: a weight of 1.98 counts as large", name);
  check(other_means(find, -2) == 0, "%s: a weight of -2 counts as large", name);
  check(other_means(find, 2.02f) > 0, "%s: a weight of 2.02 does not count as large", name);
}

/* LN_NEGLIGIBLE_RESIDUAL --------------------------------------------------------------------------------------------*/

/** Where a row has the float32 part of its mean. */
enum { ROW = 16, AT_MEAN = 14 };

/**
 * A row whose mean is 1024 + 2^-15, which float32 rounds to 1024: the residual is this part of the spread, by which 12
 * elements are off, half of them above and half below in each lane. So every sum is exact.
 */
static void row_of_residual(float x[ROW], double part) {
  const double residual = 0x1p-15;
  const float spread = (float)(round(residual / part * 16) / 16);
  for (size_t i = 0; i < ROW; i++) x[i] = i / 4 % 2 ? 1024 + spread : 1024 - spread;
  x[AT_MEAN - 4] = x[AT_MEAN - 3] = x[AT_MEAN] = 1024, x[AT_MEAN + 1] = (float)(1024 + ROW * residual);
}

/** The element at the mean's float32 part: 0 where the residual was left out. Weights are all equal. */
static float at_mean(double part, float weight) {
  float x[ROW], y[ROW], weights[ROW];
  row_of_residual(x, part);
  for (size_t i = 0; i < ROW; i++) weights[i] = weight;
  ln_layer_norm(y, NULL, NULL, x, weights, NULL, 1, ROW, 1, 0, 0);
  return y[AT_MEAN];
}

/** The standard deviation of row_of_residual, in spreads. */
#define DEVIATION sqrt(12.0 / 16)

static const double NEGLIGIBLE = 1e-7;

static void negligible_residual(void) {
  check(at_mean(BELOW * NEGLIGIBLE * DEVIATION, 1) == 0, "a residual of 0.98e-7 standard deviations was not left out");
  check(at_mean(ABOVE * NEGLIGIBLE * DEVIATION, 1) < 0, "a residual of 1.02e-7 standard deviations was left out");
  check(at_mean(BELOW * NEGLIGIBLE * DEVIATION / 1.5, 1.5f) == 0, "a weight of 1.5: 0.98e-7 was not left out");
  check(at_mean(ABOVE * NEGLIGIBLE * DEVIATION / 1.5, 1.5f) < 0, "a weight of 1.5: 1.02e-7 was left out");
}

/** Where weights are large, the residual is held against the largest |x - mean| * weight. */
static void negligible_beside_large_weights(void) {
  check(at_mean(BELOW * NEGLIGIBLE, 8) == 0, "large weights: a residual of 0.98e-7 was not left out");
  check(at_mean(ABOVE * NEGLIGIBLE, 8) < 0, "large weights: a residual of 1.02e-7 was left out");
}

/**
 * The same where the element of the largest weight is a small one, so that the size of the row is to be looked for
 * among the others: as long as that of the first is not enough.
 */
static float at_mean_among_others(double part) {
  float x[ROW], y[ROW], weights[ROW];
  row_of_residual(x, part);
  for (size_t i = 0; i < ROW; i++) weights[i] = i ? 7.99f : 8;
  for (size_t i = 0; i < 8; i++) x[i] = 1024 + (x[i] - 1024) * 0.625f; /* also those that are looked at with it */
  ln_layer_norm(y, NULL, NULL, x, weights, NULL, 1, ROW, 1, 0, 0);
  return y[AT_MEAN];
}

static void negligible_among_others(void) {
  check(at_mean_among_others(BELOW * NEGLIGIBLE) == 0, "among others: a residual of 0.98e-7 was not left out");
  check(at_mean_among_others(ABOVE * NEGLIGIBLE) < 0, "among others: a residual of 1.02e-7 was left out");
}

/** dweight of the element at the mean's float32 part: 0 where the residual was left out. */
static double dweight_at_mean(double part) {
  float x[ROW], dx[ROW], dy[ROW], scratch[LN_SCRATCH_FLOATS(ROW)];
  double dweight[ROW] = {0}, dbias[ROW] = {0};
  row_of_residual(x, part);
  for (size_t i = 0; i < ROW; i++) dy[i] = 1;
  ln_layer_norm_backward(dx, dweight, dbias, scratch, dy, x, NULL, NULL, NULL, 1, ROW, 0);
  return dweight[AT_MEAN];
}

static void negligible_backward(void) {
  check(dweight_at_mean(BELOW * NEGLIGIBLE * DEVIATION) == 0, "backward: 0.98e-7 was not left out");
  check(dweight_at_mean(ABOVE * NEGLIGIBLE * DEVIATION) < 0, "backward: 1.02e-7 was left out");
}

int main(void) {
  TEST("thresholds: a poor pivot, of rows", poor_pivot());
  TEST("thresholds: a poor pivot, of columns", poor_column_pivot());
  TEST("thresholds: the least product", least_product());
  TEST("thresholds: an eps that hides products", hiding_eps());
  TEST("thresholds: an eps that hides products, with no degrees of freedom", no_degrees_of_freedom());
  TEST("thresholds: the least product of columns, and an eps that hides it", column_products());
  TEST("thresholds: the least product of channels", channel_products());
  TEST("thresholds: a large weight of rows", large_weight("rows", row_mean));
  TEST("thresholds: a large weight of columns", large_weight("columns", column_mean));
  TEST("thresholds: a large weight of a group's channels", large_weight("channels", group_mean));
  TEST("thresholds: a residual that is negligible", negligible_residual());
  TEST("thresholds: a residual that is negligible beside large weights", negligible_beside_large_weights());
  TEST("thresholds: a residual that is negligible beside other elements", negligible_among_others());
  TEST("thresholds: a residual that is negligible in the gradient", negligible_backward());
  return check_failed_tests > 0;
}
