/** The example of tests/workers: rows over threads give the bits that one thread gives. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { layerNorm, tensor } from "../../web/api/index.js";
import { root } from "../setup.mjs";
import { Threads } from "../workers/rows.js";
import { firstDifference, normals } from "./reference.js";

const kernels = readFileSync(join(root, "web/api/kernels.wasm"));

describe.each([1, 2, 3])("with %i threads", (threads) => {
  test.each([
    [1, 5],
    [2, 6],
    [64, 768],
    [301, 770],
  ])("%i rows of %i: every turn gives the bits of one thread alone", async (rows, n) => {
    const running = await Threads.start(kernels, { rows, n, threads });
    try {
      const { x, y, weight, bias } = running.shared;
      for (let turn = 1; turn <= 20; turn++) {
        for (const [i, array] of [x, weight, bias].entries()) array.set(normals(array.length, 3 * turn + i));
        y.fill(NaN);
        running.forward();
        const alone = layerNorm(tensor(x.slice(), [rows, n]), n, { weight: weight.slice(), bias: bias.slice() });
        expect(firstDifference(y, alone.data), `turn ${turn}`).toBe("");
      }
    } finally {
      await running.close();
    }
  });
});

test("closing ends the threads", async () => {
  const running = await Threads.start(kernels, { rows: 4, n: 8, threads: 3 });
  const ends = running.workers.map(
    (worker) => new Promise((resolve) => /** @type {any} */ (worker).once("exit", resolve)),
  );
  await running.close();
  expect(await Promise.all(ends)).toHaveLength(2);
});
