/**
 * The course: which sections there are, and in which order. A section's number is its place here, and is written down
 * nowhere. Its id stands in links and names its part of the state; its folder in sections/ has the same name, unless
 * one is given.
 *
 * To add a section, make a folder with spec.js (its state, presets and limits) and section.jsx (its view, as
 * `Section`), and put a line here: specs.js beside this file and sections/load.js find the rest. A section whose view
 * is in lab.jsx is loaded by itself when it comes near; the others arrive together. A section with a state of its own
 * says in limits.js which values a link may set. What it computes in the worker is in `jobs` of job.js. Its style
 * sheets are all *.css files of its folder: that of the whole section first (section.css or lab.css), then those of its
 * views, each with its view's name.
 *
 * Which folder may import which: tests/lint/imports.mjs.
 */

const COURSE = /** @type {const} */ ([
  { id: "first", title: "one scale" },
  { id: "why", folder: "depth", title: "why: the depth lab" },
  { id: "book", title: "the book’s figure, live" },
  { id: "row", title: "one row" },
  { id: "dim", title: "dim in two dimensions" },
  { id: "shapes", title: "shapes, keepdim, broadcasting" },
  { id: "three", title: "three dimensions" },
  { id: "family", title: "the family as sets of axes" },
  { id: "model", folder: "transformer", title: "a real transformer" },
  { id: "variance", title: "variance and eps" },
  { id: "learning", title: "learning: scale and shift" },
  { id: "precision", title: "the precision lens" },
  { id: "speed", title: "speed on your machine" },
  { id: "recap", title: "recap" },
]);

/** @typedef {(typeof COURSE)[number]["id"]} SectionId */
/** @typedef {{ number: number, id: SectionId, folder: string, title: string }} SectionProps */

/** @type {readonly SectionProps[]} */
export const sections = COURSE.map((section, i) => ({ number: i + 1, folder: section.id, ...section }));

/** @param {string} id of a section */
export const folderOf = (id) => sections.find((section) => section.id === id)?.folder;

/**
 * Something for each section, in the order of the course.
 * @template T
 * @param {(id: SectionId, section: SectionProps) => T} make
 */
export const forEachSection = (make) =>
  /** @type {Record<SectionId, T>} */ (
    Object.fromEntries(sections.map((section) => [section.id, make(section.id, section)]))
  );
