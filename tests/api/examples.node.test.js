/**
 * The examples of the doc comments: each runs, in a module of its own, and what a line says after `// =>` is what its
 * statement gives (readme.js has the convention).
 */
import { readdirSync, readFileSync } from "node:fs";
import { beforeEach, describe, expect, test, vi } from "vitest";
import * as api from "../../web/api/index.js";

const folder = new URL("../../web/api/", import.meta.url);
const sources = readdirSync(folder, { encoding: "utf8", recursive: true }).filter(
  (path) => path.endsWith(".js") && !/^(cjs|workerd)/.test(path),
);

/** A doc comment with an example, and the line of code behind it; overloads have several comments in a row. */
const EXAMPLE =
  /\/\*\*(?:(?!\*\/)[\s\S])*?@example((?:(?!\*\/)[\s\S])*)\*\/\s*(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*)*(.*)/g;

/** The name that a line of code declares. */
const NAME = /^(?:export )?(?:function|const|class|get)? ?(\w+)/;

/** @param {string} file @returns {{ name: string, code: string }[]} */
const examplesIn = (file) =>
  Array.from(readFileSync(new URL(file, folder), "utf8").matchAll(EXAMPLE), ([, example, line]) => ({
    name: NAME.exec(line)?.[1] ?? line,
    code: example.replace(/^ *\* ?/gm, "").trim(),
  }));

const files = sources.map((file) => ({ file, examples: examplesIn(file) })).filter(({ examples }) => examples.length);

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal(
    "fetch",
    async (/** @type {string} */ path) =>
      new Response(readFileSync(new URL(`.${path}`, folder)), { headers: { "Content-Type": "application/wasm" } }),
  );
});

describe.each(files)("$file", ({ examples }) => {
  test.each(examples)("$name", async ({ code }) => {
    const { check } = await import("./readme.js");
    await check(code, (specifier) => import(specifier));
  });
});

test("everything that the package exports has an example", () => {
  const named = sources.flatMap(examplesIn).map(({ name }) => name);
  expect(Object.keys(api).filter((name) => !named.includes(name))).toEqual([]);
});
