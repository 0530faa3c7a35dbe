/** The book's programme, by the API in Node. */
import { Linear, ReLU, Sequential, manualSeed, randn } from "layernorm";

/**
 * What the book's layer makes of its two inputs, or of the same with another first number.
 * @param {number} [seed]
 * @param {number} [first]
 */
export function layerOutput(seed = 123, first) {
  manualSeed(seed);
  const x = randn([2, 5]);
  const layer = new Sequential(new Linear(5, 6), new ReLU());
  if (first !== undefined) x.data[0] = first;
  return layer.forward(x);
}
