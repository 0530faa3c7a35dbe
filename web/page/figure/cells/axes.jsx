/** The tensor's edges, as the controls of which dims are reduced. */
import { DimButton } from "./dim-button.jsx";

/** @typedef {import("./drawn.js").Drawn} Drawn */

/**
 * An edge spans what its dim runs over: the whole tensor or, for a dim inside one of several matrices, the first of
 * them.
 * @param {Drawn} drawn
 */
export function Axes({ id, view, manner, frame, ways }) {
  const { rank, shape, dims } = view;
  const blocks = { rows: frame.rows / frame.matrix / frame.across, columns: frame.across, depth: 1 };
  return (
    <div class="axes" role="group" aria-label="The dims to reduce">
      {shape.map((_, dim) => {
        const way = ways[dim];
        const level = ways.slice(0, dim + 1).filter((other) => other === way).length;
        const isInner = dim >= rank - 2 && manner === "facets";
        return (
          <span
            class={`axis axis-${way}`}
            key={dim}
            data-reduced={dims.includes(dim) ? "" : undefined}
            data-inner={isInner && blocks[way] > 1 ? "" : undefined}
            style={{ "--level": level, "--blocks": isInner ? blocks[way] : 1 }}
          >
            <DimButton id={id} view={view} dim={dim} />
          </span>
        );
      })}
    </div>
  );
}
