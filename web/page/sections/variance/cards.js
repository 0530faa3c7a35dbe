/** The numbers on the cards of the four traps. */
import { BOOK, CLASS } from "../../course/book.js";
import { derive } from "../../figure/values/derive.js";
import { laterPresets } from "../../figure/values/later-presets.js";
import { deriveRow, recipes } from "../../figure/values/recipes.js";
import { constantRow, rows, torchMean } from "../../figure/values/torch.js";
import { figureSpecs } from "../../course/specs.js";

/** Numbers of which a row of six is made: the mean of some is rounded to another number. */
const CONSTANTS = [3, 0.3, 0.9];
/** So large that what rounding leaves of its mean is not small beside the class's eps. */
const LARGE = 12_345.678;

/** @param {readonly number[]} bits */
const float32s = (bits) => [...new Float32Array(Uint32Array.from(bits).buffer)];

/** The first number of the book's first row, over n − 1 and without eps, and over n with one. */
export function divisors() {
  const row = laterPresets.bookRow.tensor();
  const [cells, asClass] = [recipes.cells, recipes.class].map((recipe) => deriveRow(row, recipe).normalized[0]);
  return { n: BOOK.outputs, cells, asClass, growth: Math.sqrt(BOOK.outputs / (BOOK.outputs - 1)) };
}

/** Rows of six times one number, as PyTorch adds and rounds them, over n − 1 and without eps. */
export const constantRows = () => CONSTANTS.map((constant) => ({ constant, ...constantRow(constant) }));

/** Six times a large constant, with the class's eps. */
export const largeConstant = () => ({ constant: LARGE, normalized: constantRow(LARGE, CLASS).normalized });

/** The square's first row less its mean, and less what it meets where the dim is gone; and the shape of the means. */
export function squareRows() {
  const { shape } = laterPresets.square;
  const values = laterPresets.square.tensor();
  const settings = { ...figureSpecs.shapes.initial, dims: [1], eps: CLASS.eps };
  const [kept, gone] = [true, false].map((keepdim) => derive({ shape, values }, { ...settings, keepdim }));
  if ("error" in gone.naive) throw new Error("a square raises nothing");
  const first = (/** @type {ArrayLike<number>} */ all) => Array.from(all).slice(0, shape[1]);
  return {
    shape,
    row: first(values),
    means: Array.from(kept.mean),
    right: first(kept.centred),
    wrong: first(gone.naive.centred),
    statisticShape: gone.statisticShape,
    // What one asks of a row from which its mean is taken: a mean of 0.
    meanOf: (/** @type {readonly number[]} */ row) => deriveRow(Float32Array.from(row), recipes.cells).mean[0],
  };
}

/** The printed mean of the book's first row, by PyTorch, from outputs of the layer that differ in a last bit. */
export const printedMeans = () =>
  /** @type {const} */ ([
    ["as PyTorch has them", rows.torch],
    ["output 1 a last bit less", rows.less1],
    ["output 3 a last bit less", rows.less3],
  ]).map(([outputs, bits]) => ({ outputs, mean: torchMean(float32s(bits)) }));
