/** Sessions of onnxruntime-web, on one thread. */
import * as ort from "onnxruntime-web";
import { modelOf } from "../../onnx.js";

ort.env.wasm.numThreads = 1;
ort.env.logLevel = "error";

/**
 * @param {import("../../onnx.js").Graph} graph
 * @param {number} [opset]
 */
export const createSession = (graph, opset) => ort.InferenceSession.create(modelOf(graph, opset));
