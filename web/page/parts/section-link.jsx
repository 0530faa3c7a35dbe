import { isShown } from "../store/lesson.js";
import { sections } from "../course/sections.js";

/**
 * A link to a section; its words alone, where a lesson shows another section only.
 * @param {{ id: import("../course/sections.js").SectionId, children?: import("preact").ComponentChildren }} props
 *   children: by default what the section is called
 */
export function SectionLink({ id, children }) {
  const text = children ?? sections.find((section) => section.id === id)?.called;
  return isShown(id) ? <a href={`#${id}`}>{text}</a> : <span>{text}</span>;
}
