/** What is set of the next run: its norms, and, behind a button that says it, all else; and what begins the run. */
import { useSignal } from "@preact/signals";
import { isFixed } from "../../store/lesson.js";
import { figures } from "../../store/state.js";
import { Segmented } from "../../parts/controls.jsx";
import { StepSlider } from "../../parts/fields.jsx";
import { SeedField } from "../../parts/seed-field.jsx";
import { set } from "./actions.js";
import { STEPS } from "./architecture.js";
import { DEPTHS, RATES, SEEDS } from "./limits.js";
import { begin, hasRoom, running, stop } from "./runs.js";
import { NORM_NAMES, PLACE_NAMES, rateText, restText } from "./sentences.js";
import { NORMS, PLACES } from "./spec.js";

export function Toolbar() {
  const isOpen = useSignal(false);
  const settings = figures.train.value;
  return (
    <>
      <div class="toolbar train-toolbar">
        <Segmented
          name="train-norm"
          legend="norms"
          value={settings.norm}
          options={NORMS.map((value) => ({ value, label: NORM_NAMES[value] }))}
          locked={isFixed("train", "norm")}
          onChange={(value) => set("norm", value)}
        />
        <Run />
        <button
          type="button"
          class="text-button train-rest"
          aria-expanded={isOpen.value}
          aria-controls="train-settings"
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          {restText(settings)}
        </button>
      </div>
      {isOpen.value && <Rest />}
    </>
  );
}

/** What else is set of the next run. */
function Rest() {
  const { place, depth, rate, seed } = figures.train.value;
  return (
    <div class="train-settings" id="train-settings" role="group" aria-label="what else is set of the next run">
      <Segmented
        name="train-place"
        legend="norms placed"
        value={place}
        options={PLACES.map((value) => ({ value, label: PLACE_NAMES[value] }))}
        locked={isFixed("train", "place")}
        onChange={(value) => set("place", value)}
      />
      <Slider name="depth" label="blocks" steps={DEPTHS} value={depth} format={String} />
      <Slider name="rate" label="learning rate" steps={RATES} value={rate} format={rateText} />
      <SeedField
        id="train-seed"
        locked={isFixed("train", "seed")}
        label="seed"
        seed={seed}
        seeds={SEEDS}
        step={1}
        other="Other seed"
        onChange={(chosen) => set("seed", chosen)}
      />
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
