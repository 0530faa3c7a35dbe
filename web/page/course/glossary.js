/** The words of the trade, each in a sentence or two: where it first stands on the page, and all at its end. */

/**
 * In the order in which the page comes to them.
 * @type {Readonly<Record<string, readonly [word: string, meaning: string]>>}
 */
export const glossary = {
  spread: [
    "spread",
    "The standard deviation over n: the root of the mean of the squared distances from the mean. 1, 2, 3: √((1 + 0 + 1) ÷ 3) = 0.82.",
  ],
  variance: [
    "variance",
    "The mean of the squared distances from the mean. Its root is the standard deviation. 1, 2, 3: (1 + 0 + 1) ÷ 3 = 0.67, over n.",
  ],
  layerNorm: ["LayerNorm", "The layer that normalizes each example by itself, over its own features."],
  nan: ["NaN", "Not a number: what a computer gives for 0 ÷ 0. Whatever it is added to or multiplied by is NaN, too."],
  gain: [
    "gain",
    "The factor by which all weights of a network are multiplied, here to make them a little too large or too small.",
  ],
  gradient: [
    "gradient",
    "How much a network’s error would change with a number. Training moves each weight a little against its gradient.",
  ],
  seed: ["seed", "The number that random draws start from. Here the same seed gives the same draws on every machine."],
  activation: [
    "activation",
    "A function that a layer applies to each number: ReLU, GELU, which is a smooth ReLU, or tanh, which stays between −1 and 1.",
  ],
  relu: ["ReLU", "A function that turns every negative number into 0 and leaves the others as they are: max(0, x)."],
  residual: [
    "residual",
    "A layer whose result is added to what it was given, in place of replacing it. What is added to is the residual stream.",
  ],
  xhat: ["x̂", "Say “x hat”: a number after normalization, before weight and bias."],
  sigma: [
    "σ",
    "Sigma, the standard deviation: how far numbers typically lie from their mean, over n or over n − 1. σ² is the variance.",
  ],
  eps: [
    "eps",
    "A very small number, such as 0.00001. It is added to the variance or to its root, so that a row is not divided by 0.",
  ],
  bessel: [
    "n − 1",
    "The n is how many numbers are averaged. Dividing by n − 1 instead is Bessel’s correction: it estimates the variance " +
      "of a whole population from a few of its numbers.",
  ],
  affine: [
    "weight and bias",
    "Two numbers that a network learns: a result is multiplied by its weight, then its bias is added.",
  ],
  tensor: [
    "tensor",
    "Numbers in a grid: a row of them, rows and columns, or a stack of such grids. Its shape says how many.",
  ],
  dim: ["dim", "One direction of a tensor. In shape [4, 6], dim 0 runs down the 4 rows, dim 1 along the 6 columns."],
  keepdim: ["keepdim", "Whether a dim that was averaged away stays in the shape, with size 1."],
  broadcasting: ["broadcasting", "Using a smaller tensor as if it were repeated until its shape fits a larger one."],
  transformer: ["transformer", "The kind of neural network behind GPT and other language models."],
  token: ["token", "A piece of text that a language model reads as one: a word, a part of one or, here, a letter."],
  embedding: ["embedding", "The list of numbers by which a network represents one token."],
  attention: [
    "attention",
    "The part of a transformer in which a token takes in something of other tokens: in GPT, of those before it.",
  ],
  mlp: [
    "MLP",
    "Multilayer perceptron: weighted sums with an activation between them. In a transformer, of each token by itself.",
  ],
  channel: [
    "channel",
    "One layer of an image, such as its red; inside a network, one of the features found at every pixel.",
  ],
  rms: [
    "root mean square",
    "The root of the average of the squares. It is like the standard deviation, with no mean taken away.",
  ],
  eval: [
    "eval",
    "The mode in which a network only answers, and learns nothing. It is set by model.eval(); training mode comes back by model.train().",
  ],
  running: [
    "running mean",
    "An average that is updated a little with every batch in training, and kept for later use.",
  ],
  batch: [
    "batch",
    "The examples that a network is given at once. In training each step usually sees a small one, a mini-batch.",
  ],
  momentum: [
    "momentum",
    "Of a running mean: the share that each new batch replaces, 0.1 in PyTorch’s BatchNorm unless another is set. Keras means the share that is kept, 0.99.",
  ],
  padding: ["padding", "Zeros put after a short text, so that all texts of a batch have the same length."],
  causal: [
    "causal",
    "Of a language model: each token may depend on the tokens before it, and on none that come after.",
  ],
  bits: [
    "bits",
    "How many yes-or-no answers, each as likely, tell which thing it is: 3 bits for one of 8 that are equally likely. " +
      "In general the mean of −log₂ of their probabilities.",
  ],
  mask: ["mask", "A list that says which places count. What it covers, such as padding, is left out."],
  loss: [
    "loss",
    "How far a model’s answers are from the right ones, in one number, smaller is better. Of text: the mean " +
      "of −ln of the probability that it gave to what came next.",
  ],
  curvature: [
    "curvature",
    "How fast a slope changes as one goes on. The more the loss is curved, the shorter the steps must be.",
  ],
  rate: [
    "learning rate",
    "How far a step of training goes: what each gradient is multiplied by before it is taken from its weight.",
  ],
  warmUp: [
    "warm-up",
    "The first steps of a training, in which the learning rate grows from almost 0 to its full size.",
  ],
  float32: [
    "float32",
    "A number in 32 bits: a sign, a power of 2, and 24 binary digits, which are about seven decimal ones.",
  ],
  rounding: [
    "rounding error",
    "What is lost when a result has more digits than its format: the result becomes the nearest number that fits.",
  ],
  ulp: [
    "ulp",
    "Unit in the last place: what the last digit of a number is worth. In float32, one ulp of 1 is 2 to the power −23.",
  ],
  float16: [
    "float16",
    "A number in 16 bits. float16 keeps 11 binary digits and ends at 65504; bfloat16 keeps 8, and ends about where float32 does.",
  ],
  simd: [
    "SIMD",
    "Single instruction, multiple data: one instruction of a processor does the same to several numbers at once, here to four.",
  ],
  wasm: [
    "WebAssembly",
    "Code for a simple machine, which browsers turn into the instructions of the processor at hand.",
  ],
  median: ["median", "The number in the middle, once all are sorted: a few that stand far out do not move it."],
  quartile: ["quartile", "A quarter of the numbers lie below the lower quartile, a quarter above the upper one."],
  lane: [
    "lane",
    "One of the four places of a SIMD instruction. An addition adds lane by lane: no lane meets another in it.",
  ],
  cacheLine: [
    "cache line",
    "What a processor fetches from memory at a time: 64 bytes side by side on most machines, 128 on Apple’s.",
  ],
};

/** @typedef {keyof typeof glossary} TermName */
