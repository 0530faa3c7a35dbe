/** The small controls that figures share from the first screen on; those of the later sections are in fields.jsx. */

/**
 * A control that a lesson has fixed stays where it is, and can have the focus: pressing it says why it does not move.
 */
export const LockMark = () => (
  <svg class="lock" viewBox="0 0 12 14" role="img" aria-label="fixed in this lesson">
    <path d="M3.5 6V4a2.5 2.5 0 0 1 5 0v2M2 6h8v7H2z" />
  </svg>
);

/**
 * A choice between a few values, as radio buttons that look like one switch.
 * @template {string | number | boolean} T
 * @param {{ name: string, legend: string, value: T, options: readonly { value: T, label: string }[],
 *   locked?: boolean, onChange: (value: T) => void }} props
 */
export function Segmented({ name, legend, value, options, locked, onChange }) {
  return (
    <fieldset class="segmented" data-name={name} data-locked={locked ? "" : undefined}>
      <legend>
        <span>
          {legend}
          {locked && <LockMark />}
        </span>
      </legend>
      <span class="segments">
        {options.map((option) => (
          <label key={String(option.value)}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              aria-disabled={locked || undefined}
              onClick={(event) => {
                if (!locked) return;
                event.preventDefault();
                onChange(option.value);
              }}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </span>
    </fieldset>
  );
}

const ICONS = {
  undo: "M8 5 4 9l4 4M4 9h8.5a4.5 4.5 0 0 1 0 9H9",
  redo: "m12 5 4 4-4 4m4-4H7.5a4.5 4.5 0 0 0 0 9H11",
  close: "M5 5l10 10M15 5 5 15",
  minus: "M5 10h10",
  plus: "M5 10h10M10 5v10",
  contents: "M3 5h14M3 10h14M3 15h14",
};

/**
 * @param {{ icon: keyof typeof ICONS, label: string, disabled?: boolean, popup?: "dialog", class?: string,
 *   onClick: () => void }} props
 */
export function IconButton({ icon, label, disabled, popup, onClick, class: className = "" }) {
  return (
    <button
      type="button"
      class={`icon-button ${className}`}
      aria-label={label}
      title={label}
      aria-haspopup={popup}
      // Not the attribute disabled: a focused button that becomes disabled loses the focus.
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d={ICONS[icon]} />
      </svg>
    </button>
  );
}
