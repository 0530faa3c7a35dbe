/** What the native tests share: reporting and data. One test program includes this once. What holds: promise.h. */
#ifndef CHECK_H
#define CHECK_H

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../c/block/block.h"
#include "../../c/norm.h"

/* Reporting: one line a test, "ok NAME" or "not ok NAME: WHY" with the first thing that was wrong. ----------------- */

static int check_failures, check_failed_tests;
static char check_why[256];

static void check(int condition, const char *format, ...) {
  if (condition || check_failures++) return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(check_why, sizeof check_why, format, arguments);
  va_end(arguments);
}

static void test_end(const char *name) {
  if (check_failures) printf("not ok %s: %s (%d checks failed)\n", name, check_why, check_failures);
  else printf("ok %s\n", name);
  fflush(stdout);
  check_failed_tests += check_failures > 0;
  check_failures = 0;
}

#define TEST(name, body) \
  do {                   \
    body;                \
    test_end(name);      \
  } while (0)

/* Memory: exactly as large as asked, so that AddressSanitizer sees one element too far. ---------------------------- */

static float *floats(size_t n) { return malloc(n ? n * sizeof(float) : 1); }

/** Scratch full of NaN, which must not matter. */
static float *scratch_of(size_t size) { return memset(floats(size), 0xff, size * sizeof(float)); }

static int same_bits(const float *a, const float *b, size_t n) { return !memcmp(a, b, n * sizeof(float)); }

/** As same_bits, but any two NaNs are the same: WebAssembly leaves the bits of a NaN open. */
static int same_results(const float *a, const float *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (!same_bits(a + i, b + i, 1) && !(isnan(a[i]) && isnan(b[i]))) return 0;
  }
  return 1;
}

/* Data ----------------------------------------------------------------------------------------------------------- */

static uint64_t data_state = 88172645463325252ull;

static double data_uniform(void) { /* xorshift64, Marsaglia 2003 */
  data_state ^= data_state << 13, data_state ^= data_state >> 7, data_state ^= data_state << 17;
  return (double)(data_state >> 11) / 0x1p53;
}

static double data_normal(void) {
  double u = 1 - data_uniform(), v = data_uniform();
  return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

typedef double (*distribution)(size_t i);

static double d_normal(size_t i) {
  (void)i;
  return data_normal();
}
static double d_large_mean(size_t i) {
  (void)i;
  return 1e4 + 1e-2 * data_normal();
}
static double d_larger_mean(size_t i) {
  (void)i;
  return 1e6 + data_normal();
}
static double d_outlier_first(size_t i) { return i ? data_normal() : 1e6; }
static double d_outlier_late(size_t i) { return i == 37 ? -1e6 : data_normal(); }
static double d_squares_near_limit(size_t i) {
  (void)i;
  return 1e18 * data_normal();
}
static double d_squares_overflow(size_t i) {
  (void)i;
  return 1e30 * data_normal();
}
static double d_near_float_max(size_t i) { return (i % 3 ? -3.3e38 : 3.3e38) * (0.9 + 0.1 * data_uniform()); }
static double d_tiny(size_t i) {
  (void)i;
  return 1e-20 * data_normal();
}
static double d_subnormal(size_t i) {
  (void)i;
  return 1e-41 * data_normal();
}
static double d_ramp(size_t i) { return 10000 + (double)i * 1e-3; }
static double d_alternating(size_t i) { return (i % 2 ? -1 : 1) * 1234.567; }
static double d_equal_squares(size_t i) { return 777.3 + (i % 2 ? -0.3 : 0.3); }
static double d_sparse(size_t i) { return i % 7 ? 0 : 5 * data_uniform(); }
static double d_large_and_close(size_t i) {
  (void)i;
  return 1e30 * (1 + 1e-6 * data_normal());
}
static double d_near_subnormal(size_t i) {
  (void)i;
  return 1e-21 * data_normal();
}
/* The elements that the pivot is taken from lie far from the rest, whose squares about it all round the same way. */
static double d_poor_row_pivot(size_t i) { return i < 16 ? 1234567.8 : 1 + 1e-3 * data_normal(); }
/* The pivot is 1.5 to 5.5 standard deviations (n = 100 to 1000) from the mean; all rounding errors point one way. */
static double d_steps(size_t i) { return i < 8 ? 0 : 1.30362499; }
static double d_poor_column_pivot(size_t i) { return i < 8 ? 1234567.8 : 1 + 1e-3 * data_normal(); }

static const struct {
  const char *name;
  distribution draw;
} distributions[] = {
    {"N(0, 1)", d_normal},
    {"1e4 +- 1e-2", d_large_mean},
    {"1e6 +- 1", d_larger_mean},
    {"first element 1e6, the rest small", d_outlier_first},
    {"element 37 is -1e6", d_outlier_late},
    {"1e18", d_squares_near_limit},
    {"1e30", d_squares_overflow},
    {"near FLT_MAX", d_near_float_max},
    {"1e-20", d_tiny},
    {"subnormal", d_subnormal},
    {"10000 + i * 1e-3", d_ramp},
    {"alternating signs", d_alternating},
    {"equal squares", d_equal_squares},
    {"mostly zero", d_sparse},
    {"1e30, close together", d_large_and_close},
    {"1e-21", d_near_subnormal},
    {"first 16 elements far off", d_poor_row_pivot},
    {"first 8 elements far off", d_poor_column_pivot},
    {"8 zeros, the rest 1.3", d_steps},
};
enum { DISTRIBUTIONS = sizeof distributions / sizeof *distributions };

/** n elements of a distribution. */
static float *drawn(size_t n, distribution draw) {
  float *x = floats(n);
  for (size_t i = 0; i < n; i++) x[i] = (float)draw(i);
  return x;
}

/** A weight or a bias of n elements; NULL unless it is wanted. */
static float *parameter(size_t n, int wanted) { return wanted ? drawn(n, d_normal) : NULL; }

/* Lengths: every one up to 70, and around each edge of the unrolled loops, the runs and the tiles. ----------------- */

static const size_t long_lengths[] = {95,  96,  97,  127, 128, 129, 255, 256, 257, 271, 272,  273,
                                      300, 511, 512, 513, 527, 528, 529, 767, 768, 769, 1024, 1027};
enum { LENGTHS = 70 + sizeof long_lengths / sizeof *long_lengths };

static size_t length_at(size_t k) { return k < 70 ? k + 1 : long_lengths[k - 70]; }

#endif
