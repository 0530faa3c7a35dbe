/** The colours of cells, of which there may be hundreds, and which of them the ramp does not tell apart. */
import { cellColours, RAMP_LIMIT, shadeOf } from "./ramp.js";

/** @type {string[]} */
const styles = [];

/**
 * The colours of a cell as the text of a style. There may be hundreds of cells: the text is made once a shade.
 * @param {number} value
 * @param {number} [reach]
 */
export function cellStyle(value, reach) {
  if (Number.isNaN(value)) return "";
  const shade = shadeOf(value, reach);
  styles[shade] ??= Object.entries(cellColours(value, reach))
    .map((pair) => pair.join(":"))
    .join(";");
  return styles[shade];
}

/** Whether a number lies beyond the ramp's end. Infinite numbers have a mark of their own. */
export const isClipped = (/** @type {number} */ value, reach = RAMP_LIMIT) =>
  Number.isFinite(value) && Math.abs(value) > reach;
