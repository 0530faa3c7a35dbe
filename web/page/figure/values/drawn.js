/** Random tensors: plain ones, and activations as wide models have them. */
import { manualSeed, randn } from "layernorm";

/**
 * torch.manual_seed(seed); torch.randn(shape)
 * @param {number} seed
 * @param {readonly number[]} shape
 */
export function drawn(seed, shape) {
  manualSeed(seed);
  return randn([...shape]).data;
}

/** Features that are large in every token, by how much: as wide models have them, in GPT-2 at these very places. */
const LARGE_FEATURES = /** @type {const} */ ([
  [138, 6],
  [378, -9],
  [447, 14],
]);

/**
 * Tokens that are unlike each other, as in a real model: each has an offset and a scale of its own, and a few features
 * are large in all of them.
 * @param {number} seed
 * @param {readonly number[]} shape
 */
export function unlikeTokens(seed, shape) {
  const size = shape[shape.length - 1];
  const values = drawn(seed, shape);
  const [offsets, scales] = [0, 1].map(() => randn([...shape.slice(0, -1), 1]).data);
  for (let i = 0; i < values.length; i++) {
    const token = Math.floor(i / size);
    const scale = Math.fround(Math.abs(scales[token]) + 0.5);
    const large = LARGE_FEATURES.find(([feature]) => feature === i % size)?.[1] ?? 0;
    values[i] = Math.fround(Math.fround(values[i] + large) * scale) + 2 * offsets[token];
  }
  return values;
}
