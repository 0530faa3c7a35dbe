/** The floors of c/: the table in the head of norm.h, held against the #include lines. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup.mjs";

/** The sources by the names of their files. @typedef {Record<string, string>} Sources */

/** The header that belongs to the floor of this name, whose files define what it declares. */
const MANUAL = "norm.h",
  OPS = "ops";

/** @returns {Sources} */
export function readSources() {
  const folder = join(root, "c");
  const files = readdirSync(folder).filter((file) => /\.[ch]$/.test(file));
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), "utf8")]));
}

/** @param {string} file */
const stem = (file) => file.replace(/\.[ch]$/, "");

/**
 * @param {string} manual  the text of norm.h
 * @returns {Map<string, number>} the floor of each file, without .c and .h: 0 is the highest
 */
function floorsOf(manual) {
  const floors = [...manual.matchAll(/^ \* {5}([a-z ]+): +([a-z0-9_ ]+)$/gm)];
  return new Map(
    floors.flatMap(([, label, names], floor) => [
      ...names.split(" ").map((name) => /** @type {const} */ ([name, floor])),
      ...(label === OPS ? [/** @type {const} */ ([stem(MANUAL), floor])] : []),
    ]),
  );
}

/**
 * @param {Sources} sources
 * @returns {string[]} what is wrong, in words
 */
export function floorFaults(sources) {
  const floors = floorsOf(sources[MANUAL]);
  /** @param {string} file */
  const floorOf = (file) => floors.get(stem(file));
  const files = Object.keys(sources);
  const names = new Set(files.map(stem));
  const faults = files.filter((file) => floorOf(file) === undefined).map((file) => `${file} is on no floor of norm.h`);
  faults.push(...[...floors.keys()].filter((name) => !names.has(name)).map((name) => `norm.h lists ${name}: no file`));
  for (const [file, text] of Object.entries(sources)) {
    const own = floorOf(file) ?? 0;
    for (const [, included] of text.matchAll(/^\s*#\s*include\s+"([^"]+)"/gm)) {
      const isOwn = file === `${stem(included)}.c` || (included === MANUAL && own === floorOf(MANUAL));
      const other = floorOf(included);
      if (!isOwn && !(other !== undefined && other > own)) faults.push(`${file} includes ${included}, not below it`);
    }
  }
  return faults;
}

/** Lines which, added to a file, must be found: the test of the check itself. */
const planted = [
  { file: "group.h", line: '#include "rows.h"' },
  { file: "rows.c", line: '#include "norm.h"' },
  { file: "rows.c", line: '# include "columns.h"' },
  { file: "channels.c", line: '#include "layer_norm.h"' },
  { file: "layer_norm.c", line: '#include "plain.h"' },
  { file: "new.c", line: "" },
];

/** @returns {string[]} the planted lines that are not found, and where they stand */
export function missedPlants() {
  const sources = readSources();
  return planted
    .filter(({ file, line }) => {
      const faults = floorFaults({ ...sources, [file]: `${sources[file] ?? ""}\n${line}\n` });
      return !faults.some((fault) => fault.startsWith(file));
    })
    .map(({ file, line }) => `${line} in ${file}`);
}
