/**
 * `npm run lint`, and the step of `npm test` of this name: Biome (rules and format) for JavaScript, JSX, CSS and JSON;
 * clang-format and clang-tidy for C; how long the lines of comments are (comment-width.mjs); and which folder may
 * import which (floors.mjs).
 */
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { checkTidy } from "../c/tidy.mjs";
import { checkCommentWidth } from "./comment-width.mjs";
import { Report } from "../report.mjs";
import { root } from "../setup.mjs";

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @throws {Error} with what it printed, if it fails
 */
const succeed = (command, args) =>
  /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      const child = spawn(command, args, { cwd: root });
      let printed = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (printed += text));
      child.on("error", reject);
      child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`exit code ${code}\n${printed}`))));
    })
  );

/** @param {string} folder @param {RegExp} kind */
const files = (folder, kind) =>
  readdirSync(join(root, folder))
    .filter((name) => kind.test(name))
    .map((name) => `${folder}/${name}`);

const biome = join(root, "node_modules/@biomejs/biome/bin/biome");

/**
 * @param {Report} report
 * @param {string} [_name]
 * @param {{ missing?: readonly string[] }} [options]  tools that are not there
 */
export async function checkLint(report, _name, { missing = [] } = {}) {
  await report.check("lint: Biome's rules and format (npm run format)", () =>
    succeed(process.execPath, [biome, "ci", "--error-on-warnings", "--max-diagnostics=100"]),
  );
  await checkCommentWidth(report);
  const { checkFloors } = await import("./floors.mjs"); // by a package, which is installed only now
  await checkFloors(report);
  const sources = ["c", "tests/c", "web/page/sections/speed/scalar"].flatMap((folder) => files(folder, /\.[ch]$/));
  if (missing.includes("clang-format")) report.skip("lint: the format of C", "no clang-format");
  else {
    await report.check("lint: the format of C (npm run format)", () =>
      succeed("clang-format", ["--dry-run", "--Werror", ...sources]),
    );
  }
  if (missing.includes("clang-tidy")) report.skip("lint: clang-tidy", "no clang-tidy");
  else await checkTidy(report);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const report = new Report();
  await checkLint(report);
  console.log(`\n${report}`);
  process.exitCode = report.failed ? 1 : 0;
}
