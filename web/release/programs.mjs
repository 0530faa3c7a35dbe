/** The programs that a release runs. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** @typedef {import("node:child_process").StdioOptions} StdioOptions */

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** For every program but npm publish: without the right to publish, and without npm's own option. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(NPM_TOKEN|ACTIONS_ID_TOKEN_.*|npm_config_dry_run)$/i.test(name)),
);

/**
 * @param {string} command  "node" is this one
 * @param {readonly string[]} args
 * @param {{ cwd?: string, stdio?: StdioOptions, env?: NodeJS.ProcessEnv }} [options]
 * @returns {{ code: number, output: string, errors: string }}
 */
export function run(command, args, options = {}) {
  // npm is npm.cmd on Windows, which only a shell starts.
  const shell = command === "npm" && process.platform === "win32";
  const program = command === "node" ? process.execPath : command;
  const ended = spawnSync(program, args, { cwd: root, env, shell, encoding: "utf8", maxBuffer: 1 << 28, ...options });
  if (ended.error) throw ended.error;
  return { code: ended.status ?? 1, output: ended.stdout ?? "", errors: ended.stderr ?? "" };
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string }} [options]
 * @returns {string} what it printed
 * @throws {Error} with its complaint, if it fails
 */
export function printed(command, args, options) {
  const { code, output, errors } = run(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")}: exit code ${code}: ${errors.trim()}`);
  return output;
}

/** In a container the checkout may belong to another user, which git refuses unless told. @param {string[]} args */
const git = (...args) => printed("git", ["-c", "safe.directory=*", ...args]);

/** @param {string[]} args @returns {string[]} the lines that it prints */
const linesOfGit = (...args) =>
  git(...args)
    .split("\n")
    .filter(Boolean);

/** All tags. */
export const tags = () => linesOfGit("tag", "--list");

/** Those of the commit itself. */
export const tagsHere = () => linesOfGit("tag", "--points-at", "HEAD");

/** What is not committed, as git says it in short. */
export const status = () => git("status", "--porcelain");

/** @returns {string | undefined} the address of origin, if there is that remote */
export const remote = () => (linesOfGit("remote").includes("origin") ? git("remote", "get-url", "origin") : undefined);
