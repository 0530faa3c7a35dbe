/**
 * The page's text has six sizes, the tokens --text-… of kit/styles/tokens.css; and its digits are all as wide as each
 * other, so that a readout does not move while it counts.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PAGE, sheets } from "./sheets.mjs";

/** What may stand in place of a token: the size of the text around it, or of a cell, which is a token again. */
const TOKEN = /^(var\(--text-\w+\)|inherit|var\(--cell-text, var\(--text-\w+\)\))$/;

/**
 * Sizes that are none of the six, and why.
 * @type {readonly { file: RegExp, size: string, why: string }[]}
 */
export const EXCEPTIONS = [
  { file: /^kit\/styles\/base\.css$/, size: "0.92em", why: "code is another face, and looks larger beside words" },
  { file: /^figure\/cells\/(cells|panels-narrow)\.css$/, size: "0.625rem", why: "six cells in a line of 320 px" },
  {
    file: /^figure\/cells\/cells\.css$/,
    size: "min(var(--cell-text, var(--text-xs)), var(--cell-height) / 2)",
    why: "a cell that is low where it shows a copy",
  },
  {
    file: /^figure\/formula\/formula\.css$/,
    size: "min(var(--text-l), 100cqi / (0.62 * (var(--length) + 3)))",
    why: "a sum of six numbers is as large as fits its line",
  },
  { file: /^sections\/recap\/[\w-]+\.css$/, size: "9.2pt", why: "the sheet on paper" },
  { file: /^sections\/recap\/sheet\.css$/, size: "10.5pt", why: "its headings and formulas" },
  { file: /./, size: "0.75em", why: "an exponent or an index, relative to what it belongs to" },
];

/** Size, and line height if there is one, in the short form: "font: 400 var(--text-xs) / 1.6 var(--font-code)". */
const SHORT = /(?:^|\s)((?:var\(--text-\w+\)|[\d.]+(?:px|r?em|pt|%))(?=\s*\/|\s))/;

/**
 * Each size of text that a style sheet sets.
 * @param {string} css
 * @returns {{ line: number, size: string }[]}
 */
export function sizesIn(css) {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, " "));
  return Array.from(plain.matchAll(/(?:^|[\s{;])(font-size|--cell-text|font):\s*([^;}]+)/g), (found) => {
    const [, property, value] = found;
    const text = value.trim().replace(/\s+/g, " ");
    const size = property === "font" && text !== "inherit" ? (SHORT.exec(text)?.[1] ?? text) : text;
    return { line: plain.slice(0, found.index + 1).split("\n").length, size };
  });
}

/** @param {string} path @param {string} size */
const isException = (path, size) => EXCEPTIONS.some(({ file, size: excepted }) => file.test(path) && size === excepted);

/** File, line and size of what is neither a token nor an exception. */
export const strangeSizes = () =>
  sheets().flatMap(({ path, css }) =>
    sizesIn(css)
      .filter(({ size }) => !TOKEN.test(size) && !isException(path, size))
      .map(({ line, size }) => `web/page/${path}:${line} ${size}`),
  );

/** The exceptions that no sheet makes use of any more. */
export const unusedExceptions = () =>
  EXCEPTIONS.filter(
    ({ file, size }) =>
      !sheets().some(({ path, css }) => file.test(path) && sizesIn(css).some((at) => at.size === size)),
  );

/** The sizes that the tokens have in a window of a desktop, in px, the largest last. */
export function tokens() {
  const css = readFileSync(join(PAGE, "kit/styles/tokens.css"), "utf8");
  const desktop = css.slice(0, css.indexOf("@media"));
  return Array.from(desktop.matchAll(/--text-\w+: ([\d.]+)rem;/g), ([, size]) => 16 * Number(size));
}

/** Where digits are not as wide as each other. */
export const looseDigits = () =>
  sheets()
    .filter(({ css }) => /font-variant(-numeric)?:(?!\s*tabular-nums)/.test(css))
    .map(({ path }) => path);

/** Text with four sizes, of which two are no tokens. */
export const PLANTED = `.a { font-size: 12px; }
/* font-size: 1px */
.b {
  font: 400 var(--text-xs) / 1.6 var(--font-code);
  font-size: var(--text-m);
}
.c { font: 700 0.8rem / 1 var(--font) }`;
