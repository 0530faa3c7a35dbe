/**
 * How far the kernels may be from float64: each number of the manual's promises stands here alone, and norm.h says of
 * which magnitude it is a part. (tests/promises.js has the same numbers, which a test compares.)
 */
#ifndef LN_PROMISES_H
#define LN_PROMISES_H

#define LN_MEAN_ERROR 1e-6         /* of a mean, in standard deviations, beside one ulp */
#define LN_VARIANCE_ERROR 4e-6     /* of a variance */
#define LN_OUTPUT_ERROR 2e-6       /* of a normalised group */
#define LN_GRADIENT_ERROR 1e-5     /* of dx, dweight and dbias */
#define LN_DWEIGHT_MEAN_ERROR 2e-7 /* of dweight, by the rounding of a mean */
#define LN_PRODUCT_ERROR 1e-6      /* of an output of ln_linear */
#define LN_STATISTIC_ERROR 1e-12   /* of a column's mean and variance, as doubles */
#define LN_INVERSE_ERROR 1e-6      /* of what ln_scaler_inverse gives, in scales, beside half an ulp */

/* What stands beside a norm: block/block.h. */
#define LN_ACTIVATION_ERROR 2e-6      /* of silu, gelu, their products, the logarithm of softmax, a loss */
#define LN_PROBABILITY_ERROR 2e-6     /* of an output of softmax */
#define LN_PROBABILITY_SUM_ERROR 2e-7 /* of the sum of a softmax */
#define LN_GRADIENT_SUM_ERROR 1e-10   /* of a gradient of softmax, by the rounding of a sum in double */

#endif
