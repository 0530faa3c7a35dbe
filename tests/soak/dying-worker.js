/** A thread as web/api/threads/worker.js, which now and then ends, or stands still, after it has taken a part. */
const ODDS = 1 / 3000;

const { compareExchange } = Atomics;

Atomics.compareExchange = /** @type {any} */ (
  (
    /** @type {Int32Array} */ control,
    /** @type {number} */ at,
    /** @type {number} */ old,
    /** @type {number} */ to,
  ) => {
    const result = compareExchange(control, at, old, to),
      chance = Math.random() / ODDS;
    if (result === old && chance < 0.5) process.exit();
    if (result === old && chance < 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    return result;
  }
);

await import("../../web/api/threads/worker.js");

export {};
