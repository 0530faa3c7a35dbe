import { toggleDim } from "../state/settings.js";
import { setDims } from "../state/actions.js";
import { isFixed } from "../../store/lesson.js";

/**
 * A dim with its size: "dim 1 = −1 · 6". Pressing it reduces this dim alone; the small button beside it, + or ×, adds
 * the dim to those that are reduced, or takes it away.
 * @param {{ id: import("../../store/state.js").FigureId, view: import("../values/derive.js").Derived,
 *   dim: number }} props
 */
export function DimButton({ id, view: { shape, rank, names, dims }, dim }) {
  const locked = isFixed(id, "dims");
  const isReduced = dims.includes(dim);
  const toggle = isReduced ? `Keep dim ${dim}` : `Reduce dim ${dim} as well`;
  return (
    <span class="axis-buttons" data-locked={locked ? "" : undefined}>
      <button
        type="button"
        aria-pressed={isReduced}
        aria-disabled={locked || undefined}
        onClick={() => setDims(id, [dim])}
      >
        <span class="axis-label">
          {names && (
            <span class="axis-name">
              {names[dim]} <Dot />
            </span>
          )}
          <span>
            {`dim ${dim}${dim === rank - 1 ? " = −1" : ""}`} <Dot />
            <span class="visually-hidden">size </span>
            {shape[dim]}
          </span>
        </span>
      </button>
      {dims.length > Number(isReduced) && (
        <button
          type="button"
          class="axis-toggle"
          aria-label={toggle}
          title={toggle}
          aria-disabled={locked || undefined}
          onClick={() => toggleDim(id, dim)}
        >
          <span aria-hidden="true">{isReduced ? "×" : "+"}</span>
        </button>
      )}
    </span>
  );
}

const Dot = () => <span aria-hidden="true">· </span>;
