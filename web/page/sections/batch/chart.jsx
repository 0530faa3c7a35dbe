/** A statistic batch by batch, and the running one that follows it. What is still to come is drawn faintly. */
import { formatBrief, percent } from "../../kit/format.js";
import { MOST_TRAINED } from "./limits.js";

/** How wide and high the drawing is, in its own units. */
const SIZE = 1000;

/** @param {number} batch */
const placeOf = (batch) => Math.round((SIZE * batch) / MOST_TRAINED);

/** @param {number} value @param {number} most */
const heightOf = (value, most) => Math.round(SIZE * (1 - Math.min(value / most, 1)));

/**
 * Points, each a stroke that is as good as none, with round ends.
 * @param {readonly number[]} values
 * @param {number} from
 * @param {number} most
 */
const pointsOf = (values, from, most) =>
  values.map((value, i) => `M${placeOf(from + i)} ${heightOf(value, most)}h.01`).join("");

/** @param {readonly number[]} values @param {number} from @param {number} most */
const lineOf = (values, from, most) =>
  values.map((value, i) => `${i === 0 ? "M" : "L"}${placeOf(from + i)} ${heightOf(value, most)}`).join("");

/**
 * @param {{ name: string, of: string, values: readonly number[], running: readonly number[], at: number, most: number,
 *   ticks: readonly number[], all: number }} props  values: of each batch; running: before the first and after each;
 *   at: how many there are so far; all: of all batches together
 */
export const Chart = ({ name, of, values, running, at, most, ticks, all }) => (
  <div class="batch-chart">
    <h3>
      Running {name}: <strong>{formatBrief(running[at])}</strong> <span>{of}</span>
    </h3>
    <div class="batch-values" aria-hidden="true">
      {ticks.map((tick) => (
        <span key={tick} style={{ top: percent(heightOf(tick, most) / 10) }}>
          {tick}
        </span>
      ))}
    </div>
    <svg
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={
        `After ${at} of ${MOST_TRAINED} batches the running ${name} is ${formatBrief(running[at])}; ` +
        `the last batch’s is ${formatBrief(values[at - 1])}, that of all together ${formatBrief(all)}.`
      }
    >
      {ticks.map((tick) => (
        <path key={tick} class="batch-tick" d={`M0 ${heightOf(tick, most)}H${SIZE}`} />
      ))}
      <path class="batch-all" d={`M0 ${heightOf(all, most)}H${SIZE}`} />
      <g class="batch-to-come">
        <path class="batch-points" d={pointsOf(values.slice(at), at + 1, most)} />
        <path class="batch-line" d={lineOf(running.slice(at), at, most)} />
      </g>
      <path class="batch-points" d={pointsOf(values.slice(0, at), 1, most)} />
      <path class="batch-line" d={lineOf(running.slice(0, at + 1), 0, most)} />
      <path class="batch-now" d={pointsOf([running[at]], at, most)} />
    </svg>
    <p class="batch-axis" aria-hidden="true">
      <span>0</span>
      <span>batches</span>
      <span>{MOST_TRAINED}</span>
    </p>
  </div>
);
