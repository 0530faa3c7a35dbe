/** The six numbers of the first figure: whose they are, their bits, and their sums. */
import { mean, tensor } from "layernorm";
import { computed } from "@preact/signals";
import { bitsOf, largestOf, ulpOf, float32Of, wideSum } from "./float32.js";
import { BOOK } from "../../course/book.js";
import { network } from "../../figure/values/book-network.js";
import { rows, runningSums, TORCH, TORCH_ORDER } from "../../figure/values/torch.js";
import { figures } from "../../store/state.js";

/** @typedef {import("./spec.js").Order} Order */

/** @typedef {import("./spec.js").PrecisionFigure["from"]} From */

/**
 * In which order the numbers are added.
 * @type {Record<Order, readonly number[]>}
 */
export const ORDERS = { left: [0, 1, 2, 3, 4, 5], right: [5, 4, 3, 2, 1, 0], torch: TORCH_ORDER };

/** Whose six numbers: the page's own, PyTorch's, and PyTorch's where one output of the layer is a last bit less. */
export const FROM_NAMES = /** @type {const} */ ({
  here: "this page",
  torch: `PyTorch ${TORCH}`,
  less1: "out[1] a bit less",
  less3: "out[3] a bit less",
});

/** The first row of the book's output, normalized as its cells do it, here. @type {readonly number[] | undefined} */
let here;
const computedHere = () => (here ??= [...network(BOOK.seed).normalized.slice(0, BOOK.outputs)].map(bitsOf));

/** The six numbers as they were computed here, without the reader's changes. */
export const computedValues = () => computedHere().map(float32Of);

/** The bits of all six numbers: there are many NaNs, and a number would not say which it is. */
export const bits = computed(() => {
  const { from, bits: edited } = figures.precision.value;
  if (edited !== "") return edited.split(".").map((digits) => parseInt(digits, 16));
  return from === "here" ? computedHere() : rows[from];
});

export const values = computed(() => bits.value.map(float32Of));

/** @param {readonly number[]} six @param {Order} order */
export function sumOf(six, order) {
  const sums = runningSums(ORDERS[order].map((i) => six[i]));
  return sums[sums.length - 1];
}

/** The mean in an order, rounded as PyTorch rounds it. @param {readonly number[]} six @param {Order} order */
export const meanOf = (six, order) => Math.fround(sumOf(six, order) / six.length);

/** The worth of the last bit of the largest number. @param {readonly number[]} six */
export const unitOf = (six) => ulpOf(largestOf(six));

/** The mean by this package, and the sum in float64. @param {readonly number[]} six */
export const withoutRounding = (six) => ({ sum: wideSum(six), mean: mean(tensor(six)).data[0] });
