/**
 * The suites that Vitest runs: the API in Node and in Chromium, the page's model in Node, the page in Chromium (and its
 * main things in Firefox and WebKit too), and the package as users install it. suites.mjs says which files belong to
 * which. `npm test` runs all; `npx vitest --config tests/vitest.config.js --project api-node` watches one.
 */
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { chromiumFlags, findChromium, root } from "./setup.mjs";
import { suites } from "./suites.mjs";

/** Vitest's 5 s are too few for a slow machine: the longest tests take 3 s on a fast one. */
const timeout = 60_000;

/** Of each suite. A failure, of which a run's end shows one line, names what was found, not "[ Array(1) ]". */
const common = { testTimeout: timeout, hookTimeout: timeout, chaiConfig: { truncateThreshold: 1000 } };

export default defineConfig({
  root,
  test: {
    projects: [
      { test: { name: "api-node", include: suites["api-node"], ...common } },
      {
        // Bundled before the tests start: one found later would reload the page in the middle of them.
        optimizeDeps: { include: ["fast-check"] },
        test: {
          name: "api-chromium",
          include: suites["api-chromium"],
          ...common,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath: findChromium(), args: chromiumFlags } }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
      // As many workers as for "page": Vitest wants that of projects that run side by side.
      {
        test: {
          name: "page-model",
          include: suites["page-model"],
          setupFiles: ["tests/page/setup.js"],
          maxWorkers: 2,
          ...common,
        },
      },
      {
        test: {
          name: "page",
          include: suites.page,
          setupFiles: ["tests/page/setup.js"],
          // One process, and one browser in it, for a file after the other: each would take two seconds to begin.
          isolate: false,
          // They wait for the browser, most of the time; a second, vitest's limit, is little where other work is done
          // beside.
          maxWorkers: 2,
          expect: { poll: { timeout: 10_000 } },
          globalSetup: ["tests/page/global-setup.js"],
          ...common,
        },
      },
      {
        test: {
          name: "page-speed",
          include: suites["page-speed"],
          // After all others: it wants the machine for itself.
          sequence: { groupOrder: 1 },
          globalSetup: ["tests/page/global-setup.js"],
          ...common,
        },
      },
      {
        test: {
          name: "engines",
          include: suites.engines,
          maxWorkers: 2,
          // WebKit draws into memory, and takes its time.
          expect: { poll: { timeout: 10_000 } },
          globalSetup: ["tests/page/global-setup.js"],
          ...common,
        },
      },
      {
        test: {
          name: "package",
          include: suites.package,
          // They wait for processes of their own, most of the time.
          maxWorkers: 2,
          globalSetup: ["tests/package/global-setup.js"],
          ...common,
        },
      },
    ],
  },
});
