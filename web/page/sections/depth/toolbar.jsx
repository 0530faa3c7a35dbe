/** All that can be set of the two networks, in two lines. */
import { isFixed } from "../../store/lesson.js";
import { endStep, figures } from "../../store/state.js";
import { LockMark, Segmented } from "../../parts/controls.jsx";
import { History } from "../../parts/history-buttons.jsx";
import { SeedField } from "../../parts/seed-field.jsx";
import { set } from "./depth-state.js";
import { ACTIVATION_NAMES, gainText, NORM_NAMES } from "./sentences.js";
import { GAINS, MOST_LAYERS, RESIDUALS, SEEDS } from "./limits.js";

/** @typedef {import("./job.js").Settings} Settings */

const WIDTHS = [64, 256, 512];
/**
 * A network's layers have the seeds that follow its own: with a smaller step, others would have most of the same
 * weights.
 */
const SEED_STEP = MOST_LAYERS + 1;

export const Toolbars = () => (
  <>
    <div class="toolbar">
      <Choice name="norm" options={Object.entries(NORM_NAMES)} />
      <Choice name="residual" options={RESIDUALS.map((word) => [word, word])} />
      <Choice name="activation" options={Object.entries(ACTIVATION_NAMES)} />
      <Features />
    </div>
    <div class="toolbar">
      <Slider name="gain" range={GAINS} step={0.01} format={gainText} />
      <Slider name="layers" range={[1, MOST_LAYERS]} step={1} format={String} />
      <SeedField
        id="why-seed"
        locked={isFixed("why", "seed")}
        label="seed"
        seed={figures.why.value.seed}
        seeds={SEEDS}
        step={SEED_STEP}
        other="New weights"
        onChange={(seed) => set("seed", seed)}
      />
      <History section="why" />
    </div>
  </>
);

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

function Features() {
  const { features } = figures.why.value;
  // A link may bring another width.
  const widths = WIDTHS.includes(features) ? WIDTHS : [features, ...WIDTHS].sort((a, b) => a - b);
  return (
    <Segmented
      name="why-features"
      legend="features"
      value={features}
      options={widths.map((value) => ({ value, label: String(value) }))}
      locked={isFixed("why", "features")}
      onChange={(value) => set("features", value)}
    />
  );
}

/**
 * A slider that is live while it is dragged; a drag is one step for undo.
 * @param {{ name: "gain" | "layers", range: readonly [number, number], step: number,
 *   format: (value: number) => string }} props
 */
function Slider({ name, range: [low, high], step, format }) {
  const value = figures.why.value[name];
  const locked = isFixed("why", name);
  const id = `why-${name}`;
  return (
    <span class="depth-slider" data-setting={name} data-locked={locked ? "" : undefined}>
      <label for={id}>
        {name}
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
