/** TensorFlow.js on its WebAssembly backend, one thread: LayerNorm written in its ops, and its layer. */
import { timed } from "../measure.mjs";
import { aloneAndCopied, load, versionOf } from "./library.mjs";

/** @import { Library, Problem, Solver } from "./library.mjs" */

const CORE = "@tensorflow/tfjs-core",
  WASM = "@tensorflow/tfjs-backend-wasm",
  LAYERS = "@tensorflow/tfjs-layers";

/** @typedef {{ x: any, weight: any, bias: any, eps: number }} Inputs */

/** @param {any} tf @param {Inputs} inputs */
function layerNormInOps(tf, { x, weight, bias, eps }) {
  const { mean, variance } = tf.moments(x, -1, true);
  const normalized = tf.mul(tf.sub(x, mean), tf.rsqrt(tf.add(variance, eps)));
  return tf.add(tf.mul(normalized, weight), bias);
}

/**
 * @param {any} tf
 * @param {Problem} problem
 * @param {(inputs: Inputs) => (x: any) => any} make  from weight and bias what is applied to x
 * @returns {Solver}
 */
function solver(tf, { rows, columns, x, eps, ...parameters }, make) {
  const upload = () => tf.tensor2d(x, [rows, columns]);
  const resident = upload(),
    [weight, bias] = [parameters.weight, parameters.bias].map((values) => tf.tensor1d(values));
  const apply = make({ x: resident, weight, bias, eps });
  const copied = () => {
    /** @type {Float32Array | undefined} */
    let y;
    // Not tidy's result: it would look for tensors in it, element by element.
    tf.tidy(() => void (y = apply(upload()).dataSync()));
    return /** @type {Float32Array} */ (/** @type {unknown} */ (y));
  };
  return {
    subjects: [timed("alone", () => tf.tidy(() => void apply(resident))), timed("copied", () => void copied())],
    times: aloneAndCopied,
    y: copied,
    dispose: () => tf.dispose([resident, weight, bias]),
  };
}

async function start() {
  const tf = await load(CORE),
    { setThreadsCount } = await load(WASM);
  setThreadsCount(1);
  await tf.setBackend("wasm");
  return tf;
}

/** @returns {Promise<Library>} */
export async function openOps() {
  const tf = await start();
  const setUp = (/** @type {Problem} */ problem) =>
    solver(tf, problem, (inputs) => (x) => layerNormInOps(tf, { ...inputs, x }));
  return { name: "tfjs, wasm", version: versionOf(CORE), setUp };
}

/** @returns {Promise<Library>} */
export async function openLayer() {
  const tf = await start(),
    { layers } = await load(LAYERS);
  const setUp = (/** @type {Problem} */ problem) =>
    solver(tf, problem, ({ x, weight, bias, eps }) => {
      const layer = layers.layerNormalization({ epsilon: eps });
      layer.build(x.shape);
      layer.setWeights([weight, bias]);
      return (input) => layer.apply(input);
    });
  return { name: "tfjs-layers, wasm", version: versionOf(LAYERS), most: 2 ** 20, setUp };
}
