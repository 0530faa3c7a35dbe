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
 * @property {readonly string[]} [card]  the sentences with which it ends
 */
/** @typedef {"five" | "code" | "all"} WayId */

/** @type {readonly Way[]} */
export const WAYS = [
  {
    id: "five",
    name: "Five minutes",
    stops: ["first", "why", "spirals", "model"],
    card: [
      "LayerNorm subtracts a group’s mean and divides by its spread: its numbers then have mean 0 and spread 1, or a little less, because a tiny number, eps, is added under the root. Then each place has a learned weight and bias, the same for all groups: they give the places a scale, and bring no group’s own mean and spread back.",
      "In a deep network small errors of size multiply from layer to layer; a LayerNorm after each layer sets the spread of what goes forward back to 1.",
      "A transformer such as GPT-2 normalizes each token by itself, before attention, before the MLP, and once at the end. The small one here was trained with its norms; with them switched off, its words fall apart.",
    ],
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
