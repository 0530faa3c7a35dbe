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
export function stridedIndices(shape, strides) {
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
