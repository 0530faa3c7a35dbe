/** The formulas of what stands beside a norm. */
#include "plain.h"

#ifdef LN_TRUTH
#define EXP __builtin_expl
#define LOG __builtin_logl
#define ERFC __builtin_erfcl
#else
#define EXP __builtin_exp
#define LOG __builtin_log
#define ERFC __builtin_erfc
#endif

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

/* SiLU and GELU: each is x times a share of it, which goes from 0 to 1. -------------------------------------------- */

static const ln_real ROOT_OF_2 = 1.41421356237309504880L, ROOT_OF_2_BY_PI = 0.79788456080286535588L;

/** 1 / (1 + exp(-x)); 1 less that is the logistic of -x. */
static ln_real logistic(ln_real x) { return 1 / (1 + EXP(-x)); }

static ln_real silu(ln_real x) { return x * logistic(x); }

static ln_real silu_slope(ln_real x) { return logistic(x) * (1 + x * logistic(-x)); }

/** What tanh is taken of, doubled: (1 + tanh(u)) / 2 is the logistic of 2 u. */
static ln_real twice_u(ln_real x) { return 2 * ROOT_OF_2_BY_PI * (x + 0.044715L * x * x * x); }

/** The probability that a normal variable is at most x is erfc(-x / sqrt(2)) / 2. */
static ln_real gelu(ln_real x, int tanh) { return tanh ? x * logistic(twice_u(x)) : x * ERFC(-x / ROOT_OF_2) / 2; }

static ln_real gelu_slope(ln_real x, int tanh) {
  if (!tanh) return ERFC(-x / ROOT_OF_2) / 2 + x * EXP(-x * x / 2) * ROOT_OF_2_BY_PI / 2;
  const ln_real slope = 2 * ROOT_OF_2_BY_PI * (1 + 3 * 0.044715L * x * x);
  return logistic(twice_u(x)) + x * (logistic(twice_u(x)) * logistic(-twice_u(x)) * slope);
}

void ln_plain_silu(ln_result *y, const float *x, size_t n) {
  for (size_t i = 0; i < n; i++) y[i] = (ln_result)silu(x[i]);
}

void ln_plain_silu_backward(ln_result *dx, const float *dy, const float *x, size_t n) {
  for (size_t i = 0; i < n; i++) dx[i] = (ln_result)(dy[i] * silu_slope(x[i]));
}

void ln_plain_silu_mul(ln_result *y, const float *gate, const float *up, size_t n) {
  for (size_t i = 0; i < n; i++) y[i] = (ln_result)(silu(gate[i]) * up[i]);
}

void ln_plain_silu_mul_backward(ln_result *dgate, ln_result *dup, const float *dy, const float *gate, const float *up,
                                size_t n) {
  for (size_t i = 0; i < n; i++) dgate[i] = (ln_result)(dy[i] * (up[i] * silu_slope(gate[i])));
  for (size_t i = 0; i < n; i++) dup[i] = (ln_result)(dy[i] * silu(gate[i]));
}

void ln_plain_gelu(ln_result *y, const float *x, size_t n, int tanh) {
  for (size_t i = 0; i < n; i++) y[i] = (ln_result)gelu(x[i], tanh);
}

void ln_plain_gelu_backward(ln_result *dx, const float *dy, const float *x, size_t n, int tanh) {
  for (size_t i = 0; i < n; i++) dx[i] = (ln_result)(dy[i] * gelu_slope(x[i], tanh));
}

void ln_plain_gelu_mul(ln_result *y, const float *gate, const float *up, size_t n, int tanh) {
  for (size_t i = 0; i < n; i++) y[i] = (ln_result)(gelu(gate[i], tanh) * up[i]);
}

void ln_plain_gelu_mul_backward(ln_result *dgate, ln_result *dup, const float *dy, const float *gate, const float *up,
                                size_t n, int tanh) {
  for (size_t i = 0; i < n; i++) dgate[i] = (ln_result)(dy[i] * (up[i] * gelu_slope(gate[i], tanh)));
  for (size_t i = 0; i < n; i++) dup[i] = (ln_result)(dy[i] * gelu(gate[i], tanh));
}

/* Softmax: of the elements x[i * stride], 0 <= i < n ------------------------------------------------------------- */

static ln_real top_of(const float *x, size_t n, size_t stride, double scale) {
  ln_real top = (ln_real)scale * x[0];
  for (size_t i = 1; i < n; i++) {
    const ln_real scaled = (ln_real)scale * x[i * stride];
    if (!(scaled <= top)) top = scaled; /* NaN, too */
  }
  return top;
}

static ln_real sum_of_exps(const float *x, size_t n, size_t stride, double scale, ln_real top) {
  ln_real sum = 0;
  for (size_t i = 0; i < n; i++) sum += EXP((ln_real)scale * x[i * stride] - top);
  return sum;
}

static void softmax(ln_result *y, const float *x, size_t n, size_t stride, double scale) {
  const ln_real top = top_of(x, n, stride, scale), sum = sum_of_exps(x, n, stride, scale, top);
  for (size_t i = 0; i < n; i++) y[i * stride] = (ln_result)(EXP((ln_real)scale * x[i * stride] - top) / sum);
}

void ln_plain_softmax(ln_result *y, const float *x, size_t outer, size_t n, size_t inner, double scale, size_t queries,
                      size_t first) {
  for (size_t g = 0; g < outer * inner; g++) {
    const size_t at = g / inner * n * inner + g % inner;
    size_t seen = n;
    if (queries) {
      const size_t row = (first + g) % queries;
      seen = row + n + 1 > queries ? row + n + 1 - queries : 0;
    }
    if (seen) softmax(y + at, x + at, seen, inner, scale);
    for (size_t i = seen; i < n; i++) y[at + i * inner] = 0;
  }
}

void ln_plain_softmax_backward(ln_result *dx, const float *dy, const float *y, size_t outer, size_t n, size_t inner,
                               double scale) {
  for (size_t g = 0; g < outer * inner; g++) {
    const size_t at = g / inner * n * inner + g % inner;
    ln_real sum = 0;
    for (size_t i = at; i < at + n * inner; i += inner) sum += (ln_real)dy[i] * y[i];
    for (size_t i = at; i < at + n * inner; i += inner) dx[i] = (ln_result)((ln_real)scale * y[i] * (dy[i] - sum));
  }
}

void ln_plain_log_softmax(ln_result *y, const float *x, size_t outer, size_t n, size_t inner) {
  for (size_t g = 0; g < outer * inner; g++) {
    const size_t at = g / inner * n * inner + g % inner;
    const ln_real top = top_of(x + at, n, inner, 1), log = LOG(sum_of_exps(x + at, n, inner, 1, top));
    for (size_t i = at; i < at + n * inner; i += inner) y[i] = (ln_result)(x[i] - top - log);
  }
}

/** 1 - p of the target is the sum of the other probabilities: nothing cancels. */
ln_real ln_plain_cross_entropy(ln_result *dlogits, const float *logits, const uint32_t *targets, size_t rows,
                               size_t classes, double count, ln_real loss) {
  for (size_t r = 0; r < rows; r++, dlogits += classes, logits += classes) {
    for (size_t i = 0; i < classes; i++) dlogits[i] = 0;
    const size_t target = targets[r];
    if (target >= classes) continue;
    const ln_real top = top_of(logits, classes, 1, 1), sum = sum_of_exps(logits, classes, 1, 1, top);
    loss += LOG(sum) - (logits[target] - top);
    ln_real others = 0;
    for (size_t i = 0; i < classes; i++) {
      const ln_real e = EXP(logits[i] - top);
      if (i != target) others += e;
      dlogits[i] = (ln_result)(e / sum / count);
    }
    dlogits[target] = (ln_result)(-others / sum / count);
  }
  return loss;
}
