/** What lies in a folder. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** @param {string} folder @returns {string[]} the paths of all files in it, in order */
export const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
