/** Errors of LayerNorm and of its gradients against float64, ours beside the peers', on the same rows. */
import { layerNormBackward, tensor } from "../../web/api/index.js";
import { kinds, layout, normalize, normalizeGradients, normals, valuesOf } from "../api/reference.js";
import { GRADIENT_ERROR, OUTPUT_ERROR } from "../promises.js";

/** @import { Expected, Kind } from "../api/reference.js" */
/** @import { Gradients, Library, Problem } from "./peers/library.mjs" */
/** @import { Task } from "./measure.mjs" */

/**
 * The largest error of each library, divided by max(1, |weight * x-hat|, |bias|), the largest of the row.
 * @typedef {{ name: string, columns: number, errors: Record<string, number> }} Accuracy
 */

const ROWS = 4;

/** @type {{ name: string, columns: number, kind: Kind }[]} */
const cases = [
  ...Object.entries(kinds).map(([name, kind]) => ({ name, columns: 768, kind })),
  { name: "1e6 +- 1", columns: 65536, kind: kinds["1e6 +- 1"] },
];

/**
 * @param {ArrayLike<number>} got
 * @param {Expected} expected
 * @param {number} promise
 * @returns {number} NaN if one is not a number
 */
function largestError(got, { values, bound }, promise) {
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const error = promise * (Math.abs(got[i] - values[i]) / bound[i]);
    if (!(error <= largest)) largest = error;
    if (Number.isNaN(error)) return NaN;
  }
  return largest;
}

/** @param {number} columns @param {Kind} kind @returns {Problem & { dy: Float32Array }} */
function problemOf(columns, kind) {
  const x = /** @type {Float32Array} */ (valuesOf(layout([ROWS, columns], [1]), kind, 1));
  const [weight, bias] = [2, 3].map((seed) => normals(columns, seed));
  return { rows: ROWS, columns, x, weight, bias, eps: 1e-5, dy: normals(ROWS * columns, 4) };
}

/** @param {readonly Library[]} libraries @param {typeof cases[number]} one @returns {Promise<Accuracy>} */
async function forwardErrors(libraries, { name, columns, kind }) {
  const problem = problemOf(columns, kind),
    { y } = normalize(layout([ROWS, columns], [1]), problem);
  /** @type {Record<string, number>} */
  const errors = {};
  for (const library of libraries) {
    const solver = await library.setUp(problem);
    errors[library.name] = largestError(await solver.y(), y, OUTPUT_ERROR);
    await solver.dispose();
  }
  return { name, columns, errors };
}

/** @type {(problem: Problem & { dy: Float32Array }) => Gradients} */
function ourGradients({ rows, columns, x, dy, weight, eps }) {
  const [input, gradient] = [x, dy].map((values) => tensor(values, [rows, columns]));
  const { dx, dweight, dbias } = layerNormBackward(gradient, input, columns, { weight, eps });
  return { dx: dx.data, dweight: dweight.data, dbias: dbias.data };
}

const names = /** @type {const} */ (["dx", "dweight", "dbias"]);

/** @param {readonly Library[]} libraries @param {typeof cases[number]} one @returns {Promise<Accuracy>} */
async function backwardErrors(libraries, { name, columns, kind }) {
  const problem = problemOf(columns, kind),
    expected = normalizeGradients(layout([ROWS, columns], [1]), problem);
  const errorOf = (/** @type {Gradients} */ gradients) =>
    Math.max(...names.map((gradient) => largestError(gradients[gradient], expected[gradient], GRADIENT_ERROR)));
  /** @type {Record<string, number>} */
  const errors = { [libraries[0].name]: errorOf(ourGradients(problem)) };
  for (const library of libraries) {
    if (library.gradients) errors[library.name] = errorOf(await library.gradients(problem, problem.dy));
  }
  return { name, columns, errors };
}

/**
 * @param {readonly Library[]} libraries ours first
 * @returns {Task<{ forward: Accuracy, backward: Accuracy }>[]}
 */
export const accuracyTasks = (libraries) =>
  cases.map((one) => ({
    name: `accuracy ${one.name}`,
    run: async () => ({ forward: await forwardErrors(libraries, one), backward: await backwardErrors(libraries, one) }),
  }));
