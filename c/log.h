/** The natural logarithm of a double. */
#ifndef LN_LOG_H
#define LN_LOG_H

/** ln(x) within 1e-12, x > 0 and normal: the same bits on every machine, and no libm in the module. */
double ln_natural_log(double x);

#endif
