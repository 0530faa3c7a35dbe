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

/** y = a b; da = dy b^T and db = a^T dy are the same of transposed operands. */
void ln_plain_matmul(ln_result *y, const float *a, const float *b, size_t rows, size_t inner, size_t columns) {
  for (size_t at = 0; at < rows * columns; at++) {
    const size_t r = at / columns, c = at % columns;
    ln_real sum = 0;
    for (size_t i = 0; i < inner; i++) sum += (ln_real)a[r * inner + i] * b[i * columns + c];
    y[at] = (ln_result)sum;
  }
}

/** Which element of b belongs to an element of a, [outer, repeats, n, inner]. */
static size_t broadcast_index(size_t at, size_t repeats, size_t n, size_t inner) {
  return at / (inner * n * repeats) * n + at / inner % n;
}

void ln_plain_add(ln_result *y, const float *a, const float *b, size_t outer, size_t repeats, size_t n, size_t inner) {
  for (size_t at = 0; at < outer * repeats * n * inner; at++) {
    y[at] = (ln_result)((ln_real)a[at] + b[broadcast_index(at, repeats, n, inner)]);
  }
}

void ln_plain_mul(ln_result *y, const float *a, const float *b, size_t outer, size_t repeats, size_t n, size_t inner) {
  for (size_t at = 0; at < outer * repeats * n * inner; at++) {
    y[at] = (ln_result)((ln_real)a[at] * b[broadcast_index(at, repeats, n, inner)]);
  }
}

void ln_plain_relu(ln_result *y, const float *x, size_t n) {
  for (size_t i = 0; i < n; i++) y[i] = x[i] < 0 ? 0 : x[i];
}

void ln_plain_relu_backward(ln_result *dx, const float *dy, const float *x, size_t n) {
  for (size_t i = 0; i < n; i++) dx[i] = x[i] <= 0 ? 0 : dy[i];
}
