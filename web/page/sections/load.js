/** What each section shows, for the entries: the first section's comes with the page, the others' when called for. */
import { sections as course } from "../course.js";
import { Section as First } from "./first/section.jsx";

/** @typedef {import("../course.js").SectionProps} SectionProps */
/** @typedef {import("preact").FunctionComponent<SectionProps>} View */
/** @typedef {SectionProps & { load: () => Promise<View> }} Section */

/** @type {Record<string, () => Promise<unknown>>} */
const labs = import.meta.glob("./*/lab.jsx", { import: "Section" });

/** @param {string} id @returns {Promise<View>} */
async function loadLater(id) {
  const lab = labs[`./${id}/lab.jsx`];
  if (lab) return /** @type {View} */ (await lab());
  const { later } = await import("./later.js");
  return /** @type {View} */ (later[`./${id}/section.jsx`]);
}

/** @type {readonly Section[]} */
export const sections = course.map((section, i) => ({
  ...section,
  load: i === 0 ? async () => First : () => loadLater(section.id),
}));
