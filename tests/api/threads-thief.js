/**
 * Stands for a thread that is lost in the middle of a part: it takes one as web/api/threads/worker.js does, spoils what
 * it overwrites, and does not answer.
 */
import { parentPort } from "node:worker_threads";
import {
  ARGUMENTS,
  PARTS,
  ROOM,
  save,
  SIZE,
  SPAN_STEPS,
  SPANS,
  shared,
  STATE_BITS,
  STEPS,
  take,
  TOTAL,
  TURN,
} from "../../web/api/threads/part.js";

/** @import { AnyKernel } from "../../web/api/threads/part.js" */
/** @import { Task } from "../../web/api/threads/worker.js" */

/** @param {Task} task */
function steal({ module, memory, buffer, index, stack }) {
  const exports = /** @type {Record<string, AnyKernel>} */ (
      new WebAssembly.Instance(module, { env: { memory } }).exports
    ),
    { control, job } = shared(buffer);
  exports.stackRestore(stack);
  parentPort?.postMessage("ready");
  for (;;) {
    const turn = Atomics.load(control, TURN),
      part = take(control, job, turn, index);
    if (part < 0) continue;
    save(exports.memcpy, job, part, job[ROOM], false);
    Atomics.store(control, PARTS + part, (turn << STATE_BITS) | index);
    /* The first argument is the output. */
    const [first, end] = [part, part + 1].map((k) => Math.min(k * job[SIZE], job[TOTAL]) * job[STEPS]);
    for (let span = 0; span < (job[SPAN_STEPS] ? job[SPANS] : 1); span++) {
      new Uint8Array(memory.buffer, job[ARGUMENTS] + span * job[SPAN_STEPS] + first, end - first).fill(0xff);
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
}

parentPort?.once("message", steal);
