/**
 * The course, in order. A section has a room on the page once it has a component; the others are still to
 * come.
 */
import { BookSection } from "./book.jsx";
import { DimSection } from "./dim.jsx";
import { RowSection } from "./row.jsx";

/**
 * @typedef {{ number: number, id: string, title: string, component?: import("preact").FunctionComponent<any>
 *   }} Section
 */

/** @type {readonly Section[]} */
const COURSE = [
  { number: 1, id: "book", title: "the book’s figure, live", component: BookSection },
  { number: 2, id: "depth", title: "why: the depth lab" },
  { number: 3, id: "row", title: "one row", component: RowSection },
  { number: 4, id: "dim", title: "dim in two dimensions", component: DimSection },
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

/** @type {readonly (Section & Required<Pick<Section, "component">>)[]} */
export const sections = /** @type {any} */ (COURSE.filter(({ component }) => component !== undefined));
