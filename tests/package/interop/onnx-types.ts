/** Tensors of onnxruntime-web where they meet ours, as TypeScript sees them: compiled, not run. */
import * as ort from "onnxruntime-web";
import {
  addLayerNorm,
  empty,
  layerNorm,
  layerNormBackward,
  rmsNorm,
  tensor,
  type Input,
  type Tensor,
} from "../../../web/api/types/index.js";

declare const session: ort.InferenceSession;

const x: ort.TypedTensor<"float32"> = new ort.Tensor("float32", new Float32Array(768), [1, 768]);
const y: Tensor = layerNorm(x, 768, { weight: x, bias: new ort.Tensor(new Float32Array(768)) });
const results = await session.run({ x: new ort.Tensor("float32", y.data, y.shape) });
const { sum }: { y: Tensor; sum: Tensor } = addLayerNorm(results.y, x, 768);
rmsNorm(results.y, [768], { out: empty([1, 768], { resident: true }) });
layerNormBackward(results.y, x, 768).dweight.data.fill(0);
tensor(results.y, undefined, { resident: true }).dispose();

/** A tensor whose elements are known only when it comes. */
export const unknown = (value: ort.Tensor): Input => value;
export const out: ort.TypedTensor<"float32"> = new ort.Tensor("float32", sum.data, sum.shape);
