/** SiLU and GELU, their products with another operand and all gradients, against c/block/plain.c. */
#include <float.h>

#include "promise.h"

enum { MOST_INPUTS = 3, MOST_OUTPUTS = 2 };

typedef void run_kernel(float *const *y, const float *const *x, size_t n);
typedef void run_plain(ln_result *const *y, const float *const *x, size_t n);

/** The magnitude that the error of output k of one element is a part of; negative: nothing is promised. */
typedef long double magnitude_of(int k, const float *x, const ln_result *want);

typedef struct {
  const char *name;
  size_t inputs, outputs;
  run_kernel *run;
  run_plain *plain;
  magnitude_of *magnitude;
  double error; /* a part of that magnitude */
} op;

static long double of_output(int k, const float *x, const ln_result *want) {
  (void)x;
  return fmaxl(1, fabsl(want[k]));
}

static long double of_dy(int k, const float *x, const ln_result *want) {
  (void)k, (void)want;
  return isfinite(x[0]) ? fabsl(x[0]) : -1;
}

/** Of dy, gate and up. */
static long double of_product(int k, const float *x, const ln_result *want) {
  const long double dy = fabsl(x[0]), product = dy * fabsl(x[2]);
  if (!isfinite(x[0]) || !isfinite(x[2])) return -1;
  if (k == 1) return fmaxl(dy, fabsl(want[1]));
  return product == 0 || is_normal(product) ? product : -1;
}

#define FORWARD(name, call, plain_call)                                        \
  static void name(float *const *y, const float *const *x, size_t n) { call; } \
  static void plain_##name(ln_result *const *y, const float *const *x, size_t n) { plain_call; }

FORWARD(silu, ln_silu(y[0], x[0], n), ln_plain_silu(y[0], x[0], n))
FORWARD(silu_backward, ln_silu_backward(y[0], x[0], x[1], n), ln_plain_silu_backward(y[0], x[0], x[1], n))
FORWARD(silu_mul, ln_silu_mul(y[0], x[0], x[1], n), ln_plain_silu_mul(y[0], x[0], x[1], n))
FORWARD(silu_mul_backward, ln_silu_mul_backward(y[0], y[1], x[0], x[1], x[2], n),
        ln_plain_silu_mul_backward(y[0], y[1], x[0], x[1], x[2], n))
FORWARD(gelu, ln_gelu(y[0], x[0], n, 0), ln_plain_gelu(y[0], x[0], n, 0))
FORWARD(gelu_backward, ln_gelu_backward(y[0], x[0], x[1], n, 0), ln_plain_gelu_backward(y[0], x[0], x[1], n, 0))
FORWARD(gelu_mul, ln_gelu_mul(y[0], x[0], x[1], n, 0), ln_plain_gelu_mul(y[0], x[0], x[1], n, 0))
FORWARD(gelu_mul_backward, ln_gelu_mul_backward(y[0], y[1], x[0], x[1], x[2], n, 0),
        ln_plain_gelu_mul_backward(y[0], y[1], x[0], x[1], x[2], n, 0))
FORWARD(tanh_gelu, ln_gelu(y[0], x[0], n, 1), ln_plain_gelu(y[0], x[0], n, 1))
FORWARD(tanh_gelu_backward, ln_gelu_backward(y[0], x[0], x[1], n, 1), ln_plain_gelu_backward(y[0], x[0], x[1], n, 1))
FORWARD(tanh_gelu_mul, ln_gelu_mul(y[0], x[0], x[1], n, 1), ln_plain_gelu_mul(y[0], x[0], x[1], n, 1))
FORWARD(tanh_gelu_mul_backward, ln_gelu_mul_backward(y[0], y[1], x[0], x[1], x[2], n, 1),
        ln_plain_gelu_mul_backward(y[0], y[1], x[0], x[1], x[2], n, 1))

#define OPS_OF(name)                                                                                             \
  {#name, 1, 1, name, plain_##name, of_output, LN_ACTIVATION_ERROR},                                             \
      {#name "_backward", 2, 1, name##_backward, plain_##name##_backward, of_dy, LN_GRADIENT_ERROR},             \
      {#name "_mul", 2, 1, name##_mul, plain_##name##_mul, of_output, LN_ACTIVATION_ERROR}, {                    \
#name "_mul_backward", 3, 2, name##_mul_backward, plain_##name##_mul_backward, of_product, LN_GRADIENT_ERROR \
  }

static const op ops[] = {OPS_OF(silu), OPS_OF(gelu), OPS_OF(tanh_gelu)};
enum { OPS = sizeof ops / sizeof *ops };

/** Which input the activation is taken of. */
static size_t gate_of(const op *o) { return o->magnitude == of_output ? 0 : 1; }

/** Checks output k of one element. */
static void check_output(const op *o, int k, float got, const float *x, const ln_result *want) {
  const long double magnitude = o->magnitude(k, x, want), edge = LARGEST_FLOAT * (1 - 2 * o->error);
  if (isnan(want[k])) check(isnan(got), "%s[%d] of %g, %g: %g, not NaN", o->name, k, x[0], x[1], got);
  else if (magnitude < 0) return;
  else if (fabsl(want[k]) > edge) {
    check(fabsf(got) > edge * (1 - 2 * o->error), "%s[%d] of %g, %g: %g", o->name, k, x[0], x[1], got);
  } else {
    check(fabsl(got - want[k]) <= o->error * magnitude + SMALLEST_SUBNORMAL, "%s[%d] of %.9g, %.9g: %.9g, not %.9Lg",
          o->name, k, x[0], x[1], got, want[k]);
  }
}

/** A call, all of whose outputs are checked; they are kept in y, where there is one. */
static void check_call(const op *o, const float *const *x, size_t n, float *const *kept) {
  float *y[MOST_OUTPUTS];
  ln_result *want[MOST_OUTPUTS];
  for (size_t k = 0; k < o->outputs; k++) y[k] = kept ? kept[k] : floats(n), want[k] = truths(n);
  o->run(y, x, n), o->plain(want, x, n);
  for (size_t i = 0; i < n; i++) {
    float element[MOST_INPUTS] = {0};
    ln_result truth[MOST_OUTPUTS] = {0};
    for (size_t k = 0; k < o->inputs; k++) element[k] = x[k][i];
    for (size_t k = 0; k < o->outputs; k++) truth[k] = want[k][i];
    for (size_t k = 0; k < o->outputs; k++) check_output(o, (int)k, y[k][i], element, truth);
  }
  for (size_t k = 0; k < o->outputs; k++) {
    free(want[k]);
    if (!kept) free(y[k]);
  }
}

static float any_float(void) {
  const uint32_t bits = (uint32_t)(data_uniform() * 0x1p32);
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/** Every length; an output in an input's memory, and each stretch alone at any alignment, gives the same bits. */
static void every_length(const op *o) {
  for (size_t l = 0; l < LENGTHS; l++) {
    const size_t n = length_at(l), from = l % n, count = n - from < 7 ? n - from : 7;
    float *x[MOST_INPUTS], *y[MOST_OUTPUTS], *other = floats(n), alone[MOST_OUTPUTS][8];
    for (size_t k = 0; k < o->inputs; k++) x[k] = drawn(n, l % 5 ? d_normal : d_squares_overflow);
    for (size_t k = 0; k < o->outputs; k++) y[k] = floats(n);
    check_call(o, (const float *const *)x, n, y);
    for (size_t out = 0; out < o->outputs; out++) {
      for (size_t in = 0; in < o->inputs; in++) {
        float *same = memcpy(floats(n), x[in], n * sizeof *same), *to[MOST_OUTPUTS] = {other, other};
        const float *inputs[MOST_INPUTS] = {x[0], x[1], x[2]};
        to[out] = same, inputs[in] = same;
        o->run(to, inputs, n);
        check(same_results(same, y[out], n), "%s, n %zu: output %zu in the place of input %zu", o->name, n, out, in);
        free(same);
      }
    }
    const float *part[MOST_INPUTS];
    float *to[MOST_OUTPUTS] = {alone[0] + 1, alone[1] + 1};
    for (size_t k = 0; k < o->inputs; k++) part[k] = x[k] + from;
    o->run(to, part, count);
    for (size_t k = 0; k < o->outputs; k++) {
      check(same_results(to[k], y[k] + from, count), "%s, n %zu: %zu from %zu alone", o->name, n, count, from);
    }
    for (size_t k = 0; k < o->inputs; k++) free(x[k]);
    for (size_t k = 0; k < o->outputs; k++) free(y[k]);
    free(other);
  }
}

/** Gates of any bits, the others of any bits, too, or moderate. */
static void any_bits(const op *o) {
  enum { N = 100000 };
  for (int round = 0; round < 6; round++) {
    float *x[MOST_INPUTS];
    for (size_t k = 0; k < o->inputs; k++) {
      x[k] = drawn(N, d_normal);
      for (size_t i = 0; i < N; i++) {
        if (k == gate_of(o)) {
          x[k][i] = round % 2 ? (float)(-150 + 300 * data_uniform()) : round % 3 ? any_float() : 12 * x[k][i];
        } else if (round < 4) x[k][i] = any_float();
        /* beyond all finite numbers long double and float64 differ: exp(-1000) is 0 in one of them */
        if (!isfinite(x[k][i])) x[k][i] = 1;
      }
    }
    check_call(o, (const float *const *)x, N, NULL);
    for (size_t k = 0; k < o->inputs; k++) free(x[k]);
  }
}

/** The floats around all edges, and those of special values. */
static const float gates[] = {0,        -0.0f,   1e-45f, -1e-45f, 1e-38f,   -1e-38f,  1,         -1,     -2.5f,
                              2.5f,     -5.3f,   5.3f,   -5.29f,  -5.31f,   -10.06f,  -12,       -12.1f, -13.26f,
                              -13.265f, -13.27f, -20,    20,      -87.3f,   -88,      -88.4f,    -89,    -104,
                              104,      -150,    -699,   -701,    1e6f,     -1e6f,    1e10f,     -1e10f, 1e19f,
                              -1e19f,   1e30f,   -1e30f, FLT_MAX, -FLT_MAX, INFINITY, -INFINITY, NAN};
enum { GATES = sizeof gates / sizeof *gates };

static void every_edge(const op *o) {
  const float others[] = {1, -1, 0, 1e-45f, 32, 32.1f, -1e6f, 1e30f, FLT_MAX};
  enum { OTHERS = sizeof others / sizeof *others };
  float x[MOST_INPUTS][GATES];
  for (size_t a = 0; a < OTHERS; a++) {
    for (size_t b = 0; b < OTHERS; b++) {
      const float *inputs[] = {x[0], x[1], x[2]};
      for (size_t i = 0; i < GATES; i++) {
        x[0][i] = others[a], x[1][i] = x[2][i] = others[b];
        x[gate_of(o)][i] = gates[i];
      }
      check_call(o, inputs, GATES, NULL);
    }
  }
}

/** What torch gives, to the bit. */
static void special_values(void) {
  const struct {
    float x, silu, gelu, tanh_gelu;
  } cases[] = {
      {0, 0, 0, 0},
      {-0.0f, -0.0f, -0.0f, -0.0f},
      {INFINITY, INFINITY, INFINITY, INFINITY},
      {-INFINITY, NAN, NAN, NAN},
      {NAN, NAN, NAN, NAN},
      {1e30f, 1e30f, 1e30f, 1e30f},
      {-1e30f, -0.0f, -0.0f, -0.0f},
      {-FLT_MAX, -0.0f, -0.0f, -0.0f},
      {-104, -0.0f, -0.0f, -0.0f},
      {40, 40, 40, 40},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const float *want = &cases[k].silu;
    float y[3];
    ln_silu(y, &cases[k].x, 1), ln_gelu(y + 1, &cases[k].x, 1, 0), ln_gelu(y + 2, &cases[k].x, 1, 1);
    check(same_results(y, want, 3), "of %g: %g %g %g", cases[k].x, y[0], y[1], y[2]);
  }
}

/** What would be lost of a product, were the activation a float32 on the way: its error shows in the product alone. */
static void products_of_tiny_activations(void) {
  const struct {
    run_kernel *run;
    run_plain *plain;
    float gate;
  } cases[] = {
      {silu_mul, plain_silu_mul, -88.5f},
      {silu_mul, plain_silu_mul, -100},
      {silu_mul, plain_silu_mul, -40},
      {gelu_mul, plain_gelu_mul, -13.5f},
      {tanh_gelu_mul, plain_tanh_gelu_mul, -10.2f},
  };
  const float up = 3e38f, infinite = INFINITY;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const float *x[] = {&cases[k].gate, &up};
    float y, *outputs[] = {&y};
    ln_result want, *wants[] = {&want};
    cases[k].run(outputs, x, 1), cases[k].plain(wants, x, 1);
    check(fabsl(y - want) <= LN_ACTIVATION_ERROR * fabsl(want), "of %g: %.9g, not %.9Lg", *x[0], y, want);
    x[1] = &infinite;
    cases[k].run(outputs, x, 1);
    check(y == -INFINITY, "of %g times infinity: %g", *x[0], y);
  }
}

/** Gates far below 0, whose activation is tiny, and other operands of all sizes that make up for it. */
static void products_of_large_operands(void) {
  enum { N = 100000 };
  for (size_t k = 0; k < OPS; k++) {
    if (ops[k].inputs != 2 || ops[k].magnitude != of_output) continue;
    float *gate = floats(N), *up = floats(N);
    for (size_t i = 0; i < N; i++) {
      gate[i] = (float)(-20 * data_uniform());
      up[i] = (float)pow(10, 12 * data_uniform());
    }
    check_call(ops + k, (const float *const[]){gate, up}, N, NULL);
    free(gate), free(up);
  }
}

int main(void) {
  for (size_t k = 0; k < OPS; k++) {
    char name[128];
    every_length(ops + k);
    snprintf(name, sizeof name, "%s: every length, in place, stretches alone", ops[k].name), test_end(name);
    any_bits(ops + k);
    snprintf(name, sizeof name, "%s: any bits", ops[k].name), test_end(name);
    every_edge(ops + k);
    snprintf(name, sizeof name, "%s: every edge", ops[k].name), test_end(name);
  }
  TEST("activations of special values", special_values());
  TEST("products of activations that float32 does not hold", products_of_tiny_activations());
  TEST("products of tiny activations and large operands", products_of_large_operands());
  return check_failed_tests > 0;
}
