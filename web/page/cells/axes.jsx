/** The tensor's edges, as its controls. */
import { setDims, toggleDim } from "../model/figure-state.js";
import { isLocked } from "../model/lesson.js";

/** @typedef {import("./drawn.js").Drawn} Drawn */

/**
 * Pressing an edge names its dim alone; the small buttons add one and take one away. An edge spans what its dim
 * does: all of the tensor, or of several matrices the first.
 * @param {Drawn} drawn
 */
export function Axes({ id, figure, view, manner, frame, ways }) {
  const { rank, shape, names, dims } = view;
  const locked = isLocked("dims");
  const blocks = { rows: frame.rows / frame.matrix / frame.across, columns: frame.across, depth: 1 };
  return (
    <div class="axes" role="group" aria-label="The dims to reduce">
      {shape.map((size, dim) => {
        const way = ways[dim];
        const level = ways.slice(0, dim + 1).filter((other) => other === way).length;
        const isInner = dim >= rank - 2 && manner === "facets";
        const isReduced = dims.includes(dim);
        const name = `dim ${dim}${dim === rank - 1 ? " = −1" : ""}`;
        return (
          <span
            class={`axis axis-${way}`}
            key={dim}
            data-reduced={isReduced ? "" : undefined}
            data-inner={isInner && blocks[way] > 1 ? "" : undefined}
            style={{ "--level": level, "--blocks": isInner ? blocks[way] : 1 }}
          >
            <span class="axis-buttons" data-locked={locked ? "" : undefined}>
              <button
                type="button"
                aria-pressed={isReduced}
                aria-disabled={locked || undefined}
                onClick={() => setDims(id, [dim])}
              >
                {names && (
                  <span class="axis-name">
                    {names[dim]} <Dot />
                  </span>
                )}
                <span>
                  {name} <Dot />
                  <span class="visually-hidden">size </span>
                  {size}
                </span>
              </button>
              {figure.dims.length > Number(isReduced) && (
                <button
                  type="button"
                  class="axis-toggle"
                  aria-label={isReduced ? `Keep dim ${dim}` : `Reduce dim ${dim} as well`}
                  title={isReduced ? `Keep dim ${dim}` : `Reduce dim ${dim} as well`}
                  aria-disabled={locked || undefined}
                  onClick={() => toggleDim(id, dim)}
                >
                  <span aria-hidden="true">{isReduced ? "×" : "+"}</span>
                </button>
              )}
            </span>
          </span>
        );
      })}
    </div>
  );
}

const Dot = () => <span aria-hidden="true">· </span>;
