/** ln_linear, ln_relu and ln_relu_backward against c/plain.c. */
#include <float.h>

#include "promise.h"

/** Checks an output, and returns its error in millionths of `magnitude`, the sum of the magnitudes that it adds up. */
static long double check_output(const char *what, float y, ln_result want, ln_result magnitude) {
  const float rounded = (float)want;
  if (!isfinite(rounded)) {
    check(same_results(&y, &rounded, 1), "%s: %g, not %g", what, y, rounded);
    return 0;
  }
  const long double error = fabsl(y - want);
  check(error <= LN_PRODUCT_ERROR * magnitude + 0x1p-150L, "%s: %.9g, not %.9Lg: off by %Lg of %Lg", what, y, want,
        error, magnitude);
  return magnitude > 1e-30L ? 1e6L * error / magnitude : 0;
}

static float *magnitudes(const float *x, size_t n) {
  float *sizes = x ? floats(n) : NULL;
  for (size_t i = 0; x && i < n; i++) sizes[i] = fabsf(x[i]);
  return sizes;
}

/** A call of ln_linear, all of whose outputs are checked. */
typedef struct {
  float *x, *weight, *bias, *y;
  size_t rows, inputs, outputs;
} linear_call;

static linear_call call_of(size_t rows, size_t inputs, size_t outputs, float *x, float *weight, float *bias) {
  return (linear_call){x, weight, bias, floats(rows * outputs), rows, inputs, outputs};
}

static long double check_call(const char *what, linear_call c) {
  const size_t size = c.rows * c.outputs;
  ln_result *want = truths(size), *sums = truths(size);
  float *x = magnitudes(c.x, c.rows * c.inputs), *weight = magnitudes(c.weight, c.outputs * c.inputs);
  float *bias = magnitudes(c.bias, c.outputs);
  long double largest = 0;
  ln_linear(c.y, c.x, c.weight, c.bias, c.rows, c.inputs, c.outputs);
  ln_plain_linear(want, c.x, c.weight, c.bias, c.rows, c.inputs, c.outputs);
  ln_plain_linear(sums, x, weight, bias, c.rows, c.inputs, c.outputs);
  for (size_t at = 0; at < size; at++) largest = fmaxl(largest, check_output(what, c.y[at], want[at], sums[at]));
  free(want), free(sums), free(x), free(weight), free(bias);
  return largest;
}

static void free_call(linear_call c) { free(c.x), free(c.weight), free(c.bias), free(c.y); }

static void check_linear(size_t rows, size_t inputs, size_t outputs, distribution of_x, distribution of_weight,
                         int biased) {
  char what[64];
  snprintf(what, sizeof what, "%zux%zux%zu", rows, inputs, outputs);
  const linear_call c = call_of(rows, inputs, outputs, drawn(rows * inputs, of_x), drawn(outputs * inputs, of_weight),
                                parameter(outputs, biased));
  check_call(what, c);
  free_call(c);
}

static void every_length(void) {
  for (size_t l = 0; l < LENGTHS; l++) check_linear(2, length_at(l), 3, d_normal, d_normal, l % 2 == 1);
  for (size_t outputs = 1; outputs < 20; outputs++) check_linear(3, 53, outputs, d_normal, d_normal, outputs % 2 == 1);
  check_linear(1, 100000, 2, d_normal, d_normal, 1);
}

static void every_distribution(void) {
  for (size_t a = 0; a < DISTRIBUTIONS; a++)
    for (size_t b = 0; b < DISTRIBUTIONS; b++) check_linear(2, 203, 9, distributions[a].draw, distributions[b].draw, 1);
}

static void nothing(void) {
  check_linear(0, 5, 6, d_normal, d_normal, 1);
  check_linear(3, 5, 0, d_normal, d_normal, 1);
  check_linear(3, 0, 9, d_normal, d_normal, 1);
  check_linear(3, 0, 9, d_normal, d_normal, 0);
}

/**
 * In each of four lanes one large product, and after it small ones, every one of which is just above half of the last
 * digit of the sum: additions in float all round up, and by as much as they can. Once in a period, so that runs of any
 * length meet them; products are rounded up, too.
 */
static void errors_that_point_one_way(void) {
  const float up = 1.0001f;
  long double largest = 0;
  for (size_t period = 8; period <= 400; period += 4) {
    const size_t n = 3 * period;
    float *x = floats(n), *weight = floats(n);
    for (size_t i = 0; i < n; i++) x[i] = i % period < 4 ? 1 : 0x1p-24f, weight[i] = up;
    const linear_call c = call_of(1, n, 1, x, weight, NULL);
    largest = fmaxl(largest, check_call("half a digit", c));
    for (size_t i = 0; i < n; i++) x[i] = i % period < 4 ? 1.0000001f : -0x1.000002p-25f;
    largest = fmaxl(largest, check_call("half a digit less", c));
    free_call(c);
  }
  check(largest > 0.4L, "the largest error was %Lg millionths: these inputs are not what they should be", largest);
}

/** All products are equal: above the least normal number, and below, where a product loses more than the sums do. */
static void equal_addends(void) {
  long double largest = 0;
  for (int k = 0; k < 6000; k++) {
    const size_t n = 1 + (size_t)(600 * data_uniform());
    const double scale = k % 2 ? 0x1p-60 : 1;
    float *x = floats(n), *weight = floats(n);
    const float a = (float)(scale * (1 + data_uniform())),
                b = (float)(scale * ldexp(1 + data_uniform(), -(k / 2 % 32)));
    for (size_t i = 0; i < n; i++) x[i] = a, weight[i] = b;
    const linear_call c = call_of(1, n, 1, x, weight, NULL);
    largest = fmaxl(largest, check_call("equal addends", c));
    free_call(c);
  }
  check(largest > 0.1L, "the largest error was %Lg millionths: these inputs are not what they should be", largest);
}

/** +- m * 2^e, 1 <= m < 2, least <= e <= most. */
static float of_exponents(int least, int most) {
  const double m = 1 + data_uniform(), sign = data_uniform() < 0.5 ? -1 : 1;
  return (float)ldexp(sign * m, least + (int)((most - least + 1) * data_uniform()));
}

/** Inputs and weights of any exponents, so that products and sums overflow and underflow. */
static void every_exponent(void) {
  const int windows[][2] = {{-149, 126}, {-149, -40}, {-80, -50}, {-70, -60}, {60, 66}, {62, 126}, {-126, -126}};
  enum { WINDOWS = sizeof windows / sizeof *windows };
  for (int k = 0; k < 6000; k++) {
    const int *of_x = windows[k % WINDOWS], *of_weight = windows[k / WINDOWS % WINDOWS];
    const size_t n = 1 + (size_t)(120 * data_uniform());
    float *x = floats(n), *weight = floats(n), *bias = k % 3 ? NULL : floats(1);
    for (size_t i = 0; i < n; i++) {
      x[i] = of_exponents(of_x[0], of_x[1]), weight[i] = of_exponents(of_weight[0], of_weight[1]);
      /* pairs that cancel, also where each of them overflows */
      if (k % 2 && i % 2) x[i] = -x[i - 1], weight[i] = weight[i - 1];
    }
    if (bias) bias[0] = of_exponents(-149, 127);
    const linear_call c = call_of(1, n, 1, x, weight, bias);
    check_call("any exponents", c);
    free_call(c);
  }
}

/** Inputs, and what their sum must be to the last bit: a product of floats is exact in double. */
static void special_values(void) {
  const float big = 3e38f, inf = INFINITY;
  enum { N = 29 };
  const struct {
    float x[N], weight[N], want;
  } cases[] = {
      {{1e30f}, {1e-30f}, 1e30f * 1e-30f},
      {{1e20f, -1e20f}, {1e20f, 1e20f}, 0},
      {{1e20f, 0, 0, 0, -1e20f, 5}, {1e20f, 0, 0, 0, 1e20f, 1}, 5},
      {{1e20f}, {1e20f}, inf},
      {{-1e20f}, {1e20f}, -inf},
      {{big, 0, 0, 0, big, 0, 0, 0, -big}, {1, 0, 0, 0, 1, 0, 0, 0, 1}, big},
      {{big, big}, {1, 1}, inf},
      {{FLT_MAX}, {1}, FLT_MAX},
      /* quarters of the last digit are lost in float */
      {{0x1.fffffcp127f, 0, 0, 0, 0x1p102f, 0, 0, 0, 0x1p102f, 0, 0, 0, 0x1p102f, 0, 0, 0,
        0x1p102f,        0, 0, 0, 0x1p102f, 0, 0, 0, 0x1p102f},
       {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1},
       inf},
      {{1e-30f, 1e-30f, 1e-30f}, {1e-15f, 1e-15f, 1e-15f}, 3e-45f},
      {{0x1p-100f, 0x1p-100f}, {0x1p-50f, 0x1p-50f}, 0x1p-149f},
      {{0, -0.0f}, {1, 1}, 0},
      {{inf}, {2}, inf},
      {{inf, 1}, {-2, 1}, -inf},
      {{inf, inf}, {1, -1}, NAN},
      {{inf}, {0}, NAN},
      {{0}, {inf}, NAN},
      {{0}, {NAN}, NAN},
      {{1, 2, NAN}, {0}, NAN},
      {{0, 0, 0, 0, 0, 0, 0, 0, -inf}, {0, 0, 0, 0, 0, 0, 0, 0, 1}, -inf},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    float y;
    ln_linear(&y, cases[k].x, cases[k].weight, NULL, 1, N, 1);
    check(same_results(&y, &cases[k].want, 1), "case %zu: %.9g, not %.9g", k, y, cases[k].want);
  }
}

/**
 * Of a few inputs, as in the book's example, every output is float64's, rounded to float32. float64 rounds, too: here
 * by less than 1e-14.
 */
static void few_inputs(void) {
  const size_t rows = 200, outputs = 9, size = rows * outputs;
  for (size_t n = 1; n < 16; n++) {
    const linear_call c = call_of(rows, n, outputs, drawn(rows * n, d_normal), drawn(outputs * n, d_normal), NULL);
    ln_result *want = truths(size);
    ln_linear(c.y, c.x, c.weight, NULL, rows, n, outputs), ln_plain_linear(want, c.x, c.weight, NULL, rows, n, outputs);
    for (size_t at = 0; at < size; at++) {
      check(fabsl(c.y[at] - want[at]) <= 0.5L * ulp(want[at]) + 1e-14L, "%zu inputs: %.9g, not %.9Lg", n, c.y[at],
            want[at]);
    }
    free(want), free_call(c);
  }
}

/** The bits of rows in batches of every size, at any alignment, and of every output beside none and beside others. */
static void bits_of_rows_and_outputs(void) {
  enum { ROWS = 7, OUTPUTS = 19 };
  const size_t lengths[] = {1, 3, 4, 47, 48, 49, 96, 255, 1027};
  for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
    const size_t n = lengths[l];
    const linear_call c =
        call_of(ROWS, n, OUTPUTS, drawn(ROWS * n, d_normal), drawn(OUTPUTS * n, d_normal), drawn(OUTPUTS, d_normal));
    for (size_t i = 0; i < n; i++) c.x[3 * n + i] *= 1e-25f, c.weight[5 * n + i] *= 1e-25f; /* some are exact */
    check_call("rows", c);
    for (size_t from = 0; from < ROWS; from++) {
      for (size_t rows = 1; rows <= ROWS - from; rows++) {
        const size_t shift = (from + rows) % 4;
        float *x = floats(rows * n + shift), *y = floats(rows * OUTPUTS + shift);
        memcpy(x + shift, c.x + from * n, rows * n * sizeof *x);
        ln_linear(y + shift, x + shift, c.weight, c.bias, rows, n, OUTPUTS);
        check(same_bits(y + shift, c.y + from * OUTPUTS, rows * OUTPUTS), "n %zu, %zu rows from %zu", n, rows, from);
        free(x), free(y);
      }
    }
    for (size_t first = 0; first < OUTPUTS; first++) {
      for (size_t outputs = 1; outputs <= OUTPUTS - first; outputs++) {
        float y[OUTPUTS];
        ln_linear(y, c.x, c.weight + first * n, c.bias + first, 1, n, outputs);
        check(same_bits(y, c.y + first, outputs), "n %zu, %zu outputs from %zu", n, outputs, first);
      }
    }
    free_call(c);
  }
}

static void relu_of_every_length(void) {
  for (size_t l = 0; l < LENGTHS; l++) {
    const size_t n = length_at(l);
    float *x = drawn(n, d_normal), *y = floats(n);
    ln_result *want = truths(n);
    x[n / 2] = NAN;
    ln_relu(y, x, n), ln_plain_relu(want, x, n);
    for (size_t i = 0; i < n; i++) check(isnan(want[i]) ? isnan(y[i]) : y[i] == want[i], "n %zu: %g", n, y[i]);
    ln_relu(x, x, n);
    check(same_bits(x, y, n), "n %zu: in place gives other bits", n);
    free(x), free(y), free(want);
  }
}

static void relu_of_special_values(void) {
  const float x[] = {-INFINITY, INFINITY, -0.0f, 1e-45f, -1e-45f, 3e38f};
  float y[6];
  ln_relu(y, x, 6);
  check(y[0] == 0 && isinf(y[1]) && y[2] == 0 && signbit(y[2]) && y[3] == x[3] && y[4] == 0 && y[5] == x[5],
        "%g %g %g %g %g %g", y[0], y[1], y[2], y[3], y[4], y[5]);
}

/** dx of every length, in place of dy and of x, too. */
static void relu_gradients(void) {
  const float strange[] = {0, -0.0f, NAN, INFINITY, -INFINITY, 1e-45f, -1e-45f};
  for (size_t l = 0; l < LENGTHS; l++) {
    const size_t n = length_at(l);
    float *x = drawn(n, d_normal), *dy = drawn(n, d_normal), *dx = floats(n);
    for (size_t i = l % 3; i < n; i += 3) x[i] = strange[(i / 3 + l) % 7];
    for (size_t i = l % 5; i < n; i += 5) dy[i] = strange[(i / 5 + l) % 7];
    ln_result *want = truths(n);
    ln_relu_backward(dx, dy, x, n), ln_plain_relu_backward(want, dy, x, n);
    for (size_t i = 0; i < n; i++) {
      const float exact = (float)want[i];
      check(same_bits(dx + i, &exact, 1), "n %zu, x %g, dy %g: dx %g", n, x[i], dy[i], dx[i]);
    }
    float *in_x = memcpy(floats(n), x, n * sizeof(float));
    ln_relu_backward(in_x, dy, in_x, n);
    ln_relu_backward(dy, dy, x, n);
    check(same_bits(in_x, dx, n) && same_bits(dy, dx, n), "n %zu: in place gives other bits", n);
    free(x), free(dy), free(dx), free(in_x), free(want);
  }
}

int main(void) {
  TEST("linear: every number of inputs and outputs", every_length());
  TEST("linear: the outputs of a few inputs are rounded once", few_inputs());
  TEST("linear: no rows, no inputs, no outputs", nothing());
  TEST("linear: every distribution of inputs by every one of weights", every_distribution());
  TEST("linear: within the promise where all rounding errors point one way", errors_that_point_one_way());
  TEST("linear: within the promise where all products are equal", equal_addends());
  TEST("linear: products and sums beyond the range of float32", every_exponent());
  TEST("linear: special values", special_values());
  TEST("linear: a row's bits in any batch, an output's beside any others", bits_of_rows_and_outputs());
  TEST("relu: every length, NaN and in place", relu_of_every_length());
  TEST("relu of infinities, zeros and subnormals", relu_of_special_values());
  TEST("relu_backward: every length, special values and in place", relu_gradients());
  return check_failed_tests > 0;
}
