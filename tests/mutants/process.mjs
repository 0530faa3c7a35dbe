/** Other programs, each with all that it starts ended where it takes too long, and where this process ends. */
import { spawn } from "node:child_process";

/** @type {Set<number>} */
const groups = new Set();

/** @param {number} group */
function kill(group) {
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

process.on("exit", () => groups.forEach(kill));

/** @param {import("node:child_process").ChildProcess} child @returns {() => void} what ends it and its children */
export function endable(child) {
  const group = Number(child.pid);
  groups.add(group);
  child.on("close", () => groups.delete(group));
  return () => kill(group);
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, ms: number, until?: RegExp }} options  until: what it may print, and is then ended
 * @returns {Promise<{ output: string, code: number | null, hung: boolean }>}
 */
export function run(command, args, { cwd, ms, until }) {
  const child = spawn(command, args, { cwd, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const end = endable(child);
  let output = "",
    hung = false;
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => {
      output += text;
      if (until?.test(output)) end();
    });
  const timer = setTimeout(() => {
    hung = true;
    end();
  }, ms);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ output, code, hung });
    });
  });
}
