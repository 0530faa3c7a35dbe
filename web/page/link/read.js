/**
 * A link's query, read into the state by the table of fields.js. A refused setting keeps its first value, and is named.
 */
import { LOCKS } from "../course/locks.js";
import { figureSpecs, specs } from "../course/specs.js";
import { repaired } from "../figure/state/repair.js";
import { shapeOf } from "../figure/values/presets.js";
import { formatShape } from "../kit/shapes.js";
import { NONE } from "../store/lesson.js";
import { INITIAL } from "../store/state.js";
import { baseOf } from "./base.js";
import { FIELDS } from "./fields.js";
import { lessonOf } from "./lesson.js";
import { RENAMED } from "./renamed.js";
import { choiceFrom, must } from "./text.js";

/** @typedef {import("../store/lesson.js").Lesson} Lesson */
/** @typedef {import("../store/state.js").Figure} Figure */
/** @typedef {import("../store/state.js").FigureId} FigureId */
/** @typedef {import("../store/state.js").State} State */

/** @type {Record<"lesson" | "lock", (text: string) => Partial<Lesson>>} */
const LESSON_FIELDS = {
  lesson: (text) => ({ only: choiceFrom(text, Object.keys(INITIAL)) }),
  lock: (text) => ({
    locks: text.split(",").map((lock) => /** @type {any} */ (choiceFrom(lock, Object.keys(LOCKS)))),
  }),
};

/** @typedef {{ name: string, text: string, why: string }} Refusal */

/**
 * The state and the lesson of an address, and the settings in it that are refused.
 * @param {string} query
 * @returns {{ state: State, lesson: Lesson, refused: Refusal[] }}
 */
export function readQuery(query) {
  const parameters = new URLSearchParams(query);
  const state = /** @type {any} */ ({ ...INITIAL });
  let lesson = NONE;
  /** @type {Refusal[]} */
  const refused = [];
  const take = (/** @type {string} */ called, /** @type {(text: string) => void} */ read) => {
    const name = parameters.has(called) ? called : (RENAMED[called] ?? called);
    const text = parameters.get(name);
    if (text === null) return;
    try {
      read(text);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      refused.push({ name, text: text.slice(0, 40), why: error.message });
    }
  };
  for (const [section, spec] of Object.entries(specs)) {
    let soFar = baseOf(spec);
    for (const [field, { read }] of Object.entries(FIELDS[section])) {
      take(`${section}.${field}`, (text) => {
        const now = { ...soFar, [field]: read(text, soFar) };
        soFar = "presets" in spec ? fitted(spec, now, soFar) : now;
        state[section] = soFar;
      });
    }
    // Where all that it said was refused, it has said nothing.
    if ("linkBase" in spec && state[section] === spec.linkBase)
      state[section] = INITIAL[/** @type {"row"} */ (section)];
  }
  for (const [name, read] of Object.entries(LESSON_FIELDS)) {
    take(name, (text) => {
      lesson = lessonOf({ ...lesson, ...read(text) });
    });
  }
  return { state, lesson, refused: [...refused, ...strangersIn(parameters)] };
}

/** Keys that mailers, search engines and social sites add to a link: no learner or teacher wrote them. */
const ADDED_ON_THE_WAY = /^(utm_\w+|\w*clid|mc_[ce]id|igshid|ref|source)$/;

/** A link may hold any number of unknown keys; this many are named. */
const NAMED = 8;

/**
 * The keys that nothing here reads: a slip of the pen in one (`dim.dimz`, `leson`) must not pass for the setting.
 * @param {URLSearchParams} parameters
 * @returns {Refusal[]}
 */
function strangersIn(parameters) {
  const known = new Set([...Object.keys(LESSON_FIELDS), ...Object.values(RENAMED)]);
  for (const [section, fields] of Object.entries(FIELDS)) {
    for (const field of Object.keys(fields)) known.add(`${section}.${field}`);
  }
  const strangers = [...new Set(parameters.keys())].filter((name) => !known.has(name) && !ADDED_ON_THE_WAY.test(name));
  return strangers.slice(0, NAMED).map((name) => ({
    name: name.slice(0, 40),
    text: (parameters.get(name) ?? "").slice(0, 40),
    why: whyUnknown(name),
  }));
}

/** @param {string} name */
function whyUnknown(name) {
  const [section] = name.split(".");
  if (!name.includes(".")) return "no setting of this page is called that";
  if (!Object.hasOwn(specs, section)) return `the sections are ${Object.keys(specs).join(", ")}`;
  return `the settings of section ${section} are ${Object.keys(FIELDS[section]).join(", ")}`;
}

/** The sections that split channels into groups, for the sentence that refuses them elsewhere. */
const splitting = Object.keys(figureSpecs).filter((id) => figureSpecs[/** @type {FigureId} */ (id)].splitsChannels);

/**
 * After each field the figure is one that can be drawn, and that the section is about.
 * @param {import("../course/spec-form.js").FigureSpec} spec
 * @param {Figure} asked
 * @param {Figure} before
 */
function fitted({ initial, ranks: [least, most], stages, hadStages = 0, isCentred, splitsChannels }, asked, before) {
  const figure = asked.stage < hadStages ? { ...asked, stage: Math.min(asked.stage, stages - 1) } : asked;
  const shape = shapeOf(figure);
  must(
    shape.length >= least && shape.length <= most,
    `this section is about ${least === most ? least : `${least} to ${most}`} dims, not ${formatShape(shape)}`,
  );
  must(splitsChannels || figure.channelGroups === 1, `groups of channels belong to section ${splitting.join(" or ")}`);
  must(splitsChannels || figure.member === null, `layers are chosen in section ${splitting.join(" or ")}`);
  must(figure.stage < stages, "this section ends with x normalized");
  must(figure.center || !isCentred, "this section takes the mean away");
  return repaired(figure, before, initial);
}
