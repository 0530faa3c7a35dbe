/** Which part of the plane shows some places. */

/** How wide and high it may be: the least that holds all places, with room around. */
const SPANS = [0.5, 1, 2, 4, 8];
const ROOM = 1.2;

/** Its ends are multiples of this share of it, so that they are short. */
const GRID = 10;

/**
 * @param {readonly import("./leak.js").Place[]} places
 * @returns {{ span: number, ends: [low: number, high: number][], at: (place: import("./leak.js").Place) => number[] }}
 *   at: in hundredths, from the left and from the top
 */
export function windowOf(places) {
  const along = [0, 1].map((axis) => places.map((place) => place[axis]));
  const extents = along.map((values) => [Math.min(...values), Math.max(...values)]);
  const needed = ROOM * Math.max(...extents.map(([low, high]) => high - low));
  const span = SPANS.find((each) => each >= needed) ?? needed;
  const ends = extents.map(([low, high]) => {
    const from = (Math.round((GRID * ((low + high) / 2 - span / 2)) / span) * span) / GRID;
    return /** @type {[number, number]} */ ([from, from + span]);
  });
  return {
    span,
    ends,
    at: ([x, y]) => [(100 * (x - ends[0][0])) / span, 100 - (100 * (y - ends[1][0])) / span],
  };
}
