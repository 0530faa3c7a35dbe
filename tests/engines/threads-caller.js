/** A worker that calls the example of tests/workers, which a page may not, and compares it with one thread alone. */
import { firstDifference, normals } from "../api/reference.js";
import { Threads } from "../workers/rows.js";

const ROWS = 301,
  N = 768,
  TURNS = 10;

/** @returns {Promise<string>} what differs; "" if nothing does */
async function differences() {
  const kernels = await (await fetch("/web/api/kernels.wasm")).arrayBuffer();
  const threads = await Threads.start(kernels, { rows: ROWS, n: N, threads: 2 });
  const { x, y, weight, bias, part } = threads.shared,
    found = [];
  for (let turn = 1; turn <= TURNS; turn++) {
    for (const [i, array] of [x, weight, bias].entries()) array.set(normals(array.length, 3 * turn + i));
    y.fill(NaN);
    threads.forward();
    const got = y.slice();
    part(0, 1)();
    found.push(firstDifference(got, y));
  }
  await threads.close();
  return found.filter(Boolean).join("; ");
}

differences().then(
  (found) => postMessage(found),
  (error) => postMessage(String(error)),
);
