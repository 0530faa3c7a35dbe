/** Columns: many distributions side by side, everywhere in a tile, against c/plain.c, to the promise of norm.h. */
#include "promise.h"

enum { TILE_COLUMNS = 1024 }; /* of columns.c */

/** Columns of every distribution in turn. */
static float *draw(size_t n, size_t inner) {
  float *x = floats(n * inner);
  for (size_t i = 0; i < n; i++)
    for (size_t c = 0; c < inner; c++) x[i * inner + c] = (float)distributions[c % DISTRIBUTIONS].draw(i);
  return x;
}

static float *scaled_normals(size_t n, double scale) {
  float *p = floats(n);
  for (size_t i = 0; i < n; i++) p[i] = (float)(scale * data_normal());
  return p;
}

static void check_norm(size_t n, size_t inner, const float *weight, const float *bias, double eps) {
  float *x = draw(n, inner), *y = floats(n * inner);
  ln_layer_norm(y, NULL, NULL, x, weight, bias, 1, n, inner, 0, eps);
  ln_result *want = truths(n * inner), *scaled = truths(n * inner);
  ln_plain_layer_norm(want, NULL, NULL, x, weight, bias, 1, n, inner, 0, eps);
  ln_plain_layer_norm(scaled, NULL, NULL, x, weight, NULL, 1, n, inner, 0, eps);
  for (size_t c = 0; c < inner; c++) {
    check_normalized((subject){distributions[c % DISTRIBUTIONS].name, n, inner, eps}, y + c, want + c, scaled + c);
  }
  ln_layer_norm(x, NULL, NULL, x, weight, bias, 1, n, inner, 0, eps);
  check(same_results(x, y, n * inner), "n %zu, inner %zu: in place gives other bits", n, inner);
  free(x), free(y), free(want), free(scaled);
}

/** Lengths around sweeps of 8 rows, the 64 rows that are summed in float, and the 4 rows normalised at a time. */
static void every_length(void) {
  const double epsilons[] = {1e-5, 0, 1e-12, 1e-42, 1e30};
  for (size_t l = 0; l < LENGTHS; l++) {
    const size_t n = length_at(l);
    float *weight = scaled_normals(n, 1), *bias = scaled_normals(n, 1);
    for (int e = 0; e < 5; e++) {
      check_norm(n, 2 * DISTRIBUTIONS + 3, e % 2 ? weight : NULL, e % 3 ? bias : NULL, epsilons[e]);
    }
    free(weight), free(bias);
  }
}

static void every_width(void) {
  const size_t widths[] = {TILE_COLUMNS - 1, TILE_COLUMNS, TILE_COLUMNS + 1, TILE_COLUMNS + 3, 2 * TILE_COLUMNS + 2};
  float *weight = scaled_normals(73, 1), *bias = scaled_normals(73, 1);
  for (size_t inner = 2; inner <= 40; inner++) check_norm(inner % 2 ? 9 : 73, inner, weight, bias, 1e-5);
  for (int w = 0; w < 5; w++) check_norm(w % 2 ? 12 : 65, widths[w], weight, bias, 1e-5);
  free(weight), free(bias);
}

/** Weights around LN_LARGE_WEIGHT and far above, up to those that show the rounding of a subnormal residual. */
static void large_weights(void) {
  const double scales[] = {1.9, 30, 1e6, 1e20, 1e30, 1e37};
  for (int s = 0; s < 6; s++) {
    for (size_t n = 2; n < 80; n += 7) {
      float *weight = scaled_normals(n, scales[s]), *bias = scaled_normals(n, 1);
      check_norm(n, 2 * DISTRIBUTIONS + 1, weight, NULL, 1e-5);
      check_norm(n, DISTRIBUTIONS + 2, weight, bias, 1e-12);
      free(weight), free(bias);
    }
  }
}

/** The column x[i * inner] beside a copy of itself gives the bits that it gave among others. */
static void check_alone(const float *y, float mean, float rstd, float variance, const float *x, size_t n,
                        size_t inner) {
  float *pair = floats(2 * n), m[2], r[2], v[2];
  for (size_t i = 0; i < n; i++) pair[2 * i] = pair[2 * i + 1] = x[i * inner];
  ln_moments(NULL, v, NULL, pair, 1, n, 2, 0);
  check(same_results(v, &variance, 1), "n %zu: variance %g, alone %g", n, variance, v[0]);
  ln_layer_norm(pair, m, r, pair, NULL, NULL, 1, n, 2, 0, 1e-5);
  check(same_results(m, &mean, 1) && same_results(r, &rstd, 1), "n %zu: mean %g, rstd %g, alone others", n, mean, rstd);
  for (size_t i = 0; i < n; i++) check(same_results(pair + 2 * i, y + i * inner, 1), "n %zu, row %zu", n, i);
  free(pair);
}

static void position_does_not_matter(void) {
  const size_t lengths[] = {1, 7, 8, 9, 64, 65, 100, 137}, inner = TILE_COLUMNS + 45;
  for (int l = 0; l < 8; l++) {
    const size_t n = lengths[l];
    float *x = draw(n, inner), *y = floats(n * inner);
    float *mean = floats(inner), *rstd = floats(inner), *variance = floats(inner);
    ln_layer_norm(y, mean, rstd, x, NULL, NULL, 1, n, inner, 0, 1e-5);
    ln_moments(NULL, variance, NULL, x, 1, n, inner, 0);
    for (size_t c = 0; c < inner; c += c == 40 ? TILE_COLUMNS - 44 : 1) {
      check_alone(y + c, mean[c], rstd[c], variance[c], x + c, n, inner);
    }
    free(x), free(y), free(mean), free(rstd), free(variance);
  }
}

/** Columns side by side: their moments, with corrections up to and beyond n. */
static void moments_side_by_side(void) {
  const size_t inner = 3 * DISTRIBUTIONS + 1;
  for (size_t n = 1; n < 150; n += n < 20 ? 1 : 13) {
    float *x = draw(n, inner), *mean = floats(inner), *variance = floats(inner), *std = floats(inner);
    ln_result *want = truths(4 * inner), *variances = want + inner, *stds = want + 2 * inner,
              *sigmas = want + 3 * inner;
    ln_plain_moments(NULL, NULL, sigmas, x, 1, n, inner, 0);
    for (int correction = 0; correction <= 2; correction++) {
      ln_moments(mean, variance, std, x, 1, n, inner, correction);
      ln_plain_moments(want, variances, stds, x, 1, n, inner, correction);
      for (size_t c = 0; c < inner; c++) {
        const subject s = {distributions[c % DISTRIBUTIONS].name, n, inner, 0};
        check_mean(s, mean[c], want[c], sigmas[c]);
        check_relative(s, "variance", variance[c], variances[c], LN_VARIANCE_ERROR);
        check_relative(s, "std", std[c], stds[c], LN_VARIANCE_ERROR);
      }
    }
    free(x), free(mean), free(variance), free(std), free(want);
  }
}

/** An element at the mean is a zero with the sign of its weight, as x-hat * weight is. */
static void negative_zeros(void) {
  enum { INNER = 5 };
  for (size_t n = 1; n < 20; n++) {
    float *x = floats(n * INNER), *y = floats(n * INNER), *weight = scaled_normals(n, 1);
    for (size_t i = 0; i < n * INNER; i++) x[i] = 7;
    ln_layer_norm(y, NULL, NULL, x, weight, NULL, 1, n, INNER, 0, 1e-5);
    for (size_t i = 0; i < n * INNER; i++) {
      const float w = weight[i / INNER];
      check(y[i] == 0 && !signbit(y[i]) == !signbit(w), "n %zu, element %zu: %g of weight %g", n, i, y[i], w);
    }
    free(x), free(y), free(weight);
  }
}

/** NaN and infinity change no column but their own. */
static void non_finite(void) {
  enum { N = 70, INNER = 27 };
  const float bad[] = {NAN, INFINITY, -INFINITY};
  float x[N * INNER], y[N * INNER], clean[N * INNER];
  for (int k = 0; k < 3; k++) {
    for (size_t at = 0; at < (size_t)N * INNER; at += 31) {
      for (size_t i = 0; i < (size_t)N * INNER; i++) x[i] = (float)data_normal();
      ln_layer_norm(clean, NULL, NULL, x, NULL, NULL, 1, N, INNER, 0, 1e-5);
      x[at] = bad[k];
      ln_layer_norm(y, NULL, NULL, x, NULL, NULL, 1, N, INNER, 0, 1e-5);
      for (size_t i = 0; i < (size_t)N * INNER; i++) {
        if (i % INNER == at % INNER) check(isnan(y[i]), "%g at %zu: element %zu is %g", bad[k], at, i, y[i]);
        else check(same_results(y + i, clean + i, 1), "%g at %zu: element %zu changed", bad[k], at, i);
      }
    }
  }
}

int main(void) {
  TEST("columns: every distribution side by side, every length and eps", every_length());
  TEST("columns: every width, and around a tile", every_width());
  TEST("columns: large weights", large_weights());
  TEST("columns: the place in the tile does not matter", position_does_not_matter());
  TEST("columns: moments side by side, with corrections", moments_side_by_side());
  TEST("columns: a zero has the sign of its weight", negative_zeros());
  TEST("columns: NaN and infinity stay in their column", non_finite());
  return check_failed_tests > 0;
}
