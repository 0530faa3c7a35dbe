/** Tensors of tfjs where they meet ours, as TypeScript sees them: compiled, not run. */
import * as tf from "@tensorflow/tfjs-core";
import { layerNorm, tensor } from "../../../web/api/types/index.js";

const x: tf.Tensor2D = tf.tensor2d([[1, 2]]);
const y = layerNorm(tensor(await x.data(), x.shape), 2, { weight: tensor(x.dataSync<"int32">()) });
const back: tf.Tensor = tf.tensor(y.data, [...y.shape]);

/** A tensor of any rank and type. */
export const converted = (value: tf.Tensor) => tensor(value.dataSync(), value.shape);
export const shape: readonly number[] = back.shape;
