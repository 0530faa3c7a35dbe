/** onnxruntime-web: WebAssembly, one thread. */
import { modelOf } from "../../onnx.js";
import { timedAsync } from "../measure.mjs";
import { load, versionOf } from "./library.mjs";

/** @import { Library, Problem, Solver } from "./library.mjs" */

const PACKAGE = "onnxruntime-web";

/** Its sessions copy what they are given and give back: what further nodes of a model cost is the kernel's own time. */
const NODES = 5;

/**
 * LayerNormalization nodes one behind the other, from x to y. eps is the operator's default, 1e-5; so is the axis, the
 * last.
 * @param {number[]} shape
 * @param {Float32Array} weight
 * @param {Float32Array} bias
 * @param {number} nodes
 */
function layerNormModel(shape, weight, bias, nodes) {
  const names = Array.from({ length: nodes + 1 }, (_, i) => (i === 0 ? "x" : i === nodes ? "y" : `y${i}`));
  return modelOf({
    nodes: names
      .slice(1)
      .map((output, i) => ({ op: "LayerNormalization", inputs: [names[i], "weight", "bias"], output })),
    constants: { weight: { data: weight, shape: [weight.length] }, bias: { data: bias, shape: [bias.length] } },
    inputs: { x: shape },
    outputs: { y: shape },
  });
}

/** @param {any} ort @returns {(problem: Problem) => Promise<Solver>} */
const setUp =
  (ort) =>
  async ({ rows, columns, x, weight, bias, eps }) => {
    if (eps !== 1e-5) throw new RangeError(`eps: expected 1e-5, which the model does not name, got ${eps}`);
    const shape = [rows, columns],
      feeds = { x: new ort.Tensor("float32", x, shape) };
    const [one, several] = await Promise.all(
      [1, NODES].map((nodes) => ort.InferenceSession.create(layerNormModel(shape, weight, bias, nodes))),
    );
    return {
      subjects: [timedAsync("one node", () => one.run(feeds)), timedAsync("several nodes", () => several.run(feeds))],
      times: ([first, all]) => ({ alone: (all - first) / (NODES - 1), copied: first }),
      y: async () => (await one.run(feeds)).y.data,
      dispose: async () => void (await Promise.all([one.release(), several.release()])),
    };
  };

/** @returns {Promise<Library>} */
export async function open() {
  const ort = await load(PACKAGE);
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = "error";
  await ort.InferenceSession.create(layerNormModel([1, 1], new Float32Array(1), new Float32Array(1), 1));
  // The first session has defined Worker everywhere, which one thread does not need and which lets jax-js use several.
  Reflect.deleteProperty(globalThis, "Worker");
  return { name: "onnxruntime-web", version: versionOf(PACKAGE), setUp: setUp(ort) };
}
