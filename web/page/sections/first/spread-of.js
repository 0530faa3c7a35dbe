/** What the spread is, worked out: the arithmetic of one group. */
import { formatNumber } from "../../kit/format.js";
import { letterOf } from "../../kit/shapes.js";

/** Of a larger group only the first terms and the last one are written. */
const WRITTEN = 6;

/** Few digits of a large number, and ∞ where its squares leave float32. @param {number} value */
const twoDecimals = (value) => (value < 1e5 ? value.toFixed(2) : formatNumber(value));

/**
 * The arithmetic of the first group's spread. Where the two decimals that are written do not come out as the result,
 * it says "≈".
 * @param {import("../../figure/values/derive.js").Derived} view
 */
export function spreadOf({ members, centred, stages, shape, dims }) {
  const [group] = members;
  const [spread] = stages[0].deviation;
  const texts = group.map((index) => twoDecimals(Math.abs(centred[index])));
  const written = Math.sqrt(texts.reduce((sum, text) => sum + Number(text) ** 2, 0) / texts.length);
  const squares = texts.map((text) => `${text}²`);
  const terms = squares.length > WRITTEN ? [...squares.slice(0, 3), "…", squares[squares.length - 1]] : squares;
  const isRow = shape.length === 2 && dims.join() === "1";
  return {
    name: isRow ? letterOf(0) : dims.length === 1 ? "column 0" : "all",
    root: `√((${terms.join(" + ")}) ÷ ${texts.length})`,
    sign: Number.isFinite(spread) ? (twoDecimals(written) === twoDecimals(spread) ? "=" : "≈") : "in float32 =",
    result: twoDecimals(spread),
  };
}
