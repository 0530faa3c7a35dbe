/** The tarball that is published. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { installPackages } from "../packages.mjs";
import { addressesOf } from "./checks.mjs";
import { printed, root } from "./programs.mjs";

/** What npm would pack here, once web/pack.mjs has made the rest. @returns {string[]} paths */
function filesToPack() {
  installPackages();
  printed("node", ["web/pack.mjs"]);
  return filesOf(printed("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"]));
}

/** @param {string} json of npm pack */
const filesOf = (json) => JSON.parse(json)[0].files.map((/** @type {{ path: string }} */ { path }) => path);

/**
 * Packs a copy of the package's files, in whose package.json the repository's addresses stand: here they do not, for a
 * clone may be anywhere.
 * @param {string} folder  an empty one, which gets the copy and the tarball
 * @param {string | undefined} remote  the repository's address
 * @returns {{ file: string, paths: string[], manifest: Record<string, any> }} the tarball, what is in it, and its
 *   package.json
 */
export function pack(folder, remote) {
  const copy = join(folder, "package");
  for (const path of filesToPack()) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path));
  }
  const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const manifest = { ...own, ...addressesOf(remote ?? "") };
  writeFileSync(join(copy, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const json = printed("npm", args, { cwd: copy });
  return { file: join(folder, JSON.parse(json)[0].filename), paths: filesOf(json), manifest };
}
