/** Other programs that tests run, while which Vitest's worker stays able to answer. */
import { spawn } from "node:child_process";
import { root } from "./setup.mjs";

/**
 * @param {string} command  "node" is this one
 * @param {readonly string[]} args
 * @returns {Promise<{ output: string, failure: string | undefined }>} what it printed, and how it failed
 */
export function run(command, args) {
  const child = spawn(command === "node" ? process.execPath : command, args, { cwd: root });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  return new Promise((resolve) => {
    child.on("error", ({ message }) => resolve({ output, failure: message }));
    child.on("close", (code, signal) =>
      resolve({ output, failure: code ? `exit code ${code}` : (signal ?? undefined) }),
    );
  });
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @throws {Error} with what it printed, if it fails
 */
export async function mustSucceed(command, args) {
  const { output, failure } = await run(command, args);
  if (failure) throw new Error(`${command}: ${failure}\n${output}`);
}
