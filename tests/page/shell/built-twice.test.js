/** What is built depends on its sources alone: whoever doubts a page that is served can build it and compare. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mustSucceed } from "../../process.js";
import { dist } from "../helpers/serve.js";

/** @param {string} folder @returns {Record<string, string>} each file's bytes, by its path */
const filesIn = (folder) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, "latin1")]),
  );

test("built again, in another process and folder, each file is the same, byte for byte", async () => {
  const again = mkdtempSync(join(tmpdir(), "page-"));
  try {
    // Vitest's NODE_ENV, "test", would make it another build.
    const options = ["--outDir", again, "--emptyOutDir", "--logLevel", "error"];
    await mustSucceed("env", [
      "NODE_ENV=production",
      process.execPath,
      "node_modules/vite/bin/vite.js",
      "build",
      "web/page",
      ...options,
    ]);
    const [first, second] = [filesIn(dist), filesIn(again)];
    expect(Object.keys(second)).toEqual(Object.keys(first));
    expect(Object.keys(first).filter((path) => second[path] !== first[path])).toEqual([]);
    expect(Object.keys(first).length).toBeGreaterThan(50);
  } finally {
    rmSync(again, { recursive: true });
  }
});
