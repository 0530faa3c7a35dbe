/** Medians with a band between the quartiles, on logarithmic axes. */
import { formatTick, percent } from "../../kit/format.js";
import { LINES } from "./middle.js";

/** @typedef {import("./middle.js").Quartiles} Quartiles */
/** @typedef {{ at: number, quartiles: Quartiles }} Point  at: from 0 to 1, from left to right */
/** @typedef {Partial<Record<import("./middle.js").Which, readonly Point[]>>} Lines */
/** @typedef {readonly [least: number, most: number]} Axis */

/** How wide and high the drawing is, in its own units. */
const SIZE = 1000;

/** @param {number} value @param {Axis} axis @returns {number} from 0 to 1; what lies beyond the axis lies at its end */
export const shareOf = (value, [least, most]) =>
  Math.min(Math.max(Math.log(value / least) / Math.log(most / least), 0), 1);

/** @param {number} at @param {number} value @param {Axis} axis */
const placeOf = (at, value, axis) => `${Math.round(SIZE * at)} ${Math.round(SIZE * (1 - shareOf(value, axis)))}`;

/** @param {readonly Point[]} points @param {Axis} axis */
export const medianLine = (points, axis) =>
  `M${points.map(({ at, quartiles: [, median] }) => placeOf(at, median, axis)).join("L")}`;

/** @param {readonly Point[]} points @param {Axis} axis */
export function quartileBand(points, axis) {
  const above = points.map(({ at, quartiles: [, , third] }) => placeOf(at, third, axis));
  const below = points.toReversed().map(({ at, quartiles: [first] }) => placeOf(at, first, axis));
  return `M${[...above, ...below].join("L")}Z`;
}

/**
 * @param {{ title: string, label: string, axis: Axis, ticks: readonly number[], lines: Lines, stored?: boolean,
 *   level?: number | null, mark?: number | null, unit?: string,
 *   across: readonly { at: number, text: string }[] }} props
 *   stored: drawn faintly, as what was measured beforehand; level, mark: a dashed line across, and one upwards
 */
export const Chart = ({ title, label, axis, ticks, lines, stored, level = null, mark = null, unit = "", across }) => (
  <div class="invariance-chart">
    <h4>{title}</h4>
    <div class="invariance-values" aria-hidden="true">
      {ticks.map((tick) => (
        <span key={tick} style={{ top: percent(100 * (1 - shareOf(tick, axis))) }}>
          {formatTick(tick)}
          {unit}
        </span>
      ))}
    </div>
    <svg viewBox={`0 0 ${SIZE} ${SIZE}`} preserveAspectRatio="none" role="img" aria-label={label}>
      {ticks.map((tick) => (
        <path key={tick} class="curves-tick" d={`M${placeOf(0, tick, axis)}H${SIZE}`} />
      ))}
      {mark !== null && <path class="invariance-mark" d={`M${Math.round(SIZE * mark)} 0V${SIZE}`} />}
      {LINES.map((which) => {
        const points = lines[which];
        return (
          points && (
            <g key={which} data-line={which} data-stored={stored ? "" : undefined}>
              <path class="invariance-band" d={quartileBand(points, axis)} />
              <path class="curves-line" d={medianLine(points, axis)} />
            </g>
          )
        );
      })}
      {level !== null && <path class="invariance-level" d={`M${placeOf(0, level, axis)}H${SIZE}`} />}
    </svg>
    <div class="invariance-across" aria-hidden="true">
      {across.map(({ at, text }) => (
        <span key={text} style={{ left: percent(100 * at) }}>
          {text}
        </span>
      ))}
    </div>
  </div>
);

/** How a line is drawn. @param {{ which: import("./middle.js").Which }} props */
export const Key = ({ which }) => (
  <svg class="invariance-key" viewBox="0 0 24 8" aria-hidden="true" data-line={which}>
    <path class="curves-line" d="M0 4H24" />
  </svg>
);
