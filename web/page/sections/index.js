/**
 * The course, in order. A section has a room on the page once it has contents; the others are still to come.
 * Those of the first come with the page, those of the later ones in a file of their own.
 */
import { BookSection } from "./book/section.jsx";

/**
 * @typedef {{ number: number, id: string, title: string }} SectionProps
 * @typedef {() => Promise<import("preact").FunctionComponent<SectionProps>>} Load
 * @typedef {SectionProps & { load: Load }} Section
 */

/** @type {readonly (SectionProps & { load?: Load })[]} */
const COURSE = [
  { number: 1, id: "book", title: "the book’s figure, live", load: async () => BookSection },
  { number: 2, id: "depth", title: "why: the depth lab" },
  { number: 3, id: "row", title: "one row", load: async () => (await import("./later.js")).RowSection },
  {
    number: 4,
    id: "dim",
    title: "dim in two dimensions",
    load: async () => (await import("./later.js")).DimSection,
  },
  {
    number: 5,
    id: "shapes",
    title: "shapes, keepdim, broadcasting",
    load: async () => (await import("./later.js")).ShapesSection,
  },
  {
    number: 6,
    id: "three",
    title: "three dimensions",
    load: async () => (await import("./later.js")).ThreeSection,
  },
  {
    number: 7,
    id: "family",
    title: "the family as sets of axes",
    load: async () => (await import("./later.js")).FamilySection,
  },
  {
    number: 8,
    id: "variance",
    title: "variance and eps",
    load: async () => (await import("./later.js")).VarianceSection,
  },
  { number: 9, id: "learning", title: "learning" },
  { number: 10, id: "precision", title: "the precision lens" },
  { number: 11, id: "data", title: "your own data" },
  { number: 12, id: "speed", title: "speed on your machine" },
  { number: 13, id: "recap", title: "recap" },
];

export const sections = /** @type {readonly Section[]} */ (COURSE.filter(({ load }) => load !== undefined));
