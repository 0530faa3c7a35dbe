/** What the scalar module is made of. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const kernels = fileURLToPath(new URL("../../../../../c", import.meta.url));

/**
 * @param {string} flags of the compiler
 * @returns {string} SHA-256, shortened, of the flags and of all sources
 */
export function hashOf(flags) {
  const hash = createHash("sha256").update(flags);
  for (const folder of [kernels, here]) {
    for (const name of readdirSync(folder).sort()) {
      if (/\.[ch]$/.test(name)) hash.update(`\n${name}\n`).update(readFileSync(join(folder, name)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}
