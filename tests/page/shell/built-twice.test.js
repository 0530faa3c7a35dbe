/** What is built depends on its sources alone: whoever doubts a page that is served can build it and compare. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesIn } from "../../files.js";
import { mustSucceed } from "../../process.js";
import { dist } from "../helpers/serve.js";

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
    const bytes = (/** @type {string} */ folder, /** @type {string} */ path) => readFileSync(join(folder, path));
    expect(second).toEqual(first);
    expect(first.filter((path) => !bytes(again, path).equals(bytes(dist, path)))).toEqual([]);
    expect(first.length).toBeGreaterThan(50);
  } finally {
    rmSync(again, { recursive: true });
  }
});
