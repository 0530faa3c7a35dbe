/** A matrix in small: colours, one decimal, and the outline of each cell's group. To look at, not to work with. */
import { formatNumber } from "../../kit/format.js";
import { formatShape } from "../../kit/shapes.js";
import { cellColours } from "../../kit/styles/ramp.js";

/** What has a place in a small cell, is written with one decimal; what is larger, shorter. */
const LARGE = 1000;

/** One decimal, and no sign where that is 0. @param {number} value */
const brief = (value) =>
  Math.abs(value) < LARGE
    ? value
        .toFixed(1)
        .replace(/^-0\.0$/, "0.0")
        .replace("-", "−")
    : formatNumber(Math.round(value), true);

/**
 * @param {{ name: string, values: Float32Array, view: import("../../figure/values/derive.js").Derived, lit:
 *   number }} props
 *   lit: the group that stands out
 */
export const Grid = ({ name, values, view: { shape, groupOf }, lit }) => (
  <div class="small-grid">
    <p>
      <strong>{name}</strong> <span class="shape">{formatShape(shape)}</span>
    </p>
    <div role="img" aria-label={`${name}: ${Array.from(values, brief).join(", ")}`} style={{ "--columns": shape[1] }}>
      {Array.from(values, (value, i) => (
        <span
          key={i}
          data-hue={groupOf[i] % 6}
          data-lit={groupOf[i] === lit ? "" : undefined}
          style={cellColours(value)}
        >
          {brief(value)}
        </span>
      ))}
    </div>
  </div>
);
