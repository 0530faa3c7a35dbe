/** What holds for any input: fast-check looks for one where it does not. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { layerNorm, mean, moments, normalize, relu, tensor, variance } from "../../web/api/index.js";
import { expectedOf, makeInputs, ops } from "../ops.js";
import { firstMiss, normalized } from "./reference.js";
import { OUTPUT_ERROR, VARIANCE_ERROR } from "../promises.js";

/** @import { Values } from "./reference.js" */

const float = fc.float({ noNaN: true, noDefaultInfinity: true });
const moderate = fc.float({ noNaN: true, noDefaultInfinity: true, min: -1000, max: 1000 });
const eps = fc.constantFrom(1e-5, 1e-12, 1e-3, 0);

/** @param {fc.Arbitrary<number>} element */
const matrix = (element) =>
  fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 40 })).chain((shape) => {
    const size = shape[0] * shape[1];
    return fc.tuple(fc.constant(shape), fc.array(element, { minLength: size, maxLength: size }));
  });

const runs = { numRuns: 300 };

test("any finite floats, any eps, either dim: within the promise, or NaN where float64 has NaN", () => {
  fc.assert(
    fc.property(matrix(float), eps, fc.constantFrom(0, 1), ([shape, values], e, dim) => {
      const x = tensor(new Float32Array(values), shape),
        want = normalized(x.data, shape, [dim], { eps: e });
      expect(firstMiss(normalize(x, { dim, eps: e }).data, want)).toBe("");
    }),
    runs,
  );
});

test.each(ops.map((op) => /** @type {const} */ ([op.name, op])))("any finite floats, any eps, %s", (_, op) => {
  const numbers = fc.array(float, { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), numbers, eps, (n, values, e) => {
      const change = (/** @type {Values} */ x) => x.forEach((_, i) => (x[i] = values[i % values.length]));
      const inputs = makeInputs(op, op.sized(n), { eps: e, change }),
        expected = expectedOf(op, inputs, e);
      for (const [name, { data }] of Object.entries(op.call(inputs, undefined, e))) {
        expect(firstMiss(data, expected[name]), name).toBe("");
      }
    }),
    { numRuns: 100 },
  );
});

test("a row's result does not depend on the other rows", () => {
  fc.assert(
    fc.property(matrix(float), ([[rows, n], values]) => {
      const x = tensor(new Float32Array(values), [rows, n]),
        batch = layerNorm(x, n).data;
      for (let r = 0; r < rows; r++) {
        expect(layerNorm(x.data.slice(r * n, r * n + n), n).data).toEqual(batch.slice(r * n, r * n + n));
      }
    }),
    runs,
  );
});

test("adding a constant, or scaling by a power of two, changes nothing that float32 can show", () => {
  fc.assert(
    fc.property(matrix(moderate), fc.integer({ min: -8, max: 8 }), ([shape, values], power) => {
      const x = tensor(new Float32Array(values.map((v) => Math.round(v) / 8)), shape);
      const plain = normalize(x, { eps: 0 }).data;
      const moved = normalize(
        tensor(
          x.data.map((v) => (v + 64) * 2 ** power),
          shape,
        ),
        { eps: 0 },
      ).data;
      moved.forEach((v, i) => {
        if (Number.isNaN(plain[i])) expect(v).toBeNaN();
        else {
          const promise = OUTPUT_ERROR * Math.max(1, Math.abs(plain[i])) * Math.sqrt(shape[1]);
          expect(Math.abs(v - plain[i])).toBeLessThanOrEqual(2 * promise);
        }
      });
    }),
    runs,
  );
});

test("the output has mean 0 and variance var / (var + eps)", () => {
  fc.assert(
    fc.property(matrix(moderate), ([shape, values]) => {
      const x = tensor(new Float32Array(values), shape);
      const options = { dim: -1, correction: 0 };
      const before = moments(x, options),
        after = moments(layerNorm(x, shape[1]), options);
      const promise = OUTPUT_ERROR * Math.sqrt(shape[1]); // no |x-hat| is above sqrt(n)
      after.mean.data.forEach((v) => expect(Math.abs(v)).toBeLessThanOrEqual(promise));
      after.variance.data.forEach((v, i) => {
        const variance = before.variance.data[i];
        expect(Math.abs(v - variance / (variance + 1e-5))).toBeLessThanOrEqual(2 * promise + VARIANCE_ERROR);
      });
    }),
    runs,
  );
});

test("the order of a row's elements does not matter beyond rounding; order within the output is kept", () => {
  fc.assert(
    fc.property(matrix(moderate), ([[, n], values]) => {
      const row = new Float32Array(values.slice(0, n)),
        y = layerNorm(row, n).data;
      const back = layerNorm(row.slice().reverse(), n).data.slice().reverse();
      back.forEach((v, i) =>
        expect(Math.abs(v - y[i])).toBeLessThanOrEqual(2 * OUTPUT_ERROR * Math.max(1, ...y.map(Math.abs))),
      );
      row.forEach((v, i) => i && v > row[i - 1] && expect(y[i]).toBeGreaterThanOrEqual(y[i - 1]));
    }),
    runs,
  );
});

test("the variance is never negative, and 0 only for a constant row", () => {
  fc.assert(
    fc.property(matrix(moderate), ([shape, values]) => {
      const x = tensor(new Float32Array(values.map(Math.round)), shape);
      variance(x, { dim: -1, correction: 0 }).data.forEach((v, r) => {
        const row = x.data.slice(r * shape[1], (r + 1) * shape[1]);
        if (row.every((e) => e === row[0])) expect(v).toBe(0);
        else expect(v).toBeGreaterThan(0);
      });
    }),
    runs,
  );
});

test("a mean lies between the smallest and the largest element", () => {
  fc.assert(
    fc.property(fc.array(float, { minLength: 1, maxLength: 99 }), (values) => {
      const m = mean(new Float32Array(values)).toArray();
      expect(m).toBeGreaterThanOrEqual(Math.min(...values));
      expect(m).toBeLessThanOrEqual(Math.max(...values));
    }),
    runs,
  );
});

test("relu is 0 for what is negative, and leaves the rest", () => {
  fc.assert(
    fc.property(fc.array(float, { maxLength: 40 }), (values) => {
      expect([...relu(new Float32Array(values)).data]).toEqual(values.map((v) => (v < 0 ? 0 : v)));
    }),
    runs,
  );
});
