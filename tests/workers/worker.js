/** One of the other threads of rows.js: does its part of the rows at every turn. */
import { init } from "../../web/api/index.js";
import { BUSY, CLOSED, sharedRows, TURN, waitWhile } from "./share.js";

/**
 * @typedef {{ module: WebAssembly.Module, buffer: SharedArrayBuffer, rows: number, n: number, threads: number, part:
 *   number }} Task
 */

/** @param {Task} task */
function work({ module, buffer, rows, n, threads, part }) {
  init(module);
  const shared = sharedRows(rows, n, buffer),
    { control } = shared;
  const normalize = shared.part(part, threads);
  for (let turn = 0; turn !== CLOSED; turn = waitWhile(control, TURN, turn)) {
    if (turn > 0) normalize();
    Atomics.sub(control, BUSY, 1);
    Atomics.notify(control, BUSY);
  }
}

/** @type {any} of Node's type or of the browser's */
const port = typeof self === "undefined" ? (await import("node:worker_threads")).parentPort : self;
port.onmessage = (/** @type {{ data: Task }} */ { data }) => work(data);
