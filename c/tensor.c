/** What concerns a tensor's elements whatever they mean: their order, their closeness. */
#include "norm.h"

void ln_permute(float *y, const float *x, const uint32_t *shape, const uint32_t *order, size_t rank) {
  LN_REQUIRE(rank >= 1 && rank <= LN_MAX_RANK);
  size_t x_stride[LN_MAX_RANK], size[LN_MAX_RANK], stride[LN_MAX_RANK], index[LN_MAX_RANK] = {0};
  size_t total = 1;
  for (size_t d = rank; d-- > 0; total *= shape[d]) x_stride[d] = total;
  for (size_t d = 0; d < rank; d++) size[d] = shape[order[d]], stride[d] = x_stride[order[d]];

  const size_t last = rank - 1;
  for (size_t written = 0; written < total; written += size[last]) {
    for (size_t i = 0; i < size[last]; i++) y[written + i] = x[i * stride[last]];
    for (size_t d = last; d-- > 0;) { /* on to the next run of y: count up index, and x with it */
      x += stride[d];
      if (++index[d] < size[d]) break;
      x -= stride[d] * size[d];
      index[d] = 0;
    }
  }
}

static int is_close(double a, double b, double rtol, double atol, int equal_nan) {
  if (a == b) return 1;
  if (a != a || b != b) return equal_nan && a != a && b != b;
  const double distance = __builtin_fabs(a - b);
  return __builtin_isfinite(distance) && distance <= atol + rtol * __builtin_fabs(b);
}

int ln_allclose(const float *a, const float *b, size_t n, double rtol, double atol, int equal_nan) {
  for (size_t i = 0; i < n; i++) {
    if (!is_close(a[i], b[i], rtol, atol, equal_nan)) return 0;
  }
  return 1;
}
