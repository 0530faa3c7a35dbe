/** All that can be set of the networks, in two lines; on a phone the gain, and below it a line that scrolls. */
import { isFixed } from "../../store/lesson.js";
import { endStep, figures } from "../../store/state.js";
import { LockMark, Segmented } from "../../parts/controls.jsx";
import { useFading } from "../../parts/fading.js";
import { History } from "../../parts/history-buttons.jsx";
import { Select } from "../../parts/fields.jsx";
import { SeedField } from "../../parts/seed-field.jsx";
import { set, show } from "./actions.js";
import { ACTIVATION_NAMES, gainText, GRADIENT_NAMES, NORM_NAMES, VIEW_NAMES } from "./sentences.js";
import { ALPHAS, GAINS, MOST_LAYERS, RESIDUALS, SEED_STEP, SEEDS, START_NAMES } from "./limits.js";

/** @typedef {import("./job.js").Settings} Settings */

const WIDTHS = [64, 256, 512];

export const Toolbar = () => (
  <div class="toolbar depth-toolbar">
    <Slider name="gain" range={GAINS} step={0.01} format={gainText} />
    <div ref={useFading()} class="depth-settings fading">
      <Slider name="layers" range={[1, MOST_LAYERS]} step={1} format={String} />
      <Start />
      <Choice name="activation" options={Object.entries(ACTIVATION_NAMES)} />
      <Choice name="residual" options={RESIDUALS.map((word) => [word, word])} />
      <Choice name="norm" options={Object.entries(NORM_NAMES)} />
      {figures.why.value.norm === "dyt" && (
        <Slider name="alpha" label="a" range={ALPHAS} step={0.05} format={gainText} />
      )}
      <Features />
      <Look name="gradient" legend="gradient of" options={Object.entries(GRADIENT_NAMES)} />
      <Look name="view" legend="show" options={Object.entries(VIEW_NAMES)} />
    </div>
  </div>
);

/** Which weights, and what was done. */
export const Foot = () => (
  <div class="depth-foot">
    <SeedField
      id="why-seed"
      locked={isFixed("why", "seed")}
      label="seed"
      seed={figures.why.value.seed}
      seeds={SEEDS}
      step={figures.why.value.view === "one" ? SEED_STEP : FIFTY_STEP}
      other="New weights"
      onChange={(seed) => set("seed", seed)}
    />
    <History section="why" />
  </div>
);

/** Fifty other networks: none is among those that were shown. */
const FIFTY_STEP = 50 * SEED_STEP;

/**
 * @template {"activation" | "residual" | "norm"} Name
 * @param {{ name: Name, options: readonly (readonly [string, string])[] }} props
 */
const Choice = ({ name, options }) => (
  <Segmented
    name={`why-${name}`}
    legend={name}
    value={/** @type {string} */ (figures.why.value[name])}
    options={options.map(([value, label]) => ({ value, label }))}
    locked={isFixed("why", name)}
    onChange={(value) => set(name, /** @type {Settings[Name]} */ (value))}
  />
);

/**
 * What is looked at. No network changes with it.
 * @template {"view" | "gradient"} Name
 * @param {{ name: Name, legend: string, options: readonly (readonly [string, string])[] }} props
 */
const Look = ({ name, legend, options }) => (
  <Segmented
    name={`why-${name}`}
    legend={legend}
    value={/** @type {string} */ (figures.why.value[name])}
    options={options.map(([value, label]) => ({ value, label }))}
    onChange={(value) => show(name, /** @type {import("./spec.js").DepthFigure[Name]} */ (value))}
  />
);

/** Which factor the weights start with. */
const Start = () => (
  <span class="depth-select">
    <span aria-hidden="true">start</span>
    <Select
      label="start"
      value={figures.why.value.start}
      options={Object.entries(START_NAMES).map(([value, label]) => ({ value, label }))}
      locked={isFixed("why", "start")}
      onChange={(value) => set("start", /** @type {Settings["start"]} */ (value))}
    />
  </span>
);

function Features() {
  const { features } = figures.why.value;
  // A link may bring another width.
  const widths = WIDTHS.includes(features) ? WIDTHS : [features, ...WIDTHS].sort((a, b) => a - b);
  return (
    <span class="depth-select">
      <span aria-hidden="true">features</span>
      <Select
        label="features"
        value={String(features)}
        options={widths.map((value) => ({ value: String(value), label: String(value) }))}
        locked={isFixed("why", "features")}
        onChange={(value) => set("features", Number(value))}
      />
    </span>
  );
}

/**
 * A slider that is live while it is dragged; a drag is one step for undo.
 * @param {{ name: "gain" | "layers" | "alpha", label?: string, range: readonly [number, number], step: number,
 *   format: (value: number) => string }} props
 */
function Slider({ name, label = name, range: [low, high], step, format }) {
  const value = figures.why.value[name];
  const locked = isFixed("why", name);
  const id = `why-${name}`;
  return (
    <span class="depth-slider" data-setting={name} data-locked={locked ? "" : undefined}>
      <label for={id}>
        {label}
        {locked && <LockMark />}
      </label>
      <input
        id={id}
        type="range"
        min={low}
        max={high}
        step={step}
        value={value}
        aria-valuetext={format(value)}
        aria-disabled={locked || undefined}
        style={{ "--fraction": (value - low) / (high - low) }}
        onInput={(event) => {
          set(name, Number(event.currentTarget.value));
          if (locked) event.currentTarget.value = String(value);
        }}
        onPointerUp={endStep}
      />
      <output for={id}>{format(value)}</output>
    </span>
  );
}
