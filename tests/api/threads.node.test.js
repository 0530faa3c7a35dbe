/** layernorm/threads in Node.js: the bits of one thread, whatever becomes of the others. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { kernels } from "../../web/api/index.js";
import * as declared from "../../web/api/kernels.js";
import { startThreads } from "../../web/api/threads.js";
import { argumentsOf } from "../../web/api/threads/cuts.js";
import { sharing } from "../../web/api/threads/turn.js";
import { bits } from "../bits.js";
import expected from "../fixtures/bits.json";
import { root } from "../setup.mjs";
import { make, randomCall } from "./random-calls.js";

/** @import { Exports } from "./random-calls.js" */
/** @import { Threads } from "../../web/api/threads.js" */

const CALLS = 40;

/** What kernels.wasm gives, on one thread. @type {Exports} */
let alone;

/** @type {Threads} */
let running;

beforeAll(async () => {
  const { instance } = await WebAssembly.instantiate(readFileSync(join(root, "web/api/kernels.wasm")));
  alone = /** @type {any} */ (instance.exports);
});

/** So that small calls are shared, too. */
const shareAll = () => Object.assign(sharing, { least: 0, leastPart: 0 });

/** @param {number} threads */
async function start(threads) {
  running = await startThreads({ threads });
  expect([running.threads, running.reason]).toEqual([threads, ""]);
}

afterEach(() => running?.stop());

describe.each([2, 3, 5])("%i threads", (threads) => {
  test.each([...argumentsOf.keys()])("%s: random calls give the bits of one thread", async (name) => {
    shareAll();
    await start(threads);
    const together = /** @type {Exports} */ (/** @type {unknown} */ (kernels()));
    for (let seed = 1; seed <= CALLS; seed++) {
      const call = randomCall(name, 1000 * threads + seed),
        [one, all] = [alone, together].map((exports) => make(exports, call, seed));
      expect(all, `${JSON.stringify(call.values)}, in place: ${[...call.same]}`).toEqual(one);
    }
  });
});

test("the bits of every op of the table, with 3 threads", async () => {
  shareAll();
  await start(3);
  expect(bits()).toEqual(expected);
});
