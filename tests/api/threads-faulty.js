/**
 * web/api/threads/worker.js with a fault, which workerData names: "hangs": it has done a part, and does not say so any
 * more; "throws": its kernels throw.
 */
import { workerData } from "node:worker_threads";
import { FINISHED, PARTS, STATE_BITS } from "../../web/api/threads/part.js";

const { compareExchange } = Atomics,
  { Instance } = WebAssembly;

/** @param {Int32Array} control @param {number} word @param {number} expected @param {number} next */
function exchangeOrHang(control, word, expected, next) {
  const isFinished = word >= PARTS && (next & (2 ** STATE_BITS - 1)) === FINISHED;
  if (isFinished) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  return compareExchange(control, word, expected, next);
}

/** @param {WebAssembly.Module} module @param {WebAssembly.Imports} imports */
function throwingInstance(module, imports) {
  const { exports } = new Instance(module, imports),
    fail = () => {
      throw new Error("a planted fault");
    };
  const entries = Object.entries(exports).map(([name, value]) => [name, name.startsWith("ln_") ? fail : value]);
  return { exports: Object.fromEntries(entries) };
}

if (workerData === "hangs") Object.assign(Atomics, { compareExchange: exchangeOrHang });
else Object.assign(WebAssembly, { Instance: throwingInstance });
await import("../../web/api/threads/worker.js");
