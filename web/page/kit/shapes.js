/** Index arithmetic on row-major shapes. Nothing here touches a value. */

/** @typedef {readonly number[]} Shape */

/** Beyond this many values a tensor is shown as a picture and a window of cells. */
export const LARGE = 200;
/** A figure takes at most this many dims, and this many values. */
export const MAX_RANK = 4;
export const MAX_SIZE = 8192;

/** @param {Shape} shape */
export const sizeOf = (shape) => shape.reduce((size, n) => size * n, 1);

/** "[2, 6]", as PyTorch writes a shape. @param {Shape} shape */
export const formatShape = (shape) => `[${shape.join(", ")}]`;

/**
 * Where element `index` sits along each dim.
 * @param {number} index
 * @param {Shape} shape
 */
export function coordinatesOf(index, shape) {
  const coordinates = new Array(shape.length);
  for (let dim = shape.length - 1; dim >= 0; dim--) {
    coordinates[dim] = index % shape[dim];
    index = Math.floor(index / shape[dim]);
  }
  return coordinates;
}

/**
 * @param {readonly number[]} coordinates
 * @param {Shape} shape
 */
export const indexOf = (coordinates, shape) =>
  coordinates.reduce((index, coordinate, dim) => index * shape[dim] + coordinate, 0);

/**
 * The shape that a reduction over `dims` leaves.
 * @param {Shape} shape
 * @param {readonly number[]} dims
 * @param {boolean} keepdim
 */
export function reducedShape(shape, dims, keepdim) {
  const kept = shape.map((n, dim) => (dims.includes(dim) ? 1 : n));
  return keepdim ? kept : kept.filter((_, dim) => !dims.includes(dim));
}

/**
 * How a tensor is seen when its channels (dim 1) are split into groups, as GroupNorm does: dim 1 becomes two, and
 * the first of these is not reduced.
 * @param {Shape} shape
 * @param {readonly number[]} dims
 * @param {number} channelGroups
 * @returns {{ shape: Shape, dims: readonly number[] }}
 */
export function splitChannels(shape, dims, channelGroups) {
  if (channelGroups === 1) return { shape, dims };
  const [batch, channels, ...rest] = shape;
  return {
    shape: [batch, channelGroups, channels / channelGroups, ...rest],
    dims: dims.map((dim) => (dim < 1 ? dim : dim + 1)),
  };
}

/**
 * For each element, the row-major index of its coordinates in `which` dims alone.
 * @param {Shape} shape
 * @param {readonly number[]} which
 */
function indicesAlong(shape, which) {
  const strides = new Array(shape.length).fill(0);
  let stride = 1;
  for (const dim of [...which].reverse()) {
    strides[dim] = stride;
    stride *= shape[dim];
  }
  return stridedIndices(shape, strides);
}

/**
 * For each element of a shape, its index in a tensor with these strides. A stride of 0 broadcasts.
 * @param {Shape} shape
 * @param {readonly number[]} strides
 */
function stridedIndices(shape, strides) {
  let indices = Int32Array.of(0);
  shape.forEach((size, dim) => {
    const inner = new Int32Array(indices.length * size);
    for (let at = 0; at < inner.length; at++) {
      inner[at] = indices[Math.floor(at / size)] + (at % size) * strides[dim];
    }
    indices = inner;
  });
  return indices;
}

/** @typedef {{ groupOf: Int32Array, placeOf: Int32Array, members: readonly (readonly number[])[] }} Groups */
/** @type {Map<string, Groups>} */
const known = new Map();
const MANY = 32;

/**
 * The elements that share one statistic. `groupOf[i]` is also the row-major index of that statistic in the
 * reduced tensor; `placeOf[i]` is where the element sits within the reduced dims, so which weight and bias it
 * meets. Kept: a drag asks for the same again with every frame.
 * @param {Shape} shape
 * @param {readonly number[]} dims
 * @param {number} [channelGroups]
 * @returns {Groups}
 */
export function groupsOf(shape, dims, channelGroups = 1) {
  const key = `${shape};${dims};${channelGroups}`;
  const found = known.get(key);
  if (found) return found;
  if (known.size === MANY) known.clear();
  const seen = splitChannels(shape, dims, channelGroups);
  const kept = seen.shape.map((_, dim) => dim).filter((dim) => !seen.dims.includes(dim));
  const groupOf = indicesAlong(seen.shape, kept);
  /** @type {number[][]} */
  const members = Array.from({ length: sizeOf(kept.map((dim) => seen.shape[dim])) }, () => []);
  for (const [index, group] of groupOf.entries()) members[group].push(index);
  const groups = { groupOf, placeOf: indicesAlong(seen.shape, seen.dims), members };
  known.set(key, groups);
  return groups;
}

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

/** A tensor of up to two dims as rows and columns: one dim lies down. @param {Shape} shape */
export function rowsAndColumns(shape) {
  const [rows, columns] = [1, 1, ...shape].slice(-2);
  return { rows, columns };
}

/** Groups are told apart by letter: A to Z, then A2 to Z2. @param {number} group */
export function letterOf(group) {
  const round = Math.floor(group / 26);
  return String.fromCharCode(65 + (group % 26)) + (round === 0 ? "" : String(round + 1));
}
