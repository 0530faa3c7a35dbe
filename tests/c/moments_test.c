/** Mean, variance and std of rows and columns, against c/plain.c, to the promise of norm.h. */
#include "promise.h"

typedef struct {
  float *mean, *variance, *std;
} result;

static result moments_by_kernel(const float *x, size_t outer, size_t n, size_t inner, double correction) {
  result r = {floats(outer * inner), floats(outer * inner), floats(outer * inner)};
  ln_moments(r.mean, r.variance, r.std, x, outer, n, inner, correction);
  return r;
}

static void release(result r) { free(r.mean), free(r.variance), free(r.std); }

static float *draw(size_t outer, size_t n, size_t inner, distribution d) {
  float *x = floats(outer * n * inner);
  for (size_t o = 0; o < outer; o++)
    for (size_t i = 0; i < n; i++)
      for (size_t c = 0; c < inner; c++) x[(o * n + i) * inner + c] = (float)d(i);
  return x;
}

static void check_moments(size_t outer, size_t n, size_t inner, double correction, size_t k) {
  const size_t groups = outer * inner;
  float *x = draw(outer, n, inner, distributions[k].draw);
  result r = moments_by_kernel(x, outer, n, inner, correction);
  ln_result *mean = truths(4 * groups), *variance = mean + groups, *std = variance + groups, *sigma = std + groups;
  ln_plain_moments(mean, variance, std, x, outer, n, inner, correction);
  ln_plain_moments(NULL, NULL, sigma, x, outer, n, inner, 0);
  const subject s = {distributions[k].name, n, inner, 0};
  for (size_t g = 0; g < groups; g++) {
    check_mean(s, r.mean[g], mean[g], sigma[g]);
    check_relative(s, "variance", r.variance[g], variance[g], LN_VARIANCE_ERROR);
    check_relative(s, "std", r.std[g], std[g], LN_VARIANCE_ERROR);
  }
  release(r), free(x), free(mean);
}

static void every_length(size_t inner) {
  for (size_t k = 0; k < DISTRIBUTIONS; k++)
    for (size_t l = 0; l < LENGTHS; l++)
      for (int correction = 0; correction <= 1; correction++) check_moments(2, length_at(l), inner, correction, k);
}

static void every_width(void) {
  for (size_t inner = 1; inner <= 20; inner++) check_moments(2, 9, inner, 1, 0);
  const size_t widths[] = {511, 512, 513, 515, 1024, 1026};
  for (size_t w = 0; w < 6; w++)
    for (size_t k = 0; k < DISTRIBUTIONS; k++) check_moments(1, 40, widths[w], 0, k);
}

static void long_groups(void) {
  for (size_t k = 0; k < DISTRIBUTIONS; k++) {
    check_moments(1, 65536, 1, 0, k);
    check_moments(1, 65536, 2, 0, k);
  }
}

static void fractional_and_large_corrections(void) {
  const float x[] = {1, 2, 4, 8};
  const double corrections[] = {0.5, 2, 3.25, 4, 5};
  for (int k = 0; k < 5; k++) {
    result r = moments_by_kernel(x, 1, 4, 1, corrections[k]);
    double degrees = fmax(0, 4 - corrections[k]), want = 28.75 / degrees;
    check_relative((subject){"1, 2, 4, 8", 4, 1, 0}, "variance", r.variance[0], want, LN_VARIANCE_ERROR);
    release(r);
  }
}

static void constant_groups(void) {
  const float values[] = {0, 1, -0.1f, 3.3333f, 1e6f, 1e30f, 3e38f, 1e-30f, 1e-45f};
  for (int v = 0; v < 9; v++) {
    for (size_t l = 0; l < LENGTHS; l++) {
      for (size_t inner = 1; inner <= 3; inner += 2) {
        size_t n = length_at(l);
        float *x = floats(n * inner);
        for (size_t i = 0; i < n * inner; i++) x[i] = values[v];
        result r = moments_by_kernel(x, 1, n, inner, 0);
        for (size_t c = 0; c < inner; c++) {
          check(r.mean[c] == values[v], "%g, n %zu: mean %.9g", values[v], n, r.mean[c]);
          check(r.variance[c] == 0, "%g, n %zu: variance %g", values[v], n, r.variance[c]);
        }
        release(r), free(x);
      }
    }
  }
}

/** NaN and infinities make NaN of the variance of their own group and change no other group. */
static void non_finite(size_t inner) {
  const size_t n = 37, outer = 3;
  const float bad[] = {NAN, INFINITY, -INFINITY};
  for (int b = 0; b < 3; b++) {
    for (size_t at = 0; at < n; at += 9) {
      float *x = draw(outer, n, inner, d_normal);
      result clean = moments_by_kernel(x, outer, n, inner, 1);
      const size_t group = inner + inner / 2; /* of the second outer index */
      x[(n + at) * inner + inner / 2] = bad[b];
      result r = moments_by_kernel(x, outer, n, inner, 1);
      for (size_t g = 0; g < outer * inner; g++) {
        if (g != group) check(r.mean[g] == clean.mean[g] && r.variance[g] == clean.variance[g], "group %zu changed", g);
      }
      check(b ? r.mean[group] == bad[b] : isnan(r.mean[group]), "mean %g of a group with %g", r.mean[group], bad[b]);
      check(isnan(r.variance[group]) && isnan(r.std[group]), "variance %g of a group with %g", r.variance[group],
            bad[b]);
      release(r), release(clean), free(x);
    }
  }
}

static void outputs_not_wanted(void) {
  const float x[] = {1, 2, 3, 4, 5, 7};
  float out[3];
  ln_moments(out, NULL, NULL, x, 2, 3, 1, 1);
  check(out[0] == 2, "mean alone: %g", out[0]);
  ln_moments(NULL, out, NULL, x, 2, 3, 1, 1);
  check(out[0] == 1, "variance alone: %g", out[0]);
  ln_moments(NULL, NULL, out, x, 1, 2, 3, 0);
  check(out[0] == 1.5f && out[1] == 1.5f && out[2] == 2, "std of columns alone: %g", out[0]);
}

/** A group alone gives the bits that it gives in a batch, at any alignment. */
static void position_does_not_matter(void) {
  for (size_t k = 0; k < DISTRIBUTIONS; k++) {
    const size_t n = 100, inner = 21;
    float *x = draw(1, n, inner, distributions[k].draw), *column = floats(n * 2), *shifted = floats(n + 3);
    result batch = moments_by_kernel(x, 1, n, inner, 1);
    for (size_t c = 0; c + 1 < inner; c++) {
      for (size_t i = 0; i < n; i++) column[2 * i] = x[i * inner + c], column[2 * i + 1] = x[i * inner + c + 1];
      result alone = moments_by_kernel(column, 1, n, 2, 1);
      check(same_bits(alone.mean, batch.mean + c, 2) && same_bits(alone.variance, batch.variance + c, 2),
            "%s: column %zu", distributions[k].name, c);
      release(alone);
    }
    result rows = moments_by_kernel(x, inner, n, 1, 1);
    for (size_t r = 0; r < inner; r++) {
      for (size_t offset = 0; offset < 4; offset++) {
        memcpy(shifted + offset, x + r * n, n * sizeof(float));
        result alone = moments_by_kernel(shifted + offset, 1, n, 1, 1);
        check(same_bits(alone.mean, rows.mean + r, 1) && same_bits(alone.variance, rows.variance + r, 1), "row %zu", r);
        release(alone);
      }
    }
    release(rows), release(batch), free(shifted), free(column), free(x);
  }
}

int main(void) {
  TEST("moments of rows: every distribution and length", every_length(1));
  TEST("moments of columns: every distribution and length", every_length(5));
  TEST("moments of columns: every width", every_width());
  TEST("moments of 65536 elements", long_groups());
  TEST("moments: fractional and large corrections", fractional_and_large_corrections());
  TEST("moments of constant groups are exact", constant_groups());
  TEST("moments: NaN and infinity stay in their row", non_finite(1));
  TEST("moments: NaN and infinity stay in their column", non_finite(7));
  TEST("moments: outputs that are not wanted", outputs_not_wanted());
  TEST("moments: the position of a group does not matter", position_does_not_matter());
  return check_failed_tests > 0;
}
