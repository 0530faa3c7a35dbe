/**
 * libFuzzer's target: any kernel of norm.h that sees tensors, with small sizes and any float bits, under the sanitizers
 * and in memory exactly as large as norm.h says. It must keep what norm.h promises: a row alone gives the bits that it
 * gives among others, in place gives those of out of place, and all is as near to c/plain.c, in long double, as
 * promised.
 */
#include "fuzz.h"

/* Forward ---------------------------------------------------------------------------------------------------------- */

static void draw_parameters(call *c, size_t n, int biased) {
  c->parameters = n;
  c->weight = any_parameter(n);
  if (biased) c->bias = any_parameter(n);
}

static size_t optional(size_t n) { return byte() % 2 ? n : 0; }

static double any_correction(size_t n) {
  const double corrections[] = {0, 1, 0.5, (double)n, (double)n + 3, (double)n - 1e-3};
  return corrections[byte() % 6];
}

static void draw_moments(call *c) {
  c->n = any_length(), c->inner = byte() % 2 ? any_width() : 1;
  if (c->inner > 1000) c->n = c->n % 12 + 1;
  c->correction = any_correction(c->n);
  draw_input(c, 0, c->n * c->inner);
  for (int k = 0; k < 3; k++) c->output_size[k] = optional(c->inner);
}

static void run_moments(const call *c) {
  ln_moments(c->output[0], c->output[1], c->output[2], c->input[0], c->rows, c->n, c->inner, c->correction);
}

static void verify_moments(const call *c) {
  check_a_column(c);
  for (size_t at = 0; at < c->rows * c->inner; at++) {
    group g = {.n = c->n, .stride = c->inner, .together = 1};
    g.x = c->input[0] + at / c->inner * c->n * c->inner + at % c->inner;
    if (!can_be_judged(&g)) continue;
    measure(&g, 1, c->correction, 0);
    const long double std = 1 / g.rstd, variance = std * std;
    if (c->output[0]) check_group_mean(c, c->output[0][at], &g);
    if (c->output[1]) check_statistic(c, "variance", c->output[1][at], variance, LN_VARIANCE_ERROR * variance);
    if (c->output[2]) check_statistic(c, "std", c->output[2][at], std, LN_VARIANCE_ERROR * std);
  }
}

static void draw_layer_norm(call *c) {
  draw_moments(c);
  c->eps = any_eps();
  c->output_size[0] = c->input_size[0];
  draw_parameters(c, c->n, 1);
}

static void run_layer_norm(const call *c) {
  ln_layer_norm(c->output[0], c->output[1], c->output[2], c->input[0], c->weight, c->bias, c->rows, c->n, c->inner,
                c->correction, c->eps);
}

static void verify_layer_norm(const call *c) {
  check_a_column(c);
  for (size_t at = 0; at < c->rows * c->inner; at++) {
    const size_t first = at / c->inner * c->n * c->inner + at % c->inner;
    group g = {.n = c->n, .stride = c->inner, .together = 1, .weight = c->weight, .bias = c->bias};
    g.x = c->input[0] + first;
    measure(&g, 1, c->correction, c->eps);
    check_group_normalized(c, c->output[0] + first, &g);
    if (!can_be_judged(&g)) continue;
    if (c->output[1]) check_group_mean(c, c->output[1][at], &g);
    if (c->output[2]) check_statistic(c, "rstd", c->output[2][at], g.rstd, LN_VARIANCE_ERROR * g.rstd);
  }
}

static void draw_rms_norm(call *c) {
  const float offsets[] = {0, 1, -1, any_finite()};
  c->n = any_length(), c->inner = 1, c->eps = any_eps(), c->offset = offsets[byte() % 4];
  draw_input(c, 0, c->n);
  c->output_size[0] = c->n, c->output_size[1] = optional(1);
  draw_parameters(c, c->n, 0);
}

static void run_rms_norm(const call *c) {
  ln_rms_norm(c->output[0], c->output[1], c->input[0], c->weight, c->rows, c->n, c->offset, c->eps);
}

/** The rows of x, normalised to y: rms norm, or layer norm. */
static void verify_rows(const call *c, const float *x, int centered) {
  for (size_t r = 0; r < c->rows; r++) {
    group g = {.n = c->n,
               .stride = 1,
               .together = 1,
               .x = x + r * c->n,
               .weight = c->weight,
               .bias = c->bias,
               .offset = c->offset};
    measure(&g, centered, 0, c->eps);
    check_group_normalized(c, c->output[0] + r * c->n, &g);
  }
}

static void verify_rms_norm(const call *c) { verify_rows(c, c->input[0], 0); }

static void draw_added(call *c) {
  draw_input(c, 1, c->n);
  c->output_size[1] = c->n;
}

static void draw_add_layer_norm(call *c) {
  c->n = any_length(), c->inner = 1, c->eps = any_eps();
  draw_input(c, 0, c->n);
  draw_added(c);
  c->output_size[0] = c->n;
  draw_parameters(c, c->n, 1);
}

static void run_add_layer_norm(const call *c) {
  ln_add_layer_norm(c->output[0], c->output[1], c->input[0], c->input[1], c->weight, c->bias, c->rows, c->n, c->eps);
}

static void verify_sum(const call *c) {
  for (size_t i = 0; i < c->rows * c->n; i++) {
    const float want = c->input[0][i] + c->input[1][i];
    EXPECT(c, same_results(c->output[1] + i, &want, 1), "sum %g, not %g", c->output[1][i], want);
  }
}

static void verify_add_layer_norm(const call *c) { verify_sum(c), verify_rows(c, c->output[1], 1); }

static void draw_add_rms_norm(call *c) { draw_rms_norm(c), draw_added(c); }

static void run_add_rms_norm(const call *c) {
  ln_add_rms_norm(c->output[0], c->output[1], c->input[0], c->input[1], c->weight, c->rows, c->n, c->offset, c->eps);
}

static void verify_add_rms_norm(const call *c) { verify_sum(c), verify_rows(c, c->output[1], 0); }

/* Weights and biases of some rows: inputs 2 and 3 hold the bits of weight_row and bias_row. ------------------------ */

enum { WEIGHT_ROW = 2, BIAS_ROW = 3, PARAMETER_ROWS = 3 };

/** Which of PARAMETER_ROWS rows belongs to each row, as input k; NULL: the first. */
static void draw_indices(call *c, int k) {
  if (byte() % 4 == 0) return;
  c->input_size[k] = 1;
  float *bits = kept_floats(c->rows);
  for (size_t r = 0; r < c->rows; r++) {
    const uint32_t row = byte() % PARAMETER_ROWS;
    memcpy(bits + r, &row, sizeof row);
  }
  c->input[k] = bits;
}

static const uint32_t *indices(const call *c, int k) { return (const uint32_t *)(const void *)c->input[k]; }

/** Where, among rows of size parameters, that of the row r begins, which input k tells. */
static size_t row_start(const call *c, int k, size_t r, size_t size) {
  return c->input[k] ? indices(c, k)[r] * size : 0;
}

/** The row of a parameter that belongs to the row r. */
static const float *own_row(const call *c, const float *parameter, int k, size_t r) {
  return parameter ? parameter + row_start(c, k, r, c->n) : NULL;
}

/** Every row has an offset, also of layer norm. */
static void draw_norm_rows(call *c) {
  draw_rms_norm(c);
  c->groups = byte() % 2; /* centered */
  c->output_size[1] = optional(1), c->output_size[2] = c->groups ? optional(1) : 0;
  c->parameters = PARAMETER_ROWS * c->n;
  c->weight = byte() % 4 ? any_rows(PARAMETER_ROWS, c->n) : NULL;
  c->bias = c->groups && byte() % 4 ? any_rows(PARAMETER_ROWS, c->n) : NULL;
  if (c->weight) draw_indices(c, WEIGHT_ROW);
  if (c->bias) draw_indices(c, BIAS_ROW);
  if (byte() % 2) return;
  draw_input(c, 1, c->n);
  c->output_size[1] = c->n, c->output_size[2] = 0; /* the sum, in place of the statistics */
}

static void run_norm_rows(const call *c) {
  float *sum = c->input[1] ? c->output[1] : NULL, *rstd = c->input[1] ? NULL : c->output[1];
  ln_normalize_rows(&(ln_rows){.y = c->output[0],
                               .sum = sum,
                               .mean = c->output[2],
                               .rstd = rstd,
                               .x = c->input[0],
                               .residual = c->input[1],
                               .weight = c->weight,
                               .bias = c->bias,
                               .weight_row = indices(c, WEIGHT_ROW),
                               .bias_row = indices(c, BIAS_ROW),
                               .outer = c->rows,
                               .n = c->n,
                               .eps = c->eps,
                               .weight_offset = c->offset,
                               .centered = (int)c->groups});
}

static void verify_norm_rows(const call *c) {
  const int added = c->input[1] != NULL;
  if (added) verify_sum(c);
  for (size_t r = 0; r < c->rows; r++) {
    group g = {.n = c->n, .stride = 1, .together = 1, .offset = c->offset};
    g.x = (added ? c->output[1] : c->input[0]) + r * c->n;
    g.weight = own_row(c, c->weight, WEIGHT_ROW, r), g.bias = own_row(c, c->bias, BIAS_ROW, r);
    measure(&g, (int)c->groups, 0, c->eps);
    check_group_normalized(c, c->output[0] + r * c->n, &g);
    if (added || !can_be_judged(&g)) continue;
    if (c->output[1]) check_statistic(c, "rstd", c->output[1][r], g.rstd, LN_VARIANCE_ERROR * g.rstd);
    if (c->output[2]) check_group_mean(c, c->output[2][r], &g);
  }
}

static void draw_l2_norm(call *c) {
  c->n = any_length(), c->inner = byte() % 2 ? any_width() : 1, c->eps = any_eps();
  if (c->inner > 1000) c->n = c->n % 12 + 1;
  draw_input(c, 0, c->n * c->inner);
  c->output_size[0] = c->input_size[0];
}

static void run_l2_norm(const call *c) { ln_l2_norm(c->output[0], c->input[0], c->rows, c->n, c->inner, c->eps); }

static long double norm_of(const float *x, size_t n, size_t stride) {
  long double squares = 0;
  for (size_t i = 0; i < n; i++) squares += (long double)x[i * stride] * x[i * stride];
  return sqrtl(squares);
}

/** The group of an L2 norm: about 0, rstd is the inverse of the divisor. */
static group unit_group(const call *c, const float *x, size_t stride) {
  group g = {.n = c->n, .stride = stride, .together = 1, .x = x, .degrees = c->n};
  const long double norm = norm_of(x, c->n, stride);
  g.rstd = 1 / (norm < c->eps ? (long double)c->eps : norm);
  return g;
}

static void verify_l2_norm(const call *c) {
  check_a_column(c);
  for (size_t at = 0; at < c->rows * c->inner; at++) {
    const size_t first = at / c->inner * c->n * c->inner + at % c->inner;
    const group g = unit_group(c, c->input[0] + first, c->inner);
    for (size_t i = 0; i < c->n; i++) {
      const long double want = x_hat(&g, i);
      check_statistic(c, "y", c->output[0][first + i * c->inner], want, LN_OUTPUT_ERROR * fabsl(want));
    }
  }
}

/* A row of group norm is [groups, channels, inner]; of batch norm [channels, inner]. */

static void draw_channels(call *c, size_t groups) {
  c->groups = groups, c->channels = 1 + byte() % 5, c->inner = byte() % 4 ? 1 + byte() % 30 : any_length();
  if (c->inner < 4) c->channels = 1 + byte() % 90; /* so short that a group is as a row, or is mapped in double */
  c->n = c->channels * c->inner, c->eps = any_eps();
}

/** Draws what scales and shifts the channels: a row of it for all samples, or PARAMETER_ROWS, and which is whose. */
static void draw_channel_parameters(call *c) {
  const float offsets[] = {0, 1, -1, any_finite()};
  const size_t size = c->groups * c->channels;
  c->parameters = PARAMETER_ROWS * size, c->offset = offsets[byte() % 4];
  c->weight = byte() % 4 ? any_rows(PARAMETER_ROWS, size) : NULL;
  draw_indices(c, WEIGHT_ROW), draw_indices(c, BIAS_ROW);
}

static void draw_group_norm(call *c) {
  draw_channels(c, byte() % 4);
  draw_input(c, 0, c->groups * c->n);
  c->output_size[0] = c->input_size[0];
  for (int k = 1; k < OUTPUTS; k++) c->output_size[k] = optional(c->groups);
  if (c->channels > 1) c->output_size[2] = 0; /* the variance is instance norm's alone */
  draw_channel_parameters(c);
  c->bias = byte() % 4 ? any_rows(PARAMETER_ROWS, c->groups * c->channels) : NULL;
}

static void run_group_norm(const call *c) {
  if (c->channels == 1) {
    ln_instance_norm(c->output[0], c->output[1], c->output[2], c->output[3], c->input[0], c->weight, c->bias,
                     indices(c, WEIGHT_ROW), indices(c, BIAS_ROW), c->rows, c->groups, c->inner, c->offset, c->eps);
    return;
  }
  ln_group_norm(c->output[0], c->output[1], c->output[3], c->input[0], c->weight, c->bias, indices(c, WEIGHT_ROW),
                indices(c, BIAS_ROW), c->rows, c->groups, c->channels, c->inner, c->offset, c->eps);
}

/** Where the parameters of the group at of [rows, groups] begin, which input k tells. */
static size_t group_start(const call *c, int k, size_t at) {
  return row_start(c, k, at / c->groups, c->groups * c->channels) + at % c->groups * c->channels;
}

/** The group at of [rows, groups] of x. */
static group group_at(const call *c, const float *x, size_t at) {
  group g = {.n = c->n, .stride = 1, .together = c->inner, .x = x + at * c->n, .offset = c->offset};
  if (c->weight) g.weight = c->weight + group_start(c, WEIGHT_ROW, at);
  if (c->bias) g.bias = c->bias + group_start(c, BIAS_ROW, at);
  measure(&g, 1, 0, c->eps);
  return g;
}

static void verify_group_norm(const call *c) {
  for (size_t at = 0; at < c->rows * c->groups; at++) {
    const group g = group_at(c, c->input[0], at);
    check_group_normalized(c, c->output[0] + at * c->n, &g);
    if (!can_be_judged(&g)) continue;
    if (c->output[1]) check_group_mean(c, c->output[1][at], &g);
    if (c->output[3]) check_statistic(c, "rstd", c->output[3][at], g.rstd, LN_VARIANCE_ERROR * g.rstd);
    group unbiased = g;
    measure(&unbiased, 1, 1, 0);
    const long double variance = 1 / (unbiased.rstd * unbiased.rstd);
    if (c->output[2]) check_statistic(c, "variance", c->output[2][at], variance, LN_VARIANCE_ERROR * variance);
  }
}

static void draw_batch_norm(call *c) {
  draw_channels(c, 1);
  draw_input(c, 0, c->n);
  c->output_size[0] = c->n;
  draw_parameters(c, c->channels, 1);
  c->mean = any_rows(1, c->channels), c->variance = any_rows(1, c->channels);
}

static void run_batch_norm(const call *c) {
  ln_batch_norm(c->output[0], c->input[0], c->mean, c->variance, c->weight, c->bias, c->rows, c->channels, c->inner,
                c->eps);
}

/** The channel at of [rows, channels] of x, with the statistics that were given. */
static group channel_at(const call *c, const float *x, size_t at) {
  const size_t channel = at % c->channels;
  group g = {.n = c->inner, .stride = 1, .together = c->inner, .x = x + at * c->inner, .mean = c->mean[channel]};
  if (c->weight) g.weight = c->weight + channel;
  if (c->bias) g.bias = c->bias + channel;
  g.rstd = 1 / sqrtl((long double)c->variance[channel] + c->eps);
  return g;
}

static void verify_batch_norm(const call *c) {
  for (size_t at = 0; at < c->rows * c->channels; at++) {
    const group g = channel_at(c, c->input[0], at);
    if (isfinite(g.mean) && isfinite(g.rstd)) check_group_normalized(c, c->output[0] + at * c->inner, &g);
  }
}

/* Backward --------------------------------------------------------------------------------------------------------- */

/** Draws rows of dy and x: up to 5, and of short rows up to 39, more than two times LN_RUN_ROWS. */
static void draw_backward(call *c) {
  c->n = any_length(), c->inner = 1, c->eps = any_eps();
  if (c->n < 20) c->rows = byte() % 40;
  draw_input(c, 0, c->n), draw_input(c, 1, c->n);
  c->output_size[0] = c->n;
  draw_parameters(c, c->n, 0);
}

/** Memory for a statistic that a forward pass saves, as input k. */
static float *saved(call *c, int k) {
  c->input_size[k] = 1;
  float *x = kept_floats(c->rows);
  c->input[k] = x;
  return x;
}

static void draw_layer_norm_backward(call *c) {
  draw_backward(c);
  if (byte() % 2) return;
  float *mean = saved(c, 2), *rstd = saved(c, 3);
  ln_layer_norm(kept_floats(c->rows * c->n), mean, rstd, c->input[1], NULL, NULL, c->rows, c->n, 1, 0, c->eps);
}

static float *any_scratch(size_t n) {
  float *scratch = kept_floats(LN_SCRATCH_FLOATS(n));
  return memset(scratch, 0xff, LN_SCRATCH_FLOATS(n) * sizeof *scratch);
}

static void run_layer_norm_backward(const call *c) {
  ln_layer_norm_backward(c->output[0], c->dweight, c->dbias, any_scratch(c->n), c->input[0], c->input[1], c->input[2],
                         c->input[3], c->weight, c->rows, c->n, c->eps);
}

/** The rows in two pieces, the first of LN_RUN_ROWS or twice as many, give the same sums as in one. */
static void check_pieces(const call *c) {
  if (c->rows <= LN_RUN_ROWS) return;
  call piece = *c;
  give_outputs(&piece, 0);
  const size_t run = LN_RUN_ROWS, first = byte() % 2 && c->rows > 2 * run ? 2 * run : run;
  piece.rows = first;
  c->kernel->run(&piece);
  piece.rows = c->rows - first;
  for (int k = 0; k < INPUTS; k++)
    if (c->input_size[k]) piece.input[k] += first * c->input_size[k];
  c->kernel->run(&piece);
  EXPECT(c, same_sums(piece.dweight, c->dweight, c->parameters) && same_sums(piece.dbias, c->dbias, c->parameters),
         "sums of a piece of %zu and the rest", first);
}

static void verify_backward(const call *c, int centered) {
  const reference_sums dweight = no_sums(c->parameters), dbias = no_sums(c->parameters);
  int judged = 1;
  check_pieces(c);
  for (size_t r = 0; r < c->rows; r++) {
    group g = {
        .n = c->n, .stride = 1, .together = 1, .x = c->input[1] + r * c->n, .weight = c->weight, .offset = c->offset};
    measure(&g, centered, c->correction, c->eps);
    const gradient a = gradient_of(c->input[0] + r * c->n, &g, centered, 1);
    judged &= check_gradient(c, c->output[0] + r * c->n, &a, dweight, dbias);
  }
  if (judged) check_dweight(c, dweight, dbias, centered);
  if (judged && centered) check_dbias(c, dbias);
}

static void verify_layer_norm_backward(const call *c) { verify_backward(c, 1); }

static void draw_normalize_backward(call *c) { draw_backward(c), c->correction = any_correction(c->n); }

static void run_normalize_backward(const call *c) {
  ln_normalize_backward(c->output[0], c->dweight, c->dbias, any_scratch(c->n), c->input[0], c->input[1], c->weight,
                        c->rows, c->n, c->correction, c->eps);
}

static void draw_rms_norm_backward(call *c) {
  draw_backward(c);
  c->offset = (float)(byte() % 3) - 1;
  if (byte() % 2) return;
  float *rrms = saved(c, 2);
  ln_rms_norm(kept_floats(c->rows * c->n), rrms, c->input[1], NULL, c->rows, c->n, 0, c->eps);
}

static void run_rms_norm_backward(const call *c) {
  ln_rms_norm_backward(c->output[0], c->dweight, any_scratch(c->n), c->input[0], c->input[1], c->input[2], c->weight,
                       c->rows, c->n, c->offset, c->eps);
}

static void verify_rms_norm_backward(const call *c) { verify_backward(c, 0); }

/** As draw_norm_rows: of each row, weight_row is input 2 and the row of dbias input 3. */
static void draw_norm_rows_backward(call *c) {
  draw_backward(c);
  c->groups = byte() % 2, c->offset = (float)(byte() % 3) - 1;
  c->parameters = PARAMETER_ROWS * c->n;
  c->weight = byte() % 4 ? any_rows(PARAMETER_ROWS, c->n) : NULL;
  draw_indices(c, WEIGHT_ROW);
  if (c->groups) draw_indices(c, BIAS_ROW);
}

static void run_norm_rows_backward(const call *c) {
  ln_norm_rows_backward(c->output[0], c->dweight, c->groups ? c->dbias : NULL, any_scratch(c->n), c->input[0],
                        c->input[1], NULL, NULL, c->weight, indices(c, WEIGHT_ROW), indices(c, BIAS_ROW), c->rows, c->n,
                        c->offset, c->eps, (int)c->groups);
}

static void verify_norm_rows_backward(const call *c) {
  const reference_sums dweight = no_sums(c->parameters), dbias = no_sums(c->parameters);
  int judged = 1;
  check_pieces(c);
  for (size_t r = 0; r < c->rows; r++) {
    group g = {.n = c->n, .stride = 1, .together = 1, .x = c->input[1] + r * c->n, .offset = c->offset};
    g.weight = own_row(c, c->weight, WEIGHT_ROW, r);
    measure(&g, (int)c->groups, 0, c->eps);
    const gradient a = gradient_of(c->input[0] + r * c->n, &g, (int)c->groups, 1);
    const size_t w = row_start(c, WEIGHT_ROW, r, c->n), b = row_start(c, BIAS_ROW, r, c->n);
    judged &= check_gradient(c, c->output[0] + r * c->n, &a, sums_from(dweight, w), sums_from(dbias, b));
  }
  if (judged) check_dweight(c, dweight, dbias, (int)c->groups);
  if (judged && c->groups) check_dbias(c, dbias);
}

static void draw_l2_norm_backward(call *c) {
  c->n = any_length(), c->inner = 1, c->eps = any_eps();
  draw_input(c, 0, c->n), draw_input(c, 1, c->n);
  c->output_size[0] = c->n, c->parameters = c->n;
}

static void run_l2_norm_backward(const call *c) {
  ln_l2_norm_backward(c->output[0], any_scratch(c->n), c->input[0], c->input[1], c->rows, c->n, c->eps);
}

static void verify_l2_norm_backward(const call *c) {
  const reference_sums none = no_sums(c->n);
  for (size_t r = 0; r < c->rows; r++) {
    const group g = unit_group(c, c->input[1] + r * c->n, 1);
    gradient a = gradient_of(c->input[0] + r * c->n, &g, 0, 1);
    /* A sum; where the divisor is eps, nothing. */
    a.mean_gx = norm_of(g.x, c->n, 1) < c->eps ? 0 : a.mean_gx * c->n;
    check_gradient(c, c->output[0] + r * c->n, &a, none, none);
  }
}

static void draw_group_norm_backward(call *c) {
  draw_channels(c, byte() % 4);
  draw_input(c, 0, c->groups * c->n), draw_input(c, 1, c->groups * c->n);
  c->output_size[0] = c->input_size[0];
  draw_channel_parameters(c);
}

static void run_group_norm_backward(const call *c) {
  ln_group_norm_backward(c->output[0], c->dweight, c->dbias, c->input[0], c->input[1], c->weight,
                         indices(c, WEIGHT_ROW), indices(c, BIAS_ROW), c->rows, c->groups, c->channels, c->inner,
                         c->offset, c->eps);
}

/** How the groups of a call are verified; `own` is 0 where they are channels whose statistics were given. */
typedef struct {
  group (*at)(const call *c, const float *x, size_t k);
  size_t (*parameters_at)(const call *c, int input, size_t k); /* where those of a group begin */
  size_t count, size;                                          /* of groups, and of the elements of one */
  int own;
} channel_groups;

static void verify_channels(const call *c, channel_groups all) {
  const reference_sums dweight = no_sums(c->parameters), dbias = no_sums(c->parameters);
  int judged = 1;
  for (size_t k = 0; k < all.count; k++) {
    const group g = all.at(c, c->input[1], k);
    const gradient a = gradient_of(c->input[0] + k * all.size, &g, all.own, all.own);
    judged &=
        check_gradient(c, c->output[0] + k * all.size, &a, sums_from(dweight, all.parameters_at(c, WEIGHT_ROW, k)),
                       sums_from(dbias, all.parameters_at(c, BIAS_ROW, k)));
  }
  if (judged) check_dweight(c, dweight, dbias, 1), check_dbias(c, dbias);
}

static void verify_group_norm_backward(const call *c) {
  verify_channels(c, (channel_groups){group_at, group_start, c->rows * c->groups, c->n, 1});
}

/** All samples have the same parameters. */
static size_t channel_start(const call *c, int input, size_t at) {
  (void)input;
  return at % c->channels;
}

static void draw_batch_norm_backward(call *c) {
  draw_batch_norm(c);
  c->bias = NULL;
  draw_input(c, 1, c->n);
}

static void run_batch_norm_backward(const call *c) {
  ln_batch_norm_backward(c->output[0], c->dweight, c->dbias, c->input[0], c->input[1], c->mean, c->variance, c->weight,
                         c->rows, c->channels, c->inner, c->eps);
}

static void verify_batch_norm_backward(const call *c) {
  verify_channels(c, (channel_groups){channel_at, channel_start, c->rows * c->channels, c->inner, 0});
}

/* The rest --------------------------------------------------------------------------------------------------------- */

/** Draws any number of rows of one element each. */
static void draw_elements(call *c, int inputs) {
  c->rows = any_length(), c->n = c->output_size[0] = 1;
  for (int k = 0; k < inputs; k++) {
    c->input_size[k] = 1;
    c->input[k] = any_rows(1, c->rows);
  }
}

/** Whether a float is the truth, which is one, too. */
static int is_exactly(float got, ln_result want) {
  const float exact = (float)want;
  return same_results(&got, &exact, 1);
}

static void draw_relu(call *c) { draw_elements(c, 1); }
static void run_relu(const call *c) { ln_relu(c->output[0], c->input[0], c->rows); }

static void verify_relu(const call *c) {
  for (size_t i = 0; i < c->rows; i++) {
    ln_result want;
    ln_plain_relu(&want, c->input[0] + i, 1);
    EXPECT(c, is_exactly(c->output[0][i], want), "relu of %g: %g", c->input[0][i], c->output[0][i]);
  }
}

static void draw_relu_backward(call *c) { draw_elements(c, 2); }
static void run_relu_backward(const call *c) { ln_relu_backward(c->output[0], c->input[0], c->input[1], c->rows); }

static void verify_relu_backward(const call *c) {
  for (size_t i = 0; i < c->rows; i++) {
    ln_result want;
    ln_plain_relu_backward(&want, c->input[0] + i, c->input[1] + i, 1);
    EXPECT(c, is_exactly(c->output[0][i], want), "x %g: dx %g, not %Lg", c->input[1][i], c->output[0][i], want);
  }
}

static void draw_half(call *c) { draw_elements(c, 1), c->output_size[1] = 1; }

/** There and back, through memory exactly as large. */
static void run_half(const call *c) {
  uint16_t *bits = malloc(c->rows * sizeof *bits);
  ln_to_float16(bits, c->input[0], c->rows), ln_from_float16(c->output[0], bits, c->rows);
  ln_to_bfloat16(bits, c->input[0], c->rows), ln_from_bfloat16(c->output[1], bits, c->rows);
  free(bits);
}

/** Within half of a step of the format; NaN is NaN. */
static void verify_half(const call *c) {
  for (size_t i = 0; i < c->rows; i++) {
    const double x = c->input[0][i], limits[] = {65520, 3.3961775292304957e38}, steps[] = {0x1p-11, 0x1p-8};
    const double smallest[] = {0x1p-25, 0x1p-134};
    for (int k = 0; k < 2; k++) {
      const double y = c->output[k][i], bound = fmax(fabs(x) * steps[k], smallest[k]);
      const int right = isnan(x) ? isnan(y) : fabs(x) >= limits[k] ? isinf(y) && x * y > 0 : fabs(x - y) <= bound;
      EXPECT(c, right, "format %d of %.9g: %.9g", k, x, y);
    }
  }
}

/** The first input is the running statistic. It is updated in a copy, so that the call leaves its inputs alone. */
static void draw_update_running(call *c) {
  draw_elements(c, 2);
  c->eps = byte() / 255.0; /* the momentum */
}

static void run_update_running(const call *c) {
  memmove(c->output[0], c->input[0], c->rows * sizeof(float));
  ln_update_running(c->output[0], c->input[1], c->rows, c->eps);
}

static void verify_update_running(const call *c) {
  for (size_t i = 0; i < c->rows; i++) {
    const float want = (float)((1 - c->eps) * c->input[0][i] + c->eps * c->input[1][i]);
    EXPECT(c, same_results(c->output[0] + i, &want, 1), "running %g, not %g", c->output[0][i], want);
  }
}

/** c->inner is the number of outputs of a row. */
static void draw_linear(call *c) {
  c->n = any_length(), c->inner = 1 + byte() % 20;
  draw_input(c, 0, c->n);
  c->output_size[0] = c->inner;
  c->weight = any_rows(c->inner, c->n), c->bias = any_parameter(c->inner);
}

static void run_linear(const call *c) {
  ln_linear(c->output[0], c->input[0], c->weight, c->bias, c->rows, c->n, c->inner);
}

static void verify_linear(const call *c) {
  for (size_t at = 0; at < c->rows * c->inner; at++) {
    const float *x = c->input[0] + at / c->inner * c->n, *w = c->weight + at % c->inner * c->n;
    const float *bias = c->bias ? c->bias + at % c->inner : NULL;
    long double sum, magnitude = bias ? fabsf(*bias) : 0;
    ln_plain_linear(&sum, x, w, bias, 1, c->n, 1);
    for (size_t i = 0; i < c->n; i++) magnitude += fabsl((long double)x[i] * w[i]);
    check_statistic(c, "output", c->output[0][at], sum, LN_PRODUCT_ERROR * magnitude);
  }
}

/** c->weight is b, [n, inner], and c->bias its transpose. */
static void draw_matmul(call *c) {
  c->n = any_length(), c->inner = byte() % 8 ? 1 + byte() % 20 : any_length();
  draw_input(c, 0, c->n);
  c->output_size[0] = c->inner;
  float *transposed = kept_floats(c->n * c->inner);
  c->weight = any_rows(c->n, c->inner), c->bias = transposed;
  for (size_t i = 0; i < c->n * c->inner; i++) transposed[i % c->inner * c->n + i / c->inner] = c->weight[i];
}

static void run_matmul(const call *c) {
  const size_t size = LN_MATMUL_SCRATCH_FLOATS(c->n);
  float *scratch = scratch_of(size);
  ln_matmul(c->output[0], scratch, c->input[0], c->weight, c->rows, c->n, c->inner);
  free(scratch);
}

/** Within the promise, and the bits of ln_linear. */
static void verify_matmul(const call *c) {
  float *linear = kept_floats(c->rows * c->inner);
  ln_linear(linear, c->input[0], c->bias, NULL, c->rows, c->n, c->inner);
  EXPECT(c, same_results(c->output[0], linear, c->rows * c->inner), "not the bits of ln_linear%s", "");
  for (size_t at = 0; at < c->rows * c->inner; at++) {
    const float *a = c->input[0] + at / c->inner * c->n, *b = c->bias + at % c->inner * c->n;
    long double sum, magnitude = 0;
    ln_plain_matmul(&sum, a, b, 1, c->n, 1);
    for (size_t i = 0; i < c->n; i++) magnitude += fabsl((long double)a[i] * b[i]);
    check_statistic(c, "output", c->output[0][at], sum, LN_PRODUCT_ERROR * magnitude);
  }
}

/** A row of a is [channels, n, inner], one of b [n]; c->groups says which op. */
static void draw_elementwise(call *c) {
  c->groups = byte() % 2, c->channels = byte() % 4, c->n = any_length(), c->inner = byte() % 2 ? 1 : any_length();
  if (c->inner > 1) c->n = c->n % 12;
  draw_input(c, 0, c->channels * c->n * c->inner), draw_input(c, 1, c->n);
  c->output_size[0] = c->input_size[0];
}

static void run_elementwise(const call *c) {
  if (c->output_size[0] == 0) return;
  (c->groups ? ln_mul : ln_add)(c->output[0], c->input[0], c->input[1], c->rows, c->channels, c->n, c->inner);
}

static void verify_elementwise(const call *c) {
  for (size_t at = 0; at < c->rows * c->output_size[0]; at++) {
    const float a = c->input[0][at], b = c->input[1][at / c->output_size[0] * c->n + at / c->inner % c->n];
    ln_result want;
    (c->groups ? ln_plain_mul : ln_plain_add)(&want, &a, &b, 1, 1, 1, 1);
    EXPECT(c, is_exactly(c->output[0][at], want), "%g and %g: %g, not %Lg", a, b, c->output[0][at], want);
  }
}

/** Draws n elements in c->channels dims. */
static void draw_permute(call *c) {
  c->rows = 1, c->channels = 1 + byte() % LN_MAX_RANK, c->n = 1;
  float *shape = kept_floats(c->channels), *order = kept_floats(c->channels);
  for (size_t d = 0; d < c->channels; d++) {
    const uint8_t b = byte(), size = b < 4 ? 0 : b < 250 ? 1 + b % 5 : b - 200;
    shape[d] = c->n * size > 20000 ? 1 : (float)size;
    c->n *= (size_t)shape[d];
    const size_t at = byte() % (d + 1); /* a random permutation, built up */
    order[d] = order[at], order[at] = (float)d;
  }
  c->mean = shape, c->variance = order;
  draw_input(c, 0, c->n);
  c->output_size[0] = c->n;
}

static void run_permute(const call *c) {
  uint32_t shape[LN_MAX_RANK], order[LN_MAX_RANK];
  for (size_t d = 0; d < c->channels; d++) shape[d] = (uint32_t)c->mean[d], order[d] = (uint32_t)c->variance[d];
  ln_permute(c->output[0], c->input[0], shape, order, c->channels);
}

static void verify_permute(const call *c) {
  const float *shape = c->mean, *order = c->variance;
  size_t x_stride[LN_MAX_RANK], stride = 1;
  for (size_t d = c->channels; d-- > 0; stride *= (size_t)shape[d]) x_stride[d] = stride;
  for (size_t at = 0; at < c->n; at++) {
    size_t rest = at, from = 0;
    for (size_t d = c->channels; d-- > 0;) {
      const size_t dim = (size_t)order[d], size = (size_t)shape[dim];
      from += rest % size * x_stride[dim], rest /= size;
    }
    EXPECT(c, same_bits(c->output[0] + at, c->input[0] + from, 1), "element %zu is not %zu of x", at, from);
  }
}

static void draw_allclose(call *c) { draw_elements(c, 2); }

/** An element alone is close or not; all are close if each is. */
static void run_allclose(const call *c) {
  int all = 1;
  for (size_t i = 0; i < c->rows; i++) {
    const double a = c->input[0][i], b = c->input[1][i];
    const int near = isfinite(a) && isfinite(b) && fabs(a - b) <= 0.25 + 0.5 * fabs(b);
    const int close = a == b || near || (isnan(a) && isnan(b));
    all &= close;
    c->output[0][i] = (float)close;
    EXPECT(c, ln_allclose(c->input[0] + i, c->input[1] + i, 1, 0.5, 0.25, 1) == close, "allclose(%g, %g)", a, b);
  }
  EXPECT(c, ln_allclose(c->input[0], c->input[1], c->rows, 0.5, 0.25, 1) == all, "allclose is not %d", all);
}

static void verify_nothing(const call *c) { (void)c; }

static void draw_round(call *c) { draw_elements(c, 2); }

/** Rounds doubles whose digits go beyond those of float32. */
static void run_round(const call *c) {
  double *x = zero_doubles(c->rows);
  for (size_t i = 0; i < c->rows; i++) x[i] = c->input[0][i] + 1e-9 * c->input[1][i];
  ln_round(c->output[0], x, c->rows);
}

static void verify_round(const call *c) {
  for (size_t i = 0; i < c->rows; i++) {
    const float want = (float)(c->input[0][i] + 1e-9 * c->input[1][i]);
    EXPECT(c, same_results(c->output[0] + i, &want, 1), "%g, not %g", c->output[0][i], want);
  }
}

static void draw_random(call *c) {
  c->rows = 1, c->n = any_length(), c->parameters = 1;
  draw_input(c, 0, 1); /* the seed */
  c->output_size[0] = c->output_size[1] = c->n;
}

static void run_random(const call *c) {
  uint32_t seed;
  memcpy(&seed, c->input[0], sizeof seed);
  ln_manual_seed(seed);
  ln_normal(c->output[0], c->n);
  ln_uniform(c->output[1], c->n, -1, 3);
}

static void verify_random(const call *c) {
  for (size_t i = 0; i < c->n; i++) {
    EXPECT(c, fabsf(c->output[0][i]) < 10, "normal %g", c->output[0][i]);
    EXPECT(c, c->output[1][i] >= -1 && c->output[1][i] < 3, "uniform %g", c->output[1][i]);
  }
}

/* Activations ------------------------------------------------------------------------------------------------------ */

/** Draws rows of one element; c->groups is 1 for the form of tanh. */
static void draw_activation(call *c, int inputs, int outputs) {
  draw_elements(c, inputs);
  c->groups = byte() % 2;
  for (int k = 0; k < outputs; k++) c->output_size[k] = 1;
}

static int is_tanh(const call *c) { return (int)c->groups; }

/** Where an input is not finite, long double may give another result than float64 does: its exponents go further. */
static int have_finite_inputs(const call *c, size_t i, int inputs) {
  for (int k = 0; k < inputs; k++)
    if (!isfinite(c->input[k][i])) return 0;
  return 1;
}

static void draw_map(call *c) { draw_activation(c, 1, 1); }
static void run_silu(const call *c) { ln_silu(c->output[0], c->input[0], c->rows); }
static void run_gelu(const call *c) { ln_gelu(c->output[0], c->input[0], c->rows, is_tanh(c)); }

/** An activation, or the logarithm of a softmax. */
static void check_activation(const call *c, float got, ln_result want) {
  check_statistic(c, "y", got, want, LN_ACTIVATION_ERROR * fmaxl(1, fabsl(want)));
}

static void verify_silu(const call *c) {
  for (size_t i = 0; i < c->rows; i++) {
    ln_result want;
    ln_plain_silu(&want, c->input[0] + i, 1);
    check_activation(c, c->output[0][i], want);
  }
}

static void verify_gelu(const call *c) {
  for (size_t i = 0; i < c->rows; i++) {
    ln_result want;
    ln_plain_gelu(&want, c->input[0] + i, 1, is_tanh(c));
    check_activation(c, c->output[0][i], want);
  }
}

static void draw_two(call *c) { draw_activation(c, 2, 1); }

static void run_silu_mul(const call *c) { ln_silu_mul(c->output[0], c->input[0], c->input[1], c->rows); }
static void run_gelu_mul(const call *c) { ln_gelu_mul(c->output[0], c->input[0], c->input[1], c->rows, is_tanh(c)); }

static void verify_silu_mul(const call *c) {
  for (size_t i = 0; i < c->rows; i++) {
    ln_result want;
    ln_plain_silu_mul(&want, c->input[0] + i, c->input[1] + i, 1);
    if (have_finite_inputs(c, i, 2)) check_activation(c, c->output[0][i], want);
  }
}

static void verify_gelu_mul(const call *c) {
  for (size_t i = 0; i < c->rows; i++) {
    ln_result want;
    ln_plain_gelu_mul(&want, c->input[0] + i, c->input[1] + i, 1, is_tanh(c));
    if (have_finite_inputs(c, i, 2)) check_activation(c, c->output[0][i], want);
  }
}

static void run_silu_backward(const call *c) { ln_silu_backward(c->output[0], c->input[0], c->input[1], c->rows); }

static void run_gelu_backward(const call *c) {
  ln_gelu_backward(c->output[0], c->input[0], c->input[1], c->rows, is_tanh(c));
}

static void check_slope(const call *c, const char *what, float got, ln_result want, long double magnitude) {
  if (is_carried(magnitude)) check_statistic(c, what, got, want, LN_GRADIENT_ERROR * magnitude);
}

static void verify_silu_backward(const call *c) {
  for (size_t i = 0; i < c->rows; i++) {
    ln_result want;
    ln_plain_silu_backward(&want, c->input[0] + i, c->input[1] + i, 1);
    if (have_finite_inputs(c, i, 2)) check_slope(c, "dx", c->output[0][i], want, fabsf(c->input[0][i]));
  }
}

static void verify_gelu_backward(const call *c) {
  for (size_t i = 0; i < c->rows; i++) {
    ln_result want;
    ln_plain_gelu_backward(&want, c->input[0] + i, c->input[1] + i, 1, is_tanh(c));
    if (have_finite_inputs(c, i, 2)) check_slope(c, "dx", c->output[0][i], want, fabsf(c->input[0][i]));
  }
}

static void draw_three(call *c) { draw_activation(c, 3, 2); }

static void run_silu_mul_backward(const call *c) {
  ln_silu_mul_backward(c->output[0], c->output[1], c->input[0], c->input[1], c->input[2], c->rows);
}

static void run_gelu_mul_backward(const call *c) {
  ln_gelu_mul_backward(c->output[0], c->output[1], c->input[0], c->input[1], c->input[2], c->rows, is_tanh(c));
}

static void check_product_slopes(const call *c, size_t i, ln_result dgate, ln_result dup) {
  const long double dy = fabsf(c->input[0][i]);
  if (!have_finite_inputs(c, i, 3)) return;
  check_slope(c, "dgate", c->output[0][i], dgate, dy * fabsf(c->input[2][i]));
  check_slope(c, "dup", c->output[1][i], dup, fmaxl(dy, fabsl(dup)));
}

static void verify_silu_mul_backward(const call *c) {
  for (size_t i = 0; i < c->rows; i++) {
    ln_result dgate, dup;
    ln_plain_silu_mul_backward(&dgate, &dup, c->input[0] + i, c->input[1] + i, c->input[2] + i, 1);
    check_product_slopes(c, i, dgate, dup);
  }
}

static void verify_gelu_mul_backward(const call *c) {
  for (size_t i = 0; i < c->rows; i++) {
    ln_result dgate, dup;
    ln_plain_gelu_mul_backward(&dgate, &dup, c->input[0] + i, c->input[1] + i, c->input[2] + i, 1, is_tanh(c));
    check_product_slopes(c, i, dgate, dup);
  }
}

/* Softmax ---------------------------------------------------------------------------------------------------------- */

enum { QUERY = 1 }; /* the input that holds the bits of a row's number in its block of c->groups queries */

/** Rows or columns; the scale is c->correction. */
static void draw_groups(call *c, int input) {
  const double usual[] = {1, 0.125, 0.3, -1, -2, any_finite()};
  c->n = any_length(), c->inner = byte() % 2 ? any_width() : 1, c->correction = usual[byte() % 6];
  if (c->inner > 1000) c->n = c->n % 12 + 1;
  draw_input(c, input, c->n * c->inner);
  c->output_size[0] = c->n * c->inner;
}

static void draw_softmax(call *c) {
  draw_groups(c, 0);
  c->groups = c->inner == 1 && byte() % 2 ? 1 + byte() % 9 : 0;
  if (c->groups == 0) return;
  c->input_size[QUERY] = 1;
  float *bits = kept_floats(c->rows);
  const uint32_t begin = byte();
  for (uint32_t r = 0; r < c->rows; r++) {
    const uint32_t row = (begin + r) % (uint32_t)c->groups;
    memcpy(bits + r, &row, sizeof row);
  }
  c->input[QUERY] = bits;
}

static size_t first_row(const call *c) { return c->groups && c->rows ? indices(c, QUERY)[0] : 0; }

static void run_softmax(const call *c) {
  ln_softmax(c->output[0], c->input[0], c->rows, c->n, c->inner, c->correction, c->groups, first_row(c));
}

static void verify_softmax(const call *c) {
  const size_t size = c->rows * c->n * c->inner;
  ln_result *want = keep(truths(size));
  if (c->groups == 0) check_a_column(c);
  ln_plain_softmax(want, c->input[0], c->rows, c->n, c->inner, c->correction, c->groups, first_row(c));
  for (size_t i = 0; i < size; i++) {
    const float got = c->output[0][i];
    if (isnan(want[i])) EXPECT(c, isnan(got), "y %g, not NaN", got);
    else if (want[i] < SMALLEST_NORMAL) EXPECT(c, got >= 0 && got <= SMALLEST_NORMAL, "y %g, not %Lg", got, want[i]);
    else check_statistic(c, "y", got, want[i], LN_PROBABILITY_ERROR * want[i]);
  }
}

static void run_log_softmax(const call *c) { ln_log_softmax(c->output[0], c->input[0], c->rows, c->n, c->inner); }

static void draw_log_softmax(call *c) { draw_groups(c, 0); }

static void verify_log_softmax(const call *c) {
  const size_t size = c->rows * c->n * c->inner;
  ln_result *want = keep(truths(size));
  check_a_column(c);
  ln_plain_log_softmax(want, c->input[0], c->rows, c->n, c->inner);
  for (size_t i = 0; i < size; i++) check_activation(c, c->output[0][i], want[i]);
}

/** y, the second input, is a softmax. */
static void draw_softmax_backward(call *c) {
  draw_groups(c, 0);
  draw_input(c, 1, c->n * c->inner);
  float *y = kept_floats(c->rows * c->n * c->inner);
  ln_softmax(y, c->input[1], c->rows, c->n, c->inner, 1, 0, 0);
  c->input[1] = y;
}

static void run_softmax_backward(const call *c) {
  ln_softmax_backward(c->output[0], c->input[0], c->input[1], c->rows, c->n, c->inner, c->correction);
}

static void verify_softmax_backward(const call *c) {
  const size_t size = c->rows * c->n * c->inner;
  ln_result *want = keep(truths(size));
  ln_plain_softmax_backward(want, c->input[0], c->input[1], c->rows, c->n, c->inner, c->correction);
  for (size_t g = 0; g < c->rows * c->inner; g++) {
    const size_t begin = g / c->inner * c->n * c->inner + g % c->inner, end = begin + c->n * c->inner;
    long double largest = 0, largest_y = 0, largest_dy = 0, error = 0, sum = 0;
    int carried = 1;
    for (size_t i = begin; i < end; i += c->inner) sum += (long double)c->input[0][i] * c->input[1][i];
    for (size_t i = begin; i < end; i += c->inner) {
      const long double y = fabsl((long double)c->correction * c->input[1][i]), dy = fabsf(c->input[0][i]);
      carried &= is_carried(y) && is_carried(want[i]) && isfinite(c->input[0][i]) && is_carried(c->input[0][i] - sum);
      largest_y = fmaxl(largest_y, y), largest_dy = fmaxl(largest_dy, dy), largest = fmaxl(largest, fabsl(want[i]));
      error = fmaxl(error, isnan(c->output[0][i]) ? INFINITY : fabsl(c->output[0][i] - want[i]));
    }
    const long double most = fmaxl(largest, fmaxl(largest_dy, largest_y * largest_dy));
    if (!carried || most > LARGEST_FLOAT / 4) continue;
    const long double bound = LN_GRADIENT_ERROR * largest + LN_GRADIENT_SUM_ERROR * largest_y * largest_dy;
    EXPECT(c, error <= bound + SMALLEST_SUBNORMAL, "dx off by %Lg of %Lg", error, largest);
  }
}

enum { TARGET = 1 }; /* the input that holds the bits of targets */

static void draw_cross_entropy(call *c) {
  c->n = any_length(), c->correction = 1 + byte();
  draw_input(c, 0, c->n);
  c->output_size[0] = c->n, c->output_size[1] = 1; /* the loss of each row */
  c->input_size[TARGET] = 1;
  float *bits = kept_floats(c->rows);
  for (size_t r = 0; r < c->rows; r++) {
    const uint32_t target = word() % (uint32_t)(c->n + 2);
    memcpy(bits + r, &target, sizeof target);
  }
  c->input[TARGET] = bits;
}

static void run_cross_entropy(const call *c) {
  float *gradients = kept_floats(c->n);
  double *alone = zero_doubles(c->rows), *losses = zero_doubles(c->rows);
  for (size_t r = 0; r < c->rows; r++) { /* before the call that may be in place */
    ln_cross_entropy(gradients, alone + r, c->input[0] + r * c->n, indices(c, TARGET) + r, 1, c->n, c->correction);
  }
  ln_cross_entropy(c->output[0], losses, c->input[0], indices(c, TARGET), c->rows, c->n, c->correction);
  for (size_t r = 0; r < c->rows; r++) {
    const double a = alone[r], b = losses[r];
    EXPECT(c, a == b || (isnan(a) && isnan(b)), "a loss of %g alone, not %g", a, b);
    c->output[1][r] = (float)b;
  }
}

static void verify_cross_entropy(const call *c) {
  ln_result *want = keep(truths(c->n));
  for (size_t r = 0; r < c->rows; r++) {
    const uint32_t *target = indices(c, TARGET) + r;
    const ln_real loss = ln_plain_cross_entropy(want, c->input[0] + r * c->n, target, 1, c->n, c->correction, 0);
    check_activation(c, c->output[1][r], loss);
    const long double largest = largest_of(want, c->n);
    for (size_t i = 0; i < c->n; i++) {
      const float got = c->output[0][r * c->n + i];
      if (isnan(want[i]) || is_carried(largest))
        check_statistic(c, "dlogits", got, want[i], LN_GRADIENT_ERROR * largest);
    }
  }
}

/* Columns of data: a row has c->n columns. ------------------------------------------------------------------------- */

static double *kept_doubles(const float *x, size_t n) {
  double *wide = zero_doubles(n);
  for (size_t i = 0; x && i < n; i++) wide[i] = x[i];
  return wide;
}

static void draw_scaler_fit(call *c) {
  const double corrections[] = {0, 1, 0.5, 7};
  c->n = byte() % 4 ? 1 + byte() % 40 : any_length(), c->correction = corrections[byte() % 4];
  c->rows = c->n < 100 ? byte() % 150 : byte() % 20; /* also so many that narrow rows are walked together */
  draw_input(c, 0, c->n);
}

static void run_nothing(const call *c) { (void)c; }

/** What is infinite shows in the sums; what is not has the statistics of the truth. */
static void check_column(const call *c, size_t column, const double *statistics, double squares) {
  float *x = kept_floats(c->rows);
  int infinite = 0;
  for (size_t r = 0; r < c->rows; r++) infinite |= isinf(x[r] = c->input[0][r * c->n + column]);
  EXPECT(c, isfinite(squares) == !infinite, "squares %g of column %zu", squares, column);
  if (infinite) return;
  ln_real mean, variance, scale, uncorrected;
  ln_plain_scaler_statistics(&mean, &uncorrected, &scale, x, c->rows, 1, 0);
  ln_plain_scaler_statistics(&mean, &variance, &scale, x, c->rows, 1, c->correction); /* which may make it infinite */
  const long double std = sqrtl(uncorrected), size = isfinite(std) ? fmaxl(fabsl(mean), std) : fabsl(mean);
  const long double wanted[] = {mean, variance, scale}, sizes[] = {size, variance, scale};
  for (int k = 0; k < 3; k++) {
    const double got = statistics[k * c->n + column];
    const int same = isfinite(wanted[k]) ? fabsl(got - wanted[k]) <= LN_STATISTIC_ERROR * sizes[k] + 1e-300L
                                         : (isnan(wanted[k]) ? isnan(got) : got == wanted[k]);
    EXPECT(c, same, "statistic %d of column %zu: %.17g, not %.17Lg", k, column, got, wanted[k]);
  }
}

/** The rows in one piece, and in three. */
static void verify_scaler_fit(const call *c) {
  for (int pieces = 1; pieces <= 3; pieces += 2) {
    double *count = zero_doubles(c->n), *sum = zero_doubles(2 * c->n), *squares = zero_doubles(2 * c->n);
    double *statistics = zero_doubles(3 * c->n);
    size_t begin = 0;
    for (int k = pieces; k > 0; k--) {
      const size_t rows = k == 1 ? c->rows - begin : byte() % (c->rows - begin + 1);
      ln_scaler_fit(count, sum, squares, shifted(c->input[0] + begin * c->n, rows * c->n, k), rows, c->n);
      begin += rows;
    }
    ln_scaler_statistics(statistics, statistics + c->n, statistics + 2 * c->n, count, sum, squares, c->n,
                         c->correction);
    for (size_t i = 0; i < c->n; i++) check_column(c, i, statistics, squares[i] + squares[c->n + i]);
  }
}

static void draw_scaler_map(call *c) {
  c->n = any_length(), c->rows = byte() % 12;
  if (c->n < 20) c->rows = byte() % 100;
  draw_input(c, 0, c->n);
  c->output_size[0] = c->n, c->mean = any_parameter(c->n), c->variance = any_rows(1, c->n);
}

static void run_scaler_transform(const call *c) {
  const double *mean = c->mean ? kept_doubles(c->mean, c->n) : NULL;
  ln_scaler_transform(c->output[0], c->input[0], mean, kept_doubles(c->variance, c->n), c->rows, c->n);
}

static void run_scaler_inverse(const call *c) {
  const double *mean = c->mean ? kept_doubles(c->mean, c->n) : NULL;
  ln_scaler_inverse(c->output[0], c->input[0], mean, kept_doubles(c->variance, c->n), c->rows, c->n);
}

static void verify_scaler_transform(const call *c) {
  for (size_t i = 0; i < c->rows * c->n; i++) {
    const double mean = c->mean ? c->mean[i % c->n] : 0, scale = c->variance[i % c->n];
    const long double want = ((long double)c->input[0][i] - mean) / scale;
    check_statistic(c, "y", c->output[0][i], want, LN_OUTPUT_ERROR * fmaxl(1, fabsl(want)));
  }
}

static void verify_scaler_inverse(const call *c) {
  for (size_t i = 0; i < c->rows * c->n; i++) {
    const double mean = c->mean ? c->mean[i % c->n] : 0, scale = c->variance[i % c->n];
    const long double product = (long double)c->input[0][i] * scale, want = product + mean;
    const long double rounding =
        0x1p-52L * (fabsl(product) + fabs(mean)); /* of double, which shows beyond 1e9 scales */
    check_statistic(c, "x", c->output[0][i], want, ulp(want) / 2 + LN_INVERSE_ERROR * fabs(scale) + rounding);
  }
}

/* All of them ------------------------------------------------------------------------------------------------------ */

static const kernel kernels[] = {
    {"moments", draw_moments, run_moments, verify_moments, 0, 0},
    {"layer_norm", draw_layer_norm, run_layer_norm, verify_layer_norm, 1, 1},
    {"add_layer_norm", draw_add_layer_norm, run_add_layer_norm, verify_add_layer_norm, 2, 2},
    {"layer_norm_backward", draw_layer_norm_backward, run_layer_norm_backward, verify_layer_norm_backward, 1, 2},
    {"normalize_backward", draw_normalize_backward, run_normalize_backward, verify_layer_norm_backward, 1, 2},
    {"rms_norm", draw_rms_norm, run_rms_norm, verify_rms_norm, 1, 1},
    {"add_rms_norm", draw_add_rms_norm, run_add_rms_norm, verify_add_rms_norm, 2, 2},
    {"rms_norm_backward", draw_rms_norm_backward, run_rms_norm_backward, verify_rms_norm_backward, 1, 2},
    {"norm_rows", draw_norm_rows, run_norm_rows, verify_norm_rows, 1, 1},
    {"norm_rows_backward", draw_norm_rows_backward, run_norm_rows_backward, verify_norm_rows_backward, 1, 2},
    {"l2_norm", draw_l2_norm, run_l2_norm, verify_l2_norm, 1, 1},
    {"l2_norm_backward", draw_l2_norm_backward, run_l2_norm_backward, verify_l2_norm_backward, 1, 2},
    {"group_norm", draw_group_norm, run_group_norm, verify_group_norm, 1, 1},
    {"group_norm_backward", draw_group_norm_backward, run_group_norm_backward, verify_group_norm_backward, 1, 2},
    {"batch_norm", draw_batch_norm, run_batch_norm, verify_batch_norm, 1, 1},
    {"batch_norm_backward", draw_batch_norm_backward, run_batch_norm_backward, verify_batch_norm_backward, 1, 2},
    {"update_running", draw_update_running, run_update_running, verify_update_running, 1, 1},
    {"scaler_fit", draw_scaler_fit, run_nothing, verify_scaler_fit, 0, 0},
    {"scaler_transform", draw_scaler_map, run_scaler_transform, verify_scaler_transform, 1, 1},
    {"scaler_inverse", draw_scaler_map, run_scaler_inverse, verify_scaler_inverse, 1, 1},
    {"linear", draw_linear, run_linear, verify_linear, 0, 0},
    {"matmul", draw_matmul, run_matmul, verify_matmul, 0, 0},
    {"add, mul", draw_elementwise, run_elementwise, verify_elementwise, 1, 1},
    {"relu", draw_relu, run_relu, verify_relu, 1, 1},
    {"relu_backward", draw_relu_backward, run_relu_backward, verify_relu_backward, 1, 2},
    {"silu", draw_map, run_silu, verify_silu, 1, 1},
    {"silu_backward", draw_two, run_silu_backward, verify_silu_backward, 1, 2},
    {"silu_mul", draw_two, run_silu_mul, verify_silu_mul, 1, 2},
    {"silu_mul_backward", draw_three, run_silu_mul_backward, verify_silu_mul_backward, 2, 3},
    {"gelu", draw_map, run_gelu, verify_gelu, 1, 1},
    {"gelu_backward", draw_two, run_gelu_backward, verify_gelu_backward, 1, 2},
    {"gelu_mul", draw_two, run_gelu_mul, verify_gelu_mul, 1, 2},
    {"gelu_mul_backward", draw_three, run_gelu_mul_backward, verify_gelu_mul_backward, 2, 3},
    {"softmax", draw_softmax, run_softmax, verify_softmax, 1, 1},
    {"softmax_backward", draw_softmax_backward, run_softmax_backward, verify_softmax_backward, 1, 2},
    {"log_softmax", draw_log_softmax, run_log_softmax, verify_log_softmax, 1, 1},
    {"cross_entropy", draw_cross_entropy, run_cross_entropy, verify_cross_entropy, 1, 1},
    {"half", draw_half, run_half, verify_half, 0, 0},
    {"permute", draw_permute, run_permute, verify_permute, 0, 0},
    {"allclose", draw_allclose, run_allclose, verify_nothing, 0, 0},
    {"round", draw_round, run_round, verify_round, 0, 0},
    {"uniform, normal", draw_random, run_random, verify_random, 0, 0},
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin(data, size);
  call c = {.kernel = &kernels[byte() % (sizeof kernels / sizeof *kernels)], .rows = byte() % 6};
  c.kernel->draw(&c);
  give_outputs(&c, 0);
  c.kernel->run(&c);
  c.kernel->verify(&c);
  check_rows_alone(&c);
  check_in_place(&c);
  for (size_t i = 0; i < blocks; i++) free(memory[i]);
  blocks = 0;
  if (!check_failures) return 0;
  fprintf(stderr, "not as promised: %s\n", check_why);
  abort();
}
