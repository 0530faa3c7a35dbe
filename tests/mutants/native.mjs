/**
 * The kernels' programs of tests/c, built so that a fault costs seconds: what does not include the changed file stays
 * compiled, and only the programs that are asked for are linked.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { compileFlags, testFlags } from "../c/flags.js";
import { run } from "./process.mjs";

/** A program takes a second or two; beside other work, and under sanitizers, a few more. */
const HANGS_MS = 120_000;

const COMPILE_MS = 300_000;

/** Compiled with a fault in it, it is none of the list's: the list has what compiles. */
export class DoesNotCompile extends Error {}

/** @param {string} flag */
const sanitizes = (flag) => flag.startsWith("-fsanitize") || flag.startsWith("-fno-sanitize");

/**
 * @param {string} folder  the copy
 * @param {boolean} sanitized  with the sanitizers, under which a program takes five times as long
 */
export function native(folder, sanitized) {
  const scratch = join(folder, ".scratch/mutants", sanitized ? "sanitized" : "plain"),
    fresh = join(scratch, "fresh"),
    kept = (/** @type {string} */ flag) => sanitized || !sanitizes(flag);
  let isReady = false;
  const sources = readdirSync(join(folder, "c"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".c"))
    .map((name) => `c/${name}`);
  const programs = readdirSync(join(folder, "tests/c"))
    .filter((name) => name.endsWith("_test.c"))
    .map((name) => name.replace(/\.c$/, ""));
  const all = [...sources, ...programs.map((name) => `tests/c/${name}.c`)];
  const objectOf = (/** @type {string} */ file) => `${file.replace(/[/.]/g, "-")}.o`;

  /** @param {string} file @param {string} to */
  async function compile(file, to) {
    const flags = (file.startsWith("tests/") ? testFlags : compileFlags).filter(kept);
    const object = join(to, objectOf(file));
    const args = [...flags, "-Wno-error", "-MMD", "-MF", `${object}.d`, "-c", file, "-o", object];
    const { code, output } = await run("clang", args, { cwd: folder, ms: COMPILE_MS });
    if (code !== 0) throw new DoesNotCompile(output);
  }

  /** @param {readonly string[]} files @param {string} to */
  async function compileAll(files, to) {
    const waiting = [...files];
    const work = async () => {
      for (let file = waiting.pop(); file; file = waiting.pop()) await compile(file, to);
    };
    await Promise.all(Array.from({ length: availableParallelism() }, work));
  }

  /** @param {string} file @param {string} changed */
  const includes = (file, changed) =>
    readFileSync(join(scratch, `${objectOf(file)}.d`), "utf8")
      .replaceAll("tests/c/../../", "")
      .includes(` ${changed}`);

  /**
   * @param {string} name
   * @param {string} library
   * @returns {Promise<string | undefined>} what failed first
   */
  async function runProgram(name, library) {
    const own = objectOf(`tests/c/${name}.c`),
      object = [fresh, scratch].map((place) => join(place, own)).find((path) => existsSync(path)),
      program = join(fresh, name);
    const link = [
      ...compileFlags.filter((flag) => sanitizes(flag) && kept(flag)),
      String(object),
      library,
      "-lm",
      "-o",
      program,
    ];
    const linked = await run("clang", link, { cwd: folder, ms: COMPILE_MS });
    if (linked.code !== 0) throw new DoesNotCompile(linked.output);
    const { output, code, hung } = await run(program, [], { cwd: folder, ms: HANGS_MS, until: /^not ok .*\n/m });
    rmSync(program);
    if (hung) return `${name}: hung`;
    const failed = output.match(/^not ok (.*)$/m);
    const why = output.match(/runtime error: .*|ERROR: AddressSanitizer: \S+|LN_REQUIRE.*/)?.[0] ?? `exit code ${code}`;
    if (failed) return `${name}: ${failed[1]}`;
    return code === 0 ? undefined : `${name}: ${why}`;
  }

  return {
    programs,
    /** Compiles all that the faults will change only a little of. */
    async prepare() {
      if (isReady) return;
      isReady = true;
      mkdirSync(fresh, { recursive: true });
      await compileAll(all, scratch);
      const objects = sources.map((file) => join(scratch, objectOf(file)));
      const { code, output } = await run("ar", ["rcs", join(scratch, "lib.a"), ...objects], {
        cwd: folder,
        ms: COMPILE_MS,
      });
      if (code !== 0) throw new Error(output);
    },
    /**
     * @param {string | undefined} changed   the file with a fault
     * @param {readonly string[]} wanted     programs, in the order in which they run
     * @returns {Promise<string | undefined>} the first test that failed
     */
    async firstFailure(changed, wanted) {
      rmSync(fresh, { recursive: true, force: true });
      mkdirSync(fresh);
      const stale = changed ? all.filter((file) => includes(file, changed)) : [];
      const kernels = stale.filter((file) => file.startsWith("c/"));
      await compileAll(kernels, fresh);
      let library = join(scratch, "lib.a");
      if (kernels.length) {
        copyFileSync(library, join(fresh, "lib.a"));
        library = join(fresh, "lib.a");
        await run("ar", ["r", library, ...kernels.map((file) => join(fresh, objectOf(file)))], {
          cwd: folder,
          ms: COMPILE_MS,
        });
      }
      for (const name of wanted) {
        const file = `tests/c/${basename(name)}.c`;
        if (stale.includes(file)) await compile(file, fresh);
        const failure = await runProgram(name, library);
        if (failure) return failure;
      }
      return undefined;
    },
  };
}
