/**
 * The numbers that an op or a layer takes where an option is left out: PyTorch's. Flags, such as keepdim or affine,
 * have theirs where they are read.
 */

/** eps of all norms but RMSNorm: added to the variance, inside the root. */
export const EPS = 1e-5;

/** eps of RMSNorm, added to the mean square: the epsilon of float32, which torch.nn.RMSNorm means by eps = None. */
export const RMS_EPS = 2 ** -23;

/** What layerNorm and rmsNorm add to their weight. */
export const WEIGHT_OFFSET = 0;

/** How much of the batch's statistics batchNorm's running ones take over. */
export const MOMENTUM = 0.1;

/** What variance, std and moments subtract from n: Bessel's correction, as torch.var. */
export const CORRECTION = 1;

/** What normalize and its gradient subtract from n: nothing, as the normalization layers. */
export const NORMALIZE_CORRECTION = 0;

/** The dim that normalize and l2Normalize work on: the last one. */
export const NORMALIZE_DIM = -1;

/** eps of l2Normalize: the least divisor. */
export const L2_EPS = 1e-12;

/** Which form of GELU: the one with the error function. */
export const APPROXIMATE = "none";

/** The dim that softmax works on: the last one; and what it multiplies x by first. */
export const SOFTMAX_DIM = -1,
  SCALE = 1;

/** The target of rows that count for nothing in crossEntropy. */
export const IGNORE_INDEX = -100;

/** What StandardScaler subtracts from the count: nothing, as scikit-learn. */
export const SCALER_CORRECTION = 0;

/** How far apart allclose lets two elements be: relative to b's, and absolute. */
export const RTOL = 1e-5,
  ATOL = 1e-8;

/** How tensors print. sciMode undefined: in scientific notation where the elements ask for it. */
export const PRINT_OPTIONS = { precision: 4, threshold: 1000, edgeitems: 3, linewidth: 80, sciMode: undefined };
