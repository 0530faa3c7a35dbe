/** The progress bar's stretches, of which each main section has one. */
import { sections } from "../course/sections.js";
import { isShown } from "../store/lesson.js";

/** The sections that have a stretch of the progress bar; in a lesson, the one that it shows alone. */
export const stretches = () => {
  const shown = sections.filter(({ id }) => isShown(id));
  const main = shown.filter(({ kind }) => kind === "main");
  return main.length > 0 ? main : shown;
};

/** The section that a part stands in; any other is its own. @param {string} id */
export function mainOf(id) {
  const at = sections.findIndex((section) => section.id === id);
  if (sections[at]?.kind !== "within") return id;
  return sections.slice(0, at).findLast(({ kind }) => kind === "main")?.id ?? id;
}
