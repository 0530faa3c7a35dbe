/**
 * The projects that Vitest runs, side by side, two files more at a time than there are cores. What each needs is in
 * run.mjs (`npm test`); `npx vitest --config tests/vitest.config.js --project api-node` watches one.
 */
import { readFileSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";
import { chromiumFlags, findChromium, root } from "./setup.mjs";
import { STOPPED_DRAWING, WAITS_MS } from "./waits.js";

/**
 * Of each project. No clock ends a test, which may take ten times as long beside other work: the reporter ends a run in
 * which nothing begins or ends any more. A failure, of which a run's end shows one line, names what was found, not
 * "[ Array(1) ]".
 */
const common = {
  testTimeout: 0,
  hookTimeout: 0,
  expect: { poll: { timeout: WAITS_MS } },
  chaiConfig: { truncateThreshold: 1000 },
};

/** Whether a test of the page opens a browser, or reads what was built. @param {string} path */
const needsPage = (path) => /\/(chromium|browser|serve)\.js"|"pageUrl"/.test(readFileSync(join(root, path), "utf8"));

const ofPage = readdirSync(join(root, "tests/page"), { recursive: true, encoding: "utf8" })
  .map((path) => `tests/page/${path.replaceAll("\\", "/")}`)
  .filter((path) => path.endsWith(".test.js"));

/** Small files that take long. Vitest begins with the largest, and one of these would run last, with nothing beside. */
const LONG = [
  "page/work.test.js",
  "page/depth/claims.node.test.js",
  "page/shell/access.test.js",
  "types/types.test.js",
].map((path) => join(root, "tests", path));

class LongFirst extends BaseSequencer {
  /** @override @param {import("vitest/node").TestSpecification[]} files */
  async sort(files) {
    const isLong = (/** @type {{ moduleId: string }} */ { moduleId }) => LONG.includes(moduleId);
    const [long, others] = [files.filter(isLong), files.filter((file) => !isLong(file))];
    return [...long, ...(await super.sort(others))];
  }
}

/** A program in C is a test file, too. @type {import("vite").Plugin} */
const nativeTests = {
  name: "native-tests",
  enforce: "pre",
  transform: (_, id) =>
    id.endsWith("_test.c")
      ? `import { testProgram } from "/tests/c/native.js"; await testProgram(${JSON.stringify(id)});`
      : undefined,
};

export default defineConfig({
  root,
  test: {
    // The page's tests wait for the next picture, and use two cores at three quarters where two files run at a time.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongFirst },
    tags: [{ name: "fuzz", description: "takes minutes in npm run fuzz, and seconds else" }],
    projects: [
      { test: { name: "types", include: ["tests/types/*.test.js"], ...common } },
      { test: { name: "lint", include: ["tests/lint/*.test.js"], ...common } },
      { test: { name: "module", include: ["tests/module/*.test.js"], ...common } },
      {
        plugins: [nativeTests],
        test: {
          name: "kernels",
          include: ["tests/c/*.test.js", "tests/c/*_test.c"],
          globalSetup: ["tests/c/global-setup.js"],
          ...common,
        },
      },
      { test: { name: "api-node", include: ["tests/api/*.test.js"], ...common } },
      {
        // Bundled before the tests start: one found later would reload the page in the middle of them.
        optimizeDeps: { include: ["fast-check"] },
        test: {
          name: "api-chromium",
          include: ["tests/api/*.test.js"],
          exclude: ["**/*.node.test.js"],
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
      {
        test: {
          name: "page-node",
          include: ofPage.filter((path) => !needsPage(path)),
          setupFiles: ["tests/page/setup.js"],
          ...common,
        },
      },
      {
        test: {
          name: "page",
          include: ofPage.filter(needsPage),
          setupFiles: ["tests/page/setup.js"],
          // One process, and one browser in it, for a file after the other: each would take two seconds to begin.
          isolate: false,
          globalSetup: ["tests/page/global-setup.js"],
          retry: { count: 1, condition: new RegExp(`^${STOPPED_DRAWING}`) },
          ...common,
        },
      },
      {
        // Measures: npm run bench -- --page.
        test: {
          name: "page-speed",
          include: ["tests/bench/page.test.js"],
          globalSetup: ["tests/page/global-setup.js"],
          ...common,
        },
      },
      {
        test: {
          name: "engines",
          include: ["tests/engines/*.test.js"],
          globalSetup: ["tests/page/global-setup.js"],
          ...common,
        },
      },
      {
        test: {
          name: "package",
          include: ["tests/package/*.test.js"],
          globalSetup: ["tests/package/global-setup.js"],
          ...common,
        },
      },
    ],
  },
});
