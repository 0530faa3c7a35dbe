/** The floors of c/: the table in the head of norm.h, held against the #include lines. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { root } from "../setup.mjs";

/** The sources by the names of their files. @typedef {Record<string, string>} Sources */

/** The header with the table. */
const MANUAL = "norm.h";

/** The headers that belong to the floors of these names, whose files define what they declare. */
const MANUALS = new Map([
  ["ops", MANUAL],
  ["a block", "block/block.h"],
]);

/** @returns {Sources} */
export function readSources() {
  const folder = join(root, "c");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.[ch]$/.test(file));
  return Object.fromEntries(
    files.map((file) => [file.replaceAll("\\", "/"), readFileSync(join(folder, file), "utf8")]),
  );
}

/** @param {string} file */
const stem = (file) => file.replace(/\.[ch]$/, "");

/**
 * @param {string} manual  the text of norm.h
 * @returns {Map<string, number>} the floor of each file, without .c and .h: 0 is the highest
 */
function floorsOf(manual) {
  const floors = [...manual.matchAll(/^ \* {5}([a-z ]+): +([a-z0-9_/ ]+)$/gm)];
  return new Map(
    floors.flatMap(([, label, names], floor) =>
      [...names.split(" "), ...[MANUALS.get(label) ?? []].flat().map(stem)].map((name) => [name, floor]),
    ),
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
      const path = posix.join(posix.dirname(file), included),
        other = floorOf(path),
        isManual = [...MANUALS.values()].includes(path);
      const isOwn = file === `${stem(path)}.c` || (isManual && own === other);
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
  { file: "layer_norm.c", line: '#include "block/block.h"' },
  { file: "block/relu.c", line: '#include "plain.h"' },
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
