/** What the README says is so: its examples give what it says, its figures are the benchmark's, its links lead on. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { measured } from "../bench/readme.mjs";
import { readRuns } from "../bench/results.mjs";
import { SENTENCE, sentence } from "../bench/weights.mjs";
import * as differential from "../differential/in-readme.js";
import { blocks, check, firstLine, readme } from "./readme.js";

const root = new URL("../../", import.meta.url);

/** What stands under a heading. @param {string} heading */
const section = (heading) => readme.split(`\n${heading}\n`)[1].split("\n## ")[0];

/** The cells of a table below its head. @param {string} text */
const table = (text) => {
  const lines = text.split("\n").filter((line) => line.startsWith("| "));
  return lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
};

describe("the examples", () => {
  const [first, ...examples] = blocks("js");

  test("the book's prints what the README says it prints", () => {
    const args = ["--input-type=module", "-e", first];
    expect(execFileSync(process.execPath, args, { cwd: root, encoding: "utf8" })).toBe(blocks("text")[0]);
  });

  for (const code of examples) test(firstLine(code), () => check(code, (specifier) => import(specifier)));

  test("the edges of the numbers", async () => {
    const rows = table(section("## Numerics"))
      .slice(2)
      .map((cells) => cells.slice(1).map((cell) => cell.split("`")[1]));
    expect(rows.length).toBeGreaterThan(8);
    await check(rows.map(([code, said]) => `${code}; // => ${said}`).join("\n"), (specifier) => import(specifier));
  });
});

describe("the figures are those of the benchmark's last runs, one a machine", () => {
  const runs = Object.values(readRuns());
  const text = section("## How fast, how right").replace(/\s+/g, " ");
  const [head, , ...rows] = table(section("## How fast, how right"));

  /** What a cell says of each machine: "12 / 15" in their order; one figure may stand for all. @param {string} cell */
  const figuresOf = (cell) => {
    const figures = cell.split(" / ");
    expect([1, runs.length], cell).toContain(figures.length);
    return runs.map((_, m) => figures[m] ?? figures[0]);
  };

  test("on these machines, in this order, with these versions", () => {
    const places = runs.map(({ machine }) => text.indexOf(`${machine.processor}, Node ${machine.node},`));
    expect(Math.min(...places)).toBeGreaterThan(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    for (const { versions } of runs) {
      const others = Object.entries(versions).filter(([name]) => !["layernorm", "plain JavaScript"].includes(name));
      for (const [name, version] of others) {
        const said = new RegExp(`${name.replace(/-layers|,.*/g, "")} (\\d+\\.[\\d.]*\\d)`).exec(text)?.[1];
        expect(version.startsWith(String(said)), `${name} ${version}, not ${said}`).toBe(true);
      }
    }
  });

  test("the table", () => {
    expect(rows.length).toBeGreaterThan(5);
    for (const [title, ...cells] of rows) {
      for (const [i, cell] of cells.entries()) {
        for (const [m, figure] of figuresOf(cell).entries()) {
          const value = measured(runs[m], title, head[i + 1]),
            shown = Number(figure.replaceAll(",", "")),
            where = `${title}, ${head[i + 1]}, ${runs[m].machine.processor}`;
          if (Number.isNaN(value)) expect(figure, where).toBe("NaN");
          else expect(Math.abs(shown - value), where).toBeLessThanOrEqual(0.05 * value);
        }
      }
    }
  });
});

test("the sizes are those of tests/budgets.json (npm run sizes -- --write)", () => {
  expect(SENTENCE.exec(readme.replace(/\s+/g, " "))?.[0]).toBe(sentence());
});

test("the disagreements with others are those of a run (npm run differential -- --torch --write)", () => {
  const text = readme.replace(/\s+/g, " ");
  expect(differential.PLACES.sentence.exec(text)?.[0]).toBe(differential.sentence());
  expect(differential.PLACES.unlike.exec(text)?.[0]).toBe(differential.unlike());
  expect(differential.PLACES.table.exec(readme)?.[0]).toBe(differential.table());
});

test("a C program is built as c/norm.h says", () => {
  const [command] = readme.match(/^ +emcc .*$/m) ?? [];
  expect(readFileSync(new URL("c/norm.h", root), "utf8")).toContain(`${command?.trim()}\n`);
});

describe("the text", () => {
  test("the first screen is two sentences, three commands and one picture", () => {
    const [, text, commands, picture] = readme.split("\n## ")[0].split("\n\n");
    expect(text.match(/[.!?](\s|$)/g)).toHaveLength(2);
    expect(commands.match(/^ {4}npm \S+/gm)).toEqual(
      ["npm install", "npm start", "npm test"].map((one) => `    ${one}`),
    );
    expect(picture.trim()).toMatch(/^!\[.*\]\(web\/page\/picture\.png\)$/);
  });

  test("is short, and in this order", () => {
    expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(490);
    expect(readme.split("\n").filter((line) => line.length > 120)).toEqual([]);
    expect(Array.from(readme.matchAll(/^##? (.*)$/gm), ([, heading]) => heading)).toEqual([
      "layernorm",
      "Example",
      "How fast, how right",
      "API by task",
      "Numerics",
      "Residents and zero copy",
      "Runtimes and CSP",
      "Coming from PyTorch, ONNX or tfjs",
      "Building from C",
      "Contributing",
      "Licence",
    ]);
  });

  for (const name of ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]) {
    test(`the links of ${name} lead to files`, () => {
      const links = readFileSync(new URL(name, root), "utf8").matchAll(/\]\(([^)#]+)\)/g);
      for (const [, path] of links) expect(existsSync(fileURLToPath(new URL(path, root))), path).toBe(true);
    });
  }
});
