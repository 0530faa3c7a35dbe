/** The controls that the later sections share, beyond those of controls.jsx. */
import { endStep } from "../store/state.js";
import { LockMark } from "./controls.jsx";

/**
 * A slider over a list of values.
 * @param {{ id: string, label: string, steps: readonly number[], value: number, format: (value: number) => string,
 *   locked?: boolean, onChange: (value: number) => void }} props
 */
export function StepSlider({ id, label, steps, value, format, locked, onChange }) {
  const at = steps.findIndex((step) => step >= value);
  const text = format(value);
  return (
    <span class="step-slider" data-locked={locked ? "" : undefined}>
      <label for={id}>
        {label}
        {locked && <LockMark />}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={steps.length - 1}
        step={1}
        value={at}
        aria-valuetext={text}
        aria-disabled={locked || undefined}
        style={{ "--fraction": at / (steps.length - 1) }}
        onInput={(event) => {
          onChange(steps[Number(event.currentTarget.value)]);
          if (locked) event.currentTarget.value = String(at);
        }}
        onPointerUp={endStep}
      />
      <output for={id}>{text}</output>
    </span>
  );
}

/**
 * @param {{ label: string, value: string, options: readonly { value: string, label: string }[], locked?: boolean,
 *   onChange: (value: string) => void }} props
 */
export function Select({ label, value, options, locked, onChange }) {
  return (
    <span class="select" data-locked={locked ? "" : undefined}>
      <select
        aria-label={label}
        value={value}
        aria-disabled={locked || undefined}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          if (locked) event.currentTarget.value = value;
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
      <span class="chosen" aria-hidden="true">
        {options.find((option) => option.value === value)?.label}
      </span>
      {locked && <LockMark />}
    </span>
  );
}
