/** How the dots of low tracks lie on one another, and how large they are. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LEAST, sizeFor } from "../../../../web/page/figure/tracks/fit.js";
import { pile } from "../../../../web/page/figure/tracks/pile.js";

/** @param {readonly number[]} places */
const dotsAt = (places) => places.map((at) => ({ at, value: at, level: 0 }));

/** @param {readonly number[]} places @param {number} width */
function levelsOf(places, width) {
  const dots = dotsAt(places);
  pile(dots, width);
  return dots.map(({ level }) => level);
}

const LENGTHS = { most: 20, axis: 500, room: 40 };
const places = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 16 });

/** The px that a pile of dots of a size needs above its line. @param {readonly number[]} at @param {number} size */
const heightOf = (at, size) =>
  Math.max(...levelsOf(at, (100 * size) / LENGTHS.axis).map((level) => level + 0.5)) * size;

describe("a pile", () => {
  test("has the same places filled in whatever order its dots come", () => {
    fc.assert(
      fc.property(places, fc.integer(), (at, turn) => {
        const by = Math.abs(turn) % at.length;
        const sorted = (/** @type {readonly number[]} */ order) =>
          levelsOf(order, 4)
            .map((level, i) => [order[i], level])
            .sort(([a, above], [b, other]) => a - b || above - other);
        const turned = [...at.slice(by), ...at.slice(0, by)].reverse();
        expect(sorted(turned)).toEqual(sorted(at));
      }),
    );
  });

  test("of equal numbers is a column of whole dots, which stands on the line", () => {
    expect(levelsOf([50, 50, 50, 50], 4).sort()).toEqual([0, 1, 2, 3]);
  });

  test("of dots that are clear of one another is no pile", () => {
    expect(levelsOf([10, 14, 18, 60], 4)).toEqual([0, 0, 0, 0]);
  });
});

describe("the size of dots", () => {
  test("is the largest one where all are clear of one another", () => {
    expect(sizeFor([dotsAt([10, 20]), dotsAt([50])], LENGTHS)).toBe(20);
    expect(sizeFor([], LENGTHS)).toBe(20);
  });

  test("is the largest for which the highest pile has room: of four in a column, 40 px hold 3.5 of 11 px", () => {
    expect(sizeFor([dotsAt([10, 20]), dotsAt([50, 50, 50, 50])], LENGTHS)).toBe(11);
  });

  test("is one at which a pile has room, and one px more has none", () => {
    fc.assert(
      fc.property(places, (at) => {
        const size = sizeFor([dotsAt(at)], LENGTHS);
        if (size > LEAST) expect(heightOf(at, size)).toBeLessThanOrEqual(LENGTHS.room);
        if (size < LENGTHS.most) expect(heightOf(at, size + 1)).toBeGreaterThan(LENGTHS.room);
      }),
    );
  });

  test("is never less than the least: such a pile is pressed together", () => {
    expect(sizeFor([dotsAt(Array.from({ length: 48 }, () => 50))], LENGTHS)).toBe(LEAST);
  });
});
