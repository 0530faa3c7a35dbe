/** What is set by hand: three numbers of x, weight, bias or dy; or how a longer row is drawn. */
import { formatReadout } from "../../kit/format.js";
import { isFixed } from "../../store/lesson.js";
import { endStep, figures } from "../../store/state.js";
import { LockMark, Segmented } from "../../parts/controls.jsx";
import { SeedField } from "../../parts/seed-field.jsx";
import { rangeOf, set, setNumber, take } from "./actions.js";
import { HANDS, SEEDS, SHIFTS, STRETCHES } from "./limits.js";
import { handOf, isInSpace } from "./norm.js";

export const Hand = () => <div class="space-hand">{isInSpace(figures.space.value) ? <Three /> : <Drawn />}</div>;

function Three() {
  const figure = figures.space.value;
  const hand = handOf(figure);
  const hands = HANDS.filter((name) => name !== "bias" || figure.norm === "layer");
  return (
    <>
      <Segmented
        name="space-hand"
        legend="set"
        value={hand}
        options={hands.map((value) => ({ value, label: value }))}
        onChange={take}
      />
      {figure[hand].map((value, place) => (
        <Slider
          key={`${hand}${place}`}
          id={`space-number-${place}`}
          label={`${hand}[${place}]`}
          range={rangeOf(hand)}
          value={value}
          locked={isFixed("space", hand)}
          onChange={(to) => setNumber(place, to)}
        />
      ))}
    </>
  );
}

/** Of more than three numbers: what they are drawn from, and what is done to all of them. */
function Drawn() {
  const { seed, stretch, shift } = figures.space.value;
  return (
    <>
      <SeedField
        id="space-seed"
        label="seed"
        seed={seed}
        seeds={SEEDS}
        step={1}
        other="Other numbers"
        locked={isFixed("space", "seed")}
        onChange={(value) => {
          set({ seed: value });
          endStep();
        }}
      />
      <Slider
        id="space-stretch"
        label="times"
        range={STRETCHES}
        value={stretch}
        locked={isFixed("space", "stretch")}
        onChange={(value) => set({ stretch: value }, "space.stretch")}
      />
      <Slider
        id="space-shift"
        label="plus"
        range={SHIFTS}
        value={shift}
        locked={isFixed("space", "shift")}
        onChange={(value) => set({ shift: value }, "space.shift")}
      />
    </>
  );
}

/**
 * A slider that is live while it is dragged; a drag is one step for undo.
 * @param {{ id: string, label: string, range: readonly [number, number], value: number, locked?: boolean,
 *   step?: number, text?: string, onChange: (value: number) => void }} props
 */
export function Slider({ id, label, range: [low, high], value, locked, step = 0.1, text, onChange }) {
  const said = text ?? formatReadout(value);
  return (
    <span class="space-slider" data-locked={locked ? "" : undefined}>
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
        aria-valuetext={said}
        aria-disabled={locked || undefined}
        style={{ "--fraction": (value - low) / (high - low) }}
        onInput={(event) => {
          onChange(Number(event.currentTarget.value));
          if (locked) event.currentTarget.value = String(value);
        }}
        onPointerUp={endStep}
      />
      <output for={id}>{said}</output>
    </span>
  );
}
