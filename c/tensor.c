/** The elements of tensors, whatever they mean: their order, their closeness, their rounding. */
#include "norm.h"
#include "simd.h"

enum {
  COPY_ELEMENTS = 64, /* neighbours from which on a call of memcpy pays */
  STRIP_ROWS = 8,     /* rows of a transposed plane written at a time: more would not fit a set of the cache */
};

LN_SMALL_BEGIN

/** A dim of y, and how far apart its neighbours are in y and in x. */
typedef struct {
  size_t size, y_stride, x_stride;
} dim;

/** The dims of y, without those of size 1; dims that are neighbours in both x and y become one. Returns how many. */
static size_t merged_dims(dim *dims, const uint32_t *shape, const uint32_t *order, size_t rank) {
  size_t x_stride[LN_MAX_RANK], x_size = 1, y_size = 1, first = LN_MAX_RANK; /* from the last dim to the first */
  for (size_t d = rank; d-- > 0; x_size *= shape[d]) x_stride[d] = x_size;
  for (size_t d = rank; d-- > 0; y_size *= shape[order[d]]) {
    const dim one = {.size = shape[order[d]], .y_stride = y_size, .x_stride = x_stride[order[d]]};
    if (one.size == 1) continue;
    if (first < LN_MAX_RANK && one.x_stride == dims[first].x_stride * dims[first].size) dims[first].size *= one.size;
    else dims[--first] = one;
  }
  for (size_t d = first; d < LN_MAX_RANK; d++) dims[d - first] = dims[d];
  return LN_MAX_RANK - first;
}

/** Two dims of y and x; b is y's last. */
typedef struct {
  dim a, b;
} plane;

/** Copies a plane whose dim b is the last of x, too. */
static void copy_plane(float *y, const float *x, plane p) {
  for (size_t a = 0; a < p.a.size; a++, y += p.a.y_stride, x += p.a.x_stride) {
    size_t b = 0;
    if (p.b.size >= COPY_ELEMENTS) __builtin_memcpy(y, x, p.b.size * sizeof *y), b = p.b.size;
    for (; b + 4 <= p.b.size; b += 4) wasm_v128_store(y + b, wasm_v128_load(x + b));
    for (; b < p.b.size; b++) y[b] = x[b];
  }
}

LN_SMALL_END

/** y[i * y_stride + j] = x[j * x_stride + i], 0 <= i, j < 4. */
LN_INLINE void transpose_4x4(float *y, const float *x, size_t y_stride, size_t x_stride) {
  const v128_t p = wasm_v128_load(x), q = wasm_v128_load(x + x_stride);
  const v128_t r = wasm_v128_load(x + 2 * x_stride), s = wasm_v128_load(x + 3 * x_stride);
  const v128_t pq = wasm_i32x4_shuffle(p, q, 0, 4, 1, 5), pq2 = wasm_i32x4_shuffle(p, q, 2, 6, 3, 7);
  const v128_t rs = wasm_i32x4_shuffle(r, s, 0, 4, 1, 5), rs2 = wasm_i32x4_shuffle(r, s, 2, 6, 3, 7);
  wasm_v128_store(y, wasm_i64x2_shuffle(pq, rs, 0, 2));
  wasm_v128_store(y + y_stride, wasm_i64x2_shuffle(pq, rs, 1, 3));
  wasm_v128_store(y + 2 * y_stride, wasm_i64x2_shuffle(pq2, rs2, 0, 2));
  wasm_v128_store(y + 3 * y_stride, wasm_i64x2_shuffle(pq2, rs2, 1, 3));
}

/** Copies a plane whose dim a is the last of x. */
LN_ONCE void transpose_plane(float *y, const float *x, plane p) {
  const size_t rows = p.a.size & ~(size_t)3, columns = p.b.size & ~(size_t)3;
  for (size_t strip = 0; strip < rows; strip += STRIP_ROWS) {
    const size_t end = strip + STRIP_ROWS < rows ? strip + STRIP_ROWS : rows;
    for (size_t b = 0; b < columns; b += 4) {
      for (size_t a = strip; a < end; a += 4) {
        transpose_4x4(y + a * p.a.y_stride + b, x + b * p.b.x_stride + a, p.a.y_stride, p.b.x_stride);
      }
    }
  }
  for (size_t a = 0; a < p.a.size; a++) {
    for (size_t b = a < rows ? columns : 0; b < p.b.size; b++) y[a * p.a.y_stride + b] = x[b * p.b.x_stride + a];
  }
}

LN_SMALL_BEGIN

void ln_permute(float *y, const float *x, const uint32_t *shape, const uint32_t *order, size_t rank) {
  LN_REQUIRE(rank >= 1 && rank <= LN_MAX_RANK);
  dim dims[LN_MAX_RANK];
  size_t count = merged_dims(dims, shape, order, rank), index[LN_MAX_RANK] = {0}, planes = 1;
  const dim none = {.size = 1}, last = count ? dims[--count] : none;
  size_t other = count ? count - 1 : 0; /* the dim that makes a plane with the last one */
  const int transposed = last.x_stride > 1;
  for (size_t d = 0; transposed && d < count; d++)
    if (dims[d].x_stride == 1) other = d;
  const plane p = {.a = count ? dims[other] : none, .b = last};
  if (count) dims[other].size = 1;
  for (size_t d = 0; d < count; d++) planes *= dims[d].size;
  if (p.a.size == 0 || p.b.size == 0) return;

  for (; planes > 0; planes--) {
    if (transposed) transpose_plane(y, x, p);
    else copy_plane(y, x, p);
    for (size_t d = count; d-- > 0;) { /* on to the next plane: count up index, and y and x with it */
      y += dims[d].y_stride, x += dims[d].x_stride;
      if (++index[d] < dims[d].size) break;
      y -= dims[d].y_stride * dims[d].size, x -= dims[d].x_stride * dims[d].size;
      index[d] = 0;
    }
  }
}

static int is_close(double a, double b, double rtol, double atol, int equal_nan) {
  if (a == b) return 1;
  if (a != a || b != b) return equal_nan && a != a && b != b;
  const double distance = __builtin_fabs(a - b);
  return __builtin_isfinite(distance) && distance <= atol + rtol * __builtin_fabs(b);
}

int ln_allclose(const float *a, const float *b, size_t n, double rtol, double atol, int equal_nan) {
  for (size_t i = 0; i < n; i++) {
    if (!is_close(a[i], b[i], rtol, atol, equal_nan)) return 0;
  }
  return 1;
}

void ln_round(float *y, const double *x, size_t n) {
  for (; n >= 2; n -= 2, x += 2, y += 2) {
    wasm_v128_store64_lane(y, wasm_f32x4_demote_f64x2_zero(wasm_v128_load(x)), 0);
  }
  if (n) *y = (float)*x;
}

LN_SMALL_END
