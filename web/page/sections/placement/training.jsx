/** Two networks learn, pre-LN and post-LN; and what became of ten seeds at each rate. */
import { formatBrief } from "../../kit/format.js";
import { isFixed } from "../../store/lesson.js";
import { figures } from "../../store/state.js";
import { Caption } from "../../parts/caption.jsx";
import { Curves } from "../../parts/curves.jsx";
import { StepSlider } from "../../parts/fields.jsx";
import { History } from "../../parts/history-buttons.jsx";
import { Refusal } from "../../parts/refusal.jsx";
import { ResultStrip } from "../../parts/result-strip.jsx";
import { SeedField } from "../../parts/seed-field.jsx";
import { TrainingButtons } from "../../parts/training-buttons.jsx";
import { useWhenNear } from "../../parts/when-near.js";
import { Covered } from "../../question/covered.jsx";
import { learning, set } from "./actions.js";
import { answer, isBusy, keepComputing, reached, stepsMade } from "./answer.js";
import { Key } from "./first.jsx";
import { BLOCKS, MOST_TRAINED, PLACES, RATES, SEEDS, WARM_UPS } from "./limits.js";
import { every, nearestTo, runsOf, seeds } from "./measured.js";
import { predictions } from "./questions.js";
import { found, lastOf, NAMES, rateText, warmUpText } from "./sentences.js";
import { Table } from "./table.jsx";

/** @typedef {(typeof PLACES)[number]} Place */

/** A loss from 1e-3 to 10, in powers of ten. */
const POWERS = /** @type {const} */ ([-3, 1]);

export const Training = () => (
  <figure
    class="figure card placement"
    id="placement-training"
    aria-labelledby="placement-training-title"
    ref={useWhenNear(keepComputing)}
  >
    <Caption id="placement-training-title" title={`Both learn, with ${BLOCKS} blocks`}>
      Two networks with the same first weights learn to repeat four letters, by Adam. With warm-up, the learning rate of
      the first steps grows evenly to the one that is set.
    </Caption>
    <Toolbar />
    <Result />
    <Body />
    {answer.failure.value !== "" && (
      <Refusal id="placement-failure" why={`The networks do not answer: ${answer.failure.value}`} />
    )}
    <Covered
      section="placement"
      name="placement-table"
      what={`What became of ${seeds} seeds at each rate: predict first, above.`}
      isSeen={() => predictions.some(({ isSeen }) => isSeen(figures.placement.value))}
    >
      <Table />
    </Covered>
    <div class="card-foot">
      <History section="placement" />
    </div>
  </figure>
);

function Toolbar() {
  const { rate, warmUp, seed } = figures.placement.value;
  // A link may bring others.
  const stepsWith = (/** @type {readonly number[]} */ steps, /** @type {number} */ value) =>
    steps.includes(value) ? steps : [...steps, value].sort((a, b) => a - b);
  return (
    <div class="toolbar">
      <StepSlider
        id="placement-rate"
        label="learning rate"
        steps={stepsWith(RATES, rate)}
        value={rate}
        format={rateText}
        locked={isFixed("placement", "rate")}
        onChange={(value) => set("rate", value)}
      />
      <StepSlider
        id="placement-warm-up"
        label="warm-up"
        steps={stepsWith(WARM_UPS, warmUp)}
        value={warmUp}
        format={warmUpText}
        locked={isFixed("placement", "warmUp")}
        onChange={(value) => set("warmUp", value)}
      />
      <TrainingButtons training={learning} stride={20} made={stepsMade} />
      <SeedField
        id="placement-training-seed"
        locked={isFixed("placement", "seed")}
        label="seed"
        seed={seed}
        seeds={SEEDS}
        step={1}
        other="Other seed"
        onChange={(value) => set("seed", value)}
      />
    </div>
  );
}

function Result() {
  const losses = answer.shown.value?.value;
  return (
    <ResultStrip id="placement">
      {PLACES.map((place) => (
        <p key={`${place} ${losses !== undefined}`} class="placement-score" data-place={place}>
          <Key place={place} /> <b>{NAMES[place]}</b> <span>loss</span>{" "}
          <strong>{losses && losses.trained > 0 ? formatBrief(lastOf(losses[place])) : "…"}</strong>
        </p>
      ))}
      <p class="placement-found" key={String(losses !== undefined)}>
        {sentence()}
      </p>
    </ResultStrip>
  );
}

function sentence() {
  const now = answer.shown.value;
  const { trained } = figures.placement.value;
  if (!now && answer.failure.value !== "") return "";
  if (!now) return trained === 0 ? "The networks are being made." : `${reached.value} of ${trained} steps …`;
  if (!answer.isSettled.value && trained - now.settings.trained > 20) return `${reached.value} of ${trained} steps …`;
  return found(now.value);
}

function Body() {
  const losses = answer.shown.value?.value;
  const { rate, warmUp } = figures.placement.value;
  const stored = nearestTo(rate, warmUp);
  return (
    <div class="placement-losses lab" data-changes aria-busy={isBusy.value}>
      <Curves
        label="the losses of both networks by step, on a logarithmic axis"
        lines={losses && losses.trained > 0 ? PLACES.map((name) => ({ name, losses: losses[name] })) : []}
        stored={PLACES.map((name) => ({ name, losses: runsOf(name, stored.rate, stored.warmUp).curve }))}
        every={every}
        most={MOST_TRAINED}
        powers={POWERS}
        ticks={[-3, -2, -1, 0, 1]}
      />
      <p class="placement-legend">
        {PLACES.map((place) => (
          <span key={place}>
            <Key place={place} /> {NAMES[place]}
          </span>
        ))}
        <span>
          faint: the median of {seeds} seeds at {rateText(stored.rate)}, warm-up {warmUpText(stored.warmUp)}
        </span>
      </p>
    </div>
  );
}
