/**
 * Activations, their products and softmax against PyTorch's float64; what is defined of edges; their errors, and their
 * layers. The bounds are the promise of c/block/block.h.
 */
import { describe, expect, test } from "vitest";
import * as ln from "../../web/api/index.js";
import { titled } from "../fixtures/cases.js";
import fixtures from "../fixtures/activations.json";
import { doubles, floats, tensorOf } from "../fixtures/floats.js";
import { ACTIVATION_ERROR, GRADIENT_ERROR, PROBABILITY_SUM_ERROR } from "../promises.js";
import { logSoftmax, softmax, softmaxGradient } from "./block-reference.js";
import { firstMiss, layout, normals } from "./reference.js";

/** @import { Numbers, TensorFixture } from "../fixtures/floats.js" */
/** @import { Layout } from "./reference.js" */

/**
 * @typedef {object} ActivationCase
 * @property {"silu" | "gelu" | "gelu tanh"} form
 * @property {string} name
 * @property {TensorFixture} x also the gate of the product
 * @property {Numbers} up
 * @property {Numbers} dy
 * @property {Numbers} y
 * @property {Numbers} dx
 * @property {Numbers} product
 * @property {Numbers} dgate
 * @property {Numbers} dup
 */
/**
 * @typedef {object} SoftmaxCase
 * @property {string} name
 * @property {TensorFixture} x
 * @property {number} dim
 * @property {number} scale
 * @property {boolean} causal
 * @property {Numbers} dy
 * @property {Numbers} y
 * @property {Numbers} dx
 */
/** @typedef {{ name: string, x: TensorFixture, dim: number, y: Numbers }} LogCase */
/** @typedef {{ type: "SiLU" | "GELU" | "Softmax", options: any, text: string }} LayerCase */

/** @type {{ activations: ActivationCase[], softmax: SoftmaxCase[], logSoftmax: LogCase[], layers: LayerCase[] }} */
const cases = /** @type {any} */ (fixtures);

/** Takes what TypeScript would refuse. @type {(value: unknown) => any} */
const any = (value) => value;

/**
 * @param {ArrayLike<number>} got
 * @param {Numbers} wanted
 * @param {(value: number, i: number) => number} bound
 */
function expectWithin(got, wanted, bound) {
  const values = doubles(wanted);
  expect(firstMiss(got, { values, bound: values.map(bound) })).toBe("");
}

/* PyTorch ---------------------------------------------------------------------------------------------------------- */

/** The functions of a form. @param {ActivationCase["form"]} form */
function functionsOf(form) {
  const options = form === "gelu tanh" ? /** @type {const} */ ({ approximate: "tanh" }) : {};
  const { silu, siluBackward, siluMul, siluMulBackward, gelu, geluBackward, geluMul, geluMulBackward } = ln;
  if (form === "silu") return { value: silu, slope: siluBackward, product: siluMul, slopes: siluMulBackward };
  /** @typedef {import("../../web/api/index.js").Input} Input */
  return {
    value: (/** @type {Input} */ x) => gelu(x, options),
    slope: (/** @type {Input} */ dy, /** @type {Input} */ x) => geluBackward(dy, x, options),
    product: (/** @type {Input} */ x, /** @type {Input} */ up) => geluMul(x, up, options),
    slopes: (/** @type {Input} */ dy, /** @type {Input} */ x, /** @type {Input} */ up) =>
      geluMulBackward(dy, x, up, options),
  };
}

describe("as PyTorch", () => {
  test.each(titled(cases.activations, ({ form, name }) => `${form}, ${name}`))("%s", (_, fixture) => {
    const { value, slope, product, slopes } = functionsOf(fixture.form),
      x = tensorOf(fixture.x),
      [up, dy] = [fixture.up, fixture.dy].map((data) => tensorOf({ shape: fixture.x.shape, data }));
    const bound = (/** @type {number} */ y) => ACTIVATION_ERROR * Math.max(1, Math.abs(y)),
      size = (/** @type {number} */ i) => Math.abs(dy.data[i]);
    expect(value(x).shape).toEqual(fixture.x.shape);
    expectWithin(value(x).data, fixture.y, bound);
    expectWithin(product(x, up).data, fixture.product, bound);
    expectWithin(slope(dy, x).dx.data, fixture.dx, (_value, i) => GRADIENT_ERROR * size(i));
    const { dgate, dup } = slopes(dy, x, up);
    expectWithin(dgate.data, fixture.dgate, (_value, i) => GRADIENT_ERROR * size(i) * Math.abs(up.data[i]));
    expectWithin(dup.data, fixture.dup, (value, i) => GRADIENT_ERROR * Math.max(size(i), Math.abs(value)));
  });

  test.each(titled(cases.softmax, ({ name, x, dim, scale }) => `softmax, ${name}, [${x.shape}], ${dim}, ${scale}`))(
    "%s",
    (_, { x, dim, scale, causal, ...wanted }) => {
      const where = layout(x.shape, [dim < 0 ? dim + x.shape.length : dim]),
        given = tensorOf(x),
        dy = floats(wanted.dy),
        { y } = boundsOf(where, x, scale, causal);
      expectWithin(ln.softmax(given, { dim, scale, causal }).data, wanted.y, (_value, i) => y.bound[i]);
      /* of torch's y, rounded, which may change dy - sum(dy * y) by as much of dy */
      const rounded = floats(wanted.y),
        { dx } = softmaxGradient(where, dy, rounded, scale),
        largest = dy.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
      const rounding = (/** @type {number} */ i) => 2 ** -23 * largest * Math.abs(scale * rounded[i]);
      const got = ln.softmaxBackward({ data: dy, shape: x.shape }, { data: rounded, shape: x.shape }, { dim, scale });
      expectWithin(got.dx.data, wanted.dx, (_value, i) => dx.bound[i] + rounding(i));
    },
  );

  test.each(titled(cases.logSoftmax, ({ name, x, dim }) => `logSoftmax, ${name}, [${x.shape}], ${dim}`))(
    "%s",
    (_, { x, dim, y }) => {
      const got = ln.logSoftmax(tensorOf(x), { dim });
      expect(got.shape).toEqual(x.shape);
      expectWithin(got.data, y, (value) => ACTIVATION_ERROR * Math.max(1, Math.abs(value)));
    },
  );

  test.each(cases.layers.map((fixture) => /** @type {const} */ ([fixture.text, fixture])))("%s", (_, fixture) => {
    const { type, options, text } = fixture;
    expect(String(new (any(ln[type]))(options ?? undefined))).toBe(text);
  });
});

/** @param {Layout} where @param {TensorFixture} x @param {number} scale @param {boolean} causal */
function boundsOf(where, x, scale, causal) {
  const [queries, columns] = x.shape.slice(-2);
  const seen = (/** @type {number} */ row) => (row % queries) + columns - queries + 1;
  return softmax(where, floats(x.data), scale, causal ? seen : undefined);
}

/* What is defined -------------------------------------------------------------------------------------------------- */

describe("activations", () => {
  test.each([
    ["silu", ln.silu],
    ["gelu", ln.gelu],
    ["gelu, tanh", (/** @type {any} */ x) => ln.gelu(x, { approximate: "tanh" })],
  ])("%s of special values, to the bit", (_, op) => {
    const values = [0, -0, Infinity, -Infinity, NaN, 1e30, -1e30, 40];
    expect([...op(values).data]).toEqual([0, -0, Infinity, NaN, NaN, Math.fround(1e30), -0, 40]);
  });

  test("a product is right where the activation alone is below float32", () => {
    expect(ln.silu([-110]).data[0]).toBeCloseTo(0, 40);
    expect(ln.siluMul([-110], [3e38]).data[0]).toBeCloseTo(-110 * Math.exp(-110) * 3e38, 12);
  });
});

describe("softmax", () => {
  test("rows sum to 1 within 2e-7 times the root of their length, columns too", () => {
    for (const n of [1, 2, 3, 7, 64, 257, 4096, 50257]) {
      for (const spread of [0, 1, 10, 100]) {
        const x = normals(3 * n, n).map((v) => spread * v);
        for (const [shape, dim] of /** @type {[number[], number][]} */ ([
          [[3, n], 1],
          [[n, 3], 0],
        ])) {
          const y = ln.softmax({ data: x, shape }, { dim });
          for (const at of layout(shape, [dim]).groups) {
            const sum = at.reduce((total, i) => total + y.data[i], 0);
            expect(Math.abs(sum - 1)).toBeLessThanOrEqual(PROBABILITY_SUM_ERROR * Math.max(1, Math.sqrt(n)));
          }
        }
      }
    }
  });

  test("of equal elements it is exactly 1 / n", () => {
    for (const value of [0, 3.3, -1000, 1e30, -1e30]) {
      for (const n of [1, 3, 4, 13]) {
        expect([...ln.softmax(ln.full([n], value)).data]).toEqual(Array(n).fill(Math.fround(1 / n)));
      }
    }
  });

  test("causal: a row that sees no column is 0, and what is not seen may be anything", () => {
    const x = [
      [NaN, Infinity],
      [0, NaN],
      [0, 0],
    ];
    expect(ln.softmax(x, { causal: true }).toArray()).toEqual([
      [0, 0],
      [1, 0],
      [0.5, 0.5],
    ]);
    expect(ln.softmax(x, { causal: false }).toArray()[0]).toEqual([NaN, NaN]);
  });

  test("causal and scale are those of a tensor without its mask", () => {
    const x = normals(2 * 4 * 6, 3),
      given = { data: x, shape: [2, 4, 6] };
    const masked = x.map((v, i) => (i % 6 > (Math.floor(i / 6) % 4) + 2 ? -Infinity : v * 0.5));
    const wanted = ln.softmax({ data: masked, shape: [2, 4, 6] });
    expect([...ln.softmax(given, { causal: true, scale: 0.5 }).data]).toEqual([...wanted.data]);
    const { dx } = ln.softmaxBackward(given, wanted, { scale: 0.5 });
    dx.data.forEach((v, i) => expect(v === 0 || wanted.data[i] > 0).toBe(true));
  });

  test("dim is -1 and scale 1 unless said otherwise; dims count from the end, too", () => {
    const x = { data: normals(24, 5), shape: [2, 3, 4] };
    expect(ln.softmax(x).data).toEqual(ln.softmax(x, { dim: 2, scale: 1, causal: false }).data);
    expect(ln.softmax(x, { dim: -2 }).data).toEqual(ln.softmax(x, { dim: 1 }).data);
    expect(ln.logSoftmax(x, { dim: -3 }).data).toEqual(ln.logSoftmax(x, { dim: 0 }).data);
    expect(ln.softmaxBackward(x, x).dx.data).toEqual(ln.softmaxBackward(x, x, { dim: -1, scale: 1 }).dx.data);
  });

  test("of a tensor without elements it has none", () => {
    expect(ln.softmax(ln.zeros([0, 3])).shape).toEqual([0, 3]);
    expect(ln.softmax(ln.zeros([2, 3, 0]), { dim: 1 }).shape).toEqual([2, 3, 0]);
    expect(ln.logSoftmax(ln.zeros([0, 3])).shape).toEqual([0, 3]);
    expect(ln.softmax(ln.zeros([0, 4, 3]), { causal: true }).shape).toEqual([0, 4, 3]);
  });

  test("a scalar is a row of one", () => {
    expect(ln.softmax(5, { dim: 0 }).data[0]).toBe(1);
    expect(ln.logSoftmax([7]).data[0]).toBe(0);
  });

  test("the logarithm is exact where the probability is below float32", () => {
    const x = Float32Array.of(0, -1000, 1e-3, -1e30);
    expect(firstMiss(ln.logSoftmax(x).data, logSoftmax(layout([4], [0]), x).y)).toBe("");
  });
});

/* Errors ----------------------------------------------------------------------------------------------------------- */

const x = ln.ones([2, 6]),
  scalarOut = ln.zeros([3]);

/** @type {[string, () => unknown, ErrorConstructor, string][]} */
const errors = [
  ["silu's x", () => ln.silu(any("x")), TypeError, "x: expected a tensor"],
  ["silu's out", () => ln.silu(x, { out: scalarOut }), RangeError, "out: expected shape [2, 6], got [3]"],
  ["an unknown option of silu", () => ln.silu(x, any({ inplace: true })), TypeError, "expected only out, got inplace"],
  ["silu's dy", () => ln.siluBackward([1], x), RangeError, "dy: expected shape [2, 6], got [1]"],
  ["out of a gradient", () => ln.siluBackward(x, x, any({ out: x })), TypeError, "out: expected an object with dx"],
  ["up", () => ln.siluMul(x, [1]), RangeError, "up: expected shape [2, 6], got [1]"],
  ["up that is missing", () => ln.siluMul(x, any(undefined)), TypeError, "up: expected a tensor"],
  ["the gate", () => ln.geluMul(any(null), x), TypeError, "gate: expected a tensor"],
  ["dy of a product", () => ln.siluMulBackward([1], x, x), RangeError, "dy: expected shape [2, 6], got [1]"],
  ["up of its gradient", () => ln.geluMulBackward(x, x, [1]), RangeError, "up: expected shape [2, 6], got [1]"],
  [
    "out of its gradients",
    () => ln.siluMulBackward(x, x, x, any({ out: { dgate: x } })),
    TypeError,
    "out.dup: expected a tensor",
  ],
  [
    "out.dup of another shape",
    () => ln.siluMulBackward(x, x, x, { out: { dgate: ln.zeros([2, 6]), dup: scalarOut } }),
    RangeError,
    "out.dup: expected shape [2, 6], got [3]",
  ],
  [
    "one memory for both gradients",
    () => ln.geluMulBackward(x, x, x, { out: { dgate: x, dup: x } }),
    RangeError,
    "out.dgate: expected no memory of another output, got some of out.dup",
  ],
  [
    "PyTorch's approximate of another name",
    () => ln.gelu(x, { approximate: any("erf") }),
    RangeError,
    'approximate: expected "none" or "tanh", got "erf"',
  ],
  [
    "approximate that is no string",
    () => ln.geluBackward(x, x, { approximate: any(true) }),
    TypeError,
    'approximate: expected "none" or "tanh", got true',
  ],
  ["a GELU of another name", () => new ln.GELU({ approximate: any("x") }), RangeError, "approximate: expected"],
  ["an unknown option of GELU", () => new ln.GELU(any({ tanh: true })), TypeError, "expected only approximate, got"],
  ["a softmax dim that is not there", () => ln.softmax(x, { dim: 2 }), RangeError, "dim: expected an integer from -2"],
  ["two dims", () => ln.softmax(x, { dim: any([0, 1]) }), TypeError, "dim: expected an integer, got [0, 1]"],
  ["a dim of no elements", () => ln.softmax(ln.zeros([2, 0])), RangeError, "x: expected at least one element"],
  ["a dim null", () => ln.logSoftmax(x, { dim: any(null) }), TypeError, "dim: expected an integer, got null"],
  ["a scale NaN", () => ln.softmax(x, { scale: NaN }), RangeError, "scale: expected a finite number, got NaN"],
  ["an infinite scale", () => ln.softmaxBackward(x, x, { scale: Infinity }), RangeError, "scale: expected a finite"],
  ["a scale in text", () => ln.softmax(x, { scale: any("1") }), TypeError, 'scale: expected a number, got "1"'],
  ["causal that is no boolean", () => ln.softmax(x, { causal: any(1) }), TypeError, "causal: expected true or false"],
  [
    "causal of another dim",
    () => ln.softmax(x, { dim: 0, causal: true }),
    RangeError,
    "causal: expected x of at least 2 dims, and the last one as dim, got dim 0 of 2",
  ],
  ["causal of a row", () => ln.softmax([1, 2], { causal: true }), RangeError, "causal: expected x of at least 2 dims"],
  ["scale of a logarithm", () => ln.logSoftmax(x, any({ scale: 2 })), TypeError, "expected only dim, out, got scale"],
  ["causal of a gradient", () => ln.softmaxBackward(x, x, any({ causal: true })), TypeError, "got causal"],
  ["dy of softmax", () => ln.softmaxBackward([1], x), RangeError, "dy: expected shape [2, 6], got [1]"],
  ["y of softmax", () => ln.softmaxBackward(x, any("y")), TypeError, "y: expected a tensor"],
  ["a Softmax of half a dim", () => new ln.Softmax({ dim: 0.5 }), RangeError, "dim: expected an integer"],
  ["a Softmax dim that x has not", () => new ln.Softmax({ dim: 2 }).forward(x), RangeError, "dim: expected an integer"],
];

test.each(errors)("%s", (_, call, Type, message) => {
  const before = [...x.data, ...scalarOut.data];
  expect(call).toThrow(Type);
  expect(call).toThrow(message);
  expect([...x.data, ...scalarOut.data]).toEqual(before);
});
