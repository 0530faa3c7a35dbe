/** How is measured, with a clock that is known; and what is drawn of lanes and memory. */
import { mean, tensor } from "layernorm";
import { describe, expect, test } from "vitest";
import { measure, resolutionOf, ROUNDS } from "../../../web/page/sections/speed/measure.js";
import { LANES, ROW, SIMD_STEPS, withoutSimd, withSimd } from "../../../web/page/sections/speed/lanes.js";
import { fetched, groupOf, lineOf, lineSize } from "../../../web/page/sections/speed/memory.js";
import { bucketOf, checkSpeed, predictions } from "../../../web/page/sections/speed/questions.js";
import { coarseness, ratioOf, summaryOf, unrest } from "../../../web/page/sections/speed/summary.js";
import { COLUMNS, ROWS, SHAPES, sizesOf, STEPS } from "../../../web/page/sections/speed/limits.js";
import { spec } from "../../../web/page/sections/speed/spec.js";
import { inDigits, shapeText, timeText } from "../../../web/page/sections/speed/sentences.js";
import { run } from "../helpers/jobs.js";

/**
 * A clock that moves in steps, and things that take a known time.
 * @param {number} step  ms
 * @param {Record<string, (call: number) => number>} costs  ms of each call
 */
function machine(step, costs) {
  let at = 0;
  /** @type {string[]} */
  const calls = [];
  const subjects = Object.entries(costs).map(([name, cost]) => ({
    name: /** @type {any} */ (name),
    call: () => {
      at += cost(calls.length);
      calls.push(name);
    },
  }));
  const now = () => {
    at += 1e-4;
    return Math.floor(at / step) * step;
  };
  return { subjects, now, calls, time: () => at };
}

describe("the clock's resolution", () => {
  for (const step of [0.005, 0.1, 1, 16.7, 100]) {
    test(`is found: ${step} ms`, () => {
      const { now } = machine(step, {});
      expect(resolutionOf(now)).toBeCloseTo(step, 6);
    });
  }
});

describe("batches", () => {
  for (const step of [0.005, 0.1, 1]) {
    test(`show what each takes, with a clock of ${step} ms`, () => {
      const costs = { plain: () => 3, plainC: () => 0.7, simd: () => 0.02, copy: () => 0.0005 };
      const { subjects, now } = machine(step, costs);
      const { result, parts } = run(measure(subjects, { shape: /** @type {const} */ ("64x768") }, now));
      expect(result.resolution).toBeCloseTo(step, 6);
      expect(result.done).toBe(result.of);
      expect(result.of).toBe(4 * ROUNDS);
      expect(parts.length).toBeGreaterThan(result.of);
      for (const { name, calls, times } of result.subjects) {
        expect(times).toHaveLength(ROUNDS);
        const cost = costs[/** @type {keyof typeof costs} */ (name)]();
        // A batch is at least 10 ms and 50 steps.
        expect(calls * cost).toBeGreaterThan(Math.max(10, 50 * step) * 0.95);
        for (const time of times) expect(Math.abs(time - cost) / cost).toBeLessThan(0.025);
      }
      expect(coarseness(/** @type {any} */ (result))).toBeLessThan(0.021);
    });
  }

  test("with a clock that is very coarse are not endless, and said to be coarse", () => {
    const { subjects, now, time } = machine(100, { plain: () => 3, simd: () => 1 });
    const { result } = run(measure(subjects, { shape: /** @type {const} */ ("64x768") }, now));
    expect(time()).toBeLessThan(60_000);
    expect(coarseness(/** @type {any} */ (result))).toBeGreaterThan(0.1);
  });

  test("take turns, and each begins with a call that is not counted", () => {
    // A call takes as long again where the last was another's.
    /** @type {string[]} */
    const last = [];
    const { subjects, now } = machine(0.1, { plain: () => 4, simd: () => 2 });
    const cold = subjects.map(({ name, call }) => ({
      name,
      call: () => {
        call();
        if (last[last.length - 1] !== name) call();
        last.push(name);
      },
    }));
    const { result } = run(measure(cold, { shape: /** @type {const} */ ("64x768") }, now));
    for (const [i, cost] of [4, 2].entries()) {
      for (const time of result.subjects[i].times) expect(Math.abs(time - cost)).toBeLessThan(0.1);
    }
    const turns = last.filter((name, i) => name !== last[i - 1]);
    expect(turns.length).toBe(2 * ROUNDS + 2);
  });
});

describe("what is shown of them", () => {
  const measured = /** @type {any} */ ({
    shape: "64x768",
    resolution: 0.1,
    subjects: [
      { name: "plain", calls: 10, times: [4, 1, 3, 2, 5] },
      { name: "simd", calls: 100, times: [0.5, 0.5, 0.5, 0.5, 0.5] },
    ],
  });

  test("is median and quartiles, in ns a number", () => {
    const scale = 1e6 / (64 * 768);
    const [plain, simd] = summaryOf(measured);
    expect([plain.low, plain.median, plain.high].map((value) => value / scale)).toEqual(
      [2, 3, 4].map((value) => expect.closeTo(value, 9)),
    );
    expect(simd.high).toBe(simd.low);
    expect(ratioOf([plain, simd], "plain", "simd")).toBeCloseTo(6, 9);
    expect(unrest([plain, simd])).toBeCloseTo(2 / 3, 9);
    expect(coarseness(measured)).toBeCloseTo(0.1 / 30, 9);
  });

  test("has three digits at most, and names what is missing", () => {
    expect([NaN, 123.4, 12.345, 1.2345, 0.12345, 0.0312].map(inDigits)).toEqual([
      "…",
      "123",
      "12.3",
      "1.23",
      "0.12",
      "0.031",
    ]);
    expect([timeText(0.1), timeText(0.005), timeText(1)]).toEqual(["0.10 ms", "5.00 µs", "1.00 ms"]);
    expect(SHAPES.map(shapeText)[2]).toBe("1,024 × 768");
    expect(sizesOf(spec.initial.shape)).toEqual([1024, 768]);
  });
});

describe("lanes", () => {
  test("come to the row's sum, as one number at a time does, and as the package has it", () => {
    const sum = mean(tensor(Float32Array.from(ROW))).item() * ROW.length;
    expect(withoutSimd(STEPS).sums).toEqual([sum]);
    expect(withSimd(STEPS).sums).toEqual([sum]);
    expect(withSimd(SIMD_STEPS).sums).toEqual([sum]);
    expect(SIMD_STEPS).toBe(6);
    expect(ROW).toHaveLength(STEPS);
  });

  test("hold, after each instruction, what a machine of four lanes would", () => {
    const lanes = [0, 0, 0, 0];
    for (let step = 0; step <= STEPS; step++) {
      if (step >= 1 && step <= 4) for (let lane = 0; lane < LANES; lane++) lanes[lane] += ROW[4 * (step - 1) + lane];
      if (step === 5) lanes.splice(0, 4, lanes[0] + lanes[2], lanes[1] + lanes[3]);
      if (step === 6) lanes.splice(0, 2, lanes[0] + lanes[1]);
      expect(withSimd(step).sums, `step ${step}`).toEqual(lanes);
      expect(withSimd(step).taken).toBe(Math.min(4 * step, 16));
      expect(withoutSimd(step).sums[0]).toBe(ROW.slice(0, step).reduce((a, b) => a + b, 0));
    }
  });
});

describe("memory", () => {
  for (const [type, bytes] of /** @type {const} */ ([
    ["float32", 4],
    ["float64", 8],
  ])) {
    test(`a mean's lines are those of its bytes: ${type}`, () => {
      expect(lineSize(type) * bytes).toBe(64);
      for (let cell = 0; cell < ROWS * COLUMNS; cell++) {
        expect(lineOf(cell, type)).toBe(Math.floor((cell * bytes) / 64));
        for (const dim of /** @type {const} */ (["-1", "0"])) {
          const group = Array.from({ length: ROWS * COLUMNS }, (_, i) => i).filter((i) =>
            dim === "0" ? i % COLUMNS === cell % COLUMNS : Math.floor(i / COLUMNS) === Math.floor(cell / COLUMNS),
          );
          expect(groupOf(cell, dim)).toEqual(group);
          const lines = new Set(group.map((i) => (i * bytes) >> 6)).size;
          expect(fetched(cell, dim, type)).toEqual({ lines, numbers: (lines * 64) / bytes, used: group.length });
        }
      }
    });
  }
});

describe("questions", () => {
  const rounds = Array.from({ length: 60 }, (_, round) => checkSpeed(round));

  test("have one right answer, and a reason for each", () => {
    for (const { prompt, answers } of rounds) {
      expect(
        answers.filter(({ right }) => right),
        prompt,
      ).toHaveLength(1);
      expect(answers.length).toBeGreaterThanOrEqual(3);
      expect(new Set(answers.map(({ label }) => label)).size).toBe(answers.length);
      for (const { why } of answers) expect(why).toMatch(/\.$/);
    }
    expect(new Set(rounds.map(({ prompt }) => prompt)).size).toBeGreaterThan(20);
  });

  test("are right, worked out another way", () => {
    for (const { prompt, answers } of rounds) {
      const label = answers.find(({ right }) => right)?.label.replaceAll(",", "");
      const shape = prompt.match(/shape \[(\d+), (\d+)\].*dim (0|−1)/);
      const clock = prompt.match(/steps of ([\d.]+) ms, and one call takes (\d+) µs/);
      const width = prompt.match(/of (\d+) bytes?, are/);
      const row = prompt.match(/row of (\d+) numbers/);
      if (shape) {
        const [rows, columns] = [Number(shape[1]), Number(shape[2])];
        const cells =
          shape[3] === "0"
            ? Array.from({ length: rows }, (_, i) => i * columns)
            : Array.from({ length: columns }, (_, i) => i);
        expect(Number(label)).toBe(new Set(cells.map((cell) => Math.floor((4 * cell) / 64))).size);
      } else if (clock) expect((Number(label) * Number(clock[2])) / 1000).toBeCloseTo(100 * Number(clock[1]), 6);
      else if (width) expect(Number(label) * Number(width[1])).toBe(16);
      else if (row) expect(Number(label)).toBe(Number(row[1]) / 4 + 2);
      else throw new Error(prompt);
    }
  });

  test("every ratio falls into one bucket of each prediction", () => {
    for (const { buckets } of predictions) {
      expect([0.01, 1e6].map((ratio) => bucketOf(buckets, ratio))).toEqual([0, buckets.length - 1]);
      buckets.forEach(({ from }, i) => expect(bucketOf(buckets, from)).toBe(i));
    }
  });
});
