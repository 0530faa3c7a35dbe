/**
 * The machine's limits: loops that move a kernel's memory traffic and do nothing else. The benchmark compiles this file
 * with build.sh's flags and divides the kernels' times by these.
 *
 * A turn takes several vectors, from pointers that advance, so that offsets are constants and the counter costs
 * nothing; how many was found by measuring: V8 has 15 vector registers for a loop, and one that it spills halves the
 * speed. n counts floats. Tensors do not overlap.
 */
#include <stddef.h>
#include <wasm_simd128.h>

#define LIMIT __attribute__((used, visibility("default")))

/* build.sh's flags leave unrolling to the source. */
#define EACH_VECTOR(v, vectors) _Pragma("clang loop unroll(full)") for (size_t v = 0; v < (vectors); v++)

/**
 * Waits for itself at every step: n times 64 operations on whole numbers, each of which takes one cycle everywhere.
 * With a and b unknown the compiler can join none of them.
 */
LIMIT unsigned clock_loop(unsigned a, unsigned b, size_t n) {
  unsigned x = a;
  for (; n > 0; n--) {
    _Pragma("clang loop unroll(full)") for (int i = 0; i < 32; i++) x = (x ^ a) + b;
  }
  return x;
}

/** 1 read, 1 write, by the engine: the memory.copy instruction. */
LIMIT void copy(float *y, const float *x, size_t n) {
  __builtin_memcpy(y, x, n * sizeof *x);
}

/** 1 read, 1 write. */
LIMIT void copy_loop(float *y, const float *x, size_t n) {
  enum { VECTORS = 8, TURN = 4 * VECTORS };
  for (size_t turns = n / TURN; turns > 0; turns--, y += TURN, x += TURN) {
    EACH_VECTOR(v, VECTORS) {
      wasm_v128_store(y + 4 * v, wasm_v128_load(x + 4 * v));
      /* Otherwise the compiler recognises the loop and makes it memory.copy. */
      __asm__ volatile("");
    }
  }
  for (size_t i = 0; i < n % TURN; i++) y[i] = x[i];
}

/** Of x. More accumulators than these would be spilled, and wait for each other's store. */
static inline __attribute__((always_inline)) float sum(const float *x, size_t n, const size_t vectors,
                                                       const size_t accumulators) {
  const size_t turn = 4 * vectors;
  v128_t sums[8], all = wasm_f32x4_splat(0);
  EACH_VECTOR(v, accumulators) sums[v] = all;
  for (size_t turns = n / turn; turns > 0; turns--, x += turn) {
    EACH_VECTOR(v, vectors) sums[v % accumulators] = wasm_f32x4_add(sums[v % accumulators], wasm_v128_load(x + 4 * v));
  }
  EACH_VECTOR(v, accumulators) all = wasm_f32x4_add(all, sums[v]);
  float total = wasm_f32x4_extract_lane(all, 0) + wasm_f32x4_extract_lane(all, 1) +
                wasm_f32x4_extract_lane(all, 2) + wasm_f32x4_extract_lane(all, 3);
  for (size_t i = 0; i < n % turn; i++) total += x[i];
  return total;
}

/** 1 read: the sum of x. Six accumulators are a seventh faster in the L1 cache, and a seventh slower beyond. */
LIMIT float read_loop(const float *x, size_t n) {
  const size_t l1_floats = 32768 / sizeof *x;
  return n <= l1_floats ? sum(x, n, 6, 6) : sum(x, n, 8, 4);
}

/** 2 reads, 1 write: y = a + b. */
LIMIT void add_loop(float *y, const float *a, const float *b, size_t n) {
  enum { VECTORS = 8, TURN = 4 * VECTORS };
  for (size_t turns = n / TURN; turns > 0; turns--, y += TURN, a += TURN, b += TURN) {
    EACH_VECTOR(v, VECTORS) {
      wasm_v128_store(y + 4 * v, wasm_f32x4_add(wasm_v128_load(a + 4 * v), wasm_v128_load(b + 4 * v)));
    }
  }
  for (size_t i = 0; i < n % TURN; i++) y[i] = a[i] + b[i];
}

/**
 * 2 reads, 2 writes: y = sum = a + b. A turn of sum is stored before y's: stores that follow each other in one cache
 * line are joined; where two lines take turns, the loop takes up to twice as long.
 */
LIMIT void add_both_loop(float *y, float *sum, const float *a, const float *b, size_t n) {
  enum { VECTORS = 8, TURN = 4 * VECTORS };
  for (size_t turns = n / TURN; turns > 0; turns--, y += TURN, sum += TURN, a += TURN, b += TURN) {
    v128_t added[VECTORS];
    EACH_VECTOR(v, VECTORS) {
      added[v] = wasm_f32x4_add(wasm_v128_load(a + 4 * v), wasm_v128_load(b + 4 * v));
      wasm_v128_store(sum + 4 * v, added[v]);
    }
    EACH_VECTOR(v, VECTORS) wasm_v128_store(y + 4 * v, added[v]);
  }
  for (size_t i = 0; i < n % TURN; i++) y[i] = sum[i] = a[i] + b[i];
}
