import { useLayoutEffect, useRef } from "preact/hooks";
import { formatNumber, parseNumber } from "../../kit/format.js";
import { whyRefused } from "../typed/number.js";
import { nudged } from "../../parts/nudged.js";
import { Refusal } from "../../parts/refusal.jsx";

/**
 * A number being typed, over its cell. What is refused stays as it was typed, also when the focus goes elsewhere, with
 * a word of why; Escape gives it up.
 * @param {{ draft: import("./cells.jsx").Draft, id: string, label: string, values: Float32Array,
 *   onEdit: (index: number, value: number) => void, onDone: (index: number) => void }} props
 *   id: of the refusal; onDone: when the focus goes back to the cell
 */
export function CellEditor({ draft, id, label, values, onEdit, onDone }) {
  const given = /** @type {import("./cells.jsx").Entry} */ (draft.value);
  const { index, text } = given;
  const why = whyRefused(given);
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  useLayoutEffect(() => focusEnd(input.current), []);
  /** The entry as it is by now: a key may come before what was typed is drawn. */
  const entry = () => (draft.peek()?.opened === given.opened ? draft.peek() : null);
  const take = () => {
    const now = entry();
    if (now === null) return false;
    const value = parseNumber(now.text);
    if (Number.isNaN(value)) {
      draft.value = { ...now, isTried: true };
      return false;
    }
    if (value !== values[index]) onEdit(index, value);
    draft.value = null;
    return true;
  };
  const giveUp = () => {
    draft.value = null;
    return true;
  };
  const nudge = (/** @type {number} */ direction) => {
    const value = nudged(parseNumber(entry()?.text ?? ""), direction, values);
    if (Number.isNaN(value)) return;
    onEdit(index, value);
    draft.value = { ...given, text: formatNumber(value), was: value };
  };
  return (
    <>
      <input
        class="cell-input"
        aria-label={label}
        inputMode="decimal"
        autocomplete="off"
        spellcheck={false}
        value={text}
        aria-invalid={why !== ""}
        aria-describedby={id}
        ref={input}
        onInput={(event) => {
          draft.value = { ...given, text: event.currentTarget.value };
        }}
        onBlur={take}
        onKeyDown={(event) => {
          if ((event.key === "Enter" && take()) || (event.key === "Escape" && giveUp())) onDone(index);
          const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
          if (!direction) return;
          event.preventDefault();
          nudge(direction);
        }}
      />
      <Refusal id={id} why={why} />
    </>
  );
}

/** @param {HTMLInputElement | null} input */
function focusEnd(input) {
  input?.focus();
  input?.setSelectionRange(input.value.length, input.value.length);
}
