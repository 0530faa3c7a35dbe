/** What the figure has of a file, in words. */
import { formatBrief } from "../../kit/format.js";
import { formatShape } from "../../kit/shapes.js";
import { counted } from "../../kit/words.js";
import { isAll } from "./part.js";
import { columnsOf, rowsOf } from "./read/window.js";
import { shortName } from "./read/unreadable.js";

/** @typedef {import("../../course/spec-form.js").Origin} Origin */

/** "0 to 11", "5". @param {number} first @param {number} count */
const span = (first, count) => (count === 1 ? String(first) : `${first} to ${first + count - 1}`);

/**
 * What the figure takes of a tensor, where it is not all of it; "" where it is.
 * @param {Origin} from
 */
export function partText({ shape, part }) {
  if (isAll(shape, part)) return "";
  const [rows, width] = [rowsOf(shape), columnsOf(shape)];
  const isCut = part.columns < width;
  const whose = rows === 1 ? "its" : `the ${rows} rows of ${formatShape(shape)}`;
  const some = `${counted(part.columns, "number")}, ${span(part.column, part.columns)} of ${width}`;
  const ofRows = rows === 1 ? "" : `${part.rows === 1 ? "Row" : "Rows"} ${span(part.row, part.rows)} of ${whose}`;
  if (!isCut) return `${ofRows}.`;
  return `${ofRows ? `${ofRows}, of each ${some}` : `The figure has ${some}`}: its means are of these alone.`;
}

/**
 * @param {string} name  "" where it has none
 * @param {typeof import("./derived.js").summary.value} of
 */
export const summaryText = (name, { count, mean, spread, least, most }) =>
  `${name === "" ? "Your numbers" : shortName(name)}: ${counted(count, "number")} from ${formatBrief(least)} to ` +
  `${formatBrief(most)}, with mean ${formatBrief(mean)} and spread ${formatBrief(spread)}.`;

/** Of a norm's weight. @param {{ above: number, count: number }} of */
export const aboveOneText = ({ above, count }) => `${above} of the ${count} are above 1.`;
