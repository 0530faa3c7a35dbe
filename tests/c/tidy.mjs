/**
 * clang-tidy over c/ and tests/c, with the checks of .clang-tidy: 4 seconds of one core. `node tests/c/tidy.mjs` runs
 * it alone.
 */
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Report } from "../report.mjs";
import { includeFlags, root } from "../setup.mjs";

// What the compiler is told natively (run.mjs), as far as it changes what the sources mean.
const compileFlags = ["-std=c11", "-DLN_DEBUG", ...includeFlags];

/** memory.c is empty natively; memory_test.c includes it, and so it is looked at there. */
const sources = () =>
  ["c", join("tests", "c")].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith(".c"))
      .map((file) => join(folder, file)),
  );

/**
 * @param {readonly string[]} files
 * @returns {Promise<string | undefined>} what clang-tidy finds in them
 */
function findings(files) {
  return new Promise((resolve, reject) => {
    const tidy = spawn("clang-tidy", ["--quiet", ...files, "--", ...compileFlags], { cwd: root });
    let output = "";
    tidy.stdout.on("data", (text) => {
      output += text;
    });
    tidy.stderr.resume(); // how many warnings there are in headers that are not the project's
    tidy.on("error", reject);
    tidy.on("close", (status) => resolve(status === 0 ? undefined : output));
  });
}

/** @param {Report} report */
export async function checkTidy(report) {
  const all = sources();
  const processes = Math.min(all.length, availableParallelism());
  const shares = Array.from({ length: processes }, (_, share) => all.filter((_, at) => at % processes === share));
  await report.check("clang-tidy: c/ and tests/c", async () => {
    const found = (await Promise.all(shares.map(findings))).filter((text) => text !== undefined);
    if (found.length) throw new Error(`\n${found.join("\n")}`);
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const report = new Report();
  await checkTidy(report);
  process.exitCode = report.failed ? 1 : 0;
}
