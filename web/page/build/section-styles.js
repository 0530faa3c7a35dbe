/**
 * A Vite plugin: where styles/later.css imports the sheets of all sections, which CSS has no words for, it gets them in
 * the order of the course, but for the first section's, which comes with the page.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { sections } from "../course.js";

const ALL = '@import "../sections/*/section.css";';

/** @param {string} id  of a section @returns {string} */
const sheetOf = (id) => `../sections/${id}/section.css`;

/** @param {string} id */
const hasSheet = (id) => existsSync(fileURLToPath(new URL(sheetOf(id), new URL("../styles/", import.meta.url))));

/** @returns {import("vite").Plugin} */
export const sectionStyles = () => ({
  name: "section-styles",
  enforce: "pre",
  transform(code, id) {
    if (!/\/styles\/later\.css(\?|$)/.test(id)) return null;
    const [, ...later] = sections.map((section) => section.id);
    const imports = later.filter(hasSheet).map((section) => `@import "${sheetOf(section)}";`);
    return { code: code.replace(ALL, () => imports.join("\n")), map: null };
  },
});
