/**
 * A transformer's block as in GPT-2, with the norm of the next one: h = x + attention(norm1(x)),
 * out = h + mlp(norm2(h)), next = norm3(out). As ONNX models, whole or what lies between the norms, and in float64.
 */
import { manualSeed, randn } from "../../../web/api/index.js";
import { createSession } from "./session.js";

/** @import { Constant, Graph, Node } from "../../onnx.js" */

export const TOKENS = 12,
  WIDTH = 64;
const HEADS = 4,
  HEAD = WIDTH / HEADS,
  HIDDEN = 4 * WIDTH,
  EPS = 1e-5;

/** @typedef {Constant & { data: Float32Array }} Weights */

/**
 * Products with it keep the scale of what they are given.
 * @param {number} inputs
 * @param {number} outputs
 * @returns {Weights}
 */
const matrix = (inputs, outputs) => ({
  data: randn([inputs, outputs]).data.map((v) => v / Math.sqrt(inputs)),
  shape: [inputs, outputs],
});

/** @param {number} size @param {number} center @returns {Weights} */
const vector = (size, center) => ({ data: randn([size]).data.map((v) => center + 0.1 * v), shape: [size] });

function makeParameters() {
  manualSeed(64);
  const norm = () => ({ weight: vector(WIDTH, 1), bias: vector(WIDTH, 0) });
  const linear = (/** @type {number} */ inputs, /** @type {number} */ outputs) => ({
    weight: matrix(inputs, outputs),
    bias: vector(outputs, 0),
  });
  return {
    norm1: norm(),
    norm2: norm(),
    norm3: norm(),
    query: linear(WIDTH, WIDTH),
    key: linear(WIDTH, WIDTH),
    value: linear(WIDTH, WIDTH),
    attended: linear(WIDTH, WIDTH),
    up: linear(WIDTH, HIDDEN),
    down: linear(HIDDEN, WIDTH),
  };
}

export const parameters = makeParameters();

/* Sizes as the residual stream of a trained model has: some channels are far from 0. */
const spread = randn([TOKENS, WIDTH]).data.map((v, i) => v + (i % WIDTH === 5 ? 30 : 1));
export const x = { data: spread, shape: [TOKENS, WIDTH] };

/* ONNX ------------------------------------------------------------------------------------------------------------- */

/** @param {number[]} sizes @returns {Constant} what Reshape takes */
const sizes = (...sizes) => ({ data: BigInt64Array.from(sizes, BigInt), shape: [sizes.length] });

/** A token attends to itself and to those before it. */
const mask = Float32Array.from({ length: TOKENS ** 2 }, (_, i) => (i % TOKENS <= i / TOKENS ? 0 : -Infinity));

/** @type {Record<string, Constant>} */
const constants = {
  split: sizes(TOKENS, HEADS, HEAD),
  joined: sizes(TOKENS, WIDTH),
  mask: { data: mask, shape: [TOKENS, TOKENS] },
  scale: { data: Float32Array.of(1 / Math.sqrt(HEAD)), shape: [1] },
};
for (const [layer, { weight, bias }] of Object.entries(parameters)) {
  Object.assign(constants, { [`${layer}.weight`]: weight, [`${layer}.bias`]: bias });
}

/**
 * @param {string} op
 * @param {string[]} inputs
 * @param {string} output
 * @param {Node["attributes"]} [attributes]
 * @returns {Node}
 */
const node = (op, inputs, output, attributes) => ({ op, inputs, output, attributes });

/** @param {string} layer @param {string} input @param {string} output */
const linearNodes = (layer, input, output) => [
  node("MatMul", [input, `${layer}.weight`], `${layer}.product`),
  node("Add", [`${layer}.product`, `${layer}.bias`], output),
];

/** @param {string} layer @param {string} input @param {number[]} perm of tokens, heads and their elements */
const headNodes = (layer, input, perm) => [
  ...linearNodes(layer, input, `${layer}.all`),
  node("Reshape", [`${layer}.all`, "split"], `${layer}.split`),
  node("Transpose", [`${layer}.split`], `${layer}.heads`, { perm }),
];

/** @param {string} input @param {string} output */
const attentionNodes = (input, output) => [
  ...headNodes("query", input, [1, 0, 2]),
  ...headNodes("key", input, [1, 2, 0]),
  ...headNodes("value", input, [1, 0, 2]),
  node("MatMul", ["query.heads", "key.heads"], "products"),
  node("Mul", ["products", "scale"], "scaled"),
  node("Add", ["scaled", "mask"], "masked"),
  node("Softmax", ["masked"], "attention"),
  node("MatMul", ["attention", "value.heads"], "mixed"),
  node("Transpose", ["mixed"], "turned", { perm: [1, 0, 2] }),
  node("Reshape", ["turned", "joined"], "joint"),
  ...linearNodes("attended", "joint", output),
];

/** @param {string} input @param {string} output */
const mlpNodes = (input, output) => [
  ...linearNodes("up", input, "hidden"),
  node("Gelu", ["hidden"], "active", { approximate: "tanh" }),
  ...linearNodes("down", "active", output),
];

/**
 * EPS and the last axis are the operator's defaults.
 * @param {string} layer
 * @param {string} input
 * @param {string} output
 */
const normNode = (layer, input, output) =>
  node("LayerNormalization", [input, `${layer}.weight`, `${layer}.bias`], output);

/**
 * @param {Node[]} nodes
 * @param {string} input
 * @param {string[]} outputs
 * @returns {Graph}
 */
function graphOf(nodes, input, ...outputs) {
  const used = new Set(nodes.flatMap(({ inputs }) => inputs));
  const shapes = (/** @type {string[]} */ names) => Object.fromEntries(names.map((name) => [name, [TOKENS, WIDTH]]));
  return {
    nodes,
    inputs: shapes([input]),
    outputs: shapes(outputs),
    constants: Object.fromEntries(Object.entries(constants).filter(([name]) => used.has(name))),
  };
}

/** Sessions: what lies between the norms, and the whole. Each takes x. */
export const createAttention = () => createSession(graphOf(attentionNodes("x", "y"), "x", "y"));
export const createMlp = () => createSession(graphOf(mlpNodes("x", "y"), "x", "y"));
export const createWhole = () =>
  createSession(
    graphOf(
      [
        normNode("norm1", "x", "a"),
        ...attentionNodes("a", "b"),
        node("Add", ["x", "b"], "h"),
        normNode("norm2", "h", "c"),
        ...mlpNodes("c", "d"),
        node("Add", ["h", "d"], "out"),
        normNode("norm3", "out", "next"),
      ],
      "x",
      "out",
      "next",
    ),
  );

/* float64 ---------------------------------------------------------------------------------------------------------- */

/** @typedef {number[][]} Rows one of WIDTH, HIDDEN or so for each token */

/** @param {number[]} row @param {number[]} other */
const dot = (row, other) => row.reduce((sum, v, i) => sum + v * other[i], 0);

/** @param {Rows} rows @param {{ weight: Weights, bias: Weights }} layer @returns {Rows} */
function linear(rows, { weight, bias }) {
  const outputs = bias.data.length;
  const column = (/** @type {number} */ c) => rows[0].map((_, i) => weight.data[i * outputs + c]);
  const columns = Array.from(bias.data, (_, c) => column(c));
  return rows.map((row) => columns.map((each, c) => dot(row, each) + bias.data[c]));
}

/** @param {Rows} rows @param {{ weight: Weights, bias: Weights }} layer @returns {Rows} */
export const norm = (rows, { weight, bias }) =>
  rows.map((row) => {
    const mean = row.reduce((sum, v) => sum + v, 0) / row.length;
    const variance = row.reduce((sum, v) => sum + (v - mean) ** 2, 0) / row.length;
    return row.map((v, i) => ((v - mean) / Math.sqrt(variance + EPS)) * weight.data[i] + bias.data[i]);
  });

/** @param {Rows} a @param {Rows} b @returns {Rows} */
const add = (a, b) => a.map((row, r) => row.map((v, c) => v + b[r][c]));

/** @param {number[]} scores */
function softmax(scores) {
  const powers = scores.map((v) => Math.exp(v - Math.max(...scores))),
    total = powers.reduce((sum, v) => sum + v, 0);
  return powers.map((v) => v / total);
}

/** @param {Rows} rows */
function attention(rows) {
  const [query, key, value] = [parameters.query, parameters.key, parameters.value].map((layer) => linear(rows, layer));
  const head = (/** @type {number[]} */ row, /** @type {number} */ h) => row.slice(h * HEAD, (h + 1) * HEAD);
  const mixed = query.map((q, t) =>
    Array.from({ length: HEADS }, (_, h) => {
      const weights = softmax(key.slice(0, t + 1).map((k) => dot(head(q, h), head(k, h)) / Math.sqrt(HEAD)));
      return Array.from({ length: HEAD }, (_, c) =>
        dot(
          weights,
          value.map((v) => v[h * HEAD + c]),
        ),
      );
    }).flat(),
  );
  return linear(mixed, parameters.attended);
}

/** Hendrycks and Gimpel, 2016, arXiv:1606.08415: the approximation by tanh. @param {number} v */
const gelu = (v) => 0.5 * v * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (v + 0.044715 * v ** 3)));

/** @param {Rows} rows */
const mlp = (rows) =>
  linear(
    linear(rows, parameters.up).map((row) => row.map(gelu)),
    parameters.down,
  );

/** @param {{ readonly data: ArrayLike<number> }} tensor of rows of WIDTH @returns {Rows} */
export const rowsOf = ({ data }) =>
  Array.from({ length: data.length / WIDTH }, (_, r) => Array.from(data).slice(r * WIDTH, (r + 1) * WIDTH));

/** @returns {{ out: number[], next: number[] }} */
export function reference() {
  const input = rowsOf(x),
    h = add(input, attention(norm(input, parameters.norm1)));
  const out = add(h, mlp(norm(h, parameters.norm2)));
  return { out: out.flat(), next: norm(out, parameters.norm3).flat() };
}
