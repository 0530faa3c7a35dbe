/** Questions about a mean over any dims, letter by letter, and what becomes of answers that read the same. */
import { describe, expect, test } from "vitest";
import { right, shuffled, wrong } from "../../../web/page/question/answers.js";
import { askCount, askShape, askSharing } from "../../../web/page/question/reduction.js";

/** @param {import("../../../web/page/question/answers.js").Question} question */
const labels = ({ answers }) => answers.map(({ label }) => label);

describe("the shape of a mean", () => {
  test("is asked with and without keepdim, and over what was not named", () => {
    const reduction = { shape: [4, 6], dims: [0] };
    expect(labels(askShape({ ...reduction, keepdim: true }))).toEqual(["[6]", "[1, 6]", "[4, 1]", "[4, 6]"]);
    expect(labels(askShape({ ...reduction, keepdim: false }))).toEqual(["[4]", "[6]", "[1, 6]", "[4, 6]"]);
  });
});

describe("how many means", () => {
  const why = (/** @type {readonly number[]} */ dims) =>
    askCount("How many?", { shape: [2, 4, 12], dims }).answers.find(({ right }) => right)?.why;

  test("one dim disappears, and two disappear", () => {
    expect(why([1])).toBe("Dim 1 disappears, and [2, 12] is left: 24 means, each of 4 values.");
    expect(why([0, 1])).toBe("Dims 0 and 1 disappear, and [12] is left: 12 means, each of 8 values.");
  });
});

test("the element that shares a mean with another is not that other one", () => {
  for (let k = 0; k < 10; k++) {
    const { prompt, answers } = askSharing(() => k / 10, { shape: [4, 6], dims: [0] }, [1, 2]);
    expect(prompt).toContain("the same mean as x[1, 2]");
    const label = answers.find(({ right }) => right)?.label;
    expect(label).toMatch(/^x\[[023], 2\]$/);
  }
});

test("of answers that read the same the right one stays, wherever it stood", () => {
  const answers = [wrong("1", "first"), right("1", "right"), wrong("2", "second"), wrong("2", "third")];
  for (const list of [answers, answers.toReversed()]) {
    const kept = shuffled(list);
    expect(kept.map(({ label }) => label).toSorted()).toEqual(["1", "2"]);
    expect(kept.find(({ label }) => label === "1")?.why).toBe("right");
  }
});
