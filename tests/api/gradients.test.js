/**
 * Gradients: every backward op, and the formula that its float64 reference is, against central differences of the
 * float64 forward reference; and what holds for the gradients of any input.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  full,
  groupNormBackward,
  layerNorm,
  layerNormBackward,
  rmsNorm,
  rmsNormBackward,
  tensor,
} from "../../web/api/index.js";
import { expectedOf, makeInputs, opNamed, ops } from "../ops.js";
import { firstDifference, firstMiss, kinds, layout, normalizeGradients, normals } from "./reference.js";
import { GRADIENT_ERROR } from "../promises.js";

/** @import { Op, Tensors } from "../ops.js" */
/** @import { Expected } from "./reference.js" */

const EPS = 1e-5;

/** What central differences of float64 may cost: a fifth of the promise, or 1e-7 of the largest where it is tighter. */
const DIFFERENCES = 0.2,
  STEPS = 1e-7;

/**
 * d(sum(dy * y)) / d(input), by central differences in double.
 * @param {Op} forward
 * @param {Record<string, ArrayLike<number>>} data
 * @param {number[]} shape of x
 * @param {string} name of the input
 * @returns {{ slopes: Float64Array, rounding: number }} rounding: what that of the loss may cost
 */
function differences(forward, data, shape, name) {
  const wide = Object.fromEntries(Object.entries(data).map(([key, values]) => [key, Float64Array.from(values)]));
  const at = wide[name],
    middle = at.reduce((sum, v) => sum + v, 0) / at.length;
  const spread = at.reduce((largest, v) => Math.max(largest, Math.abs(v - middle)), 0);
  const step = 2 ** (Math.floor(Math.log2(spread)) - 12); /* a power of two: x +- 2 steps is exact */
  const terms = () => forward.reference(wide, shape, EPS).y.values.map((y, i) => y * wide.dy[i]);
  const loss = () => terms().reduce((sum, term) => sum + term, 0);
  const rounding = (2 ** -49 * terms().reduce((sum, term) => sum + Math.abs(term), 0)) / step;
  const slopes = at.map((value, i) => {
    const [a, b, c, d] = [-2, -1, 1, 2].map((steps) => {
      at[i] = value + steps * step;
      return loss();
    });
    at[i] = value;
    return (8 * (c - b) - (d - a)) / (12 * step); /* off by the fourth power of the step */
  });
  return { slopes, rounding };
}

/** @param {Tensors} tensors */
const dataOf = (tensors) => Object.fromEntries(Object.entries(tensors).map(([name, { data }]) => [name, data]));

const backwards = ops.filter((op) => op.gradientOf);

test("every backward op is here", () => {
  expect(backwards.map((op) => op.name)).toEqual(ops.map((op) => op.name).filter((name) => name.includes("Backward")));
});

describe.each(backwards.map((op) => /** @type {const} */ ([op.name, op])))("%s", (_name, op) => {
  const forward = opNamed(op.gradientOf ?? "");

  test.each(["N(0, 1)", "1e4 +- 1e-2", "1e6 +- 1", "1e18", "1e-20"])("against central differences, %s", (kind) => {
    for (const n of [3, 5, 12]) {
      const shape = op.sized(n),
        inputs = makeInputs(op, shape, { kind: kinds[kind], seed: n, eps: EPS });
      const data = { ...dataOf(makeInputs(forward, shape)), ...dataOf(inputs) };
      const expected = expectedOf(op, inputs, EPS),
        got = op.call(inputs, undefined, EPS);
      for (const name of Object.keys(op.outputs(shape))) {
        const { values, bound } = expected[name];
        const { slopes, rounding } = differences(forward, data, shape, name.slice(1));
        const largest = slopes.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
        slopes.forEach((slope, i) => {
          const where = `n ${n}, ${name}[${i}]`,
            own = DIFFERENCES * bound[i] + STEPS * largest + rounding;
          expect(Math.abs(values[i] - slope), `${where}, the reference`).toBeLessThanOrEqual(own);
          expect(Math.abs(got[name].data[i] - slope), where).toBeLessThanOrEqual(bound[i] + own);
        });
      }
    }
  });
});

/* Statistics that are not x's -------------------------------------------------------------------------------------- */

describe("saved statistics", () => {
  const n = 21,
    shape = [37, n],
    dy = normals(37 * n, 1),
    weight = normals(n, 3);
  /* With v, -v is in the row, so that the mean is 0. */
  const x = normals(37 * n, 2).map((v, i, all) => (i % n < 10 ? v : i % n < 20 ? -all[i - 10] : 0));
  const saved = (/** @type {number} */ value) => full([37, 1], value);

  /** @param {Tensors} got @param {Float32Array} values @param {boolean} [centred] */
  function expectFormula(got, values, centred = true) {
    /** @type {Record<string, Expected>} */
    const expected = normalizeGradients(layout(shape, [1]), { dy, x: values, weight }, { rstd: 2, centred });
    for (const [name, { data }] of Object.entries(got)) expect(firstMiss(data, expected[name]), name).toBe("");
  }

  test("are used: LayerNorm, mean 0, rstd 2", () => {
    const options = { weight, mean: saved(0), rstd: saved(2) };
    expectFormula({ ...layerNormBackward(tensor(dy, shape), tensor(x, shape), n, options) }, x);
  });

  test("are used: RMSNorm, rrms 2", () => {
    const options = { weight, rrms: saved(2) };
    expectFormula({ ...rmsNormBackward(tensor(dy, shape), tensor(x, shape), n, options) }, x, false);
  });

  test("may be off in the mean, which is corrected: it is rounded to float32", () => {
    const shifted = x.map((v) => v + 0.25),
      options = { weight, mean: saved(0), rstd: saved(2) };
    expectFormula({ ...layerNormBackward(tensor(dy, shape), tensor(shifted, shape), n, options) }, shifted);
  });
});

/* For any input ---------------------------------------------------------------------------------------------------- */

const runs = { numRuns: 300 };
const moderate = fc.float({ noNaN: true, noDefaultInfinity: true, min: -1000, max: 1000 });
/** None so small that a power of two or a square would make it subnormal. */
const rounded = moderate.map((v) => Math.round(v * 64) / 64);

/** dy, x and weight of some rows. */
const problem = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 2, max: 40 })).chain(([rows, n]) => {
  const values = (/** @type {number} */ count) =>
    fc.array(rounded, { minLength: count, maxLength: count }).map((array) => new Float32Array(array));
  const sizes = { rows: fc.constant(rows), n: fc.constant(n) };
  return fc.record({ ...sizes, dy: values(rows * n), x: values(rows * n), weight: values(n) });
});

/**
 * Calls check with each row that is not constant: where it starts, and the promise for its dx.
 * @param {{ rows: number, n: number, dy: Float32Array, x: Float32Array, weight: Float32Array }} problem
 * @param {ArrayLike<number>} rstd of each row
 * @param {(start: number, promise: number) => void} check
 */
function eachRow({ rows, n, dy, weight }, rstd, check) {
  for (let r = 0; r < rows; r++) {
    if (!Number.isFinite(rstd[r])) continue;
    let largest = 0;
    for (let i = 0; i < n; i++) largest = Math.max(largest, Math.abs(dy[r * n + i] * weight[i]));
    check(r * n, GRADIENT_ERROR * largest * rstd[r]);
  }
}

/**
 * @param {number} n
 * @param {(i: number) => number} term
 */
const sum = (n, term) => Array.from({ length: n }, (_, i) => term(i)).reduce((a, b) => a + b, 0);

test("LayerNorm's dx sums to 0 over a row, and with eps 0 is orthogonal to x-hat", () => {
  fc.assert(
    fc.property(problem, (p) => {
      const { rows, n, weight } = p,
        shape = [rows, n],
        x = tensor(p.x, shape);
      const { y: xHat, rstd } = layerNorm(x, n, { eps: 0, stats: true });
      const { dx } = layerNormBackward(tensor(p.dy, shape), x, n, { weight, eps: 0 });
      eachRow(p, rstd.data, (start, promise) => {
        const total = sum(n, (i) => dx.data[start + i]);
        const projection = sum(n, (i) => dx.data[start + i] * xHat.data[start + i]);
        /* |x-hat| is at most sqrt(n), its error OUTPUT_ERROR of that, and dx n times what its promise is a part of */
        expect(Math.abs(total)).toBeLessThanOrEqual(2 * n * promise);
        expect(Math.abs(projection)).toBeLessThanOrEqual(4 * n * Math.sqrt(n) * promise);
      });
    }),
    runs,
  );
});

test("RMSNorm's dx is orthogonal to x, with eps 0", () => {
  fc.assert(
    fc.property(problem, (p) => {
      const { rows, n, weight } = p,
        shape = [rows, n],
        x = tensor(p.x, shape);
      const { y: xHat, rrms } = rmsNorm(x, n, { eps: 0, stats: true });
      const { dx } = rmsNormBackward(tensor(p.dy, shape), x, n, { weight, eps: 0 });
      eachRow(p, rrms.data, (start, promise) => {
        const projection = sum(n, (i) => dx.data[start + i] * xHat.data[start + i]);
        expect(Math.abs(projection)).toBeLessThanOrEqual(4 * n * Math.sqrt(n) * promise);
      });
    }),
    runs,
  );
});

test("gradients are linear in dy: to the bit for a power of two, otherwise to the promise", () => {
  fc.assert(
    fc.property(problem, fc.integer({ min: -20, max: 20 }), (p, power) => {
      const { rows, n, weight } = p,
        shape = [rows, n],
        x = tensor(p.x, shape),
        other = normals(rows * n, 3);
      const { rstd } = layerNorm(x, n, { stats: true });
      const of = (/** @type {Float32Array} */ dy) => layerNormBackward(tensor(dy, shape), x, n, { weight });
      const once = of(p.dy),
        scaled = of(p.dy.map((v) => v * 2 ** power));
      for (const name of /** @type {const} */ (["dx", "dweight", "dbias"])) {
        expect(
          firstDifference(
            scaled[name].data,
            once[name].data.map((v) => v * 2 ** power),
          ),
        ).toBe("");
      }
      const both = p.dy.map((v, i) => Math.fround(v + other[i])),
        second = of(other),
        together = of(both);
      eachRow({ ...p, dy: p.dy.map((v, i) => Math.abs(v) + Math.abs(other[i])) }, rstd.data, (start, promise) => {
        for (let i = start; i < start + n; i++) {
          const error = Math.abs(together.dx.data[i] - once.dx.data[i] - second.dx.data[i]);
          expect(error).toBeLessThanOrEqual(4 * promise * Math.sqrt(n));
        }
      });
    }),
    runs,
  );
});

test("dbias is the sum of dy, and a gradient of the mean is no gradient at all", () => {
  fc.assert(
    fc.property(problem, ({ rows, n, dy, x }) => {
      const shape = [rows, n];
      const { dbias } = layerNormBackward(tensor(dy, shape), tensor(x, shape), n);
      for (let i = 0; i < n; i++) {
        const exact = sum(rows, (r) => dy[r * n + i]),
          magnitude = sum(rows, (r) => Math.abs(dy[r * n + i]));
        expect(Math.abs(dbias.data[i] - exact)).toBeLessThanOrEqual(GRADIENT_ERROR * magnitude);
      }
      const flat = layerNormBackward(tensor(dy.fill(1), shape), tensor(x, shape), n);
      const { rstd } = layerNorm(tensor(x, shape), n, { stats: true });
      flat.dx.data.forEach((v, i) =>
        expect(Math.abs(v)).toBeLessThanOrEqual(GRADIENT_ERROR * rstd.data[Math.floor(i / n)]),
      );
    }),
    runs,
  );
});

test("group normalization of one channel a group is LayerNorm of it, to the promise", () => {
  fc.assert(
    fc.property(problem, (p) => {
      const { rows, n } = p,
        dy = tensor(p.dy, [1, rows, n]),
        x = tensor(p.x, [1, rows, n]);
      const grouped = groupNormBackward(dy, x, rows),
        one = layerNormBackward(dy, x, n);
      const { rstd } = layerNorm(x, n, { stats: true });
      eachRow({ ...p, weight: new Float32Array(n).fill(1) }, rstd.data, (start, promise) => {
        for (let i = start; i < start + n; i++) {
          expect(Math.abs(grouped.dx.data[i] - one.dx.data[i])).toBeLessThanOrEqual(2 * promise * Math.sqrt(n));
        }
      });
    }),
    runs,
  );
});
