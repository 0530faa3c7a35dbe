/**
 * A Vite plugin: CSS cannot import by a pattern, so in kit/styles/after-first-view.css the line that names the sheets
 * of all sections becomes an import for each, in the order of the course. The first section's sheets come with the
 * first view.
 */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { sections } from "../course/sections.js";

const ALL = '@import "../../sections/*/*.css";';

/** Whether a sheet is that of the whole section. @param {string} name */
const isWhole = (name) => name === "section.css" || name === "lab.css";

/** A section's sheets: that of the whole section, then those of its views by name. @param {string} folder */
const sheetsOf = (folder) =>
  readdirSync(fileURLToPath(new URL(`../sections/${folder}`, import.meta.url)))
    .filter((name) => name.endsWith(".css"))
    .sort((a, b) => Number(isWhole(b)) - Number(isWhole(a)) || (a < b ? -1 : 1))
    .map((name) => `../../sections/${folder}/${name}`);

/** @returns {import("vite").Plugin} */
export const sectionStyles = () => ({
  name: "section-styles",
  enforce: "pre",
  transform(code, id) {
    if (!/\/styles\/after-first-view\.css(\?|$)/.test(id)) return null;
    const [, ...later] = sections;
    const imports = later.flatMap(({ folder }) => sheetsOf(folder)).map((sheet) => `@import "${sheet}";`);
    return { code: code.replace(ALL, () => imports.join("\n")), map: null };
  },
});
