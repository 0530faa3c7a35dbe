/** How the numbers of tokens lie on their tracks. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { swarm } from "../../../web/page/sections/transformer/swarm.js";

const ROOM = 15;

/** A token's 48 places, in px, from the least. */
const places = fc
  .array(fc.double({ min: 0, max: 400, noNaN: true }), { minLength: 1, maxLength: 48 })
  .map((all) => all.sort((a, b) => a - b));
const tracks = fc.array(places, { minLength: 1, maxLength: 4 });

/**
 * How near to one another the middles of two dots of a track are, at least.
 * @param {number[]} at
 * @param {number[]} up
 */
const nearest = (at, up) =>
  Math.min(...at.flatMap((x, i) => at.slice(0, i).map((other, j) => Math.hypot(x - other, up[i] - up[j]))));

test("no dot lies on another, unless not even the smallest have room, and all lie within the track", () => {
  fc.assert(
    fc.property(tracks, (all) => {
      const { size, levels } = swarm(all, ROOM);
      expect(Math.max(...levels.flat()) + size / 2).toBeLessThanOrEqual(ROOM + 1e-9);
      if (size > 2) all.forEach((at, i) => expect(nearest(at, levels[i])).toBeGreaterThanOrEqual(size - 1e-9));
    }),
  );
});

test("dots are of one size, the largest for which each track has room", () => {
  fc.assert(
    fc.property(tracks, (all) => {
      const sizes = all.map((each) => swarm([each], ROOM).size);
      expect(swarm(all, ROOM).size).toBeLessThanOrEqual(Math.min(...sizes));
    }),
  );
  expect(swarm([[0, 10, 20]], ROOM)).toEqual({ size: 6, levels: [[0, 0, 0]] });
  // Four in a column: 3.5 pitches of 4 px are 14 px.
  expect(swarm([[9, 9, 9, 9]], ROOM)).toEqual({ size: 3.5, levels: [[0, 4, 8, 12]] });
});

test("48 equal numbers are pressed together", () => {
  const { size, levels } = swarm([new Array(48).fill(9)], ROOM);
  expect(size).toBe(2);
  expect(Math.max(...levels[0]) + 1).toBeCloseTo(ROOM, 9);
});
