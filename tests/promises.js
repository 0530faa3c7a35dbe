/**
 * How far the kernels may be from float64: the numbers of c/promises.h, with the same names. c/norm.h says of which
 * magnitude each is a part. (tests/api/promises.node.test.js compares the two files.)
 */
export const MEAN_ERROR = 1e-6,
  VARIANCE_ERROR = 4e-6,
  OUTPUT_ERROR = 2e-6,
  GRADIENT_ERROR = 1e-5,
  DWEIGHT_MEAN_ERROR = 2e-7,
  PRODUCT_ERROR = 1e-6,
  STATISTIC_ERROR = 1e-12,
  INVERSE_ERROR = 1e-6;

/** Of what stands beside a norm: c/block/block.h says of which magnitude each is a part. */
export const ACTIVATION_ERROR = 2e-6,
  PROBABILITY_ERROR = 2e-6,
  PROBABILITY_SUM_ERROR = 2e-7,
  GRADIENT_SUM_ERROR = 1e-10;

/** A root halves a relative error: of a standard deviation, and of rstd. */
export const ROOT_ERROR = VARIANCE_ERROR / 2;
