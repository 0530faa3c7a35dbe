/** Columns of data: their statistics in pieces of any size, and what they are scaled to, to the promise of norm.h. */
#include "promise.h"

/** The sums of columns, and the statistics that they give. */
typedef struct {
  size_t columns;
  double *count, *sum, *squares, *mean, *variance, *scale;
} scaler;

static scaler scaler_of(size_t columns) {
  double *all = doubles(8 * columns, 0);
  return (scaler){columns,          all, all + columns, all + 3 * columns, all + 5 * columns, all + 6 * columns,
                  all + 7 * columns};
}

static void add_rows(scaler s, const float *x, size_t rows) {
  ln_scaler_fit(s.count, s.sum, s.squares, x, rows, s.columns);
}

static void finish(scaler s, double correction) {
  ln_scaler_statistics(s.mean, s.variance, s.scale, s.count, s.sum, s.squares, s.columns, correction);
}

/** Rows in pieces of a size. */
static scaler fitted(const float *x, size_t rows, size_t columns, size_t piece, double correction) {
  const scaler s = scaler_of(columns);
  for (size_t i = 0; i < rows; i += piece) add_rows(s, x + i * columns, rows - i < piece ? rows - i : piece);
  finish(s, correction);
  return s;
}

/** got is want, which may be NaN or infinite, or within `error` of it. */
static void check_double(const char *what, double got, long double want, long double error) {
  const int same = isnan(want) ? isnan(got) : isinf(want) ? got == want : fabsl(got - want) <= error;
  check(same, "%s %.17g, not %.17Lg", what, got, want);
}

/** The least subnormal of the square of one. */
#define LEAST 1e-300L

static void check_statistics(scaler s, const float *x, size_t rows, double correction) {
  const size_t columns = s.columns;
  ln_real *mean = truths(3 * columns), *variance = mean + columns, *scale = variance + columns;
  ln_plain_scaler_statistics(mean, variance, scale, x, rows, columns, correction);
  for (size_t c = 0; c < columns; c++) {
    const long double std = sqrtl(variance[c]), size = isfinite(std) ? fmaxl(fabsl(mean[c]), std) : fabsl(mean[c]);
    check_double("mean", s.mean[c], mean[c], LN_STATISTIC_ERROR * size + LEAST);
    check_double("variance", s.variance[c], variance[c], LN_STATISTIC_ERROR * variance[c] + LEAST);
    check_double("scale", s.scale[c], scale[c], LN_STATISTIC_ERROR * scale[c] + LEAST);
  }
  free(mean);
}

static float *draw_columns(size_t rows, size_t columns, size_t kind) {
  float *x = floats(rows * columns);
  for (size_t i = 0; i < rows * columns; i++) {
    x[i] = (float)distributions[(kind + i % columns) % DISTRIBUTIONS].draw(i / columns);
  }
  return x;
}

static const size_t column_counts[] = {1, 2, 3, 4, 5, 7, 8, 10, 31, 64, 127, 128, 129, 130, 511, 512, 513, 1030};
enum { COLUMN_COUNTS = sizeof column_counts / sizeof *column_counts };

static const size_t row_counts[] = {1, 2, 3, 7, 8, 9, 31, 32, 33, 100, 257, 1031};
enum { ROW_COUNTS = sizeof row_counts / sizeof *row_counts };

/** About every shape of narrow and of wide rows, in which neighbouring columns are of other kinds. */
static void every_shape(void) {
  for (size_t c = 0; c < COLUMN_COUNTS; c++) {
    for (size_t r = 0; r < ROW_COUNTS; r++) {
      const size_t rows = row_counts[r], columns = column_counts[c];
      const double corrections[] = {0, 1, 0.5, (double)rows + 1};
      float *x = draw_columns(rows, columns, c + r);
      for (int k = 0; k < 4; k++) {
        const scaler s = fitted(x, rows, columns, rows, corrections[k]);
        check_statistics(s, x, rows, corrections[k]);
        free(s.count);
      }
      free(x);
    }
  }
}

static const size_t pieces[] = {1, 2, 7, 8, 33, 100, 999};
enum { PIECES = sizeof pieces / sizeof *pieces };

/** Statistics of pieces against those of one: within the promise, and equal but for columns of many magnitudes. */
static void in_pieces(void) {
  enum { ROWS = 1000 };
  for (size_t k = 0; k < DISTRIBUTIONS; k++) {
    for (int c = 0; c < 12; c++) {
      const size_t columns = column_counts[c];
      float *x = draw_columns(ROWS, columns, k);
      const scaler whole = fitted(x, ROWS, columns, ROWS, 0);
      for (int p = 0; p < PIECES; p++) {
        const scaler s = fitted(x, ROWS, columns, pieces[p], 0);
        check_statistics(s, x, ROWS, 0);
        for (size_t i = 0; i < columns; i++) {
          const double size = fmax(fabs(whole.mean[i]), sqrt(whole.variance[i]));
          check_double("mean in pieces", s.mean[i], whole.mean[i], 1e-15L * size);
          check_double("variance in pieces", s.variance[i], whole.variance[i], 1e-15L * whole.variance[i]);
        }
        free(s.count);
      }
      free(whole.count), free(x);
    }
  }
}

/** Where magnitudes are alike, pieces and any order give the same sums, to the bit. */
static void exact_sums(void) {
  enum { ROWS = 5000, COLUMNS = 3 };
  float *x = floats((size_t)ROWS * COLUMNS), *reversed = floats((size_t)ROWS * COLUMNS);
  for (size_t i = 0; i < (size_t)ROWS * COLUMNS; i++) x[i] = (float)(1e6 + 0.58 * data_normal());
  for (size_t i = 0; i < ROWS; i++) memcpy(reversed + i * COLUMNS, x + (ROWS - 1 - i) * COLUMNS, COLUMNS * sizeof *x);
  const scaler whole = fitted(x, ROWS, COLUMNS, ROWS, 0);
  for (int p = 0; p < 2 * PIECES; p++) {
    const scaler s = fitted(p % 2 ? reversed : x, ROWS, COLUMNS, pieces[p / 2], 0);
    for (size_t i = 0; i < (size_t)8 * COLUMNS; i++) {
      check(s.count[i] == whole.count[i], "pieces of %zu: %.17g, not %.17g", pieces[p / 2], s.count[i], whole.count[i]);
    }
    free(s.count);
  }
  free(whole.count), free(x), free(reversed);
}

/** A constant column has variance 0 and scale 1, exactly, in any number of rows; one other value ends that. */
static void constant_columns(void) {
  const float values[] = {0, -0.0f, 0.1f, -7.7f, 16777215, 1e6f, 3e38f, 1e-30f, 1e-45f};
  enum { VALUES = 9, ROWS = 1000 };
  float x[ROWS * VALUES];
  for (size_t i = 0; i < (size_t)ROWS * VALUES; i++) x[i] = values[i % VALUES];
  for (size_t rows = 1; rows <= ROWS; rows += 37) {
    const scaler s = fitted(x, rows, VALUES, 13, 0);
    for (size_t c = 0; c < VALUES; c++) {
      check(s.variance[c] == 0 && s.scale[c] == 1, "%g: variance %g, scale %g", values[c], s.variance[c], s.scale[c]);
      check(s.mean[c] == values[c], "%g: mean %.17g", values[c], s.mean[c]);
    }
    free(s.count);
  }
  for (size_t c = 0; c < VALUES; c++) x[c] = nextafterf(x[c], INFINITY);
  const scaler s = fitted(x, ROWS, VALUES, ROWS, 0);
  check_statistics(s, x, ROWS, 0);
  for (size_t c = 0; c < VALUES; c++) check(s.variance[c] > 0 && s.scale[c] < 1e38, "%g: not constant", values[c]);
  free(s.count);
}

/** NaN counts for nothing; a column of nothing else has no statistics until a value comes. */
static void not_a_number(void) {
  enum { ROWS = 77, COLUMNS = 4 };
  float *x = draw_columns(ROWS, COLUMNS, 0);
  for (size_t i = 0; i < ROWS; i++) {
    if (i % 3) x[i * COLUMNS + 1] = NAN;
    x[i * COLUMNS + 2] = NAN;
  }
  const scaler s = fitted(x, ROWS, COLUMNS, 10, 0);
  check_statistics(s, x, ROWS, 0);
  check(s.count[0] == ROWS && s.count[1] == 26 && s.count[2] == 0, "%g %g %g", s.count[0], s.count[1], s.count[2]);
  check(isnan(s.mean[2]) && isnan(s.variance[2]) && isnan(s.scale[2]), "%g", s.mean[2]);
  add_rows(s, (const float[]){1, 2, 3, 4}, 1), finish(s, 0);
  check(s.mean[2] == 3 && s.scale[2] == 1 && s.count[2] == 1, "%g %g", s.mean[2], s.scale[2]);
  free(s.count), free(x);
}

/** An infinity shows in the sums. */
static void infinities(void) {
  const float values[] = {INFINITY, -INFINITY};
  for (int k = 0; k < 2; k++) {
    for (size_t at = 0; at < 40; at++) {
      float x[40];
      for (size_t i = 0; i < 40; i++) x[i] = i == at ? values[k] : 1;
      const scaler s = fitted(x, 20, 2, 9, 0);
      for (size_t c = 0; c < 2; c++) {
        check(isfinite(s.squares[c] + s.squares[2 + c]) == (at % 2 != c), "%g at %zu, column %zu", values[k], at, c);
      }
      free(s.count);
    }
  }
}

/* Scaling ---------------------------------------------------------------------------------------------------------- */

static void check_scaled(const char *what, const float *got, const ln_result *want, size_t n, const double *scale,
                         size_t columns) {
  for (size_t i = 0; i < n; i++) {
    const long double bound =
        scale ? ulp(want[i]) / 2 + LN_INVERSE_ERROR * scale[i % columns] : LN_OUTPUT_ERROR * fmaxl(1, fabsl(want[i]));
    if (isnan(want[i])) check(isnan(got[i]), "%s %g, not NaN", what, got[i]);
    else if (fabsl(want[i]) > LARGEST_FLOAT) check(isinf(got[i]), "%s %g, not infinite", what, got[i]);
    else check(fabsl(got[i] - want[i]) <= bound, "%s %.9g, not %.9Lg", what, got[i], want[i]);
  }
}

/** Both ways, in place, and each row by itself. */
static void check_map(const float *x, size_t rows, scaler s, const double *mean, int inverse) {
  const size_t columns = s.columns, n = rows * columns;
  float *y = floats(n), *same = floats(n);
  ln_result *want = truths(n);
  void (*map)(float *, const float *, const double *, const double *, size_t, size_t) =
      inverse ? ln_scaler_inverse : ln_scaler_transform;
  map(y, x, mean, s.scale, rows, columns);
  (inverse ? ln_plain_scaler_inverse : ln_plain_scaler_transform)(want, x, mean, s.scale, rows, columns);
  check_scaled(inverse ? "x" : "y", y, want, n, inverse ? s.scale : NULL, columns);
  memcpy(same, x, n * sizeof *x);
  map(same, same, mean, s.scale, rows, columns);
  check(same_results(same, y, n), "rows %zu, columns %zu: in place gives other bits", rows, columns);
  for (size_t r = 0; r < rows; r++) map(same + r * columns, x + r * columns, mean, s.scale, 1, columns);
  check(same_results(same, y, n), "rows %zu, columns %zu: a row alone has other bits", rows, columns);
  free(y), free(same), free(want);
}

static void both_ways(void) {
  for (size_t c = 0; c < COLUMN_COUNTS; c++) {
    for (size_t r = 0; r < ROW_COUNTS; r++) {
      const size_t rows = row_counts[r], columns = column_counts[c];
      float *x = draw_columns(rows, columns, c + r);
      x[rows * columns / 2] = NAN;
      const scaler s = fitted(x, rows, columns, rows, 0);
      for (int form = 0; form < 4; form++) check_map(x, rows, s, form % 2 ? s.mean : NULL, form / 2);
      free(s.count), free(x);
    }
  }
}

/** A column at 1e6 +- 0.58 comes out within the promise, and comes back as it was. */
static void there_and_back(void) {
  enum { ROWS = 3000, COLUMNS = 5 };
  float *x = floats((size_t)ROWS * COLUMNS), *y = floats((size_t)ROWS * COLUMNS);
  for (size_t i = 0; i < (size_t)ROWS * COLUMNS; i++) x[i] = (float)(1e6 + 0.58 * data_normal());
  const scaler s = fitted(x, ROWS, COLUMNS, 1000, 0);
  check_map(x, ROWS, s, s.mean, 0);
  ln_scaler_transform(y, x, s.mean, s.scale, ROWS, COLUMNS);
  ln_scaler_inverse(y, y, s.mean, s.scale, ROWS, COLUMNS);
  check(same_bits(y, x, (size_t)ROWS * COLUMNS), "it does not come back");
  free(s.count), free(x), free(y);
}

static void nothing(void) {
  float none[1] = {0};
  const scaler s = fitted(none, 0, 3, 1, 0);
  check(isnan(s.mean[0]) && s.count[0] == 0, "mean %g", s.mean[0]);
  add_rows(s, none, 0);
  ln_scaler_fit(s.count, s.sum, s.squares, none, 5, 0);
  ln_scaler_transform(none, none, NULL, s.scale, 5, 0);
  ln_scaler_inverse(none, none, s.mean, s.scale, 0, 3);
  check(none[0] == 0 && s.count[0] == 0, "nothing wrote something");
  free(s.count);
}

int main(void) {
  TEST("scaler_fit: every shape and correction", every_shape());
  TEST("scaler_fit: pieces of any size", in_pieces());
  TEST("scaler_fit: sums of one magnitude are exact", exact_sums());
  TEST("scaler_fit: constant columns, and those that are nearly constant", constant_columns());
  TEST("scaler_fit: NaN", not_a_number());
  TEST("scaler_fit: an infinity shows", infinities());
  TEST("scaler_transform, scaler_inverse: every shape", both_ways());
  TEST("scaler_transform, scaler_inverse: 1e6 +- 0.58", there_and_back());
  TEST("scaler: no rows, no columns", nothing());
  return check_failed_tests > 0;
}
