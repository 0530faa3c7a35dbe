import { formatNumber, parseNumber } from "../model/format.js";
import { nudged } from "../parts/nudged.js";

/**
 * A number being typed, over its cell.
 * @param {{ draft: import("./cells.jsx").Draft, label: string, values: Float32Array,
 *   onEdit: (index: number, value: number) => void, onDone: (index: number) => void }} props
 *   onDone: when the focus goes back to the cell
 */
export function CellEditor({ draft, label, values, onEdit, onDone }) {
  const { index, text } = /** @type {{ index: number, text: string }} */ (draft.value);
  const typed = parseNumber(text);
  const invalid = Number.isNaN(typed);
  const close = (/** @type {boolean} */ keep) => {
    if (keep && !invalid && typed !== values[index]) onEdit(index, typed);
    draft.value = null;
  };
  return (
    <input
      class="cell-input"
      aria-label={label}
      inputMode="decimal"
      autocomplete="off"
      spellcheck={false}
      value={text}
      aria-invalid={invalid}
      ref={(input) => {
        if (input && document.activeElement !== input) focusEnd(input);
      }}
      onInput={(event) => {
        draft.value = { index, text: event.currentTarget.value };
      }}
      onBlur={() => {
        if (draft.peek()) close(true);
      }}
      onKeyDown={(event) => {
        if ((event.key === "Enter" && !invalid) || event.key === "Escape") {
          close(event.key === "Enter");
          onDone(index);
        }
        const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (direction && !invalid) {
          event.preventDefault();
          const next = nudged(typed, direction, values);
          onEdit(index, next);
          draft.value = { index, text: formatNumber(next) };
        }
      }}
    />
  );
}

/** @param {HTMLInputElement} input */
function focusEnd(input) {
  input.focus();
  input.setSelectionRange(input.value.length, input.value.length);
}
