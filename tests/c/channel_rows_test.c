/** Group norm with weights and biases of single samples, and with an offset of the weight: forward and backward. */
#include "promise.h"

enum { SAMPLES = 5, ROWS = 3, GROUPS = 2 };

/** Which row of the parameters belongs to each sample; NULL: the first to all. */
static const uint32_t weight_rows[SAMPLES] = {2, 0, 1, 1, 2}, bias_rows[SAMPLES] = {0, 1, 2, 0, 0};

typedef struct {
  size_t channels, inner;
  float offset;
  const uint32_t *weight_row, *bias_row; /* each or NULL */
  const char *name;
  distribution draw;
} row_case;

static size_t parameters_of(row_case t) { return GROUPS * t.channels; }
static size_t size_of(row_case t) { return parameters_of(t) * t.inner; } /* elements of a sample */

static float *draw_samples(row_case t) {
  float *x = floats(SAMPLES * size_of(t));
  for (size_t i = 0; i < SAMPLES * size_of(t); i++) x[i] = (float)t.draw(i % (t.channels * t.inner));
  return x;
}

/** The row of a parameter that belongs to the sample o. */
static const float *row_at(const float *parameter, const uint32_t *row, size_t o, row_case t) {
  return parameter ? parameter + (row ? row[o] * parameters_of(t) : 0) : NULL;
}

/** weight + offset, in float32, of the sample o; NULL without a weight. */
static float *own_weight(const float *weight, size_t o, row_case t) {
  const float *row = row_at(weight, t.weight_row, o, t);
  if (!row) return NULL;
  float *own = floats(parameters_of(t));
  for (size_t c = 0; c < parameters_of(t); c++) own[c] = row[c] + t.offset;
  return own;
}

/** Whether a sample is mapped by the loops over rows unless there is an offset: then its bits may be others. */
static int goes_as_rows(row_case t) { return t.inner == 1 && t.offset != 0; }

/** A sample: within the promise, and the bits of a call of its own that is given weight + offset. */
static void check_sample(const float *y, const float *x, const float *weight, const float *bias, size_t o, row_case t) {
  const size_t n = t.channels * t.inner;
  float *own = own_weight(weight, o, t), *alone = floats(size_of(t));
  const float *shift = row_at(bias, t.bias_row, o, t);
  ln_result *want = truths(2 * size_of(t)), *scaled = want + size_of(t);
  ln_plain_group_norm(want, NULL, NULL, NULL, x, own, shift, 1, GROUPS, t.channels, t.inner, 1e-5);
  ln_plain_group_norm(scaled, NULL, NULL, NULL, x, own, NULL, 1, GROUPS, t.channels, t.inner, 1e-5);
  const subject s = {t.name, n, 1, 1e-5};
  for (size_t g = 0; g < GROUPS; g++) check_normalized(s, y + g * n, want + g * n, scaled + g * n);
  ln_group_norm(alone, NULL, NULL, x, own, shift, NULL, NULL, 1, GROUPS, t.channels, t.inner, 0, 1e-5);
  check(goes_as_rows(t) || same_results(alone, y, size_of(t)), "%s, channels %zu, inner %zu, sample %zu: other bits",
        t.name, t.channels, t.inner, o);
  free(own), free(alone), free(want);
}

static void check_forward(row_case t, int with_weight) {
  float *x = draw_samples(t), *y = floats(SAMPLES * size_of(t));
  float *weight = parameter(ROWS * parameters_of(t), with_weight), *bias = parameter(ROWS * parameters_of(t), 1);
  ln_group_norm(y, NULL, NULL, x, weight, bias, t.weight_row, t.bias_row, SAMPLES, GROUPS, t.channels, t.inner,
                t.offset, 1e-5);
  for (size_t o = 0; o < SAMPLES; o++) { check_sample(y + o * size_of(t), x + o * size_of(t), weight, bias, o, t); }
  if (t.channels == 1) {
    float *same = floats(SAMPLES * size_of(t));
    ln_instance_norm(same, NULL, NULL, NULL, x, weight, bias, t.weight_row, t.bias_row, SAMPLES, GROUPS, t.inner,
                     t.offset, 1e-5);
    check(same_results(same, y, SAMPLES * size_of(t)), "%s: instance norm has other bits", t.name);
    free(same);
  }
  free(x), free(y), free(weight), free(bias);
}

static const size_t channel_counts[] = {1, 2, 5, 15, 16, 17, 33}, inners[] = {1, 2, 3, 15, 16, 17, 67, 259};
enum {
  CHANNEL_COUNTS = sizeof channel_counts / sizeof *channel_counts,
  INNERS = sizeof inners / sizeof *inners,
  FORMS = 12, /* with and without rows of weight and of bias, and three offsets */
};

static row_case case_at(size_t k, size_t channels, size_t inner, int form) {
  const float offsets[] = {0, 1, -0.75f};
  return (row_case){.channels = channels,
                    .inner = inner,
                    .offset = offsets[form / 4],
                    .weight_row = form % 2 ? weight_rows : NULL,
                    .bias_row = form / 2 % 2 ? bias_rows : NULL,
                    .name = distributions[k].name,
                    .draw = distributions[k].draw};
}

static void every_case(void (*check_case)(row_case t, int with_weight)) {
  for (size_t k = 0; k < DISTRIBUTIONS; k++) {
    for (int c = 0; c < CHANNEL_COUNTS; c++) {
      for (int i = 0; i < INNERS; i++) {
        for (int form = 0; form < FORMS; form++) {
          check_case(case_at(k, channel_counts[c], inners[i], form), (form + i) % 4 != 0);
        }
      }
    }
  }
}

/** Without a weight an offset has no effect. */
static void no_weight(void) {
  const float x[] = {1, 2, 3, 4};
  float y[4], plain[4];
  ln_group_norm(plain, NULL, NULL, x, NULL, NULL, NULL, NULL, 1, 1, 2, 2, 0, 1e-5);
  ln_group_norm(y, NULL, NULL, x, NULL, NULL, NULL, NULL, 1, 1, 2, 2, 3, 1e-5);
  check(same_bits(y, plain, 4), "an offset without a weight changes y");
}

/* Backward --------------------------------------------------------------------------------------------------------- */

/** What a sample adds to the rows of dweight and of dbias that are its own. */
typedef struct {
  double *dweight, *dbias;
} own_sums;

static own_sums sums_at(double *dweight, double *dbias, size_t o, row_case t) {
  return (own_sums){dweight + (t.weight_row ? t.weight_row[o] * parameters_of(t) : 0),
                    dbias + (t.bias_row ? t.bias_row[o] * parameters_of(t) : 0)};
}

/** dx and the sums are those of a call for each sample with weight + offset, in the same order, to the bit. */
static void check_backward(row_case t, int with_weight) {
  const size_t size = SAMPLES * size_of(t), parameters = ROWS * parameters_of(t);
  float *x = draw_samples(t), *dy = drawn(size, d_normal), *dx = floats(size), *apart = floats(size);
  float *weight = parameter(parameters, with_weight);
  double *sums[] = {doubles(parameters, 0), doubles(parameters, 0), doubles(parameters, 0), doubles(parameters, 0)};
  ln_group_norm_backward(dx, sums[0], sums[1], dy, x, weight, t.weight_row, t.bias_row, SAMPLES, GROUPS, t.channels,
                         t.inner, t.offset, 1e-5);
  for (size_t o = 0; o < SAMPLES; o++) {
    float *own = own_weight(weight, o, t);
    const own_sums to = sums_at(sums[2], sums[3], o, t);
    const size_t at = o * size_of(t);
    ln_group_norm_backward(apart + at, to.dweight, to.dbias, dy + at, x + at, own, NULL, NULL, 1, GROUPS, t.channels,
                           t.inner, 0, 1e-5);
    free(own);
  }
  check(same_results(dx, apart, size), "%s, channels %zu, inner %zu: dx has other bits", t.name, t.channels, t.inner);
  for (size_t c = 0; c < parameters; c++) {
    const int same = sums[0][c] == sums[2][c] && sums[1][c] == sums[3][c];
    check(same, "%s, channels %zu, inner %zu: the sums are others", t.name, t.channels, t.inner);
  }
  for (int k = 0; k < 4; k++) free(sums[k]);
  free(x), free(dy), free(dx), free(apart), free(weight);
}

int main(void) {
  TEST("group_norm with parameters of samples, and an offset", every_case(check_forward));
  TEST("group_norm: an offset without a weight", no_weight());
  TEST("group_norm_backward with parameters of samples, and an offset", every_case(check_backward));
  return check_failed_tests > 0;
}
