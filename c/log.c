/** A series, for want of libm. */
#include "log.h"

#include <stdint.h>

#include "code.h"

static const double LOG_OF_2 = 0.69314718055994531, ROOT_OF_2 = 1.4142135623730951;

/* A double: 1 sign, 11 bits of exponent, 52 of mantissa. */
enum { MANTISSA_BITS = 52, EXPONENT_BIAS = 1023 };
static const uint64_t MANTISSA_MASK = 0xfffffffffffffull, BITS_OF_1 = 0x3ff0000000000000ull;

/** The series ends with this power: what follows is below 1e-12. */
enum { LAST_POWER = 21 };

LN_SMALL_BEGIN

/** x = 2^k m, m about 1, and ln(m) = 2 atanh(s), s = (m - 1) / (m + 1), |s| < 0.172. */
double ln_natural_log(double x) {
  union {
    double number;
    uint64_t bits;
  } m = {x};
  int exponent = (int)(m.bits >> MANTISSA_BITS) - EXPONENT_BIAS;
  m.bits = (m.bits & MANTISSA_MASK) | BITS_OF_1;
  if (m.number > ROOT_OF_2) m.number /= 2, exponent++;
  const double s = (m.number - 1) / (m.number + 1), s2 = s * s;
  double series = 0;
  for (int k = LAST_POWER; k >= 1; k -= 2) series = series * s2 + 1.0 / k;
  return 2 * s * series + exponent * LOG_OF_2;
}

LN_SMALL_END
