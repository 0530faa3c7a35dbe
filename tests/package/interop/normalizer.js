/** A worker that normalises the tensors that it is sent. */
import { parentPort } from "node:worker_threads";
import { layerNorm, tensor } from "../../../web/api/index.js";

parentPort?.on("message", (message) => {
  const x = tensor(.../** @type {[Float32Array, number[]]} */ (message));
  const y = layerNorm(x, x.shape.slice(-1)),
    data = y.data.slice();
  parentPort?.postMessage([data, y.shape], [data.buffer]);
});
