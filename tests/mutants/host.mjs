/**
 * A Vitest that stays: one of a process each time would take ten seconds for a second of tests. Its parent (vitest.mjs)
 * names the changed files and the tests; it answers with the first test that failed. It runs in the copy.
 */
import { relative, resolve } from "node:path";
import { createVitest } from "vitest/node";

const root = process.cwd();
const project = process.argv[2];

/** @type {string | undefined} */
let first;

/** What had a fault the last time, and has none now. @type {readonly string[]} */
let before = [];

/** @param {string} name @param {ReadonlyArray<{ message: string }>} errors */
function fail(name, errors) {
  first ??= `${name} (${String(errors[0]?.message ?? "no reason given")
    .split("\n")[0]
    .slice(0, 160)})`;
  void vitest.cancelCurrentRun("test-failure");
}

/** @type {import("vitest/node").Reporter} */
const reporter = {
  onTestCaseResult(test) {
    const { state, errors } = test.result();
    if (state === "failed") fail(`${relative(root, test.module.moduleId)}: ${test.fullName}`, errors ?? []);
  },
  onTestModuleEnd(module) {
    const errors = [module, ...module.children.allSuites()].flatMap((task) => task.errors());
    if (errors.length) fail(relative(root, module.moduleId), errors);
  },
  onTestRunEnd(_, errors) {
    if (errors.length) first ??= `outside the tests: ${String(errors[0].message).split("\n")[0]}`;
  },
};

const vitest = await createVitest("test", {
  config: "tests/vitest.config.js",
  watch: false,
  run: true,
  project: [project],
  reporters: [reporter],
});

process.on("disconnect", () => process.exit(1));
process.on("message", async (/** @type {{ changed: string[], tests: string[], without: string[] }} */ message) => {
  const { changed, tests, without } = message;
  first = undefined;
  for (const file of [...before, ...changed]) vitest.invalidateFile(resolve(root, file));
  before = changed;
  const found = await vitest.globTestSpecifications(tests);
  const left = found.filter(({ moduleId }) => !without.some((part) => moduleId.includes(part)));
  const known = found.length > 0;
  if (left.length) await vitest.runTestSpecifications(left, false);
  process.send?.({ first, known });
});
process.send?.("ready");
