/** The gradients of layer norm with any correction, to the promise of norm.h. */
#include "promise.h"

enum { ROWS = 3 };

typedef struct {
  size_t n;
  double correction, eps;
  const char *name;
  distribution draw;
} row_case;

/** What is promised of a row, added to the sums of magnitudes. */
typedef struct {
  ln_real *dweight, *dbias, *weight_magnitude, *bias_magnitude;
} totals;

static subject subject_of(row_case t) { return (subject){t.name, t.n, 1, t.eps}; }

static void check_row(row_case t, const float *dx, const float *dy, const float *x, const float *weight, totals sums) {
  ln_result *want = truths(2 * t.n), *x_hat = want + t.n, rstd;
  long double largest = 0;
  ln_plain_layer_norm(x_hat, NULL, &rstd, x, NULL, NULL, 1, t.n, 1, t.correction, t.eps);
  ln_plain_normalize_backward(want, sums.dweight, sums.dbias, dy, x, weight, 1, t.n, t.correction, t.eps);
  for (size_t i = 0; i < t.n; i++) {
    sums.weight_magnitude[i] += fabsl(dy[i] * x_hat[i]), sums.bias_magnitude[i] += fabsf(dy[i]);
    largest = fmaxl(largest, fabsl((long double)dy[i] * (weight ? weight[i] : 1) * rstd));
  }
  check_dx(subject_of(t), dx, want, largest);
  free(want);
}

/** A call's gradients, with scratch full of NaN, which must not matter. */
static void run(row_case t, float *dx, double *dweight, double *dbias, const float *dy, const float *x,
                const float *weight) {
  float *scratch = scratch_of(LN_SCRATCH_FLOATS(t.n));
  ln_normalize_backward(dx, dweight, dbias, scratch, dy, x, weight, ROWS, t.n, t.correction, t.eps);
  free(scratch);
}

static void check_case(row_case t, int with_weight) {
  const size_t size = ROWS * t.n;
  float *x = floats(size), *dy = drawn(size, d_normal), *dx = floats(size), *weight = parameter(t.n, with_weight);
  double *dweight = doubles(t.n, 0), *dbias = doubles(t.n, 0);
  ln_real *all = truths(4 * t.n);
  const totals sums = {all, all + t.n, all + 2 * t.n, all + 3 * t.n};
  for (size_t i = 0; i < size; i++) x[i] = (float)t.draw(i % t.n);
  run(t, dx, dweight, dbias, dy, x, weight);
  for (size_t r = 0; r < ROWS; r++) check_row(t, dx + r * t.n, dy + r * t.n, x + r * t.n, weight, sums);
  check_parameters(subject_of(t), "dweight", dweight, sums.dweight, sums.weight_magnitude);
  check_parameters(subject_of(t), "dbias", dbias, sums.dbias, sums.bias_magnitude);
  run(t, x, dweight, dbias, dy, x, weight);
  check(same_results(x, dx, size), "%s, n %zu: dx in place of x has other bits", t.name, t.n);
  free(x), free(dy), free(dx), free(weight), free(dweight), free(dbias), free(all);
}

static void every_correction(void) {
  const double epsilons[] = {1e-5, 0, 1e-12};
  for (size_t k = 0; k < DISTRIBUTIONS; k++) {
    for (size_t at = 0; at < LENGTHS; at++) {
      const size_t n = length_at(at);
      const double corrections[] = {1, 0.5, 0, (double)n - 0.25, (double)n, (double)n + 2};
      for (int form = 0; form < 6; form++) {
        const double correction = corrections[form];
        check_case((row_case){n, correction, epsilons[form % 3], distributions[k].name, distributions[k].draw},
                   form / 3 != (int)(at % 2));
      }
    }
  }
}

/** With correction 0 it is ln_layer_norm_backward, to the bit. */
static void without_correction(void) {
  for (size_t at = 0; at < LENGTHS; at++) {
    const size_t n = length_at(at);
    float *x = drawn(ROWS * n, d_large_mean), *dy = drawn(ROWS * n, d_normal), *weight = parameter(n, 1);
    float *dx = floats(2 * n * ROWS), *scratch = floats(LN_SCRATCH_FLOATS(n));
    double *sums = doubles(4 * n, 0);
    ln_normalize_backward(dx, sums, sums + n, scratch, dy, x, weight, ROWS, n, 0, 1e-5);
    ln_layer_norm_backward(dx + ROWS * n, sums + 2 * n, sums + 3 * n, scratch, dy, x, NULL, NULL, weight, ROWS, n,
                           1e-5);
    check(same_bits(dx, dx + ROWS * n, ROWS * n), "n %zu: dx has other bits", n);
    for (size_t i = 0; i < 2 * n; i++) check(sums[i] == sums[2 * n + i], "n %zu: the sums are others", n);
    free(x), free(dy), free(weight), free(dx), free(scratch), free(sums);
  }
}

int main(void) {
  TEST("normalize_backward: every distribution, length and correction", every_correction());
  TEST("normalize_backward without a correction is layer_norm_backward", without_correction());
  return check_failed_tests > 0;
}
