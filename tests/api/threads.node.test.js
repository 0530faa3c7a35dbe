/** layernorm/threads in Node.js: the bits of one thread, whatever becomes of the others. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import workerThreads from "node:worker_threads";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  empty,
  groupNormBackward,
  kernels,
  l2NormalizeBackward,
  layerNorm,
  layerNormBackward,
  matmul,
  randn,
  softmax,
  zeros,
} from "../../web/api/index.js";
import * as declared from "../../web/api/kernels.js";
import { startThreads } from "../../web/api/threads.js";
import { argumentsOf, cutOf, plans } from "../../web/api/threads/cuts.js";
import { TURN } from "../../web/api/threads/part.js";
import { sharing } from "../../web/api/threads/turn.js";
import { bits } from "../bits.js";
import expected from "../fixtures/bits.json";
import { root } from "../setup.mjs";
import { make, randomCall } from "./random-calls.js";
import { blocks, check } from "./readme.js";
import { workersOf } from "./started-workers.js";

/** @import { Exports } from "./random-calls.js" */
/** @import { Tensor } from "../../web/api/index.js" */
/** @import { Threads } from "../../web/api/threads.js" */

const CALLS = 12;

/** The kernels that one thread does: they are short, draw random numbers, or move numbers alone. */
const ALONE = [
  "ln_update_running",
  "ln_scaler_fit",
  "ln_scaler_statistics",
  "ln_manual_seed",
  "ln_uniform",
  "ln_normal",
  "ln_permute",
  "ln_allclose",
];

/** Where two lists of operands first differ. @param {Uint32Array[]} a @param {Uint32Array[]} b */
function difference(a, b) {
  for (let i = 0; i < a.length; i++) {
    const at = a[i].findIndex((bits, k) => bits !== b[i][k]);
    if (at >= 0) return `argument ${i}, at ${at}: ${a[i][at]}, ${b[i][at]}`;
  }
  return "";
}

/** What kernels.wasm gives, on one thread. @type {Exports} */
let alone;

/** @type {Threads} */
let running;

beforeAll(async () => {
  const { instance } = await WebAssembly.instantiate(readFileSync(join(root, "web/api/kernels.wasm")));
  alone = /** @type {any} */ (instance.exports);
  await start(2); /* before anything uses memory */
  await running.stop();
});

beforeEach(() => void Object.assign(sharing, { least: 0, leastPart: 0 })); /* small calls are shared, too */

/** @param {number} threads */
async function start(threads) {
  running = await startThreads({ threads });
  expect([running.threads, running.reason]).toEqual([threads, ""]);
}

afterEach(() => running?.stop());

const together = () => /** @type {Exports} */ (/** @type {unknown} */ (kernels()));

test.each([2, 3, 5])("random calls of every kernel give the bits of one thread, with %i threads", async (threads) => {
  await start(threads);
  for (const name of argumentsOf.keys()) {
    for (let seed = 1; seed <= CALLS; seed++) {
      const call = randomCall(name, 1000 * threads + seed),
        [one, all] = [alone, together()].map((exports) => make(exports, call, seed));
      expect(difference(one, all), `${name}: ${call.values}, in place: ${[...call.same]}`).toBe("");
    }
  }
  expect(running.threads).toBe(threads);
});

/** @param {Tensor} tensor @param {Float32Array} expected */
const expectSame = (tensor, expected) => expect(tensor.data.every((value, i) => value === expected[i])).toBe(true);

/**
 * How many turns a call takes.
 * @template T
 * @param {() => T} call
 */
function turnsOf(call) {
  const store = vi.spyOn(Atomics, "store");
  try {
    const result = call();
    return { result, turns: store.mock.calls.filter(([, word]) => word === TURN).length };
  } finally {
    store.mockRestore();
  }
}

/**
 * @param {string} name
 * @param {(call: ReturnType<typeof randomCall>) => boolean} isWanted
 */
function seedOf(name, isWanted) {
  for (let seed = 1; seed < 10_000; seed++) {
    const call = randomCall(name, seed);
    if (isWanted(call)) return { seed, call };
  }
  throw new Error(`no random call of ${name} is of that kind`);
}

test("each way of cutting a kernel is taken, and gives the bits of one thread", async () => {
  await start(3);
  for (const [name, plan] of plans) {
    for (const cut of plan.cuts) {
      const { seed, call } = seedOf(name, ({ values }) => {
        const spans = cut.span < 0 ? 2 : values[cut.span];
        return cutOf(plan, values) === cut && values[cut.at] > cut.grain && spans > 1;
      });
      const { turns, result } = turnsOf(() => make(together(), call, seed)),
        found = difference(make(alone, call, seed), result);
      expect({ found, turns }, `${cut.by}: ${call.values}, in place: ${[...call.same]}`).toEqual({
        found: "",
        turns: 1,
      });
    }
  }
});

test("each thread packs matrices into room of its own", async () => {
  await start(3);
  const [a, b] = [randn([256, 192], { resident: true }), randn([192, 512], { resident: true })];
  sharing.least = Infinity;
  const expected = matmul(a, b).data.slice();
  sharing.least = 0;
  for (let call = 0; call < 20; call++) expectSame(matmul(a, b), expected);
});

test("the bits of every op of the table, with 3 threads", async () => {
  await start(3);
  expect(bits()).toEqual(expected);
});

test("the arguments of the kernels that are cut are those of c/norm.h", () => {
  const text = readFileSync(join(root, "web/api/kernels.js"), "utf8").replaceAll(/\n \* */g, " ");
  for (const [name, all] of argumentsOf) {
    const [, list] = /** @type {string[]} */ (text.match(new RegExp(`\\{\\(([^)]*)\\) => void\\} ${name}\\b`)));
    expect(all.map((argument) => `${argument.name}: number`).join(", "), name).toBe(list);
  }
});

test("what is kept on one thread is short, or draws random numbers", () => {
  const cut = new Set(argumentsOf.keys());
  expect(declared.functions.filter((name) => name.startsWith("ln_") && !cut.has(name))).toEqual(ALONE);
});

test("memory grows under running threads, and views stay right", async () => {
  await start(3);
  const x = randn([300, 768], { resident: true }),
    expected = layerNorm(x, 768).data.slice();
  for (let i = 0; i < 5; i++) {
    const large = zeros([2 ** 20 * (i + 1)], { resident: true }),
      y = layerNorm(x, 768, { out: empty([300, 768], { resident: true }) });
    expectSame(y, expected);
    y.dispose();
    large.dispose();
  }
});

/** The threads that are started run another file. @param {string} file @param {string} [fault] of threads-faulty.js */
function insteadOfWorker(file, fault) {
  const url = new URL(file, import.meta.url),
    { Worker } = workerThreads;
  workerThreads.Worker = class extends Worker {
    constructor() {
      super(url, { workerData: fault });
    }
  };
  return () => void (workerThreads.Worker = Worker);
}

/**
 * Ops that write into their first input.
 * @type {Record<string, { shapes: number[][], call: (inputs: Tensor[]) => Tensor[] }>}
 */
const inPlace = {
  rows: { shapes: [[500, 768]], call: ([x]) => [layerNorm(x, 768, { out: x })] },
  "rows, whose sums are wanted": {
    shapes: [[500, 768], [500, 768], [768]],
    call: ([dy, x, weight]) => Object.values(layerNormBackward(dy, x, 768, { weight, out: outs(dy, 768) })),
  },
  "rows, with room of one's own": {
    shapes: [
      [500, 768],
      [500, 768],
    ],
    call: ([dy, x]) => [l2NormalizeBackward(dy, x, { out: { dx: dy } }).dx],
  },
  "channels of several samples, whose sums are wanted": {
    shapes: [[3, 64, 500], [3, 64, 500], [64]],
    call: ([dy, x, weight]) => Object.values(groupNormBackward(dy, x, 16, { weight, out: outs(dy, 64) })),
  },
  columns: { shapes: [[20, 4096]], call: ([x]) => [softmax(x, { dim: 0, out: x })] },
};

/** @param {Tensor} dx @param {number} n */
const outs = (dx, n) => ({ dx, dweight: empty([n], { resident: true }), dbias: empty([n], { resident: true }) });

/**
 * Calls an op in place until the thread with a fault has been given up.
 * @param {keyof typeof inPlace} name
 * @param {"hangs" | "throws"} fault
 */
async function callUntilGivenUp(name, fault) {
  const { shapes, call } = inPlace[name],
    inputs = shapes.map((shape) => randn(shape, { resident: true })),
    values = inputs[0].data.slice(),
    expected = call(inputs).map(({ data }) => data.slice());
  const undo = insteadOfWorker("./threads-faulty.js", fault);
  await start(2).finally(undo);
  for (let calls = 0; calls < 1000 && running.threads === 2; calls++) {
    inputs[0].copyFrom(values);
    call(inputs).forEach((tensor, i) => expectSame(tensor, expected[i]));
  }
}

test.each(Object.keys(inPlace))("a part that a thread has done and does not tell of is done once: %s", async (name) => {
  await callUntilGivenUp(name, "hangs");
  expect([running.threads, running.reason]).toEqual([1, "a thread did not answer within a second"]);
  await start(3);
  const x = randn([500, 768], { resident: true });
  expect(layerNorm(x, 768).data.every(Number.isFinite)).toBe(true);
});

test("a part in which a kernel throws is done by the caller, at once", async () => {
  await callUntilGivenUp("rows", "throws");
  expect([running.threads, running.reason]).toEqual([1, "a kernel threw in a thread"]);
});

test("channels of several samples are shared", async () => {
  await start(3);
  const { shapes, call } = inPlace["channels of several samples, whose sums are wanted"],
    inputs = shapes.map((shape) => randn(shape, { resident: true }));
  expect(turnsOf(() => call(inputs)).turns).toBeGreaterThan(0);
});

test("threads that are ended from outside are told of; what is called gives the same bits", async () => {
  const made = await workersOf(() => start(3));
  const x = randn([64, 768]),
    expected = layerNorm(x, 768).data.slice();
  await made[0].terminate();
  expect([running.threads, running.reason]).toEqual([2, "a thread was ended"]);
  void made[1].terminate();
  expect(layerNorm(x, 768).data).toEqual(expected);
});

test("a thread that does not start: one thread, and the reason", async () => {
  const undo = insteadOfWorker("./no-such-file.js");
  try {
    const { threads, reason } = await startThreads({ threads: 2 });
    expect(threads).toBe(1);
    expect(reason).toMatch(/^a thread failed: Cannot find module/);
  } finally {
    undo();
  }
});

test("stop ends the threads; they can be started again", async () => {
  await start(2);
  await running.stop();
  expect(running.threads).toBe(1);
  const x = randn([64, 768]),
    expected = layerNorm(x, 768).data.slice();
  await start(2);
  expect(layerNorm(x, 768).data).toEqual(expected);
});

test("README's example", async () => {
  const [code, ...others] = blocks("js threads");
  expect(others).toEqual([]);
  await check(code, () => import("../../web/api/threads.js"));
});

test("errors", async () => {
  await start(2);
  await expect(startThreads()).rejects.toThrow("startThreads: expected to be called once, or after stop()");
  await running.stop();
  await expect(startThreads({ threads: 0 })).rejects.toThrow("threads: expected an integer >= 1, got 0");
  await expect(startThreads({ threads: 65 })).rejects.toThrow("threads: expected an integer from 1 to 64, got 65");
  await expect(startThreads(/** @type {any} */ ({ workers: 2 }))).rejects.toThrow("expected only threads, got workers");
  expect((await startThreads({ threads: 1 })).threads).toBe(1);
});

test("after something has used the package's own memory, it is too late", async () => {
  vi.resetModules();
  const [{ zeros }, late] = await Promise.all([import("../../web/api/index.js"), import("../../web/api/threads.js")]);
  zeros([2], { resident: true });
  await expect(late.startThreads({ threads: 2 })).rejects.toThrow("before anything uses WebAssembly memory, not after");
});

test("a page that is not cross-origin isolated: one thread, and the reason", async () => {
  vi.resetModules();
  const page = await import("../../web/api/threads.js");
  vi.stubGlobal("crossOriginIsolated", false);
  vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined);
  try {
    const { threads, reason } = await page.startThreads({ threads: 2 });
    expect([threads, reason]).toEqual([1, expect.stringMatching(/^the page is not cross-origin isolated/)]);
  } finally {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  }
});
