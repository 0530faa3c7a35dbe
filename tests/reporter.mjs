/** Tells run.mjs, whose child Vitest is, what was counted; and when no test or hook has begun or ended for too long. */
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./setup.mjs";

/** @typedef {import("vitest/node").TestCase} TestCase */
/** @typedef {import("vitest/node").TestModule} TestModule */

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {string[]} failures  what failed and why, a line each
 * @property {string[]} skips     what was skipped, a line each
 * @property {string[]} projects  those that ran a test
 */

/** A run in which nothing has begun or ended for so long hangs. */
const PATIENCE_MS = 300_000;

/** @param {TestModule} module */
const fileOf = (module) => relative(root, module.moduleId);

/** @param {TestCase} test */
const nameOf = (test) => `${fileOf(test.module)}: ${test.fullName}`;

/** @param {ReadonlyArray<{ message: string }>} errors */
const reason = (errors) => stripVTControlCharacters(errors[0]?.message ?? "no reason given").split("\n")[0];

/** @param {TestModule} module @returns {string[]} what failed in it that is no test: it did not load, a hook threw */
const faultsBesideTests = (module) =>
  [module, ...module.children.allSuites()]
    .filter((task) => task.errors().length > 0)
    .map((task) => `${fileOf(module)}: ${"name" in task ? task.name : "the file"}: ${reason(task.errors())}`);

/** @param {Iterable<TestModule>} modules @returns {Counts} */
function count(modules) {
  /** @type {Counts} */
  const counts = { passed: 0, failures: [], skips: [], projects: [] };
  const projects = new Set();
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      // An instance of a browser adds its name: "api-chromium (chromium)".
      projects.add(module.project.name.replace(/ \(.*\)$/, ""));
      if (state === "passed") counts.passed++;
      else if (state === "failed") counts.failures.push(`${nameOf(test)}: ${reason(errors ?? [])}`);
      else if (state === "skipped") counts.skips.push(nameOf(test));
    }
    counts.failures.push(...faultsBesideTests(module));
  }
  return { ...counts, projects: [...projects] };
}

export default class {
  /** @type {Set<TestModule>} */
  #modules = new Set();
  /** A loop without end tells of no test, only of its file. @type {Set<TestModule | TestCase>} */
  #running = new Set();
  #watchdog = setTimeout(() => this.#giveUp(), PATIENCE_MS);

  constructor() {
    // Nobody is left to tell, or to end what hangs.
    process.on("disconnect", () => process.exit(1));
    process.channel?.unref();
  }

  #giveUp() {
    const names = Array.from(this.#running, (each) => ("fullName" in each ? nameOf(each) : fileOf(each))).join("; ");
    const counts = count(this.#modules);
    counts.failures.push(`nothing began or ended for ${PATIENCE_MS / 60_000} minutes; running: ${names || "nothing"}`);
    this.#tell(counts, true);
  }

  /** @param {Counts} counts @param {boolean} hangs */
  #tell(counts, hangs) {
    clearTimeout(this.#watchdog);
    process.send?.({ counts, hangs });
  }

  /** @param {TestModule} module */
  onTestModuleQueued(module) {
    this.#running.add(module);
    this.#watchdog.refresh();
  }

  /** @param {TestModule} module */
  onTestModuleEnd(module) {
    this.#running.delete(module);
    this.#watchdog.refresh();
  }

  onHookStart = () => this.#watchdog.refresh();
  onHookEnd = () => this.#watchdog.refresh();

  /** @param {TestModule} module */
  onTestModuleCollected(module) {
    this.#modules.add(module);
    this.#watchdog.refresh();
  }

  /** @param {TestCase} test */
  onTestCaseReady(test) {
    this.#running.add(test);
    this.#watchdog.refresh();
  }

  /** @param {TestCase} test */
  onTestCaseResult(test) {
    this.#running.delete(test);
    this.#watchdog.refresh();
    // Vitest tells why a test has failed when all have ended, which a run that is broken off never does.
    const { state, errors = [] } = test.result();
    const mark = state === "passed" ? "passed when repeated:" : "×";
    for (const { message } of errors) console.log(`${mark} ${nameOf(test)}: ${stripVTControlCharacters(message)}`);
  }

  /** @param {ReadonlyArray<TestModule>} modules @param {ReadonlyArray<{ message: string }>} errors */
  onTestRunEnd(modules, errors) {
    const counts = count(modules);
    counts.failures.push(...errors.map((error) => `outside the tests: ${reason([error])}`));
    this.#tell(counts, false);
  }
}
