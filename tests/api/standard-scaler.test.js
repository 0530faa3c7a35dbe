/**
 * Columns of data by their mean and standard deviation: against NumPy's float64, however the rows are cut into pieces,
 * with values missing, through JSON, and where an argument is wrong.
 */
import { describe, expect, test } from "vitest";
import { empty, normalize, StandardScaler, tensor, zeros } from "../../web/api/index.js";
import { titled } from "../fixtures/cases.js";
import { doubles, misses, tensorOf, ulp } from "../fixtures/floats.js";
import fixtures from "../fixtures/scaler.json";
import { INVERSE_ERROR, OUTPUT_ERROR, STATISTIC_ERROR } from "../promises.js";
import { firstDifference, source } from "./reference.js";

/** @import { Tensor } from "../../web/api/index.js" */
/** @import { Numbers, TensorFixture } from "../fixtures/floats.js" */

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {TensorFixture} x
 * @property {{ correction: number, withMean: boolean, withStd: boolean }} options
 * @property {Numbers} count
 * @property {Numbers} mean
 * @property {Numbers} variance
 * @property {Numbers} scale
 * @property {TensorFixture} unseen rows that were not fitted
 * @property {Numbers} y what transform() makes of them
 * @property {Numbers} inverse what inverseTransform() makes of them
 */
const cases = /** @type {Case[]} */ (/** @type {unknown} */ (fixtures.cases));

/** What float64 leaves of a constant column's variance, as scikit-learn knows it. */
const ROUNDING = 2 ** -52;

/** @param {ArrayLike<number>} got @param {ArrayLike<number>} wanted @param {(i: number) => number} bound */
function checkDoubles(got, wanted, bound) {
  expect(got.length).toBe(wanted.length);
  for (let i = 0; i < got.length; i++) {
    if (Number.isFinite(wanted[i]))
      expect(Math.abs(got[i] - wanted[i]), `[${i}] ${got[i]}`).toBeLessThanOrEqual(bound(i));
    else expect(got[i], `[${i}]`).toBe(wanted[i]);
  }
}

/** @param {StandardScaler} scaler @returns {Record<string, Float64Array>} */
const statisticsOf = ({ mean, variance, scale, count }) => ({ mean, variance, scale, count });

describe.each(titled(cases, ({ name, x, options }) => `${name}, [${x.shape}], ${JSON.stringify(options)}`))(
  "%s",
  (_, f) => {
    const scaler = new StandardScaler(f.options).fit(tensorOf(f.x));

    test("the statistics are NumPy's", () => {
      const [count, mean, variance, scale] = [f.count, f.mean, f.variance, f.scale].map(doubles);
      expect([...scaler.count]).toEqual([...count]);
      checkDoubles(
        scaler.mean,
        mean,
        (c) => STATISTIC_ERROR * Math.max(Math.abs(mean[c]), Math.sqrt(variance[c]) || 0),
      );
      const least = (/** @type {number} */ c) => (count[c] * mean[c] * ROUNDING) ** 2;
      checkDoubles(scaler.variance, variance, (c) => STATISTIC_ERROR * variance[c] + least(c));
      checkDoubles(scaler.scale, scale, (c) => STATISTIC_ERROR * scale[c]);
    });

    test("transform() and inverseTransform() are within the promise of float64", () => {
      const [y, back, scale] = [f.y, f.inverse, f.scale].map(doubles),
        unseen = tensorOf(f.unseen);
      const columns = scale.length;
      expect(misses(scaler.transform(unseen).data, y, (i) => OUTPUT_ERROR * Math.max(1, Math.abs(y[i])))).toEqual([]);
      const bound = (/** @type {number} */ i) => ulp(back[i]) / 2 + INVERSE_ERROR * scale[i % columns];
      expect(misses(scaler.inverseTransform(unseen).data, back, bound)).toEqual([]);
    });

    test("JSON keeps every bit", () => {
      const again = StandardScaler.from(JSON.parse(JSON.stringify(scaler)));
      expect(statisticsOf(again)).toEqual(statisticsOf(scaler));
      expect(String(again)).toBe(String(scaler));
      const [x, unseen] = [tensorOf(f.x), tensorOf(f.unseen)];
      expect(again.transform(unseen).data).toEqual(scaler.transform(unseen).data);
      const more = (/** @type {StandardScaler} */ one) => statisticsOf(StandardScaler.from(one.toJSON()).partialFit(x));
      expect(more(again)).toEqual(more(scaler));
    });
  },
);

test("scikit-learn's rule for constant columns agrees wherever it was asked", () => {
  for (const { x, options } of cases.filter(({ options }) => options.withStd)) {
    const { mean, variance, scale, count } = new StandardScaler({ ...options, correction: 0 }).fit(tensorOf(x));
    const constant = Array.from(
      variance,
      (v, c) => v <= count[c] * ROUNDING * v + (count[c] * mean[c] * ROUNDING) ** 2,
    );
    expect(Array.from(variance, (v, c) => (scale[c] === 1 && v !== 1) || v === 0)).toEqual(constant);
  }
});

/* Pieces ----------------------------------------------------------------------------------------------------------- */

/**
 * Columns at 0, at 1e6 +- 0.58, at 1e4 +- 1e-2, all equal but one, with NaN, from 1e-12 to 1e12.
 * @param {number} rows
 * @param {number} seed
 */
function mixed(rows, seed) {
  const next = source(seed),
    x = empty([rows, 6]);
  for (let r = 0; r < rows; r++) {
    const z = next();
    const row = [z, 1e6 + 0.58 * next(), 1e4 + 1e-2 * next(), 0.1, r % 3 ? next() : NaN, z * 10 ** ((r % 25) - 12)];
    if (r === 7) row[3] = 0.1 + 2 ** -27;
    x.data.set(row, 6 * r);
  }
  return x;
}

/** @param {Tensor} x @param {number} begin @param {number} end */
const rowsOf = (x, begin, end) => tensor(x.data.slice(6 * begin, 6 * end), [end - begin, 6]);

/** @param {Tensor} x @param {(row: number) => number} sizeAt of the piece that begins there */
function inPieces(x, sizeAt) {
  const scaler = new StandardScaler();
  for (let begin = 0; begin < x.shape[0]; ) {
    const end = Math.min(x.shape[0], begin + sizeAt(begin));
    scaler.partialFit(rowsOf(x, begin, end));
    begin = end;
  }
  return scaler;
}

/** Within 1e-12. @param {StandardScaler} got @param {StandardScaler} wanted */
function checkSame(got, wanted) {
  const { mean, variance } = wanted;
  expect(got.count).toEqual(wanted.count);
  checkDoubles(got.mean, mean, (c) => STATISTIC_ERROR * Math.max(Math.abs(mean[c]), Math.sqrt(variance[c])));
  checkDoubles(got.variance, variance, (c) => STATISTIC_ERROR * variance[c]);
  checkDoubles(got.scale, wanted.scale, (c) => STATISTIC_ERROR * wanted.scale[c]);
}

describe("partialFit", () => {
  const x = mixed(2000, 5),
    whole = new StandardScaler().fit(x);

  test.each([1, 2, 3, 7, 8, 9, 64, 100, 999, 1999])("pieces of %d rows give what all rows give", (size) => {
    checkSame(
      inPieces(x, () => size),
      whole,
    );
  });

  test("pieces of any sizes, in any order, of one row each, resident or not, of more dims", () => {
    checkSame(
      inPieces(x, (row) => 1 + ((row * 37) % 211)),
      whole,
    );
    const backwards = new StandardScaler();
    for (let end = 2000; end > 0; end -= 400) backwards.partialFit(rowsOf(x, end - 400, end));
    checkSame(backwards, whole);
    const resident = tensor(x, undefined, { resident: true });
    checkSame(new StandardScaler().partialFit(resident), whole);
    resident.dispose();
    checkSame(new StandardScaler().partialFit(x.reshape([20, 100, 6])), whole);
    const first = new StandardScaler().partialFit([...rowsOf(x, 0, 1).data]);
    checkSame(first.partialFit(rowsOf(x, 1, 2000)), whole);
  });

  test("the column that is equal but for one value is found", () => {
    const { variance } = whole,
      [n, d] = [2000, Math.fround(0.1 + 2 ** -27) - Math.fround(0.1)];
    expect(d).toBe(2 ** -27);
    expect(Math.abs(variance[3] - (d * d * (n - 1)) / (n * n))).toBeLessThan(1e-14 * variance[3]);
  });

  test("a hundred thousand rows in pieces of a thousand are as in one: pieces that go through the staging area", () => {
    const many = empty([100_000, 6]);
    for (let at = 0; at < many.size; at += x.size) many.data.set(x.data, at);
    const pieces = inPieces(many, () => 1000);
    checkSame(pieces, new StandardScaler().fit(many));
    expect([...pieces.count]).toEqual([1e5, 1e5, 1e5, 1e5, 50 * whole.count[4], 1e5]);
    /* fifty copies have the same mean and variance */
    checkDoubles(pieces.variance, whole.variance, (c) => STATISTIC_ERROR * whole.variance[c]);
  });

  test("a column of NaN has no statistics until a value comes", () => {
    const scaler = new StandardScaler().partialFit([
      [NaN, 1],
      [NaN, 3],
    ]);
    expect([scaler.mean[0], scaler.variance[0], scaler.scale[0], scaler.count[0]]).toEqual([NaN, NaN, NaN, 0]);
    expect(scaler.transform([[5, 3]]).toArray()).toEqual([[NaN, 1]]);
    scaler.partialFit([
      [4, NaN],
      [6, NaN],
    ]);
    expect([scaler.mean, scaler.scale, scaler.count]).toEqual(
      [
        [5, 2],
        [1, 1],
        [2, 2],
      ].map((v) => Float64Array.from(v)),
    );
  });

  test("no rows change nothing; fit() forgets what was", () => {
    const scaler = new StandardScaler().fit([[1], [3]]);
    expect(scaler.partialFit(zeros([0, 1])).mean[0]).toBe(2);
    expect(scaler.fit([[7], [9]]).mean[0]).toBe(8);
    expect(scaler.transform(zeros([0, 1])).shape).toEqual([0, 1]);
  });
});

/* Scaling ---------------------------------------------------------------------------------------------------------- */

describe("transform", () => {
  test("a column at 1e6 +- 0.58 is as near to float64 as the others, and comes back to the bit", () => {
    const x = mixed(1000, 9),
      scaler = new StandardScaler().fit(x),
      { mean, scale } = scaler;
    const y = scaler.transform(x),
      wanted = Array.from(x.data, (v, i) => (v - mean[i % 6]) / scale[i % 6]);
    for (let i = 0; i < wanted.length; i++) {
      if (Number.isNaN(wanted[i])) expect(y.data[i]).toBeNaN();
      else expect(Math.abs(y.data[i] - wanted[i])).toBeLessThanOrEqual(1e-7 * Math.max(1, Math.abs(wanted[i])));
    }
    const far = (/** @type {Float32Array} */ data) => data.filter((_, i) => [1, 2, 3].includes(i % 6));
    expect(firstDifference(far(scaler.inverseTransform(y).data), far(x.data))).toBe("");
  });

  test("of columns without NaN, with eps 0, it is normalize over the rows", () => {
    const next = source(3),
      x = tensor(Float32Array.from({ length: 300 }, next), [60, 5]);
    const y = new StandardScaler().fitTransform(x),
      same = normalize(x, { dim: 0, eps: 0 });
    expect(Math.max(...y.data.map((v, i) => Math.abs(v - same.data[i])))).toBeLessThan(2 * OUTPUT_ERROR);
  });

  test("constant columns become 0, and other values are less the mean", () => {
    const scaler = new StandardScaler({ correction: 1 }).fit([
      [3, 0.1],
      [3, 0.1],
      [3, 0.1],
    ]);
    expect([...scaler.scale]).toEqual([1, 1]);
    expect(scaler.transform([[3, 0.1]]).toArray()).toEqual([[0, 0]]);
    expect(scaler.transform([[5, 0.1]]).toArray()).toEqual([[2, 0]]);
  });

  test("infinities, which may not be fitted, are scaled as float64 scales them", () => {
    const scaler = new StandardScaler().fit([[1], [3]]);
    expect(scaler.transform([[Infinity], [-Infinity]]).toArray()).toEqual([[Infinity], [-Infinity]]);
  });

  test("fitTransform is fit, then transform, also in place", () => {
    const x = mixed(300, 2),
      scaler = new StandardScaler(),
      y = scaler.fitTransform(x);
    expect(statisticsOf(scaler)).toEqual(statisticsOf(new StandardScaler().fit(x)));
    expect(y.data).toEqual(scaler.transform(x).data);
    for (const resident of [false, true]) {
      const own = tensor(x, undefined, { resident });
      expect(new StandardScaler().fitTransform(own, { out: own })).toBe(own);
      expect(own.data).toEqual(y.data);
      own.dispose();
    }
  });

  test("what is read of the statistics may be changed without effect", () => {
    const scaler = new StandardScaler().fit([[1], [3]]);
    for (const values of Object.values(statisticsOf(scaler))) values.fill(99);
    expect(scaler.transform([[4]]).item()).toBe(2);
    expect([scaler.mean[0], scaler.count[0]]).toEqual([2, 2]);
  });
});

/* Errors ----------------------------------------------------------------------------------------------------------- */

/** @type {(value: unknown) => any} */
const any = (value) => value;

const saved = new StandardScaler().fit([[1, 2]]).toJSON();

describe("errors", () => {
  /** @type {[string, () => unknown, new (...args: any[]) => Error, string][]} */
  const faults = [
    [
      "an unknown option",
      () => new StandardScaler(any({ with_mean: false })),
      TypeError,
      "options: expected only withMean, withStd, correction, got with_mean",
    ],
    [
      "withStd that is no boolean",
      () => new StandardScaler(any({ withStd: 0 })),
      TypeError,
      "withStd: expected true or false, got 0",
    ],
    [
      "a correction below 0",
      () => new StandardScaler({ correction: -1 }),
      RangeError,
      "correction: expected a finite number >= 0, got -1",
    ],
    [
      "a number",
      () => new StandardScaler().fit(5),
      RangeError,
      "x: expected shape [..., columns], of at least one column, got []",
    ],
    [
      "no columns",
      () => new StandardScaler().partialFit(zeros([3, 0])),
      RangeError,
      "of at least one column, got [3, 0]",
    ],
    ["no rows", () => new StandardScaler().fit(zeros([0, 3])), RangeError, "x: expected at least one row, got [0, 3]"],
    [
      "other columns",
      () => new StandardScaler().fit([[1, 2]]).partialFit([[1]]),
      RangeError,
      "x: expected 2 columns, as fit() was given, got [1, 1]",
    ],
    [
      "columns that were not fitted",
      () => new StandardScaler().fit([[1, 2]]).transform([[1, 2, 3]]),
      RangeError,
      "x: expected 2 columns, as fit() was given, got [1, 3]",
    ],
    [
      "transform before fit",
      () => new StandardScaler().transform([[1]]),
      Error,
      "transform: expected fit() to be called first, of StandardScaler()",
    ],
    [
      "inverseTransform before fit",
      () => new StandardScaler({ withStd: false }).inverseTransform([[1]]),
      Error,
      "inverseTransform: expected fit() to be called first, of StandardScaler(with_std=False)",
    ],
    [
      "an infinity",
      () =>
        new StandardScaler().fit([
          [1, 2],
          [3, -Infinity],
        ]),
      RangeError,
      "x: expected values that are finite, or NaN where one is missing, got an infinity in column 1",
    ],
    ["no tensor", () => new StandardScaler().fit(any("x")), TypeError, "x: expected a tensor"],
    [
      "an out of another shape",
      () => new StandardScaler().fit([[1]]).transform([[1]], { out: zeros([1]) }),
      RangeError,
      "out: expected shape [1, 1], got [1]",
    ],
    [
      "an option of transform",
      () => new StandardScaler().fit([[1]]).transform([[1]], any({ copy: true })),
      TypeError,
      "options: expected only out, got copy",
    ],
    [
      "nothing saved",
      () => StandardScaler.from(any(undefined)),
      TypeError,
      "saved.withMean: expected what toJSON() gave, got undefined",
    ],
    [
      "text",
      () => StandardScaler.from(any("{}")),
      TypeError,
      "saved: expected an object with withMean, withStd, correction, count, sum, squares",
    ],
    [
      "a part of what was saved",
      () => StandardScaler.from({ ...saved, sum: undefined }),
      TypeError,
      "saved.sum: expected what toJSON() gave, got undefined",
    ],
    [
      "more than was saved",
      () => StandardScaler.from({ ...saved, mean: [1] }),
      TypeError,
      "saved: expected only withMean, withStd, correction, count, sum, squares, got mean",
    ],
    [
      "a count that is none",
      () => StandardScaler.from({ ...saved, count: [1, 0.5] }),
      RangeError,
      "saved.count[1]: expected an integer >= 0, got 0.5",
    ],
    [
      "sums of other columns",
      () => StandardScaler.from({ ...saved, sum: [[1, 2], [0]] }),
      RangeError,
      "saved.sum[1]: expected 2 numbers, got 1",
    ],
    [
      "sums of more columns",
      () =>
        StandardScaler.from({
          ...saved,
          sum: [
            [1, 2],
            [0, 0, 0],
          ],
        }),
      RangeError,
      "saved.sum[1]: expected 2 numbers, got 3",
    ],
    [
      "sums that are NaN, which JSON writes as null",
      () =>
        StandardScaler.from({
          ...saved,
          squares: [
            [1, null],
            [0, 0],
          ],
        }),
      TypeError,
      "saved.squares[0][1]: expected a number, got null",
    ],
    [
      "one row of sums",
      () => StandardScaler.from({ ...saved, squares: [[1, 4]] }),
      RangeError,
      "saved.squares: expected two arrays of numbers, got 1",
    ],
    [
      "sums that are no arrays",
      () => StandardScaler.from({ ...saved, sum: 3 }),
      TypeError,
      "saved.sum: expected two arrays of numbers, got 3",
    ],
  ];

  test.each(faults)("%s", (_, act, type, message) => {
    expect(act).toThrow(type);
    expect(act).toThrow(message);
  });

  test("leave the statistics as they were", () => {
    const scaler = new StandardScaler().fit([
        [1, 2],
        [3, 5],
      ]),
      before = JSON.stringify(scaler);
    const x = zeros([2, 2]),
      part = { data: x.data.subarray(1, 3), shape: [1, 2] };
    for (const act of [
      () => scaler.partialFit([[Infinity, 1]]),
      () => scaler.partialFit([[1]]),
      () =>
        scaler.fit([
          [1, NaN],
          [-Infinity, 3],
        ]),
      () => scaler.fit(zeros([0, 2])),
      () => scaler.fitTransform([[7, 8]], { out: zeros([2]) }),
      () => scaler.fitTransform([[7, 8]], any({ axis: 0 })),
      () => scaler.fitTransform({ data: x.data.subarray(0, 2), shape: [1, 2] }, { out: part }),
    ]) {
      expect(act).toThrow();
      expect(JSON.stringify(scaler)).toBe(before);
    }
    expect(x.toArray()).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  test("before a fit the statistics are empty, and JSON keeps that, too", () => {
    const none = new StandardScaler({ correction: 1 });
    expect(Object.values(statisticsOf(none)).map(({ length }) => length)).toEqual([0, 0, 0, 0]);
    const again = StandardScaler.from(JSON.parse(JSON.stringify(none)));
    expect(String(again)).toBe("StandardScaler(correction=1)");
    expect(() => again.transform([[1]])).toThrow("expected fit() to be called first");
    expect([...again.partialFit([[1], [3]]).variance]).toEqual([2]);
  });
});
