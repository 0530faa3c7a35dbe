/** The two networks and their training, written as a user of the package writes them: the section shows this code. */
import { LayerNorm, Linear, manualSeed, ReLU, randn, Sequential, tensor } from "layernorm";

export const POINTS = 120;
const HIDDEN = 32;

/** @typedef {import("layernorm").Tensor} Tensor */

/** Every second point lies on the first arm, arm 0; the others lie opposite, on arm 1. */
export function spirals() {
  const noise = randn([POINTS, 2]);
  const x = noise.data.map((value, i) => {
    const [point, axis] = [i >> 1, i % 2];
    const radius = (point + 1) / POINTS;
    const angle = 2 * Math.PI * radius + Math.PI * (point % 2);
    return radius * (axis === 0 ? Math.cos(angle) : Math.sin(angle)) + 0.02 * value;
  });
  return { x: tensor(x, [POINTS, 2]), arms: Array.from({ length: POINTS }, (_, point) => point % 2) };
}

/** @param {boolean} hasNorm */
export function network(hasNorm) {
  const norm = () => (hasNorm ? [new LayerNorm(HIDDEN)] : []);
  return new Sequential(
    ...[new Linear(2, HIDDEN), ...norm(), new ReLU()],
    ...[new Linear(HIDDEN, HIDDEN), ...norm(), new ReLU()],
    new Linear(HIDDEN, 1),
  );
}

/** Binary cross-entropy of scores. @param {Float32Array} scores @param {readonly number[]} arms */
export function lossOf(scores, arms) {
  const wrong = arms.map((arm, i) => (arm === 1 ? -scores[i] : scores[i]));
  const losses = wrong.map((score) => Math.max(score, 0) + Math.log1p(Math.exp(-Math.abs(score))));
  return losses.reduce((sum, loss) => sum + loss, 0) / arms.length;
}

/** Gradient descent. @param {Sequential} model @param {Tensor} x @param {number[]} arms @param {number} rate */
export function* descent(model, x, arms, rate) {
  for (;;) {
    const scores = model.forward(x);
    yield { loss: lossOf(scores.data, arms), scores: scores.data, x, model };
    const error = scores.data.map((score, i) => 1 / (1 + Math.exp(-score)) - arms[i]);
    model.zeroGrad();
    model.backward(
      tensor(
        error.map((e) => e / POINTS),
        scores.shape,
      ),
    );
    for (const { value, grad } of model.parameters()) {
      const slopes = grad.data;
      value.data.forEach((_, i, numbers) => {
        numbers[i] -= rate * slopes[i];
      });
    }
  }
}

/** @param {{ seed: number, rate: number, hasNorm: boolean }} settings */
export function* training({ seed, rate, hasNorm }) {
  manualSeed(seed);
  const { x, arms } = spirals();
  yield* descent(network(hasNorm), x, arms, rate);
}
