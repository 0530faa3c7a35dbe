/** The calls, asked of onnxruntime-web: a model of one node each. */
import * as ort from "onnxruntime-web";
import { createSession } from "./session.js";
import { ops } from "../../differential/calls.js";

/** @import { Call } from "../../differential/calls.js" */
/** @import { Constant, Graph } from "../../onnx.js" */

/** The first version of ONNX's operators that has RMSNormalization. */
const OPSET = 23;

/** @param {Call} call @returns {Graph} */
function graphOf(call) {
  const { op, inputs, out, options } = call,
    { x, ...parameters } = inputs,
    names = Object.keys(inputs);
  /** @type {Record<string, Constant>} */
  const constants = { ...parameters };
  if (op === "mean") {
    names.push("axes");
    constants.axes = { data: BigInt64Array.from(options.dims, BigInt), shape: [options.dims.length] };
  }
  const { onnx = "", attributes } = ops[op];
  return {
    nodes: [{ op: onnx, inputs: names, output: "y", attributes: attributes(call) }],
    constants,
    inputs: { x: x.shape },
    outputs: { y: out },
  };
}

/** @param {Call} call */
export async function askOnnxRuntime(call) {
  const session = await createSession(graphOf(call), OPSET);
  try {
    const { data, shape } = call.inputs.x,
      { y } = await session.run({ x: new ort.Tensor("float32", data, shape) });
    return Float32Array.from(/** @type {Float32Array} */ (y.data));
  } finally {
    await session.release();
  }
}
