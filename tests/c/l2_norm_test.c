/** ln_l2_norm of rows and columns, and its gradient, against c/plain.c, to the promise of norm.h. */
#include "promise.h"

/* 1e-22 lies below norms whose squares underflow: added to them, it would hide that; as their least, it does not. */
static const double epsilons[] = {1e-12, 0, 1e-5, 1e3, 1e-22};
enum { EPSILONS = sizeof epsilons / sizeof *epsilons };

/** Every element of y, which is x normalised. */
static void check_elements(const float *y, const float *x, size_t outer, size_t n, size_t inner, double eps,
                           const char *name) {
  const subject s = {name, n, inner, eps};
  ln_result *want = truths(outer * n * inner);
  ln_plain_l2_norm(want, x, outer, n, inner, eps);
  for (size_t i = 0; i < outer * n * inner; i++) check_relative(s, "y", y[i], want[i], LN_OUTPUT_ERROR);
  free(want);
}

static void check_norms(size_t outer, size_t n, size_t inner, double eps, int distribution_index) {
  const size_t size = outer * n * inner;
  const char *name = distributions[distribution_index].name;
  float *x = floats(size), *y = floats(size);
  for (size_t i = 0; i < size; i++) x[i] = (float)distributions[distribution_index].draw(i / inner % n);
  ln_l2_norm(y, x, outer, n, inner, eps);
  check_elements(y, x, outer, n, inner, eps, name);
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
      check_elements(y, x, 1, N, inner, epsilons[e], "special values");
      free(x), free(y);
    }
  }
}

/* The gradient ----------------------------------------------------------------------------------------------------- */

static long double norm_of(const float *x, size_t n) {
  long double squares = 0;
  for (size_t i = 0; i < n; i++) squares += (long double)x[i] * x[i];
  return sqrtl(squares);
}

static void check_gradient(const float *dx, const float *dy, const float *x, size_t n, double eps, const char *name) {
  ln_result *want = truths(n), norm = norm_of(x, n);
  long double largest = 0;
  ln_plain_l2_norm_backward(want, dy, x, 1, n, eps);
  for (size_t i = 0; i < n; i++) largest = fmaxl(largest, fabsl(dy[i] / (norm < eps ? (long double)eps : norm)));
  check_dx((subject){name, n, 1, eps}, dx, want, largest);
  free(want);
}

static void check_gradients(size_t rows, size_t n, double eps, distribution draw, const char *name) {
  float *x = floats(rows * n), *dy = drawn(rows * n, d_normal), *dx = floats(rows * n);
  float *scratch = scratch_of(LN_SCRATCH_FLOATS(n));
  for (size_t i = 0; i < rows * n; i++) x[i] = (float)draw(i % n);
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
      const double eps = (double)norm_of(x, n) * (above ? 1 - 1e-9 : 1 + 1e-9);
      ln_l2_norm_backward(dx, scratch, dy, x, 1, n, above ? eps * (1 - 1e-6) : eps * (1 + 1e-6));
      check_gradient(dx, dy, x, n, above ? eps * (1 - 1e-6) : eps * (1 + 1e-6), "norm near eps");
      free(x), free(dy), free(dx), free(scratch);
    }
  }
}

/** No rows: nothing is read or written. */
static void no_rows(void) {
  ln_l2_norm(NULL, NULL, 0, 5, 1, 0);
  ln_l2_norm(NULL, NULL, 0, 5, 3, 0);
  ln_l2_norm_backward(NULL, NULL, NULL, NULL, 0, 5, 0);
}

int main(void) {
  TEST("l2_norm: rows of every distribution, length and eps", every_length(1));
  TEST("l2_norm: columns of every distribution, length and eps", every_length(5));
  TEST("l2_norm: zeros, NaN and infinity in rows", special_values(1));
  TEST("l2_norm: zeros, NaN and infinity in columns", special_values(3));
  TEST("l2_norm and its gradient: no rows", no_rows());
  TEST("l2_norm_backward: every distribution, length and eps", gradients());
  TEST("l2_norm_backward: norms near eps", norms_near_eps());
  return check_failed_tests > 0;
}
