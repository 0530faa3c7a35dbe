/**
 * The three ways through the course: which sections each has, in their order. A learner chooses one under the first
 * headline, and each section ends in a link to the next stop on it.
 */
import { sections } from "./sections.js";

/** @typedef {import("./sections.js").SectionId} SectionId */
/**
 * @typedef {object} Way
 * @property {WayId} id
 * @property {string} name
 * @property {readonly SectionId[]} stops
 */
/** @typedef {"five" | "code" | "all"} WayId */

/** @type {readonly Way[]} */
export const WAYS = [
  {
    id: "five",
    name: "Five minutes",
    stops: ["first", "why", "spirals", "model"],
  },
  { id: "code", name: "I write the code", stops: ["first", "dim", "book", "shapes", "model"] },
  { id: "all", name: "All of it", stops: sections.filter(({ kind }) => kind !== "deeper").map(({ id }) => id) },
];

/** @param {string} id */
const placeOf = (id) => sections.findIndex((section) => section.id === id);

/**
 * The next stop after a section, whether the section is one itself or not; nothing after the last.
 * @param {Way} way
 * @param {SectionId} id
 * @returns {import("./sections.js").SectionProps | undefined}
 */
export function nextStop({ stops }, id) {
  const at = stops.indexOf(id);
  const next = at >= 0 ? stops[at + 1] : stops.find((stop) => placeOf(stop) > placeOf(id));
  return sections.find((section) => section.id === next);
}
