/** Dims as they are written in code, and as they are meant. */

/** @typedef {import("../../kit/shapes.js").Shape} Shape */

/**
 * Dims as they are written (from −rank to rank − 1, in any order), as they are meant; or PyTorch's words.
 * @param {readonly number[]} dims
 * @param {number} rank
 * @returns {{ dims: number[] } | { error: string }}
 */
export function resolveDims(dims, rank) {
  // A scalar takes dim 0, and −1, as if it had one dim.
  const [low, high] = [-Math.max(rank, 1), Math.max(rank, 1) - 1];
  const outside = dims.find((dim) => !(dim >= low && dim <= high));
  if (outside !== undefined) {
    return {
      error:
        `IndexError: Dimension out of range (expected to be in range of [${low}, ${high}], ` + `but got ${outside})`,
    };
  }
  const resolved = dims.map((dim) => (dim < 0 ? dim + high + 1 : dim));
  const twice = resolved.find((dim, i) => resolved.indexOf(dim) < i);
  if (twice !== undefined) {
    return { error: `RuntimeError: dim ${twice} appears multiple times in the list of dims` };
  }
  return { dims: resolved.sort((a, b) => a - b) };
}

/**
 * How a dim is written in code: the last one as -1, as the book does.
 * @param {number} dim
 * @param {Shape} shape
 */
export const dimInCode = (dim, shape) => (dim === shape.length - 1 ? -1 : dim);
