/** What the kernels share under libFuzzer: the input, a call, what is checked of any call, and the reference. */
#ifndef FUZZ_H
#define FUZZ_H

#include "promise.h"

/* The input -------------------------------------------------------------------------------------------------------- */

static const uint8_t *next_byte, *last_byte;

/** Makes data the input. Where the input ends, the generator of check.h, seeded with its hash, gives further bytes. */
static void begin(const uint8_t *data, size_t size) {
  next_byte = data, last_byte = data + size;
  data_state = 0xcbf29ce484222325ull; /* FNV-1a of the input */
  for (size_t i = 0; i < size; i++) data_state = (data_state ^ data[i]) * 0x100000001b3ull;
}

static uint8_t byte(void) { return next_byte < last_byte ? *next_byte++ : (uint8_t)(data_uniform() * 256); }

static uint32_t word(void) {
  uint32_t bits = 0;
  for (int i = 0; i < 4; i++) bits = bits << 8 | byte();
  return bits;
}

static float any_bits(void) {
  const uint32_t bits = word();
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static float any_finite(void) {
  const float x = any_bits();
  return isfinite(x) ? x : 0;
}

/** The blocks that are allocated for one input. */
static void *memory[10000];
static size_t blocks;

static void *keep(void *block) {
  if (blocks == sizeof memory / sizeof *memory) abort();
  return memory[blocks++] = block;
}

static float *kept_floats(size_t n) { return keep(floats(n)); }
static double *zero_doubles(size_t n) { return keep(calloc(n ? n : 1, sizeof(double))); }

/** A copy of n floats that begins `shift` floats into its memory. */
static float *shifted(const float *x, size_t n, size_t shift) {
  float *copy = kept_floats(n + shift) + shift;
  return n ? memcpy(copy, x, n * sizeof *x) : copy;
}

/** Rows of any bits, of any finite numbers, of small numbers around any other, and of one number. */
static float *any_rows(size_t rows, size_t n) {
  float *x = kept_floats(rows * n);
  for (size_t r = 0; r < rows; r++) {
    const int kind = byte() % 8;
    const float center = kind < 6 ? any_finite() : 0, scale = ldexpf(1, kind < 4 ? (int8_t)byte() % 100 : -5);
    for (size_t i = r * n; i < (r + 1) * n; i++) {
      if (kind == 0) x[i] = any_bits();
      else if (kind == 1) x[i] = any_finite();
      else if (kind == 2) x[i] = center;
      else x[i] = (kind < 5 ? center : 0) + scale * (float)(int8_t)byte();
    }
  }
  return x;
}

/** A weight, a bias, or none. */
static float *any_parameter(size_t n) { return byte() % 2 ? any_rows(1, n) : NULL; }

static size_t any_length(void) {
  const uint8_t b = byte();
  return b < 224 ? 1 + b % 70 : long_lengths[b % 16];
}

static size_t any_width(void) {
  const uint8_t b = byte();
  return b < 250 ? 2 + b % 20 : 1017 + b; /* 1267 to 1272 columns: more than a tile of columns.c */
}

/** Any finite double >= 0, and more often the usual ones. */
static double any_eps(void) {
  static const double usual[] = {1e-5, 0, 1e-12, 1e-42, 1};
  const uint8_t b = byte();
  if (b % 8 < 5) return usual[b % 8];
  const uint64_t bits = (uint64_t)word() << 32 | word();
  double eps;
  memcpy(&eps, &bits, sizeof eps);
  return isfinite(eps) ? fabs(eps) : 0;
}

/* A call ----------------------------------------------------------------------------------------------------------- */

enum { INPUTS = 4, OUTPUTS = 4 };

typedef struct kernel kernel;

/** A call of a kernel: rows that it treats alike, and the operands that all rows share. */
typedef struct {
  const kernel *kernel;
  size_t rows, n, inner, groups, channels;
  double eps, correction;
  float offset;
  size_t input_size[INPUTS], output_size[OUTPUTS]; /* elements of a row; 0: no such operand */
  const float *input[INPUTS];
  float *output[OUTPUTS];
  size_t parameters;
  const float *weight, *bias, *mean, *variance; /* [parameters] */
  double *dweight, *dbias;
} call;

struct kernel {
  const char *name;
  void (*draw)(call *c); /* draws the call's sizes and inputs */
  void (*run)(const call *c);
  void (*verify)(const call *c);            /* checks the call's outputs */
  size_t outputs_in_place, inputs_in_place; /* how many of the first outputs may be which of the first inputs */
};

#define EXPECT(c, condition, format, ...)                                                                        \
  check(condition,                                                                                               \
        "%s, rows %zu, n %zu, inner %zu, groups %zu, channels %zu, eps %g, correction %g, offset %g: " format,   \
        (c)->kernel->name, (c)->rows, (c)->n, (c)->inner, (c)->groups, (c)->channels, (c)->eps, (c)->correction, \
        (c)->offset, __VA_ARGS__)

static void draw_input(call *c, int k, size_t size) {
  c->input_size[k] = size;
  c->input[k] = any_rows(c->rows, size);
}

/** Allocates the outputs of a call, `shift` floats into their memory. */
static void give_outputs(call *c, size_t shift) {
  for (int k = 0; k < OUTPUTS; k++) {
    const size_t size = c->rows * c->output_size[k];
    c->output[k] = c->output_size[k] ? kept_floats(size + shift) + shift : NULL;
  }
  c->dweight = zero_doubles(c->parameters), c->dbias = zero_doubles(c->parameters);
}

/** Row r as a call of its own, `shift` floats into its memory. */
static call one_row(const call *c, size_t r, size_t shift) {
  call one = *c;
  one.rows = 1;
  for (int k = 0; k < INPUTS; k++) {
    const size_t size = c->input_size[k];
    if (size) one.input[k] = shifted(c->input[k] + r * size, size, (shift + k) % 4);
  }
  give_outputs(&one, shift);
  return one;
}

static void check_rows_alone(const call *c) {
  for (size_t r = 0; r < c->rows; r++) {
    const call one = one_row(c, r, r % 4);
    c->kernel->run(&one);
    for (int k = 0; k < OUTPUTS; k++) {
      const size_t size = c->output_size[k];
      if (size == 0) continue;
      EXPECT(c, same_results(one.output[k], c->output[k] + r * size, size), "output %d of row %zu alone", k, r);
    }
  }
}

static int same_sums(const double *a, const double *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i] && !(isnan(a[i]) && isnan(b[i]))) return 0;
  return 1;
}

static void check_in_place(const call *c) {
  for (size_t o = 0; o < c->kernel->outputs_in_place; o++) {
    for (size_t i = 0; i < c->kernel->inputs_in_place; i++) {
      call same = *c;
      give_outputs(&same, 0);
      same.input[i] = same.output[o] = shifted(c->input[i], c->rows * c->input_size[i], 0);
      c->kernel->run(&same);
      for (int k = 0; k < OUTPUTS; k++) {
        EXPECT(c, same_results(same.output[k], c->output[k], c->rows * c->output_size[k]),
               "output %d, with output %zu in place of input %zu", k, o, i);
      }
      EXPECT(c, same_sums(same.dweight, c->dweight, c->parameters) && same_sums(same.dbias, c->dbias, c->parameters),
             "sums, with output %zu in place of input %zu", o, i);
    }
  }
}

/** A column gives the same bits among other columns as beside a copy of itself. */
static void check_a_column(const call *c) {
  if (c->inner == 1 || c->rows == 0) return;
  const size_t column = byte() % c->inner, r = byte() % c->rows;
  call two = *c;
  two.rows = 1, two.inner = 2;
  for (int k = 0; k < OUTPUTS; k++) two.output_size[k] = c->output_size[k] / c->inner * 2;
  give_outputs(&two, 0);
  float *x = kept_floats(2 * c->n);
  for (size_t i = 0; i < 2 * c->n; i++) x[i] = c->input[0][(r * c->n + i / 2) * c->inner + column];
  two.input[0] = x;
  c->kernel->run(&two);
  for (int k = 0; k < OUTPUTS; k++) {
    for (size_t i = 0; i < two.output_size[k]; i++) {
      const float *among = c->output[k] + (r * c->output_size[k] + i / 2 * c->inner + column);
      EXPECT(c, same_results(among, two.output[k] + i, 1), "output %d of column %zu alone", k, column);
    }
  }
}

/* The reference ---------------------------------------------------------------------------------------------------- */

/* To the digit: any bits come in here. */
#undef LARGEST_FLOAT
#undef SMALLEST_NORMAL
#define LARGEST_FLOAT 3.4028234663852886e38L
#define SMALLEST_NORMAL 1.1754943508222875e-38L

static int all_finite(const float *x, size_t n, size_t stride) {
  for (size_t i = 0; x && i < n; i++)
    if (!isfinite(x[i * stride])) return 0;
  return 1;
}

/** n numbers, `stride` apart, and their parameters, each of which belongs to `together` neighbours. */
typedef struct {
  size_t n, stride, together;
  const float *x, *weight, *bias;
  float offset;
  long double mean, rstd;
  long double degrees;     /* the variance is a mean of as many: n - correction, or 0 */
  long double uncertainty; /* of the mean, in float64 arithmetic */
} group;

/** The elements of a group, one behind the other; the caller frees them. */
static float *elements_of(const group *g) {
  float *x = floats(g->n);
  for (size_t i = 0; i < g->n; i++) x[i] = g->x[i * g->stride];
  return x;
}

/** Mean and rstd of a group; the mean of RMS norm is 0. */
static void measure(group *g, int centered, double correction, double eps) {
  float *x = elements_of(g);
  long double magnitude = 0;
  g->mean = 0, g->degrees = fmaxl(0, g->n - (long double)correction);
  if (centered) ln_plain_layer_norm(NULL, &g->mean, &g->rstd, x, NULL, NULL, 1, g->n, 1, correction, eps);
  else ln_plain_rms_norm(NULL, &g->rstd, x, NULL, 1, g->n, 0, eps);
  for (size_t i = 0; centered && i < g->n; i++) magnitude += fabsf(x[i]);
  g->uncertainty = 0x1p-53L * magnitude;
  free(x);
}

static long double x_hat(const group *g, size_t i) { return (g->x[i * g->stride] - g->mean) * g->rstd; }

/** The sum is in float32, as norm.h says. */
static float weight_at(const group *g, size_t i) { return g->weight ? g->weight[i / g->together] + g->offset : 1; }

static int has_finite_parameters(const group *g) {
  const size_t parameters = (g->n - 1) / g->together + 1;
  return all_finite(g->weight, parameters, 1) && all_finite(g->bias, parameters, 1);
}

static int can_be_judged(const group *g) { return all_finite(g->x, g->n, g->stride) && has_finite_parameters(g); }

static void check_group_normalized(const call *c, const float *y, const group *g) {
  long double largest = 1, error = 0, largest_y = 0;
  if (!has_finite_parameters(g)) return;
  for (size_t i = 0; i < g->n; i++) {
    const float got = y[i * g->stride];
    const long double scaled = x_hat(g, i) * weight_at(g, i), bias = g->bias ? g->bias[i / g->together] : 0;
    const long double want = scaled + bias, lost = g->uncertainty * g->rstd * fabsf(weight_at(g, i));
    if (isnan(want)) EXPECT(c, isnan(got), "y %g, not NaN", got);
    else error = fmaxl(error, isnan(got) ? INFINITY : fabsl(got - want) - lost);
    largest = fmaxl(largest, fmaxl(fabsl(scaled), fabsl(bias)));
    largest_y = fmaxl(largest_y, fmaxl(largest, fabsl(want)));
  }
  if (largest_y > LARGEST_FLOAT || !all_finite(g->x, g->n, g->stride)) return;
  EXPECT(c, error <= LN_OUTPUT_ERROR * largest, "y off by %Lg of %Lg", error, largest);
}

/** got is within `error` of want; beyond the range of float32, infinite, or 0 to the least subnormal. */
static void check_statistic(const call *c, const char *what, long double got, long double want, long double error) {
  const long double largest = LARGEST_FLOAT * (1 - 1e-5L);
  if (isnan(want)) EXPECT(c, isnan(got), "%s %Lg, not NaN", what, got);
  else if (fabsl(want) > largest) EXPECT(c, fabsl(got) >= largest * (1 - 1e-5L), "%s %Lg, not %Lg", what, got, want);
  else EXPECT(c, fabsl(got - want) <= error + 1.5e-45L, "%s %Lg, not %Lg", what, got, want);
}

static void check_group_mean(const call *c, float got, const group *g) {
  float *x = elements_of(g);
  ln_result std;
  ln_plain_moments(NULL, NULL, &std, x, 1, g->n, 1, 0);
  free(x);
  check_statistic(c, "mean", got, g->mean, ulp(g->mean) + LN_MEAN_ERROR * std);
}

/* Gradients -------------------------------------------------------------------------------------------------------- */

/** Sums over the rows, and the sums of the magnitudes of their terms. */
typedef struct {
  long double *sum, *magnitude;
} reference_sums;

static reference_sums no_sums(size_t n) {
  long double *zeros = keep(calloc(2 * n + 1, sizeof *zeros));
  return (reference_sums){zeros, zeros + n};
}

static reference_sums sums_from(reference_sums s, size_t first) {
  return (reference_sums){s.sum + first, s.magnitude + first};
}

/** Whether float32 has all digits for x: otherwise nothing is promised of gradients. */
static int is_carried(long double x) { return x == 0 || (fabsl(x) >= SMALLEST_NORMAL && fabsl(x) <= LARGEST_FLOAT); }

/** Whether x is not carried, and `factor` may make its error large. */
static int is_lost(long double x, long double factor) {
  return !is_carried(x) && !(fabsl(x) < SMALLEST_NORMAL && fabsl(factor) <= 1);
}

/**
 * Compares the sums that a kernel gave with those of all groups: within LN_GRADIENT_ERROR of the largest, plus `more`.
 */
static void check_sums(const call *c, const char *what, const double *got, reference_sums want, long double more) {
  const long double largest = largest_of(want.magnitude, c->parameters);
  long double error = 0;
  for (size_t i = 0; i < c->parameters; i++)
    error = fmaxl(error, isnan(got[i]) ? INFINITY : fabsl(got[i] - want.sum[i]));
  if (is_carried(largest))
    EXPECT(c, error <= LN_GRADIENT_ERROR * largest + more, "%s off by %Lg of %Lg", what, error, largest);
}

/** A mean's rounding shows in dweight where x-hat is near 0 in all rows with a large dy: norm.h. */
static void check_dweight(const call *c, reference_sums dweight, reference_sums dbias, int centered) {
  const long double of_mean = centered ? LN_DWEIGHT_MEAN_ERROR * largest_of(dbias.magnitude, c->parameters) : 0;
  check_sums(c, "dweight", c->dweight, dweight, of_mean);
}

static void check_dbias(const call *c, reference_sums dbias) { check_sums(c, "dbias", c->dbias, dbias, 0); }

/** The gradients of a group: with g = dy * weight, the means that dx is made of. */
typedef struct {
  const float *dy;
  const group *g;
  long double mean_g, mean_gx;
} gradient;

static long double gradient_at(const gradient *a, size_t i) { return (long double)a->dy[i] * weight_at(a->g, i); }

/** @param own  whether the statistics are those of x itself, and not given */
static gradient gradient_of(const float *dy, const group *g, int centered, int own) {
  gradient a = {dy, g, 0, 0};
  for (size_t i = 0; own && i < g->n; i++) {
    a.mean_gx += gradient_at(&a, i) * x_hat(g, i) / g->degrees;
    if (centered) a.mean_g += gradient_at(&a, i) / g->n;
  }
  return a;
}

/** Adds a group to the sums of dweight and dbias. Returns whether float32 carries all numbers on the way. */
static int add_gradient(const gradient *a, reference_sums dweight, reference_sums dbias) {
  const group *g = a->g;
  int carried = isfinite(g->mean) && isfinite(g->rstd) && can_be_judged(g) && all_finite(a->dy, g->n, 1);
  for (size_t i = 0; i < g->n; i++) {
    const size_t parameter = i / g->together;
    const long double dy = a->dy[i], d = g->x[i] - g->mean, product = dy * x_hat(g, i);
    dweight.sum[parameter] += product, dweight.magnitude[parameter] += fabsl(product);
    dbias.sum[parameter] += dy, dbias.magnitude[parameter] += fabsl(dy);
    carried &= !is_lost(dy * g->rstd, fmaxl(fabsf(weight_at(g, i)), fabsl(d)));
    carried &= !is_lost(gradient_at(a, i), g->rstd) && !is_lost(x_hat(g, i), dy);
  }
  return carried;
}

/** Checks dx of a group, and adds the group to the sums. Returns whether the sums can be judged. */
static int check_gradient(const call *c, const float *dx, const gradient *a, reference_sums dweight,
                          reference_sums dbias) {
  const group *g = a->g;
  long double largest = 0, error = 0;
  if (!add_gradient(a, dweight, dbias)) return 0;
  for (size_t i = 0; i < g->n; i++) {
    const long double of_y = gradient_at(a, i), want = g->rstd * (of_y - a->mean_g - x_hat(g, i) * a->mean_gx);
    if (isnan(want)) EXPECT(c, isnan(dx[i]), "dx %g, not NaN", dx[i]); /* of n <= correction */
    else error = fmaxl(error, isnan(dx[i]) ? INFINITY : fabsl(dx[i] - want));
    largest = fmaxl(largest, fmaxl(fabsl(of_y * g->rstd), fabsl(want)));
  }
  if (is_carried(largest)) EXPECT(c, error <= LN_GRADIENT_ERROR * largest, "dx off by %Lg of %Lg", error, largest);
  return is_carried(largest);
}

#endif
