/**
 * What the lock files must say of every package: its digest, by which npm knows the file from whichever registry it
 * comes; no address, which may be one that is there on a single machine alone; and a licence that may be used here.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup.mjs";

/** @typedef {{ integrity?: string, resolved?: string, license?: string, link?: boolean }} Locked */

const LOCK_FILES = ["package-lock.json", "tests/package/package-lock.json"];

/** As the packages write them. All may be used by a project under the MIT licence; MPL-2.0 asks for its files alone. */
const LICENCES = new Set([
  ...["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "CC-BY-4.0", "ISC", "MIT", "MPL-2.0"],
  ...["OFL-1.1", "Python-2.0"],
  ...["MIT OR Apache-2.0", "(MIT AND Zlib)", "(MIT OR CC0-1.0)", "(MIT OR GPL-3.0-or-later)"],
]);

/** @param {Record<string, Locked>} packages of a lock file @returns {string[]} what is wrong with them */
export const faultsOf = (packages) =>
  Object.entries(packages)
    .filter(([path]) => path !== "")
    .flatMap(([path, { integrity = "", resolved, license = "none" }]) => [
      ...(/^sha512-[\w+/]{86}==$/.test(integrity) ? [] : [`${path}: no SHA-512 digest`]),
      ...(resolved === undefined ? [] : [`${path}: an address, ${resolved}`]),
      ...(LICENCES.has(license) ? [] : [`${path}: its licence is ${license}`]),
    ]);

export const faults = () =>
  LOCK_FILES.flatMap((path) => {
    const { packages } = JSON.parse(readFileSync(join(root, path), "utf8"));
    return faultsOf(packages).map((fault) => `${path}: ${fault}`);
  });
