/** The README's example prints what the README says. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);

test("the README's example prints the README's output", () => {
  const readme = readFileSync(new URL("README.md", root), "utf8");
  const [, program, output] = /```js\n([^]*?)```[^]*?```text\n([^]*?)```/.exec(readme) ?? [];
  const args = ["--input-type=module", "-e", program];
  const printed = execFileSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  expect(printed).toBe(output);
});
