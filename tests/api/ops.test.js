/** Every op of the table: within the promise of c/norm.h, to the bit where that is promised, nothing else touched. */
import { describe, expect, test } from "vitest";
import { empty, full, tensor } from "../../web/api/index.js";
import block from "../../c/block/block.h?raw";
import header from "../../c/norm.h?raw";
import { expectedOf, layoutOf, makeInputs, ops, otherKernels } from "../ops.js";
import { firstDifference, firstMiss, kinds, sizeOf } from "./reference.js";

/** @import { Tensor } from "../../web/api/index.js" */
/** @import { Op, Tensors } from "../ops.js" */
/** @import { Expected } from "./reference.js" */

/** Every tail, and both sides of each edge of an unrolled loop or a run of additions. */
const LENGTHS = [
  ...Array.from({ length: 70 }, (_, i) => i + 1),
  ...[128, 256, 512, 768, 1024].flatMap((n) => [n - 1, n, n + 1]),
];

/** @param {Op} op */
const epsilons = (op) => (op.takesEps ? [1e-5, 0, 1e-12] : [1e-5]);

/** Whether each element has a weight of its own or of its channel. @param {Op} op */
function isScaled(op) {
  const shape = op.sized(3),
    { weight } = op.inputs(shape);
  return weight !== undefined && sizeOf(weight) === op.layout(shape).parameters;
}

/** Every choice of what may be left out, but for none of it. @param {Op} op @returns {string[][]} */
function choices({ optional = [] }) {
  return Array.from({ length: 2 ** optional.length - 1 }, (_, i) => optional.filter((_, j) => (i + 1) & (1 << j)));
}

/**
 * @param {Tensors} got
 * @param {Record<string, Expected>} expected
 * @param {string} where
 */
function checkPromise(got, expected, where) {
  expect(Object.keys(got).sort(), where).toEqual(Object.keys(expected).sort());
  for (const [name, values] of Object.entries(expected)) {
    const miss = firstMiss(got[name].data, values);
    if (miss) expect.fail(`${where}: ${name}${miss}`);
  }
}

/**
 * @param {Tensors} got
 * @param {Tensors} expected
 * @param {string} where
 */
function checkBits(got, expected, where) {
  for (const [name, { data }] of Object.entries(expected)) {
    const difference = firstDifference(got[name].data, data);
    if (difference) expect.fail(`${where}: ${name}${difference}`);
  }
}

/**
 * Outputs full of NaN, so that an element that is not written shows.
 * @param {Op} op
 * @param {number[]} shape
 * @param {boolean} [resident]
 * @returns {Tensors}
 */
const poisoned = (op, shape, resident = false) =>
  Object.fromEntries(Object.entries(op.outputs(shape)).map(([name, sizes]) => [name, full(sizes, NaN, { resident })]));

/** @param {Tensors[]} records */
const disposeAll = (...records) => records.forEach((record) => Object.values(record).forEach((t) => t.dispose()));

/**
 * Elements first .. first + count along dim.
 * @param {Tensor} source
 * @param {number} dim
 * @param {number} first
 * @param {number} count
 * @returns {Tensor}
 */
function slice(source, dim, first, count) {
  const shape = source.shape.map((size, d) => (d === dim ? count : size)),
    part = empty(shape);
  const inner = sizeOf(source.shape.slice(dim + 1)),
    length = source.shape[dim] * inner;
  for (let o = 0; o < sizeOf(source.shape.slice(0, dim)); o++) {
    const from = o * length + first * inner;
    part.data.set(source.data.subarray(from, from + count * inner), o * count * inner);
  }
  return part;
}

/**
 * The parts that belong to a part of x: of each tensor along the dim in which the shapes differ.
 * @param {Tensors} whole
 * @param {Record<string, readonly number[]>} shapes of the parts; a tensor of the same shape belongs to every part
 * @param {number} first
 * @param {number} count
 * @returns {Tensors}
 */
const parts = (whole, shapes, first, count) =>
  Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => {
      const dim = shape.findIndex((size, d) => size !== whole[name].shape[d]);
      return [name, dim < 0 ? whole[name] : slice(whole[name], dim, first, count)];
    }),
  );

describe.each(ops.map((op) => /** @type {const} */ ([op.name, op])))("%s", (_name, op) => {
  describe("is within the promise of float64", () => {
    test.each(Object.entries(kinds))("%s, every length and eps", (_, kind) => {
      for (const n of LENGTHS) {
        for (const eps of epsilons(op)) {
          const inputs = makeInputs(op, op.sized(n), { kind, eps, seed: n }),
            expected = expectedOf(op, inputs, eps);
          checkPromise(op.call(inputs, undefined, eps), expected, `n ${n}, eps ${eps}`);
        }
      }
    });

    test.each(["1e6 +- 1", "sixteen of 1e6, the rest 0.1"])("65536 elements, %s", (kind) => {
      const inputs = makeInputs(op, op.sized(65536), { kind: kinds[kind] });
      const expected = expectedOf(op, inputs, 1e-5);
      checkPromise(op.call(inputs, undefined, 1e-5), expected, "n 65536");
    });

    test.each(op.shapes.map((shape) => [shape]))("shape %j", (shape) => {
      for (const kind of [kinds["N(0, 1)"], /** @type {const} */ ("mixed")]) {
        const inputs = makeInputs(op, shape, { kind }),
          expected = expectedOf(op, inputs, 1e-5);
        checkPromise(op.call(inputs, undefined, 1e-5), expected, `shape ${shape}`);
      }
    });

    test.each(["N(0, 1)", "1e4 +- 1e-2", "1e6 +- 1"])("%s, weight and bias from 1e-6 to 1e6", (kind) => {
      for (const n of [3, 21, 300]) {
        const inputs = makeInputs(op, op.sized(n), { kind: kinds[kind], seed: n });
        for (const [from, name] of ["weight", "bias"].entries()) {
          inputs[name]?.data.forEach((v, i, data) => (data[i] = v * 10 ** (((i + from) % 13) - 6)));
        }
        const expected = expectedOf(op, inputs, 1e-5);
        checkPromise(op.call(inputs, undefined, 1e-5), expected, `n ${n}`);
      }
    });

    const scaled = isScaled(op) ? ["N(0, 1)", "1e4 +- 1e-2", "10000 + i * 1e-3"] : [];
    test.each(scaled)("%s, a large weight near the mean", (kind) => {
      for (const n of [3, 21, 300, 1024]) {
        const shape = op.sized(n),
          {
            groups: [group],
            parameter,
          } = layoutOf(op, shape);
        const inputs = makeInputs(op, shape, { kind: kinds[kind], seed: n }),
          { weight, x } = inputs;
        const mean = group.reduce((sum, i) => sum + x.data[i] / group.length, 0);
        const distance = (/** @type {number} */ i) => Math.abs(x.data[i] - mean);
        weight.data[parameter[group.reduce((best, i) => (distance(i) < distance(best) ? i : best))]] = 1e6;
        const expected = expectedOf(op, inputs, 1e-5);
        checkPromise(op.call(inputs, undefined, 1e-5), expected, `n ${n}`);
      }
    });

    test.each(choices(op).map((names) => [names.join(" and "), names]))("without %s", (where, names) => {
      const inputs = makeInputs(op, op.sized(37));
      for (const name of names) delete inputs[name];
      const expected = expectedOf(op, inputs, 1e-5);
      checkPromise(op.call(inputs, undefined, 1e-5), expected, `without ${where}`);
    });

    test.each([NaN, Infinity, -Infinity])("%s, which stays in its group", (value) => {
      const shape = op.sized(21),
        { groups } = op.layout(shape);
      const clean = op.call(makeInputs(op, shape), undefined, 1e-5);
      for (const at of [0, groups.length >> 1, groups.length - 1]) {
        const poison = groups[at][groups[at].length >> 1];
        const inputs = makeInputs(op, shape, { change: (x) => (x[poison] = value) });
        const expected = expectedOf(op, inputs, 1e-5),
          got = op.call(inputs, undefined, 1e-5);
        checkPromise(got, expected, `element ${poison}`);
        for (const [name, { data }] of Object.entries(got)) {
          if (data.length !== inputs.x.size) continue;
          const mine = new Set(groups[at]);
          const others = (/** @type {Float32Array} */ values) => values.filter((_, i) => !mine.has(i));
          expect(firstDifference(others(data), others(clean[name].data)), `element ${poison}, ${name}`).toBe("");
        }
      }
    });
  });

  /* Shapes in which parameters have the shape of x, or of what the op does to it. */
  const tight = op.sized(5).length === 2 ? [[5, 5], ...(op.alone === 0 ? [[5]] : [])] : [];
  test.each(tight.map((shape) => [shape]))("shape %j: any output in the memory of any input of its shape", (shape) => {
    const shapes = op.inputs(shape),
      expected = op.call(makeInputs(op, shape));
    for (const [output, sizes] of Object.entries(op.outputs(shape))) {
      for (const name of Object.keys(shapes).filter((one) => `${shapes[one]}` === `${sizes}`)) {
        for (const resident of [false, true]) {
          const given = makeInputs(op, shape, { resident });
          const out = { ...poisoned(op, shape, resident), [output]: given[name] };
          checkBits(op.call(given, out), expected, `${output} in ${name}, ${resident ? "resident" : "ordinary"}`);
          disposeAll(given, out);
        }
      }
    }
  });

  describe.each(op.shapes.map((shape) => [shape]))("gives the same bits, shape %j", (shape) => {
    /** @param {boolean} [resident] */
    const inputs = (resident) => makeInputs(op, shape, { kind: "mixed", resident });
    const expected = () => Object.fromEntries(Object.entries(op.call(inputs())).map(([name, t]) => [name, tensor(t)]));

    test.each([
      [false, false],
      [false, true],
      [true, false],
      [true, true],
    ])(
      "resident inputs %s, resident out %s; out is returned, all of it written, inputs are left alone",
      (residentIn, residentOut) => {
        const given = inputs(residentIn),
          before = inputs(),
          out = poisoned(op, shape, residentOut);
        const got = op.call(given, out);
        checkBits(got, expected(), "out");
        for (const name in out) expect(got[name], name).toBe(out[name]);
        for (const name of op.updated ?? []) delete before[name];
        checkBits(given, before, "input");
        disposeAll(given, out);
      },
    );

    const pairs = Object.entries(op.inPlace).flatMap(([output, names]) => names.map((name) => [output, name]));
    test.each(pairs)("%s in the memory of %s", (output, name) => {
      for (const resident of [false, true]) {
        const given = inputs(resident),
          out = { ...poisoned(op, shape, resident), [output]: given[name] };
        const got = op.call(given, out);
        checkBits(got, expected(), resident ? "resident" : "ordinary");
        expect(got[output]).toBe(given[name]);
        disposeAll(given, out);
      }
    });

    test("a part alone", () => {
      const whole = inputs(),
        size = shape[op.alone],
        all = expected();
      for (const [first, count] of [
        [0, op.least],
        [1, op.least + 2],
        [size >> 1, 5],
        [size - op.least, op.least],
      ]) {
        if (first < 0 || first + count > size) continue;
        const partShape = shape.map((s, d) => (d === op.alone ? count : s));
        const got = op.call(parts(whole, op.inputs(partShape), first, count));
        const own = Object.keys(got).filter((name) => got[name].shape.some((s, d) => s !== all[name].shape[d]));
        const shapes = Object.fromEntries(own.map((name) => [name, got[name].shape]));
        checkBits(got, parts(all, shapes, first, count), `${count} from ${first}`);
      }
    });
  });
});

test("x may be overwritten by one result and the residual by the other", () => {
  for (const op of ops.filter((one) => one.inPlace.sum)) {
    for (const [y, sum] of [
      ["x", "residual"],
      ["residual", "x"],
    ]) {
      for (const resident of [false, true]) {
        const given = makeInputs(op, [7, 33], { resident });
        const got = op.call(given, { y: given[y], sum: given[sum] });
        checkBits(got, op.call(makeInputs(op, [7, 33])), `${op.name}: y in ${y}`);
        disposeAll(given);
      }
    }
  }
});

test("the table names every kernel that the manuals export, and no other", () => {
  const exported = Array.from(`${header}\n${block}`.matchAll(/^LN_EXPORT [^(]*?(\w+)\(/gm), (match) => match[1]).sort();
  const named = new Set([...ops.flatMap((op) => op.kernels), ...Object.keys(otherKernels)]);
  expect([...named].sort()).toEqual(exported);
});
