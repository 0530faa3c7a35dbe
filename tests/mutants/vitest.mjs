/** Asks a Vitest in a process of its own (host.mjs) which of some tests fails first; one that hangs is ended. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { endable } from "./process.mjs";

/** The limit of one test (tests/vitest.config.js) is nearly five minutes; a file has many, and files come together. */
const HANGS_MS = 400_000;

/** @param {string} folder @param {string} project  of vitest.config.js */
export function vitestIn(folder, project) {
  /** @type {{ child: import("node:child_process").ChildProcess, end: () => void } | undefined} */
  let host;

  async function start() {
    const child = fork("tests/mutants/host.mjs", [project], {
      cwd: folder,
      detached: true,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    const started = { child, end: endable(child) };
    host = started;
    child.once("exit", () => {
      // One that was ended may be gone only after the next has started.
      if (host === started) host = undefined;
    });
    await once(child, "message");
    return started;
  }

  /**
   * @param {{ changed: readonly string[], tests: readonly string[], without: readonly string[] }} question
   * @returns {Promise<{ first?: string, known: boolean }>}
   */
  async function ask(question) {
    const { child, end } = host ?? (await start());
    return new Promise((resolve) => {
      const settle = (/** @type {{ first?: string, known: boolean }} */ answer) => {
        clearTimeout(timer);
        child.off("message", settle).off("exit", died);
        resolve(answer);
      };
      const died = () => settle({ first: `${project}: the process of the tests ended`, known: true });
      const timer = setTimeout(() => {
        settle({ first: `${project}: hung`, known: true });
        host = undefined;
        end();
      }, HANGS_MS);
      child.on("message", settle).on("exit", died);
      child.send(question);
    });
  }

  return {
    /**
     * @param {readonly string[]} changed  files
     * @param {readonly string[]} tests    parts of the paths of test files; none: all of the project
     * @param {readonly string[]} [without]
     * @returns {Promise<string | undefined>} the first test that failed
     */
    async firstFailure(changed, tests, without = []) {
      const { first, known } = await ask({ changed, tests, without });
      if (!known) throw new Error(`${project} has no test file ${tests.join(", ")}`);
      return first;
    },
    end: () => host?.end(),
  };
}
