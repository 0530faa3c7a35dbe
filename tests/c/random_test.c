/** The generator against its published values; its ln, sin and cos against libm. More draws of PyTorch: tests/api. */
#include "../../c/random.c"
#include "check.h"

/** Outputs number 1 and 10000 for seed 5489, as the C++ standard gives them for std::mt19937 ([rand.predef]). */
static void mersenne_twister(void) {
  ln_manual_seed(5489);
  uint32_t u = random_u32();
  check(u == 3499211612u, "first output %u", u);
  for (int i = 1; i < 10000; i++) u = random_u32();
  check(u == 4123659995u, "output 10000: %u", u);
}

static void logarithm(void) {
  for (int i = 0; i < 200000; i++) {
    double x = i < 100000 ? (i + 1) / 100000.0 : ldexp(0.5 + 0.5 * data_uniform(), -(i % 53));
    check(fabs(ln_natural_log(x) - log(x)) < 1e-12, "ln(%.17g): %.17g, not %.17g", x, ln_natural_log(x), log(x));
  }
  check(ln_natural_log(1) == 0, "ln(1): %g", ln_natural_log(1));
}

static void sine_and_cosine(void) {
  for (int i = 0; i < 200000; i++) {
    double u = i / 200000.0, t = 6.283185307179586476925 * u;
    sine s = sine_of_turns(u);
    check(fabs(s.sin - sin(t)) < 1e-12 && fabs(s.cos - cos(t)) < 1e-12, "%.17g turns: %.17g, %.17g", u, s.sin, s.cos);
  }
}

static void uniform_draws(void) {
  ln_manual_seed(7);
  float y[1000];
  ln_uniform(y, 1000, -0.25f, 0.5f);
  for (int i = 0; i < 1000; i++) check(y[i] >= -0.25f && y[i] < 0.5f, "draw %d: %g", i, y[i]);
}

/** torch.manual_seed(123), then torch.rand(6) or torch.randn(6), of PyTorch 1.13.1. */
static void draws_of_torch(void) {
  const float uniform[] = {0x1.2f37f8p-2f, 0x1.087adap-1f, 0x1.01b5f8p-2f,
                           0x1.608a84p-1f, 0x1.2efdcp-4f,  0x1.bba8c4p-1f};
  const float normal[] = {-0x1.c891bep-4f, 0x1.ed01b2p-4f,  -0x1.7a8178p-2f,
                          -0x1.ec6042p-3f, -0x1.3269a2p+0f, 0x1.ac956ap-3f};
  float y[6];
  ln_manual_seed(123), ln_uniform(y, 6, 0, 1);
  for (int i = 0; i < 6; i++) check(y[i] == uniform[i], "uniform %d: %.9g, not %.9g", i, y[i], uniform[i]);
  ln_manual_seed(123), ln_normal(y, 6);
  for (int i = 0; i < 6; i++) check(y[i] == normal[i], "normal %d: %.9g, not %.9g", i, y[i], normal[i]);
}

/** The cached normal outlives other draws, and seeding clears it. */
static void cached_normal(void) {
  float pair[2], first, second, other;
  ln_manual_seed(3);
  ln_normal(pair, 2);
  ln_manual_seed(3);
  ln_normal(&first, 1);
  ln_uniform(&other, 1, 0, 1);
  ln_normal(&second, 1);
  check(first == pair[0] && second == pair[1], "%g %g, not %g %g", first, second, pair[0], pair[1]);
  ln_normal(&first, 1);
  ln_manual_seed(3);
  ln_normal(&first, 1);
  check(first == pair[0], "%g, not %g", first, pair[0]);
}

static void moments_of_normals(void) {
  const size_t sizes[] = {0, 1, 15, 16, 17, 31, 32, 100000};
  for (int s = 0; s < 8; s++) {
    float *y = floats(sizes[s]);
    double sum = 0, sum2 = 0;
    ln_manual_seed(11);
    ln_normal(y, sizes[s]);
    for (size_t i = 0; i < sizes[s]; i++) sum += y[i], sum2 += (double)y[i] * y[i];
    check(sizes[s] < 1000 || (fabs(sum / 1e5) < 0.01 && fabs(sum2 / 1e5 - 1) < 0.02), "mean %g", sum / 1e5);
    free(y);
  }
}

int main(void) {
  TEST("random: MT19937 gives its published outputs", mersenne_twister());
  TEST("random: ln within 1e-12", logarithm());
  TEST("random: sin and cos within 1e-12", sine_and_cosine());
  TEST("random: uniform draws stay in [from, to)", uniform_draws());
  TEST("random: torch's first draws of seed 123", draws_of_torch());
  TEST("random: the cached normal", cached_normal());
  TEST("random: normals of every size have mean 0 and variance 1", moments_of_normals());
  return check_failed_tests > 0;
}
