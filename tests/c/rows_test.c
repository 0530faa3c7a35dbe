/**
 * The forward passes over contiguous rows (layer norm, RMS norm, each with and without a residual added) against
 * c/plain.c, to the promise of norm.h; and that a row's bits depend on nothing but the row.
 */
#include "promise.h"

/** A row op; what is tested is the same for all. */
typedef struct {
  const char *name;
  int centered, fused;
} op;

static const op ops[] = {{"layer_norm", 1, 0}, {"add_layer_norm", 1, 1}, {"rms_norm", 0, 0}, {"add_rms_norm", 0, 1}};
enum { OPS = sizeof ops / sizeof *ops };

/** A call of a row op. */
typedef struct {
  op op;
  size_t n;
  const float *weight, *bias; /* bias only if centered */
  float offset;               /* only if not centered */
  double eps;
} call;

/** Runs a call; residual and sum are used only if the op is fused. */
static void run(call c, float *y, float *sum, const float *x, const float *residual, size_t rows) {
  const float *w = c.weight, *b = c.bias;
  if (c.op.centered && c.op.fused) ln_add_layer_norm(y, sum, x, residual, w, b, rows, c.n, c.eps);
  else if (c.op.centered) ln_layer_norm(y, NULL, NULL, x, w, b, rows, c.n, 1, 0, c.eps);
  else if (c.op.fused) ln_add_rms_norm(y, sum, x, residual, w, rows, c.n, c.offset, c.eps);
  else ln_rms_norm(y, NULL, x, w, rows, c.n, c.offset, c.eps);
}

/* The promise ------------------------------------------------------------------------------------------------------ */

/** y and rstd of the row x by a call's norm, without its bias or with it. */
static void truth_of(call c, ln_result *y, ln_result *rstd, const float *x, const float *bias) {
  if (c.op.centered) ln_plain_layer_norm(y, NULL, rstd, x, c.weight, bias, 1, c.n, 1, 0, c.eps);
  else ln_plain_rms_norm(y, rstd, x, c.weight, 1, c.n, c.offset, c.eps);
}

/** Compares y with the normalised row s, which is x, or the sum if the op is fused. */
static void check_row(call c, const float *y, const float *s, const char *what) {
  char name[96];
  snprintf(name, sizeof name, "%s of %s, offset %g", c.op.name, what, c.offset);
  ln_result *want = truths(2 * c.n), *scaled = want + c.n;
  truth_of(c, want, NULL, s, c.bias);
  truth_of(c, scaled, NULL, s, NULL);
  check_normalized((subject){name, c.n, 1, c.eps}, y, want, scaled);
  free(want);
}

/** The inputs of a call, and memory for its outputs. */
typedef struct {
  size_t size;
  float *x, *residual, *y, *sum;
} buffers;

static buffers buffers_of(call c, size_t rows, distribution draw) {
  buffers b = {rows * c.n, floats(rows * c.n), NULL, floats(rows * c.n), NULL};
  if (c.op.fused) b.residual = floats(b.size), b.sum = floats(b.size);
  for (size_t i = 0; i < b.size; i++) {
    b.x[i] = (float)draw(i % c.n);
    if (c.op.fused) b.residual[i] = 0.25f * (float)draw(i % c.n);
  }
  return b;
}

static void release(buffers b) { free(b.x), free(b.residual), free(b.y), free(b.sum); }

static float *copy_of(const float *x, size_t n) { return memcpy(floats(n), x, n * sizeof(float)); }

/** Checks y in the place of x or residual, and sum in the place of x or residual: the same bits. */
static void check_in_place(call c, const buffers *b, size_t rows, const char *what) {
  for (int form = 0; form < (c.op.fused ? 6 : 1); form++) {
    float *x = copy_of(b->x, b->size), *residual = b->residual ? copy_of(b->residual, b->size) : NULL;
    float *other = floats(b->size);
    float *const ys[] = {x, residual, other, other, x, residual};
    float *const sums[] = {other, other, x, residual, residual, x};
    run(c, ys[form], sums[form], x, residual, rows);
    check(same_results(ys[form], b->y, b->size), "%s of %s, n %zu: in place, form %d", c.op.name, what, c.n, form);
    if (b->sum) check(same_results(sums[form], b->sum, b->size), "%s, n %zu: the sum, form %d", c.op.name, c.n, form);
    free(x), free(residual), free(other);
  }
}

/** A fused op gives the bits that the plain one gives of the sum. */
static void check_of_sum(call c, const buffers *b, size_t rows, const char *what) {
  call plain = c;
  float *y = floats(b->size);
  plain.op.fused = 0;
  run(plain, y, NULL, b->sum, NULL, rows);
  check(same_results(y, b->y, b->size), "%s of %s, n %zu: other bits than of the sum", c.op.name, what, c.n);
  free(y);
}

static void check_call(call c, size_t rows, distribution draw, const char *what) {
  const buffers b = buffers_of(c, rows, draw);
  run(c, b.y, b.sum, b.x, b.residual, rows);
  for (size_t i = 0; b.sum && i < b.size; i++) {
    const float want = b.x[i] + b.residual[i];
    check(same_results(b.sum + i, &want, 1), "%s of %s, n %zu: sum %g, not %g", c.op.name, what, c.n, b.sum[i], want);
  }
  for (size_t r = 0; r < rows; r++) check_row(c, b.y + r * c.n, (b.sum ? b.sum : b.x) + r * c.n, what);
  if (b.sum) check_of_sum(c, &b, rows, what);
  check_in_place(c, &b, rows, what);
  release(b);
}

static const double epsilons[] = {1e-5, 0, 1e-12};
static const float offsets[] = {0, 1, -1};

static void every_length(op o) {
  for (size_t k = 0; k < DISTRIBUTIONS; k++) {
    for (size_t l = 0; l < LENGTHS; l++) {
      const size_t n = length_at(l);
      float *weight = parameter(n, l % 2 == 1), *bias = parameter(n, o.centered && l % 3 == 1);
      for (int e = 0; e < 3; e++) {
        const call c = {o, n, weight, bias, o.centered ? 0 : offsets[(l + e) % 3], epsilons[e]};
        check_call(c, 2, distributions[k].draw, distributions[k].name);
      }
      free(weight), free(bias);
    }
  }
}

/** With and without weight and bias, every offset. */
static void every_form(op o) {
  for (size_t n = 1; n <= 37; n += 4) {
    float *weight = parameter(n, 1), *bias = parameter(n, 1);
    for (int form = 0; form < 12; form++) {
      const call c = {
          o,   n, form & 1 ? weight : NULL, o.centered && form & 2 ? bias : NULL, o.centered ? 0 : offsets[form / 4],
          1e-5};
      check_call(c, 3, d_normal, "every form");
    }
    free(weight), free(bias);
  }
}

static void long_rows(op o) {
  for (size_t k = 0; k < DISTRIBUTIONS; k++) {
    const call c = {o, 65536, NULL, NULL, 0, 1e-5};
    check_call(c, 1, distributions[k].draw, distributions[k].name);
  }
}

/* One row among others -------------------------------------------------------------------------------------------- */

/** Rows of every kind: a row of a batch is one of these, or holds a NaN or an infinity. */
static void fill_mixed(float *x, size_t rows, size_t n, size_t first) {
  static const float strange[] = {NAN, INFINITY, -INFINITY};
  for (size_t r = 0; r < rows; r++) {
    const size_t kind = (first + r * 5) % (DISTRIBUTIONS + 3);
    const distribution draw = kind < DISTRIBUTIONS ? distributions[kind].draw : d_normal;
    for (size_t i = 0; i < n; i++) x[r * n + i] = (float)draw(i);
    if (kind >= DISTRIBUTIONS) x[r * n + n / 2] = strange[kind - DISTRIBUTIONS];
  }
}

/** A copy that begins `shift` floats into its memory and ends with it. */
static float *shifted(float **memory, const float *x, size_t n, size_t shift) {
  *memory = floats(n + shift);
  return memcpy(*memory + shift, x, n * sizeof(float));
}

/** Row r of a batch, alone, gives the same bits, with every operand `shift` floats or so into its memory. */
static void check_alone(call c, const buffers *b, size_t r, size_t shift) {
  const size_t n = c.n, at = r * n;
  float *memory[6] = {0}, *y = shifted(&memory[0], b->x + at, n, shift), *sum = NULL, *residual = NULL;
  const float *x = shifted(&memory[1], b->x + at, n, (shift + 1) % 4);
  if (c.op.fused) {
    residual = shifted(&memory[2], b->residual + at, n, (shift + 2) % 4);
    sum = shifted(&memory[3], b->x + at, n, (shift + 3) % 4);
  }
  if (c.weight) c.weight = shifted(&memory[4], c.weight, n, shift);
  if (c.bias) c.bias = shifted(&memory[5], c.bias, n, shift);
  run(c, y, sum, x, residual, 1);
  check(same_results(y, b->y + at, n), "%s, n %zu: row %zu alone, %zu floats off", c.op.name, n, r, shift);
  if (sum) check(same_results(sum, b->sum + at, n), "%s, n %zu: the sum of row %zu alone", c.op.name, n, r);
  for (int m = 0; m < 6; m++) free(memory[m]);
}

static void check_batch(call c, size_t rows, size_t first) {
  const buffers b = buffers_of(c, rows, d_normal);
  fill_mixed(b.x, rows, c.n, first);
  run(c, b.y, b.sum, b.x, b.residual, rows);
  for (size_t r = 0; r < rows; r++) {
    const float *s = (b.sum ? b.sum : b.x) + r * c.n;
    int finite = 1;
    for (size_t i = 0; i < c.n; i++) finite &= isfinite(s[i]) != 0;
    if (finite) check_row(c, b.y + r * c.n, s, "a mixed batch");
    for (size_t shift = 0; shift < 4; shift++) check_alone(c, &b, r, shift);
  }
  release(b);
}

static void alone_or_in_a_batch(op o) {
  static const size_t batches[] = {2, 3, 7};
  for (size_t l = 0; l < LENGTHS; l++) {
    const size_t n = length_at(l);
    float *weight = parameter(n, l % 2 == 1), *bias = parameter(n, o.centered && l % 4 < 2);
    for (int k = 0; k < 3; k++) {
      const call c = {o, n, weight, bias, o.centered ? 0 : offsets[l % 3], epsilons[(l + k) % 3]};
      check_batch(c, batches[k], l + k);
    }
    free(weight), free(bias);
  }
}

/** Rows of 1e6 +- 1, whose mean has a residual, and rows of N(0, 1), which need none, in every order of four. */
static void residuals_in_a_batch(op o) {
  enum { ROWS = 4, N = 48 };
  for (int order = 0; order < 1 << ROWS; order++) {
    const call c = {o, N, NULL, NULL, 0, 1e-5};
    const buffers b = buffers_of(c, ROWS, d_normal);
    for (size_t i = 0; i < b.size; i++)
      if (order >> i / N & 1) b.x[i] = (float)d_larger_mean(i);
    run(c, b.y, b.sum, b.x, b.residual, ROWS);
    for (size_t r = 0; r < ROWS; r++) {
      check_row(c, b.y + r * N, (b.sum ? b.sum : b.x) + r * N, "1e6 +- 1 beside N(0, 1)");
      check_alone(c, &b, r, 0);
    }
    release(b);
  }
}

/**
 * Wide rows, of more elements than caches hold, go in groups of eight (rows.c). Each gives the bits that it gives
 * alone: among rows that do not go with the others, behind the last whole group, in place.
 */
static void in_groups(call c, size_t rows) {
  const buffers b = buffers_of(c, rows, d_normal);
  for (size_t r = 0; r < rows; r += 16) fill_mixed(b.x + r * c.n, r + 5 < rows ? 5 : 1, c.n, r);
  run(c, b.y, b.sum, b.x, b.residual, rows);
  for (size_t r = 0; r < rows; r++) check_alone(c, &b, r, r % 4);
  check_in_place(c, &b, rows, "rows in groups");
  release(b);
}

static void rows_in_groups(op o) {
  const size_t elements = (8 << 20) / (o.fused ? 4 : 2), few = 19, wide = elements / few + 2, narrow = 8187;
  float *weight = parameter(wide, 1), *bias = parameter(wide, 1);
  in_groups((call){o, wide, weight, NULL, 0, 1e-5}, few);
  if (o.centered) in_groups((call){o, wide, NULL, bias, 0, 1e-5}, few);
  if (o.centered) in_groups((call){o, narrow, weight, bias, 0, 0}, elements / narrow + 1);
  else in_groups((call){o, narrow, weight, NULL, 1, 0}, elements / narrow + 1); /* the offset is added beforehand */
  free(weight), free(bias);
}

/* Special values --------------------------------------------------------------------------------------------------- */

/** y of a constant row: the bias, or x * rrms * weight; NaN where it is 0 / 0. */
static void constant_rows(op o) {
  const float values[] = {0, 0.1f, -7.7f, 1e6f, 1e30f, 2e38f, 1e-40f};
  for (int v = 0; v < 7; v++) {
    for (size_t l = 0; l < LENGTHS; l++) {
      const size_t n = length_at(l);
      float *weight = parameter(n, 1), *bias = parameter(n, o.centered);
      call c = {o, n, weight, bias, 0, 1e-5};
      const buffers b = buffers_of(c, 2, d_normal);
      for (size_t i = 0; i < b.size; i++) b.x[i] = values[v];
      for (size_t i = 0; b.residual && i < b.size; i++) b.residual[i] = 0.5f * values[v];
      for (int e = 0; e < 2; e++, c.eps = 0) {
        run(c, b.y, b.sum, b.x, b.residual, 2);
        for (size_t r = 0; r < 2; r++) check_row(c, b.y + r * n, (b.sum ? b.sum : b.x) + r * n, "a constant row");
        for (size_t i = 0; o.centered && e == 0 && i < b.size; i++) check(b.y[i] == bias[i % n], "y %g", b.y[i]);
      }
      release(b), free(weight), free(bias);
    }
  }
}

/** A row with NaN or infinity gives what double arithmetic gives, and the rows beside it do not change. */
static void non_finite(op o) {
  enum { ROWS = 3, N = 37 };
  const float strange[] = {NAN, INFINITY, -INFINITY};
  for (int k = 0; k < 9; k++) {
    for (size_t at = 0; at < N; at += 9) {
      const call c = {o, N, NULL, NULL, 0, 1e-5};
      const buffers b = buffers_of(c, ROWS, d_normal);
      float *clean = floats(b.size);
      run(c, clean, b.sum, b.x, b.residual, ROWS);
      const size_t bad = k % 3;
      b.x[bad * N + at] = strange[k / 3];
      run(c, b.y, b.sum, b.x, b.residual, ROWS);
      for (size_t i = 0; i < b.size; i++) {
        const int all_nan = o.centered || k < 3;
        if (i / N != bad) check(same_bits(b.y + i, clean + i, 1), "%s: row %zu changed", o.name, i / N);
        else if (all_nan || i % N == at) check(isnan(b.y[i]), "%s of %g: y %g", o.name, strange[k / 3], b.y[i]);
        else check(b.y[i] == 0, "%s beside %g: y %g, not 0", o.name, strange[k / 3], b.y[i]);
      }
      release(b), free(clean);
    }
  }
}

/** RMS norm keeps the sign of a zero, as x * rrms * weight does; in a batch, and where squares overflow, too. */
static void negative_zeros(op o) {
  const float scales[] = {1, 1e30f, 1e-30f};
  const double eps[] = {1e-5, 1e-5, 0};
  for (int k = 0; k < 3; k++) {
    for (size_t rows = 1; rows <= 3; rows++) {
      for (size_t n = 2; n < 40; n++) {
        const call c = {o, n, NULL, NULL, 0, eps[k]};
        const buffers b = buffers_of(c, rows, d_normal);
        for (size_t i = 0; i < b.size; i++) {
          b.x[i] = i % n == n / 2 ? -0.0f : scales[k];
          if (b.residual) b.residual[i] = -0.0f;
        }
        run(c, b.y, b.sum, b.x, b.residual, rows);
        for (size_t i = n / 2; i < b.size; i += n) {
          check(b.y[i] == 0 && signbit(b.y[i]), "%s, n %zu, among %g: y %g, not -0", o.name, n, scales[k], b.y[i]);
        }
        release(b);
      }
    }
  }
}

/** rrms; where float32 cannot hold it, infinity. */
static void root_mean_squares(void) {
  for (size_t k = 0; k < DISTRIBUTIONS; k++) {
    for (size_t l = 0; l < LENGTHS; l++) {
      const call c = {ops[2], length_at(l), NULL, NULL, 0, epsilons[l % 3]};
      const buffers b = buffers_of(c, 3, distributions[k].draw);
      float *rrms = floats(3);
      ln_rms_norm(b.y, rrms, b.x, NULL, 3, c.n, 0, c.eps);
      for (size_t r = 0; r < 3; r++) {
        ln_result want;
        truth_of(c, NULL, &want, b.x + r * c.n, NULL);
        check_rstd((subject){distributions[k].name, c.n, 1, c.eps}, rrms[r], want);
      }
      release(b), free(rrms);
    }
  }
}

/** No rows: nothing is read or written. */
static void no_rows(op o) {
  float nothing = 42;
  run((call){o, 6, NULL, NULL, 0, 1e-5}, &nothing, &nothing, &nothing, &nothing, 0);
  check(nothing == 42, "%s: something was written", o.name);
}

static void for_every_op(const char *what, void body(op)) {
  for (int o = 0; o < OPS; o++) {
    char name[100];
    snprintf(name, sizeof name, "%s: %s", ops[o].name, what);
    TEST(name, body(ops[o]));
  }
}

int main(void) {
  for_every_op("every distribution, length and eps", every_length);
  for_every_op("with and without weight, bias and offset", every_form);
  for_every_op("65536 elements", long_rows);
  for_every_op("a row alone and in a batch of others, at any alignment", alone_or_in_a_batch);
  for_every_op("rows with and without a residual of the mean", residuals_in_a_batch);
  for_every_op("rows that go in groups", rows_in_groups);
  for_every_op("constant rows", constant_rows);
  for_every_op("NaN and infinity stay in their row", non_finite);
  for_every_op("no rows", no_rows);
  TEST("rms_norm: a zero keeps its sign", negative_zeros(ops[2]));
  TEST("add_rms_norm: a zero keeps its sign", negative_zeros(ops[3]));
  TEST("rms_norm: the root mean squares", root_mean_squares());
  return check_failed_tests > 0;
}
