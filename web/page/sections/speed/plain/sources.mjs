/** What the module of plain C is made of. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** As build.sh names them, with the headers that they include. */
const SOURCES = ["plain.c", "plain.h", "memory.c", "code.h"];

/**
 * @param {string} flags of the compiler
 * @returns {string} SHA-256, shortened, of the flags and of all sources
 */
export function hashOf(flags) {
  const hash = createHash("sha256").update(flags);
  for (const name of SOURCES) {
    hash.update(`\n${name}\n`).update(readFileSync(new URL(`../../../../../c/${name}`, import.meta.url)));
  }
  return hash.digest("hex").slice(0, 16);
}
