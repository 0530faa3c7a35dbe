/**
 * `npm test`: installs what is missing, and runs Vitest. The last line of its output counts the tests of all rounds,
 * after a line for each that failed.
 */
import { fork } from "node:child_process";
import { parseArgs } from "node:util";
import { installPackages } from "../web/packages.mjs";
import { installTools, root } from "./setup.mjs";

/** @typedef {import("./reporter.mjs").Counts} Counts */
/** @typedef {import("./setup.mjs").ToolName} ToolName */

/**
 * @typedef {object} Project  of vitest.config.js
 * @property {string} title
 * @property {string} folder             in tests/
 * @property {readonly ToolName[]} [tools]   it does not run without them
 * @property {readonly ToolName[]} [useful]  a part of it does not
 * @property {string} [packages]         a folder with npm packages of its own
 * @property {boolean} [onlyNamed]       it runs where it is named, and not with all the others
 */

/** @type {Record<string, Project>} */
const projects = {
  types: { title: "types of API, page and tests", folder: "types", packages: "tests/package" },
  lint: { title: "rules, format, imports", folder: "lint", useful: ["clang-format", "clang-tidy", "simde"] },
  module: { title: "the module is built from its sources", folder: "module", tools: ["emscripten"] },
  kernels: { title: "C kernels natively, with sanitizers", folder: "c", tools: ["clang", "simde"] },
  "api-node": { title: "API in Node", folder: "api" },
  "api-chromium": { title: "API in Chromium", folder: "api", tools: ["chromium"] },
  "page-node": { title: "the page without a browser, in Node", folder: "page" },
  page: { title: "the page in Chromium", folder: "page", tools: ["chromium"], useful: ["fonts"] },
  package: {
    title: "the package, installed in Node, bundlers, browsers and other runtimes",
    folder: "package",
    tools: ["chromium", "emscripten", "git", "libatomic"],
    packages: "tests/package",
  },
  engines: {
    title: "the page, and the bits of every op, in Chromium, Firefox and WebKit; only where it is named",
    folder: "engines",
    tools: ["chromium", "firefox", "webkit"],
    useful: ["fonts"],
    onlyNamed: true,
  },
};

/** Several projects by one name. @type {Record<string, readonly string[]>} */
const groups = {
  quick: ["kernels", "types", "api-node", "page-node", "lint"],
  api: ["api-node", "api-chromium"],
  page: ["page-node", "page"],
};

/** Tests that take seconds each and are seldom what breaks: `quick` leaves them out. */
const SLOW = "tests/{c/fuzz,api/{memory,memory-*,module,bench,hover,types,conformance}.node}.test.js";

const HELP = `npm test                          everything but engines, after installing what is missing
npm test -- quick                 ${groups.quick.join(", ")}, without their slow tests: about a minute
npm test -- NAME...               Vitest's projects:

${Object.entries(projects)
  .map(([name, { title }]) => `  ${name.padEnd(14)}${title}`)
  .join("\n")}
  api           ${groups.api.join(", ")}
  page          ${groups.page.join(", ")}

npm test -- page/dim api/ops      test files, by a part of their paths that begins with a folder of tests/
npm test -- page --repeat 5       five times in a row
npm test -- --help

A project whose tools are missing and cannot be installed is skipped, and says so in a line. With CI in the environment
it fails instead. One test by its name: npx vitest run --config tests/vitest.config.js --project api-node -t rmsNorm`;

/**
 * What is to run: projects, and of those that are not to run whole the files, as Vitest's filters.
 * @typedef {{ whole: string[], parts: string[], filters: string[], unknown: string[] }} Plan
 */

/** @param {readonly string[]} names @returns {Plan} */
function planFor(names) {
  const usual = Object.keys(projects).filter((name) => !projects[name].onlyNamed);
  /** @type {Plan} */
  const plan = { whole: names.length ? [] : usual, parts: [], filters: [], unknown: [] };
  for (const name of names) {
    const whole = groups[name] ?? (projects[name] && [name]);
    const parts = Object.keys(projects).filter((project) => name.startsWith(`${projects[project].folder}/`));
    if (whole) plan.whole.push(...whole);
    else if (parts.length) plan.filters.push(`tests/${name}`);
    else plan.unknown.push(name);
    if (!whole) plan.parts.push(...parts);
  }
  // Vitest's filters hold for all of its projects.
  if (plan.filters.length) plan.filters.push(...plan.whole.map((name) => `tests/${projects[name].folder}/`));
  return plan;
}

/** @param {string} text */
const heading = (text) => console.log(`\n== ${text}`);

/**
 * @param {readonly string[]} names  of projects
 * @returns {ToolName[]} those that are missing and could not be installed
 */
function setUp(names) {
  heading("setup: what the tests need");
  installPackages();
  const chosen = names.map((name) => projects[name]);
  const missing = installTools(new Set(chosen.flatMap(({ tools = [], useful = [] }) => [...tools, ...useful])));
  for (const folder of new Set(chosen.flatMap(({ packages }) => packages ?? []))) installPackages(folder);
  if (!missing.length) console.log("all there");
  return missing;
}

/**
 * The projects that can run. Of the others a line is counted.
 * @param {readonly string[]} names
 * @param {readonly ToolName[]} missing
 * @param {Counts} total
 */
function runnable(names, missing, total) {
  return names.filter((name) => {
    const { tools = [], useful = [] } = projects[name];
    const lacking = [...tools, ...(process.env.CI ? useful : [])].filter((tool) => missing.includes(tool));
    if (lacking.length) total[process.env.CI ? "failures" : "skips"].push(`${name}: not without ${lacking.join(", ")}`);
    return lacking.length === 0;
  });
}

/**
 * @param {readonly string[]} args
 * @returns {Promise<Counts>} what the reporter counted; how Vitest ended is a failure where it tells of none
 */
function vitest(args) {
  // A process group of its own, so that nothing is left of a run that hangs.
  const child = fork("node_modules/vitest/vitest.mjs", ["run", "--config", "tests/vitest.config.js", ...args], {
    cwd: root,
    detached: true,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const kill = () => process.kill(-Number(child.pid), "SIGKILL");
  const stop = () => {
    kill();
    process.exit(1);
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stop);
  /** @type {Counts} */
  let counted = { passed: 0, failures: [], skips: [], projects: [] };
  child.on("message", (/** @type {{ counts: Counts, hangs: boolean }} */ { counts, hangs }) => {
    counted = counts;
    if (hangs) kill();
  });
  return new Promise((resolve) => {
    child.on("close", (code, signal) => {
      if (code !== 0 && !counted.failures.length) counted.failures.push(`Vitest: ${signal ?? `exit code ${code}`}`);
      resolve(counted);
    });
  });
}

/**
 * @param {Plan} plan
 * @param {{ quick: boolean, repeat: number }} options
 * @returns {Promise<Counts>}
 */
async function runAll({ whole, parts, filters }, { quick, repeat }) {
  /** @type {Counts} */
  const total = { passed: 0, failures: [], skips: [], projects: [] };
  const names = [...new Set([...whole, ...parts])];
  const chosen = runnable(names, setUp(names), total);
  const args = [
    ...chosen.map((name) => `--project=${name}`),
    ...filters,
    ...(quick ? [`--exclude=${SLOW}`] : []),
    "--allowOnly=false",
    "--reporter=default",
    "--reporter=tests/reporter.mjs",
  ];
  for (let round = 1; round <= (chosen.length ? repeat : 0); round++) {
    heading(repeat > 1 ? `${round} of ${repeat}` : chosen.join(", "));
    const { passed, failures, skips, projects: ran } = await vitest(args);
    total.passed += passed;
    total.failures.push(...failures);
    total.skips.push(...skips);
    for (const name of chosen) {
      if (whole.includes(name) && !ran.includes(name)) total.failures.push(`${name}: ran no tests`);
    }
  }
  if (!total.passed && !total.failures.length && !total.skips.length) total.failures.push("no tests were run");
  return total;
}

/** @param {Counts} total */
function conclude({ passed, failures, skips }) {
  console.log();
  for (const skip of new Set(skips)) console.log(`skipped: ${skip}`);
  for (const failure of failures) console.log(`failed: ${failure}`);
  console.log(`${passed} passed, ${failures.length} failed${skips.length ? `, ${skips.length} skipped` : ""}`);
  process.exitCode = failures.length ? 1 : 0;
}

async function main() {
  const options = {
    help: { type: /** @type {const} */ ("boolean") },
    repeat: { type: /** @type {const} */ ("string") },
  };
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  if (values.help) return console.log(HELP);
  const plan = planFor(positionals);
  const repeat = Number(values.repeat ?? 1);
  if (plan.unknown.length) throw new Error(`there is no ${plan.unknown.join(", ")}; npm test -- --help lists what is`);
  if (!(repeat >= 1)) throw new Error(`--repeat: expected how often, got ${values.repeat}`);
  conclude(await runAll(plan, { quick: positionals.includes("quick"), repeat }));
}

try {
  await main();
} catch (error) {
  conclude({ passed: 0, failures: [/** @type {Error} */ (error).message], skips: [], projects: [] });
}
