/** Index arithmetic on row-major shapes. Nothing here touches a value. */

/** @typedef {readonly number[]} Shape */

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
 * The elements that share one statistic. `groupOf[i]` is also the row-major index of that statistic in the
 * reduced tensor; `placeOf[i]` is where the element sits within the reduced dims, so which weight and bias it
 * meets.
 * @param {Shape} shape
 * @param {readonly number[]} dims
 */
export function groupsOf(shape, dims) {
  const kept = shape.map((_, dim) => dim).filter((dim) => !dims.includes(dim));
  const pick = (/** @type {readonly number[]} */ from, /** @type {readonly number[]} */ which) =>
    indexOf(
      which.map((dim) => from[dim]),
      which.map((dim) => shape[dim]),
    );
  const elements = Array.from({ length: sizeOf(shape) }, (_, index) => coordinatesOf(index, shape));
  const groupOf = elements.map((coordinates) => pick(coordinates, kept));
  const placeOf = elements.map((coordinates) => pick(coordinates, dims));
  /** @type {number[][]} */
  const members = Array.from({ length: sizeOf(reducedShape(shape, dims, false)) }, () => []);
  groupOf.forEach((group, index) => members[group].push(index));
  return { groupOf, placeOf, members };
}

/** A tensor of up to two dims as rows and columns: one dim lies down. @param {Shape} shape */
export function rowsAndColumns(shape) {
  const [rows, columns] = [1, 1, ...shape].slice(-2);
  return { rows, columns };
}

/** What a learner calls the members of a group. @param {Shape} shape @param {readonly number[]} dims */
export function groupNoun(shape, dims) {
  if (dims.length === shape.length) return shape.length === 1 ? "row" : "whole tensor";
  return dims.includes(shape.length - 1) ? "row" : "column";
}

/**
 * What comes of x − mean as the shapes are: a mean without its dims lines up with the last dims of x. Where
 * those are not its own it raises an error or, when the sizes fit by chance, is wrong in silence.
 * @param {Shape} shape
 * @param {readonly number[]} dims
 * @param {boolean} keepdim
 * @returns {"right" | "raises" | "wrong"}
 */
export function broadcastOf(shape, dims, keepdim) {
  const lined = [...shape.map(() => 1), ...reducedShape(shape, dims, keepdim)].slice(-shape.length);
  const meant = reducedShape(shape, dims, true);
  if (lined.every((size, dim) => size === meant[dim])) return "right";
  const fits = lined.every((size, dim) => size === shape[dim] || size === 1 || shape[dim] === 1);
  return fits ? "wrong" : "raises";
}

/** Groups are told apart by letter. @param {number} group */
export const letterOf = (group) => String.fromCharCode(65 + (group % 26));

/**
 * How a dim is written in code: the last one as -1, as the book does.
 * @param {number} dim
 * @param {Shape} shape
 */
export const dimInCode = (dim, shape) => (dim === shape.length - 1 ? -1 : dim);
