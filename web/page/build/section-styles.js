/**
 * A Vite plugin: where kit/styles/after-first-view.css imports the sheets of all sections, which CSS has no words for,
 * it gets them in the order of the course, but for the first section's, which come with the page.
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
