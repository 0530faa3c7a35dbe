/** A small GPT that trains, with README's words: ops' backward functions are called by hand, AdamW is a loop. */
import { add, crossEntropy, Embedding, empty, GELU, LayerNorm, Linear, matmul, matmulBackward } from "layernorm";
import { permute, Sequential, softmax, softmaxBackward, zeros } from "layernorm";

const [LETTERS, CONTEXT, HEADS, SIZE, WIDTH] = [25, 16, 2, 8, 2 * 8]; // SIZE: of a head

/** Pre-LN: what makes queries, keys and values, what joins heads, and an MLP; of rows [sequences * CONTEXT, WIDTH]. */
class Block extends Sequential {
  forward(/** @type {import("layernorm").Tensor} */ x) {
    const [split, join, mlp] = this.layers;
    const qkv = permute(split.forward(x).reshape([-1, CONTEXT, 3, HEADS, SIZE]), [2, 0, 3, 1, 4]);
    const [q, k, v] = [0, 1, 2].map((i) => qkv.rows(i, i + 1)); // [1, sequences, HEADS, CONTEXT, SIZE]
    const shares = softmax(matmul(q, k, { transposed: true }), { scale: SIZE ** -0.5, causal: true });
    const sum = add(x, join.forward(permute(matmul(shares, v), [0, 1, 3, 2, 4]).reshape(x.shape)));
    this.backward = (/** @type {import("layernorm").Input} */ dy) => {
      const dsum = add(dy, mlp.backward(dy));
      const dheads = permute(join.backward(dsum).reshape([1, -1, CONTEXT, HEADS, SIZE]), [0, 1, 3, 2, 4]);
      const dqkv = empty(qkv.shape);
      const [dq, dk, dv] = [0, 1, 2].map((i) => dqkv.rows(i, i + 1));
      const { da } = matmulBackward(dheads, shares, v, { out: { da: empty(shares.shape), db: dv } });
      const dscores = softmaxBackward(da, shares, { scale: SIZE ** -0.5 }).dx;
      matmulBackward(dscores, q, k, { transposed: true, out: { da: dq, db: dk } });
      return add(dsum, split.backward(permute(dqkv, [1, 3, 0, 2, 4]).reshape([-1, 3 * WIDTH])));
    };
    return add(sum, mlp.forward(sum));
  }
}

const split = () => [new LayerNorm(WIDTH), new Linear(WIDTH, 3 * WIDTH)];
const mlp = () => [new LayerNorm(WIDTH), new Linear(WIDTH, 4 * WIDTH), new GELU(), new Linear(4 * WIDTH, WIDTH)];
const block = () => new Block(new Sequential(...split()), new Linear(WIDTH, WIDTH), new Sequential(...mlp()));
const [letters, places] = [LETTERS, CONTEXT].map((count) => new Embedding(count, WIDTH));
const body = new Sequential(block(), block(), new LayerNorm(WIDTH));
export const net = new Sequential(letters, places, body);
const moments = net.parameters().map(({ value }) => [zeros(value.shape), zeros(value.shape)]);

/** The loss, whose gradients net then has. @param {number[]} inputs @param {number[]} targets */
export function learn(inputs, targets) {
  const y = body.forward(add(letters.forward(inputs), places.forward(inputs.map((_, i) => i % CONTEXT))));
  const { loss, dlogits } = crossEntropy(matmul(y, letters.weight, { transposed: true }), targets);
  const { da, db } = matmulBackward(dlogits, y, letters.weight, { transposed: true });
  net.zeroGrad();
  net.parameters()[0].grad.copyFrom(db); // of the letters' embeddings, to which their backward() adds
  const dx = body.backward(da);
  for (const table of [letters, places]) table.backward(dx);
  return loss;
}

/** AdamW's step t, from 1 on; only matrices decay. @param {number} t @param {number} rate @param {number} decay */
export function update(t, rate, decay) {
  for (const [n, { value, grad }] of net.parameters().entries()) {
    const [w, g, m, v] = [value, grad, ...moments[n]].map(({ data }) => data);
    const kept = value.shape.length > 1 ? 1 - rate * decay : 1;
    for (let i = 0; i < w.length; i++) {
      m[i] = 0.9 * m[i] + 0.1 * g[i];
      v[i] = 0.999 * v[i] + 0.001 * g[i] ** 2;
      w[i] = kept * w[i] - (rate * (m[i] / (1 - 0.9 ** t))) / (Math.sqrt(v[i] / (1 - 0.999 ** t)) + 1e-8);
    }
  }
}
