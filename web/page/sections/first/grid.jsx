/** A small matrix that shows and does nothing else: colours, one decimal, and the outline of each group. */
import { formatNumber } from "../../kit/format.js";
import { formatShape, letterOf } from "../../kit/shapes.js";
import { cellColours } from "../../kit/styles/ramp.js";

/** From here on a number has no room for a decimal in a small cell. */
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
 * @param {{ name: string, values: Float32Array, view: import("../../figure/values/derive.js").Derived, lit: number }}
 *   props lit: the group that stands out
 */
export const Grid = ({ name, values, view: { shape, dims, groupOf, reach }, lit }) => (
  <div class="small-grid">
    <p>
      <strong>{name}</strong> <code class="shape">{formatShape(shape)}</code>
    </p>
    <div role="img" aria-label={`${name}: ${Array.from(values, brief).join(", ")}`} data-dims={dims.join("")}>
      {Array.from({ length: shape[0] }, (_, row) => {
        const hue = dims.join() === "1" ? row % 6 : undefined;
        const first = row * shape[1];
        return (
          <p key={row} data-hue={hue} data-lit={hue !== undefined && row === lit ? "" : undefined}>
            <b>{letterOf(row)}</b>
            {Array.from(values.subarray(first, first + shape[1]), (value, column) => (
              <span
                key={column}
                data-hue={hue === undefined ? groupOf[first + column] % 6 : undefined}
                style={cellColours(value, reach)}
              >
                {brief(value)}
              </span>
            ))}
          </p>
        );
      })}
    </div>
  </div>
);
