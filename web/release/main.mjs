/** `npm run release`: HELP says it. What is checked, and how, is in checks.mjs. */
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { installPackages } from "../packages.mjs";
import * as checks from "./checks.mjs";
import { pack } from "./pack.mjs";
import { remote, root, run, status, tags, tagsHere } from "./programs.mjs";

/** @typedef {import("./checks.mjs").Finding} Finding */

const HELP = `npm run release -- --dry-run                checks all that a release needs; a line for each check
npm run release -- --dry-run --skip-tests   the same without npm test, to try it in seconds
npm run release                             checks, and publishes if nothing is wrong
npm run release -- --help

Checked are version, changelog, clean tree, the repository's address, npm test, the tarball, publint, and "are the types
wrong?". The tarball's package.json gets repository, homepage and bugs from git's remote origin. npm publish signs where
it was built (provenance), which it can in GitHub's and GitLab's workflows alone: a tag v1.2.3 starts
.github/workflows/publish.yml. NPM_TOKEN in the environment, if there is one, goes to npm publish and to nothing else.
A version like 1.2.3-rc.1 is published under the tag next.`;

/** Kept after the run, to be read. */
const LOG = ".scratch/release-tests.log";

/** @param {string} path in the repository */
const read = (path) => readFileSync(join(root, path), "utf8");

/** @type {string} */
const ownVersion = JSON.parse(read("package.json")).version;

function version() {
  const { version: locked, packages } = JSON.parse(read("package-lock.json"));
  const found = { version: ownVersion, locked: [locked, packages[""].version] };
  return checks.checkVersion({ ...found, tags: tags(), tagsHere: tagsHere() });
}

function changelog() {
  const today = new Date().toISOString().slice(0, 10);
  return checks.checkChangelog(read("CHANGELOG.md"), ownVersion, today);
}

function tests() {
  mkdirSync(dirname(join(root, LOG)), { recursive: true });
  const file = openSync(join(root, LOG), "w");
  console.error(`npm test runs, and writes to ${LOG}`);
  const { code } = run("npm", ["test"], { stdio: ["ignore", file, file] });
  closeSync(file);
  return checks.checkTests({ code, output: read(LOG), log: LOG });
}

const folder = mkdtempSync(join(tmpdir(), "layernorm-release-"));

/** @type {ReturnType<typeof pack> | undefined} */
let packed;

/** Packed once. @returns {ReturnType<typeof pack>} */
const tarball = () => (packed ??= pack(folder, remote()));

function contents() {
  const { paths, manifest } = tarball();
  const texts = { "README.md": read("README.md"), "CHANGELOG.md": read("CHANGELOG.md") };
  return checks.checkContents({ paths, manifest, texts });
}

/**
 * @param {string} program  in tests/package/node_modules
 * @param {(file: string) => string[]} args
 * @param {RegExp} verdict
 */
function judge(program, args, verdict) {
  const { file } = tarball();
  installPackages("tests/package");
  const { code, output, errors } = run("node", [join("tests/package/node_modules", program), ...args(file)]);
  return checks.checkJudge({ code, output: output + errors }, verdict);
}

/** @type {Record<string, () => Finding>} */
const all = {
  version,
  changelog,
  tree: () => checks.checkTree(status()),
  addresses: () => checks.checkAddresses(remote()),
  tests,
  tarball: contents,
  publint: () => judge("publint/src/cli.js", (file) => ["run", file, "--strict"], /All good!/),
  types: () => judge("@arethetypeswrong/cli/dist/index.js", (file) => [file], /No problems found/),
};

/** A check that cannot be made is one that fails. @param {() => Finding} check @returns {Finding} */
function made(check) {
  try {
    return check();
  } catch (error) {
    return { wrong: [/** @type {Error} */ (error).message], fine: "" };
  }
}

/** @param {{ skipTests: boolean }} options @returns {boolean} whether nothing is wrong */
function checkAll({ skipTests }) {
  let wrong = 0;
  for (const [name, check] of Object.entries(all)) {
    const finding = skipTests && name === "tests" ? null : made(check);
    console.log(checks.lineOf(name, finding));
    if (finding?.wrong.length) wrong++;
  }
  console.log(wrong ? `${wrong} of ${Object.keys(all).length} wrong` : "nothing wrong");
  return wrong === 0;
}

/** @returns {boolean} whether it was */
function publish() {
  const args = ["publish", tarball().file, "--provenance", "--access", "public"];
  if (ownVersion.includes("-")) args.push("--tag", "next");
  // As an environment variable: a program's arguments can be read by others.
  const token = process.env.NPM_TOKEN && { "npm_config_//registry.npmjs.org/:_authToken": process.env.NPM_TOKEN };
  return run("npm", args, { stdio: "inherit", env: { ...process.env, ...token } }).code === 0;
}

function main() {
  const flag = { type: /** @type {const} */ ("boolean"), default: false };
  const { values } = parseArgs({ options: { "dry-run": flag, "skip-tests": flag, help: flag } });
  if (values.help) return console.log(HELP);
  // npm takes --dry-run for itself where the -- before it was forgotten.
  const dry = values["dry-run"] || process.env.npm_config_dry_run === "true";
  if (values["skip-tests"] && !dry) throw new Error("--skip-tests: only with --dry-run, for a release is tested");
  const done = checkAll({ skipTests: values["skip-tests"] }) && (dry || publish());
  if (!done) process.exitCode = 1;
}

try {
  main();
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
