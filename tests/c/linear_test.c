/** ln_linear, ln_relu and ln_relu_backward against long double. */
#include "check.h"

static void check_linear(size_t rows, size_t inputs, size_t outputs, int biased) {
  float *x = drawn(rows * inputs, d_normal), *weight = drawn(outputs * inputs, d_normal);
  float *bias = parameter(outputs, biased), *y = floats(rows * outputs);
  ln_linear(y, x, weight, bias, rows, inputs, outputs);
  for (size_t r = 0; r < rows; r++) {
    for (size_t o = 0; o < outputs; o++) {
      long double sum = bias ? bias[o] : 0;
      for (size_t i = 0; i < inputs; i++) sum += (long double)x[r * inputs + i] * weight[o * inputs + i];
      double got = y[r * outputs + o];
      check(fabs(got - (double)sum) <= ulp((double)sum), "%zux%zux%zu: %.9g, not %.9g", rows, inputs, outputs, got,
            (double)sum);
    }
  }
  free(x), free(weight), free(bias), free(y);
}

static void every_length(void) {
  for (size_t l = 0; l < LENGTHS; l++) check_linear(2, length_at(l), 3, l % 2 == 1);
  for (size_t outputs = 1; outputs < 9; outputs++) check_linear(3, 5, outputs, 1);
  check_linear(0, 5, 6, 1);
}

static void relu_of_every_length(void) {
  for (size_t l = 0; l < LENGTHS; l++) {
    const size_t n = length_at(l);
    float *x = drawn(n, d_normal), *y = floats(n);
    x[n / 2] = NAN;
    ln_relu(y, x, n);
    for (size_t i = 0; i < n; i++) check(i == n / 2 ? isnan(y[i]) : y[i] == fmaxf(x[i], 0), "n %zu: %g", n, y[i]);
    ln_relu(x, x, n);
    check(same_bits(x, y, n), "n %zu: in place gives other bits", n);
    free(x), free(y);
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
    ln_relu_backward(dx, dy, x, n);
    for (size_t i = 0; i < n; i++) {
      const float zero = 0;
      check(same_bits(dx + i, x[i] <= 0 ? &zero : dy + i, 1), "n %zu, x %g, dy %g: dx %g", n, x[i], dy[i], dx[i]);
    }
    float *in_x = memcpy(floats(n), x, n * sizeof(float));
    ln_relu_backward(in_x, dy, in_x, n);
    ln_relu_backward(dy, dy, x, n);
    check(same_bits(in_x, dx, n) && same_bits(dy, dx, n), "n %zu: in place gives other bits", n);
    free(x), free(dy), free(dx), free(in_x);
  }
}

int main(void) {
  TEST("linear: every number of inputs and outputs", every_length());
  TEST("relu: every length, NaN and in place", relu_of_every_length());
  TEST("relu of infinities, zeros and subnormals", relu_of_special_values());
  TEST("relu_backward: every length, special values and in place", relu_gradients());
  return check_failed_tests > 0;
}
