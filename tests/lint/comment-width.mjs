/**
 * No line of a comment is longer than 120 columns: Biome and clang-format wrap code, but leave comments as they are.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup.mjs";

const WIDEST = 120;

/** A string or a template that ends in its line: what looks like a comment in it is none. */
const QUOTED = /(["'`])(?:\\.|(?!\1).)*\1/g;

/**
 * The numbers of the lines that are too long, and of a comment.
 * @param {string} text  of a file of JavaScript, CSS or C
 */
export function wideComments(text) {
  /** @type {number[]} */
  const found = [];
  let isInside = false;
  text.split("\n").forEach((line, i) => {
    const code = isInside ? line : line.replace(QUOTED, "");
    const hasComment = isInside || /\/[/*]/.test(code);
    if (hasComment && [...line].length > WIDEST) found.push(i + 1);
    const [opened, closed] = [code.lastIndexOf("/*"), code.lastIndexOf("*/")];
    isInside = opened > closed || (isInside && closed < 0);
  });
  return found;
}

/** Packages, what is built, and what a generator writes. */
const LEFT_OUT = /(^|\/)(node_modules|dist|\.projects|\.scratch|cjs|workerd|types)\/|^web\/api\/kernels\.js$/;

/** @returns {string[]} file and line of each comment line that is too long */
export const violations = () =>
  ["c", "tests", "web"]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
    )
    .filter((path) => /\.(js|jsx|mjs|ts|css|c|h)$/.test(path) && !LEFT_OUT.test(path))
    .flatMap((path) => wideComments(readFileSync(join(root, path), "utf8")).map((line) => `${path}:${line}`));

const LONG = "long ".repeat(WIDEST / 5);

/** Text with long lines. Those of comments are PLANTED_LINES; the others are a string, a link in one, and code. */
export const PLANTED = `// ${LONG}
const text = "// ${LONG}";
/** ${LONG} */
const link = 'https://example.org/${LONG}';
/*
 * ${LONG}
${LONG} */
const sum = ${"1 + ".repeat(WIDEST)}1;`;

export const PLANTED_LINES = [1, 3, 6, 7];
