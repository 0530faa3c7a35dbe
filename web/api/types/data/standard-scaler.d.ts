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
    static from(saved: object): StandardScaler;
    /**
     * Columns of data by their mean and standard deviation.
     *
     * @param {StandardScalerOptions} [options] withMean (default true), withStd (default true), correction (default 0)
     * @throws {TypeError} if an option has a wrong type, or is unknown
     * @throws {RangeError} if correction is not a finite number >= 0
     */
    constructor(options?: StandardScalerOptions);
    /**
     * Whether transform() subtracts the mean.
     * @readonly
     * @type {boolean}
     */
    readonly withMean: boolean;
    /**
     * Whether transform() divides by the standard deviation.
     * @readonly
     * @type {boolean}
     */
    readonly withStd: boolean;
    /**
     * The variance's divisor is count - correction.
     * @readonly
     * @type {number}
     */
    readonly correction: number;
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
    fit(x: Input): this;
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
    partialFit(x: Input): this;
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
    transform(x: Input, options?: Out): Tensor;
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
    fitTransform(x: Input, options?: Out): Tensor;
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
    inverseTransform(x: Input, options?: Out): Tensor;
    /**
     * The mean of each column, [columns]; NaN where it has had no value, empty before the first fit. It is made anew by
     * each fit: a copy, which may be changed without effect here. So are variance, scale and count.
     * @returns {Float64Array}
     */
    get mean(): Float64Array;
    /**
     * The variance of each column, `sum((x - mean)^2) / (count - correction)`.
     * @returns {Float64Array}
     */
    get variance(): Float64Array;
    /**
     * What transform() divides each column by: the root of its variance; 1 where all its values are equal, and without
     * withStd.
     * @returns {Float64Array}
     */
    get scale(): Float64Array;
    /**
     * How many values each column has had, NaN not counted.
     * @returns {Float64Array}
     */
    get count(): Float64Array;
    /**
     * What {@link StandardScaler.from} makes the same scaler of, to the last bit, also once it was text: plain numbers,
     * the sums that the statistics follow from.
     *
     * @returns {SavedScaler}
     * @example
     * const saved = JSON.stringify(new StandardScaler().fit([[1], [3]]));
     * StandardScaler.from(JSON.parse(saved)).transform([[5]]); // => tensor([[3.]])
     */
    toJSON(): SavedScaler;
    /**
     * The text that scikit-learn prints: options that are not the default.
     * @returns {string}
     */
    toString(): string;
}
export type StandardScalerOptions = {
    /**
     * subtract the mean (default true)
     */
    withMean?: boolean | undefined;
    /**
     * divide by the standard deviation (default true)
     */
    withStd?: boolean | undefined;
    /**
     * the variance's divisor is count - correction: any finite number >= 0 (default 0)
     */
    correction?: number | undefined;
};
/**
 * What JSON keeps of a {@link StandardScaler}: its options, and the sums from which its statistics follow. A sum is two
 * rows of numbers, of which the second is what a double lacks of the first.
 */
export type SavedScaler = {
    /**
     * as the constructor has it
     */
    withMean: boolean;
    /**
     * as the constructor has it
     */
    withStd: boolean;
    /**
     * as the constructor has it
     */
    correction: number;
    /**
     * of each column's values
     */
    count: number[];
    /**
     * of each column's values
     */
    sum: number[][];
    /**
     * the sum of their squares
     */
    squares: number[][];
};
/**
 * What is known of the columns.
 */
export type State = {
    sums: Float64Array;
    statistics: Float64Array;
};
import type { Input } from "../tensor/as-tensor.js";
import type { Out } from "../operands/forward.js";
import type { Tensor } from "../tensor/tensor.js";
