/** A small GPT is trained, again and again: its settings, the curves of up to four runs, their words. */
import { isFixed } from "../../store/lesson.js";
import { figures } from "../../store/state.js";
import { Caption } from "../../parts/caption.jsx";
import { Segmented } from "../../parts/controls.jsx";
import { StepSlider } from "../../parts/fields.jsx";
import { History } from "../../parts/history-buttons.jsx";
import { Refusal } from "../../parts/refusal.jsx";
import { ResultStrip } from "../../parts/result-strip.jsx";
import { SeedField } from "../../parts/seed-field.jsx";
import { Term } from "../../parts/term.jsx";
import { Covered } from "../../question/covered.jsx";
import { set } from "./actions.js";
import { FEATURES, STEPS } from "./architecture.js";
import { Chart } from "./chart.jsx";
import { Key, Legend, letterOf } from "./legend.jsx";
import { DEPTHS, MOST_RUNS, RATES, SEEDS } from "./limits.js";
import { isLeakSeen } from "./questions.js";
import { Reason } from "./reason.jsx";
import { begin, failure, hasRoom, lookedAt, running, runs, stop } from "./runs.js";
import { lastOf, lossText, NORM_NAMES, PLACE_NAMES, rateText, runText } from "./sentences.js";
import { NORMS, PLACES } from "./spec.js";
import { Words } from "./words.jsx";

export const Training = () => (
  <figure class="figure card train" id="train-figure" aria-labelledby="train-title">
    <Caption id="train-title" title="A small GPT learns to make up words">
      It has {FEATURES} features a token and reads letters. Every step shows it 64 English words of one length, and Adam
      moves each weight against the gradient of the <Term name="loss" />. Each run adds a curve, up to {MOST_RUNS}.
    </Caption>
    <Toolbar />
    <Result />
    <div class="train-body lab" data-changes aria-busy={running.value !== null}>
      <div>
        <Chart />
        <Legend />
      </div>
      <Words />
    </div>
    {failure.value !== "" && <Refusal id="train-failure" why={`The network does not answer: ${failure.value}`} />}
    <Covered
      section="train"
      name="train-why"
      what="What came of many seeds, and why: predict first, above."
      isSeen={() => isLeakSeen(runs.value)}
    >
      <Reason />
    </Covered>
    <Foot />
  </figure>
);

function Toolbar() {
  const { norm, place, depth, rate } = figures.train.value;
  return (
    <div class="toolbar train-toolbar">
      <Segmented
        name="train-norm"
        legend="norms"
        value={norm}
        options={NORMS.map((value) => ({ value, label: NORM_NAMES[value] }))}
        locked={isFixed("train", "norm")}
        onChange={(value) => set("norm", value)}
      />
      <Run />
      <Segmented
        name="train-place"
        legend="placed"
        value={place}
        options={PLACES.map((value) => ({ value, label: PLACE_NAMES[value] }))}
        locked={isFixed("train", "place")}
        onChange={(value) => set("place", value)}
      />
      <Slider name="depth" label="blocks" steps={DEPTHS} value={depth} format={String} />
      <Slider name="rate" label="learning rate" steps={RATES} value={rate} format={rateText} />
    </div>
  );
}

/**
 * @param {{ name: "depth" | "rate", label: string, steps: readonly number[], value: number,
 *   format: (value: number) => string }} props
 */
const Slider = ({ name, label, steps, value, format }) => (
  <StepSlider
    id={`train-${name}`}
    label={label}
    // A link may bring another value.
    steps={steps.includes(value) ? steps : [...steps, value].sort((a, b) => a - b)}
    value={value}
    format={format}
    locked={isFixed("train", name)}
    onChange={(chosen) => set(name, chosen)}
  />
);

/** Begins a run, or ends it. */
function Run() {
  const now = running.value;
  const isFull = !now && !hasRoom.value;
  return (
    <span class="train-run-and-count">
      <button
        type="button"
        class="pill primary run train-run"
        aria-disabled={isFull || undefined}
        onClick={now ? stop : begin}
      >
        {now ? "Stop" : "Run"}
      </button>
      <output class="train-count">
        {now ? `${now.step} of ${STEPS} steps` : isFull ? "remove a run first" : `${STEPS} steps`}
      </output>
      <progress max={STEPS} value={now?.step ?? 0} aria-label="steps made" data-running={now ? "" : undefined} />
    </span>
  );
}

/** The run that was begun last, or is looked at. */
function Result() {
  const shown = lookedAt.value;
  return (
    <ResultStrip id="train">
      {shown && (
        <p class="train-score">
          <Key place={shown.place} /> {letterOf(shown.place)}: loss{" "}
          <strong>{shown.run.losses.length > 0 ? lossText(lastOf(shown.run.losses)) : "…"}</strong>
        </p>
      )}
      <p class="train-found">{shown ? runText(shown) : "There is no run: press Run."}</p>
    </ResultStrip>
  );
}

const Foot = () => (
  <div class="train-foot">
    <SeedField
      id="train-seed"
      locked={isFixed("train", "seed")}
      label="seed"
      seed={figures.train.value.seed}
      seeds={SEEDS}
      step={1}
      other="Other seed"
      onChange={(seed) => set("seed", seed)}
    />
    <History section="train" />
  </div>
);
