/** How the numbers of tokens lie on their tracks: in piles on the line, so that no dot hides another. */
import { pile } from "../../figure/tracks/pile.js";

/** How far apart dots can lie, in px: the farthest first. Those that lie nearest are a density, and no more. */
const PITCHES = [6.5, 6, 5.5, 5, 4.5, 4, 3.5, 3, 2.5];

/** So much of it is left between two dots. */
const GAP = 0.5;

/**
 * How many places there are, at most, that lie nearer to one another than a pitch.
 * @param {readonly number[]} places  from the least
 * @param {number} pitch
 */
function crowdOf(places, pitch) {
  let [most, first] = [0, 0];
  places.forEach((at, i) => {
    while (at - places[first] >= pitch) first++;
    most = Math.max(most, i - first + 1);
  });
  return most;
}

/**
 * All tracks have dots of one size: the largest for which the piles of each have room.
 * @param {readonly (readonly number[])[]} tracks  the places on each, in px, from the least
 * @param {number} room  from the line upwards, in px
 * @returns {{ size: number, levels: number[][] }} levels: how many px above the line each lies; where not even the
 *   smallest dots have room, they are pressed together
 */
export function swarm(tracks, room) {
  const least = PITCHES[PITCHES.length - 1];
  const piled = (/** @type {number} */ pitch) =>
    tracks.map((places) => {
      const dots = places.map((at) => ({ at, value: at, level: 0 }));
      pile(dots, pitch);
      return dots.map(({ level }) => level);
    });
  const topOf = (/** @type {number[][]} */ levels) => Math.max(0, ...levels.flat()) + 0.5;
  // Of three dots in a crowd one lies at least √3 / 2 above another: counting is quick, and spares most piles.
  const mayFit = (/** @type {number} */ pitch) =>
    tracks.every((places) => (Math.floor((crowdOf(places, pitch) - 1) / 2) * Math.sqrt(0.75) + 0.5) * pitch <= room);
  const pitch = PITCHES.find((pitch) => mayFit(pitch) && topOf(piled(pitch)) * pitch <= room) ?? least;
  const levels = piled(pitch);
  const size = pitch - GAP;
  const step = Math.min(pitch, (room - size / 2) / Math.max(...levels.flat()));
  return { size, levels: levels.map((track) => track.map((level) => level * step)) };
}
