/** The small controls that figures share. */

/**
 * A choice between a few values, as radio buttons that look like one switch.
 * @template {string | number | boolean} T
 * @param {{ name: string, legend: string, value: T, options: readonly { value: T, label: string }[],
 *   onChange: (value: T) => void }} props
 */
export function Segmented({ name, legend, value, options, onChange }) {
  return (
    <fieldset class="segmented">
      <legend>{legend}</legend>
      <span class="segments">
        {options.map((option) => (
          <label key={String(option.value)}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </span>
    </fieldset>
  );
}

/**
 * A slider over a list of values.
 * @param {{ id: string, label: string, steps: readonly number[], value: number, format: (value: number) => string,
 *   onChange: (value: number) => void }} props
 */
export function StepSlider({ id, label, steps, value, format, onChange }) {
  const at = steps.findIndex((step) => step >= value);
  const text = format(value);
  return (
    <span class="step-slider">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={steps.length - 1}
        step={1}
        value={at}
        aria-valuetext={text}
        style={{ "--fraction": at / (steps.length - 1) }}
        onInput={(event) => onChange(steps[Number(event.currentTarget.value)])}
      />
      <output for={id}>{text}</output>
    </span>
  );
}

/**
 * @param {{ label: string, value: string, options: readonly { value: string, label: string }[], onChange:
 *   (value: string) => void }} props
 */
export function Select({ label, value, options, onChange }) {
  return (
    <span class="select">
      <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}

const ICONS = {
  undo: "M8 5 4 9l4 4M4 9h8.5a4.5 4.5 0 0 1 0 9H9",
  redo: "m12 5 4 4-4 4m4-4H7.5a4.5 4.5 0 0 0 0 9H11",
  close: "M5 5l10 10M15 5 5 15",
  minus: "M5 10h10",
  plus: "M5 10h10M10 5v10",
  sections: "M3 5h14M3 10h14M3 15h14",
};

/**
 * @param {{ icon: keyof typeof ICONS, label: string, disabled?: boolean, expanded?: boolean, class?: string,
 *   onClick: () => void }} props
 */
export function IconButton({ icon, label, disabled, expanded, onClick, class: className = "" }) {
  return (
    <button
      type="button"
      class={`icon-button ${className}`}
      aria-label={label}
      title={label}
      aria-expanded={expanded}
      // Not the attribute: a button that it falls on while focused would lose the focus.
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d={ICONS[icon]} />
      </svg>
    </button>
  );
}
