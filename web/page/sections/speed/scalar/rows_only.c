/** In place of c/columns.c, which would double the module: it normalises rows alone. */
#include "columns.h"

void ln_column_norm(float *y, float *mean, float *rstd, const float *x, const ln_settings *s, size_t outer,
                    size_t inner) {
  (void)y, (void)mean, (void)rstd, (void)x, (void)s, (void)outer, (void)inner;
  __builtin_trap();
}
