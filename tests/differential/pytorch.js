/** The calls, asked of PyTorch: all of them in one process of Python, by files. */
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sizeOf } from "../api/reference.js";
import { findPython } from "../bench/peers/pytorch.mjs";

/** @import { Call } from "./calls.js" */

/** @param {string} folder @param {Call[]} calls */
function write(folder, calls) {
  writeFileSync(join(folder, "inputs"), "");
  const lines = calls.map(({ op, options, inputs }) => {
    const entries = Object.entries(inputs);
    for (const [, { data }] of entries)
      appendFileSync(join(folder, "inputs"), new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    return `${JSON.stringify({ op, options, inputs: entries.map(([name, { shape }]) => [name, shape]) })}\n`;
  });
  writeFileSync(join(folder, "calls.jsonl"), lines.join(""));
}

/**
 * @param {Call[]} calls
 * @returns {{ version: string, answers: Float32Array[] }}
 */
export function askPyTorch(calls) {
  const folder = mkdtempSync(join(tmpdir(), "layernorm-differential-"));
  try {
    write(folder, calls);
    const program = join(import.meta.dirname, "pytorch.py"),
      { status, stdout, stderr } = spawnSync(findPython(), [program, folder], { encoding: "utf8" });
    if (status !== 0) throw new Error(`PyTorch: ${stderr}`);
    const bytes = new Uint8Array(readFileSync(join(folder, "answers"))),
      all = new Float32Array(bytes.buffer);
    let at = 0;
    const answers = calls.map(({ out }) => all.subarray(at, (at += sizeOf(out))));
    return { version: stdout.trim(), answers };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
