/** ln_matmul against c/block/plain.c, and against ln_linear, whose bits it has. */
#include <float.h>

#include "promise.h"

/** A call of ln_matmul, whose scratch is as large as block.h says, and no larger. */
typedef struct {
  float *a, *b, *y;
  size_t rows, inner, columns;
} matmul_call;

static matmul_call call_of(size_t rows, size_t inner, size_t columns, float *a, float *b) {
  return (matmul_call){a, b, floats(rows * columns), rows, inner, columns};
}

static void free_call(matmul_call c) { free(c.a), free(c.b), free(c.y); }

/** Runs a call, `shift` floats into the memory of the scratch, which is full of NaN. */
static void run(matmul_call c, size_t shift) {
  const size_t size = LN_MATMUL_SCRATCH_FLOATS(c.inner);
  float *scratch = scratch_of(size + shift);
  ln_matmul(c.y, scratch + shift, c.a, c.b, c.rows, c.inner, c.columns);
  free(scratch);
}

static float *magnitudes(const float *x, size_t n) {
  float *sizes = floats(n);
  for (size_t i = 0; i < n; i++) sizes[i] = fabsf(x[i]);
  return sizes;
}

/** The transpose of [rows, columns]. */
static float *transpose(const float *x, size_t rows, size_t columns) {
  float *y = floats(rows * columns);
  for (size_t i = 0; i < rows * columns; i++) y[i % columns * rows + i / columns] = x[i];
  return y;
}

/** All outputs are within the promise. */
static void check_promise(const char *what, matmul_call c) {
  const size_t size = c.rows * c.columns;
  ln_result *want = truths(size), *sums = truths(size);
  float *a = magnitudes(c.a, c.rows * c.inner), *b = magnitudes(c.b, c.inner * c.columns);
  ln_plain_matmul(want, c.a, c.b, c.rows, c.inner, c.columns);
  ln_plain_matmul(sums, a, b, c.rows, c.inner, c.columns);
  for (size_t at = 0; at < size; at++) {
    const float y = c.y[at], rounded = (float)want[at];
    const int right = isfinite(rounded) ? fabsl(y - want[at]) <= LN_PRODUCT_ERROR * sums[at] + 0x1p-150L
                                        : same_results(&y, &rounded, 1);
    check(right, "%s, %zux%zux%zu, output %zu: %.9g, not %.9Lg, of %Lg", what, c.rows, c.inner, c.columns, at, y,
          want[at], sums[at]);
  }
  free(want), free(sums), free(a), free(b);
}

/** Its bits are those of the linear layer whose weight is the transpose of b. */
static void check_linear(const char *what, matmul_call c) {
  float *weight = transpose(c.b, c.inner, c.columns), *y = floats(c.rows * c.columns);
  ln_linear(y, c.a, weight, NULL, c.rows, c.inner, c.columns);
  check(same_results(c.y, y, c.rows * c.columns), "%s, %zux%zux%zu: not the bits of ln_linear", what, c.rows, c.inner,
        c.columns);
  free(weight), free(y);
}

static void check_call(const char *what, matmul_call c) {
  run(c, c.rows % 4);
  check_promise(what, c);
  check_linear(what, c);
}

static void check_matmul(size_t rows, size_t inner, size_t columns, distribution of_a, distribution of_b) {
  const matmul_call c = call_of(rows, inner, columns, drawn(rows * inner, of_a), drawn(inner * columns, of_b));
  check_call("drawn", c);
  free_call(c);
}

/** Tails of vectors, panels, packed columns and runs; pairs of rows, and a row alone. */
static void every_length(void) {
  for (size_t l = 0; l < LENGTHS; l++) {
    for (size_t rows = 1; rows <= 3; rows++) check_matmul(rows, length_at(l), 5, d_normal, d_normal);
  }
  for (size_t columns = 1; columns <= 70; columns++) {
    for (size_t rows = 1; rows <= 5; rows++) check_matmul(rows, 53, columns, d_normal, d_normal);
  }
  const size_t wide[] = {127, 128, 129, 255, 256, 257};
  for (size_t k = 0; k < 6; k++) check_matmul(7, 97, wide[k], d_normal, d_normal);
  check_matmul(1, 100000, 3, d_normal, d_normal);
  check_matmul(2, 100000, 3, d_normal, d_normal);
}

/** More columns than one row's pass takes at once. */
static void wide_rows(void) {
  const size_t columns[] = {4095, 4096, 4097, 8195};
  for (size_t k = 0; k < 4; k++) check_matmul(1, 61, columns[k], d_normal, d_normal);
  check_matmul(1, 3, 4099, d_normal, d_normal);
}

static void every_distribution(void) {
  for (size_t a = 0; a < DISTRIBUTIONS; a++) {
    for (size_t b = 0; b < DISTRIBUTIONS; b++) {
      check_matmul(1 + (a + b) % 3, 203, 9, distributions[a].draw, distributions[b].draw);
    }
  }
}

static void nothing(void) {
  check_matmul(0, 5, 6, d_normal, d_normal);
  check_matmul(3, 5, 0, d_normal, d_normal);
  check_matmul(1, 5, 0, d_normal, d_normal);
  for (size_t rows = 1; rows <= 3; rows++) {
    const matmul_call c = call_of(rows, 0, 9, floats(0), floats(0));
    run(c, 0);
    for (size_t i = 0; i < rows * 9; i++) check(c.y[i] == 0 && !signbit(c.y[i]), "no terms: %g", c.y[i]);
    free_call(c);
  }
}

/** +- m * 2^e, 1 <= m < 2, least <= e <= most. */
static float of_exponents(int least, int most) {
  const double m = 1 + data_uniform(), sign = data_uniform() < 0.5 ? -1 : 1;
  return (float)ldexp(sign * m, least + (int)((most - least + 1) * data_uniform()));
}

/** Elements of any exponents, so that products and sums overflow and underflow; some rows and columns are 0. */
static void every_exponent(void) {
  const int windows[][2] = {{-149, 126}, {-149, -40}, {-80, -50}, {-70, -60}, {60, 66}, {62, 126}, {-126, -126}};
  enum { WINDOWS = sizeof windows / sizeof *windows, COLUMNS = 6 };
  for (int k = 0; k < 3000; k++) {
    const int *of_a = windows[k % WINDOWS], *of_b = windows[k / WINDOWS % WINDOWS];
    const size_t rows = 1 + (size_t)k % 3, n = 1 + (size_t)(120 * data_uniform());
    float *a = floats(rows * n), *b = floats(n * COLUMNS);
    for (size_t i = 0; i < rows * n; i++) a[i] = of_exponents(of_a[0], of_a[1]);
    for (size_t i = 0; i < n * COLUMNS; i++) b[i] = of_exponents(of_b[0], of_b[1]);
    /* pairs that cancel, also where each of them overflows */
    for (size_t i = 1; k % 2 && i < n; i += 2) {
      for (size_t r = 0; r < rows; r++) a[r * n + i] = -a[r * n + i - 1];
      memcpy(b + i * COLUMNS, b + (i - 1) * COLUMNS, COLUMNS * sizeof *b);
    }
    for (size_t i = 0; k % 5 == 0 && i < n; i++) a[i] = 0;
    for (size_t i = 0; k % 7 == 0 && i < n; i++) b[i * COLUMNS + 2] = 0;
    const matmul_call c = call_of(rows, n, COLUMNS, a, b);
    check_call("any exponents", c);
    free_call(c);
  }
}

/** NaN and infinity, in a row, in a column and in both, beside zeros. */
static void special_values(void) {
  const float values[] = {NAN, INFINITY, -INFINITY, 3e38f, -0.0f, 1e-45f};
  const size_t lengths[] = {1, 5, 29, 100};
  for (size_t l = 0; l < 4; l++) {
    const size_t n = lengths[l];
    for (size_t p = 0; p < 6; p++) {
      for (size_t q = 0; q < 6; q++) {
        for (size_t rows = 1; rows <= 3; rows++) {
          const matmul_call c = call_of(rows, n, 19, drawn(rows * n, d_normal), drawn(n * 19, d_normal));
          c.a[n / 2] = values[p], c.b[n / 3 * 19 + 17] = values[q];
          for (size_t i = 0; p == q && i < n; i++) c.b[i * 19 + 4] = 0;
          check_call("special values", c);
          free_call(c);
        }
      }
    }
  }
}

/** Like that test of ln_linear: additions in float all round up, and by as much as they can. */
static void errors_that_point_one_way(void) {
  for (size_t period = 8; period <= 400; period += 4) {
    const size_t n = 3 * period;
    for (size_t rows = 1; rows <= 2; rows++) {
      float *a = floats(rows * n), *b = floats(3 * n);
      for (size_t i = 0; i < rows * n; i++) a[i] = i % n % period < 4 ? 1 : 0x1p-24f;
      for (size_t i = 0; i < 3 * n; i++) b[i] = 1.0001f;
      const matmul_call c = call_of(rows, n, 3, a, b);
      check_call("half a digit", c);
      free_call(c);
    }
  }
}

/** Rows in batches of every size, and columns beside none and beside others, at any alignment. */
static void bits_of_rows_and_columns(void) {
  enum { ROWS = 7, COLUMNS = 83 };
  const size_t lengths[] = {1, 3, 47, 48, 49, 255};
  for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
    const size_t n = lengths[l];
    const matmul_call c = call_of(ROWS, n, COLUMNS, drawn(ROWS * n, d_normal), drawn(n * COLUMNS, d_normal));
    for (size_t i = 0; i < n; i++) c.a[3 * n + i] *= 1e-25f, c.b[i * COLUMNS + 70] *= 1e-25f; /* some are exact */
    check_call("rows and columns", c);
    for (size_t from = 0; from < ROWS; from++) {
      for (size_t rows = 1; rows <= ROWS - from; rows++) {
        const size_t shift = (from + rows) % 4;
        float *a = floats(rows * n + shift), *y = floats(rows * COLUMNS + shift);
        memcpy(a + shift, c.a + from * n, rows * n * sizeof *a);
        run((matmul_call){a + shift, c.b, y + shift, rows, n, COLUMNS}, shift);
        check(same_bits(y + shift, c.y + from * COLUMNS, rows * COLUMNS), "n %zu, %zu rows from %zu", n, rows, from);
        free(a), free(y);
      }
    }
    for (size_t first = 0; first < COLUMNS; first += 5) {
      for (size_t columns = 1; columns <= COLUMNS - first; columns += 3) {
        const size_t rows = 1 + columns % 3;
        matmul_call part = call_of(rows, n, columns, floats(rows * n), floats(n * columns));
        memcpy(part.a, c.a + 2 * n, rows * n * sizeof *part.a);
        for (size_t i = 0; i < n * columns; i++) part.b[i] = c.b[i / columns * COLUMNS + first + i % columns];
        run(part, 0);
        for (size_t at = 0; at < rows * columns; at++) {
          const float *among = c.y + (2 + at / columns) * COLUMNS + first + at % columns;
          check(same_bits(part.y + at, among, 1), "n %zu, %zu columns from %zu", n, columns, first);
        }
        free_call(part);
      }
    }
    free_call(c);
  }
}

int main(void) {
  TEST("matmul: every number of rows, terms and columns", every_length());
  TEST("matmul: one row of many columns", wide_rows());
  TEST("matmul: no rows, no terms, no columns", nothing());
  TEST("matmul: every distribution by every one", every_distribution());
  TEST("matmul: within the promise where all rounding errors point one way", errors_that_point_one_way());
  TEST("matmul: products and sums beyond the range of float32", every_exponent());
  TEST("matmul: special values", special_values());
  TEST("matmul: a row's bits in any batch, a column's beside any others", bits_of_rows_and_columns());
  return check_failed_tests > 0;
}
