/** ln_permute, ln_round and ln_allclose. */
#include "check.h"

/** Compares ln_permute with its definition, element by element through full indices. */
static void check_permute(const uint32_t *shape, const uint32_t *order, size_t rank) {
  size_t size = 1;
  for (size_t d = 0; d < rank; d++) size *= shape[d];
  float *x = floats(size), *y = floats(size);
  for (size_t i = 0; i < size; i++) x[i] = (float)i, y[i] = -1;
  ln_permute(y, x, shape, order, rank);
  for (size_t i = 0; i < size; i++) {
    size_t index[LN_MAX_RANK], rest = i, at = 0;
    for (size_t d = rank; d-- > 0;) index[d] = rest % shape[d], rest /= shape[d];
    for (size_t d = 0; d < rank; d++) at = at * shape[order[d]] + index[order[d]];
    check(y[at] == x[i], "rank %zu, element %zu: %g", rank, i, y[at]);
  }
  free(x), free(y);
}

static void every_order(uint32_t *order, size_t chosen, const uint32_t *shape, size_t rank) {
  if (chosen == rank) check_permute(shape, order, rank);
  for (uint32_t d = 0; chosen < rank && d < rank; d++) {
    int taken = 0;
    for (size_t k = 0; k < chosen; k++) taken |= order[k] == d;
    order[chosen] = d;
    if (!taken) every_order(order, chosen + 1, shape, rank);
  }
}

static void permute(void) {
  uint32_t order[LN_MAX_RANK];
  const uint32_t sizes[] = {3, 2, 4, 5, 1}, empty[] = {2, 0, 3};
  for (size_t rank = 1; rank <= 5; rank++) every_order(order, 0, sizes, rank);
  every_order(order, 0, empty, 3);
  const uint32_t eight[] = {2, 1, 3, 2, 2, 1, 2, 3}, reversed[] = {7, 6, 5, 4, 3, 2, 1, 0};
  check_permute(eight, reversed, 8);
}

/** Planes around blocks of 4 by 4, strips of 8 rows and copies of 64 elements; dims that merge; dims of size 1. */
static void permute_planes(void) {
  for (uint32_t rows = 1; rows <= 21; rows += 4 - rows % 3) {
    for (uint32_t columns = 1; columns <= 70; columns += columns < 18 ? 1 : 13) {
      const uint32_t plane[] = {rows, columns}, both[] = {2, rows, columns}, four[] = {2, rows, 3, columns};
      check_permute(plane, (const uint32_t[]){1, 0}, 2);
      check_permute(both, (const uint32_t[]){0, 2, 1}, 3);
      check_permute(both, (const uint32_t[]){1, 0, 2}, 3);
      check_permute(both, (const uint32_t[]){2, 0, 1}, 3);
      check_permute(four, (const uint32_t[]){0, 2, 3, 1}, 4);
      check_permute(four, (const uint32_t[]){3, 0, 2, 1}, 4);
      check_permute(four, (const uint32_t[]){2, 3, 0, 1}, 4);
    }
  }
  const uint32_t ones[] = {1, 5, 1, 3, 1}, all[] = {1, 1};
  check_permute(ones, (const uint32_t[]){4, 3, 2, 1, 0}, 5);
  check_permute(all, (const uint32_t[]){1, 0}, 2);
}

static void round_to_float(void) {
  const double x[] = {0.1, -1e300, 1e-46, 16777217, -0.0};
  float y[] = {9, 9, 9, 9, 9, 9};
  ln_round(y, x, 5);
  check(y[0] == 0.1f && y[1] == -INFINITY && y[2] == 0 && y[3] == 16777216, "%g %g %g %g", y[0], y[1], y[2], y[3]);
  check(signbit(y[4]) && y[5] == 9, "%g %g", y[4], y[5]);
}

static void allclose(void) {
  const struct {
    float a, b;
    double rtol, atol;
    int equal_nan, close;
  } cases[] = {
      {1, 1, 0, 0, 0, 1},           {1, 1.000009f, 1e-5, 1e-8, 0, 1}, {1, 1.0001f, 1e-5, 1e-8, 0, 0},
      {0, 1e-9f, 1e-5, 1e-8, 0, 1}, {0, 1e-7f, 1e-5, 1e-8, 0, 0},     {100, 101, 0.01, 0, 0, 1},
      {101, 100, 0.00999, 0, 0, 0}, {NAN, NAN, 1, 1, 0, 0},           {NAN, NAN, 0, 0, 1, 1},
      {NAN, 1, 1, 1, 1, 0},         {INFINITY, INFINITY, 0, 0, 0, 1}, {INFINITY, -INFINITY, 1, 1, 0, 0},
      {1, INFINITY, 1, 1, 0, 0},    {-0.0f, 0, 0, 0, 0, 1},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const float a[] = {5, cases[k].a}, b[] = {5, cases[k].b};
    int got = ln_allclose(a, b, 2, cases[k].rtol, cases[k].atol, cases[k].equal_nan);
    check(got == cases[k].close, "case %zu: %g and %g: %d", k, a[1], b[1], got);
  }
  check(ln_allclose(NULL, NULL, 0, 0, 0, 0) == 1, "nothing is not close to nothing");
}

int main(void) {
  TEST("permute: every order of up to five dims, and eight", permute());
  TEST("permute: planes, copied and transposed", permute_planes());
  TEST("round: doubles to floats", round_to_float());
  TEST("allclose: tolerances, NaN and infinity", allclose());
  return check_failed_tests > 0;
}
