/** Plain gradient descent on the mean squared error, for the tests that train. */
import { mean, tensor } from "../../web/api/index.js";

/** @import { Module, Tensor } from "../../web/api/index.js" */

/**
 * One step.
 * @param {Module} net
 * @param {Tensor} x
 * @param {{ data: Float32Array }} target
 * @param {number} learningRate
 * @returns {Tensor} the loss from before the step
 */
export function descend(net, x, target, learningRate) {
  const y = net.forward(x);
  const error = y.data.map((value, i) => value - target.data[i]);
  net.zeroGrad();
  net.backward(
    tensor(
      error.map((value) => (2 * value) / error.length),
      y.shape,
    ),
  );
  for (const { value, grad } of net.parameters()) {
    grad.data.forEach((slope, i) => {
      value.data[i] -= learningRate * slope;
    });
  }
  return mean(error.map((value) => value * value));
}
