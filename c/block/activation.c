/** What is left of operands behind their strips. */
#include "activation.h"

LN_SMALL_BEGIN

void ln_take_rest(ln_rest *rest, const float *const *inputs, size_t input_count, size_t n) {
  const size_t left = n % LN_STRIP;
  for (size_t k = 0; k < LN_MOST_OPERANDS; k++) {
    float *room = rest->room[k];
    for (size_t i = 0; i < LN_STRIP; i++) room[i] = k < input_count && i < left ? inputs[k][n - left + i] : 0;
    rest->from[k] = room;
    if (k >= input_count) rest->to[k - input_count] = room;
  }
}

void ln_put_rest(float *const *outputs, size_t output_count, const ln_rest *rest, size_t n) {
  const size_t left = n % LN_STRIP;
  for (size_t k = 0; k < output_count; k++) {
    __builtin_memcpy(outputs[k] + (n - left), rest->to[k], left * sizeof(float));
  }
}

LN_SMALL_END
