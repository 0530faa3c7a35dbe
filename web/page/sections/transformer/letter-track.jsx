/** A token's numbers on a track, with their mean and spread. */
import { withMinus } from "../../kit/format.js";
import { onAxis } from "../../figure/tracks/layout.js";
import { OffAxis, Ruler } from "../../figure/tracks/track.jsx";

/** @typedef {import("../../figure/tracks/axis.js").Extent} Extent */

/** Two decimals, in a column of them. @param {number} value */
export const inColumn = (value) => withMinus(value.toFixed(2).replace(/^-(0\.00)$/, "$1"));

/**
 * @param {{ index: number, name: string, values: Float32Array, mean: number, spread: number, axis: Extent,
 *   feature: number, levels: Float32Array, rail?: import("preact").RefObject<HTMLDivElement | null> }} props
 *   feature: the one that is pointed at, or −1; levels: how many px above the line each number lies
 */
export function LetterTrack({ index, name, values, mean, spread, axis, feature, levels, rail }) {
  return (
    <div class="track" data-hue={index % 6} data-lit={feature >= 0 ? "" : undefined}>
      <p class="track-name">
        <strong>{name}</strong>
      </p>
      <div class="rail" ref={rail}>
        <Ruler axis={axis} mean={mean} deviation={spread} center={true} />
        <Dots values={values} axis={axis} levels={levels} />
        {feature >= 0 && (
          <span class="pointed-dot" style={{ "--at": onAxis(axis, values[feature]), "--up": `${levels[feature]}px` }} />
        )}
        <OffAxis values={Array.from(values)} axis={axis} />
      </div>
      <p class="track-statistics">
        <span>
          <span class="visually-hidden">mean</span> <b>{inColumn(mean)}</b>
        </span>{" "}
        <span>
          <span class="visually-hidden">spread</span> <b>{inColumn(spread)}</b>
        </span>
      </p>
    </div>
  );
}

/** A unit of the drawing's height, in px: as .letter-dots is high. */
const UNIT = 8;

/**
 * A dot is a stroke with round caps. It has a length, however short: WebKit draws the caps of a stroke without one as
 * ellipses, where the drawing is stretched.
 * @param {{ values: Float32Array, axis: Extent, levels: Float32Array }} props
 */
function Dots({ values, axis, levels }) {
  const strokes = Array.from(values, (value, i) =>
    Number.isFinite(value) ? `M${onAxis(axis, value).toFixed(2)} ${(0.5 - levels[i] / UNIT).toFixed(2)}h.01` : "",
  );
  return (
    <svg class="letter-dots" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <path d={strokes.join("")} />
    </svg>
  );
}
