import { useSignal } from "@preact/signals";
import { setValue } from "../state/actions.js";
import { formatAt } from "../words/format-tensor.js";
import { parseNumber } from "../../kit/format.js";
import { whyRefused } from "../typed/number.js";
import { isFixed } from "../../store/lesson.js";
import { groupCalled } from "../words/group-nouns.js";
import { IconButton } from "../../parts/controls.jsx";
import { subscript } from "../words/subscript.js";
import { nudged } from "../../parts/nudged.js";
import { Refusal } from "../../parts/refusal.jsx";

/**
 * The value of x behind the selected cell: a finger steps it up and down, a keyboard types it.
 * @param {import("./scene.js").Scene} scene
 */
export function ValueEditor({ id, view, element, group }) {
  const value = view.x[element];
  const fixed = isFixed(id, "x");
  const set = (/** @type {number} */ next) => setValue(id, "x", element, next);
  const name = `x${subscript(view, element)}`;
  const typed = useSignal(/** @type {{ of: string, text: string, isTried: boolean } | null} */ (null));
  // The typed text belongs to this number: once the number is another one, the text is gone.
  const of = `${element} ${value}`;
  const entry = typed.value?.of === of ? typed.value : null;
  const why = entry ? whyRefused(entry) : "";
  const take = (/** @type {HTMLInputElement} */ { value: text }) => {
    const next = parseNumber(text);
    if (Number.isNaN(next)) {
      typed.value = { of, text, isTried: true };
      return;
    }
    typed.value = null;
    if (text !== formatAt(view.x, element)) set(next);
  };
  return (
    <div class="value-editor">
      <label for={`${id}-value`}>{name}</label>
      <span class="stepper">
        <IconButton
          icon="minus"
          label={`Lower ${name}`}
          disabled={fixed}
          onClick={() => set(nudged(value, -1, view.x))}
        />
        <input
          id={`${id}-value`}
          inputMode="decimal"
          autocomplete="off"
          spellcheck={false}
          readOnly={fixed}
          value={entry?.text ?? formatAt(view.x, element)}
          aria-invalid={why !== ""}
          aria-describedby={`${id}-value-refused`}
          onInput={(event) => {
            typed.value = { of, text: event.currentTarget.value, isTried: entry?.isTried === true };
          }}
          onChange={(event) => take(event.currentTarget)}
          onKeyDown={(event) => {
            if (event.key === "Enter") take(event.currentTarget);
            if (event.key === "Escape" && typed.peek() !== null) {
              event.stopPropagation();
              typed.value = null;
            }
            const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
            if (!direction) return;
            event.preventDefault();
            set(nudged(value, direction, view.x));
          }}
        />
        <IconButton
          icon="plus"
          label={`Raise ${name}`}
          disabled={fixed}
          onClick={() => set(nudged(value, 1, view.x))}
        />
      </span>
      <Refusal id={`${id}-value-refused`} why={why} />
      <span class="hint">
        {fixed ? "fixed in this lesson" : `changes ${groupCalled(view, group)}; or paste a whole matrix`}
      </span>
    </div>
  );
}
