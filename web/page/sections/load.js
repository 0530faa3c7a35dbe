/**
 * The views of all sections, for the entries. The first section's view comes with the page, the others when asked for.
 */
import { sections as course } from "../course/sections.js";
import { Section as First } from "./first/section.jsx";

/** @typedef {import("../course/sections.js").SectionProps} SectionProps */
/** @typedef {import("preact").FunctionComponent<SectionProps>} View */
/** @typedef {SectionProps & { load: () => Promise<View> }} Section */

/** @type {Record<string, () => Promise<unknown>>} */
const labs = import.meta.glob("./*/lab.jsx", { import: "Section" });

/** @param {string} folder @returns {Promise<View>} */
async function loadLater(folder) {
  const lab = labs[`./${folder}/lab.jsx`];
  if (lab) return /** @type {View} */ (await lab());
  const { later } = await import("./after-first.js");
  return /** @type {View} */ (later[`./${folder}/section.jsx`]);
}

/** @type {readonly Section[]} */
export const sections = course.map((section, i) => ({
  ...section,
  load: i === 0 ? async () => First : () => loadLater(section.folder),
}));
