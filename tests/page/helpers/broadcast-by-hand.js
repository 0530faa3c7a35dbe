/** Broadcasting, element by element: slow, and nothing like the page's own. */

/**
 * Which element of `smaller` each element of `shape` meets, row-major; null where they do not fit, or where the
 * result is larger than `shape`.
 * @param {readonly number[]} shape
 * @param {readonly number[]} smaller
 * @returns {number[] | null}
 */
export function broadcastByHand(shape, smaller) {
  const sizes = [...smaller];
  while (sizes.length < shape.length) sizes.unshift(1);
  if (sizes.some((size, dim) => size !== shape[dim] && size !== 1)) return null;
  return places(shape).map((place) =>
    place.reduce((index, at, dim) => index * sizes[dim] + (sizes[dim] === 1 ? 0 : at), 0),
  );
}

/** Every element's index along each dim, row-major. @param {readonly number[]} shape @returns {number[][]} */
export const places = ([size, ...rest]) =>
  size === undefined
    ? [[]]
    : Array.from({ length: size }, (_, at) => places(rest).map((place) => [at, ...place])).flat();

/**
 * What x − mean does: each value is to meet the mean of the values that differ from it along `dims` alone.
 * @param {readonly number[]} shape
 * @param {readonly number[]} dims
 * @param {boolean} keepdim
 * @returns {"right" | "raises" | "wrong"}
 */
export function outcomeByHand(shape, dims, keepdim) {
  const meant = shape.map((size, dim) => (dims.includes(dim) ? 1 : size));
  const given = keepdim ? meant : meant.filter((_, dim) => !dims.includes(dim));
  const lined = [...shape.map(() => 1), ...given].slice(-shape.length);
  if (lined.some((size, dim) => size !== shape[dim] && size !== 1 && shape[dim] !== 1)) return "raises";
  const grows = lined.some((size, dim) => size > shape[dim]);
  const met = grows ? null : broadcastByHand(shape, given);
  return met?.join() === broadcastByHand(shape, meant)?.join() ? "right" : "wrong";
}
