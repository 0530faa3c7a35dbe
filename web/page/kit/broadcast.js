/** How PyTorch lines up the shapes of two tensors. The first view does without. */
import { reducedShape, stridedIndices } from "./shapes.js";

/** @typedef {import("./shapes.js").Shape} Shape */

/**
 * The shape of two tensors' difference, or PyTorch's words when there is none: sizes are compared from the last
 * dim on, and must be equal or 1.
 * @param {Shape} a
 * @param {Shape} b
 * @returns {{ shape: Shape } | { error: string }}
 */
export function broadcastShapes(a, b) {
  const rank = Math.max(a.length, b.length);
  const [sizesA, sizesB] = [a, b].map((shape) => padded(shape, rank));
  for (let dim = rank - 1; dim >= 0; dim--) {
    const [sizeA, sizeB] = [sizesA[dim], sizesB[dim]];
    if (sizeA === sizeB || sizeA === 1 || sizeB === 1) continue;
    return {
      error:
        `RuntimeError: The size of tensor a (${sizeA}) must match the size of tensor b (${sizeB}) ` +
        `at non-singleton dimension ${dim}`,
    };
  }
  return { shape: sizesA.map((size, dim) => (size === 1 ? sizesB[dim] : size)) };
}

/** With dims of size 1 in front. @param {Shape} shape @param {number} rank */
const padded = (shape, rank) => [...new Array(rank - shape.length).fill(1), ...shape];

/**
 * Which element of a smaller tensor each element of `shape` meets, when PyTorch lines the two up.
 * @param {Shape} shape
 * @param {Shape} smaller  one that broadcasts to shape
 */
export function broadcastIndices(shape, smaller) {
  const sizes = padded(smaller, shape.length);
  const strides = new Array(shape.length).fill(0);
  let stride = 1;
  for (let dim = shape.length - 1; dim >= 0; dim--) {
    if (sizes[dim] > 1) strides[dim] = stride;
    stride *= sizes[dim];
  }
  return stridedIndices(shape, strides);
}

/**
 * Whether x − mean is right with the shapes as they are: a mean without its dims lines up with the last dims of x.
 * Where the mean is of other dims, x − mean raises an error or, when the sizes fit by chance, is wrong in silence.
 * @param {Shape} shape
 * @param {readonly number[]} dims
 * @param {boolean} keepdim
 * @returns {"right" | "raises" | "wrong"}
 */
export function broadcastOf(shape, dims, keepdim) {
  const reduced = reducedShape(shape, dims, keepdim);
  const lined = padded(reduced, shape.length);
  const meant = reducedShape(shape, dims, true);
  if (lined.every((size, dim) => size === meant[dim])) return "right";
  const met = broadcastShapes(shape, reduced);
  return "error" in met ? "raises" : "wrong";
}
