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

/**
 * The dims of y, without those of size 1; dims that are neighbours in both x and y become one. They are the last of the
 * LN_MAX_RANK that there is room for. Returns the first.
 */
static size_t merged_dims(dim *dims, const uint32_t *shape, const uint32_t *order, size_t rank) {
  size_t y_size = 1, first = LN_MAX_RANK;
  for (size_t d = rank; d-- > 0; y_size *= shape[order[d]]) { /* from the last dim to the first */
    dim one = {.size = shape[order[d]], .y_stride = y_size, .x_stride = 1};
    if (one.size == 1) continue;
    for (size_t k = order[d] + 1; k < rank; k++) one.x_stride *= shape[k];
    if (first < LN_MAX_RANK && one.x_stride == dims[first].x_stride * dims[first].size) dims[first].size *= one.size;
    else dims[--first] = one;
  }
  return first;
}

/** Two dims of y and x; b is y's last. */
typedef struct {
  dim a, b;
} plane;

/** Copies a plane whose dim b is the last of x, too. */
static void copy_plane(float *y, const float *x, const plane *p) {
  const size_t n = p->b.size;
  for (size_t a = 0; a < p->a.size; a++, y += p->a.y_stride, x += p->a.x_stride) {
    size_t b = 0;
    if (n >= COPY_ELEMENTS) __builtin_memcpy(y, x, n * sizeof *y), b = n;
    for (; b + 4 <= n; b += 4) wasm_v128_store(y + b, wasm_v128_load(x + b));
    for (; b < n; b++) y[b] = x[b];
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
LN_ONCE void transpose_plane(float *y, const float *x, const plane *p) {
  const size_t y_stride = p->a.y_stride, x_stride = p->b.x_stride;
  const size_t rows = p->a.size & ~(size_t)3, columns = p->b.size & ~(size_t)3;
  for (size_t strip = 0; strip < rows; strip += STRIP_ROWS) {
    const size_t end = strip + STRIP_ROWS < rows ? strip + STRIP_ROWS : rows;
    for (size_t b = 0; b < columns; b += 4) {
      for (size_t a = strip; a < end; a += 4) {
        transpose_4x4(y + a * y_stride + b, x + b * x_stride + a, y_stride, x_stride);
      }
    }
  }
  for (size_t a = 0; a < p->a.size; a++) {
    for (size_t b = a < rows ? columns : 0; b < p->b.size; b++) y[a * y_stride + b] = x[b * x_stride + a];
  }
}

LN_SMALL_BEGIN

/** Copies the planes of `count` dims. */
static void copy_planes(float *y, const float *x, const dim *dims, size_t count, const plane *p, int transposed) {
  if (count == 0) {
    if (transposed) transpose_plane(y, x, p);
    else copy_plane(y, x, p);
    return;
  }
  for (size_t i = 0; i < dims->size; i++, y += dims->y_stride, x += dims->x_stride) {
    copy_planes(y, x, dims + 1, count - 1, p, transposed);
  }
}

void ln_permute(float *y, const float *x, const uint32_t *shape, const uint32_t *order, size_t rank) {
  LN_REQUIRE(rank >= 1 && rank <= LN_MAX_RANK);
  for (size_t d = 0; d < rank; d++)
    if (shape[d] == 0) return;
  dim dims[LN_MAX_RANK];
  dim *const end = dims + LN_MAX_RANK;
  dim *const first = dims + merged_dims(dims, shape, order, rank);
  const size_t count = (size_t)(end - first);
  plane p = {.a = {.size = 1}, .b = {.size = 1}};
  if (count > 0) p.b = end[-1];
  const int transposed = p.b.x_stride > 1;
  dim *other = end - 2; /* the dim that makes a plane with the last one */
  for (dim *d = first; transposed && d < other; d++)
    if (d->x_stride == 1) other = d;
  if (count > 1) p.a = *other, other->size = 1;
  copy_planes(y, x, first, count > 0 ? count - 1 : 0, &p, transposed);
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
