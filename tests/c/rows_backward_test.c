/** Gradients of layer norm and RMS norm, to the promise of norm.h: against c/plain.c and central differences. */
#include "../../c/parts.h"
#include "promise.h"

enum { LAYER_NORM, RMS_NORM };

/** A call of ln_layer_norm_backward or ln_rms_norm_backward. */
typedef struct {
  int op;
  size_t rows, n;
  const float *dy, *x, *weight;
  const float *mean, *rstd; /* what the forward pass saved, or NULL */
  float offset;
  double eps;
  const char *name;
} call;

/** The outputs of a call; RMS norm does not touch dbias. */
typedef struct {
  float *dx;
  double *dweight, *dbias;
} gradients;

static void release(gradients g) { free(g.dx), free(g.dweight), free(g.dbias); }

static void run_in(call c, gradients g, float *scratch) {
  if (c.op == LAYER_NORM) {
    ln_layer_norm_backward(g.dx, g.dweight, g.dbias, scratch, c.dy, c.x, c.mean, c.rstd, c.weight, c.rows, c.n, c.eps);
  } else {
    ln_rms_norm_backward(g.dx, g.dweight, scratch, c.dy, c.x, c.rstd, c.weight, c.rows, c.n, c.offset, c.eps);
  }
}

/** Runs a call, which adds to the doubles of g. */
static void run(call c, gradients g) {
  float *scratch = scratch_of(LN_SCRATCH_FLOATS(c.n));
  run_in(c, g, scratch);
  free(scratch);
}

/** The same with the sums of all runs kept first. */
static void run_kept(call c, gradients g) {
  const size_t runs = (c.rows + LN_RUN_ROWS - 1) / LN_RUN_ROWS;
  float *scratch = scratch_of(LN_KEPT_FLOATS(c.n, runs));
  run_in(c, (gradients){g.dx, NULL, NULL}, scratch);
  ln_add_runs(g.dweight, c.op == LAYER_NORM ? g.dbias : NULL, scratch, runs, c.n);
  free(scratch);
}

static gradients gradients_of(call c) {
  const gradients g = {floats(c.rows * c.n), doubles(c.n, 0), doubles(c.n, 0)};
  run(c, g);
  return g;
}

/** Puts into a call the statistics that its forward pass saves. */
static void save_statistics(call *c, float *mean, float *rstd) {
  float *y = floats(c->rows * c->n);
  if (c->op == LAYER_NORM) ln_layer_norm(y, mean, rstd, c->x, NULL, NULL, c->rows, c->n, 1, 0, c->eps);
  else ln_rms_norm(y, rstd, c->x, NULL, c->rows, c->n, 0, c->eps);
  free(y);
  c->mean = c->op == LAYER_NORM ? mean : NULL, c->rstd = rstd;
}

/* The truth -------------------------------------------------------------------------------------------------------- */

static subject subject_of(call c) { return (subject){c.name, c.n, 1, c.eps}; }

/** x-hat and rstd of one row. */
static ln_result x_hat_of(call c, ln_result *x_hat, const float *x) {
  ln_result rstd;
  if (c.op == LAYER_NORM) ln_plain_layer_norm(x_hat, NULL, &rstd, x, NULL, NULL, 1, c.n, 1, 0, c.eps);
  else ln_plain_rms_norm(x_hat, &rstd, x, NULL, 1, c.n, 0, c.eps);
  return rstd;
}

/** The gradients of parameters, and the magnitudes that they add up. */
typedef struct {
  ln_real *dweight, *dbias, *weight_magnitude, *bias_magnitude;
} totals;

/** Checks dx of one row, and adds the row to the totals. */
static void check_row(call c, const float *dx, const float *dy, const float *x, totals t) {
  ln_result *want = truths(2 * c.n), *x_hat = want + c.n, rstd = x_hat_of(c, x_hat, x);
  long double largest = 0;
  if (c.op == LAYER_NORM) {
    ln_plain_layer_norm_backward(want, t.dweight, t.dbias, dy, x, c.weight, 1, c.n, c.eps);
  } else {
    ln_plain_rms_norm_backward(want, t.dweight, dy, x, c.weight, 1, c.n, c.offset, c.eps);
  }
  for (size_t i = 0; i < c.n; i++) {
    const float weight = c.weight ? c.weight[i] + c.offset : 1;
    t.weight_magnitude[i] += fabsl(dy[i] * x_hat[i]), t.bias_magnitude[i] += fabsf(dy[i]);
    largest = fmaxl(largest, fabsl((long double)dy[i] * weight * rstd));
  }
  check_dx(subject_of(c), dx, want, largest);
  free(want);
}

static totals totals_of(size_t n) {
  ln_real *all = truths(4 * n);
  return (totals){all, all + n, all + 2 * n, all + 3 * n};
}

static void check_gradients(call c, gradients g) {
  const totals t = totals_of(c.n);
  for (size_t r = 0; r < c.rows; r++) check_row(c, g.dx + r * c.n, c.dy + r * c.n, c.x + r * c.n, t);
  check_parameters(subject_of(c), "dweight", g.dweight, t.dweight, t.weight_magnitude);
  if (c.op == LAYER_NORM) check_parameters(subject_of(c), "dbias", g.dbias, t.dbias, t.bias_magnitude);
  free(t.dweight);
}

/* The promise ------------------------------------------------------------------------------------------------------ */

/** Checks that dx in the place of dy, or of x, has the same bits. */
static void check_in_place(call c, gradients g) {
  const size_t size = c.rows * c.n;
  for (int in_place_of_x = 0; in_place_of_x < 2; in_place_of_x++) {
    const gradients other = {floats(size), doubles(c.n, 0), doubles(c.n, 0)};
    call same = c;
    memcpy(other.dx, in_place_of_x ? c.x : c.dy, size * sizeof(float));
    if (in_place_of_x) same.x = other.dx;
    else same.dy = other.dx;
    run(same, other);
    check(same_results(other.dx, g.dx, size), "%s, n %zu: dx in place of %s", c.name, c.n, in_place_of_x ? "x" : "dy");
    for (size_t i = 0; i < c.n; i++) {
      const int same_sum = other.dweight[i] == g.dweight[i] || (isnan(other.dweight[i]) && isnan(g.dweight[i]));
      check(same_sum, "%s, n %zu: in place, dweight %g", c.name, c.n, other.dweight[i]);
    }
    release(other);
  }
}

/** Checks a call, without and with saved statistics. */
static void check_call(call c) {
  float *mean = floats(c.rows), *rstd = floats(c.rows);
  for (int saved = 0; saved < 2; saved++) {
    if (saved) save_statistics(&c, mean, rstd);
    const gradients g = gradients_of(c);
    check_gradients(c, g);
    check_in_place(c, g);
    release(g);
  }
  free(mean), free(rstd);
}

static float *rows_of(size_t rows, size_t n, distribution draw) {
  float *x = floats(rows * n);
  for (size_t i = 0; i < rows * n; i++) x[i] = (float)draw(i % n);
  return x;
}

static const double epsilons[] = {1e-5, 0, 1e-12};
static const float offsets[] = {0, 1, -1};

static void check_draw(call c, distribution draw_x, distribution draw_dy, int weighted) {
  float *x = rows_of(c.rows, c.n, draw_x), *dy = rows_of(c.rows, c.n, draw_dy), *weight = parameter(c.n, weighted);
  c.x = x, c.dy = dy, c.weight = weight;
  check_call(c);
  free(x), free(dy), free(weight);
}

static void every_length(int op) {
  for (size_t k = 0; k < DISTRIBUTIONS; k++) {
    for (size_t l = 0; l < LENGTHS; l++) {
      const float offset = op == RMS_NORM ? offsets[l % 3] : 0;
      const call c = {.op = op,
                      .rows = 2,
                      .n = length_at(l),
                      .offset = offset,
                      .eps = epsilons[l / 3 % 3],
                      .name = distributions[k].name};
      check_draw(c, distributions[k].draw, d_normal, l % 2 == 1);
    }
  }
}

static void every_number_of_rows(int op) {
  const size_t rows[] = {1, 2, 15, 16, 17, 31, 32, 33};
  for (size_t k = 0; k < DISTRIBUTIONS; k++) {
    for (size_t r = 0; r < 8; r++) {
      for (size_t n = 1; n < 40; n += 6) {
        const call c = {.op = op, .rows = rows[r], .n = n, .eps = epsilons[n % 3], .name = distributions[k].name};
        check_draw(c, distributions[k].draw, d_normal, r % 2 == 1);
      }
    }
  }
}

static double d_shifted_normal(size_t i) {
  (void)i;
  return 3 + data_normal();
}
static double d_one(size_t i) {
  (void)i;
  return 1;
}
static double d_large(size_t i) {
  (void)i;
  return 1e25 * data_normal();
}
static double d_small(size_t i) {
  (void)i;
  return 1e-25 * data_normal();
}

/** dy of every kind, with and without weight, every offset; dx of a constant dy is 0 in layer norm. */
static void every_form(int op) {
  const distribution draws[] = {d_normal, d_shifted_normal, d_one, d_large, d_small, d_outlier_late, d_sparse};
  for (size_t d = 0; d < sizeof draws / sizeof *draws; d++) {
    for (size_t n = 1; n < 90; n += 4) {
      for (int form = 0; form < (op == RMS_NORM ? 4 : 2); form++) {
        const call c = {
            .op = op, .rows = 3, .n = n, .offset = form > 1 ? offsets[form - 1] : 0, .eps = 1e-5, .name = "every form"};
        check_draw(c, d_normal, draws[d], form > 0);
        check_draw(c, d_larger_mean, draws[d], form > 0);
      }
    }
  }
}

static double d_nearly_constant(size_t i) {
  (void)i;
  return 1e-3 + 1e-10 * data_normal();
}
static double d_small_variance(size_t i) {
  (void)i;
  return 1 + 1e-5 * data_normal();
}

/** The variance is far below eps: x-hat is far below 1, and so is dweight, whose relative error counts all the same. */
static void small_variances(int op) {
  const distribution draws[] = {d_nearly_constant, d_small_variance, d_tiny, d_subnormal, d_equal_squares};
  const double large[] = {1e-5, 1, 1e6};
  for (size_t d = 0; d < sizeof draws / sizeof *draws; d++) {
    for (int e = 0; e < 3; e++) {
      for (size_t n = 2; n < 90; n += 5) {
        const call c = {.op = op, .rows = 1 + n % 3, .n = n, .eps = large[e], .name = "small variance"};
        check_draw(c, draws[d], d_normal, e % 2);
      }
    }
  }
}

static void long_rows(int op) {
  for (size_t k = 0; k < DISTRIBUTIONS; k++) {
    check_draw((call){.op = op, .rows = 1, .n = 65536, .eps = 1e-5, .name = distributions[k].name},
               distributions[k].draw, d_shifted_normal, 1);
  }
}

static double d_one_and_a_tenth(size_t i) {
  (void)i;
  return 1.1;
}

/** Equal terms, whose sum float32 would round the same way again and again. */
static void long_sums(int op) {
  check_draw((call){.op = op, .rows = 1, .n = 65536, .eps = 1e-5, .name = "equal terms"},
             op == LAYER_NORM ? d_normal : d_one, d_one_and_a_tenth, 0);
}

/** Rows that run in double for their rstd: dy * rstd leaves the range of float32, and the weight brings dx back. */
static void products_beyond_float(int op) {
  const double stds[] = {1e15, 2e-19}, sizes[] = {1e-27, 1e21};
  for (int k = 0; k < 2; k++) {
    for (size_t n = 2; n < 40; n += 3) {
      float *x = drawn(n, d_normal), *dy = drawn(n, d_normal), *weight = drawn(n, d_normal);
      for (size_t i = 0; i < n; i++) x[i] *= (float)stds[k], dy[i] *= (float)sizes[k], weight[i] /= (float)sizes[k];
      check_call((call){.op = op, .rows = 1, .n = n, .dy = dy, .x = x, .weight = weight, .eps = 0, .name = "products"});
      free(x), free(dy), free(weight);
    }
  }
}

/* One row among others -------------------------------------------------------------------------------------------- */

enum { MIXED_ROWS = 35 };

/** Rows of every distribution. */
static float *mixed_rows(size_t n, size_t first) {
  float *x = floats(MIXED_ROWS * n);
  for (size_t r = 0; r < MIXED_ROWS; r++) {
    const distribution draw = distributions[(first + r * 5) % DISTRIBUTIONS].draw;
    for (size_t i = 0; i < n; i++) x[r * n + i] = (float)draw(i);
  }
  return x;
}

/** Row r of a batch whose gradients are g, alone, gives the same bits 0 to 3 floats into its memory. */
static void check_alone(call c, gradients g, size_t r) {
  const size_t n = c.n, shift = r % 4;
  float *memory = floats(3 * n + shift), *x = memory + shift, *dy = x + n, *dx = dy + n;
  const gradients alone = {dx, doubles(n, 0), doubles(n, 0)};
  memcpy(x, c.x + r * n, n * sizeof(float)), memcpy(dy, c.dy + r * n, n * sizeof(float));
  const totals row = totals_of(n);
  check_row(c, g.dx + r * n, dy, x, row);
  free(row.dweight);
  c.rows = 1, c.dy = dy, c.x = x;
  if (c.mean) c.mean += r;
  if (c.rstd) c.rstd += r;
  run(c, alone);
  check(same_results(dx, g.dx + r * n, n), "n %zu: row %zu alone", n, r);
  free(memory), free(alone.dweight), free(alone.dbias);
}

/** Wide rows beside ordinary ones. */
static void alone_or_in_a_batch(int op) {
  for (size_t l = 0; l < LENGTHS; l += 3) {
    const size_t n = length_at(l);
    float *x = mixed_rows(n, l), *dy = drawn(MIXED_ROWS * n, d_normal), *weight = parameter(n, l % 2 == 1);
    float *mean = floats(MIXED_ROWS), *rstd = floats(MIXED_ROWS);
    const float offset = op == RMS_NORM ? offsets[l % 3] : 0;
    call c = {op, MIXED_ROWS, n, dy, x, weight, NULL, NULL, offset, epsilons[l % 2], "mixed rows"};
    for (int saved = 0; saved < 2; saved++) {
      if (saved) save_statistics(&c, mean, rstd);
      const gradients g = gradients_of(c);
      for (size_t r = 0; r < MIXED_ROWS; r++) check_alone(c, g, r);
      release(g);
    }
    free(x), free(dy), free(weight), free(mean), free(rstd);
  }
}

static call rows_from(call c, size_t first, size_t rows) {
  c.dy += first * c.n, c.x += first * c.n, c.rows = rows;
  return c;
}

static int same_sums(const double *a, const double *b, size_t n) { return !memcmp(a, b, n * sizeof *a); }

static void check_pieces(call c, size_t piece, void run_piece(call c, gradients g)) {
  const gradients whole = {floats(c.rows * c.n), doubles(c.n, 0.1), doubles(c.n, 1e3)};
  const gradients parts = {floats(c.rows * c.n), doubles(c.n, 0.1), doubles(c.n, 1e3)};
  run(c, whole);
  for (size_t r = 0; r < c.rows; r += piece) {
    const call part = rows_from(c, r, c.rows - r < piece ? c.rows - r : piece);
    run_piece(part, (gradients){parts.dx + r * c.n, parts.dweight, parts.dbias});
  }
  check(same_bits(whole.dx, parts.dx, c.rows * c.n), "%zu rows in pieces of %zu: dx", c.rows, piece);
  check(same_sums(whole.dweight, parts.dweight, c.n), "%zu rows in pieces of %zu: dweight", c.rows, piece);
  check(same_sums(whole.dbias, parts.dbias, c.n), "%zu rows in pieces of %zu: dbias", c.rows, piece);
  for (size_t i = 0; i < c.n; i++) whole.dweight[i] -= 0.1, whole.dbias[i] -= 1e3;
  check_gradients(c, whole);
  release(whole), release(parts);
}

/**
 * Pieces of a multiple of 16 rows give the same bits as the batch in one piece, also where sums are kept, and some rows
 * run in double; all adds to the doubles given.
 */
static void in_pieces(int op) {
  for (size_t rows = 17; rows <= 83; rows += 11) {
    const size_t n = 1 + rows % 23;
    float *x = rows_of(rows, n, d_shifted_normal), *dy = rows_of(rows, n, d_normal), *weight = parameter(n, 1);
    for (size_t i = 0; i < n; i++) x[rows / 3 * n + i] *= 1e30f, x[(rows - 1) * n + i] *= 1e-30f;
    const call c = {op, rows, n, dy, x, rows % 2 ? weight : NULL, NULL, NULL, 0, 1e-5, "pieces"};
    for (size_t piece = LN_RUN_ROWS; piece <= 48; piece += LN_RUN_ROWS) {
      check_pieces(c, piece, run);
      check_pieces(c, piece, run_kept);
    }
    free(x), free(dy), free(weight);
  }
}

/* Special values --------------------------------------------------------------------------------------------------- */

/** NaN or infinity in x or dy gives what c/plain.c gives, and changes the dx of no other row. */
static void non_finite(int op) {
  enum { ROWS = 3, N = 21 };
  const float strange[] = {NAN, INFINITY, -INFINITY};
  for (int k = 0; k < 3 * 2 * ROWS; k++) {
    for (size_t at = 0; at < N; at += 5) {
      const size_t bad = k % ROWS;
      float *x = rows_of(ROWS, N, d_normal), *dy = rows_of(ROWS, N, d_normal);
      const call c = {.op = op, .rows = ROWS, .n = N, .dy = dy, .x = x, .eps = 1e-5, .name = "not finite"};
      const gradients clean = gradients_of(c);
      (k / ROWS % 2 ? dy : x)[bad * N + at] = strange[k / (2 * ROWS)];
      const gradients g = gradients_of(c);
      for (size_t r = 0; r < ROWS; r++) {
        if (r != bad) check(same_bits(g.dx + r * N, clean.dx + r * N, N), "row %zu changed", r);
      }
      check_gradients(c, g);
      release(g), release(clean), free(x), free(dy);
    }
  }
}

/** Rows of one number: x-hat is 0 in layer norm. */
static void constant_rows(int op) {
  const float values[] = {0, 0.1f, -7.7f, 1e6f, 1e30f, 3e38f, 1e-40f};
  for (int v = 0; v < 7; v++) {
    for (size_t n = 1; n < 80; n += 3) {
      float *x = floats(2 * n), *dy = drawn(2 * n, d_normal);
      for (size_t i = 0; i < 2 * n; i++) x[i] = values[v];
      for (int e = 0; e < 2; e++) {
        check_call((call){.op = op, .rows = 2, .n = n, .dy = dy, .x = x, .eps = epsilons[e], .name = "a constant row"});
      }
      free(x), free(dy);
    }
  }
}

static void no_rows(int op) {
  float nothing = 42;
  double sum = 7;
  const call c = {.op = op, .n = 6, .dy = &nothing, .x = &nothing, .eps = 1e-5};
  run(c, (gradients){&nothing, &sum, &sum});
  check(nothing == 42 && sum == 7, "something was written");
}

/* Central differences ---------------------------------------------------------------------------------------------- */

/** sum(dy * y) of one row of long double x. */
static long double loss(call c, const long double *x, const long double *weight) {
  long double mean = 0, squares = 0, sum = 0;
  for (size_t i = 0; c.op == LAYER_NORM && i < c.n; i++) mean += x[i] / c.n;
  for (size_t i = 0; i < c.n; i++) squares += (x[i] - mean) * (x[i] - mean);
  const long double rstd = 1 / sqrtl(squares / c.n + c.eps);
  for (size_t i = 0; i < c.n; i++) sum += c.dy[i] * (x[i] - mean) * rstd * weight[i];
  return sum;
}

/** The derivative of the loss by *at. */
static double slope(call c, const long double *x, const long double *weight, long double *at) {
  const long double h = 1e-6L, value = *at;
  *at = value + h;
  const long double above = loss(c, x, weight);
  *at = value - h;
  const long double below = loss(c, x, weight);
  *at = value;
  return (double)((above - below) / (2 * h));
}

static void central_differences(int op) {
  for (size_t n = 1; n <= 33; n += 4) {
    float *x = drawn(n, d_shifted_normal), *dy = drawn(n, d_normal), *weight = parameter(n, 1);
    const call c = {.op = op, .rows = 1, .n = n, .dy = dy, .x = x, .weight = weight, .eps = 1e-2};
    const gradients g = gradients_of(c);
    long double wide_x[33], wide_weight[33];
    for (size_t i = 0; i < n; i++) wide_x[i] = x[i], wide_weight[i] = weight[i];
    for (size_t i = 0; i < n; i++) {
      const double dx = slope(c, wide_x, wide_weight, &wide_x[i]);
      const double dweight = slope(c, wide_x, wide_weight, &wide_weight[i]);
      check(fabs(g.dx[i] - dx) <= LN_GRADIENT_ERROR * (1 + fabs(dx)), "n %zu: dx %g, not %g", n, g.dx[i], dx);
      check(fabs(g.dweight[i] - dweight) <= LN_GRADIENT_ERROR * (1 + fabs(dweight)), "n %zu: dweight %g", n,
            g.dweight[i]);
    }
    release(g), free(x), free(dy), free(weight);
  }
}

static void for_both(const char *what, void body(int op)) {
  for (int op = LAYER_NORM; op <= RMS_NORM; op++) {
    char name[100];
    snprintf(name, sizeof name, "%s_backward: %s", op == LAYER_NORM ? "layer_norm" : "rms_norm", what);
    TEST(name, body(op));
  }
}

int main(void) {
  for_both("every distribution and length", every_length);
  for_both("every number of rows", every_number_of_rows);
  for_both("every kind of dy, weight and offset", every_form);
  for_both("rows that eps rules", small_variances);
  for_both("65536 elements", long_rows);
  for_both("65536 equal terms", long_sums);
  for_both("products beyond float32", products_beyond_float);
  for_both("a row alone and in a batch of others, at any alignment", alone_or_in_a_batch);
  for_both("a batch in pieces", in_pieces);
  for_both("NaN and infinity stay in their row", non_finite);
  for_both("constant rows", constant_rows);
  for_both("no rows", no_rows);
  for_both("central differences", central_differences);
  return check_failed_tests > 0;
}
