/**
 * The values of options that a call of the package leaves out; PyTorch's functions take the same. The package does not
 * export these numbers: tests/page/figure/code/defaults.test.js compares them with the package's results.
 */
export const DEFAULTS = /** @type {const} */ ({
  variance: { correction: 1 },
  normalize: { correction: 0, eps: 1e-5 },
  groupNorm: { eps: 1e-5 },
  rmsNorm: { eps: 2 ** -23 },
});
