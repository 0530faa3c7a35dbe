/**
 * The form of a section's spec, which is plain data: for a figure of rows and columns, or for a state of the section's
 * own.
 */
import { MAX_RANK } from "../kit/shapes.js";

/**
 * @typedef {object} Values  a tensor as a figure has it
 * @property {readonly number[]} shape
 * @property {Float32Array} values
 * @property {readonly string[] | null} [names]  what the dims stand for
 * @property {readonly string[] | null} [rows]  what the rows of a matrix stand for
 * @property {Origin} [from]  where numbers of a file are from: such numbers stand in no link
 */
/**
 * @typedef {object} Origin
 * @property {string} file  a key of it
 * @property {string} name  of the tensor
 * @property {readonly number[]} shape  of all of it
 * @property {{ row: number, rows: number, column: number, columns: number }} part  which of its rows, and of these
 *   which numbers, the figure has; a tensor is rows of its last dim
 * @property {boolean} isNarrow  whether a part of each row was asked for
 * @property {Float32Array | null} whole  of one dim: all its numbers, also where the figure has not all
 */
/**
 * The cell whose formula is shown. `index` is always the index of an element: in the panels mean and variance, the cell
 * is the statistic of that element's group, so that the way back leads to the same element.
 * @typedef {{ panel: "x" | "mean" | "variance" | "out" | "y", index: number }} Selection
 *
 * @typedef {object} Figure
 * @property {string} preset
 * @property {readonly number[]} shape  of what the preset "random" draws
 * @property {Values | null} x  the learner's own numbers, or null for the
 *   preset's
 * @property {readonly number[]} dims  ascending, not negative
 * @property {boolean} keepdim
 * @property {0 | 1} correction
 * @property {number} eps
 * @property {"inside" | "outside"} epsAt  where eps is added: inside the root, or to the root
 * @property {boolean} center  false: RMSNorm, which takes no mean away
 * @property {number} channelGroups  GroupNorm: into how many groups dim 1 is split, each with its own statistics
 * @property {readonly number[] | null} weight  null: ones, not edited
 * @property {readonly number[] | null} bias    null: zeros, not edited
 * @property {number} stage  0 x, 1 centred, 2 normalized, 3 scaled and shifted
 * @property {Selection} at
 * @property {"facets" | "stack"} layout  of three dims: matrices side by side, or slabs one behind the other
 * @property {boolean} copies  whether each cell of x shows the statistic that it meets
 * @property {RecipeId | null} beside  the formula that is compared with the figure's own
 * @property {string | null} member  the layer that was chosen, where a better known one takes the same means
 *
 * @typedef {object} Limits  what a figure may become, by a link or by hand
 * @property {readonly string[]} presets  the ones that the section offers
 * @property {readonly [least: number, most: number]} ranks  how many dims its tensor may have
 * @property {number} stages  how many it goes through: 3 end with x normalized, 4 with weight and bias
 * @property {number} [hadStages]  how many it once had: a link to one that is gone leads to the last
 * @property {boolean} isCentred  whether the mean is always taken away
 * @property {boolean} splitsChannels  whether dim 1 may be split into groups
 * @property {Partial<Figure>} formerly  what was first in an earlier edition, and is another now. A link that sets
 *   anything of the section was written against this: links written then left it out
 *
 * @typedef {{ initial: Figure } & Limits} FigureSpec
 */

/**
 * A setting of a state of its own, as a link may hold it (`fields` of a section's limits.js): a whole number, a number,
 * a list of so many numbers (each of them `within` a range), one of some words, a list of so many of them, or a text.
 * `what` is its name in the sentence that refuses another value (of a text, the sentence); `lock`, what a lesson fixes
 * it with: locks.js has them all.
 * @typedef {({ whole: readonly [low: number, high: number], what: string } |
 *   { number: readonly [low: number, high: number], what: string } |
 *   { numbers: number, within?: readonly [low: number, high: number] } |
 *   { words: readonly string[], count?: number } | { text: RegExp, what: string }) &
 *   { lock?: import("./locks.js").Lock }} LinkField
 */
/**
 * @template {object} [T=any]
 * @typedef {{ initial: T, formerly?: Partial<T> }} OwnSpec  formerly: as of Limits
 */
/** @typedef {FigureSpec | OwnSpec} Spec */

export const STAGES = 4;
/** The largest eps of a figure. */
export const MOST_EPS = 1;

/** @typedef {import("./recipe-ids.js").RecipeId} RecipeId */

/** @type {Omit<Figure, "preset" | "dims">} */
const PLAIN = {
  shape: [2, 3, 4],
  x: null,
  keepdim: true,
  correction: 1,
  eps: 0,
  epsAt: "inside",
  center: true,
  channelGroups: 1,
  weight: null,
  bias: null,
  stage: 2,
  at: { panel: "out", index: 1 },
  layout: "facets",
  copies: false,
  beside: null,
  member: null,
};

/** @type {Omit<Limits, "presets">} */
const USUAL = { ranks: [1, MAX_RANK], stages: STAGES, isCentred: false, splitsChannels: false, formerly: {} };

/**
 * The spec of a section with a figure of rows and columns.
 * @param {Partial<Figure> & Pick<Figure, "preset" | "dims">} initial  where it is not like most figures
 * @param {Partial<Limits> & Pick<Limits, "presets">} limits  where they are not the usual ones
 * @returns {FigureSpec}
 */
export const figureSpec = (initial, limits) => ({ initial: { ...PLAIN, ...initial }, ...USUAL, ...limits });
