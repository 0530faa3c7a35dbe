/** What README says of the last run that was kept: npm run differential -- --torch --write. */
import { readFileSync } from "node:fs";

/** @import { Count } from "./compare.js" */

/** @typedef {{ version: string, ops: Record<string, Count> }} Peer */

/** Where they stand in the README, whatever the figures; of the text, with one space between two words. */
export const PLACES = {
  sentence: /Of [\d,]+ random calls, .*? theirs in [\d,]+ and [\d,]+\./,
  table: /\| op \|.*\n(\|.*\n)+/,
  unlike: /theirs was so in [\d,]+ and [\d,]+ calls/,
};

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

/** An error, in multiples of the promise. @param {number} error */
const times = (error) =>
  error < 1000 ? String(Number(error.toPrecision(2))) : error.toExponential(0).replace("+", "");

/** Of the calls of an op by one peer. @param {Count | undefined} count */
function cells(count) {
  if (!count) return ["", "", ""];
  return [
    `${disagree(count).toLocaleString("en")} of ${calls(count).toLocaleString("en")}`,
    `${ours(count).toLocaleString("en")} / ${theirs(count).toLocaleString("en")}`,
    `${times(count.ourWorst)} / ${times(count.theirWorst)}`,
  ];
}

/** By op: how often two differ, who is right then, and how far off each is at most. */
export function table() {
  const heads = ["onnxruntime-web", "PyTorch"].flatMap((name) => [name, "right", "worst"]);
  const names = [...new Set([...Object.keys(onnx.ops), ...Object.keys(PyTorch.ops)])];
  const rows = names.map((name) => [`\`${name}\``, ...cells(onnx.ops[name]), ...cells(PyTorch.ops[name])]);
  const all = [["op", ...heads], ["---", ...heads.map(() => "---")], ...rows];
  return all.map((row) => `| ${row.join(" | ")} |\n`).join("");
}

/** Calls in which theirs is NaN or an infinity where float64 has a number, or the other way round. */
export const unlike = () =>
  `theirs was so in ${sum(onnx, (count) => count.unlike)} and ${sum(PyTorch, (count) => count.unlike)} calls`;
