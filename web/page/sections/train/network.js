/**
 * The GPT that the reader trains, forward and back, on the package's ops: as GPT-2 (Radford and others, 2019) but for
 * its size and its norms. All that a step needs is made once, in WebAssembly memory, and used again by each step: `out`
 * says where a result goes. tests/fixtures/train.py is the same in PyTorch.
 */
import {
  add,
  crossEntropy,
  embedding,
  empty,
  gelu,
  geluBackward,
  layerNorm,
  layerNormBackward,
  linear,
  linearBackward,
  matmul,
  matmulBackward,
  mul,
  normalize,
  normalizeBackward,
  permute,
  randn,
  rmsNorm,
  rmsNormBackward,
  softmax,
  softmaxBackward,
  zeros,
} from "layernorm";
import { BATCH, EPS, FEATURES, HEADS, HIDDEN, MOST_TOKENS, SPREAD, VOCABULARY } from "./architecture.js";

/** @typedef {import("layernorm").Tensor} Tensor */
/** @typedef {"layer" | "rms" | "none" | "tokens"} Norm  tokens: over the wrong dim */
/** @typedef {"pre" | "post"} Place */
/** @typedef {{ norm: Norm, place: Place, depth: number }} Build */
/** @typedef {{ value: Tensor, grad: Tensor }} Parameter */
/** @typedef {(x: Tensor) => Tensor} Pass */
/** @typedef {{ forward: Pass, backward: Pass }} Part  backward: from the gradient of what came out to that of x */
/** @typedef {(key: string, shapeOf: (words: number, tokens: number) => number[]) => Tensor} Room */

const SIZE = FEATURES / HEADS;
const GELU = /** @type {const} */ ({ approximate: "tanh" });
const product = (/** @type {readonly number[]} */ sizes) => sizes.reduce((all, size) => all * size, 1);

/**
 * The names of the parameters with their shapes and the spread with which they begin; without one they begin as 1
 * (a norm's weight) or 0.
 * @param {Build} build
 * @returns {{ name: string, shape: number[], spread?: number, value?: number }[]}
 */
export function parametersOf({ norm, place, depth }) {
  const dense = (/** @type {string} */ name, /** @type {number[]} */ shape, spread = SPREAD) => [
    { name: `${name}.weight`, shape, spread },
    { name: `${name}.bias`, shape: shape.slice(0, 1), value: 0 },
  ];
  const normed = (/** @type {string} */ name) => [
    ...(norm === "none" ? [] : [{ name: `${name}.weight`, shape: [FEATURES], value: 1 }]),
    ...(norm === "none" || norm === "rms" ? [] : [{ name: `${name}.bias`, shape: [FEATURES], value: 0 }]),
  ];
  // What is added to the stream begins smaller, the more parts add to it.
  const added = SPREAD / Math.sqrt(2 * depth);
  return [
    { name: "wte", shape: [VOCABULARY.length, FEATURES], spread: SPREAD },
    { name: "wpe", shape: [MOST_TOKENS, FEATURES], spread: SPREAD },
    ...Array.from({ length: depth }, (_, i) => [
      ...dense(`h.${i}.qkv`, [3 * FEATURES, FEATURES]),
      ...dense(`h.${i}.proj`, [FEATURES, FEATURES], added),
      ...dense(`h.${i}.up`, [HIDDEN, FEATURES]),
      ...dense(`h.${i}.down`, [FEATURES, HIDDEN], added),
      ...normed(`h.${i}.ln_1`),
      ...normed(`h.${i}.ln_2`),
    ]).flat(),
    ...(place === "pre" ? normed("ln_f") : []),
  ];
}

/**
 * The parameters, one behind the other in one tensor, and their gradients in another: so that Adam is one loop. Draws
 * them, in their order.
 * @param {Build} build
 */
function parameters(build) {
  const all = parametersOf(build);
  const count = all.reduce((sum, { shape }) => sum + product(shape), 0);
  const [values, grads] = [0, 1].map(() => zeros([count], { resident: true }));
  let begin = 0;
  /** @type {Record<string, Parameter>} */
  const named = {};
  for (const { name, shape, spread, value = 0 } of all) {
    const end = begin + product(shape);
    const [view, grad] = [values, grads].map((each) => each.rows(begin, end).reshape(shape));
    if (spread === undefined) view.fill(value);
    else view.copyFrom(randn(shape).data.map((each) => each * spread));
    named[name] = { value: view, grad };
    begin = end;
  }
  return { values, grads, named };
}

/**
 * A norm of x [words * tokens, FEATURES].
 * @param {Norm} norm
 * @param {{ weight?: Parameter, bias?: Parameter }} parameters
 * @param {Room} room
 * @param {string} key
 * @returns {Part}
 */
function normOf(norm, { weight, bias }, room, key) {
  if (!weight) return { forward: (x) => x, backward: (dy) => dy };
  const out = room(`${key}.y`, rows);
  const dx = room(`${key}.dx`, rows);
  let of = out;
  if (norm === "tokens" && bias) return overTokens({ weight, bias }, room, key);
  const options = { weight: weight.value, bias: bias?.value, eps: EPS };
  if (norm === "layer" && bias) {
    return {
      forward: (x) => layerNorm((of = x), FEATURES, { ...options, out }),
      backward: (dy) =>
        layerNormBackward(dy, of, FEATURES, {
          ...{ weight: weight.value, eps: EPS },
          out: { dx, dweight: weight.grad, dbias: bias.grad },
        }).dx,
    };
  }
  const scale = { weight: weight.value, eps: EPS };
  return {
    forward: (x) => rmsNorm((of = x), FEATURES, { ...scale, out }),
    backward: (dy) => rmsNormBackward(dy, of, FEATURES, { ...scale, out: { dx, dweight: weight.grad } }).dx,
  };
}

/**
 * The norm over the wrong dim: of each feature over the tokens of its word, letters that are still to come among them.
 * Weight and bias are one a feature, as LayerNorm's, and so are applied after it.
 * @param {{ weight: Parameter, bias: Parameter }} parameters
 * @param {Room} room
 * @param {string} key
 * @returns {Part}
 */
function overTokens({ weight, bias }, room, key) {
  const cube = (/** @type {number} */ words, /** @type {number} */ tokens) => [words, tokens, FEATURES];
  const [hat, y, dx] = ["hat", "y", "dx"].map((name) => room(`${key}.${name}`, cube));
  const flat = (/** @type {Tensor} */ x) => x.reshape([-1, FEATURES]);
  const options = { dim: 1, eps: EPS };
  let of = y;
  return {
    forward(x) {
      of = x.reshape(y.shape);
      normalize(of, { ...options, out: hat });
      return flat(add(mul(hat, weight.value, { out: y }), bias.value, { out: y }));
    },
    backward(dy) {
      sumsOf(dy.data, hat.data, weight.grad.data, bias.grad.data);
      const dhat = mul(dy.reshape(y.shape), weight.value, { out: dx });
      return flat(normalizeBackward(dhat, of, { ...options, out: { dx } }).dx);
    },
  };
}

/** The gradients of a weight and a bias that stand behind a norm. */
function sumsOf(
  /** @type {Float32Array} */ dy,
  /** @type {Float32Array} */ hat,
  /** @type {Float32Array} */ dweight,
  /** @type {Float32Array} */ dbias,
) {
  const [weights, biases] = [new Float64Array(FEATURES), new Float64Array(FEATURES)];
  for (let i = 0; i < dy.length; i += FEATURES) {
    for (let k = 0; k < FEATURES; k++) {
      weights[k] += dy[i + k] * hat[i + k];
      biases[k] += dy[i + k];
    }
  }
  dweight.set(weights);
  dbias.set(biases);
}

/** The shape of what each token has. */
const rows = (/** @type {number} */ words, /** @type {number} */ tokens) => [words * tokens, FEATURES];

/**
 * @param {Record<"weight" | "bias", Parameter>} parameters
 * @param {Room} room
 * @param {string} key  of what goes out, which the way back needs
 * @param {string} back  of the gradient, which is used up at once: parts share it
 * @returns {Part}
 */
function dense({ weight, bias }, room, key, back) {
  const [outputs, inputs] = weight.value.shape;
  const out = room(key, (words, tokens) => [words * tokens, outputs]);
  const dx = room(back, (words, tokens) => [words * tokens, inputs]);
  let of = out;
  return {
    forward: (x) => linear((of = x), weight.value, bias.value, { out }),
    backward: (dy) => linearBackward(dy, of, weight.value, { out: { dx, dweight: weight.grad, dbias: bias.grad } }).dx,
  };
}

/**
 * @param {(name: string) => Record<"weight" | "bias", Parameter>} named
 * @param {Room} room
 * @param {string} key
 * @returns {Part}
 */
function attention(named, room, key) {
  const split = dense(named("qkv"), room, `${key}.qkv`, "attention.dx");
  const join = dense(named("proj"), room, `${key}.proj`, "attention.djoined");
  const three = (/** @type {string} */ name) => {
    const whole = room(name, (words, tokens) => [3, words, HEADS, tokens, SIZE]);
    return { whole, parts: [0, 1, 2].map((i) => whole.rows(i, i + 1).reshape(whole.shape.slice(1))) };
  };
  const heads = three(`${key}.heads`);
  const dheads = three("attention.dheads");
  const scores = (/** @type {number} */ words, /** @type {number} */ tokens) => [words, HEADS, tokens, tokens];
  const shares = room(`${key}.shares`, scores);
  const dshares = room("attention.dshares", scores);
  const mixed = room("attention.mixed", (words, tokens) => [words, HEADS, tokens, SIZE]);
  const joined = room(`${key}.joined`, (words, tokens) => [words, tokens, HEADS, SIZE]);
  const back = room("attention.dqkv", (words, tokens) => [words, tokens, 3, HEADS, SIZE]);
  const [words, , tokens] = heads.parts[0].shape;
  const scale = SIZE ** -0.5;
  const [q, k, v] = heads.parts;
  const [dq, dk, dv] = dheads.parts;
  return {
    forward(x) {
      const qkv = split.forward(x).reshape([words, tokens, 3, HEADS, SIZE]);
      permute(qkv, [2, 0, 3, 1, 4], { out: heads.whole });
      matmul(q, k, { transposed: true, out: shares });
      softmax(shares, { scale, causal: true, out: shares });
      permute(matmul(shares, v, { out: mixed }), [0, 2, 1, 3], { out: joined });
      return join.forward(joined.reshape([-1, FEATURES]));
    },
    backward(dy) {
      const djoined = join.backward(dy).reshape(joined.shape);
      permute(djoined, [0, 2, 1, 3], { out: mixed });
      matmulBackward(mixed, shares, v, { out: { da: dshares, db: dv } });
      softmaxBackward(dshares, shares, { scale, out: { dx: dshares } });
      matmulBackward(dshares, q, k, { transposed: true, out: { da: dq, db: dk } });
      permute(dheads.whole, [1, 3, 0, 2, 4], { out: back });
      return split.backward(back.reshape([-1, 3 * FEATURES]));
    },
  };
}

/**
 * @param {(name: string) => Record<"weight" | "bias", Parameter>} named
 * @param {Room} room
 * @param {string} key
 * @returns {Part}
 */
function mlp(named, room, key) {
  const up = dense(named("up"), room, `${key}.up`, "mlp.dx");
  const down = dense(named("down"), room, `${key}.down`, "mlp.dhidden");
  const hidden = room(`${key}.hidden`, (words, tokens) => [words * tokens, HIDDEN]);
  let before = hidden;
  return {
    forward: (x) => down.forward(gelu((before = up.forward(x)), { ...GELU, out: hidden })),
    backward(dy) {
      const dhidden = down.backward(dy);
      return up.backward(geluBackward(dhidden, before, { ...GELU, out: { dx: dhidden } }).dx);
    },
  };
}

/**
 * A part whose output is added to the stream, and its norm: before the part (pre), or after the sum (post).
 * @param {Place} place
 * @param {Part} norm
 * @param {Part} part
 * @param {Room} room
 * @param {string} key
 * @returns {Part}
 */
function added(place, norm, part, room, key) {
  const sum = room(`${key}.sum`, rows);
  const dx = room(`${key}.dsum`, rows);
  if (place === "post")
    return {
      forward: (x) => norm.forward(add(x, part.forward(x), { out: sum })),
      backward(dy) {
        const dsum = norm.backward(dy);
        return add(dsum, part.backward(dsum), { out: dx });
      },
    };
  return {
    forward: (x) => add(x, part.forward(norm.forward(x)), { out: sum }),
    backward: (dy) => add(dy, norm.backward(part.backward(dy)), { out: dx }),
  };
}

/**
 * The network for so many words of so many tokens, in the room that it shares with all others.
 * @param {Build} build
 * @param {Record<string, Parameter>} named
 * @param {Room} room
 * @returns {Part[]}
 */
function partsOf({ norm, place, depth }, named, room) {
  const of = (/** @type {string} */ name) => ({ weight: named[`${name}.weight`], bias: named[`${name}.bias`] });
  const normed = (/** @type {string} */ name) => normOf(norm, of(name), room, name);
  const blocks = Array.from({ length: depth }, (_, i) => {
    const key = `h.${i}`;
    const inBlock = (/** @type {string} */ name) => of(`${key}.${name}`);
    return [
      added(place, normed(`${key}.ln_1`), attention(inBlock, room, key), room, `${key}.attention`),
      added(place, normed(`${key}.ln_2`), mlp(inBlock, room, key), room, `${key}.mlp`),
    ];
  });
  return [...blocks.flat(), ...(place === "pre" ? [normed("ln_f")] : [])];
}

/** @param {Build} build  its first weights are drawn here: seed beforehand */
export function network(build) {
  const { values, grads, named } = parameters(build);
  const unused = empty([VOCABULARY.length], { resident: true });
  /** What a result of this name has, for the most words of the most tokens. @type {Map<string, Tensor>} */
  const memory = new Map();
  /** @type {Map<string, ReturnType<typeof programFor>>} */
  const programs = new Map();

  /** @param {number} words @param {number} tokens */
  function programFor(words, tokens) {
    /** @type {Room} */
    const room = (key, shapeOf) => {
      const flat = memory.get(key) ?? empty([product(shapeOf(BATCH, MOST_TOKENS))], { resident: true });
      memory.set(key, flat);
      const shape = shapeOf(words, tokens);
      return flat.rows(0, product(shape)).reshape(shape);
    };
    const scores = (/** @type {number} */ words, /** @type {number} */ tokens) => [words * tokens, VOCABULARY.length];
    return {
      stream: room("stream", (words, tokens) => [words, tokens, FEATURES]),
      parts: partsOf(build, named, room),
      logits: room("logits", scores),
      dlogits: room("dlogits", scores),
      dy: room("dy", rows),
    };
  }

  /** @param {readonly (readonly number[])[]} words */
  function programOf(words) {
    const key = `${words.length} ${words[0].length}`;
    const program = programs.get(key) ?? programFor(words.length, words[0].length);
    programs.set(key, program);
    return program;
  }

  /**
   * For each token a score for every token that may follow it, [words * tokens, 27].
   * @param {readonly (readonly number[])[]} words  tokens: of words of one length, at most BATCH
   */
  function forward(words) {
    const { stream, parts, logits } = programOf(words);
    embedding(words.flat(), named.wte.value, { out: stream.reshape([-1, FEATURES]) });
    add(stream, named.wpe.value.rows(0, words[0].length), { out: stream });
    const y = parts.reduce((x, part) => part.forward(x), stream.reshape([-1, FEATURES]));
    return { y, logits: linear(y, named.wte.value, null, { out: logits }) };
  }

  /**
   * The mean loss, whose gradients the parameters then have.
   * @param {readonly (readonly number[])[]} words  as forward's
   */
  function learn(words) {
    const { parts, dlogits, dy } = programOf(words);
    const { y, logits } = forward(words);
    const { loss } = crossEntropy(logits, targetsOf(words), { out: { dlogits } });
    linearBackward(dlogits, y, named.wte.value, { out: { dx: dy, dweight: named.wte.grad, dbias: unused } });
    const dstream = parts.reduceRight((d, part) => part.backward(d), dy);
    addRows(dstream.data, words, named.wte.grad.data, named.wpe.grad.data);
    return loss;
  }

  function dispose() {
    for (const each of [values, grads, unused, ...memory.values()]) each.dispose();
  }

  return { values, grads, named, forward, learn, dispose };
}

/**
 * What follows each token: the next one, and behind the last the end, 0.
 * @param {readonly (readonly number[])[]} words
 */
export const targetsOf = (words) => words.flatMap((word) => [...word.slice(1), 0]);

/** Adds the gradient of each token of the stream to that of its letter; those of its place were 0. */
function addRows(
  /** @type {Float32Array} */ dstream,
  /** @type {readonly (readonly number[])[]} */ words,
  /** @type {Float32Array} */ dletters,
  /** @type {Float32Array} */ dplaces,
) {
  dplaces.fill(0);
  let from = 0;
  for (const word of words) {
    for (let place = 0; place < word.length; place++, from += FEATURES) {
      const to = word[place] * FEATURES;
      for (let k = 0; k < FEATURES; k++) {
        dletters[to + k] += dstream[from + k];
        dplaces[place * FEATURES + k] += dstream[from + k];
      }
    }
  }
}
