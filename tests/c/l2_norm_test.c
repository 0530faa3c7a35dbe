/** ln_l2_norm of rows and columns, and its gradient, against long double, to the promise of norm.h. */
#include "check.h"

static const double epsilons[] = {1e-12, 0, 1e-5, 1e3};
enum { EPSILONS = sizeof epsilons / sizeof *epsilons };

static long double norm_of(const float *x, size_t n, size_t stride) {
  long double squares = 0;
  for (size_t i = 0; i < n; i++) squares += (long double)x[i * stride] * x[i * stride];
  return sqrtl(squares);
}

static void check_group(const float *y, const float *x, size_t n, size_t stride, double eps, const char *name) {
  const long double norm = norm_of(x, n, stride), divisor = norm < eps ? eps : norm;
  for (size_t i = 0; i < n * stride; i += stride) {
    const double want = (double)(x[i] / divisor), error = fabs(y[i] - want);
    if (isnan(want)) check(isnan(y[i]), "%s, n %zu: %g, not NaN", name, n, y[i]);
    else check(error <= 2e-6 * fabs(want) + 1.5e-45, "%s, n %zu, eps %g: %g, not %g", name, n, eps, y[i], want);
  }
}

static void check_norms(size_t outer, size_t n, size_t inner, double eps, int distribution_index) {
  const size_t size = outer * n * inner;
  const char *name = distributions[distribution_index].name;
  float *x = floats(size), *y = floats(size);
  for (size_t i = 0; i < size; i++) x[i] = (float)distributions[distribution_index].draw(i / inner % n);
  ln_l2_norm(y, x, outer, n, inner, eps);
  for (size_t at = 0; at < outer * inner; at++) {
    const size_t first = at / inner * n * inner + at % inner;
    check_group(y + first, x + first, n, inner, eps, name);
  }
  ln_l2_norm(x, x, outer, n, inner, eps);
  check(same_results(x, y, size), "%s, n %zu, inner %zu: in place gives other bits", name, n, inner);
  free(x), free(y);
}

static void every_length(size_t inner) {
  for (int k = 0; k < DISTRIBUTIONS; k++)
    for (size_t l = 0; l < LENGTHS; l++) check_norms(2, length_at(l), inner, epsilons[l % EPSILONS], k);
}

/** Rows of zeros: 0; with eps 0 NaN, as 0 / 0. NaN or infinity stays in its group. */
static void special_values(size_t inner) {
  enum { N = 21 };
  const float strange[] = {0, NAN, INFINITY, -INFINITY};
  for (int k = 0; k < 4; k++) {
    for (int e = 0; e < EPSILONS; e++) {
      float *x = drawn(N * inner, d_normal), *y = floats(N * inner);
      for (size_t i = 0; i < N; i++)
        if (k == 0 || i == 5) x[i * inner] = strange[k];
      ln_l2_norm(y, x, 1, N, inner, epsilons[e]);
      for (size_t c = 0; c < inner; c++) check_group(y + c, x + c, N, inner, epsilons[e], "special values");
      free(x), free(y);
    }
  }
}

/* The gradient ----------------------------------------------------------------------------------------------------- */

static void check_gradient(const float *dx, const float *dy, const float *x, size_t n, double eps, const char *name) {
  const long double norm = norm_of(x, n, 1), divisor = norm < eps ? eps : norm;
  long double sum = 0, largest = 0, error = 0;
  for (size_t i = 0; norm >= eps && i < n; i++) sum += dy[i] * (x[i] / divisor);
  for (size_t i = 0; i < n; i++) {
    const long double want = (dy[i] - x[i] / divisor * sum) / divisor;
    largest = fmaxl(largest, fmaxl(fabsl(dy[i] / divisor), fabsl(want)));
    if (isnan(want)) check(isnan(dx[i]), "%s, n %zu: dx %g, not NaN", name, n, dx[i]);
    else error = fmaxl(error, isnan(dx[i]) ? INFINITY : fabsl(dx[i] - want));
  }
  if (largest < 1.2e-38L || largest > 3.4e38L) return;
  check(error <= 1e-5L * largest, "%s, n %zu, eps %g: dx off by %Lg of %Lg", name, n, eps, error, largest);
}

static void check_gradients(size_t rows, size_t n, double eps, distribution draw, const char *name) {
  float *x = floats(rows * n), *dy = drawn(rows * n, d_normal), *dx = floats(rows * n);
  float *scratch = floats(LN_SCRATCH_FLOATS(n));
  for (size_t i = 0; i < rows * n; i++) x[i] = (float)draw(i % n);
  memset(scratch, 0xff, LN_SCRATCH_FLOATS(n) * sizeof *scratch);
  ln_l2_norm_backward(dx, scratch, dy, x, rows, n, eps);
  for (size_t r = 0; r < rows; r++) check_gradient(dx + r * n, dy + r * n, x + r * n, n, eps, name);
  float *alone = floats(n);
  for (size_t r = 0; r < rows; r++) {
    ln_l2_norm_backward(alone, scratch, dy + r * n, x + r * n, 1, n, eps);
    check(same_results(alone, dx + r * n, n), "%s, n %zu: row %zu alone gives other bits", name, n, r);
  }
  ln_l2_norm_backward(x, scratch, dy, x, rows, n, eps);
  check(same_results(x, dx, rows * n), "%s, n %zu: in place of x gives other bits", name, n);
  free(x), free(dy), free(dx), free(scratch), free(alone);
}

static void gradients(void) {
  for (int k = 0; k < DISTRIBUTIONS; k++)
    for (size_t l = 0; l < LENGTHS; l++)
      check_gradients(1 + l % 3, length_at(l), epsilons[l % EPSILONS], distributions[k].draw, distributions[k].name);
}

/** Norms just below and just above eps, where the gradient takes a step. */
static void norms_near_eps(void) {
  for (size_t n = 2; n < 40; n++) {
    for (int above = 0; above < 2; above++) {
      float *x = drawn(n, d_normal), *dy = drawn(n, d_normal), *dx = floats(n), *scratch = floats(LN_SCRATCH_FLOATS(n));
      const double eps = (double)norm_of(x, n, 1) * (above ? 1 - 1e-9 : 1 + 1e-9);
      ln_l2_norm_backward(dx, scratch, dy, x, 1, n, above ? eps * (1 - 1e-6) : eps * (1 + 1e-6));
      check_gradient(dx, dy, x, n, above ? eps * (1 - 1e-6) : eps * (1 + 1e-6), "norm near eps");
      free(x), free(dy), free(dx), free(scratch);
    }
  }
}

int main(void) {
  TEST("l2_norm: rows of every distribution, length and eps", every_length(1));
  TEST("l2_norm: columns of every distribution, length and eps", every_length(5));
  TEST("l2_norm: zeros, NaN and infinity in rows", special_values(1));
  TEST("l2_norm: zeros, NaN and infinity in columns", special_values(3));
  TEST("l2_norm_backward: every distribution, length and eps", gradients());
  TEST("l2_norm_backward: norms near eps", norms_near_eps());
  return check_failed_tests > 0;
}
