/**
 * PyTorch's random numbers on the CPU: MT19937, its uniform floats and doubles, and its two ways of drawing normals
 * (Box and Muller, 1958). ATen: mt19937 engine, DistributionTemplates.h, normal_fill.
 *
 * ln, sin and cos are series of our own, within 1e-12: the same bits on every machine, and no libm in the module.
 */
#include "norm.h"
#include "code.h"
#include "log.h"

LN_SMALL_BEGIN

enum {
  NORMAL_BLOCK = 16, /* normals that torch draws together */
};

/* MT19937's numbers, with the names of the paper and of its reference implementation (mt19937ar.c). */
enum { N = 624, M = 397 }; /* words of the state; the distance of the words that twist mixes */
static const uint32_t INITIALIZER = 1812433253u, MATRIX_A = 0x9908b0dfu, UPPER_MASK = 0x80000000u,
                      LOWER_MASK = 0x7fffffffu, TEMPERING_MASK_B = 0x9d2c5680u, TEMPERING_MASK_C = 0xefc60000u;

static struct {
  uint32_t state[N];
  size_t next;   /* the next word of state to hand out; N: twist first */
  double cached; /* the second normal of a pair, while has_cached */
  int has_cached;
} generator;

void ln_manual_seed(uint32_t seed) {
  uint32_t *state = generator.state;
  state[0] = seed;
  for (uint32_t j = 1; j < N; j++) state[j] = INITIALIZER * (state[j - 1] ^ state[j - 1] >> 30) + j;
  generator.next = N;
  generator.has_cached = 0;
}

static void twist(void) {
  uint32_t *state = generator.state;
  for (size_t j = 0; j < N; j++) {
    uint32_t mixed = (state[j] & UPPER_MASK) | (state[(j + 1) % N] & LOWER_MASK);
    state[j] = state[(j + M) % N] ^ mixed >> 1 ^ (mixed & 1 ? MATRIX_A : 0);
  }
  generator.next = 0;
}

static uint32_t random_u32(void) {
  if (generator.next >= N) twist();
  uint32_t u = generator.state[generator.next++];
  u ^= u >> 11;
  u ^= u << 7 & TEMPERING_MASK_B;
  u ^= u << 15 & TEMPERING_MASK_C;
  return u ^ u >> 18;
}

/** [0, 1) with the 24 bits of a float. */
static double uniform_float(void) { return (double)(random_u32() & 0xffffffu) / 0x1p24; }

/** [0, 1) with the 53 bits of a double. */
static double uniform_double(void) {
  uint64_t high = random_u32(), low = random_u32();
  return (double)((high << 32 | low) & 0x1fffffffffffffull) / 0x1p53;
}

static const double QUARTER_TURN = 1.5707963267948966;

/** The series of sine and cosine end with this power: what follows is below 1e-12. */
enum { LAST_POWER = 16 };

typedef struct {
  double sin, cos;
} sine;

/** sin and cos of u whole turns, 0 <= u < 1: Taylor's series within an eighth of a turn of the nearest quarter. */
static sine sine_of_turns(double u) {
  const int quarter = (int)(u * 4 + 0.5);
  const double a = (u * 4 - quarter) * QUARTER_TURN, a2 = a * a;
  double sin = 1, cos = 1;
  for (int k = LAST_POWER; k >= 2; k -= 2) {
    cos = 1 - a2 / ((k - 1) * k) * cos;
    sin = 1 - a2 / (k * (k + 1)) * sin;
  }
  sin *= a;
  switch (quarter & 3) {
  case 0:
    return (sine){sin, cos};
  case 1:
    return (sine){cos, -sin};
  case 2:
    return (sine){-sin, -cos};
  default:
    return (sine){-cos, sin};
  }
}

/**
 * One at a time, in double: torch's way below 16 elements. A pair comes from one radius and one angle; the second of it
 * is kept, and outlives other draws.
 */
static double normal_double(void) {
  if (generator.has_cached) {
    generator.has_cached = 0;
    return generator.cached;
  }
  const double turns = uniform_double(), u = uniform_double();
  const double radius = __builtin_sqrt(-2 * ln_natural_log(1 - u));
  const sine t = sine_of_turns(turns);
  generator.cached = radius * t.sin;
  generator.has_cached = 1;
  return radius * t.cos;
}

/** 2 pi, and the float32 that torch takes for it. */
static const double TURN = 6.283185307179586;
static const float TURN_OF_FLOATS = 6.2831853f;

/** 16 uniforms become 16 normals, rounded to float at each step: torch's way from 16 elements on. */
static void normal_block(float *d) {
  for (int j = 0; j < NORMAL_BLOCK / 2; j++) {
    const float log_u = (float)ln_natural_log(1 - (double)d[j]), radius = __builtin_sqrtf(-2 * log_u);
    const float angle = TURN_OF_FLOATS * d[j + NORMAL_BLOCK / 2];
    const sine t = sine_of_turns(angle / TURN);
    d[j] = radius * (float)t.cos;
    d[j + NORMAL_BLOCK / 2] = radius * (float)t.sin;
  }
}

void ln_uniform(float *y, size_t n, float from, float to) {
  const float range = to - from;
  /* Product exact in double, sum rounded once to float: what torch's fused multiply-add gives. */
  for (size_t i = 0; i < n; i++) y[i] = (float)(uniform_float() * range + from);
}

void ln_normal(float *y, size_t n) {
  if (n < NORMAL_BLOCK) {
    for (size_t i = 0; i < n; i++) y[i] = (float)normal_double();
    return;
  }
  ln_uniform(y, n, 0, 1);
  for (size_t i = 0; i + NORMAL_BLOCK <= n; i += NORMAL_BLOCK) normal_block(y + i);
  if (n % NORMAL_BLOCK) {
    float *last = y + n - NORMAL_BLOCK;
    ln_uniform(last, NORMAL_BLOCK, 0, 1);
    normal_block(last);
  }
}

LN_SMALL_END
