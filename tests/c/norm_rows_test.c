/**
 * ln_norm_rows and its gradients: each row gives the bits that it gives alone, with the parameters that belong to it.
 */
#include "../../c/row_choice.h"

#include "promise.h"

enum { ROWS = 37, PARAMETER_ROWS = 4 };

/** Which rows of weight and bias belong to the rows of x: samples, groups, and any order. */
static uint32_t index_of(int form, size_t r) {
  if (form == 0) return (uint32_t)(r * PARAMETER_ROWS / ROWS);
  if (form == 1) return (uint32_t)(r % PARAMETER_ROWS);
  return (uint32_t)(r * r + 3) % PARAMETER_ROWS;
}

/** A call: the kernels' arguments. */
typedef struct {
  size_t n;
  int centered, fused;
  float offset;
  float *x, *residual, *weight, *bias;
  uint32_t weight_row[ROWS], bias_row[ROWS];
} call;

static call call_of(size_t n, int form, int centered, int fused, float offset) {
  call c = {.n = n, .centered = centered, .fused = fused, .offset = offset};
  c.x = drawn(ROWS * n, form == 2 ? d_larger_mean : d_normal), c.residual = drawn(ROWS * n, d_normal);
  c.weight = drawn(PARAMETER_ROWS * n, d_normal), c.bias = drawn(PARAMETER_ROWS * n, d_normal);
  c.weight[n] = 1e3f;                                                     /* a large weight, in one row alone */
  for (size_t i = 0; i < n; i++) c.x[3 * n + i] = 1e30f * c.x[3 * n + i]; /* a row that runs in double */
  for (size_t r = 0; r < ROWS; r++) c.weight_row[r] = index_of(form, r), c.bias_row[r] = index_of((form + 1) % 3, r);
  return c;
}

static void release(call c) { free(c.x), free(c.residual), free(c.weight), free(c.bias); }

static ln_rows operands_of(const call *c) {
  return (ln_rows){.x = c->x,
                   .residual = c->fused ? c->residual : NULL,
                   .weight = c->weight,
                   .bias = c->centered ? c->bias : NULL,
                   .weight_row = c->weight_row,
                   .bias_row = c->bias_row,
                   .outer = ROWS,
                   .n = c->n,
                   .eps = 1e-5,
                   .weight_offset = c->offset,
                   .centered = c->centered};
}

/** The row r of some rows, whose parameters are at their beginning. */
static ln_rows row_of(ln_rows all, size_t r, float *y, float *sum) {
  const size_t n = all.n;
  all.y = y, all.sum = all.residual ? sum : NULL, all.x += r * n;
  if (all.residual) all.residual += r * n;
  all.weight += all.weight_row[r] * n;
  if (all.bias) all.bias += all.bias_row[r] * n;
  all.weight_row = all.bias_row = NULL, all.outer = 1;
  return all;
}

/** ln_norm_rows, whose arguments stand in order, gives the bits of ln_normalize_rows, whose operands have names. */
static void check_in_order(ln_rows named) {
  const size_t size = ROWS * named.n;
  float *y = floats(size), *sum = floats(size), *mean = floats(ROWS), *rstd = floats(ROWS);
  float *named_mean = floats(ROWS), *named_rstd = floats(ROWS);
  named.mean = named_mean, named.rstd = named_rstd;
  ln_normalize_rows(&named);
  ln_norm_rows(y, named.sum ? sum : NULL, mean, rstd, named.x, named.residual, named.weight, named.bias,
               named.weight_row, named.bias_row, ROWS, named.n, named.weight_offset, named.eps, named.centered);
  check(same_results(y, named.y, size), "n %zu: y by arguments in order", named.n);
  if (named.sum) check(same_results(sum, named.sum, size), "n %zu: sum by arguments in order", named.n);
  check(same_results(mean, named_mean, ROWS) && same_results(rstd, named_rstd, ROWS), "n %zu: statistics", named.n);
  free(y), free(sum), free(mean), free(rstd), free(named_mean), free(named_rstd);
}

static void check_forward(call c) {
  const size_t n = c.n;
  float *y = floats(ROWS * n), *sum = floats(ROWS * n), *alone = floats(n), *alone_sum = floats(n);
  ln_rows all = operands_of(&c);
  all.y = y, all.sum = c.fused ? sum : NULL;
  check_in_order(all);
  for (size_t r = 0; r < ROWS; r++) {
    const ln_rows row = row_of(all, r, alone, alone_sum);
    ln_normalize_rows(&row);
    check(same_results(alone, y + r * n, n), "n %zu, centered %d, offset %g: row %zu", n, c.centered, c.offset, r);
    if (c.fused) check(same_results(alone_sum, sum + r * n, n), "n %zu: the sum of row %zu", n, r);
    if (c.offset != 0 || c.fused) continue;
    if (c.centered) ln_layer_norm(alone, NULL, NULL, row.x, row.weight, row.bias, 1, n, 1, 0, 1e-5);
    else ln_rms_norm(alone, NULL, row.x, row.weight, 1, n, 0, 1e-5);
    check(same_results(alone, y + r * n, n), "n %zu, centered %d: row %zu of the plain kernel", n, c.centered, r);
  }
  free(y), free(sum), free(alone), free(alone_sum);
}

/** The sums of single rows, added up, to the promise. */
static void check_sums(call c, const double *got, const double *want, const double *magnitude, const char *what) {
  double largest = 0;
  for (size_t i = 0; i < PARAMETER_ROWS * c.n; i++) largest = fmax(largest, magnitude[i]);
  for (size_t i = 0; i < PARAMETER_ROWS * c.n; i++) {
    check(fabs(got[i] - want[i]) <= LN_GRADIENT_ERROR * largest, "n %zu: %s[%zu] %g, not %g", c.n, what, i, got[i],
          want[i]);
  }
}

static void check_backward(call c) {
  const size_t n = c.n, size = PARAMETER_ROWS * n;
  double *sums = calloc(6 * size, sizeof *sums), *dweight = sums, *dbias = sums + size;
  double *want_weight = sums + 2 * size, *want_bias = sums + 3 * size, *weight_size = sums + 4 * size;
  double *bias_size = sums + 5 * size, *row = calloc(2 * n, sizeof *row);
  float *dx = floats(ROWS * n), *alone = floats(n), *scratch = floats(LN_SCRATCH_FLOATS(n));
  ln_norm_rows_backward(dx, dweight, c.centered ? dbias : NULL, scratch, c.residual, c.x, NULL, NULL, c.weight,
                        c.weight_row, c.bias_row, ROWS, n, c.offset, 1e-5, c.centered);
  for (size_t r = 0; r < ROWS; r++) {
    const size_t w = c.weight_row[r] * n, b = c.bias_row[r] * n;
    memset(row, 0, 2 * n * sizeof *row);
    ln_differentiate_rows(&(ln_rows_gradient){.dx = alone,
                                              .dweight = row,
                                              .dbias = c.centered ? row + n : NULL,
                                              .scratch = scratch,
                                              .dy = c.residual + r * n,
                                              .x = c.x + r * n,
                                              .weight = c.weight + w,
                                              .outer = 1,
                                              .n = n,
                                              .eps = 1e-5,
                                              .weight_offset = c.offset,
                                              .centered = c.centered});
    check(same_results(alone, dx + r * n, n), "n %zu, centered %d: dx of row %zu", n, c.centered, r);
    for (size_t i = 0; i < n; i++) {
      want_weight[w + i] += row[i], weight_size[w + i] += fabs(row[i]);
      want_bias[b + i] += row[n + i], bias_size[b + i] += fabs(row[n + i]);
    }
  }
  check_sums(c, dweight, want_weight, weight_size, "dweight");
  if (c.centered) check_sums(c, dbias, want_bias, bias_size, "dbias");
  free(sums), free(row), free(dx), free(alone), free(scratch);
}

static void every_form(int centered, void body(call)) {
  for (size_t l = 0; l < LENGTHS; l += 2) {
    for (int form = 0; form < 3; form++) {
      for (int kind = 0; kind < 4; kind++) {
        const call c = call_of(length_at(l) + 1, form, centered, kind / 2, kind % 2 ? 1 : 0);
        body(c);
        release(c);
      }
    }
  }
}

/** Up to the longest weight that an offset is added to beforehand, and beyond. */
static void long_rows(int centered) {
  const size_t most = LN_OFFSET_ELEMENTS, lengths[] = {most - 1, most, most + 1, 2 * most};
  for (int l = 0; l < 4; l++) {
    const call c = call_of(lengths[l], 1, centered, l % 2, 1);
    check_forward(c);
    release(c);
  }
}

/** As many elements as go in groups where all rows have the same weight. */
static void many_elements(int centered) {
  const call c = call_of(LN_CACHED_ELEMENTS / (2 * ROWS) + 1, 2, centered, 0, 0);
  check_forward(c);
  release(c);
}

int main(void) {
  TEST("norm_rows, layer norm: each row with its own weight and bias", every_form(1, check_forward));
  TEST("norm_rows, RMS norm: each row with its own weight", every_form(0, check_forward));
  TEST("norm_rows, layer norm: long rows, and an offset", long_rows(1));
  TEST("norm_rows, RMS norm: long rows, and an offset", long_rows(0));
  TEST("norm_rows, layer norm: more elements than a cache holds", many_elements(1));
  TEST("norm_rows, RMS norm: more elements than a cache holds", many_elements(0));
  TEST("norm_rows_backward, layer norm: sums of each weight and bias", every_form(1, check_backward));
  TEST("norm_rows_backward, RMS norm: sums of each weight", every_form(0, check_backward));
  return check_failed_tests > 0;
}
