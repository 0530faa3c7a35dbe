/**
 * The course: which sections there are, and in which order. A section's number is its place here, and is written down
 * nowhere. To add one, make a folder sections/<id>/ with spec.js (its state, presets and limits) and section.jsx (what
 * it shows, as `Section`), and put a line here: specs.js and load.js beside the folders find the rest. A section whose
 * file is lab.jsx in place of section.jsx is a file of its own, loaded when it comes near. One with a state of its own
 * says in limits.js what a link may make of it, which is loaded with a link.
 *
 * Which file may import which, from the bottom up; each floor sees the ones below it and no other:
 *
 *     leaves     course.js, model/{shapes,format,book,hash,announce}.js, styles/{ramp,pixels}.js
 *     specs      sections/{figure-spec,specs}.js, sections/<id>/{spec,limits}.js: of the model they see leaves alone
 *     model      the rest of model/; of sections/ it sees specs alone, which is why these lie below it
 *     labs       labs/: what the labs compute, and their worker
 *     parts      parts/
 *     panes      cells/, tracks/, formula/, code/, question/, export/
 *     figure     figure/
 *     sections   the rest of sections/<id>/, each blind to the other sections; then sections/{later,load}.js
 *     shell      shell/
 *     entries    app.jsx, rooms.jsx, place.js, replay.js, main.jsx, render.jsx
 *
 * build/, reference/ and vite.config.js run in Node, when the page is built.
 */

const COURSE = /** @type {const} */ ([
  { id: "first", title: "one scale" },
  { id: "why", title: "why: the depth lab" },
  { id: "book", title: "the book’s figure, live" },
  { id: "row", title: "one row" },
  { id: "dim", title: "dim in two dimensions" },
  { id: "shapes", title: "shapes, keepdim, broadcasting" },
  { id: "three", title: "three dimensions" },
  { id: "family", title: "the family as sets of axes" },
  { id: "model", title: "a real transformer" },
  { id: "variance", title: "variance and eps" },
  { id: "learning", title: "learning: scale and shift" },
  { id: "precision", title: "the precision lens" },
  { id: "speed", title: "speed on your machine" },
  { id: "recap", title: "recap" },
]);

/** @typedef {(typeof COURSE)[number]["id"]} SectionId */
/** @typedef {{ number: number, id: SectionId, title: string }} SectionProps */

/** @type {readonly SectionProps[]} */
export const sections = COURSE.map((section, i) => ({ number: i + 1, ...section }));

/**
 * Something for each section, in the order of the course.
 * @template T
 * @param {(id: SectionId) => T} make
 */
export const forEachSection = (make) =>
  /** @type {Record<SectionId, T>} */ (Object.fromEntries(sections.map(({ id }) => [id, make(id)])));
