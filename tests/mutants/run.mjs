/** What `npm run mutants` runs: plants the faults of the list one by one, and says which of them no test notices. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parseAst } from "rolldown/parseAst";
import { makeCopy, restoring } from "./copy.mjs";
import { describe, equivalentsOf, misfits, mutantsOf, PARTS, planted, sampleOf } from "./list.js";
import { DoesNotCompile, native } from "./native.mjs";
import { run } from "./process.mjs";
import { lateTestsOf, OTHERS_WITHOUT, testsOf } from "./tests.js";
import { vitestIn } from "./vitest.mjs";

/** @typedef {import("./list.js").Mutant} Mutant */
/** @typedef {import("./list.js").Part} Part */

const help = `npm run mutants [-- c|api|page] [--sample N] [--seed S] [--file PATH] [--from N] [--near | --whole]

Plants the faults of tests/mutants/faults one at a time in a copy, and runs the tests that should notice: those that
tests/mutants/tests.js names for the file, then all quick ones of its part. --whole runs the slow ones of the part, too,
before a fault counts as one that nothing noticed; --near only those that are named. --sample draws so many of each
part, --file those of files in whose path it is; --from begins with the Nth of each part, where a run had ended before.`;

/** Of the faults planted so many must be found. */
const LEAST_FOUND = 0.97;

/** Where the modules that WebAssembly's tests load are written: one and the threads', which share their tables. */
const BUILT = ["kernels.wasm", "kernels.js", "kernel-text.js", "threads/module.js"].map((name) => `web/api/${name}`);
const BUILD = "./build.sh && ./build.sh --threads";

/** How far the tests go where none has noticed yet. @typedef {"near" | "quick" | "whole"} Reach */
/** @typedef {{ mutant: Mutant, where: string, first: string | undefined, broken: boolean }} Verdict */
/**
 * @typedef {object} Judge
 * @property {() => Promise<void>} prepare
 * @property {(mutant: Mutant) => Promise<string | undefined>} firstFailure
 * @property {() => void} end
 */

/** @param {string} folder @param {string} project @param {Reach} reach */
function scripted(folder, project, reach) {
  const node = vitestIn(folder, project);
  /** @param {readonly string[]} changed @param {readonly string[]} named */
  const firstFailure = async (changed, named) =>
    (named.length ? await node.firstFailure(changed, named) : undefined) ??
    (reach === "near" ? undefined : await node.firstFailure(changed, [], OTHERS_WITHOUT[reach]));
  return { node, firstFailure };
}

/** @param {string} folder @param {Reach} reach @param {readonly Mutant[]} mutants @returns {Judge} */
function judgeOfC(folder, reach, mutants) {
  const kernels = native(folder, false),
    careful = native(folder, true);
  const { node, firstFailure } = scripted(folder, "api-node", reach);
  return {
    async prepare() {
      await kernels.prepare();
      const failure = await kernels.firstFailure(undefined, kernels.programs);
      if (failure) throw new Error(`without any fault, ${failure}`);
      for (const name of mutants.flatMap(({ file }) => testsOf(file))) {
        if (!kernels.programs.includes(name)) throw new Error(`there is no program ${name}`);
      }
    },
    async firstFailure({ file }) {
      const named = testsOf(file);
      const others = kernels.programs.filter((name) => !named.includes(name));
      const failure = await kernels.firstFailure(file, [...named, ...others]);
      if (failure || reach === "near") return failure;
      await careful.prepare();
      const fault = await careful.firstFailure(file, named);
      if (fault) return fault;
      return restoring(folder, BUILT, async () => {
        const { code, output } = await run("sh", ["-c", BUILD], { cwd: folder, ms: 600_000 });
        if (code !== 0) throw new DoesNotCompile(output);
        return firstFailure(BUILT, []);
      });
    },
    end: node.end,
  };
}

/**
 * @param {string} folder
 * @param {"api" | "page"} part
 * @param {Reach} reach
 * @param {readonly Mutant[]} mutants
 * @returns {Judge}
 */
function judgeOfScripts(folder, part, reach, mutants) {
  const { node, firstFailure } = scripted(folder, `${part}-node`, reach);
  return {
    async prepare() {
      for (const tests of new Set(mutants.map(({ file }) => testsOf(file).join()))) {
        const failure = tests && (await node.firstFailure([], tests.split(",")));
        if (failure) throw new Error(`without any fault, ${failure}`);
      }
    },
    async firstFailure({ file }) {
      parse(join(folder, file));
      return (
        (await firstFailure([file], testsOf(file))) ??
        (reach !== "near" && lateTestsOf(file).length
          ? await node.firstFailure([file], lateTestsOf(file))
          : undefined) ??
        (reach === "whole" && part === "page" ? inBrowser(folder) : undefined)
      );
    },
    end: node.end,
  };
}

/** All of the page's tests, in a browser. @param {string} folder */
async function inBrowser(folder) {
  const browser = vitestIn(folder, "page");
  try {
    return await browser.firstFailure([], []);
  } finally {
    browser.end();
  }
}

/** @param {string} path @throws {DoesNotCompile} */
function parse(path) {
  try {
    parseAst(readFileSync(path, "utf8"), { lang: "jsx" });
  } catch (error) {
    throw new DoesNotCompile(String(error));
  }
}

/** @param {string} folder @param {Judge} judge @param {Mutant} mutant @returns {Promise<Verdict>} */
function judged(folder, judge, mutant) {
  return restoring(folder, [mutant.file], async () => {
    const path = join(folder, mutant.file),
      text = readFileSync(path, "utf8"),
      where = describe(mutant, text);
    writeFileSync(path, planted(mutant, text));
    try {
      return { mutant, where, first: await judge.firstFailure(mutant), broken: false };
    } catch (error) {
      if (!(error instanceof DoesNotCompile)) throw error;
      return {
        mutant,
        where: `${where}\n    ${error.message.split("\n").slice(0, 3).join("\n    ")}`,
        first: undefined,
        broken: true,
      };
    }
  });
}

/** @param {number} start */
const minutes = (start) => `${((performance.now() - start) / 60_000).toFixed(1)} min`;

/**
 * @param {Part} part
 * @param {readonly Mutant[]} mutants
 * @param {Reach} reach
 * @returns {Promise<boolean>} whether it is well
 */
async function runPart(part, mutants, reach) {
  const start = performance.now(),
    folder = makeCopy();
  const judge = part === "c" ? judgeOfC(folder, reach, mutants) : judgeOfScripts(folder, part, reach, mutants);
  console.log(`\n${part}: ${mutants.length} faults; first the tests without any`);
  await judge.prepare();
  /** @type {Verdict[]} */
  const verdicts = [];
  for (const mutant of mutants) {
    const verdict = await judged(folder, judge, mutant);
    verdicts.push(verdict);
    const found = verdict.broken ? "NOT COMPILED" : (verdict.first ?? "NOT FOUND");
    console.log(`${part} ${verdicts.length}/${mutants.length}, ${minutes(start)}: ${verdict.where}\n    ${found}`);
  }
  judge.end();
  return report(part, verdicts, minutes(start));
}

/** @param {Part} part @param {readonly Verdict[]} verdicts @param {string} time */
function report(part, verdicts, time) {
  const broken = verdicts.filter((verdict) => verdict.broken),
    found = verdicts.filter(({ first }) => first),
    hung = found.filter(({ first }) => first?.endsWith(": hung")),
    missed = verdicts.filter((verdict) => !verdict.first && !verdict.broken),
    tried = verdicts.length - broken.length;
  console.log(
    `\n${part}: ${found.length} of ${tried} found (${hung.length} hung), ${broken.length} not compiled, ${time}`,
  );
  console.log(`${part}: equivalent, and not planted: ${equivalentsOf(part).length}`);
  for (const { where } of missed) console.log(`not found: ${where}`);
  for (const { where } of broken) console.log(`not compiled: ${where}`);
  return broken.length === 0 && found.length >= LEAST_FOUND * tried;
}

async function main() {
  const string = { type: /** @type {const} */ ("string") },
    boolean = { type: /** @type {const} */ ("boolean") };
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { sample: string, seed: string, file: string, from: string, near: boolean, whole: boolean, help: boolean },
  });
  const parts = PARTS.filter((part) => !positionals.length || positionals.includes(part)),
    known = positionals.every((name) => PARTS.some((part) => part === name)),
    sample = Number(values.sample ?? Number.POSITIVE_INFINITY),
    seed = Number(values.seed ?? 1),
    from = Number(values.from ?? 1),
    reach = values.near ? "near" : values.whole ? "whole" : "quick";
  if (values.help || !known || !(sample >= 1) || !(from >= 1) || !Number.isInteger(seed)) return console.log(help);
  const wrong = misfits();
  if (wrong.length) throw new Error(wrong.join("\n"));
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  const isMeant = (/** @type {Mutant} */ { file }) => file.includes(values.file ?? "");
  if (!parts.some((part) => mutantsOf(part).some(isMeant))) {
    throw new Error(`--file: expected a part of the path of a file with faults, got ${JSON.stringify(values.file)}`);
  }
  for (const part of parts) {
    const mutants = sampleOf(mutantsOf(part).filter(isMeant), sample, seed).slice(from - 1);
    if (!mutants.length) continue;
    if (!(await runPart(part, mutants, reach))) process.exitCode = 1;
  }
}

await main();
process.exit();
