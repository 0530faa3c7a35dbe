/**
 * What stands beside a norm, in plain C: what block.h promises, as formulas that are loops, and no part of the module.
 * Arguments are those of the kernels of block.h that have the same names without `plain_`; scratch is left out.
 */
#ifndef LN_BLOCK_PLAIN_H
#define LN_BLOCK_PLAIN_H

#include "../plain.h"

void ln_plain_linear(ln_result *y, const float *x, const float *weight, const float *bias, size_t rows, size_t inputs,
                     size_t outputs);

void ln_plain_matmul(ln_result *y, const float *a, const float *b, size_t rows, size_t inner, size_t columns);

void ln_plain_add(ln_result *y, const float *a, const float *b, size_t outer, size_t repeats, size_t n, size_t inner);
void ln_plain_mul(ln_result *y, const float *a, const float *b, size_t outer, size_t repeats, size_t n, size_t inner);

void ln_plain_relu(ln_result *y, const float *x, size_t n);
void ln_plain_relu_backward(ln_result *dx, const float *dy, const float *x, size_t n);

#endif
