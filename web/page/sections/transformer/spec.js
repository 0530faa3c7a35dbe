/** The small GPT: the word that it reads, how each of its norms is computed, and which one is looked at. */
import { NORM_COUNT } from "./architecture.js";

/** @typedef {import("./modes.js").Mode} Mode */

/**
 * @typedef {object} ModelFigure
 * @property {string} word
 * @property {number} norm  the one that is looked at
 * @property {readonly Mode[]} modes  of each norm
 * @property {"one" | "all"} applies  what a change of mode applies to
 * @property {number} shift  each token is moved by so many of its spreads before each norm
 * @property {number} seed  of the words that it makes up
 */

/**
 * The first seed is one whose words can be read aloud in class, however the norms are set: the model has learned from a
 * list that has rude words too.
 * @type {import("../../course/spec-form.js").OwnSpec<ModelFigure>}
 */
export const spec = {
  initial: {
    word: "normal",
    norm: 4,
    modes: new Array(NORM_COUNT).fill("trained"),
    applies: "one",
    shift: 0,
    seed: 16,
  },
};
