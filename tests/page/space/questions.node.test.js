/** What the picture in space asks: each answer that is called right is, by the package. */
import { layerNorm, layerNormBackward, manualSeed, randn, rmsNorm, rmsNormBackward } from "layernorm";
import { describe, expect, test } from "vitest";
import { checkSpace, predictTip } from "../../../web/page/sections/space/questions.js";
import { number, numbers, ROUNDS, rightOf, sound } from "../helpers/questions.js";

const asked = ROUNDS.map((round) => sound(checkSpace(round)));

/** The questions of a kind. @param {RegExp} prompt */
function kind(prompt) {
  const some = asked.filter((question) => prompt.test(question.prompt));
  expect(some.length, String(prompt)).toBeGreaterThan(3);
  return some;
}

/** @param {readonly number[]} row @param {boolean} isLayer */
const normed = (row, isLayer) => (isLayer ? layerNorm : rmsNorm)(Float32Array.from(row), row.length, { eps: 0 }).data;

/** @param {number} seed @param {number} n */
const drawn = (seed, n) => {
  manualSeed(seed);
  return randn([n]).data;
};

/** @param {ArrayLike<number>} row */
const lengthOf = (row) => Math.hypot(...Array.from(row));

test("before: all results are in one plane and √3 away, and they go all around", () => {
  expect(rightOf(sound(predictTip())).label).toBe("A circle");
  /** @type {number[]} */
  const angles = [];
  for (let seed = 0; seed < 200; seed++) {
    const xhat = layerNorm(drawn(seed, 3), 3, { eps: 0 }).data;
    expect(Math.abs(xhat[0] + xhat[1] + xhat[2])).toBeLessThan(1e-5);
    expect(lengthOf(xhat)).toBeCloseTo(Math.sqrt(3), 5);
    angles.push(Math.atan2((2 * xhat[2] - xhat[0] - xhat[1]) / Math.sqrt(3), xhat[0] - xhat[1]));
  }
  // No gap of more than a tenth of the way around.
  angles.sort((a, b) => a - b);
  angles.slice(1).forEach((angle, i) => expect(angle - angles[i]).toBeLessThan(0.63));
});

describe("after", () => {
  test("of two numbers LayerNorm has two results", () => {
    expect(rightOf(sound(checkSpace(0))).label).toBe("2");
    const results = new Set();
    for (let seed = 0; seed < 50; seed++)
      results.add(Array.from(normed(Array.from(drawn(seed, 2)), true), (value) => value.toFixed(4)).join());
    expect(results).toEqual(new Set(["1.0000,-1.0000", "-1.0000,1.0000"]));
  });

  test("how long a result is", () => {
    for (const question of kind(/How long is the result/)) {
      const [n] = numbers(question.prompt);
      const length = lengthOf(normed(Array.from(drawn(n, n)), question.prompt.startsWith("LayerNorm")));
      expect(Math.abs(number(rightOf(question).label) - length)).toBeLessThan(0.006);
    }
  });

  test("how long a row of that mean and spread is", () => {
    for (const question of kind(/How long is it, as an arrow/)) {
      const [n, mean, spread] = numbers(question.prompt);
      const xhat = normed(Array.from(drawn(n, n)), true);
      expect(number(rightOf(question).label)).toBeCloseTo(lengthOf(xhat.map((value) => mean + spread * value)), 3);
    }
  });

  test("which row ends at the same point, and that no other does", () => {
    for (const { prompt, answers } of kind(/to the same point/)) {
      const isLayer = prompt.includes("LayerNorm");
      const row = (/** @type {string} */ text) => numbers(text.slice(text.lastIndexOf("(")));
      const end = normed(row(prompt), isLayer);
      for (const { label, right } of answers) {
        const other = normed(row(label), isLayer);
        const apart = lengthOf(other.map((value, i) => value - end[i]));
        if (right) expect(apart, prompt).toBeLessThan(1e-5);
        else expect(apart, `${prompt} ${label}`).toBeGreaterThan(0.05);
      }
    }
  });

  test("in how many directions dx can point: the rank of what the backward pass makes of each unit vector", () => {
    for (const question of kind(/In how many directions/)) {
      const [n] = numbers(question.prompt);
      const isLayer = question.prompt.startsWith("LayerNorm");
      expect(number(rightOf(question).label)).toBe(n - (isLayer ? 2 : 1));
      if (n > 16) continue;
      const x = drawn(3, n);
      const backward = isLayer ? layerNormBackward : rmsNormBackward;
      const rows = Array.from({ length: n }, (_, i) =>
        Array.from(
          backward(
            Float32Array.from({ length: n }, (_, k) => Number(k === i)),
            x,
            n,
            { eps: 0 },
          ).dx.data,
        ),
      );
      expect(rankOf(rows)).toBe(n - (isLayer ? 2 : 1));
    }
  });

  test("no two rounds of one kind are all alike", () => {
    expect(new Set(asked.map(({ prompt }) => prompt)).size).toBeGreaterThan(25);
  });
});

/** By elimination with the largest pivot. @param {number[][]} matrix */
function rankOf(matrix) {
  const rows = matrix.map((row) => row.slice());
  let rank = 0;
  for (let column = 0; column < rows[0].length; column++) {
    let at = rank;
    for (let i = rank; i < rows.length; i++) if (Math.abs(rows[i][column]) > Math.abs(rows[at]?.[column] ?? 0)) at = i;
    if (at >= rows.length || Math.abs(rows[at][column]) < 1e-4) continue;
    [rows[rank], rows[at]] = [rows[at], rows[rank]];
    for (let i = rank + 1; i < rows.length; i++) {
      const factor = rows[i][column] / rows[rank][column];
      for (let k = column; k < rows[i].length; k++) rows[i][k] -= factor * rows[rank][k];
    }
    rank++;
  }
  return rank;
}
