/** The losses of up to four runs by step, on one axis whose ends are fixed. */
import { percent } from "../../kit/format.js";
import { STEPS } from "./architecture.js";
import { BLIND, dotsOf, heightOf, lineOf, MOST, SIZE, TICKS } from "./line.js";
import { EVERY } from "./rhythm.js";
import { runs } from "./runs.js";
import { settingsText } from "./sentences.js";

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
