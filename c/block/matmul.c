/**
 * The product of two matrices. Its sums are those of a linear layer, to the bit: product.h. But the terms of an output
 * stand in a column of b, and so four columns share a vector, and the terms of a run are added up in four phases, one
 * for each i mod 4: phase after phase.
 *
 * Several rows of a: columns of b are packed into panels, side by side whatever b's width is, as all rows pass by them
 * (Goto and van de Geijn, 2008, "Anatomy of high-performance matrix multiplication", ACM TOMS 34, 3). A walk down the
 * columns of b itself meets one set of the cache where its width is a power of two. Two rows of a and a panel of four
 * vectors at once are 8 sums in registers, for which 6 loads serve; a linear layer's 8 need 9.
 *
 * One row of a, a step of a decode loop: b is read once, so its rows are added up as they stand.
 */
#include "block.h"
#include "product.h"

enum {
  PANEL = 16,          /* columns: 64 bytes of each row of b */
  PACKED = 4 * PANEL,  /* columns that are packed at once: fewer bytes of a row wait for the memory's pages */
  ROWS = 2,            /* of a, at once */
  TILE = ROWS * PANEL, /* outputs whose sums are in registers: 8 vectors; V8 has 15 */
  STRIP = 4096,        /* columns of one row's pass: its sums stay in the L2 cache, and b is read on and on */
  PHASES = 4,
  SUMS = 16, /* floats' room for sums of four outputs: two doubles each, of even and of odd terms */
};

_Static_assert(LN_MATMUL_SCRATCH_PER_TERM == PACKED, "the panels are in the scratch");
_Static_assert(LN_MATMUL_SCRATCH_MORE == 2 * PHASES * STRIP, "a strip's phases and sums are in the scratch");

/** The products of one phase of a run: of the terms q, q + 4, ..., `steps` of them, of two rows and a panel. */
LN_ONCE void add_phase(float *phase, const float *a, size_t a_stride, const float *panel, size_t steps) {
  v128_t sums[TILE / 4];
#pragma clang loop unroll(full)
  for (size_t k = 0; k < TILE / 4; k++) sums[k] = wasm_f32x4_splat(0);
  for (size_t step = 0; step < steps; step++, a += PHASES, panel += (size_t)PHASES * PANEL) {
    const v128_t x = wasm_v128_load32_splat(a), z = wasm_v128_load32_splat(a + a_stride);
#pragma clang loop unroll(full)
    for (size_t k = 0; k < PANEL / 4; k++) {
      const v128_t v = wasm_v128_load(panel + 4 * k);
      sums[k] = wasm_f32x4_add(sums[k], wasm_f32x4_mul(x, v));
      sums[k + PANEL / 4] = wasm_f32x4_add(sums[k + PANEL / 4], wasm_f32x4_mul(z, v));
    }
  }
#pragma clang loop unroll(full)
  for (size_t k = 0; k < TILE / 4; k++) wasm_v128_store(phase + 4 * k, sums[k]);
}

/** Adds the products of `count` terms, four apart, to four columns of a phase, of which b has `lanes`. */
LN_INLINE void add_to_vector(float *phase, const v128_t *x, const float *b, size_t columns, size_t lanes,
                             size_t count) {
  v128_t sum = wasm_v128_load(phase);
#pragma clang loop unroll(full)
  for (size_t k = 0; k < count; k++) {
    const v128_t v = ln_load_up_to(b + PHASES * k * columns, lanes, 0);
    sum = wasm_f32x4_add(sum, wasm_f32x4_mul(x[k], v));
  }
  wasm_v128_store(phase, sum);
}

/** The same for `width` columns. */
LN_INLINE void add_terms(float *phase, const float *a, const float *b, size_t columns, size_t width, size_t count) {
  v128_t x[PHASES];
  size_t c = 0;
#pragma clang loop unroll(full)
  for (size_t k = 0; k < count; k++) x[k] = wasm_v128_load32_splat(a + PHASES * k);
  for (; c + 4 <= width; c += 4) add_to_vector(phase + c, x, b + c, columns, 4, count);
  if (c < width) add_to_vector(phase + c, x, b + c, columns, width - c, count);
}

LN_ONCE void add_four_terms(float *phase, const float *a, const float *b, size_t columns, size_t width) {
  add_terms(phase, a, b, columns, width, 4);
}

LN_ONCE void add_one_term(float *phase, const float *a, const float *b, size_t columns, size_t width) {
  add_terms(phase, a, b, columns, width, 1);
}

/** Adds the phases of a run of `width` outputs, a multiple of 4, to the sums in double. */
LN_ONCE void add_phases(float *sums, const float *phases, size_t width) {
  for (size_t c = 0; c < width; c += 4) {
    const float *p = phases + c;
    for (size_t odd = 0; odd < 2; odd++, p += width, sums += SUMS / 2) {
      const v128_t u = wasm_v128_load(p), v = wasm_v128_load(p + 2 * width);
      wasm_v128_store(sums, wasm_f64x2_add(wasm_v128_load(sums), wasm_f64x2_add(ln_low(u), ln_low(v))));
      wasm_v128_store(sums + 4, wasm_f64x2_add(wasm_v128_load(sums + 4), wasm_f64x2_add(ln_high(u), ln_high(v))));
    }
  }
}

/** Copies 16 neighbours. */
LN_INLINE void copy_panel_row(float *y, const float *x) {
#pragma clang loop unroll(full)
  for (size_t k = 0; k < PANEL; k += 4) wasm_v128_store(y + k, wasm_v128_load(x + k));
}

/** Packs `count` columns of b into panels, one behind the other; the last one's columns that b lacks are 0. */
LN_ONCE void pack(float *panels, const float *b, size_t inner, size_t columns, size_t count) {
  for (size_t i = 0; i < inner; i++, b += columns, panels += PANEL) {
    float *to = panels;
    for (size_t c = 0; c < count; c += PANEL, to += PANEL * inner) {
      if (count - c >= PANEL) copy_panel_row(to, b + c);
      else
        for (size_t k = 0; k < PANEL; k++) to[k] = c + k < count ? b[c + k] : 0;
    }
  }
}

LN_SMALL_BEGIN

/**
 * Writes `count` (1 to 4) outputs, of the row a and of neighbouring columns of b: the sums of their runs, and the
 * products that are left.
 */
LN_ONCE void write_outputs(float *y, size_t count, const float *sums, const float *a, const float *b, size_t columns,
                           size_t inner) {
  v128_t low = wasm_f64x2_add(wasm_v128_load(sums), wasm_v128_load(sums + SUMS / 2));
  v128_t high = wasm_f64x2_add(wasm_v128_load(sums + 4), wasm_v128_load(sums + SUMS / 2 + 4));
  for (size_t i = ln_terms_in_float(inner); i < inner; i++) {
    const v128_t x = wasm_f64x2_splat(a[i]), v = ln_load_up_to(b + i * columns, count, 0);
    low = wasm_f64x2_add(low, wasm_f64x2_mul(x, ln_low(v)));
    high = wasm_f64x2_add(high, wasm_f64x2_mul(x, ln_high(v)));
  }
  /* The sums began with +0, so that none is -0: as with a bias of 0. */
  low = wasm_f32x4_demote_f64x2_zero(low), high = wasm_f32x4_demote_f64x2_zero(high);
  const v128_t outputs = wasm_i64x2_shuffle(low, high, 0, 2), magnitudes = wasm_f32x4_abs(outputs);
  const v128_t is_right = wasm_v128_and(wasm_f32x4_ge(magnitudes, wasm_f32x4_splat((float)inner * LN_TINY)),
                                        wasm_f32x4_lt(magnitudes, wasm_f32x4_splat(LN_LARGE)));
  ln_store_up_to(y, count, outputs);
  if (wasm_i32x4_all_true(is_right)) return;
  for (size_t k = 0; k < count; k++) {
    const float magnitude = __builtin_fabsf(y[k]);
    if (magnitude >= (float)inner * LN_TINY && magnitude < LN_LARGE) continue;
    y[k] = ln_exact_output(y[k], a, b + k, columns, 0, inner);
  }
}

/** Writes `count` columns of y, of all rows of a, at least ROWS of them, and a panel. */
LN_ONCE void multiply_panel(float *y, const float *a, const float *panel, size_t rows, size_t inner, size_t columns,
                            size_t count) {
  const size_t end = ln_terms_in_float(inner);
  float phases[PHASES * TILE], sums[TILE / 4 * SUMS];
  for (size_t next = 0; next < rows; next += ROWS) {
    const size_t first = next + ROWS <= rows ? next : rows - ROWS; /* one row alone is computed beside one before it */
    const float *const x = a + first * inner;
    __builtin_memset(sums, 0, sizeof sums);
    for (size_t i = 0, run; i < end; i += run) {
      run = ln_next_run(i, end);
      for (size_t q = 0; q < PHASES; q++) {
        add_phase(phases + q * TILE, x + i + q, inner, panel + (i + q) * PANEL, run / PHASES);
      }
      add_phases(sums, phases, TILE);
    }
    for (size_t k = 0; k < TILE; k += 4) {
      const size_t row = k / PANEL, c = k % PANEL;
      if (c >= count) continue;
      write_outputs(y + (first + row) * columns + c, ln_up_to_4(count - c), sums + k / 4 * SUMS, x + row * inner,
                    panel + c, PANEL, inner);
    }
  }
}

/** Adds a run of `steps` times PHASES terms, and so many rows of b, to the sums of a strip. */
LN_ONCE void add_strip_run(float *sums, float *phases, const float *a, const float *b, size_t columns, size_t width,
                           size_t steps) {
  const size_t padded = (width + 3) / 4 * 4;
  __builtin_memset(phases, 0, PHASES * padded * sizeof *phases);
  while (steps > 0) {
    const size_t taken = steps < 4 ? 1 : 4;
    for (size_t q = 0; q < PHASES; q++) {
      if (taken == 4) add_four_terms(phases + q * padded, a + q, b + q * columns, columns, width);
      else add_one_term(phases + q * padded, a + q, b + q * columns, columns, width);
    }
    steps -= taken, a += PHASES * taken, b += PHASES * taken * columns;
  }
  add_phases(sums, phases, padded);
}

/** Writes `width` columns of y, of one row of a. */
LN_ONCE void multiply_strip(float *y, float *scratch, const float *a, const float *b, size_t inner, size_t columns,
                            size_t width) {
  const size_t end = ln_terms_in_float(inner);
  float *const sums = scratch + (size_t)PHASES * STRIP;
  __builtin_memset(sums, 0, (width + 3) / 4 * SUMS * sizeof *sums);
  for (size_t i = 0, run; i < end; i += run) {
    run = ln_next_run(i, end);
    add_strip_run(sums, scratch, a + i, b + i * columns, columns, width, run / PHASES);
  }
  for (size_t c = 0; c < width; c += 4) {
    write_outputs(y + c, ln_up_to_4(width - c), sums + c / 4 * SUMS, a, b + c, columns, inner);
  }
}

void ln_matmul(float *y, float *scratch, const float *a, const float *b, size_t rows, size_t inner, size_t columns) {
  if (rows == 0) return;
  const size_t most = rows == 1 ? STRIP : PACKED;
  for (size_t c = 0; c < columns; c += most) {
    const size_t left = columns - c, count = left < most ? left : most;
    if (rows == 1) {
      multiply_strip(y + c, scratch, a, b + c, inner, columns, count);
      continue;
    }
    pack(scratch, b + c, inner, columns, count);
    for (size_t p = 0; p < count; p += PANEL) {
      multiply_panel(y + c + p, a, scratch + p * inner, rows, inner, columns, count - p < PANEL ? count - p : PANEL);
    }
  }
}

LN_SMALL_END
