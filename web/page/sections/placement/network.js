/**
 * A small transformer, with its norms before each part of a block or after it, on the package's ops. It learns to go on
 * with letters that repeat. networks.py beside this file is the same in PyTorch.
 */
import { add, crossEntropy, embedding, empty, gelu, geluBackward, layerNorm, layerNormBackward } from "layernorm";
import { linear, linearBackward, manualSeed, matmul, matmulBackward, ones, permute, rand, randn } from "layernorm";
import { softmax, softmaxBackward, tensor, zeros } from "layernorm";
import { HEADS, HIDDEN, LENGTH, LETTERS, PERIOD, TEXTS, WIDTH } from "./architecture.js";
import { MOST_TRAINED } from "./limits.js";

/** @typedef {import("layernorm").Tensor} Tensor */
/** @typedef {"pre" | "post"} Place */
/** @typedef {{ value: Tensor, grad: Tensor }} Parameter */
/** @typedef {(dy: Tensor) => Tensor} Backward  gives the gradient of x, and writes those of the parameters */
/** @typedef {{ parameters: Parameter[], forward: (x: Tensor) => { y: Tensor, backward: Backward } }} Layer */

const SIZE = WIDTH / HEADS;

/** @param {Tensor} value @returns {Parameter} */
const parameter = (value) => ({ value, grad: zeros(value.shape) });

/** @param {Layer[]} layers  one after another @returns {Layer} */
const chain = (...layers) => ({
  parameters: layers.flatMap(({ parameters }) => parameters),
  forward(x) {
    /** @type {Backward[]} */
    const ways = [];
    const y = layers.reduce((h, layer) => {
      const { y, backward } = layer.forward(h);
      ways.push(backward);
      return y;
    }, x);
    return { y, backward: (dy) => ways.reduceRight((gradient, backward) => backward(gradient), dy) };
  },
});

/**
 * Weights of Glorot and Bengio's size, normal, and biases of 0.
 * @param {number} from
 * @param {number} to
 * @returns {Layer}
 */
function weights(from, to) {
  const deviation = Math.sqrt(2 / (from + to));
  const weight = parameter(
    tensor(
      randn([to, from]).data.map((value) => value * deviation),
      [to, from],
    ),
  );
  const bias = parameter(zeros([to]));
  const out = { dweight: weight.grad, dbias: bias.grad };
  return {
    parameters: [weight, bias],
    forward: (x) => ({
      y: linear(x, weight.value, bias.value),
      backward: (dy) => linearBackward(dy, x, weight.value, { out: { ...out, dx: empty(x.shape) } }).dx,
    }),
  };
}

/** @returns {Layer} */
function norm() {
  const [weight, bias] = [parameter(ones([WIDTH])), parameter(zeros([WIDTH]))];
  const out = { dweight: weight.grad, dbias: bias.grad };
  return {
    parameters: [weight, bias],
    forward: (x) => ({
      y: layerNorm(x, WIDTH, { weight: weight.value, bias: bias.value }),
      backward(dy) {
        const given = { weight: weight.value, out: { ...out, dx: empty(x.shape) } };
        return layerNormBackward(dy, x, WIDTH, given).dx;
      },
    }),
  };
}

/** @type {Layer} */
const activation = { parameters: [], forward: (x) => ({ y: gelu(x), backward: (dy) => geluBackward(dy, x).dx }) };

/** Causal attention of rows [texts * LENGTH, 3 * WIDTH], of queries, keys and values. @type {Layer} */
const heads = {
  parameters: [],
  forward(x) {
    const qkv = permute(x.reshape([-1, LENGTH, 3, HEADS, SIZE]), [2, 0, 3, 1, 4]);
    const [q, k, v] = [0, 1, 2].map((i) => qkv.rows(i, i + 1)); // [1, texts, HEADS, LENGTH, SIZE]
    const scale = SIZE ** -0.5;
    const shares = softmax(matmul(q, k, { transposed: true }), { scale, causal: true });
    return {
      y: permute(matmul(shares, v), [0, 1, 3, 2, 4]).reshape([-1, WIDTH]),
      backward(dy) {
        const dheads = permute(dy.reshape([1, -1, LENGTH, HEADS, SIZE]), [0, 1, 3, 2, 4]);
        const dqkv = empty(qkv.shape);
        const [dq, dk, dv] = [0, 1, 2].map((i) => dqkv.rows(i, i + 1));
        const { da } = matmulBackward(dheads, shares, v, { out: { da: empty(shares.shape), db: dv } });
        const { dx } = softmaxBackward(da, shares, { scale });
        matmulBackward(dx, q, k, { transposed: true, out: { da: dq, db: dk } });
        return permute(dqkv, [1, 3, 0, 2, 4]).reshape([-1, 3 * WIDTH]);
      },
    };
  },
};

/**
 * A part of a block, which is added to the stream, with the norm before it: x + f(LN(x)).
 * @param {Layer} f
 * @returns {Layer}
 */
function before(f) {
  const inner = chain(norm(), f);
  return {
    parameters: inner.parameters,
    forward(x) {
      const { y, backward } = inner.forward(x);
      return { y: add(x, y), backward: (dy) => add(dy, backward(dy)) };
    },
  };
}

/** With the norm after the sum: LN(x + f(x)). @param {Layer} f @returns {Layer} */
function after(f) {
  const last = norm();
  return {
    parameters: [...last.parameters, ...f.parameters],
    forward(x) {
      const inner = f.forward(x);
      const { y, backward } = last.forward(add(x, inner.y));
      return {
        y,
        backward(dy) {
          const dsum = backward(dy);
          return add(dsum, inner.backward(dsum));
        },
      };
    },
  };
}

/**
 * A table with a row for each index, drawn from the normal distribution.
 * @param {number} rows
 */
function rowsOf(rows) {
  const table = parameter(randn([rows, WIDTH]));
  return {
    parameters: [table],
    /** @param {number[]} indices */
    forward: (indices) => embedding(indices, table.value),
    /**
     * The gradient of a row: the sum, in double, of dy's rows of its index.
     * @param {number[]} indices
     * @param {Tensor} dy
     */
    backward(indices, dy) {
      const sums = new Float64Array(rows * WIDTH);
      dy.data.forEach((value, i) => {
        sums[indices[Math.floor(i / WIDTH)] * WIDTH + (i % WIDTH)] += value;
      });
      table.grad.data.set(sums);
    },
  };
}

/** Attention, then an MLP. @param {Place} place */
function block(place) {
  const part = place === "pre" ? before : after;
  const attention = part(chain(weights(WIDTH, 3 * WIDTH), heads, weights(WIDTH, WIDTH)));
  return chain(attention, part(chain(weights(WIDTH, HIDDEN), activation, weights(HIDDEN, WIDTH))));
}

/**
 * Weights are drawn from the current seed: the same ones wherever the norms are.
 * @param {Place} place
 * @param {number} count  how many blocks
 * @param {boolean} hasLast  whether there is a norm after the last block
 */
export function network(place, count, hasLast) {
  const tables = [LETTERS, LENGTH].map(rowsOf);
  const blocks = Array.from({ length: count }, () => block(place));
  const end = chain(...(hasLast ? [norm()] : []), weights(WIDTH, LETTERS));
  return { tables, blocks, end };
}

/** @typedef {ReturnType<typeof network>} Network */
/** @typedef {{ inputs: number[], targets: number[] }} Texts */

/** The target of a letter that does not count: what follows it before the first repetition cannot be known. */
const NOTHING = -100;

/**
 * The texts of each step, and what follows each letter. All are drawn at once, when the first are asked for: two
 * networks that learn by turns draw the same.
 * @returns {Generator<Texts, void>}
 */
export function* textsOfSteps() {
  const drawn = rand([MOST_TRAINED, TEXTS, PERIOD]).data.map((share) => Math.floor(share * LETTERS));
  for (let step = 0; step < MOST_TRAINED; step++) yield repeated(drawn.subarray(step * TEXTS * PERIOD));
}

/** @param {Float32Array} drawn  the first letters of each text @returns {Texts} */
function repeated(drawn) {
  const all = Array.from({ length: TEXTS * LENGTH }, (_, i) => [Math.floor(i / LENGTH), i % LENGTH]);
  return {
    inputs: all.map(([text, i]) => drawn[text * PERIOD + (i % PERIOD)]),
    targets: all.map(([text, i]) => (i < PERIOD - 1 ? NOTHING : drawn[text * PERIOD + ((i + 1) % PERIOD)])),
  };
}

/**
 * The loss of some texts, whose gradients the network then has, and the stream before the first block and after each.
 * @param {Network} net
 * @param {Texts} texts
 */
export function learn({ tables, blocks, end }, { inputs, targets }) {
  const places = inputs.map((_, i) => i % LENGTH);
  const stream = [add(tables[0].forward(inputs), tables[1].forward(places))];
  const ways = blocks.map(({ forward }) => {
    const { y, backward } = forward(stream[stream.length - 1]);
    stream.push(y);
    return backward;
  });
  const scores = end.forward(stream[stream.length - 1]);
  const { loss, dlogits } = crossEntropy(scores.y, targets);
  const dx = ways.reduceRight((gradient, backward) => backward(gradient), scores.backward(dlogits));
  tables[0].backward(inputs, dx);
  tables[1].backward(places, dx);
  return { loss, stream };
}

/** Adam, with PyTorch's defaults. @param {Network} net */
function adamOf({ tables, blocks, end }) {
  const parameters = [...tables, ...blocks, end].flatMap((each) => each.parameters);
  const moments = parameters.map(({ value }) => [new Float32Array(value.size), new Float32Array(value.size)]);
  /** Step t, from 1 on. @param {number} t @param {number} rate */
  return (t, rate) => {
    const [step, less] = [rate / (1 - 0.9 ** t), 1 / (1 - 0.999 ** t)];
    for (const [n, { value, grad }] of parameters.entries()) {
      const [[m, v], w, g] = [moments[n], value.data, grad.data];
      for (let i = 0; i < w.length; i++) {
        m[i] += 0.1 * (g[i] - m[i]);
        v[i] += 0.001 * (g[i] ** 2 - v[i]);
        w[i] -= (step * m[i]) / (Math.sqrt(v[i] * less) + 1e-8);
      }
    }
  };
}

/**
 * The rate of step t, from 1 on: during warm-up it grows to the full one.
 * @param {number} t
 * @param {number} rate
 * @param {number} warmUp  steps
 */
export const rateAt = (t, rate, warmUp) => rate * (t < warmUp ? t / warmUp : 1);

/**
 * @typedef {object} Settings
 * @property {number} seed
 * @property {Place} place
 * @property {number} blocks
 * @property {boolean} hasLast
 * @property {number} rate
 * @property {number} warmUp
 */

/** The loss before each step, on the texts of that step. @param {Settings} settings */
export function* training({ seed, place, blocks, hasLast, rate, warmUp }) {
  manualSeed(seed);
  const net = network(place, blocks, hasLast);
  const step = adamOf(net);
  let t = 0;
  for (const texts of textsOfSteps()) {
    yield learn(net, texts).loss;
    t++;
    step(t, rateAt(t, rate, warmUp));
  }
}
