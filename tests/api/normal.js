/** Tensors of normal numbers, the same for the same seed. */
import { tensor } from "../../web/api/index.js";
import { normals } from "./reference.js";

/** @param {readonly number[]} shape @param {number} seed @param {boolean} [resident] */
export const normal = (shape, seed, resident = false) => {
  const size = shape.reduce((a, b) => a * b, 1);
  return tensor(normals(size, seed), shape, { resident });
};
