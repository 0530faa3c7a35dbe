/** A token's numbers on a track, with their mean and spread. */
import { withMinus } from "../../kit/format.js";
import { onAxis } from "../../figure/tracks/layout.js";
import { OffAxis, Ruler } from "../../figure/tracks/track.jsx";

/** @typedef {import("../../figure/tracks/axis.js").Extent} Extent */

/** Two decimals, in a column of them. @param {number} value */
export const inColumn = (value) => withMinus(value.toFixed(2).replace(/^-(0\.00)$/, "$1"));

/**
 * @param {{ index: number, name: string, values: Float32Array, mean: number, spread: number, axis: Extent,
 *   feature: number }} props  feature: the one that is pointed at, or −1
 */
export function LetterTrack({ index, name, values, mean, spread, axis, feature }) {
  return (
    <div class="track" data-hue={index % 6} data-lit={feature >= 0 ? "" : undefined}>
      <p class="track-name">
        <strong>{name}</strong>
      </p>
      <div class="rail">
        <Ruler axis={axis} mean={mean} deviation={spread} center={true} />
        <Dots values={values} axis={axis} />
        {feature >= 0 && <span class="pointed-dot" style={{ "--at": onAxis(axis, values[feature]) }} />}
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

/** A track's dots are parted into so many paths: neighbours are on different paths, so that their overlap shows. */
const LAYERS = 4;

/**
 * A dot is a stroke with round caps. It has a length, however short: WebKit draws the caps of a stroke without one as
 * ellipses, where the drawing is stretched.
 * @param {{ values: Float32Array, axis: Extent }} props
 */
function Dots({ values, axis }) {
  const places = Array.from(values.filter(Number.isFinite), (value) => onAxis(axis, value)).sort((a, b) => a - b);
  return (
    <svg class="letter-dots" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      {Array.from({ length: LAYERS }, (_, layer) => (
        <path
          key={layer}
          d={places
            .filter((_, i) => i % LAYERS === layer)
            .map((at) => `M${at.toFixed(2)} .5h.01`)
            .join("")}
        />
      ))}
    </svg>
  );
}
