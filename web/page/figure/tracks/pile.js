/** Dots that would hide one another nestle above one another. */

/**
 * @typedef {{ at: number, value: number, level: number }} Piled  a place on the axis, its number, and how high above
 *   the line it lies, in dots
 */

/** A pile that is higher than so many dots is tried in other ways, if it is of no more dots than this. */
const HIGH = { levels: 1.2, dots: 12 };

/**
 * Gives each dot its level. A high pile begins with the dot that makes it lowest.
 * @param {readonly Piled[]} dots
 * @param {number} width  of a dot, in the unit of the places
 */
export function pile(dots, width) {
  const order = [...dots].sort((a, b) => a.at - b.at || a.value - b.value);
  let top = pileFrom(0, order, width);
  if (top <= HIGH.levels || order.length > HIGH.dots) return;
  let best = 0;
  for (let first = 1; first < order.length; first++) {
    const height = pileFrom(first, order, width);
    if (height < top - 0.05) [best, top] = [first, height];
  }
  pileFrom(best, order, width);
}

/**
 * Each dot as low as it can: of those left, the one that can lie lowest is next.
 * @param {number} first  of them, on the line
 * @param {readonly Piled[]} order
 * @param {number} width
 * @returns {number} the pile's height
 */
function pileFrom(first, order, width) {
  const left = [...order];
  /** @type {Piled[]} */
  const placed = [];
  for (const dot of left) dot.level = 0;
  while (left.length > 0) {
    let lowest = placed.length === 0 ? first : 0;
    for (let i = 1; i < left.length && left[lowest].level > 0; i++) {
      if (left[i].level < left[lowest].level - HAIR) lowest = i;
    }
    const [next] = left.splice(lowest, 1);
    placed.push(next);
    for (const dot of left) {
      if (Math.abs(dot.at - next.at) < width) dot.level = lowestFor(dot, placed, width);
    }
  }
  return Math.max(...order.map(({ level }) => level));
}

/** So much, in dots, is no difference. */
const HAIR = 1e-6;

/**
 * How high a dot must lie to be clear of those that lie already: on the line, or touching one of them from above.
 * @param {Piled} dot
 * @param {readonly Piled[]} placed
 * @param {number} width
 */
function lowestFor({ at }, placed, width) {
  const near = placed
    .map((other) => ({ across: Math.abs(other.at - at) / width, level: other.level }))
    .filter(({ across }) => across < 1);
  const isFree = (/** @type {number} */ level) =>
    near.every((other) => Math.hypot(other.across, other.level - level) >= 1 - HAIR);
  const heights = near.map(({ across, level }) => level + Math.sqrt(1 - across * across));
  return [0, ...heights.sort((a, b) => a - b)].find(isFree) ?? 0;
}
