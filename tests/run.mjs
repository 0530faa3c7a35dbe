/** What `npm test` runs. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runNativeTests } from "./c/run.mjs";
import { Report } from "./report.mjs";
import { installPackages } from "../web/packages.mjs";
import { installTools, root } from "./setup.mjs";

/** @typedef {import("./setup.mjs").ToolName} ToolName */

const LONGEST_RUN_MS = 900_000;

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

/** @param {Report} report */
async function checkModule(report) {
  const committed = join(root, "web", "api");
  const built = join(scratch, "module");
  await report.check("module: web/api holds what c/ compiles to", async () => {
    rmSync(built, { recursive: true, force: true });
    mustSucceed("sh", ["build.sh", built]);
    await compareModules(committed, built);
  });
}

// Vitest ----------------------------------------------------------------------------------------------------

/**
 * What Vitest's JSON reporter writes, as far as it is read here.
 * @typedef {{ testResults: { status: string, assertionResults: { status: string }[] }[] }} Results
 */

/** @param {Results} results */
function countTests({ testResults }) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { status, assertionResults } of testResults) {
    const failedBefore = counts.failed;
    for (const test of assertionResults) {
      counts[test.status === "passed" || test.status === "failed" ? test.status : "skipped"]++;
    }
    // A file that does not load, or fails outside its tests, is a failure without a test of its own.
    if (status === "failed" && counts.failed === failedBefore) counts.failed++;
  }
  return counts;
}

/**
 * @param {Report} report
 * @param {string} project  of tests/vitest.config.js
 */
function runVitest(report, project) {
  const output = join(scratch, `${project}.json`);
  rmSync(output, { force: true });
  const failure = failureOf(process.execPath, [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--config",
    "tests/vitest.config.js",
    "--project",
    project,
    "--allowOnly=false",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${output}`,
  ]);
  if (!existsSync(output)) throw new Error(`Vitest: ${failure}`);
  const counts = countTests(JSON.parse(readFileSync(output, "utf8")));
  report.add(counts);
  if (failure && !counts.failed) throw new Error(`Vitest: ${failure}`);
}

// All together ----------------------------------------------------------------------------------------------

/**
 * @typedef {object} Step
 * @property {string} title
 * @property {readonly ToolName[]} tools
 * @property {string} [packages]  a folder with npm packages of its own
 * @property {(report: Report, name: string) => void | Promise<void>} run
 */

/** @type {Record<string, Step>} */
const steps = {
  types: { title: "types of API, page and tests", tools: [], packages: "tests/package", run: checkTypes },
  module: { title: "the module is built from its sources", tools: ["emscripten"], run: checkModule },
  kernels: { title: "C kernels natively, with sanitizers", tools: ["clang", "simde"], run: runNativeTests },
  "api-node": { title: "API in Node", tools: [], run: runVitest },
  "api-chromium": { title: "API in Chromium", tools: ["chromium"], run: runVitest },
  page: { title: "the page in Chromium", tools: ["chromium"], run: runVitest },
  "page-speed": { title: "how fast the page is", tools: ["chromium"], run: runVitest },
  package: {
    title: "the package, installed in Node, bundlers, browsers and other runtimes",
    tools: ["chromium", "emscripten"],
    packages: "tests/package",
    run: runVitest,
  },
};

const HELP = `npm test                  runs every step, after installing what is missing
npm test -- NAME [NAME]   only the steps whose name contains one of these

${Object.entries(steps)
  .map(([name, { title }]) => `  ${name.padEnd(14)}${title}`)
  .join("\n")}`;

/** @param {string} text */
const heading = (text) => console.log(`\n== ${text}`);

/**
 * @param {readonly string[]} names
 * @returns {ToolName[]} those that are missing and could not be installed
 */
function setUp(names) {
  heading("setup: what the tests need");
  installPackages();
  for (const folder of new Set(names.flatMap((name) => steps[name].packages ?? []))) installPackages(folder);
  const missing = installTools(new Set(names.flatMap((name) => steps[name].tools)));
  if (!missing.length) console.log("all there");
  return missing;
}

/**
 * @param {string} name
 * @param {readonly ToolName[]} missing
 * @returns {Promise<Report>}
 */
async function runStep(name, missing) {
  const { title, tools, run } = steps[name];
  const report = new Report();
  const start = performance.now();
  heading(`${name}: ${title}`);
  const lacking = tools.filter((tool) => missing.includes(tool));
  try {
    if (lacking.length) throw new Error(`not run without ${lacking.join(", ")}`);
    await run(report, name);
    if (report.passed + report.failed === 0) throw new Error("ran no tests");
  } catch (error) {
    report.fail(name, /** @type {Error} */ (error).message);
  }
  console.log(`${name}: ${report} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  return report;
}

/** @param {readonly string[]} filters */
async function main(filters) {
  const all = Object.keys(steps);
  const unknown = filters.filter((filter) => !all.some((name) => name.includes(filter)));
  if (unknown.length) {
    console.log(HELP);
    process.exitCode = unknown.includes("--help") ? 0 : 2;
    return;
  }
  const names = all.filter((name) => !filters.length || filters.some((filter) => name.includes(filter)));
  const total = new Report();
  try {
    const missing = setUp(names);
    for (const name of names) total.add(await runStep(name, missing));
  } catch (error) {
    // a step reports its own errors: nothing can run without npm packages
    total.fail("setup", /** @type {Error} */ (error).message);
  }
  console.log(`\n${total}`);
  process.exitCode = total.failed ? 1 : 0;
}

await main(process.argv.slice(2));
