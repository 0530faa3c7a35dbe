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

/** torch.manual_seed(123), then a draw of n numbers of PyTorch 1.13.1, of which these are the first and the last. */
static void draws_of_torch(void) {
  const struct {
    size_t n;
    float first, last;
  } uniform = {4, -0.0279160440f, 0.266417593f},
    normal[] = {{6, -0.111467116f, 0.209269360f}, {16, 0.337370187f, 0.269198567f}, {20, 0.337370187f, 0.795326114f}};
  float y[20];
  ln_manual_seed(123), ln_uniform(y, uniform.n, -0.25f, 0.5f);
  check(y[0] == uniform.first && y[uniform.n - 1] == uniform.last, "uniform: %.9g ... %.9g", y[0], y[uniform.n - 1]);
  for (int k = 0; k < 3; k++) {
    const size_t n = normal[k].n;
    ln_manual_seed(123), ln_normal(y, n);
    const float off = fmaxf(fabsf(y[0] - normal[k].first), fabsf(y[n - 1] - normal[k].last));
    check(off <= (n < 16 ? 0 : 5e-7f), "%zu normals: %.9g ... %.9g", n, y[0], y[n - 1]);
  }
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
  TEST("random: torch's draws of seed 123", draws_of_torch());
  TEST("random: the cached normal", cached_normal());
  TEST("random: normals of every size have mean 0 and variance 1", moments_of_normals());
  return check_failed_tests > 0;
}
