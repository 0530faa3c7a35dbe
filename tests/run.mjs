/** What `npm test` runs. */
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { installPackages } from "../web/packages.mjs";
import { Report } from "./report.mjs";
import { installTools, root } from "./setup.mjs";
import { groups, steps } from "./steps.mjs";
import { suites } from "./suites.mjs";

/** @typedef {import("./setup.mjs").ToolName} ToolName */
/** @typedef {import("./steps.mjs").Choice} Choice */

/**
 * What is to run: steps, and the files in them where not all.
 * @typedef {Map<string, readonly string[] | undefined>} Plan
 */

const HELP = `npm test                          every step but engines, after installing what is missing
npm test -- quick                 ${groups.quick.join(", ")}, without their slow parts: about a minute
npm test -- NAME...               steps:

${Object.entries(steps)
  .map(([name, { title }]) => `  ${name.padEnd(14)}${title}`)
  .join("\n")}
  api           ${groups.api.join(", ")}
  page          ${groups.page.join(", ")}

npm test -- page/dim api/ops      test files, by how their paths in tests/ begin; those of the API run in Node
npm test -- page --repeat 5       five times in a row
npm test -- --help

A step whose tools are missing and cannot be installed is skipped, and says so in a line. With CI in the environment it
fails instead.`;

/** What runs where nothing is named: two more browsers are a lot to install. */
const usual = Object.keys(steps).filter((name) => !steps[name].onlyNamed);

/**
 * The step that a file belongs to.
 * @param {string} path
 */
const stepOf = (path) => Object.entries(suites).find(([, files]) => files.includes(path))?.[0];

/**
 * @param {readonly string[]} names
 * @returns {{ plan: Plan, unknown: string[] }}
 */
function planFor(names) {
  /** @type {Plan} */
  const plan = new Map(names.length ? [] : usual.map((name) => [name, undefined]));
  const unknown = [];
  for (const name of names) {
    const whole = groups[name] ?? Object.keys(steps).filter((step) => step === name);
    for (const step of whole) plan.set(step, undefined);
    const all = Object.values(suites).flat();
    const files = whole.length ? [] : new Set(all.filter((path) => path.startsWith(`tests/${name}`)));
    for (const path of files) {
      const step = String(stepOf(path));
      if (!plan.has(step) || plan.get(step)) plan.set(step, [...(plan.get(step) ?? []), path]);
    }
    if (!whole.length && ![...files].length) unknown.push(name);
  }
  return { plan, unknown };
}

/** @param {readonly string[]} names that are neither steps nor files */
function explain(names) {
  const folders = new Set(Object.values(suites).flat());
  const all = [...folders].map((path) => path.slice("tests/".length).replace(/\.test\.js$|_test\.c$/, ""));
  console.error(
    `There is no ${names.join(", ")}. Steps: ${[...Object.keys(steps), ...Object.keys(groups)].join(", ")}`,
  );
  console.error(`Files: ${[...new Set(all)].join(" ")}`);
}

/** @param {string} text */
const heading = (text) => console.log(`\n== ${text}`);

/**
 * @param {readonly string[]} names
 * @returns {ToolName[]} those that are missing and could not be installed
 */
function setUp(names) {
  heading("setup: what the tests need");
  installPackages();
  const wanted = new Set(names.flatMap((name) => [...steps[name].tools, ...(steps[name].useful ?? [])]));
  const missing = installTools(wanted);
  for (const folder of new Set(names.flatMap((name) => steps[name].packages ?? []))) installPackages(folder);
  if (!missing.length) console.log("all there");
  return missing;
}

/** @param {Report} report */
const listFailures = ({ failures }) => {
  for (const failure of failures) console.log(`failed: ${failure}`);
};

/**
 * @param {string} name
 * @param {Choice} choice
 * @returns {Promise<Report>}
 */
async function runStep(name, choice) {
  const { title, tools, useful = [], run } = steps[name];
  const report = new Report();
  const start = performance.now();
  heading(`${name}: ${title}`);
  const lacking = [...tools, ...(process.env.CI ? useful : [])].filter((tool) => choice.missing.includes(tool));
  try {
    if (lacking.length && !process.env.CI) report.skip(name, `not without ${lacking.join(", ")}`);
    else if (lacking.length) throw new Error(`not run without ${lacking.join(", ")}`);
    else await run(report, name, choice);
    if (report.passed + report.failed + report.skipped === 0) throw new Error("ran no tests");
  } catch (error) {
    report.fail(name, /** @type {Error} */ (error).message);
  }
  listFailures(report);
  console.log(`${name}: ${report} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  return report;
}

/**
 * A step in a process of its own, whose output is printed when it has ended.
 * @param {string} name
 * @param {Choice} choice
 * @returns {Promise<Report>}
 */
function runApart(name, choice) {
  const child = spawn(process.execPath, [import.meta.filename, "--step", name], {
    cwd: root,
    env: { ...process.env, LAYERNORM_CHOICE: JSON.stringify(choice) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  /** @type {Buffer[]} */
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => output.push(part));
  return new Promise((resolve) => {
    child.on("close", () => {
      const text = Buffer.concat(output).toString();
      process.stdout.write(text);
      const report = new Report();
      const counts = [...text.matchAll(/^\S+: (\d+) passed, (\d+) failed(?:, (\d+) skipped)? \(.* s\)$/gm)].at(-1);
      if (!counts) report.fail(name, "it ended without a count");
      else {
        const [passed, failed, skipped] = counts.slice(1).map((count) => Number(count ?? 0));
        const failures = [...text.matchAll(/^failed: (.*)$/gm)].map(([, failure]) => failure);
        report.add({ passed, failed, skipped, failures });
      }
      resolve(report);
    });
  });
}

/** How many steps run at once, of those that are one process on one core. */
const ABREAST = 2;

/**
 * @param {readonly string[]} names
 * @param {(name: string) => Choice} choose
 * @param {Report} total
 */
async function runAbreast(names, choose, total) {
  console.log(`\n${names.join(", ")}: ${ABREAST} at a time, each printed when it has ended`);
  const waiting = [...names];
  const lane = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) total.add(await runApart(name, choose(name)));
  };
  await Promise.all(Array.from({ length: ABREAST }, lane));
}

/**
 * Steps that leave a core free run side by side, then the others, one by one.
 * @param {Plan} plan
 * @param {Omit<Choice, "files">} choice
 * @param {Report} total
 */
async function runRound(plan, choice, total) {
  const choose = (/** @type {string} */ name) => ({ ...choice, files: plan.get(name) });
  const sharing = [...plan.keys()].filter((name) => !steps[name].usesAllCores);
  const abreast = sharing.length > 1 ? sharing : [];
  if (abreast.length > 0) await runAbreast(abreast, choose, total);
  for (const name of plan.keys()) {
    if (!abreast.includes(name)) total.add(await runStep(name, choose(name)));
  }
}

/**
 * @param {Plan} plan
 * @param {{ quick: boolean, repeat: number }} options
 * @returns {Promise<Report>}
 */
async function runAll(plan, { quick, repeat }) {
  const total = new Report();
  try {
    const missing = setUp([...plan.keys()]);
    for (let round = 1; round <= repeat; round++) {
      if (repeat > 1) heading(`${round} of ${repeat}`);
      await runRound(plan, { missing, quick }, total);
    }
  } catch (error) {
    // a step reports its own errors: nothing can run without npm packages
    total.fail("setup", /** @type {Error} */ (error).message);
  }
  return total;
}

/** @throws {Error} if there are options that it does not know */
function readArguments() {
  const string = { type: /** @type {const} */ ("string") };
  return parseArgs({
    allowPositionals: true,
    options: { help: { type: "boolean" }, repeat: string, step: string },
  });
}

async function main() {
  const { values, positionals } = readArguments();
  if (values.help) return console.log(HELP);
  if (values.step) return runStep(values.step, JSON.parse(String(process.env.LAYERNORM_CHOICE)));
  const { plan, unknown } = planFor(positionals);
  const repeat = Number(values.repeat ?? 1);
  if (unknown.length || !(repeat >= 1)) {
    if (unknown.length) explain(unknown);
    else console.error(`--repeat: expected how often, got ${values.repeat}`);
    process.exitCode = 2;
    return;
  }
  const total = await runAll(plan, { quick: positionals.length === 1 && positionals[0] === "quick", repeat });
  console.log();
  // again, since whoever reads a long run reads its end
  listFailures(total);
  console.log(String(total));
  process.exitCode = total.failed ? 1 : 0;
}

try {
  await main();
} catch (error) {
  console.error(`npm test: ${/** @type {Error} */ (error).message}`);
  process.exitCode = 2;
}
