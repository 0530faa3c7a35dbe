/** ln_add and ln_mul against c/block/plain.c: float32's own sums and products, to the bit. */
#include "promise.h"

typedef void kernel(float *y, const float *a, const float *b, size_t outer, size_t repeats, size_t n, size_t inner);
typedef void formula(ln_result *y, const float *a, const float *b, size_t outer, size_t repeats, size_t n,
                     size_t inner);

static const struct {
  const char *name;
  kernel *run;
  formula *truth;
} ops[] = {{"add", ln_add, ln_plain_add}, {"mul", ln_mul, ln_plain_mul}};

/** Levels of a: outer, repeats, n, inner. */
typedef struct {
  size_t outer, repeats, n, inner;
} levels;

static size_t size_of(levels l) { return l.outer * l.repeats * l.n * l.inner; }

static void check_same(const char *what, const char *op, levels l, const float *y, const float *want) {
  check(same_results(y, want, size_of(l)), "%s of [%zu, %zu, %zu, %zu]: %s", op, l.outer, l.repeats, l.n, l.inner,
        what);
}

/** Both ops, `shift` floats into every memory; in place of a, and of b where it has as many elements. */
static void check_levels(levels l, distribution of_a, distribution of_b, size_t shift) {
  const size_t size = size_of(l), own = l.outer * l.n;
  float *a = drawn(size + shift, of_a), *b = drawn(own + shift, of_b), *y = floats(size + shift), *want = floats(size);
  ln_result *truth = truths(size);
  for (size_t k = 0; k < 2; k++) {
    ops[k].truth(truth, a + shift, b + shift, l.outer, l.repeats, l.n, l.inner);
    for (size_t i = 0; i < size; i++) want[i] = (float)truth[i];
    ops[k].run(y + shift, a + shift, b + shift, l.outer, l.repeats, l.n, l.inner);
    check_same("wrong", ops[k].name, l, y + shift, want);
    float *in_place = floats(size), *of_b_in_place = floats(own);
    memcpy(in_place, a + shift, size * sizeof *a), memcpy(of_b_in_place, b + shift, own * sizeof *b);
    ops[k].run(in_place, in_place, b + shift, l.outer, l.repeats, l.n, l.inner);
    check_same("in place of a", ops[k].name, l, in_place, want);
    if (own == size) {
      ops[k].run(of_b_in_place, a + shift, of_b_in_place, l.outer, l.repeats, l.n, l.inner);
      check_same("in place of b", ops[k].name, l, of_b_in_place, want);
    }
    free(in_place), free(of_b_in_place);
  }
  free(a), free(b), free(y), free(want), free(truth);
}

static void every_length(void) {
  for (size_t k = 0; k < LENGTHS; k++) {
    const size_t n = length_at(k);
    check_levels((levels){1, 1, n, 1}, d_normal, d_normal, k % 4);
    check_levels((levels){1, 3, n, 1}, d_normal, d_normal, k % 4);
    check_levels((levels){1, 1, 3, n}, d_normal, d_normal, k % 4);
    check_levels((levels){2, 3, n, 1}, d_normal, d_normal, k % 4);
    check_levels((levels){2, 3, 5, n}, d_normal, d_normal, k % 4);
  }
}

static void every_level(void) {
  for (size_t k = 0; k < 256; k++) {
    check_levels((levels){k % 4, k / 4 % 4, k / 16 % 4, k / 64 % 4}, d_normal, d_normal, k % 3);
  }
}

static void every_distribution(void) {
  for (size_t a = 0; a < DISTRIBUTIONS; a++) {
    for (size_t b = 0; b < DISTRIBUTIONS; b++) {
      check_levels((levels){2, 3, 37, 1}, distributions[a].draw, distributions[b].draw, 0);
      check_levels((levels){1, 2, 7, 9}, distributions[a].draw, distributions[b].draw, 0);
    }
  }
}

static double d_special(size_t i) {
  static const double values[] = {NAN, INFINITY, -INFINITY, 0, -0.0, 1e-45, -1e-45, 3e38, -3e38, 1, 0x1p-75, 0x1p-74};
  return values[(i * 7 + (size_t)(12 * data_uniform())) % 12];
}

/** -0 + -0 is -0, as everywhere in float32; that the truth keeps it, too, shows here. */
static void special_values(void) {
  for (size_t k = 0; k < 50; k++) {
    check_levels((levels){2, 3, 37, 1}, d_special, d_special, k % 4);
    check_levels((levels){1, 2, 5, 11}, d_special, d_special, k % 4);
  }
  const float minus = -0.0f;
  float y;
  ln_add(&y, &minus, &minus, 1, 1, 1, 1);
  check(y == 0 && signbit(y), "-0 + -0: %g", y);
}

int main(void) {
  TEST("add, mul: every length, at any alignment, in place", every_length());
  TEST("add, mul: every level from 0 to 3", every_level());
  TEST("add, mul: every distribution with every one", every_distribution());
  TEST("add, mul: NaN, infinities, zeros and subnormals", special_values());
  return check_failed_tests > 0;
}
