/** What many networks lost at each rate: the median, and a band between the quartiles. */
import { percent } from "../../kit/format.js";
import { figures } from "../../store/state.js";
import { bestOf, lastLosses, LINES, seeds, steps } from "./measured.js";
import { betweenText, briefly, paceText } from "./sentences.js";

/** @typedef {import("./measured.js").Which} Which */

/** How wide and high the drawing is, in its own units. */
const SIZE = 1000;
/** The axes, in powers of ten: rates from 0.01 to 3, losses from 0.01 to 1. */
const ACROSS = /** @type {const} */ ([-2, Math.log10(3)]);
const UP = /** @type {const} */ ([-2, 0]);
const RATES = [0.01, 0.03, 0.1, 0.3, 1, 3];
const NAMES = { without: "Without LayerNorm", with: "With LayerNorm" };
const LOSSES = [0.01, 0.03, 0.1, 0.3, 1];

/** @param {number} value @param {readonly [number, number]} powers @returns {number} from 0 to 1 */
const shareOf = (value, [low, high]) => Math.min(Math.max((Math.log10(value) - low) / (high - low), 0), 1);

/** @param {number} rate @param {number} loss */
const pointOf = (rate, loss) =>
  `${Math.round(SIZE * shareOf(rate, ACROSS))} ${Math.round(SIZE * (1 - shareOf(loss, UP)))}`;

/** The median of each rate. @param {Which} which */
export const medianLine = (which) =>
  `M${lastLosses(which)
    .map(({ rate, last }) => pointOf(rate, last[1]))
    .join("L")}`;

/** From the third quartiles to the first, and back. @param {Which} which */
export function quartileBand(which) {
  const all = lastLosses(which);
  const above = all.map(({ rate, last }) => pointOf(rate, last[2]));
  const below = all.toReversed().map(({ rate, last }) => pointOf(rate, last[0]));
  return `M${[...above, ...below].join("L")}Z`;
}

/** @param {Which} which */
function spoken(which) {
  const losses = lastLosses(which).map(({ rate, last }) => `${briefly(last[1])} at ${paceText(rate)}`);
  return `${which} LayerNorm ${losses.join(", ")}`;
}

export function Rates() {
  const { pace } = figures.spirals.value;
  return (
    <div class="rates">
      <h4>
        Loss after {steps} steps, {seeds} seeds: median, and half of all in the band
      </h4>
      <div class="rates-values" aria-hidden="true">
        {LOSSES.map((loss) => (
          <span key={loss} style={{ top: percent(100 * (1 - shareOf(loss, UP))) }}>
            {loss}
          </span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`the median loss of ${seeds} seeds by rate: ${LINES.map(spoken).join("; ")}`}
      >
        {LOSSES.map((loss) => (
          <path key={loss} class="curves-tick" d={`M0 ${Math.round(SIZE * (1 - shareOf(loss, UP)))}H${SIZE}`} />
        ))}
        <path class="rates-now" d={`M${Math.round(SIZE * shareOf(pace, ACROSS))} 0V${SIZE}`} />
        {LINES.map((which) => (
          <g key={which} data-line={which} data-tells="">
            <path class="rates-band" d={quartileBand(which)} />
            <path class="curves-line" d={medianLine(which)} />
            <path class="curves-end" d={`M${pointOf(bestOf(which).rate, bestOf(which).last[1])}h.01`} />
          </g>
        ))}
      </svg>
      <div class="rates-axis" aria-hidden="true">
        {RATES.map((rate) => (
          <span key={rate} style={{ left: percent(100 * shareOf(rate, ACROSS)) }}>
            {rate}
          </span>
        ))}
      </div>
      <p class="rates-best" data-tells="">
        {LINES.map((which) => {
          const { rate, last } = bestOf(which);
          return (
            <span key={which}>
              <b>{NAMES[which]}</b> the lowest median is {briefly(last[1])}, at {paceText(rate)} (quartiles{" "}
              {betweenText(last)})
            </span>
          );
        })}
      </p>
    </div>
  );
}
