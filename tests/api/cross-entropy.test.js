/** crossEntropy: against PyTorch and float64, its options and errors, `out` and memory. */
import { describe, expect, test } from "vitest";
import { crossEntropy, full, logSoftmax, tensor, zeros } from "../../web/api/index.js";
import { titled } from "../fixtures/cases.js";
import fixtures from "../fixtures/activations.json";
import { doubles, floats, tensorOf } from "../fixtures/floats.js";
import { ACTIVATION_ERROR } from "../promises.js";
import { crossEntropy as reference } from "./block-reference.js";
import { firstDifference, firstMiss, kinds, layout, normals, valuesOf } from "./reference.js";

/** @import { Numbers, TensorFixture } from "../fixtures/floats.js" */

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {TensorFixture} logits
 * @property {number[]} targets
 * @property {number} ignoreIndex
 * @property {number | string} loss
 * @property {Numbers} dlogits
 */

/** @type {Case[]} */
const cases = /** @type {any} */ (fixtures.crossEntropy);

/** Takes what TypeScript would refuse. @type {(value: unknown) => any} */
const any = (value) => value;

/** @param {number} got @param {number} wanted @param {number} bound */
function expectLoss(got, wanted, bound) {
  if (Number.isFinite(wanted)) expect(Math.abs(got - wanted)).toBeLessThanOrEqual(bound);
  else expect(got).toBe(wanted);
}

test.each(titled(cases, ({ name }) => name))("as PyTorch: %s", (_, { logits, targets, ignoreIndex, ...wanted }) => {
  const counted = targets.map((target) => (target === ignoreIndex ? null : target)),
    { lossBound, dlogits } = reference(floats(logits.data), counted);
  for (const list of [
    targets,
    Int32Array.from(targets),
    Float64Array.from(targets),
    tensor(targets, [targets.length]),
  ]) {
    const got = crossEntropy(tensorOf(logits), list, { ignoreIndex });
    expectLoss(got.loss, Number(wanted.loss), lossBound);
    expect(got.dlogits.shape).toEqual(logits.shape);
    expect(firstMiss(got.dlogits.data, { values: doubles(wanted.dlogits), bound: dlogits.bound })).toBe("");
  }
});

describe.each(Object.keys(kinds))("of float64: %s", (kind) => {
  test.each([1, 2, 3, 4, 5, 15, 16, 17, 63, 130, 1027])("%i classes", (classes) => {
    const rows = 7,
      shape = [rows, classes],
      logits = valuesOf(layout(shape, [1]), kinds[kind], classes);
    const targets = Array.from({ length: rows }, (_, r) => (r === 3 ? null : (r * 31) % classes));
    const wanted = reference(logits, targets),
      given = targets.map((target) => target ?? -100);
    const { loss, dlogits } = crossEntropy(tensor(logits, shape), given);
    expectLoss(loss, wanted.loss, wanted.lossBound);
    expect(firstMiss(dlogits.data, wanted.dlogits)).toBe("");
  });
});

/** More than what is staged at once. */
const SHAPE = [130, 1025],
  targets = Array.from({ length: SHAPE[0] }, (_, r) => (r % 7 ? (r * 31) % SHAPE[1] : -100));
const values = normals(SHAPE[0] * SHAPE[1], 3);

test("ordinary and resident, with out and in place, it gives the same bits", () => {
  const wanted = crossEntropy(tensor(values.slice(), SHAPE), targets);
  for (const resident of [false, true]) {
    const logits = tensor(values, SHAPE, { resident }),
      out = { dlogits: full(SHAPE, NaN, { resident }) };
    const got = crossEntropy(logits, targets, { out });
    expect(got.dlogits).toBe(out.dlogits);
    expect(got.loss).toBe(wanted.loss);
    expect(firstDifference(got.dlogits.data, wanted.dlogits.data)).toBe("");
    expect(firstDifference(logits.data, values)).toBe("");
    const same = tensor(values.slice(), SHAPE, { resident });
    expect(crossEntropy(same, targets, { out: { dlogits: same } }).loss).toBe(wanted.loss);
    expect(firstDifference(same.data, wanted.dlogits.data)).toBe("");
    for (const one of [logits, out.dlogits, same]) one.dispose();
  }
});

test("it is the mean of -logSoftmax at the targets", () => {
  const logits = tensor(values, SHAPE),
    log = logSoftmax(logits),
    counted = targets.flatMap((target, r) => (target < 0 ? [] : [-log.data[r * SHAPE[1] + target]]));
  const mean = counted.reduce((a, b) => a + b, 0) / counted.length;
  expect(Math.abs(crossEntropy(logits, targets).loss - mean)).toBeLessThanOrEqual(2 * ACTIVATION_ERROR * mean);
});

test("rows of ignoreIndex count for nothing, whatever they hold", () => {
  const logits = [
    [1, 2, 3],
    [NaN, 1, Infinity],
    [0, 0, 1],
  ];
  const got = crossEntropy(logits, [0, 7, 2], { ignoreIndex: 7 }),
    without = crossEntropy([logits[0], logits[2]], [0, 2]);
  expect(got.loss).toBe(without.loss);
  expect(got.dlogits.toArray()).toEqual([without.dlogits.toArray()[0], [0, 0, 0], without.dlogits.toArray()[1]]);
});

test("if no row counts, the loss is NaN and the gradients are 0", () => {
  const { loss, dlogits } = crossEntropy(
    [
      [1, 2],
      [3, 4],
    ],
    [-100, -100],
  );
  expect(loss).toBe(NaN);
  expect([...dlogits.data]).toEqual([0, 0, 0, 0]);
  expect(crossEntropy(zeros([0, 3]), []).loss).toBe(NaN);
});

test("a class that is ignoreIndex is ignored, as in torch", () => {
  expect(
    crossEntropy(
      [
        [1, 2],
        [3, 4],
      ],
      [0, 1],
      { ignoreIndex: 1 },
    ).loss,
  ).toBe(crossEntropy([[1, 2]], [0]).loss);
});

/* Errors ----------------------------------------------------------------------------------------------------------- */

const logits = full([2, 3], 1);

/** @type {[string, () => unknown, ErrorConstructor, string][]} */
const errors = [
  ["no logits", () => crossEntropy(any(undefined), [0]), TypeError, "logits: expected a tensor"],
  [
    "logits of one dim",
    () => crossEntropy([1, 2], [0]),
    RangeError,
    "logits: expected shape [rows, classes], with at least one class, got [2]",
  ],
  ["logits of no class", () => crossEntropy(zeros([2, 0]), [0, 0]), RangeError, "at least one class, got [2, 0]"],
  ["no targets", () => crossEntropy(logits, any(undefined)), TypeError, "targets: expected a list of integers"],
  ["one number as targets", () => crossEntropy(logits, any(1)), TypeError, "targets: expected a list of integers"],
  ["a string as targets", () => crossEntropy(logits, any("01")), TypeError, "targets: expected a list of integers"],
  ["targets that are null", () => crossEntropy(logits, any(null)), TypeError, "targets: expected a list of integers"],
  ["too few targets", () => crossEntropy(logits, [0]), RangeError, "targets: expected 2, one for each row"],
  ["a target that is no class", () => crossEntropy(logits, [0, 3]), RangeError, "targets[1]: expected a class from 0"],
  ["a negative target", () => crossEntropy(logits, [-1, 0]), RangeError, "targets[0]: expected a class from 0 to 2"],
  ["half a class", () => crossEntropy(logits, [0.5, 0]), RangeError, "or ignoreIndex, -100, got 0.5"],
  ["a target NaN", () => crossEntropy(logits, [NaN, 0]), RangeError, "targets[0]: expected a class"],
  ["a target in text", () => crossEntropy(logits, any(["0", 0])), TypeError, "targets[0]: expected an integer"],
  [
    "BigInts, as ONNX Runtime has indices",
    () => crossEntropy(logits, any(new BigInt64Array(2))),
    TypeError,
    "targets[0]: expected an integer, got 0n",
  ],
  [
    "half an ignoreIndex",
    () => crossEntropy(logits, [0, 0], { ignoreIndex: 0.5 }),
    RangeError,
    "ignoreIndex: expected an integer",
  ],
  [
    "ignoreIndex null",
    () => crossEntropy(logits, [0, 0], { ignoreIndex: any(null) }),
    TypeError,
    "ignoreIndex: expected an integer, got null",
  ],
  [
    "PyTorch's reduction",
    () => crossEntropy(logits, [0, 0], any({ reduction: "sum" })),
    TypeError,
    "options: expected only ignoreIndex, out, got reduction",
  ],
  [
    "a tensor as out",
    () => crossEntropy(logits, [0, 0], { out: any(logits) }),
    TypeError,
    "out: expected an object with dlogits",
  ],
  [
    "an out of another shape",
    () => crossEntropy(logits, [0, 0], { out: { dlogits: zeros([3, 2]) } }),
    RangeError,
    "out.dlogits: expected shape [2, 3], got [3, 2]",
  ],
  [
    "an error found late",
    () => crossEntropy(logits, [0, 9], { out: { dlogits: logits } }),
    RangeError,
    "targets[1]: expected a class from 0 to 2",
  ],
];

test.each(errors)("%s", (_, call, Type, message) => {
  expect(call).toThrow(Type);
  expect(call).toThrow(message);
  expect([...logits.data]).toEqual([1, 1, 1, 1, 1, 1]);
});
