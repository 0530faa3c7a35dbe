/**
 * Products of matrices, sums and products that broadcast, rows of a table and dims in another order, against PyTorch.
 * The bounds are the promise of c/block/block.h: of products, and of their gradients, which are products.
 */
import { describe, expect, test } from "vitest";
import {
  add,
  Embedding,
  embedding,
  linear,
  linearBackward,
  manualSeed,
  matmul,
  matmulBackward,
  mul,
  permute,
  Sequential,
  LayerNorm,
  Tensor,
  tensor,
  zeros,
} from "../../web/api/index.js";
import { titled } from "../fixtures/cases.js";
import { doubles, floats, misses, tensorOf } from "../fixtures/floats.js";
import fixtures from "../fixtures/matmul.json";
import { PRODUCT_ERROR } from "../promises.js";
import { normal } from "./normal.js";
import { firstDifference } from "./reference.js";

/** @import { Numbers, TensorFixture } from "../fixtures/floats.js" */

/**
 * @typedef {object} MatmulCase
 * @property {string} [name]
 * @property {TensorFixture} a
 * @property {TensorFixture} b
 * @property {number[]} shape
 * @property {Numbers} y
 * @property {Numbers} yScale
 * @property {Numbers} [dy]
 * @property {Numbers} da
 * @property {Numbers} daScale
 * @property {Numbers} db
 * @property {Numbers} dbScale
 */
/** @typedef {{ a: TensorFixture, b: TensorFixture, sum: Numbers, product: Numbers }} BroadcastCase */
/** @typedef {{ a: number[], b: number[], shape: number[] | null }} RefusedCase */
/**
 * @typedef {object} EmbeddingCase
 * @property {number} count
 * @property {number} features
 * @property {number[]} indices
 * @property {number} seed
 * @property {string} text
 * @property {Numbers} weight
 * @property {Numbers} y
 * @property {Numbers} dy
 * @property {Numbers} dweight
 */
/** @typedef {{ shape: number[], dims: number[], y: TensorFixture }} PermuteCase */

const cases =
  /** @type {{ matmul: MatmulCase[], broadcast: BroadcastCase[], refused: RefusedCase[], embedding: EmbeddingCase[],
   *   permute: PermuteCase[] }} */ (/** @type {any} */ (fixtures));

/** Half the distance between two subnormal float32. */
const TINY = 2 ** -150;

/** @param {Tensor} got @param {Numbers} wanted @param {Numbers} scale @param {string} what */
const expectWithin = (got, wanted, scale, what) =>
  expect(
    misses(got.data, doubles(wanted), (i) => PRODUCT_ERROR * Number(scale[i]) + TINY),
    what,
  ).toEqual([]);

/** To the bit. @param {Tensor} got @param {ArrayLike<number>} wanted */
const expectBits = (got, wanted) => expect(firstDifference(got.data, wanted)).toBe("");

/** The last two dims exchanged. @param {TensorFixture | Tensor} x */
function turned(x) {
  const { shape } = x,
    rank = shape.length,
    dims = shape.map((_, d) => (d < rank - 2 ? d : 2 * rank - 3 - d));
  return permute(x instanceof Tensor ? x : tensorOf(x), dims);
}

describe("matmul", () => {
  const title = (/** @type {MatmulCase} */ { a, b, name }) => `[${a.shape}] x [${b.shape}] ${name ?? ""}`;

  test.each(titled(cases.matmul, title))("%s", (_, f) => {
    for (const transposed of [false, true]) {
      const a = tensorOf(f.a),
        b = transposed ? turned(f.b) : tensorOf(f.b),
        y = matmul(a, b, { transposed });
      expect(y.shape).toEqual(f.shape);
      expectWithin(y, f.y, f.yScale, "y");
      if (!f.dy) continue;
      const { da, db } = matmulBackward({ shape: f.shape, data: floats(f.dy) }, a, b, { transposed });
      expect([da.shape, db.shape]).toEqual([f.a.shape, b.shape]);
      expectWithin(da, f.da, f.daScale, "da");
      expectWithin(transposed ? turned(db) : db, f.db, f.dbScale, "db");
    }
  });

  test.each([
    [1, 5, 3],
    [1, 200, 70],
    [2, 16, 16],
    [7, 100, 130],
    [64, 49, 17],
  ])("[%i, %i] x [%i columns]: the bits of linear, either way round", (rows, inner, columns) => {
    const a = normal([rows, inner], 1),
      weight = normal([columns, inner], 2),
      dy = normal([rows, columns], 3);
    const y = linear(a, weight),
      { dx, dweight } = linearBackward(dy, a, weight);
    expectBits(matmul(a, weight, { transposed: true }), y.data);
    expectBits(matmul(a, turned(weight)), y.data);
    const one = matmulBackward(dy, a, weight, { transposed: true }),
      other = matmulBackward(dy, a, turned(weight));
    for (const { da } of [one, other]) expectBits(da, dx.data);
    for (const db of [one.db, turned(other.db)]) expectBits(db, dweight.data);
  });

  test("leading dims: each matrix gives the bits that it gives alone", () => {
    for (const [rows, inner, columns] of [
      [1, 30, 40],
      [9, 20, 33],
    ]) {
      const a = normal([3, 2, rows, inner], 1),
        b = normal([3, 2, inner, columns], 2),
        dy = normal([3, 2, rows, columns], 3),
        all = matmul(a, b),
        gradients = matmulBackward(dy, a, b);
      const part = (/** @type {Tensor} */ x, /** @type {number} */ i) =>
        x.reshape([6, ...x.shape.slice(2)]).rows(i, i + 1).reshape(x.shape.slice(2)); // biome-ignore format: short
      for (let i = 0; i < 6; i++) {
        expectBits(matmul(part(a, i), part(b, i)), part(all, i).data);
        const { da, db } = matmulBackward(part(dy, i), part(a, i), part(b, i));
        expectBits(da, part(gradients.da, i).data);
        expectBits(db, part(gradients.db, i).data);
      }
    }
  });

  test("a b without leading dims: db is the sum over those of a", () => {
    const a = normal([2, 3, 4, 5], 1),
      b = normal([5, 6], 2),
      dy = normal([2, 3, 4, 6], 3);
    const { da, db } = matmulBackward(dy, a, b),
      flat = matmulBackward(dy.reshape([24, 6]), a.reshape([24, 5]), b);
    expectBits(da, flat.da.data);
    expectBits(db, flat.db.data);
    expectBits(matmul(a, b), matmul(a.reshape([24, 5]), b).data);
  });

  test("nothing in some dim", () => {
    for (const transposed of [false, true]) {
      const b = (/** @type {number[]} */ shape) => (transposed ? turned(zeros(shape)) : zeros(shape));
      expect(matmul(zeros([0, 3]), b([3, 4]), { transposed }).shape).toEqual([0, 4]);
      expect(matmul(zeros([2, 3]), b([3, 0]), { transposed }).shape).toEqual([2, 0]);
      expect(matmul(zeros([2, 0]), b([0, 4]), { transposed }).toArray()).toEqual([
        [0, 0, 0, 0],
        [0, 0, 0, 0],
      ]);
      expect(matmul(zeros([0, 2, 3]), b([0, 3, 4]), { transposed }).shape).toEqual([0, 2, 4]);
      const out = { da: zeros([2, 3]).fill(NaN), db: b([3, 0]) };
      matmulBackward(zeros([2, 0]), zeros([2, 3]), b([3, 0]), { transposed, out });
      expect(out.da.toArray()).toEqual([
        [0, 0, 0],
        [0, 0, 0],
      ]);
      const { db } = matmulBackward(zeros([0, 4]), zeros([0, 3]), b([3, 4]), { transposed });
      expect(db.data.every((v) => v === 0)).toBe(true);
    }
  });

  test.each([false, true])("out in the memory of an input, and one of both gradients, resident %s", (resident) => {
    for (const transposed of [false, true]) {
      for (const shape of [
        [6, 6],
        [3, 20, 20],
      ]) {
        const make = () => [1, 2, 3].map((seed) => normal(shape, seed, resident)),
          [a, b, dy] = make(),
          y = matmul(a, b, { transposed }),
          wanted = matmulBackward(dy, a, b, { transposed });
        for (const at of [0, 1]) {
          const given = make();
          expect(matmul(given[0], given[1], { transposed, out: given[at] })).toBe(given[at]);
          expectBits(given[at], y.data);
        }
        for (const at of [0, 1, 2]) {
          for (const other of [0, 1, 2].filter((k) => k !== at)) {
            const given = make(),
              out = { da: given[at], db: given[other] };
            matmulBackward(given[2], given[0], given[1], { transposed, out });
            expectBits(out.da, wanted.da.data);
            expectBits(out.db, wanted.db.data);
          }
        }
        expect(() => matmulBackward(dy, a, b, { transposed, out: { da: a, db: a } })).toThrow(
          /^out.d[ab]: expected no memory of another output, got some of out.d[ab]$/,
        );
      }
    }
  });
});

describe("add and mul", () => {
  const title = (/** @type {BroadcastCase} */ { a, b }) => `[${a.shape}] and [${b.shape}]`;

  test.each(titled(cases.broadcast, title))("%s", (_, { a, b, sum, product }) => {
    for (const resident of [false, true]) {
      const [x, y] = [a, b].map((one) => tensor(tensorOf(one), one.shape, { resident }));
      expect([add(x, y).shape, mul(x, y).shape]).toEqual([a.shape, a.shape]);
      expectBits(add(x, y), floats(sum));
      expectBits(mul(x, y), floats(product));
      for (const one of [x, y]) one.dispose();
    }
  });

  test.each(cases.refused)("$a and $b are refused, which give $shape", ({ a, b }) => {
    for (const op of [add, mul]) {
      expect(() => op(zeros(a), zeros(b))).toThrow(RangeError);
      expect(() => op(zeros(a), zeros(b))).toThrow(/^b: expected a shape that broadcasts against a's, \[/);
    }
  });

  test("say so where the other way round would fit", () => {
    expect(() => add([1, 2], [[1, 2]])).toThrow(
      new RangeError(
        "b: expected a shape that broadcasts against a's, [2], got [1, 2], against which a broadcasts: exchange them",
      ),
    );
    expect(() => mul([1, 2], [1, 2, 3])).toThrow(
      new RangeError("b: expected a shape that broadcasts against a's, [2], got [3]"),
    );
  });

  test.each([false, true])("of a tensor with itself, in place of it, resident %s", (resident) => {
    for (const shape of [[7], [3, 21], [400, 300]]) {
      const x = normal(shape, 1, resident),
        twice = x.data.map((v) => v + v),
        squares = x.data.map((v) => Math.fround(v * v));
      expectBits(mul(x, x), squares);
      expectBits(add(x, x, { out: x }), twice);
      x.dispose();
    }
  });

  test.each([false, true])("out in place of a, and of b where it has as many elements; resident %s", (resident) => {
    const a = normal([3, 5], 1, resident),
      b = normal([5], 2, resident),
      same = normal([3, 5], 3, resident),
      wanted = [add(a, b), add(a, same)].map(({ data }) => data.slice());
    expect(add(a, same, { out: same })).toBe(same);
    expectBits(same, wanted[1]);
    expect(add(a, b, { out: a })).toBe(a);
    expectBits(a, wanted[0]);
    const row = normal([1, 5], 4, resident),
      sum = add(row, b).data.slice();
    add(row, b, { out: b.reshape([1, 5]) }); /* of another shape, but of as many elements */
    expectBits(b, sum);
    const part = "out: expected the very memory of an input or none of it, got a part of it";
    expect(() => add(a.rows(0, 2), a.rows(1, 2), { out: a.rows(0, 2) })).toThrow(new RangeError(part));
    expect(() => add(a.rows(0, 2), a.rows(0, 1), { out: a.rows(0, 2) })).toThrow(new RangeError(part));
    for (const one of [a, b, same, row]) one.dispose();
  });

  test("of more alternating dims than the kernel has levels, cut and not", () => {
    const shape = [2, 3, 2, 3, 2, 3, 2, 3],
      a = normal(shape, 1);
    for (const mask of Array.from({ length: 256 }, (_, i) => i)) {
      const own = shape.map((size, d) => (mask & (1 << d) ? size : 1)),
        b = normal(own, 2);
      const wanted = Float32Array.from(a.data, (v, i) => {
        let at = 0,
          step = 1;
        for (let d = 7, rest = i; d >= 0; rest = Math.floor(rest / shape[d--])) {
          if (own[d] > 1) at += (rest % shape[d]) * step;
          step *= own[d];
        }
        return v + b.data[at];
      });
      expectBits(add(a, b), wanted);
    }
  });
});

describe("embedding", () => {
  const title = (/** @type {EmbeddingCase} */ { count, features, indices }) => `${count}, ${features}, [${indices}]`;

  test.each(titled(cases.embedding, title))("%s", (_, f) => {
    manualSeed(f.seed);
    const layer = new Embedding(f.count, f.features),
      weights = floats(f.weight);
    expect(`${layer}`).toBe(f.text);
    expect(layer.weight.shape).toEqual([f.count, f.features]);
    /* to the bit below 16 elements, and within 5e-7 from there on, as randn */
    expect(misses(layer.weight.data, weights, () => (weights.length < 16 ? 0 : 5e-7))).toEqual([]);
    layer.loadState({ weight: { data: weights, shape: [f.count, f.features] } });
    const y = layer.forward(f.indices);
    expect(y.shape).toEqual([f.indices.length, f.features]);
    expectBits(y, floats(f.y));
    expectBits(embedding(f.indices, { data: weights, shape: [f.count, f.features] }), floats(f.y));
    const dx = layer.backward({ data: floats(f.dy), shape: y.shape });
    expect([dx.shape, dx.data.every((v) => v === 0)]).toEqual([[f.indices.length], true]);
    expectBits(layer.parameters()[0].grad, floats(f.dweight)); /* of few digits, so that sums are exact */
  });

  test.each([
    [false, false],
    [false, true],
    [true, false],
    [true, true],
  ])("a resident table %s, a resident out %s, rows short and long", (ofTable, ofOut) => {
    for (const features of [1, 3, 64, 65, 500]) {
      const table = normal([9, features], 1, ofTable),
        out = zeros([4, features], { resident: ofOut }).fill(NaN),
        indices = [8, 0, 3, 8];
      expect(embedding(indices, table, { out })).toBe(out);
      const wanted = indices.flatMap((i) => [...table.data.subarray(i * features, (i + 1) * features)]);
      expectBits(out, wanted);
      for (const list of [Uint32Array.from(indices), Float32Array.from(indices), tensor(indices)]) {
        expectBits(embedding(list, table), wanted);
      }
      for (const one of [table, out]) one.dispose();
    }
  });

  test("out in the memory of the table: the whole of it or none", () => {
    for (const resident of [false, true]) {
      const table = normal([3, 4], 1, resident),
        before = table.data.slice();
      embedding([2, 0, 0], table, { out: table });
      expectBits(table, [...before.subarray(8), ...before.subarray(0, 4), ...before.subarray(0, 4)]);
      const part = "out: expected the very memory of an input or none of it, got a part of it";
      expect(() => embedding([0], table, { out: table.rows(1, 2) })).toThrow(new RangeError(part));
      table.dispose();
    }
  });

  test("a sum of many rows of one index is as near as a double", () => {
    const layer = new Embedding(2, 1),
      rows = 100000,
      dy = tensor(new Float32Array(rows).fill(0.1), [rows, 1]);
    layer.forward(new Uint8Array(rows));
    layer.backward(dy);
    layer.backward(dy);
    const once = Math.fround(rows * Math.fround(0.1));
    expect(layer.parameters()[0].grad.toArray()).toEqual([[Math.fround(2 * once)], [0]]);
    layer.zeroGrad();
    expect(layer.parameters()[0].grad.toArray()).toEqual([[0], [0]]);
  });

  test("as a layer: in a Sequential, its modes, and what backward() says", () => {
    const layer = new Embedding(5, 4),
      net = new Sequential(layer, new LayerNorm(4));
    expect(net.parameters().map(({ name }) => name)).toEqual(["0.weight", "1.weight", "1.bias"]);
    expect(Object.keys(layer.state())).toEqual(["weight"]);
    expect(() => layer.backward([[1]])).toThrow("backward: expected forward() to be called first, of Embedding(5, 4)");
    net.forward([1, 3, 1]);
    net.backward(normal([3, 4], 5));
    const { grad } = layer.parameters()[0];
    expect([0, 1, 2, 3, 4].map((i) => grad.rows(i, i + 1).data.some((v) => v !== 0))).toEqual([
      false,
      true,
      false,
      true,
      false,
    ]);
    const indices = [1, 2];
    layer.forward(indices);
    indices[0] = 4; /* they are copied */
    layer.zeroGrad();
    layer.backward([
      [1, 1, 1, 1],
      [2, 2, 2, 2],
    ]);
    expect(grad.toArray().map((/** @type {number[]} */ row) => row[0])).toEqual([0, 1, 2, 0, 0]);
    expect(() => layer.backward([[1, 1, 1, 1]])).toThrow("dy: expected shape [2, 4], got [1, 4]");
    layer.eval().forward([0]);
    expect(() => layer.backward([[1, 1, 1, 1]])).toThrow("after eval() it keeps nothing");
    layer.weight = zeros([5, 4], { resident: true });
    expect(layer.train().forward([0]).toArray()).toEqual([[0, 0, 0, 0]]);
    layer.weight.dispose();
    expect(() => layer.forward([0])).toThrow(/^table: expected a tensor in use/);
  });
});

describe("permute", () => {
  const title = (/** @type {PermuteCase} */ { shape, dims }) => `[${shape}] to [${dims}]`;

  test("a tensor without dims, after one that has some", () => {
    const [x, out, behind] = [5, 0, 7].map((value) => tensor(value, undefined, { resident: true }));
    permute(zeros([2, 99]), [1, 0]);
    expect(permute(x, [], { out }).item()).toBe(5);
    expect(behind.item()).toBe(7);
    for (const one of [x, out, behind]) one.dispose();
  });

  test.each(titled(cases.permute, title))("%s", (_, { shape, dims, y }) => {
    for (const resident of [false, true]) {
      const size = shape.reduce((a, b) => a * b, 1),
        x = tensor(
          Float32Array.from({ length: size }, (_, i) => i),
          shape,
          { resident },
        ),
        out = zeros(y.shape, { resident }).fill(NaN);
      expect(permute(x, dims).shape).toEqual(y.shape);
      expectBits(permute(x, dims), floats(y.data));
      expect(permute(x, dims, { out })).toBe(out);
      expectBits(out, floats(y.data));
      if (`${y.shape}` === `${shape}`) expectBits(permute(x, dims, { out: x }), floats(y.data));
      for (const one of [x, out]) one.dispose();
    }
  });

  test("larger than what is staged at once", () => {
    const x = normal([300, 257], 1);
    expectBits(permute(permute(x, [1, 0]), [1, 0]), x.data);
    const square = normal([300, 300], 2),
      wanted = permute(square, [1, 0]);
    expectBits(permute(square, [1, 0], { out: square }), wanted.data);
  });
});
