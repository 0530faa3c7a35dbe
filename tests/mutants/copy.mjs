/** A copy of the tracked files, in which one file at a time has a fault. It is removed when the process ends. */
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../setup.mjs";

/** @returns {string[]} the files that git knows, and new ones that it does not ignore */
function files() {
  const { stdout, status } = spawnSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error("git ls-files failed: the mutants' copy is made of what git knows");
  return stdout.split("\0").filter((path) => path && existsSync(join(root, path)));
}

/** @returns {string} its folder */
export function makeCopy() {
  const folder = mkdtempSync(join(tmpdir(), "layernorm-mutants-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const path of files()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(join(root, path), join(folder, path));
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "dir");
  return folder;
}

/**
 * Runs something while files of the copy read otherwise, and then puts back what they were.
 * @template T
 * @param {string} folder
 * @param {readonly string[]} paths    files that `act` may change
 * @param {() => Promise<T>} act
 */
export async function restoring(folder, paths, act) {
  const before = paths.map((path) => readFileSync(join(folder, path)));
  try {
    return await act();
  } finally {
    paths.forEach((path, at) => writeFileSync(join(folder, path), before[at]));
  }
}
