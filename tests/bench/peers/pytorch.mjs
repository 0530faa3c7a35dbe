/** Native PyTorch, on one thread unless asked for more: a Python process that is told what to do, line by line. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { warmUp } from "../measure.mjs";

/** @import { Gradients, Library, Problem, Solver } from "./library.mjs" */

/**
 * For malloc: a result's memory serves the next. Otherwise glibc returns what is large, and fresh pages cost as much as
 * the op. It ignores numbers above 2^31.
 */
const allocation = { MALLOC_MMAP_THRESHOLD_: "1000000000", MALLOC_TRIM_THRESHOLD_: "2000000000" };

/** @returns {string} a Python that has PyTorch */
export function findPython() {
  const found = ["python3", "/usr/bin/python3", "python"].find(
    (command) => spawnSync(command, ["-c", "import torch"], { stdio: "ignore" }).status === 0,
  );
  if (!found) throw new Error("no Python here has torch: on Debian 'apt-get install python3-torch'");
  return found;
}

/** The Python process, and a folder in which tensors go to it and come from it. */
export class PyTorch {
  folder = mkdtempSync(join(tmpdir(), "layernorm-bench-"));
  #process;
  #lines;

  /** @param {string} program of this folder @param {number} [threads] */
  constructor(program, threads = 1) {
    this.#process = spawn(findPython(), [join(import.meta.dirname, program), `${threads}`], {
      env: { ...process.env, ...allocation, OMP_NUM_THREADS: `${threads}` },
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  /** @returns {Promise<any>} */
  async answer() {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error("PyTorch's process ended");
    return JSON.parse(value);
  }

  /** @param {{ command: string } & Record<string, unknown>} command */
  ask(command) {
    this.#process.stdin.write(`${JSON.stringify(command)}\n`);
    return this.answer();
  }

  /** @param {string} name @param {Float32Array} values */
  write(name, values) {
    writeFileSync(join(this.folder, name), values);
  }

  /** @param {string} name @returns {Float32Array} */
  read(name) {
    const bytes = readFileSync(join(this.folder, name));
    return new Float32Array(new Uint8Array(bytes).buffer);
  }

  /** @param {Problem} problem */
  async load({ rows, columns, eps, x, weight, bias }) {
    for (const [name, values] of Object.entries({ x, weight, bias })) this.write(name, values);
    await this.ask({ command: "load", folder: this.folder, rows, columns, eps });
  }

  /** @param {Problem} problem @returns {Promise<Solver>} */
  async setUp(problem) {
    await this.load(problem);
    const time = async (/** @type {number} */ calls) =>
      (await this.ask({ command: "time", calls, warm_up: warmUp })).seconds;
    return {
      subjects: [{ name: "alone", time, elsewhere: true }],
      times: ([alone]) => ({ alone, copied: alone }),
      y: async () => {
        await this.ask({ command: "solve", folder: this.folder });
        return this.read("y");
      },
      dispose: () => {},
    };
  }

  /** @param {Problem} problem @param {Float32Array} dy @returns {Promise<Gradients>} */
  async gradients(problem, dy) {
    await this.load(problem);
    this.write("dy", dy);
    await this.ask({ command: "gradients", folder: this.folder });
    return { dx: this.read("dx"), dweight: this.read("dweight"), dbias: this.read("dbias") };
  }

  close() {
    this.#process.stdin.end();
    rmSync(this.folder, { recursive: true });
  }
}

/** @returns {Promise<Library>} */
export async function open() {
  const pytorch = new PyTorch("pytorch.py"),
    { version } = await pytorch.answer();
  return {
    name: "PyTorch, native",
    version,
    setUp: (problem) => pytorch.setUp(problem),
    gradients: (problem, dy) => pytorch.gradients(problem, dy),
    close: () => pytorch.close(),
  };
}
