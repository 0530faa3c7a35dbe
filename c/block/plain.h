/**
 * What stands beside a norm, in plain C: what block.h promises, as formulas that are loops, and no part of the module.
 * Arguments are those of the kernels of block.h that have the same names without `plain_`; scratch is left out.
 */
#ifndef LN_BLOCK_PLAIN_H
#define LN_BLOCK_PLAIN_H

#include <stdint.h>

#include "../plain.h"

void ln_plain_linear(ln_result *y, const float *x, const float *weight, const float *bias, size_t rows, size_t inputs,
                     size_t outputs);

void ln_plain_matmul(ln_result *y, const float *a, const float *b, size_t rows, size_t inner, size_t columns);

void ln_plain_add(ln_result *y, const float *a, const float *b, size_t outer, size_t repeats, size_t n, size_t inner);
void ln_plain_mul(ln_result *y, const float *a, const float *b, size_t outer, size_t repeats, size_t n, size_t inner);

void ln_plain_relu(ln_result *y, const float *x, size_t n);
void ln_plain_relu_backward(ln_result *dx, const float *dy, const float *x, size_t n);

void ln_plain_silu(ln_result *y, const float *x, size_t n);
void ln_plain_silu_backward(ln_result *dx, const float *dy, const float *x, size_t n);
void ln_plain_silu_mul(ln_result *y, const float *gate, const float *up, size_t n);
void ln_plain_silu_mul_backward(ln_result *dgate, ln_result *dup, const float *dy, const float *gate, const float *up,
                                size_t n);

void ln_plain_gelu(ln_result *y, const float *x, size_t n, int tanh);
void ln_plain_gelu_backward(ln_result *dx, const float *dy, const float *x, size_t n, int tanh);
void ln_plain_gelu_mul(ln_result *y, const float *gate, const float *up, size_t n, int tanh);
void ln_plain_gelu_mul_backward(ln_result *dgate, ln_result *dup, const float *dy, const float *gate, const float *up,
                                size_t n, int tanh);

void ln_plain_softmax(ln_result *y, const float *x, size_t outer, size_t n, size_t inner, double scale, size_t queries,
                      size_t first);
void ln_plain_softmax_backward(ln_result *dx, const float *dy, const float *y, size_t outer, size_t n, size_t inner,
                               double scale);
void ln_plain_log_softmax(ln_result *y, const float *x, size_t outer, size_t n, size_t inner);

ln_real ln_plain_cross_entropy(ln_result *dlogits, const float *logits, const uint32_t *targets, size_t rows,
                               size_t classes, double count, ln_real loss);

#endif
