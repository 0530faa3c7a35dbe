/** What is promised (c/promises.h) of results, held against the truth: c/plain.c in long double. */
#ifndef PROMISE_H
#define PROMISE_H

#include "../../c/block/plain.h"
#include "../../c/plain.h"
#include "check.h"

#ifndef LN_TRUTH
#error "The truth is computed in long double: -DLN_TRUTH"
#endif

#define LARGEST_FLOAT 3.4028235e38L
#define SMALLEST_NORMAL 1.2e-38L
#define SMALLEST_SUBNORMAL 1.5e-45L

/** Of a standard deviation and of rstd: a root halves the relative error of a variance. */
#define ROOT_ERROR (LN_VARIANCE_ERROR / 2)

/** n numbers of the truth, zeros at first. */
static ln_result *truths(size_t n) { return calloc(n ? n : 1, sizeof(ln_result)); }

/** n doubles, as gradients of parameters are added to. */
static double *doubles(size_t n, double value) {
  double *x = malloc(n ? n * sizeof *x : 1);
  for (size_t i = 0; i < n; i++) x[i] = value;
  return x;
}

/** The distance between neighbouring floats at x. */
static double ulp(long double x) {
  const float f = fabsf((float)x);
  return (double)nextafterf(f, INFINITY) - f;
}

/** What is checked, for messages; a group's n elements are `stride` apart. */
typedef struct {
  const char *name;
  size_t n, stride;
  double eps;
} subject;

/** Mean and standard deviation (of correction 0) of one group, which some tests make their data of. */
typedef struct {
  double mean, std;
} moments;

static moments moments_of(const float *x, size_t n) {
  ln_result mean, std;
  ln_plain_moments(&mean, NULL, &std, x, 1, n, 1, 0);
  return (moments){(double)mean, (double)std};
}

/* Forward ---------------------------------------------------------------------------------------------------------- */

/** A normalised group y: `want` is the truth, `scaled` the truth without the bias. */
static void check_normalized(subject s, const float *y, const ln_result *want, const ln_result *scaled) {
  long double largest = 1, error = 0;
  for (size_t i = 0; i < s.n * s.stride; i += s.stride) {
    largest = fmaxl(largest, fmaxl(fabsl(scaled[i]), fabsl(want[i] - scaled[i])));
    if (isnan(want[i])) check(isnan(y[i]), "%s, n %zu: %g, not NaN", s.name, s.n, y[i]);
    else if (fabsl(want[i]) > LARGEST_FLOAT) check(isinf(y[i]), "%s, n %zu: %g, not infinite", s.name, s.n, y[i]);
    else error = fmaxl(error, isnan(y[i]) ? INFINITY : fabsl(y[i] - want[i]));
  }
  check(error <= LN_OUTPUT_ERROR * largest, "%s, n %zu, stride %zu, eps %g: off by %Lg of %Lg", s.name, s.n, s.stride,
        s.eps, error, largest);
}

static void check_mean(subject s, float mean, ln_result want, long double std) {
  check(fabsl(mean - want) <= ulp(want) + LN_MEAN_ERROR * std, "%s, n %zu: mean %.9g, not %.9Lg", s.name, s.n, mean,
        want);
}

/** got is within `error` of itself, as far as float32 can represent want. */
static void check_relative(subject s, const char *what, float got, ln_result want, double error) {
  if (isnan(want)) check(isnan(got), "%s, n %zu: %s %g, not NaN", s.name, s.n, what, got);
  else if (fabsl(want) > LARGEST_FLOAT) check(isinf(got), "%s, n %zu: %s %g, not infinite", s.name, s.n, what, got);
  else {
    const long double bound = error * fabsl(want) + (fabsl(want) < SMALLEST_NORMAL ? SMALLEST_SUBNORMAL : 0);
    check(fabsl(got - want) <= bound, "%s, n %zu, eps %g: %s %.9g, not %.9Lg", s.name, s.n, s.eps, what, got, want);
  }
}

static void check_rstd(subject s, float rstd, ln_result want) { check_relative(s, "rstd", rstd, want, ROOT_ERROR); }

/* Backward --------------------------------------------------------------------------------------------------------- */

static int is_normal(long double x) { return x >= SMALLEST_NORMAL && x <= LARGEST_FLOAT; }

/** The largest error of n numbers; infinite where one is NaN and should not be. Where one should be, it must. */
static long double largest_error(subject s, const char *what, const float *got, const ln_result *want) {
  long double error = 0;
  for (size_t i = 0; i < s.n; i++) {
    if (isnan(want[i])) check(isnan(got[i]), "%s, n %zu: %s %g, not NaN", s.name, s.n, what, got[i]);
    else error = fmaxl(error, isnan(got[i]) ? INFINITY : fabsl(got[i] - want[i]));
  }
  return error;
}

static long double largest_of(const ln_result *x, size_t n) {
  long double largest = 0;
  for (size_t i = 0; i < n; i++) largest = fmaxl(largest, fabsl(x[i]));
  return largest;
}

/** dx of a row, where `largest` is its largest |dy * weight| * rstd. */
static void check_dx(subject s, const float *dx, const ln_result *want, long double largest) {
  const long double error = largest_error(s, "dx", dx, want);
  largest = fmaxl(largest, largest_of(want, s.n));
  if (!is_normal(largest)) return; /* nothing is promised */
  check(error <= LN_GRADIENT_ERROR * largest, "%s, n %zu, eps %g: dx off by %Lg of %Lg", s.name, s.n, s.eps, error,
        largest);
}

/** n gradients of parameters; `magnitude` are the sums of their terms' magnitudes. */
static void check_parameters(subject s, const char *what, const double *got, const ln_real *want,
                             const ln_real *magnitude) {
  long double error = 0, largest = 0;
  for (size_t i = 0; i < s.n; i++) {
    if (isnan(want[i])) {
      check(isnan(got[i]), "%s, n %zu: %s %g, not NaN", s.name, s.n, what, got[i]);
      continue;
    }
    error = fmaxl(error, isnan(got[i]) ? INFINITY : fabsl(got[i] - want[i]));
    largest = fmaxl(largest, magnitude[i]);
  }
  if (!is_normal(largest)) return;
  check(error <= LN_GRADIENT_ERROR * largest, "%s, n %zu, eps %g: %s off by %Lg of %Lg", s.name, s.n, s.eps, what,
        error, largest);
}

#endif
