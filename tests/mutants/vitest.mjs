/** Asks a Vitest in a process of its own (host.mjs) which of some tests fails first; one that hangs is ended. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { endable } from "./process.mjs";

/** The limit of a test, tests/vitest.config.js has nearly five minutes; a file has many. */
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
    host = { child, end: endable(child) };
    child.once("exit", () => (host = undefined));
    await once(child, "message");
    return host;
  }

  return {
    /**
     * @param {readonly string[]} changed  files
     * @param {readonly string[]} tests    parts of the paths of test files; none: all of the project
     * @param {readonly string[]} [without]
     * @returns {Promise<string | undefined>} the first test that failed
     */
    async firstFailure(changed, tests, without = []) {
      const { child, end } = host ?? (await start());
      let timer;
      const hung = new Promise((resolve) => {
        timer = setTimeout(() => {
          end();
          resolve({ first: `${project}: hung`, known: true });
        }, HANGS_MS);
      });
      const died = once(child, "exit").then(() => ({ first: `${project}: the process of the tests ended`, known: true }));
      child.send({ changed, tests, without });
      const { first, known } = await Promise.race([once(child, "message").then(([answer]) => answer), hung, died]);
      clearTimeout(timer);
      if (!known) throw new Error(`${project} has no test file ${tests.join(", ")}`);
      return first;
    },
    end: () => host?.end(),
  };
}
