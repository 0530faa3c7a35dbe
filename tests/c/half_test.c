/** The conversions of half precision against the formats' definitions, in double. */
#include "check.h"

/** A format of 16 bits: 1 of sign, some of exponent, the rest of fraction (IEEE 754, 3.4). */
typedef struct {
  const char *name;
  int fraction, bias;
  void (*from)(float *y, const uint16_t *x, size_t n);
  void (*to)(uint16_t *y, const float *x, size_t n);
} format;

static const format formats[] = {
    {"float16", 10, 15, ln_from_float16, ln_to_float16},
    {"bfloat16", 7, 127, ln_from_bfloat16, ln_to_bfloat16},
};
enum { PATTERNS = 65536, SIGN = 0x8000 };

static uint16_t *halves(size_t n) { return malloc(n ? n * sizeof(uint16_t) : 1); }

/** The bits of infinity: all below are finite, all above NaN. */
static unsigned top(const format *f) { return (SIGN - 1u) >> f->fraction << f->fraction; }

/** The value of a pattern without sign; of infinity's the power of two that would come next. */
static double value_of(const format *f, unsigned bits) {
  const int exponent = (int)(bits >> f->fraction), fraction = (int)(bits & ((1u << f->fraction) - 1));
  if (exponent == 0) return ldexp(fraction, 1 - f->bias - f->fraction);
  return ldexp(fraction + (1 << f->fraction), exponent - f->bias - f->fraction);
}

static void every_pattern(const format *f) {
  uint16_t *x = halves(PATTERNS);
  float *y = floats(PATTERNS);
  for (unsigned i = 0; i < PATTERNS; i++) x[i] = (uint16_t)i;
  f->from(y, x, PATTERNS);
  for (unsigned i = 0; i < PATTERNS; i++) {
    const unsigned magnitude = i & ~(unsigned)SIGN;
    const double want = magnitude == top(f) ? INFINITY : value_of(f, magnitude);
    if (magnitude > top(f)) check(isnan(y[i]), "%s %04x: %g, not NaN", f->name, i, y[i]);
    else check((double)fabsf(y[i]) == want, "%s %04x: %.9g, not %.9g", f->name, i, y[i], want);
    check(isnan(y[i]) || !signbit(y[i]) == !(i & SIGN), "%s %04x: the sign of %g", f->name, i, y[i]);
  }
  f->to(x, y, PATTERNS);
  for (unsigned i = 0; i < PATTERNS; i++) {
    if ((i & ~(unsigned)SIGN) > top(f)) check((x[i] & ~SIGN) > (int)top(f), "%s NaN %04x: %04x", f->name, i, x[i]);
    else check(x[i] == i, "%s %04x there and back: %04x", f->name, i, x[i]);
  }
  free(x), free(y);
}

/** The pattern nearest to x, the even one of two; NaN: any above infinity's. */
static unsigned nearest(const format *f, float x) {
  const double magnitude = fabs((double)x);
  unsigned low = 0, high = top(f); /* value_of(low) <= magnitude */
  if (magnitude >= value_of(f, high)) return high;
  while (high - low > 1) {
    const unsigned middle = (low + high) / 2;
    if (value_of(f, middle) <= magnitude) low = middle;
    else high = middle;
  }
  const double below = magnitude - value_of(f, low), above = value_of(f, high) - magnitude;
  return below < above || (below == above && low % 2 == 0) ? low : high;
}

static void check_rounded(const format *f, const float *x, size_t n) {
  uint16_t *y = halves(n);
  f->to(y, x, n);
  for (size_t i = 0; i < n; i++) {
    const unsigned magnitude = y[i] & ~(unsigned)SIGN;
    if (isnan(x[i])) check(magnitude > top(f), "%s of NaN: %04x", f->name, y[i]);
    else check(magnitude == nearest(f, x[i]), "%s of %.9g: %04x, not %04x", f->name, x[i], y[i], nearest(f, x[i]));
    check(!(y[i] & SIGN) == !signbit(x[i]), "%s of %.9g: the sign of %04x", f->name, x[i], y[i]);
  }
  free(y);
}

/** Each value, what lies halfway to the next one, and the floats beside the two, of both signs. */
static void every_tie(const format *f) {
  enum { EACH = 12 };
  float *x = floats((size_t)EACH * top(f)), *at = x;
  for (unsigned i = 0; i < top(f); i++) {
    const double value = value_of(f, i), half = value + (value_of(f, i + 1) - value) / 2;
    for (int sign = -1; sign < 2; sign += 2) {
      for (int direction = -1; direction < 2; direction++) {
        const float near = (float)value, tie = (float)half;
        *at++ = (float)sign * (direction ? nextafterf(near, (float)direction * INFINITY) : near);
        *at++ = (float)sign * (direction ? nextafterf(tie, (float)direction * INFINITY) : tie);
      }
    }
  }
  check_rounded(f, x, (size_t)(at - x));
  free(x);
}

static void special_values(const format *f) {
  const float x[] = {0,      -0.0f,   INFINITY, -INFINITY,  NAN,   -NAN,  1e-45f,        -1e-45f,
                     1e-40f, 3.4e38f, -3.4e38f, 65519.996f, 65520, 65536, 3.3961776e38f, 3.3895314e38f};
  check_rounded(f, x, sizeof x / sizeof *x);
  const uint32_t quiet_low[] = {0x7f800001, 0xff800001, 0x7fffffff, 0xffffffff, 0x7f80ffff}; /* NaNs */
  float nans[5];
  memcpy(nans, quiet_low, sizeof nans);
  check_rounded(f, nans, 5);
}

static void any_bits(const format *f) {
  enum { COUNT = 1 << 20 };
  float *x = floats(COUNT);
  for (size_t i = 0; i < COUNT; i++) {
    const uint32_t bits = (uint32_t)(data_uniform() * 0x1p32);
    memcpy(x + i, &bits, sizeof bits);
    if (i % 2) x[i] = (float)ldexp(data_normal(), (int)(i % 48) - 32); /* more of those that both formats have */
  }
  check_rounded(f, x, COUNT);
  free(x);
}

/** At every length, in memory exactly as large: the same as in the midst of others. */
static void every_length(const format *f) {
  for (size_t l = 0; l <= LENGTHS; l++) {
    const size_t n = l < LENGTHS ? length_at(l) : 0;
    float *x = drawn(n, d_normal), *back = floats(n), one;
    uint16_t *y = halves(n), bits;
    f->to(y, x, n), f->from(back, y, n);
    for (size_t i = 0; i < n; i++) {
      f->to(&bits, x + i, 1), f->from(&one, y + i, 1);
      check(y[i] == bits && same_bits(back + i, &one, 1), "%s, n %zu: element %zu alone differs", f->name, n, i);
    }
    free(x), free(y), free(back);
  }
}

static void test_both(const char *what, void (*body)(const format *f)) {
  for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
    char name[80];
    snprintf(name, sizeof name, "%s: %s", formats[k].name, what);
    TEST(name, body(&formats[k]));
  }
}

int main(void) {
  test_both("every pattern, there and back", every_pattern);
  test_both("every tie, and the floats around it", every_tie);
  test_both("zeros, infinities, NaN, subnormals, overflow", special_values);
  test_both("a million floats of any bits", any_bits);
  test_both("every length", every_length);
  return check_failed_tests > 0;
}
