import { dimsInWords, dimsLeft } from "./dims/broadcast.js";
import { capitalised, counted } from "../kit/words.js";
import { formatNumber } from "../kit/format.js";
import { groupCalled, groupNoun } from "./words/group-nouns.js";
import { coordinatesOf } from "../kit/shapes.js";
import { shownFigure } from "./state/after-paint.js";

/** @typedef {import("./values/derive.js").Derived} Derived */

/**
 * Says which dim disappears, which dims are left, and which numbers make each result: those of a row, of a token.
 * "Across rows" would say none of this.
 * @param {{ id: import("../store/state.js").FigureId }} props
 */
export function LeftLine({ id }) {
  const { figure, view } = shownFigure(id);
  const { at, dims, eps, stage } = figure;
  const left = dimsLeft(view.shape, dims);
  const constant = eps === 0 && stage > 1 ? view.variance.indexOf(0) : -1;
  const mean = formatNumber(view.mean[view.groupOf[at.index]], view.mean.every(Number.isInteger));
  return (
    <p class="step-line" aria-live="off">
      {capitalised(withNames(view, dims))} {dims.length === 1 ? "disappears" : "disappear"},{" "}
      {left.length === 0
        ? "none is left: one mean"
        : `${withNames(view, left)} ${left.length === 1 ? "is" : "are"} left: ${perWhat(view, left)}`}
      , of {counted(view.groupSize, "value")}. <code>{slice(view.shape, dims, at.index)}</code>{" "}
      {view.groupSize === 1 ? "has" : "share"} the mean <strong>{mean}</strong>.
      {constant >= 0 &&
        ` All values ${left.length === 0 ? "" : `of ${groupCalled(view, constant)} `}are ` +
          "alike: the variance is 0, and 0 ÷ √0 is NaN. With an eps it is 0."}
    </p>
  );
}

/** "dim 2 (embedding)" @param {Derived} view @param {readonly number[]} dims */
function withNames({ names }, dims) {
  const words = dimsInWords(dims);
  return names ? `${words} (${dims.map((dim) => names[dim]).join(", ")})` : words;
}

/**
 * The count of means, and the noun that each stands for: "2 means, one per row".
 * @param {Derived} view
 * @param {readonly number[]} left
 */
function perWhat({ shape, dims, names, rank, groupCount }, left) {
  const sizes = left.length === 1 ? "" : `${left.map((dim) => shape[dim]).join(" · ")} = `;
  const places = names
    ? left.map((dim) => SINGULAR[names[dim]] ?? names[dim]).join(" and ")
    : `place along ${dimsInWords(left)}`;
  return `${sizes}${counted(groupCount, "mean")}, one per ${rank > 2 ? places : groupNoun(shape, dims)}`;
}

/** @type {Readonly<Record<string, string>>} */
const SINGULAR = {
  batch: "example",
  tokens: "token",
  channels: "channel",
  embedding: "place of the embedding",
  words: "word",
  letters: "letter",
  features: "feature",
};

/**
 * "x[0, :, 3]": the slice of numbers that are averaged together with an element.
 * @param {readonly number[]} shape
 * @param {readonly number[]} dims
 * @param {number} index
 */
export const slice = (shape, dims, index) =>
  `x[${coordinatesOf(index, shape)
    .map((at, dim) => (dims.includes(dim) ? ":" : at))
    .join(", ")}]`;
