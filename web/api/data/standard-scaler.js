/** Columns of data by their mean and standard deviation, found over any number of pieces. */
import {
  checkBoolean,
  checkFinite,
  checkInteger,
  checkNonNegative,
  checkOptions,
  wrongType,
  wrongValue,
} from "../checks/arguments.js";
import { SCALER_CORRECTION } from "../checks/defaults.js";
import { ln_scaler_fit, ln_scaler_inverse, ln_scaler_statistics, ln_scaler_transform } from "../kernel-text.js";
import { withKernels } from "../memory/wasm.js";
import { doubles } from "../operands/doubles.js";
import { input, Operands, output, overwritable } from "../operands/operands.js";
import { run } from "../operands/staging.js";
import { asTensor } from "../tensor/as-tensor.js";

/** @import { Out } from "../operands/forward.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

/**
 * @typedef {object} StandardScalerOptions
 * @property {boolean} [withMean] subtract the mean (default true)
 * @property {boolean} [withStd] divide by the standard deviation (default true)
 * @property {number} [correction] the variance's divisor is count - correction: any finite number >= 0 (default 0)
 */

/**
 * What JSON keeps of a {@link StandardScaler}: its options, and the sums from which its statistics follow. A sum is two
 * rows of numbers, of which the second is what a double lacks of the first.
 * @typedef {object} SavedScaler
 * @property {boolean} withMean as the constructor has it
 * @property {boolean} withStd as the constructor has it
 * @property {number} correction as the constructor has it
 * @property {number[]} count of each column's values
 * @property {number[][]} sum of each column's values
 * @property {number[][]} squares the sum of their squares
 */

const fitKernels = /* @__PURE__ */ withKernels(ln_scaler_fit, ln_scaler_statistics),
  statisticKernels = /* @__PURE__ */ withKernels(ln_scaler_statistics),
  transformKernels = /* @__PURE__ */ withKernels(ln_scaler_transform),
  inverseKernels = /* @__PURE__ */ withKernels(ln_scaler_inverse);

const OPTIONS = ["withMean", "withStd", "correction"],
  SAVED = [...OPTIONS, "count", "sum", "squares"],
  OUT = ["out"];

/* What stands where in the sums, of doubles for each column: count, sum and squares, two each. */
const SUM = 1,
  SQUARES = 3,
  SUMS = 5;

/* And in the statistics: mean, variance and scale. */
const VARIANCE = 1,
  SCALE = 2,
  STATISTICS = 3;

const BYTES = 8;

/** What is known of the columns. @typedef {{ sums: Float64Array, statistics: Float64Array }} State */

/**
 * As scikit-learn's StandardScaler: each column, an index of the last dim, by its mean and standard deviation over all
 * rows that it was fitted to.
 *
 *     y = (x - mean) / scale        scale = sqrt(variance)
 *
 * The statistics are doubles, found in one pass, and the same within 1e-12 however the rows are cut into pieces (Chan,
 * Golub and LeVeque, "Algorithms for computing the sample variance" (1983)). NaN is passed over by fit() and stays NaN
 * in transform(). A constant column becomes 0: its scale is 1. One that is nearly constant is scaled like any other,
 * for the digits of its variance are known. scikit-learn, whose sums are rounded, takes a column for constant where
 * rounding may have made its variance: of float32 that needs 300,000 rows which are all but equal.
 *
 * y is within 2e-6 * max(1, |y|) of what float64 gives, also of columns like 1000000 +- 0.58, and what
 * inverseTransform() gives within half an ulp and 1e-6 scales.
 *
 * @example
 * const scaler = new StandardScaler().fit([[1, 10], [2, 10], [3, 10]]);
 * scaler.mean; // => Float64Array(2) [ 2, 10 ]
 * scaler.scale; // => Float64Array(2) [ 0.816496580927726, 1 ]
 * scaler.transform([[4, 10]]); // => tensor([[2.4495, 0.0000]])
 * scaler.inverseTransform([[1, 0]]); // => tensor([[ 2.8165, 10.0000]])
 */
export class StandardScaler {
  /**
   * Columns of data by their mean and standard deviation.
   *
   * @param {StandardScalerOptions} [options] withMean (default true), withStd (default true), correction (default 0)
   * @throws {TypeError} if an option has a wrong type, or is unknown
   * @throws {RangeError} if correction is not a finite number >= 0
   */
  constructor(options) {
    const { withMean = true, withStd = true, correction = SCALER_CORRECTION } = checkOptions(options, OPTIONS);
    checkNonNegative(correction, "correction");
    /**
     * Whether transform() subtracts the mean.
     * @readonly
     * @type {boolean}
     */
    this.withMean = checkBoolean(withMean, "withMean");
    /**
     * Whether transform() divides by the standard deviation.
     * @readonly
     * @type {boolean}
     */
    this.withStd = checkBoolean(withStd, "withStd");
    /**
     * The variance's divisor is count - correction.
     * @readonly
     * @type {number}
     */
    this.correction = correction;
    /**
     * @internal
     * @type {State}
     */
    this._state = { sums: NONE, statistics: NONE };
  }

  /**
   * Finds the statistics of the columns, and forgets those there were.
   *
   * @param {Input} x [..., columns]: at least one row
   * @returns {this}
   * @throws {TypeError} if x is no tensor
   * @throws {RangeError} if x has no row or no column, or a value is infinite; then the statistics are what they were
   * @example
   * new StandardScaler().fit([[1, NaN], [2, 6], [3, 8]]).mean; // => Float64Array(2) [ 2, 7 ]
   */
  fit(x) {
    this._state = this._fitted(asTensor(x, "x"), NONE);
    return this;
  }

  /**
   * Adds rows to those that the statistics are of: so data that does not fit into memory is fitted piece by piece. The
   * pieces may have any sizes, and come in any order. A piece without rows changes nothing.
   *
   * @param {Input} x [..., columns]
   * @returns {this}
   * @throws {TypeError} if x is no tensor
   * @throws {RangeError} if x has no column, or not as many as before, or a value is infinite; then the statistics are
   *   what they were
   * @example
   * const scaler = new StandardScaler();
   * for (const piece of [[[1], [2]], [[3]], [[6]]]) scaler.partialFit(piece);
   * scaler.mean; // => Float64Array(1) [ 3 ]
   * scaler.count; // => Float64Array(1) [ 4 ]
   */
  partialFit(x) {
    const source = asTensor(x, "x"),
      { sums } = this._state;
    if (columnsOf(source, sums) * source.size > 0) this._state = this._fitted(source, sums);
    return this;
  }

  /**
   * Each column less its mean, divided by its scale.
   *
   * @param {Input} x [..., columns]
   * @param {Out} [options] out: written and returned; of x's shape; may be x itself (default: a new tensor)
   * @returns {Tensor} of x's shape
   * @throws {TypeError} if x is no tensor, or an option is unknown
   * @throws {RangeError} if x has not as many columns as before, or out another shape
   * @throws {Error} if nothing was fitted before
   * @example
   * new StandardScaler().fit([[1], [3]]).transform([[1], [2], [NaN]]); // => tensor([[-1.], [0.], [nan]])
   */
  transform(x, options) {
    return this._scaled(asTensor(x, "x"), options, this._fittedState("transform"), false);
  }

  /**
   * fit(x), and transform(x) by these statistics.
   *
   * @param {Input} x [..., columns]: at least one row
   * @param {Out} [options] out: written and returned; of x's shape; may be x itself (default: a new tensor)
   * @returns {Tensor} of x's shape
   * @throws {TypeError} as {@link StandardScaler.transform}
   * @throws {RangeError} as {@link StandardScaler.fit}, or if out has another shape
   * @example
   * new StandardScaler().fitTransform([[1, 5], [3, 5]]); // => tensor([[-1.,  0.], [ 1.,  0.]])
   */
  fitTransform(x, options) {
    const source = asTensor(x, "x"),
      state = this._fitted(source, NONE),
      y = this._scaled(source, options, state, false);
    this._state = state;
    return y;
  }

  /**
   * What transform() was given: each column times its scale, plus its mean.
   *
   * @param {Input} x [..., columns]: what transform() gave, or a prediction in its units
   * @param {Out} [options] out: written and returned; of x's shape; may be x itself (default: a new tensor)
   * @returns {Tensor} of x's shape
   * @throws {TypeError} as {@link StandardScaler.transform}
   * @throws {RangeError} as {@link StandardScaler.transform}
   * @throws {Error} if nothing was fitted before
   * @example
   * new StandardScaler().fit([[10], [30]]).inverseTransform([[0], [1.5]]); // => tensor([[20.], [35.]])
   */
  inverseTransform(x, options) {
    return this._scaled(asTensor(x, "x"), options, this._fittedState("inverseTransform"), true);
  }

  /**
   * The mean of each column, [columns]; NaN where it has had no value, empty before the first fit. It is made anew by
   * each fit: a copy, which may be changed without effect here. So are variance, scale and count.
   * @returns {Float64Array}
   */
  get mean() {
    return this._statistic(0);
  }

  /**
   * The variance of each column, `sum((x - mean)^2) / (count - correction)`.
   * @returns {Float64Array}
   */
  get variance() {
    return this._statistic(VARIANCE);
  }

  /**
   * What transform() divides each column by: the root of its variance; 1 where all its values are equal, and without
   * withStd.
   * @returns {Float64Array}
   */
  get scale() {
    return this._statistic(SCALE);
  }

  /**
   * How many values each column has had, NaN not counted.
   * @returns {Float64Array}
   */
  get count() {
    return this._state.sums.slice(0, this._state.sums.length / SUMS);
  }

  /**
   * What {@link StandardScaler.from} makes the same scaler of, to the last bit, also once it was text: plain numbers,
   * the sums that the statistics follow from.
   *
   * @returns {SavedScaler}
   * @example
   * const saved = JSON.stringify(new StandardScaler().fit([[1], [3]]));
   * StandardScaler.from(JSON.parse(saved)).transform([[5]]); // => tensor([[3.]])
   */
  toJSON() {
    const { withMean, withStd, correction, _state } = this,
      columns = _state.sums.length / SUMS,
      row = (/** @type {number} */ i) => Array.from(_state.sums.subarray(i * columns, (i + 1) * columns)),
      rows = (/** @type {number} */ i) => [row(i), row(i + 1)];
    return { withMean, withStd, correction, count: row(0), sum: rows(SUM), squares: rows(SQUARES) };
  }

  /**
   * A scaler that was saved. partialFit() goes on from where it was.
   *
   * @param {object} saved what toJSON() gave, or JSON.parse of it
   * @returns {StandardScaler}
   * @throws {TypeError} if saved is no such object
   * @throws {RangeError} if a number in it cannot be, or rows of it differ in length
   * @example
   * const saved = new StandardScaler({ correction: 1 }).fit([[1], [3]]).toJSON();
   * StandardScaler.from(saved).partialFit([[5]]).variance; // => Float64Array(1) [ 4 ]
   */
  static from(saved) {
    const { count, sum, squares, ...options } = /** @type {SavedScaler} */ (checkSaved(saved)),
      scaler = new StandardScaler(options),
      rows = [count, ...rowsOf(sum, "sum", count), ...rowsOf(squares, "squares", count)];
    if (count.length) scaler._state = scaler._finished(Float64Array.from(rows.flat()), count.length);
    return scaler;
  }

  /**
   * The text that scikit-learn prints: options that are not the default.
   * @returns {string}
   */
  toString() {
    const options = [
      ...(this.withMean ? [] : ["with_mean=False"]),
      ...(this.withStd ? [] : ["with_std=False"]),
      ...(this.correction === SCALER_CORRECTION ? [] : [`correction=${this.correction}`]),
    ];
    return `StandardScaler(${options.join(", ")})`;
  }

  [Symbol.for("nodejs.util.inspect.custom")]() {
    return this.toString();
  }

  /**
   * @internal
   * @param {number} which
   */
  _statistic(which) {
    const { statistics } = this._state,
      columns = statistics.length / STATISTICS;
    return statistics.slice(which * columns, (which + 1) * columns);
  }

  /**
   * @internal
   * @param {string} name of the method that needs it
   */
  _fittedState(name) {
    if (this._state.sums.length) return this._state;
    throw new Error(`${name}: expected fit() to be called first, of ${this}`);
  }

  /**
   * What is known of the columns with the rows of x, in arrays of its own: so an error changes nothing.
   * @internal
   * @param {Tensor} x
   * @param {Float64Array} before the sums of other rows; empty: there are none
   * @returns {State}
   */
  _fitted(x, before) {
    const columns = columnsOf(x, before),
      rows = x.size / columns,
      sums = new Float64Array(SUMS * columns);
    if (rows === 0) throw wrongValue("x", "at least one row", x._sizes);
    sums.set(before);
    const all = new Operands(),
      from = input(all, x, columns),
      to = doubles(all, sums);
    let done = 0;
    run(fitKernels, rows, all, (wasm, count) => {
      const at = to.read();
      wasm.ln_scaler_fit(at, at + SUM * columns * BYTES, at + SQUARES * columns * BYTES, from.pointer, count, columns);
      done += count;
      if (done === rows) to.write();
    });
    for (let c = 0; c < columns; c++) {
      if (!Number.isFinite(sums[(SQUARES + 1) * columns + c]))
        throw wrongValue("x", FINITE, `an infinity in column ${c}`);
    }
    return this._finished(sums, columns);
  }

  /**
   * @internal
   * @param {Float64Array} sums
   * @param {number} columns
   * @returns {State}
   */
  _finished(sums, columns) {
    const statistics = new Float64Array(STATISTICS * columns),
      all = new Operands(),
      from = doubles(all, sums),
      to = doubles(all, statistics);
    run(statisticKernels, 1, all, (wasm) => {
      const [sum, mean] = [from.read(), to.read()];
      wasm.ln_scaler_statistics(
        mean,
        mean + VARIANCE * columns * BYTES,
        mean + SCALE * columns * BYTES,
        sum,
        sum + SUM * columns * BYTES,
        sum + SQUARES * columns * BYTES,
        columns,
        this.correction,
      );
      to.write();
    });
    if (!this.withStd) statistics.fill(1, SCALE * columns);
    return { sums, statistics };
  }

  /**
   * @internal
   * @param {Tensor} x
   * @param {Out | undefined} options
   * @param {State} state
   * @param {boolean} inverse
   * @returns {Tensor}
   */
  _scaled(x, options, { sums, statistics }, inverse) {
    const { out } = checkOptions(options, OUT),
      columns = columnsOf(x, sums);
    const all = new Operands(),
      from = overwritable(all, x, columns),
      y = output(all, out, x._sizes, columns, from),
      by = doubles(all, statistics);
    /** @type {(count: number) => Parameters<import("../kernels.js").Kernels["ln_scaler_transform"]>} */
    const operands = (count) => {
      const at = by.read();
      return [y.pointer, from.pointer, this.withMean ? at : 0, at + SCALE * columns * BYTES, count, columns];
    };
    const rows = x.size / columns;
    if (inverse) run(inverseKernels, rows, all, (wasm, count) => wasm.ln_scaler_inverse(...operands(count)));
    else run(transformKernels, rows, all, (wasm, count) => wasm.ln_scaler_transform(...operands(count)));
    return y.tensor;
  }
}

const NONE = new Float64Array(0);

const FINITE = "values that are finite, or NaN where one is missing";

/**
 * @param {Tensor} x
 * @param {Float64Array} sums of the columns before; empty: there were none
 * @returns {number} its columns
 */
function columnsOf({ _sizes: shape }, sums) {
  const columns = shape[shape.length - 1],
    before = sums.length / SUMS;
  if (!columns) throw wrongValue("x", "shape [..., columns], of at least one column", shape);
  if (before && columns !== before) throw wrongValue("x", `${before} columns, as fit() was given`, shape);
  return columns;
}

/**
 * @param {unknown} saved
 * @returns {object} it, with all that toJSON() gives, of which the rows of sums are unchecked
 */
function checkSaved(saved) {
  /** @type {Record<string, unknown>} */
  const o = checkOptions(/** @type {any} */ (saved), SAVED, "saved");
  const missing = SAVED.find((name) => o[name] === undefined);
  if (missing) throw wrongType(`saved.${missing}`, "what toJSON() gave", undefined);
  checkNumbers(o.count, "saved.count", (value, name) => checkInteger(value, name));
  return o;
}

/**
 * @param {unknown} values
 * @param {string} name
 * @param {(value: unknown, name: string) => number} check
 */
function checkNumbers(values, name, check) {
  if (!Array.isArray(values)) throw wrongType(name, "an array of numbers", values);
  values.forEach((value, c) => check(value, `${name}[${c}]`));
}

/**
 * @param {unknown} rows
 * @param {string} key
 * @param {readonly number[]} count
 * @returns {number[][]} rows, two of as many numbers as count has
 */
function rowsOf(rows, key, count) {
  const name = `saved.${key}`;
  if (!Array.isArray(rows)) throw wrongType(name, "two arrays of numbers", rows);
  if (rows.length !== 2) throw wrongValue(name, "two arrays of numbers", `${rows.length}`);
  rows.forEach((row, i) => {
    checkNumbers(row, `${name}[${i}]`, checkFinite);
    if (row.length !== count.length) throw wrongValue(`${name}[${i}]`, `${count.length} numbers`, `${row.length}`);
  });
  return rows;
}
