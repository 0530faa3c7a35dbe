/** What a lesson can fix, by its word in links, as a sentence calls it. Which settings a lock fixes: link/fields.js. */
export const LOCKS = {
  preset: "the example",
  x: "the values",
  dims: "the dims",
  keepdim: "keepdim",
  correction: "n or n − 1",
  eps: "eps",
  affine: "weight and bias",
  stage: "the stage",
  seed: "the seed",
  network: "the network",
  gain: "the gain",
  word: "the word",
  norms: "the norms",
  target: "the target",
  rate: "the rate",
  decay: "the weight decay",
  mean: "the mean",
  shape: "the shape",
};
/** @typedef {keyof typeof LOCKS} Lock */
