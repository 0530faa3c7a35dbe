/** Sessions of onnxruntime-web, on one thread. */
import * as ort from "onnxruntime-web";
import { modelOf } from "../../onnx.js";

ort.env.wasm.numThreads = 1;
ort.env.logLevel = "error";

/** @param {import("../../onnx.js").Graph} graph */
export const createSession = (graph) => ort.InferenceSession.create(modelOf(graph));
