import { setValue } from "../model/figure-state.js";
import { formatAt, formatNumber, parseNumber } from "../model/format.js";
import { isLocked } from "../model/lesson.js";
import { letterOf } from "../model/shapes.js";
import { IconButton } from "../parts/controls.jsx";
import { subscript } from "../parts/names.js";
import { nudged } from "../parts/nudged.js";

/**
 * The value of x behind the selected cell: a finger steps it up and down, a keyboard types it.
 * @param {import("./scene.js").Scene} scene
 */
export function ValueEditor({ id, view, element, group }) {
  const value = view.x[element];
  const isFixed = isLocked("x");
  const set = (/** @type {number} */ next) => setValue(id, "x", element, next);
  const name = `x${subscript(view, element)}`;
  return (
    <div class="value-editor">
      <label for={`${id}-value`}>{name}</label>
      <span class="stepper">
        <IconButton
          icon="minus"
          label={`Lower ${name}`}
          disabled={isFixed}
          onClick={() => set(nudged(value, -1, view.x))}
        />
        <input
          id={`${id}-value`}
          inputMode="decimal"
          autocomplete="off"
          spellcheck={false}
          readOnly={isFixed}
          value={formatAt(view.x, element)}
          onChange={(event) => {
            const next = parseNumber(event.currentTarget.value);
            if (!Number.isNaN(next)) set(next);
            else event.currentTarget.value = formatNumber(value);
          }}
          onKeyDown={(event) => {
            const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
            if (!direction) return;
            event.preventDefault();
            set(nudged(value, direction, view.x));
          }}
        />
        <IconButton
          icon="plus"
          label={`Raise ${name}`}
          disabled={isFixed}
          onClick={() => set(nudged(value, 1, view.x))}
        />
      </span>
      <span class="hint">{isFixed ? "fixed in this lesson" : `group ${letterOf(group)} follows`}</span>
    </div>
  );
}
