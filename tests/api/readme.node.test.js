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

test("the README's figures are those of the benchmark's last run", () => {
  const readme = readFileSync(new URL("README.md", root), "utf8");
  const { peers, accuracy } = JSON.parse(readFileSync(new URL("tests/bench/results.json", root), "utf8"));
  const table = readme.split("## How fast, how right")[1].split("\n## ")[0].split("\n").filter((line) => line.startsWith("| "));
  const [head, , ...rows] = table.map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
  expect(rows.length).toBeGreaterThan(4);
  for (const [name, ...cells] of rows) {
    cells.forEach((cell, i) => {
      const at = head[i + 1], size = peers.find((/** @type {any} */ peer) => peer.shape.join("x") === at);
      const value = size
        ? size.libraries.find((/** @type {any} */ library) => library.name === name).alone * 1e6
        : accuracy.find((/** @type {any} */ row) => row.forward.name === at).forward.errors[name];
      const shown = Number(cell.replace(",", ""));
      if (value === "NaN") expect(cell).toBe("NaN");
      else expect(Math.abs(shown - value), `${name}, ${at}`).toBeLessThanOrEqual(0.05 * value);
    });
  }
});
