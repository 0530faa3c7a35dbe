/** Losses, step by step, on a logarithmic axis that stays as it is. */
import { formatTick, percent } from "../../kit/format.js";

/** How wide and high the drawing is, in its own units. */
const SIZE = { width: 1000, height: 1000 };

/**
 * Where a number is on the axis from 10^low to 10^high, from its top; what lies beyond is at its edge.
 * @param {number} value
 * @param {readonly [number, number]} powers
 */
export function heightOf(value, [low, high]) {
  const share = (Math.log10(value) - low) / (high - low);
  return Math.round(SIZE.height * (1 - Math.min(Math.max(share, 0), 1)));
}

/** @param {readonly number[]} losses @param {number} most  steps @param {readonly [number, number]} powers */
export const curveOf = (losses, most, powers) =>
  losses
    .map((loss, step) => `${step === 0 ? "M" : "L"}${Math.round((SIZE.width * step) / most)} ${heightOf(loss, powers)}`)
    .join("");

/**
 * @param {{ label: string, lines: readonly { name: string, losses: readonly number[] }[], most: number,
 *   powers: readonly [number, number], ticks: readonly number[] }} props  ticks: powers of ten
 */
export const Curves = ({ label, lines, most, powers, ticks }) => (
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
      {lines.map(({ name, losses }) => (
        <g key={name} data-line={name}>
          <path class="curves-line" d={curveOf(losses, most, powers)} />
          <path
            class="curves-end"
            d={`M${Math.round((SIZE.width * (losses.length - 1)) / most)} ${heightOf(losses[losses.length - 1], powers)}h.01`}
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
