/** Cross-entropy of rows of logits, with its gradient. */
#include "../code.h"
#include "../log.h"
#include "block.h"
#include "exps.h"

LN_SMALL_BEGIN

/**
 * The loss of a row, whose gradients are those of loss / count. The classes but the target are summed on their own: so
 * the target's gradient, p - 1 = -(the others' probability), is right also where p is nearly 1.
 */
static double differentiate_row(float *dlogits, const float *logits, size_t target, size_t classes, double count) {
  const double top = ln_row_top(logits, classes, 1), own = logits[target] - top;
  const size_t behind = target + 1;
  float e;
  ln_row_exps(&e, logits + target, 1, 1, top);
  double others = ln_row_exps(dlogits, logits, target, 1, top);
  others += ln_row_exps(dlogits + behind, logits + behind, classes - behind, 1, top);
  const double sum = others + e, share = 1 / (sum * count);
  ln_multiply_row(dlogits, target, (float)share);
  ln_multiply_row(dlogits + behind, classes - behind, (float)share);
  dlogits[target] = (float)(-others * share);
  return sum == sum ? ln_natural_log(sum) - own : sum;
}

void ln_cross_entropy(float *dlogits, double *losses, const float *logits, const uint32_t *targets, size_t rows,
                      size_t classes, double count) {
  for (size_t r = 0; r < rows; r++, dlogits += classes, logits += classes) {
    losses[r] = 0;
    if (targets[r] < classes) losses[r] = differentiate_row(dlogits, logits, targets[r], classes, count);
    else {
      for (size_t i = 0; i < classes; i++) dlogits[i] = 0;
    }
  }
}

LN_SMALL_END
