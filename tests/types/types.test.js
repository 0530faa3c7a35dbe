/** The types of API, page and tests. */
import { readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mustSucceed } from "../process.js";
import { root } from "../setup.mjs";

test("the sources have no errors of type", () => mustSucceed("node", ["node_modules/typescript/bin/tsc", "-p", "."]));

test("web/api/types is what the sources give (npm run types)", async () => {
  const emitted = join(root, ".scratch", "types");
  rmSync(emitted, { recursive: true, force: true });
  await mustSucceed("node", ["web/types.mjs", emitted]);
  const declarations = (/** @type {string} */ folder) =>
    Object.fromEntries(
      readdirSync(folder, { encoding: "utf8", recursive: true })
        .filter((file) => file.endsWith(".d.ts"))
        .map((file) => [file, readFileSync(join(folder, file), "utf8")]),
    );
  expect(declarations(join(root, "web", "api", "types"))).toEqual(declarations(emitted));
});
