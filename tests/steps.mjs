/** The steps of `npm test`: what each needs, and how it runs. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { runNativeTests } from "./c/run.mjs";
import { checkLint } from "./lint/run.mjs";
import { root } from "./setup.mjs";
import { suites } from "./suites.mjs";

/** @typedef {import("./report.mjs").Report} Report */
/** @typedef {import("./setup.mjs").ToolName} ToolName */

/**
 * @typedef {object} Choice
 * @property {readonly string[]} [files]    these alone, paths from the root
 * @property {boolean} [quick]              what is quick
 * @property {readonly ToolName[]} missing  tools that are not there
 */

/**
 * @typedef {object} Step
 * @property {string} title
 * @property {readonly ToolName[]} tools     it does not run without them
 * @property {readonly ToolName[]} [useful]  a part of it does not
 * @property {boolean} [usesAllCores]  no other step runs beside it
 * @property {boolean} [onlyNamed]  it runs where it is asked for by its name, and not with all the others
 * @property {string} [packages]  a folder with npm packages of its own
 * @property {(report: Report, name: string, choice: Choice) => void | Promise<void>} run
 */

/**
 * A machine that does other things beside may take twice as long as the page takes on one that does not: 11 minutes.
 */
const LONGEST_RUN_MS = 1_800_000;

const scratch = join(root, ".scratch");

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {string | undefined} how it failed
 */
function failureOf(command, args) {
  const options = { cwd: root, stdio: /** @type {const} */ ("inherit"), timeout: LONGEST_RUN_MS };
  const { status, signal, error } = spawnSync(command, args, options);
  return status === 0 ? undefined : (error?.message ?? signal ?? `exit code ${status}`);
}

/** @param {string} command @param {readonly string[]} args */
function mustSucceed(command, args) {
  const failure = failureOf(command, args);
  if (failure) throw new Error(failure);
}

/**
 * @param {string} what
 * @param {string} path
 * @param {string} expected  a path
 * @param {string} remedy
 */
function mustBeEqual(what, path, expected, remedy) {
  if (existsSync(path) && readFileSync(path).equals(readFileSync(expected))) return;
  throw new Error(`${what} ${existsSync(path) ? "differs" : "is missing"}: ${remedy}`);
}

// Types -----------------------------------------------------------------------------------------------------

function compareDeclarations() {
  const committed = join(root, "web", "api", "types");
  const emitted = join(scratch, "types");
  rmSync(emitted, { recursive: true, force: true });
  mustSucceed(process.execPath, ["web/types.mjs", emitted]);
  const files = readdirSync(emitted);
  for (const file of files) {
    mustBeEqual(`web/api/types/${file}`, join(committed, file), join(emitted, file), "run 'npm run types'");
  }
  const stale = readdirSync(committed).find((file) => !files.includes(file));
  if (stale) throw new Error(`web/api/types/${stale} has no source: remove it`);
}

/** @param {Report} report */
async function checkTypes(report) {
  await report.check("types: the sources", () =>
    mustSucceed(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "tsconfig.json"]),
  );
  await report.check("types: web/api/types is what the sources give", compareDeclarations);
}

// The WebAssembly module ------------------------------------------------------------------------------------

/**
 * @param {string} folder
 * @returns {Promise<{ compiler: string, sources: string }>}
 */
const loadModule = (folder) => import(pathToFileURL(join(folder, "kernels.js")).href);

const REBUILD = "run ./build.sh";

/**
 * @param {string} committed
 * @param {string} built
 */
async function compareModules(committed, built) {
  const [{ compiler: stamped, sources }, { compiler, sources: current }] = await Promise.all([
    loadModule(committed),
    loadModule(built),
  ]);
  if (compiler !== stamped) {
    console.log(
      `This compiler is ${compiler}; the module is from ${stamped}. So only the hash of the ` +
        "sources is compared, not the bytes; the tests of the API run on the module as it is.",
    );
    if (sources !== current) throw new Error(`it comes from other sources or flags: ${REBUILD}`);
    return;
  }
  for (const file of ["kernels.wasm", "kernels.js"]) {
    mustBeEqual(`web/api/${file}`, join(committed, file), join(built, file), REBUILD);
  }
}

/**
 * The page's own, without SIMD. That it comes from these sources is tested where no compiler is.
 * @param {string} built
 */
function compareScalar(built) {
  const committed = join(root, "web", "page", "sections", "speed", "scalar");
  const [stamped, now] = [committed, built].map((folder) =>
    JSON.parse(readFileSync(join(folder, "layer-norm.json"), "utf8")),
  );
  if (now.compiler !== stamped.compiler) return;
  for (const file of ["layer-norm.json", "layer-norm.wasm"]) {
    mustBeEqual(file, join(committed, file), join(built, file), `${REBUILD} --scalar`);
  }
}

/** @param {Report} report */
async function checkModule(report) {
  const committed = join(root, "web", "api");
  const built = join(scratch, "module");
  await report.check("module: web/api holds what c/ compiles to", async () => {
    rmSync(built, { recursive: true, force: true });
    mustSucceed("sh", ["build.sh", built]);
    await compareModules(committed, built);
  });
  await report.check("module: web/page/sections/speed/scalar holds what c/ compiles to without SIMD", () => {
    mustSucceed("sh", ["build.sh", "--scalar", built]);
    compareScalar(built);
  });
}

// Vitest ----------------------------------------------------------------------------------------------------

/**
 * What Vitest's JSON reporter writes, as far as it is read here.
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} TestResult
 * @typedef {{ name: string, status: string, message: string, assertionResults: TestResult[] }} FileResult
 */

/** @param {string} text */
const firstLine = (text) => stripVTControlCharacters(text).split("\n")[0];

/** @param {{ testResults: FileResult[] }} results */
function countTests({ testResults }) {
  /** @type {{ passed: number, failed: number, skipped: number, failures: string[] }} */
  const counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const { name, status, message, assertionResults } of testResults) {
    const file = relative(root, name);
    const failedBefore = counts.failed;
    for (const test of assertionResults) {
      counts[test.status === "passed" || test.status === "failed" ? test.status : "skipped"]++;
      if (test.status === "failed") {
        counts.failures.push(`${file}: ${test.fullName}: ${firstLine(test.failureMessages.join("\n"))}`);
      }
    }
    // A file that does not load, or fails outside its tests, is a failure without a test of its own.
    if (status === "failed" && counts.failed === failedBefore) {
      counts.failed++;
      counts.failures.push(`${file}: ${firstLine(message)}`);
    }
  }
  return counts;
}

/** Tests of the API that take seconds each, and are seldom what breaks. */
const SLOW = /\/(memory(-\w+)?|module|bench|hover|types|conformance)\.node\.test\.js$/;

/**
 * @param {Report} report
 * @param {string} project  of tests/vitest.config.js
 * @param {Choice} choice
 */
function runVitest(report, project, { files, quick }) {
  const all = suites[/** @type {import("./suites.mjs").SuiteName} */ (project)];
  const chosen = files ?? (quick ? all.filter((path) => !SLOW.test(path)) : []);
  const output = join(scratch, `${project}.json`);
  rmSync(output, { force: true });
  const failure = failureOf(process.execPath, [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--config",
    "tests/vitest.config.js",
    "--project",
    project,
    ...chosen,
    "--allowOnly=false",
    quick ? "--reporter=dot" : "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${output}`,
  ]);
  if (!existsSync(output)) throw new Error(`Vitest: ${failure}`);
  const counts = countTests(JSON.parse(readFileSync(output, "utf8")));
  report.add(counts);
  if (failure && !counts.failed) throw new Error(`Vitest: ${failure}`);
}

// All of them -----------------------------------------------------------------------------------------------

/** @type {Record<string, Step>} */
export const steps = {
  types: { title: "types of API, page and tests", tools: [], packages: "tests/package", run: checkTypes },
  lint: { title: "rules, format, imports", tools: [], useful: ["clang-format", "clang-tidy"], run: checkLint },
  module: { title: "the module is built from its sources", tools: ["emscripten"], run: checkModule },
  kernels: { title: "C kernels natively, with sanitizers", tools: ["clang", "simde"], run: runNativeTests },
  "api-node": { title: "API in Node", tools: [], run: runVitest },
  "api-chromium": { title: "API in Chromium", tools: ["chromium"], run: runVitest },
  "page-model": { title: "the page's model, in Node", tools: [], run: runVitest },
  page: { title: "the page in Chromium", usesAllCores: true, tools: ["chromium"], useful: ["fonts"], run: runVitest },
  "page-speed": {
    title: "how fast the page is",
    usesAllCores: true,
    tools: ["chromium"],
    useful: ["fonts"],
    run: runVitest,
  },
  engines: {
    title: "the page, and the bits of every op, in Chromium, Firefox and WebKit; only where it is named",
    onlyNamed: true,
    usesAllCores: true,
    tools: ["chromium", "firefox", "webkit"],
    useful: ["fonts"],
    run: runVitest,
  },
  package: {
    title: "the package, installed in Node, bundlers, browsers and other runtimes",
    usesAllCores: true,
    tools: ["chromium", "emscripten", "git", "libatomic"],
    packages: "tests/package",
    run: runVitest,
  },
};

/** Several steps by one name. @type {Record<string, string[]>} */
export const groups = {
  quick: ["kernels", "types", "api-node", "page-model", "lint"],
  api: ["api-node", "api-chromium"],
  page: ["page-model", "page"],
};
