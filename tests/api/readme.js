/** The README's code blocks, run as a reader would, with what it says of their results. */
import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { expect } from "vitest";
import * as api from "../../web/api/index.js";

export const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

/**
 * The code of all blocks of a kind: "js" runs by itself, "js package" where the packages of tests/package are, "js
 * threads" where nothing has used memory.
 * @param {string} kind what stands behind the fence
 * @returns {string[]}
 */
export const blocks = (kind) =>
  Array.from(readme.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm))
    .filter(([, info]) => info === kind)
    .map(([, , code]) => code);

/** What a block's test is called. @param {string} code */
export const firstLine = (code) => code.split("\n", 1)[0];

/** A statement, and what it gives or throws, which may stand on the next line. */
const RESULT = /^(\s*)(?:const (\w+) = )?(.*); \/\/ (=>|throws) (.*)$/;
const IMPORT = /^import (?:(.*) from )?("[^"]+");$/;

/** Spaces and the kind of quotes are left to the writer. @param {string} text */
const plain = (text) => text.replace(/\s+/g, "").replaceAll("'", '"');

/**
 * @param {string} line
 * @param {string} said
 * @returns {string} a line that hands what the statement gives over to see()
 */
function observed(line, said) {
  const [, indent, name, expression, kind] = /** @type {RegExpExecArray} */ (RESULT.exec(line));
  if (kind === "throws") return `${indent}throws(() => ${expression}, ${said});`;
  if (name) return `${indent}const ${name} = ${expression}; see(${name}, ${said});`;
  return `${indent}see(${expression}, ${said});`;
}

/** @param {string} line @returns {string} an import, as a function may have it */
const imported = (line) =>
  line.replace(
    IMPORT,
    (_, names, from) =>
      `${names ? `const ${names.replace("* as ", "").replaceAll(" as ", ": ")} = ` : ""}await load(${from});`,
  );

/** @param {string} code */
function instrumented(code) {
  const lines = code.replace(/\n\s*(\/\/ (=>|throws) )/g, " $1").split("\n");
  return lines
    .map((line) => {
      const result = RESULT.exec(line);
      return result ? observed(line, JSON.stringify(result[5])) : imported(line);
    })
    .join("\n");
}

const AsyncFunction = /** @type {FunctionConstructor} */ (Object.getPrototypeOf(async () => {}).constructor);

/**
 * Runs a block, for which every name of the API is there, and compares what its statements give with what it says.
 * @param {string} code
 * @param {(specifier: string) => Promise<unknown>} load what an import gives
 */
export async function check(code, load) {
  let count = 0;
  const see = (/** @type {unknown} */ value, /** @type {string} */ said) => {
    count++;
    expect(plain(value instanceof Error ? String(value) : inspect(value))).toBe(plain(said));
  };
  const throws = (/** @type {() => unknown} */ statement, /** @type {string} */ said) => see(thrownBy(statement), said);
  const names = { ...api, load, see, throws };
  await new AsyncFunction(...Object.keys(names), `{${instrumented(code)}}`)(...Object.values(names));
  expect(count).toBeGreaterThan(0);
  expect(count).toBe(code.match(/\/\/ (=>|throws) /g)?.length);
}

/** @param {() => unknown} statement */
function thrownBy(statement) {
  try {
    statement();
  } catch (error) {
    return error;
  }
  throw new Error(`${statement} does not throw`);
}
