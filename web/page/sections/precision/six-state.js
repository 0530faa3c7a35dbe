/** The six numbers of the first figure: whose they are, their bits, and their sums. */
import { mean, tensor } from "layernorm";
import { computed } from "@preact/signals";
import { bitsOf, flipped, largestOf, runningSums, ulpOf, float32Of, wideSum } from "./float32.js";
import { say } from "../../kit/announce.js";
import { BOOK } from "../../course/book.js";
import { network } from "../../figure/values/book-network.js";
import { mayChange } from "../../store/lesson.js";
import { commit, figures, look, state } from "../../store/state.js";
import { narrateSum } from "./sentences.js";
import torchRow from "./torch-row.json" with { type: "json" };

/** @typedef {import("./spec.js").Order} Order */
/** @typedef {import("./spec.js").PrecisionFigure} PrecisionFigure */

/** As the release is called; the build that Debian has adds letters. */
export const TORCH = /** @type {string} */ (torchRow.version.match(/^\d+\.\d+/)?.[0]);

/**
 * In which order the numbers are added. PyTorch keeps four sums, of every fourth number each, adds what is left over to
 * the first, and then adds the four: with six numbers, that is the same as this order.
 * @type {Record<Order, readonly number[]>}
 */
export const ORDERS = { left: [0, 1, 2, 3, 4, 5], right: [5, 4, 3, 2, 1, 0], torch: [0, 4, 5, 1, 2, 3] };

/** The first row of the book's output, normalized as its cells do it, here. @type {readonly number[] | undefined} */
let here;
const computedHere = () => (here ??= [...network(BOOK.seed).normalized.slice(0, BOOK.outputs)].map(bitsOf));

/** As they were computed here, whatever has been done to them since. */
export const computedValues = () => computedHere().map(float32Of);

/** The bits of all six: of a NaN, a number alone would not say which. */
export const bits = computed(() => {
  const { from, bits: edited } = figures.precision.value;
  if (edited !== "") return edited.split(".").map((digits) => parseInt(digits, 16));
  return from === "here" ? computedHere() : torchRow.bits;
});

export const values = computed(() => bits.value.map(float32Of));

/** @param {readonly number[]} six @param {Order} order */
export function sumOf(six, order) {
  const sums = runningSums(ORDERS[order].map((i) => six[i]));
  return sums[sums.length - 1];
}

/** What the largest number's last bit is worth. @param {readonly number[]} six */
export const unitOf = (six) => ulpOf(largestOf(six));

/** By this package, and in float64. @param {readonly number[]} six */
export const withoutRounding = (six) => ({ sum: wideSum(six), mean: mean(tensor(six)).data[0] });

/**
 * @template {"from" | "order" | "number"} Name
 * @param {Name} name
 * @param {PrecisionFigure[Name]} value
 */
export function choose(name, value) {
  const { precision } = state.value;
  if (precision[name] === value && (name !== "from" || precision.bits === "")) return;
  if (name === "from") {
    if (mayChange("precision", "from"))
      commit({ ...state.value, precision: { ...precision, [name]: value, bits: "" } });
  } else look({ ...state.value, precision: { ...precision, [name]: value } });
  if (name !== "number") tell();
}

/** @param {number} place  of the chosen number's bits */
export function flip(place) {
  if (!mayChange("precision", "bits")) return;
  const { precision } = state.value;
  const changed = bits.value.map((each, i) => (i === precision.number ? flipped(each, place) : each));
  const text = changed.map((each) => each.toString(16).padStart(8, "0")).join(".");
  commit({ ...state.value, precision: { ...precision, bits: text } });
  tell();
}

function tell() {
  const { order, number } = figures.precision.value;
  say(narrateSum(values.value[number], order, sumOf(values.value, order), unitOf(values.value)));
}
