/** How large the dots of low tracks can be, so that every pile has room in its track and no dot hides another. */
import { pile } from "./pile.js";

/** Dots that are smaller, in px, cannot be told apart. A pile without room for these is pressed together. */
export const LEAST = 5;

/**
 * How high a track is, in px: as --track in small-tracks.css.
 * @param {{ least: number, all: number, most: number }} heights  of one, of all together, of one
 * @param {number} count  of tracks
 */
export const trackHeight = ({ least, all, most }, count) => Math.max(least, Math.min(all / count, most));

/**
 * The size of all dots, in whole px, for which each track's pile has room: one px more, and one has none.
 * @param {readonly (readonly { at: number, value: number }[])[]} tracks  the dots of each, as in layout.js
 * @param {{ most: number, axis: number, room: number }} lengths  in px: the largest size, the axis, and how far from
 *   the line a track reaches upwards
 * @returns {number}
 */
export function sizeFor(tracks, { most, axis, room }) {
  const hasRoom = (/** @type {number} */ size) =>
    tracks.every((track) => {
      const dots = track.map(({ at, value }) => ({ at, value, level: 0 }));
      pile(dots, (100 * size) / axis);
      return dots.every(({ level }) => (level + 0.5) * size <= room);
    });
  if (hasRoom(most)) return most;
  let [small, large] = [LEAST, most];
  while (large - small > 1) {
    const middle = Math.floor((small + large) / 2);
    if (hasRoom(middle)) small = middle;
    else large = middle;
  }
  return small;
}
