/** What one writes by hand: plain JavaScript, whose numbers are doubles. */
import { timed } from "../measure.mjs";

/** @import { Library, Problem, Solver } from "./library.mjs" */

/** @param {Problem} problem @param {Float32Array} y */
function layerNorm({ rows, columns, x, weight, bias, eps }, y) {
  for (let r = 0; r < rows; r++) {
    const start = r * columns,
      end = start + columns;
    let mean = 0,
      variance = 0;
    for (let i = start; i < end; i++) mean += x[i];
    mean /= columns;
    for (let i = start; i < end; i++) variance += (x[i] - mean) * (x[i] - mean);
    const rstd = 1 / Math.sqrt(variance / columns + eps);
    for (let i = start; i < end; i++) y[i] = (x[i] - mean) * rstd * weight[i - start] + bias[i - start];
  }
}

/** @param {Problem} problem @returns {Solver} */
function setUp(problem) {
  const out = new Float32Array(problem.x.length);
  const y = () => {
    layerNorm(problem, out);
    return out;
  };
  // It copies nothing.
  return { subjects: [timed("alone", y)], times: ([alone]) => ({ alone, copied: alone }), y, dispose: () => {} };
}

/** @returns {Library} */
export const open = () => ({ name: "plain JavaScript", version: process.versions.node, setUp });
