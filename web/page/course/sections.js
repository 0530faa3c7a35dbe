/**
 * The course: which sections there are, and in which order. First the main path, whose sections have numbers: a number
 * is a section's place here, and is written down nowhere. Then what goes deeper. A part stands `within` the section
 * before it: it has an address of its own, and its section's number. An id stands in links and names the section's part
 * of the state; its folder in sections/ has the same name, unless one is given.
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

/** @typedef {"main" | "within" | "deeper"} Kind */

const COURSE = /** @type {const} */ ([
  { id: "first", title: "one scale" },
  { id: "row", title: "one row by hand" },
  { id: "why", folder: "depth", title: "why: the depth lab" },
  { id: "spirals", kind: "within", title: "when training goes faster" },
  { id: "dim", title: "dim in two dimensions" },
  { id: "model", folder: "transformer", title: "a real transformer" },
  { id: "family", title: "the family as sets of axes" },
  { id: "batch", kind: "within", title: "BatchNorm in full" },
  { id: "book", title: "in code" },
  { id: "variance", kind: "within", title: "the traps" },
  { id: "recap", title: "recap" },
  { id: "train", kind: "deeper", title: "train one, here" },
  { id: "shapes", kind: "deeper", title: "shapes and broadcasting" },
  { id: "three", kind: "deeper", title: "three dimensions" },
  { id: "placement", kind: "deeper", title: "pre-LN or post-LN" },
  { id: "invariance", kind: "deeper", title: "the size of weights" },
  { id: "space", kind: "deeper", title: "the picture in space" },
  { id: "learning", kind: "deeper", title: "what comes back" },
  { id: "precision", kind: "deeper", title: "the precision lens" },
  { id: "speed", kind: "deeper", title: "speed on your machine" },
  { id: "data", kind: "deeper", title: "your own data" },
]);

/** @typedef {(typeof COURSE)[number]["id"]} SectionId */
/**
 * @typedef {object} SectionProps
 * @property {SectionId} id
 * @property {string} folder
 * @property {Kind} kind
 * @property {string} title
 * @property {string} label   its title with its number, where it has one: "3 · why: the depth lab"
 * @property {string} called  in a sentence: "section 3", "“the precision lens”"
 */

/** @param {number} i place in COURSE @returns {Kind} */
const kindAt = (i) => /** @type {{ kind?: Kind }} */ (COURSE[i]).kind ?? "main";

/** @type {readonly SectionProps[]} */
export const sections = COURSE.map(({ id, title, ...rest }, i) => {
  const kind = kindAt(i);
  const number = COURSE.slice(0, i + 1).filter((_, j) => kindAt(j) === "main").length;
  const isDeeper = kind === "deeper";
  return {
    id,
    folder: id,
    ...rest,
    kind,
    title,
    label: isDeeper ? `going deeper · ${title}` : `${number} · ${title}`,
    called: isDeeper ? `“${title}”` : `section ${number}`,
  };
});

/** @param {Kind} kind */
export const sectionsOfKind = (kind) => sections.filter((section) => section.kind === kind);

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
