/** The losses of up to four runs by step, on one axis whose ends are fixed. */
import { percent } from "../../kit/format.js";
import { STEPS, VOCABULARY } from "./architecture.js";
import { EVERY, HIDES } from "./rhythm.js";
import { runs } from "./runs.js";
import { settingsText } from "./sentences.js";

/** How wide and high the drawing is, in its own units. */
const SIZE = 1000;
/** The axis goes so far; what is larger lies at its upper end. */
const MOST = 4;
const TICKS = [0, 1, 2, 3, 4];
/** Of guessing each letter, and the end, as likely as any other. */
const BLIND = Math.log(VOCABULARY.length);

/** @param {number} loss */
const heightOf = (loss) => Math.round(SIZE * (1 - Math.min(loss, MOST) / MOST));

/** @param {readonly number[]} losses @param {number} every */
export const lineOf = (losses, every) =>
  losses
    .map((loss) => (Number.isFinite(loss) ? loss : MOST))
    .map((loss, i) => `${i === 0 ? "M" : "L"}${Math.round((SIZE * i * every) / STEPS)} ${heightOf(loss)}`)
    .join("");

/** Dots, where the loss was measured with the letters to come cut off. @param {readonly number[]} hidden */
export const dotsOf = (hidden) =>
  lineOf(hidden, HIDES)
    .replaceAll("L", "h.01M")
    .concat(hidden.length > 0 ? "h.01" : "");

export const Chart = () => (
  <div class="train-chart">
    <p class="train-chart-head">loss on words that it was not trained on</p>
    <div class="train-chart-values" aria-hidden="true">
      {TICKS.map((tick) => (
        <span key={tick} style={{ top: percent(heightOf(tick) / 10) }}>
          {tick}
        </span>
      ))}
    </div>
    <svg
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`the loss by step: ${runs.value.map(({ settings }) => settingsText(settings)).join("; ") || "no run"}`}
    >
      {TICKS.map((tick) => (
        <path key={tick} class="curves-tick" d={`M0 ${heightOf(tick)}H${SIZE}`} />
      ))}
      <path class="train-blind" d={`M0 ${heightOf(BLIND)}H${SIZE}`} />
      {runs.value.map(({ place, run: { losses, hidden } }) => (
        <g key={place} data-run={place}>
          <path class="train-hidden" d={dotsOf(hidden)} />
          <path class="train-line" d={lineOf(losses, EVERY)} />
        </g>
      ))}
    </svg>
    <p class="train-chart-steps" aria-hidden="true">
      <span>0</span>
      <span>steps</span>
      <span>{STEPS}</span>
    </p>
    <p class="train-chart-note">
      Dots: letters to come cut off; above {MOST} they lie at the edge. Dashed: blind guessing.
    </p>
  </div>
);
