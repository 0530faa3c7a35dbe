/** Makes sure that the project's npm packages are there. It runs before they are, so it imports none. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** @param {string} path */
const modified = (path) => (existsSync(join(root, path)) ? statSync(join(root, path)).mtimeMs : 0);

/** @throws {Error} if this Node.js is older than package.json allows */
function checkNode() {
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const versions = [engines.node, process.versions.node];
  const [oldest, current] = versions.map((text) => text.match(/\d+/g).map(Number));
  if (current[0] > oldest[0] || (current[0] === oldest[0] && current[1] >= oldest[1])) return;
  throw new Error(`Node.js ${oldest.join(".")} or newer is needed; this is ${current.join(".")}.`);
}

/**
 * Runs `npm ci` unless node_modules is as new as package-lock.json.
 * @param {string} [folder]  of the repository, with a package.json
 * @throws {Error} if Node.js is too old or npm fails
 */
export function installPackages(folder = ".") {
  checkNode();
  if (modified(`${folder}/node_modules/.package-lock.json`) >= modified(`${folder}/package-lock.json`)) return;
  const where = folder === "." ? "" : ` in ${folder}`;
  console.log(`installing npm packages (npm ci${where})`);
  // npm is npm.cmd on Windows, which only a shell starts.
  const options = /** @type {const} */ ({ cwd: join(root, folder), stdio: "inherit" });
  const { status } = spawnSync("npm", ["ci"], { ...options, shell: process.platform === "win32" });
  if (status !== 0) throw new Error(`npm ci${where} failed.`);
}
