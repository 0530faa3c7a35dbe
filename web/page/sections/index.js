/**
 * The course, in order. A section has a room on the page once it has contents; the others are still to come.
 * Those of the first come with the page, those of a later one in a file of its own.
 */
import { BookSection } from "./book.jsx";

/**
 * @typedef {{ number: number, id: string, title: string }} SectionProps
 * @typedef {() => Promise<import("preact").FunctionComponent<SectionProps>>} Load
 * @typedef {SectionProps & { load: Load }} Section
 */

/** @type {readonly (SectionProps & { load?: Load })[]} */
const COURSE = [
  { number: 1, id: "book", title: "the book’s figure, live", load: async () => BookSection },
  { number: 2, id: "depth", title: "why: the depth lab" },
  { number: 3, id: "row", title: "one row", load: async () => (await import("./row.jsx")).RowSection },
  {
    number: 4,
    id: "dim",
    title: "dim in two dimensions",
    load: async () => (await import("./dim.jsx")).DimSection,
  },
  { number: 5, id: "shapes", title: "shapes, keepdim, broadcasting" },
  { number: 6, id: "three", title: "three dimensions" },
  { number: 7, id: "family", title: "the family as sets of axes" },
  { number: 8, id: "variance", title: "variance and eps" },
  { number: 9, id: "learning", title: "learning" },
  { number: 10, id: "precision", title: "the precision lens" },
  { number: 11, id: "data", title: "your own data" },
  { number: 12, id: "speed", title: "speed on your machine" },
  { number: 13, id: "recap", title: "recap" },
];

export const sections = /** @type {readonly Section[]} */ (COURSE.filter(({ load }) => load !== undefined));
