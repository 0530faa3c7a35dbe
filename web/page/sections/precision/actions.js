/** What can be done to the six numbers and to the row far from 0. */
import { say } from "../../kit/announce.js";
import { mayChange } from "../../store/lesson.js";
import { commit, figures, look, state } from "../../store/state.js";
import { flipped } from "./float32.js";
import { MEANS } from "./limits.js";
import { narrateSum } from "./sentences.js";
import { bits, sumOf, unitOf, values } from "./six.js";

/** @typedef {import("./spec.js").PrecisionFigure} PrecisionFigure */

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
  if (name !== "number") tellSum();
}

/** @param {number} place  of the chosen number's bits */
export function flip(place) {
  if (!mayChange("precision", "bits")) return;
  const { precision } = state.value;
  const changed = bits.value.map((each, i) => (i === precision.number ? flipped(each, place) : each));
  const text = changed.map((each) => each.toString(16).padStart(8, "0")).join(".");
  commit({ ...state.value, precision: { ...precision, bits: text } });
  tellSum();
}

function tellSum() {
  const { order, number } = figures.precision.value;
  say(narrateSum(values.value[number], order, sumOf(values.value, order), unitOf(values.value)));
}

/** @param {number} next  which of the means */
export function setMean(next) {
  const mean = MEANS[Math.min(Math.max(next, 0), MEANS.length - 1)];
  if (!mayChange("precision", "mean") || state.value.precision.mean === mean) return;
  commit({ ...state.value, precision: { ...state.value.precision, mean } }, "precision.mean");
}

/** @param {PrecisionFigure["count"]} count */
export function setCount(count) {
  if (mayChange("precision", "count")) commit({ ...state.value, precision: { ...state.value.precision, count } });
}

/** @param {PrecisionFigure["error"]} error */
export const lookAtError = (error) => look({ ...state.value, precision: { ...state.value.precision, error } });
