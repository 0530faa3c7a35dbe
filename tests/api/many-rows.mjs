/**
 * A StandardScaler that is fitted to many rows, in pieces, against sums of two passes whose rounding is carried along.
 *
 *     node tests/api/many-rows.mjs              ten million rows, in pieces of a thousand; takes a quarter of a minute
 *     node tests/api/many-rows.mjs 1e6 37
 *
 * It ends with 1 where a statistic misses the promise. The test beside it does the same with fewer rows.
 */
import process from "node:process";
import { StandardScaler } from "../../web/api/index.js";
import { STATISTIC_ERROR } from "../promises.js";
import { normals } from "./reference.js";

/**
 * What makes a column's element of a draw of N(0, 1) and of its row.
 * @type {((z: number, r: number) => number)[]}
 */
const COLUMNS = [
  (z) => z,
  (z) => 1e6 + 0.58 * z,
  (z) => 1e4 + 1e-2 * z,
  () => 0.1,
  (z, r) => (r % 3 ? z : NaN),
  (z, r) => z * 10 ** ((r % 25) - 12),
  (_, r) => (r === 7 ? 0.1 + 2 ** -27 : 0.1),
];

/**
 * The same rows for both passes.
 * @param {number} begin the first of them
 * @param {number} rows
 */
function pieceAt(begin, rows) {
  const width = COLUMNS.length;
  return normals(rows * width, begin + 1).map((z, i) => COLUMNS[i % width](z, begin + Math.floor(i / width)));
}

/** A sum, and what its additions lost (Neumaier, 1974). */
class Sum {
  sum = 0;
  lost = 0;

  /** @param {number} value */
  add(value) {
    const sum = this.sum + value;
    this.lost += Math.abs(this.sum) >= Math.abs(value) ? this.sum - sum + value : value - sum + this.sum;
    this.sum = sum;
  }

  get value() {
    return this.sum + this.lost;
  }
}

/**
 * Sums over each column of what f makes of its values that are not NaN.
 * @param {number} rows
 * @param {number} piece
 * @param {(x: number, c: number) => number} f
 */
function columnSums(rows, piece, f) {
  const sums = COLUMNS.map(() => new Sum());
  for (let begin = 0; begin < rows; begin += piece) {
    pieceAt(begin, Math.min(piece, rows - begin)).forEach((x, i) => {
      const c = i % COLUMNS.length;
      if (!Number.isNaN(x)) sums[c].add(f(x, c));
    });
  }
  return sums.map(({ value }) => value);
}

/**
 * @param {number} rows
 * @param {number} piece how many rows of them at a time
 * @returns {{ seconds: number, misses: string[], worst: number }} of partialFit; statistics that are not as promised;
 *   the largest error, as a part of a mean or of a standard deviation, or of a variance
 */
export function manyRows(rows, piece) {
  const scaler = new StandardScaler();
  let milliseconds = 0;
  for (let begin = 0; begin < rows; begin += piece) {
    const count = Math.min(piece, rows - begin),
      x = { data: pieceAt(begin, count), shape: [count, COLUMNS.length] },
      start = performance.now();
    scaler.partialFit(x);
    milliseconds += performance.now() - start;
  }
  const counts = columnSums(rows, piece, () => 1),
    means = columnSums(rows, piece, (x) => x).map((sum, c) => sum / counts[c]),
    left = columnSums(rows, piece, (x, c) => x - means[c]) /* by the rounding of the means */,
    squares = columnSums(rows, piece, (x, c) => (x - means[c]) ** 2),
    variances = squares.map((sum, c) => (sum - left[c] ** 2 / counts[c]) / counts[c]);
  const { mean, variance, scale, count } = scaler,
    misses = [];
  let worst = 0;
  for (const c of COLUMNS.keys()) {
    const deviation = Math.sqrt(variances[c]),
      ofMean = Math.abs(mean[c] - means[c]) / Math.max(Math.abs(means[c]), deviation),
      ofVariance = variance[c] === variances[c] ? 0 : Math.abs(variance[c] - variances[c]) / variances[c];
    worst = Math.max(worst, ofMean, ofVariance);
    const isRight = count[c] === counts[c] && scale[c] === (variance[c] === 0 ? 1 : Math.sqrt(variance[c]));
    if (!(isRight && ofMean <= STATISTIC_ERROR && ofVariance <= STATISTIC_ERROR))
      misses.push(`column ${c}: ${count[c]} ${mean[c]} ${variance[c]}, not ${counts[c]} ${means[c]} ${variances[c]}`);
  }
  return { seconds: milliseconds / 1000, misses, worst };
}

if (import.meta.filename === process.argv[1]) {
  const [rows = 1e7, piece = 1000] = process.argv.slice(2).map(Number),
    { seconds, misses, worst } = manyRows(rows, piece);
  console.log(
    `${rows} rows of ${COLUMNS.length} columns in pieces of ${piece}: ${seconds.toFixed(2)} s in partialFit,`,
  );
  console.log(`errors up to ${worst.toExponential(1)}, of ${STATISTIC_ERROR} that are promised`, ...misses);
  process.exit(misses.length ? 1 : 0);
}
