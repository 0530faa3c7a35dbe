/** The benchmark's row of mean 1e4 and spread 1e-2: written by tests/page/peers.mjs. */
import measured from "./peers.json" with { type: "json" };

export const PEERS_ROW = { mean: 1e4, spread: 1e-2 };
/** How many such rows the benchmark takes, with a random weight and bias. */
export const ROWS = 4;

/** @type {{ count: number, peers: readonly { name: string, version: string | null, error: number | null }[] }} */
export const { count, peers } = measured;
