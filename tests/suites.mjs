/** Which test files belong to which of Vitest's projects. One file may belong to two. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./setup.mjs";

/** @param {string} folder @param {RegExp} kind @returns {string[]} paths from the root, with slashes */
function filesIn(folder, kind) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`)
    .filter((path) => kind.test(path) && !/node_modules|\.projects/.test(path))
    .sort();
}

/** Whether a test of the page opens a browser, or reads what was built. @param {string} path */
const needsPage = (path) => /\/(chromium|browser|serve)\.js"|"pageUrl"/.test(readFileSync(join(root, path), "utf8"));

const inApi = filesIn("tests/api", /\.test\.js$/);
const inPage = filesIn("tests/page", /\.test\.js$/);

/** How fast the page is. @param {string} path */
const isSpeed = (path) => /\/speed\.test\.js$/.test(path);

export const suites = {
  "api-node": inApi,
  "api-chromium": inApi.filter((path) => !path.endsWith(".node.test.js")),
  "page-model": inPage.filter((path) => !needsPage(path)),
  page: inPage.filter((path) => needsPage(path) && !isSpeed(path)),
  "page-speed": inPage.filter(isSpeed),
  engines: filesIn("tests/engines", /\.test\.js$/),
  package: filesIn("tests/package", /^tests\/package\/[^/]+\.test\.js$/),
  kernels: filesIn("tests/c", /_test\.c$/),
};

/** @typedef {keyof typeof suites} SuiteName */
