/** The activations of the depth lab, and the factors with which its weights start. */
import { gelu, geluSlope } from "../../kit/gelu.js";

/** @typedef {import("./job.js").Settings} Settings */

/** @param {(x: number) => number} each @returns {(values: Float32Array) => Float32Array} */
const inPlace = (each) => (values) => {
  for (let i = 0; i < values.length; i++) values[i] = each(values[i]);
  return values;
};

/**
 * The factor of a layer's weights that keeps the mean square of normally distributed numbers at gain 1:
 * 1 / sqrt(E[f(z)^2]) for z from N(0, 1). By the trapezoidal rule, which for functions as smooth as these has all
 * digits of a float32 number; a test computes the integrals in another way.
 * @param {(values: Float32Array) => Float32Array} apply
 */
function keeping(apply) {
  const z = Float32Array.from({ length: 257 }, (_, i) => (i - 128) / 16);
  const density = Array.from(z, (at) => Math.exp((-at * at) / 2));
  const squares = apply(z).reduce((sum, value, i) => sum + density[i] * value ** 2, 0);
  return Math.sqrt(density.reduce((sum, each) => sum + each, 0) / squares);
}

const tanh = inPlace(Math.tanh);

/**
 * Each activation, in place; its derivative; and the factor that keeps the mean square. For ReLU that is sqrt(2) (He et
 * al., "Delving Deep into Rectifiers" (2015), arXiv:1502.01852).
 * @type {Record<Settings["activation"], { apply: (values: Float32Array) => Float32Array, slope: (x: number) => number,
 *   keeps: number }>}
 */
export const ACTIVATIONS = {
  none: { apply: (values) => values, slope: () => 1, keeps: 1 },
  relu: { apply: inPlace((x) => Math.max(x, 0)), slope: (x) => (x > 0 ? 1 : 0), keeps: Math.SQRT2 },
  gelu: { apply: gelu, slope: geluSlope, keeps: keeping(gelu) },
  tanh: { apply: tanh, slope: (x) => 1 - Math.tanh(x) ** 2, keeps: keeping(tanh) },
};

/** Of He and others (2015), made for ReLU. */
export const HE = ACTIVATIONS.relu.keeps;

/**
 * The factor of a layer's weights at gain 1 and width 1. By "own" each activation has the one that keeps its mean
 * square; by "he" all have ReLU's. By "fixup" a layer is a branch of m = 2 matrices: the first has He's factor times
 * L^(-1 / (2 m - 2)), L being the number of layers, and the last is zero ("Fixup" of Zhang et al. (2019),
 * arXiv:1901.09321, without its scalar biases and multipliers).
 * @param {Settings} settings
 */
export const startOf = ({ start, activation, layers }) =>
  start === "own" ? ACTIVATIONS[activation].keeps : start === "he" ? HE : HE / Math.sqrt(layers);
