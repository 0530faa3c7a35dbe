/** What section dim and its first check say of rows of zeros that fill a tensor up, computed by the kernels. */
import { normalize, randn, tensor } from "layernorm";
import { expect, test } from "vitest";

const [WORDS, ZEROS, FEATURES] = [5, 3, 8];

test("over dim 0 rows of zeros change what the words come out as; over dim 1 they change nothing", () => {
  const words = Float32Array.from(randn([WORDS, FEATURES]).data, (value) => value + 1);
  const filled = new Float32Array((WORDS + ZEROS) * FEATURES);
  filled.set(words);
  for (const [dim, isChanged] of /** @type {const} */ ([
    [0, true],
    [1, false],
  ])) {
    const settings = { dim, correction: 0, eps: 1e-5 };
    const alone = normalize(tensor(words, [WORDS, FEATURES]), settings).data;
    const among = normalize(tensor(filled, [WORDS + ZEROS, FEATURES]), settings).data;
    const far = Math.max(...alone.map((value, i) => Math.abs(value - among[i])));
    if (isChanged) expect(far).toBeGreaterThan(0.1);
    else expect(far).toBe(0);
  }
});
