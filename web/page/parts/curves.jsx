/** Losses, step by step, on a logarithmic axis whose ends are fixed. */
import { formatTick, percent } from "../kit/format.js";

/** How wide and high the drawing is, in its own units. */
const SIZE = { width: 1000, height: 1000 };

/**
 * How far below the axis's top a number lies. The axis goes from 10^low to 10^high; a number beyond it lies at its end.
 * @param {number} value
 * @param {readonly [number, number]} powers
 */
export function heightOf(value, [low, high]) {
  const share = (Math.log10(value) - low) / (high - low);
  return Math.round(SIZE.height * (1 - Math.min(Math.max(share, 0), 1)));
}

/**
 * @param {readonly number[]} losses  one every so many steps
 * @param {number} most  steps
 * @param {readonly [number, number]} powers
 * @param {number} [every]
 */
export const curveOf = (losses, most, powers, every = 1) =>
  losses.map((loss, i) => `${i === 0 ? "M" : "L"}${placeOf(i * every, most)} ${heightOf(loss, powers)}`).join("");

/** @param {number} step @param {number} most */
const placeOf = (step, most) => Math.round((SIZE.width * step) / most);

/** @typedef {{ name: string, losses: readonly number[] }} Line */

/**
 * @param {{ label: string, lines: readonly Line[], stored?: readonly Line[], every?: number, most: number,
 *   powers: readonly [number, number], ticks: readonly number[] }} props  stored: behind the lines, what was measured
 *   beforehand, every so many steps; ticks: powers of ten
 */
export const Curves = ({ label, lines, stored = [], every, most, powers, ticks }) => (
  <div class="curves">
    <p class="curves-head">loss</p>
    <div class="curves-values" aria-hidden="true">
      {ticks.map((tick) => (
        <span key={tick} style={{ top: percent(heightOf(10 ** tick, powers) / 10) }}>
          {formatTick(10 ** tick)}
        </span>
      ))}
    </div>
    <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} preserveAspectRatio="none" role="img" aria-label={label}>
      {ticks.map((tick) => (
        <path key={tick} class="curves-tick" d={`M0 ${heightOf(10 ** tick, powers)}H${SIZE.width}`} />
      ))}
      {stored.map(({ name, losses }) => (
        <g key={name} data-line={name} data-stored="">
          <path class="curves-line" d={curveOf(losses, most, powers, every)} />
        </g>
      ))}
      {lines.map(({ name, losses }) => (
        <g key={name} data-line={name} data-now="">
          <path class="curves-line" d={curveOf(losses, most, powers)} />
          <path
            class="curves-end"
            d={`M${placeOf(losses.length - 1, most)} ${heightOf(losses[losses.length - 1], powers)}h.01`}
          />
        </g>
      ))}
    </svg>
    <p class="curves-steps" aria-hidden="true">
      <span>0</span>
      <span>steps</span>
      <span>{most}</span>
    </p>
  </div>
);
