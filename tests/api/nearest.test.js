/** The name that is nearest to another, by the definition of their distance. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { nearest } from "../../web/api/checks/nearest.js";

/** Levenshtein's definition. @param {string} a @param {string} b @returns {number} */
function distance(a, b) {
  if (!a || !b) return a.length + b.length;
  const [restA, restB] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return distance(restA, restB);
  return 1 + Math.min(distance(restA, b), distance(a, restB), distance(restA, restB));
}

test("whatever the names", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "b", "."), maxLength: 5 });
  fc.assert(
    fc.property(name, fc.array(name, { maxLength: 4 }), (wanted, names) => {
      const distances = names.map((other) => distance(wanted, other));
      expect(nearest(wanted, names)).toBe(names[distances.indexOf(Math.min(...distances))]);
    }),
    { numRuns: 500 },
  );
});

test("long ones are compared by their beginnings, and in a moment", () => {
  const long = "a".repeat(1e6);
  expect(nearest(`${long}b`, Array.from({ length: 100 }, (_, i) => `${i}${long}`).concat([long]))).toBe(long);
});
