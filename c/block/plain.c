/** The formulas of what stands beside a norm. */
#include "plain.h"

/** y = x W^T + b; dx = dy W and dweight = dy^T x are the same of transposed operands. */
void ln_plain_linear(ln_result *y, const float *x, const float *weight, const float *bias, size_t rows, size_t inputs,
                     size_t outputs) {
  for (size_t at = 0; at < rows * outputs; at++) {
    const size_t r = at / outputs, o = at % outputs;
    ln_real sum = bias ? bias[o] : 0;
    for (size_t i = 0; i < inputs; i++) sum += (ln_real)x[r * inputs + i] * weight[o * inputs + i];
    y[at] = (ln_result)sum;
  }
}

void ln_plain_relu(ln_result *y, const float *x, size_t n) {
  for (size_t i = 0; i < n; i++) y[i] = x[i] < 0 ? 0 : x[i];
}

void ln_plain_relu_backward(ln_result *dx, const float *dy, const float *x, size_t n) {
  for (size_t i = 0; i < n; i++) dx[i] = x[i] <= 0 ? 0 : dy[i];
}
