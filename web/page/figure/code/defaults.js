/**
 * What a function of the package means by an option that its call leaves out; PyTorch's functions mean the same. The
 * package does not export these numbers: tests/page/figure/code/defaults.test.js compares them with what it computes.
 */
export const DEFAULTS = /** @type {const} */ ({
  variance: { correction: 1 },
  normalize: { correction: 0, eps: 1e-5 },
  groupNorm: { eps: 1e-5 },
  rmsNorm: { eps: 2 ** -23 },
});
