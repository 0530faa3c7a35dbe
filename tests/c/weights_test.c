/** What is known of the weights of a call: the largest, and where it stands, with NaN anywhere among them. */
#include "../../c/weights.h"

#include "promise.h"

enum { LONGEST = 40 }; /* two steps of 16, and a rest of each length */

/** Without NaN, with one in any place, with NaN in all places but one: the largest of the others, and its index. */
static void nan_in_every_place(void) {
  float weight[LONGEST];
  for (size_t n = 1; n <= LONGEST; n++) {
    for (size_t at = 0; at < n; at++) {
      for (size_t bad = 0; bad <= n; bad++) {
        for (size_t i = 0; i < n; i++) weight[i] = i == at ? -1e5f : i == bad ? NAN : 0.5f;
        const double largest = ln_largest_weight(weight, 0, n), with_offset = ln_largest_weight(weight, 1, n);
        check(largest == 1e5, "n %zu, large at %zu, NaN at %zu: %g", n, at, bad, largest);
        check(with_offset == 99999, "n %zu, large at %zu, NaN at %zu, and 1: %g", n, at, bad, with_offset);
        check(ln_find_weight(weight, 1, n, 99999) == at, "n %zu, large at %zu, NaN at %zu: not found", n, at, bad);
      }
      for (size_t i = 0; i < n; i++) weight[i] = i == at ? 3 : NAN;
      check(ln_largest_weight(weight, 0, n) == 3, "n %zu, all NaN but %zu", n, at);
    }
    for (size_t i = 0; i < n; i++) weight[i] = NAN;
    check(ln_largest_weight(weight, 0, n) == 0, "n %zu, all NaN", n);
  }
  check(ln_largest_weight(NULL, 0, LONGEST) == 1, "no weight is one of 1");
}

/**
 * A NaN among the weights makes NaN of its own element alone, and does not hide that another weight is large: the
 * others keep what is promised, in rows, columns and the channels of a group.
 * @param inner  1: rows; otherwise columns
 */
static void check_beside_nan(size_t n, size_t inner, size_t large, size_t bad) {
  float *x = floats(n * inner), *y = floats(n * inner), *weight = floats(n);
  for (size_t i = 0; i < n * inner; i++) x[i] = (float)(3 + data_normal());
  for (size_t i = 0; i < n; i++) weight[i] = 1;
  for (size_t c = 0; c < inner; c++) x[large * inner + c] = 3; /* near the mean, whose error the weight multiplies */
  weight[large] = 1e5f, weight[bad] = NAN;
  ln_result *want = truths(n * inner);
  ln_layer_norm(y, NULL, NULL, x, weight, NULL, 1, n, inner, 0, 1e-5);
  ln_plain_layer_norm(want, NULL, NULL, x, weight, NULL, 1, n, inner, 0, 1e-5);
  for (size_t c = 0; c < inner; c++)
    check_normalized((subject){"beside NaN", n, inner, 1e-5}, y + c, want + c, want + c);
  free(x), free(y), free(weight), free(want);
}

static void beside_nan(void) {
  const size_t lengths[] = {17, 64, 257, 768, 1024};
  for (int l = 0; l < 5; l++) {
    for (size_t large = 0; large < 4; large++) {
      for (size_t bad = large + 4; bad < lengths[l]; bad += l < 2 ? 4 : 16) {
        check_beside_nan(lengths[l], 1, large, bad);
        if (lengths[l] <= 64) check_beside_nan(lengths[l], 5, large, bad);
      }
    }
  }
}

int main(void) {
  TEST("weights: the largest of those that are numbers, NaN in every place", nan_in_every_place());
  TEST("weights: a NaN in the lane of a large weight leaves the other elements within the promise", beside_nan());
  return check_failed_tests > 0;
}
