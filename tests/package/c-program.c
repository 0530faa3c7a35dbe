/** Layer normalization in a C program of one's own: prints two rows, and the gradients of the first weights. */
#include "norm.h"

#include <stdio.h>

int main(void) {
  const float x[] = {1, 2, 3, 6, -4, 0, 4, 8}, weight[] = {1, 2, 1, 0.5f}, bias[] = {0, 0, 1, 1};
  float y[8], mean[2], rstd[2];
  ln_layer_norm(y, mean, rstd, x, weight, bias, 2, 4, 1, 0, 1e-5);
  for (int i = 0; i < 8; i++) printf("%.6f%c", y[i], i % 4 == 3 ? '\n' : ' ');

  const float dy[] = {1, 1, 1, 1, 0, 1, 0, 1};
  float dx[8], scratch[3 * 4 + 6];
  double dweight[4] = {0}, dbias[4] = {0};
  ln_layer_norm_backward(dx, dweight, dbias, scratch, dy, x, mean, rstd, weight, 2, 4, 1e-5);
  for (int i = 0; i < 4; i++) printf("%.6f %.6f\n", dweight[i], dbias[i]);
  return 0;
}
