/** Throw-away projects of users who have installed the packed package. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Inside this folder: so the projects find the tools in its node_modules. */
export const projects = join(here, ".projects");

/** @param {string} path in tests/package/node_modules */
export const tool = (path) => join(here, "node_modules", path);

/** The oldest Node.js that the package promises, or near it; and the newest that could be had. */
export const nodes = { "this Node": process.execPath, "the newest Node": tool("node/bin/node") };

/** TypeScript: an older one, which "are the types wrong?" brings, the project's own, and the newest. */
export const compilers = {
  "TypeScript 5.6": tool("typescript/bin/tsc"),
  "TypeScript 6": join(here, "../../node_modules/typescript/bin/tsc"),
  "TypeScript 7": tool("typescript7/bin/tsc"),
};

/**
 * A tsconfig.json by which all is checked, the package's declarations too, without what newer JavaScript adds.
 * @param {string[]} files
 * @param {object} options
 */
export const strictly = (files, options) =>
  JSON.stringify({
    compilerOptions: { strict: true, target: "es2022", lib: ["es2022", "dom"], types: [], ...options },
    files,
  });

/** Without what Vitest and npm tell their children, which would be told the projects' tools too. */
const env = Object.fromEntries(
  Object.entries({ ...process.env, NO_COLOR: "1" }).filter(
    ([name]) => !/^(npm_|VITEST|NODE_|TEST$|MODE$|DEV$|PROD$|FORCE_COLOR$)/i.test(name),
  ),
);

/**
 * @typedef {object} Ended
 * @property {string} stdout
 * @property {string} stderr
 * @property {number} code
 */

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string }} options
 * @returns {Promise<Ended>} however it ended
 */
export const outcome = (command, args, options) =>
  new Promise((resolve, reject) => {
    execFile(command, args, { ...options, env }, (error, stdout, stderr) => {
      if (error && typeof error.code !== "number") reject(error);
      else resolve({ stdout, stderr, code: error ? Number(error.code) : 0 });
    });
  });

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string }} options
 * @returns {Promise<string>} what it printed
 * @throws {Error} with all that it printed, if it failed
 */
export async function execute(command, args, options) {
  const { stdout, stderr, code } = await outcome(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")}: exit code ${code}\n${stdout}\n${stderr}`);
  return stdout;
}

/** A project with the package in its node_modules. */
export class Project {
  /** @param {string} name */
  constructor(name) {
    this.folder = join(projects, name);
  }

  /** @param {string} path */
  path(path) {
    return join(this.folder, path);
  }

  /** @param {Record<string, string>} files path: text */
  write(files) {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(this.path(path)), { recursive: true });
      writeFileSync(this.path(path), text);
    }
  }

  /** @param {string} command @param {readonly string[]} args */
  run(command, ...args) {
    return execute(command, args, { cwd: this.folder });
  }

  /** Whether it succeeds or fails. @param {string} command @param {readonly string[]} args */
  ended(command, ...args) {
    return outcome(command, args, { cwd: this.folder });
  }

  /** In this Node. @param {readonly string[]} args */
  node(...args) {
    return this.run(process.execPath, ...args);
  }

  /**
   * Starts a server, which prints a line of JSON when it is ready.
   * @param {string} command @param {readonly string[]} args
   */
  start(command, ...args) {
    return new Server(spawn(command, args, { cwd: this.folder, env, stdio: ["ignore", "pipe", "pipe"] }));
  }
}

/** @typedef {import("node:stream").Readable} Readable */

class Server {
  #errors = "";

  /** @param {import("node:child_process").ChildProcessByStdio<null, Readable, Readable>} child */
  constructor(child) {
    this.child = child;
    child.stderr.on("data", (text) => (this.#errors += text));
  }

  /** @returns {Promise<any>} what it prints first */
  async says() {
    for await (const line of createInterface({ input: this.child.stdout })) return JSON.parse(line);
    throw new Error(`the server ended: ${this.#errors}`);
  }

  async stop() {
    if (this.child.exitCode !== null || !this.child.kill("SIGKILL")) return;
    await once(this.child, "exit");
  }
}

/**
 * A new project, with the package installed from its tarball: without network, and so without any other package.
 * @param {string} name
 * @param {Record<string, string>} [files]
 */
export async function install(name, files = {}) {
  const project = new Project(name);
  rmSync(project.folder, { recursive: true, force: true });
  project.write({ "package.json": JSON.stringify({ name, private: true, type: "module" }), ...files });
  await project.run("npm", "install", "--offline", "--no-audit", "--no-fund", inject("tarball"));
  return project;
}
