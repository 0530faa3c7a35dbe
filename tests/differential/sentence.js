/** What README says of the last run that was kept: npm run differential -- --torch --write. */
import { readFileSync } from "node:fs";

/** @import { Count } from "./compare.js" */

/** @typedef {{ version: string, ops: Record<string, Count> }} Peer */

/** In the README, whatever the figures. */
export const SENTENCE = /Of [\d,]+ random calls, .*? theirs in [\d,]+ and [\d,]+\./;

const { "onnxruntime-web": onnx, PyTorch } = /** @type {Record<string, Peer>} */ (
  JSON.parse(readFileSync(new URL("results.json", import.meta.url), "utf8"))
);

/** @param {Peer} peer @param {(count: Count) => number} what */
const sum = ({ ops }, what) =>
  Object.values(ops)
    .reduce((total, count) => total + what(count), 0)
    .toLocaleString("en");

/** @param {Peer} peer without what stands behind the second point */
const version = (peer) => peer.version.split(".", 2).join(".");

/** @param {(count: Count) => number} what */
const both = (what) => `${sum(onnx, what)} and ${sum(PyTorch, what)}`;

/** @param {Count} count */
const calls = (count) => count.calls;

/** @param {Count} count */
const disagree = (count) => count.disagree;

/** Two that are a little off, one too high and the other too low, may both be right. @param {Count} count */
const ours = (count) => count.disagree - count.theyAreRight - count.neitherIs;

/** @param {Count} count */
const theirs = (count) => count.disagree - count.weAreRight - count.neitherIs;

export const sentence = () =>
  `Of ${sum(onnx, calls)} random calls, many on hard data, ${sum(onnx, disagree)} differ from onnxruntime-web ` +
  `${version(onnx)} by more than the promise below, of ${sum(PyTorch, calls)} ${sum(PyTorch, disagree)} from PyTorch ` +
  `${version(PyTorch)} (\`npm run differential\`): by float64 ours keeps it in ${both(ours)} of them, ` +
  `theirs in ${both(theirs)}.`;
