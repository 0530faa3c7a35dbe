/**
 * A block of GPT-2 and one of Llama, as somebody ports them: weights from a file in half precision, into layers by
 * loadState(); norms and matrix products of this package, attention and activations by hand. PyTorch's float64 says
 * what comes out. Llama's runs token by token too, on resident tensors, in place.
 */
import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { empty, LayerNorm, Linear, memoryUsage, RMSNorm, tensor, zeros } from "../../web/api/index.js";
import { readSafetensors } from "../../web/api/safetensors.js";
import fixtures from "../fixtures/blocks.json";
import { doubles, misses, tensorOf } from "../fixtures/floats.js";

/** @import { Tensor } from "../../web/api/index.js" */
/** @import { TensorFixture } from "../fixtures/floats.js" */
/** @typedef {Record<string, { data: Float32Array, shape: readonly number[] }>} Weights */

const FEATURES = 32,
  HEADS = 4,
  HEAD = FEATURES / HEADS,
  HIDDEN = 48,
  EPS = 1e-5;

/**
 * Some six layers one after the other, each of which rounds to float32: numbers of about 10 then differ by a few of its
 * steps of 1e-6.
 */
const BOUND = 2e-6;

/** @type {{ name: string, x: TensorFixture, y: TensorFixture }[]} */
const [gpt2, llama] = fixtures.blocks;
const [cosines, sines] = fixtures.angles.map(({ data }) => doubles(data));

/** @param {string} name @returns {Weights} */
const weightsOf = (name) => readSafetensors(readFileSync(new URL(`../fixtures/${name}.safetensors`, import.meta.url)));

/**
 * A model's weights for one of its layers: those whose names begin so.
 * @param {Weights} weights
 * @param {string} start
 */
const part = (weights, start) =>
  Object.fromEntries(
    Object.entries(weights)
      .filter(([name]) => name.startsWith(start))
      .map(([name, value]) => [name.slice(start.length), value]),
  );

/**
 * GPT-2 keeps its matrices on their side.
 * @param {Weights} weights
 * @returns {Weights}
 */
const upright = (weights) =>
  Object.fromEntries(
    Object.entries(weights).map(([name, { data, shape }]) => {
      if (shape.length !== 2) return [name, { data, shape }];
      const [rows, columns] = shape;
      const turned = data.map((_, i) => data[(i % rows) * columns + Math.floor(i / rows)]);
      return [name, { data: turned, shape: [columns, rows] }];
    }),
  );

/** @param {Tensor} x @param {(value: number, i: number) => number} change in double, rounded once */
const mapped = (x, change) => tensor(x.data.map(change), x.shape);

/**
 * @param {Tensor} x [rows, size]
 * @param {number} begin
 * @param {number} end
 * @returns {Float32Array[]} columns of each row
 */
const rowsOf = (x, begin = 0, end = x.shape[1]) =>
  Array.from({ length: x.shape[0] }, (_, r) => x.data.slice(r * x.shape[1] + begin, r * x.shape[1] + end));

/**
 * One query's attention to the keys so far, in double.
 * @param {Float32Array} query of all heads
 * @param {Float32Array[]} keys of fewer heads, perhaps, each of which serves neighbouring ones
 * @param {Float32Array[]} values
 * @returns {number[]}
 */
function attended(query, keys, values) {
  const sharing = query.length / keys[0].length;
  return Array.from(query).map((_, i) => {
    const head = Math.floor(i / HEAD),
      at = Math.floor(head / sharing) * HEAD;
    const scores = keys.map((key) => {
      let sum = 0;
      for (let d = 0; d < HEAD; d++) sum += query[head * HEAD + d] * key[at + d];
      return sum / Math.sqrt(HEAD);
    });
    const largest = Math.max(...scores),
      weights = scores.map((score) => Math.exp(score - largest));
    const total = weights.reduce((a, b) => a + b);
    return weights.reduce((sum, weight, t) => sum + (weight / total) * values[t][at + (i % HEAD)], 0);
  });
}

/** GELU by tanh, GPT-2's: Hendrycks and Gimpel, arXiv:1606.08415. @param {number} v */
const gelu = (v) => (v / 2) * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (v + 0.044715 * v ** 3)));

/** @param {number} v */
const silu = (v) => v / (1 + Math.exp(-v));

/** The names are those of the file. */
const makeGpt2 = () => ({
  ln_1: new LayerNorm(FEATURES, { eps: EPS }),
  "attn.c_attn": new Linear(FEATURES, 3 * FEATURES),
  "attn.c_proj": new Linear(FEATURES, FEATURES),
  ln_2: new LayerNorm(FEATURES, { eps: EPS }),
  "mlp.c_fc": new Linear(FEATURES, 4 * FEATURES),
  "mlp.c_proj": new Linear(4 * FEATURES, FEATURES),
});

/** @param {Record<string, LayerNorm | RMSNorm | Linear>} layers @param {Weights} weights */
function load(layers, weights) {
  for (const [name, layer] of Object.entries(layers)) layer.eval().loadState(part(weights, `${name}.`));
}

/** @param {ReturnType<typeof makeGpt2>} layers @param {Tensor} x */
function runGpt2(layers, x) {
  const qkv = layers["attn.c_attn"].forward(layers.ln_1.forward(x));
  const [queries, keys, values] = [0, 1, 2].map((i) => rowsOf(qkv, i * FEATURES, (i + 1) * FEATURES));
  const heads = queries.map((query, t) => attended(query, keys.slice(0, t + 1), values.slice(0, t + 1)));
  const { y, sum } = layers.ln_2.addForward(layers["attn.c_proj"].forward(heads), x);
  const out = layers["mlp.c_proj"].forward(mapped(layers["mlp.c_fc"].forward(y), gelu));
  return mapped(sum, (value, i) => value + out.data[i]);
}

const makeLlama = () => ({
  input_layernorm: new RMSNorm(FEATURES, { eps: EPS }),
  "self_attn.q_proj": new Linear(FEATURES, FEATURES, { bias: false }),
  "self_attn.k_proj": new Linear(FEATURES, FEATURES / 2, { bias: false }),
  "self_attn.v_proj": new Linear(FEATURES, FEATURES / 2, { bias: false }),
  "self_attn.o_proj": new Linear(FEATURES, FEATURES, { bias: false }),
  post_attention_layernorm: new RMSNorm(FEATURES, { eps: EPS }),
  "mlp.gate_proj": new Linear(FEATURES, HIDDEN, { bias: false }),
  "mlp.up_proj": new Linear(FEATURES, HIDDEN, { bias: false }),
  "mlp.down_proj": new Linear(HIDDEN, FEATURES, { bias: false }),
});

/**
 * A position in every pair of numbers half a head apart: Su et al., "RoFormer", arXiv:2104.09864.
 * @param {Float32Array} row of some heads
 * @param {number} position
 */
const rotated = (row, position) =>
  row.map((value, i) => {
    const d = i % HEAD,
      other = d < HEAD / 2 ? -row[i + HEAD / 2] : row[i - HEAD / 2];
    return value * cosines[position * HEAD + d] + other * sines[position * HEAD + d];
  });

/** What a block has seen so far, and where its layers write: nowhere, or tensors of its own. */
class Run {
  /** @type {Float32Array[]} */
  keys = [];
  /** @type {Float32Array[]} */
  values = [];
  /** @type {Map<string, Tensor>} */
  places = new Map();

  /** @param {boolean} resident whether everything is written into resident tensors, the same ones for every token */
  constructor(resident) {
    this.resident = resident;
  }

  /** @param {string} name @param {number[]} shape */
  place(name, shape) {
    if (!this.resident) return zeros(shape);
    const out = this.places.get(name) ?? empty(shape, { resident: true });
    this.places.set(name, out);
    return out;
  }

  dispose() {
    for (const place of this.places.values()) place.dispose();
  }
}

/**
 * @param {ReturnType<typeof makeLlama>} layers
 * @param {Tensor} stream [positions, FEATURES]: the next positions; overwritten
 * @param {Run} run
 */
function runLlama(layers, stream, run) {
  const count = stream.shape[0],
    first = run.keys.length;
  /** @type {(layer: Linear | RMSNorm, name: string, x: Tensor, size: number) => Tensor} */
  const apply = (layer, name, x, size) => layer.forward(x, { out: run.place(name, [count, size]) });
  const normed = apply(layers.input_layernorm, "normed", stream, FEATURES);
  const [query, key, value] = ["q", "k", "v"].map((name) => {
    const layer = /** @type {Linear} */ (layers[/** @type {"self_attn.q_proj"} */ (`self_attn.${name}_proj`)]);
    return rowsOf(apply(layer, name, normed, layer.weight.shape[0]));
  });
  const heads = run.place("heads", [count, FEATURES]);
  for (let t = 0; t < count; t++) {
    run.keys.push(rotated(key[t], first + t));
    run.values.push(value[t]);
    heads.data.set(attended(rotated(query[t], first + t), run.keys, run.values), t * FEATURES);
  }
  const added = apply(layers["self_attn.o_proj"], "added", heads, FEATURES);
  layers.post_attention_layernorm.addForward(added, stream, { out: { y: normed, sum: stream } });
  const gate = apply(layers["mlp.gate_proj"], "gate", normed, HIDDEN),
    up = apply(layers["mlp.up_proj"], "up", normed, HIDDEN);
  for (let i = 0; i < gate.size; i++) gate.data[i] = silu(gate.data[i]) * up.data[i];
  const down = apply(layers["mlp.down_proj"], "added", gate, FEATURES);
  for (let i = 0; i < stream.size; i++) stream.data[i] += down.data[i];
  return stream;
}

/** @param {{ data: Float32Array }} got @param {TensorFixture} wanted */
const missesOf = (got, wanted) => misses(got.data, doubles(wanted.data), () => BOUND);

describe("GPT-2", () => {
  const x = tensor(tensorOf(gpt2.x));
  /** @type {ReturnType<typeof makeGpt2>} */
  let layers;
  beforeEach(() => (layers = makeGpt2()));

  test("its matrices, which lie on their side, are refused", () => {
    const before = layers["attn.c_attn"].weight.toArray();
    expect(() => load(layers, weightsOf("gpt2"))).toThrow(
      'state["weight"]: expected shape [96, 32], got [32, 96] (its transpose fits: see transpose)',
    );
    expect(layers["attn.c_attn"].weight.toArray()).toEqual(before);
  });

  test("a block gives what PyTorch's float64 gives", () => {
    expect(missesOf(runGpt2(layers, x), gpt2.y)).not.toEqual([]);
    load(layers, upright(weightsOf("gpt2")));
    expect(missesOf(runGpt2(layers, x), gpt2.y)).toEqual([]);
  });

  test("the file as it is, by prefix and transpose: square matrices need it, too", () => {
    const weights = weightsOf("gpt2");
    for (const transpose of [[], ["weight"]]) {
      for (const [name, layer] of Object.entries(layers)) {
        const lies = layer instanceof Linear && (name !== "attn.c_proj" || transpose.length > 0);
        layer.loadState(weights, { prefix: `${name}.`, transpose: lies ? ["weight"] : [] });
      }
      const wrong = missesOf(runGpt2(layers, x), gpt2.y);
      if (transpose.length) expect(wrong).toEqual([]);
      else expect(wrong).not.toEqual([]);
    }
  });

  test("what is left out, or another eps, shows", () => {
    const weights = upright(weightsOf("gpt2"));
    load(layers, weights);
    layers.ln_2.eps = 1e-3;
    expect(missesOf(runGpt2(layers, x), gpt2.y)).not.toEqual([]);
    layers.ln_2.eps = EPS;
    layers.ln_1.loadState({ bias: zeros([FEATURES]) }, { strict: false });
    expect(missesOf(runGpt2(layers, x), gpt2.y)).not.toEqual([]);
  });
});

describe("Llama", () => {
  const layers = makeLlama(),
    whole = new Run(false);
  load(layers, weightsOf("llama"));
  const y = runLlama(layers, tensor(tensorOf(llama.x)), whole);

  test("a block gives what PyTorch's float64 gives", () => {
    expect(missesOf(y, llama.y)).toEqual([]);
    const fresh = makeLlama();
    expect(missesOf(runLlama(fresh, tensor(tensorOf(llama.x)), new Run(false)), llama.y)).not.toEqual([]);
  });

  test("token by token, resident and in place, with resident weights, it gives the same bits", () => {
    const before = memoryUsage().resident,
      own = makeLlama(),
      run = new Run(true);
    load(own, weightsOf("llama"));
    const weights = Object.values(own).map((layer) => {
      layer.weight = tensor(/** @type {Tensor} */ (layer.weight), undefined, { resident: true });
      return layer.weight;
    });
    const stream = empty([1, FEATURES], { resident: true }),
      tokens = rowsOf(tensor(tensorOf(llama.x)));
    tokens.forEach((token, t) => {
      stream.data.set(token);
      runLlama(own, stream, run);
      expect([...stream.data]).toEqual([...y.data.slice(t * FEATURES, (t + 1) * FEATURES)]);
    });
    for (const one of [stream, run, ...weights]) one.dispose();
    expect(memoryUsage().resident).toBe(before);
  });
});
