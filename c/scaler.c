/**
 * Columns of data: their statistics over any number of rows, and each of them by its mean and standard deviation.
 *
 * The sums are those of the textbook, of x and of x^2, of which it warns: sum(x^2) - sum(x)^2 / n takes the digits of
 * the variance where the mean is large (Chan, Golub and LeVeque, 1983). It takes none here, for the sums are exact. The
 * square of a float is a double without rounding; a sum is kept in two doubles, 106 bits, and 2^50 squares of one
 * magnitude add up to 98. Where the magnitudes of a column differ, so much that bits are lost, its variance is larger
 * than what is lost by far. So rows may come in pieces of any size and in any order.
 *
 * Narrow rows are walked as if several were one, so that vectors are full.
 */
#include "norm.h"
#include "simd.h"

enum {
  TILE_COLUMNS = 512, /* columns of a tile, whose sums take 18 kB of the stack */
  LONG_ROW = 128,     /* elements of a row that is made of narrow ones, at most */
  SWEEP_ROWS = 8,     /* rows whose sums are added up in one double: of squares of 48 bits, 51 */
};

/** How the rows of a tile are walked: as long_rows rows of `together` rows each, and rest_rows more. */
typedef struct {
  size_t together, long_rows, rest_rows;
} walk;

/** @param least  how many long rows there should be, at least */
static walk walk_of(size_t rows, size_t columns, size_t least) {
  size_t together = LONG_ROW / columns;
  if (together > rows / least) together = rows / least;
  together = together < 4 ? 1 : together / 4 * 4; /* then a row is whole vectors */
  return (walk){.together = together, .long_rows = rows / together, .rest_rows = rows % together};
}

/* Sums ------------------------------------------------------------------------------------------------------------- */

/** A number as the sum of two doubles, of which the second is what the first lacks (Dekker, 1971). */
typedef struct {
  double most, rest;
} pair;

/** a + b, exactly (Knuth, "The Art of Computer Programming", volume 2, 4.2.2). */
LN_INLINE pair sum_of(double a, double b) {
  const double sum = a + b, of_b = sum - a;
  return (pair){sum, (a - (sum - of_b)) + (b - of_b)};
}

LN_INLINE pair add_pairs(pair a, pair b) {
  const pair sum = sum_of(a.most, b.most);
  return sum_of(sum.most, sum.rest + (a.rest + b.rest));
}

/** The sums of four columns, each in two doubles, and how many values there are. */
typedef struct {
  double sum[4], sum_rest[4], squares[4], squares_rest[4];
  uint32_t count[4];
} column_sums;

/** Adds two doubles to the sums of two columns: sum_of, lane by lane. */
LN_INLINE void add_to_pairs(double *most, double *rest, v128_t b) {
  const v128_t a = wasm_v128_load(most), sum = wasm_f64x2_add(a, b), of_b = wasm_f64x2_sub(sum, a);
  const v128_t lost = wasm_f64x2_add(wasm_f64x2_sub(a, wasm_f64x2_sub(sum, of_b)), wasm_f64x2_sub(b, of_b));
  wasm_v128_store(most, sum);
  wasm_v128_store(rest, wasm_f64x2_add(wasm_v128_load(rest), lost));
}

/** What a few rows add to the sums of four columns. */
typedef struct {
  v128_t low, high, low_squares, high_squares, count;
} sweep_sums;

/** Adds four elements. NaN counts for nothing. */
LN_INLINE void add_vector(sweep_sums *s, v128_t v) {
  const v128_t known = wasm_f32x4_eq(v, v), kept = wasm_v128_and(v, known), a = ln_low(kept), b = ln_high(kept);
  s->count = wasm_i32x4_sub(s->count, known);
  s->low = wasm_f64x2_add(s->low, a), s->low_squares = wasm_f64x2_add(s->low_squares, wasm_f64x2_mul(a, a));
  s->high = wasm_f64x2_add(s->high, b), s->high_squares = wasm_f64x2_add(s->high_squares, wasm_f64x2_mul(b, b));
}

/** Adds at most SWEEP_ROWS rows. What fills up a vector, NaN, counts for nothing. */
LN_ONCE void sweep(column_sums *t, const float *x, size_t stride, size_t width, size_t rows) {
  const v128_t zero = wasm_f64x2_splat(0);
  for (size_t c = 0; c < width; c += 4, t++) {
    const size_t count = ln_up_to_4(width - c);
    sweep_sums s = {zero, zero, zero, zero, zero};
    for (size_t i = 0; i < rows; i++) add_vector(&s, ln_load_up_to(x + i * stride + c, count, __builtin_nanf("")));
    wasm_v128_store(t->count, wasm_i32x4_add(wasm_v128_load(t->count), s.count));
    add_to_pairs(t->sum, t->sum_rest, s.low), add_to_pairs(t->sum + 2, t->sum_rest + 2, s.high);
    add_to_pairs(t->squares, t->squares_rest, s.low_squares);
    add_to_pairs(t->squares + 2, t->squares_rest + 2, s.high_squares);
  }
}

LN_SMALL_BEGIN

static void add_pair(double *most, double *rest, double more, double more_rest) {
  const pair sum = add_pairs((pair){*most, *rest}, (pair){more, more_rest});
  *most = sum.most, *rest = sum.rest;
}

void ln_scaler_fit(double *count, double *sum, double *squares, const float *x, size_t rows, size_t columns) {
  for (size_t first = 0; first < columns; first += TILE_COLUMNS) {
    const size_t width = columns - first < TILE_COLUMNS ? columns - first : TILE_COLUMNS;
    const walk w = walk_of(rows, columns, SWEEP_ROWS);
    const size_t stride = w.together * columns, long_width = w.together * width;
    column_sums t[TILE_COLUMNS / 4];
    __builtin_memset(t, 0, sizeof t);
    for (size_t i = 0; i < w.long_rows; i += SWEEP_ROWS) {
      sweep(t, x + first + i * stride, stride, long_width, w.long_rows - i < SWEEP_ROWS ? w.long_rows - i : SWEEP_ROWS);
    }
    if (w.rest_rows) sweep(t, x + w.long_rows * stride, columns, w.rest_rows * columns, 1);
    for (size_t c = 0; c < long_width; c++) {
      const column_sums *s = &t[c / 4];
      const size_t at = first + c % width, k = c % 4;
      count[at] += s->count[k];
      add_pair(sum + at, sum + columns + at, s->sum[k], s->sum_rest[k]);
      add_pair(squares + at, squares + columns + at, s->squares[k], s->squares_rest[k]);
    }
  }
}

/* Statistics ------------------------------------------------------------------------------------------------------- */

/** The upper 26 bits of a double (Veltkamp). */
static double upper_half(double a) {
  const double scaled = a * 0x1.0000002p27;
  return scaled - (scaled - a);
}

/** a * b, exactly (Dekker, 1971). */
static pair product_of(double a, double b) {
  const double product = a * b, p = upper_half(a), q = upper_half(b), r = a - p, s = b - q;
  return (pair){product, ((p * q - product) + p * s + r * q) + r * s};
}

static pair times(pair a, double b) {
  const pair product = product_of(a.most, b);
  return sum_of(product.most, product.rest + a.rest * b);
}

/**
 * sum((x - mean)^2) of n values. Sums about the float c that is nearest to the mean follow from those about 0 without
 * rounding: sum(x - c) = sum - n * c, sum((x - c)^2) = squares - 2 * c * sum + n * c^2. What is left to subtract is at
 * most half of the second, for no value, being a float, is nearer to the mean than c.
 */
static double squares_about_mean(double n, pair sum, pair squares, double mean) {
  const double c = (float)mean;
  const pair about_c = add_pairs(sum, product_of(n, -c));
  const pair squares_about_c = add_pairs(add_pairs(squares, times(sum, -2 * c)), product_of(n, c * c));
  const double m2 = squares_about_c.most - about_c.most * about_c.most / n;
  return m2 < 0 ? 0 : m2;
}

void ln_scaler_statistics(double *mean, double *variance, double *scale, const double *count, const double *sum,
                          const double *squares, size_t columns, double correction) {
  LN_REQUIRE(correction >= 0);
  for (size_t c = 0; c < columns; c++) {
    const double n = count[c], degrees = n - correction;
    mean[c] = sum[c] / n;
    const pair s = {sum[c], sum[columns + c]}, q = {squares[c], squares[columns + c]};
    const double m2 = squares_about_mean(n, s, q, mean[c]);
    variance[c] = m2 / (degrees > 0 ? degrees : 0);
    scale[c] = m2 == 0 ? 1 : __builtin_sqrt(variance[c]);
  }
}

LN_SMALL_END

/* Scaling ---------------------------------------------------------------------------------------------------------- */

/**
 * What the columns of a tile, repeated for as many rows as are walked together, are mapped by. One loop goes both ways:
 * there is a shift before the factor, and one behind it.
 */
typedef struct {
  double before[TILE_COLUMNS], factor[TILE_COLUMNS], behind[TILE_COLUMNS];
} column_maps;

/** (v + before) * factor + behind of two doubles. */
LN_INLINE v128_t map_two(v128_t v, const column_maps *t, size_t c) {
  const v128_t scaled = wasm_f64x2_mul(wasm_f64x2_add(v, wasm_v128_load(t->before + c)), wasm_v128_load(t->factor + c));
  return wasm_f32x4_demote_f64x2_zero(wasm_f64x2_add(scaled, wasm_v128_load(t->behind + c)));
}

LN_INLINE v128_t map_four(v128_t v, const column_maps *t, size_t c) {
  return wasm_i32x4_shuffle(map_two(ln_low(v), t, c), map_two(ln_high(v), t, c + 2), 0, 1, 4, 5);
}

LN_ONCE void map_row(float *y, const float *x, const column_maps *t, size_t width) {
  size_t c = 0;
  for (; c + 4 <= width; c += 4) wasm_v128_store(y + c, map_four(wasm_v128_load(x + c), t, c));
  if (c < width) ln_store_tail(y + c, width - c, map_four(ln_load_tail(x + c, width - c, 0), t, c));
}

LN_SMALL_BEGIN

/** The map of the column c; adding -0 changes nothing, not even -0. */
static void set_map(column_maps *t, size_t at, const double *mean, const double *scale, size_t c, int inverse) {
  const double shift = mean ? mean[c] : 0;
  t->before[at] = inverse || !mean ? -0.0 : -shift;
  t->factor[at] = inverse ? scale[c] : 1 / scale[c];
  t->behind[at] = inverse && mean ? shift : -0.0;
}

LN_ONCE void scale_all(float *y, const float *x, const double *mean, const double *scale, size_t rows, size_t columns,
                       int inverse) {
  for (size_t first = 0; first < columns; first += TILE_COLUMNS) {
    const size_t width = columns - first < TILE_COLUMNS ? columns - first : TILE_COLUMNS;
    const walk w = walk_of(rows, columns, 1);
    const size_t stride = w.together * columns;
    column_maps t;
    for (size_t c = 0; c < w.together * width; c++) set_map(&t, c, mean, scale, first + c % width, inverse);
    size_t at = first;
    for (size_t i = 0; i < w.long_rows; i++, at += stride) map_row(y + at, x + at, &t, w.together * width);
    if (w.rest_rows) map_row(y + at, x + at, &t, w.rest_rows * columns);
  }
}

void ln_scaler_transform(float *y, const float *x, const double *mean, const double *scale, size_t rows,
                         size_t columns) {
  scale_all(y, x, mean, scale, rows, columns, 0);
}

void ln_scaler_inverse(float *y, const float *x, const double *mean, const double *scale, size_t rows, size_t columns) {
  scale_all(y, x, mean, scale, rows, columns, 1);
}

LN_SMALL_END
