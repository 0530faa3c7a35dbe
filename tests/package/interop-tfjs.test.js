/** Data of tfjs goes in by its array and shape, and out again, on tfjs's CPU backend. */
import "@tensorflow/tfjs-backend-cpu";
import * as tf from "@tensorflow/tfjs-core";
import { beforeAll, expect, test } from "vitest";
import { full, layerNorm, memoryUsage, tensor } from "../../web/api/index.js";
import { misses } from "../fixtures/floats.js";

const VALUES = [
  [1, 2, 4],
  [3, 4, 8],
];

/** layerNorm over the last dim, in tfjs's ops. @param {tf.Tensor} x */
function theirLayerNorm(x) {
  const { mean, variance } = tf.moments(x, -1, true);
  return tf.div(tf.sub(x, mean), tf.sqrt(tf.add(variance, 1e-5)));
}

beforeAll(() => {
  tf.env().set("IS_TEST", true); // no advertisement in the test's output
  return tf.ready();
});

test.each(["data", "dataSync"])("goes in by %s() and shape", async (way) => {
  const theirs = tf.tensor(VALUES),
    x = tensor(way === "data" ? await theirs.data() : theirs.dataSync(), theirs.shape);
  expect(x.toArray()).toEqual(VALUES);
  const y = layerNorm(x, 3);
  expect(y.shape).toEqual(theirs.shape);
  expect(misses(y.data, theirLayerNorm(theirs).dataSync(), () => 2e-6)).toEqual([]);
});

test("goes in from what tfjs computed", () => {
  const theirs = tf.matMul(tf.tensor(VALUES), tf.tensor(VALUES), false, true);
  expect(layerNorm(tensor(theirs.dataSync(), theirs.shape), 2).data).toEqual(
    layerNorm(
      [
        [21, 43],
        [43, 89],
      ],
      2,
    ).data,
  );
});

const OTHER_TYPES = /** @type {const} */ ([
  ["int32", Int32Array],
  ["bool", Uint8Array],
]);

test.each(OTHER_TYPES)("of type %s is converted", (type, Kind) => {
  const theirs = tf.tensor(
    [
      [1, 0],
      [0, 1],
    ],
    undefined,
    type,
  );
  expect(theirs.dataSync()).toBeInstanceOf(Kind);
  expect(tensor(theirs.dataSync(), theirs.shape).toArray()).toEqual([
    [1, 0],
    [0, 1],
  ]);
});

test("goes out in one line", () => {
  const y = layerNorm(VALUES, 3),
    theirs = tf.tensor(y.data, [...y.shape]);
  expect(theirs.dtype).toBe("float32");
  expect(theirs.arraySync()).toEqual(y.toArray());
  expect(tf.add(theirs, 1).arraySync()).toEqual(tf.add(tf.tensor(y.toArray()), 1).arraySync());
});

test("of a resident tensor goes out as a copy, for tfjs keeps the array that it is given, and memory may grow", () => {
  const y = tensor(VALUES, [2, 3], { resident: true });
  const kept = tf.tensor(y.data, [...y.shape]),
    copied = tf.tensor(y.data.slice(), [...y.shape]);
  full([memoryUsage().total / 4], 0, { resident: true }).dispose();
  expect(tf.add(copied, 1).arraySync()).toEqual([
    [2, 3, 5],
    [4, 5, 9],
  ]);
  expect(tf.add(kept, 1).dataSync().every(Number.isNaN)).toBe(true);
  y.dispose();
});

test("a tensor of tfjs as it is, whose data is a function, is a TypeError", () => {
  const theirs = /** @type {any} */ (tf.tensor(VALUES));
  expect(() => layerNorm(theirs, 3)).toThrow(TypeError);
  expect(() => layerNorm(theirs, 3)).toThrow(/^x\b.*function/i);
});
