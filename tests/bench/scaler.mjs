/**
 * StandardScaler on columns of data, against what one writes by hand: two passes over the rows with sums in double for
 * the statistics, and one that applies them. On resident tensors, with `out`.
 */
import { empty, StandardScaler } from "../../web/api/index.js";
import { normals } from "../api/reference.js";
import { measure, timed } from "./measure.mjs";

/** @import { Effort, Task } from "./measure.mjs" */
/** @import { Figure } from "./speed.mjs" */

const ROWS = 100_000,
  COLUMNS = 7,
  SHAPE = [ROWS, COLUMNS];

/** @param {Float32Array} x */
function fitByHand(x) {
  const mean = new Float64Array(COLUMNS),
    scale = new Float64Array(COLUMNS);
  for (let i = 0; i < x.length; ) for (let c = 0; c < COLUMNS; c++) mean[c] += x[i++];
  for (let c = 0; c < COLUMNS; c++) mean[c] /= ROWS;
  for (let i = 0; i < x.length; ) for (let c = 0; c < COLUMNS; c++) scale[c] += (x[i++] - mean[c]) ** 2;
  for (let c = 0; c < COLUMNS; c++) scale[c] = Math.sqrt(scale[c] / ROWS);
  return { mean, scale };
}

/** @param {Float32Array} y @param {Float32Array} x @param {ReturnType<typeof fitByHand>} statistics */
function transformByHand(y, x, { mean, scale }) {
  for (let i = 0; i < x.length; ) for (let c = 0; c < COLUMNS; c++, i++) y[i] = (x[i] - mean[c]) / scale[c];
}

/**
 * Both ways of each step, of the same data.
 * @param {"fit" | "transform"} step
 * @param {Effort} effort
 * @returns {Promise<Figure>}
 */
async function compare(step, effort) {
  const x = empty(SHAPE, { resident: true }),
    y = empty(SHAPE, { resident: true });
  x.data.set(normals(x.size, 1));
  const values = x.data.slice(),
    result = new Float32Array(x.size);
  const scaler = new StandardScaler().fit(x),
    statistics = fitByHand(values);
  const ways = {
    fit: [() => void scaler.fit(x), () => void fitByHand(values)],
    transform: [() => void scaler.transform(x, { out: y }), () => transformByHand(result, values, statistics)],
  };
  const name = `StandardScaler, ${step}`,
    [ours, plain] = ways[step];
  try {
    const [time, byHand] = await measure([timed(name, ours), timed("plain JavaScript", plain)], effort);
    const seconds = { [name]: time, "plain JavaScript": byHand };
    return { name, against: ["plain JavaScript"], shape: SHAPE, value: time / byHand, target: 1, seconds };
  } finally {
    for (const one of [x, y]) one.dispose();
  }
}

/** @param {Effort} effort @returns {Task<Figure>[]} */
export const scalerTasks = (effort) =>
  /** @type {const} */ (["fit", "transform"]).map((step) => ({
    name: `StandardScaler, ${step} ${SHAPE.join("x")}`,
    run: () => compare(step, effort),
  }));
