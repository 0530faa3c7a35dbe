/**
 * `npm run differential`: random calls of this package beside onnxruntime-web and PyTorch. float64 says who is right.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { uniforms } from "../api/reference.js";
import { askOnnxRuntime } from "../package/interop/calls.js";
import { drawCall } from "./calls.js";
import { Tally } from "./compare.js";
import { askPyTorch } from "./pytorch.js";

const USAGE = `npm run differential [-- --calls N] [--torch-calls N] [--seed S] [--torch] [--write]
  --calls N        of onnxruntime-web, 20,000 unless given; needs npm ci in tests/package
  --torch          PyTorch, too: needs a Python that has it
  --torch-calls N  of PyTorch, 5,000 unless given
  --seed S         1 unless given
  --write          results.json of this folder, which README's sentences and table are held against`;

const { values: given } = parseArgs({
  options: {
    calls: { type: "string", default: "20000" },
    "torch-calls": { type: "string", default: "5000" },
    seed: { type: "string", default: "1" },
    torch: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

/** @param {string} name @param {Tally} tally @returns {boolean} whether all of ours is within the promise */
function print(name, { counts, faults }) {
  console.log(`\n${name}; errors in multiples of the promise`);
  console.table(counts);
  for (const { call, worst } of faults.slice(0, 20)) {
    console.log(`ours misses by ${worst}: ${call.op} ${call.kind} [${call.shape}] ${JSON.stringify(call.options)}`);
  }
  return faults.length === 0;
}

async function besideOnnxRuntime() {
  const tally = new Tally("onnx"),
    random = uniforms(Number(given.seed));
  for (let i = 0; i < Number(given.calls); i++) {
    const call = drawCall(random, "onnx");
    tally.add(call, await askOnnxRuntime(call));
  }
  const path = join(import.meta.dirname, "../package/node_modules/onnxruntime-web/package.json");
  return { version: JSON.parse(readFileSync(path, "utf8")).version, tally };
}

function besidePyTorch() {
  const tally = new Tally("torch"),
    random = uniforms(Number(given.seed));
  const calls = Array.from({ length: Number(given["torch-calls"]) }, () => drawCall(random, "torch")),
    { version, answers } = askPyTorch(calls);
  calls.forEach((call, i) => void tally.add(call, answers[i]));
  return { version, tally };
}

async function main() {
  const results = { "onnxruntime-web": await besideOnnxRuntime(), ...(given.torch && { PyTorch: besidePyTorch() }) };
  const right = Object.entries(results).map(([name, { version, tally }]) => print(`${name} ${version}`, tally));
  if (given.write) {
    const kept = Object.entries(results).map(([name, { version, tally }]) => [name, { version, ops: tally.counts }]);
    const text = JSON.stringify({ seed: Number(given.seed), ...Object.fromEntries(kept) }, null, 2);
    writeFileSync(join(import.meta.dirname, "results.json"), `${text}\n`);
  }
  process.exitCode = right.every(Boolean) ? 0 : 1;
}

if (given.help) console.log(USAGE);
else await main();
