import { useId } from "preact/hooks";
import { lineUp } from "../../figure/dims/broadcast.js";
import { broadcastShapes } from "../../kit/broadcast.js";
import { formatShape, reducedShape } from "../../kit/shapes.js";

/** @typedef {import("../../figure/dims/broadcast.js").Column} Column */
/** @typedef {{ dims: readonly number[], onToggle?: (dim: number) => void }} Naming */

/**
 * The shapes of x and of its mean as x − mean lines them up: dim above dim, from the right. A size of 1 is stretched, a
 * missing dim is filled in. Two sizes that clash are marked, and so is a size that stands under another dim than its
 * own.
 * @param {{ shape: readonly number[], dims: readonly number[], keepdim: boolean, onToggle?: (dim: number) => void }}
 *   props  onToggle: the dims can be pressed
 */
export function Broadcast({ shape, dims, keepdim, onToggle }) {
  const columns = lineUp(shape, dims, keepdim);
  const reduced = reducedShape(shape, dims, keepdim);
  const title = useId();
  return (
    <div class="broadcast">
      <p class="caption" id={title}>
        Shapes line up from the right
      </p>
      <table aria-labelledby={title}>
        <thead>
          <tr>
            <td />
            {columns.map((_, dim) => (
              <th scope="col" key={dim} data-named={dims.includes(dim)}>
                <DimName dim={dim} last={dim === shape.length - 1} dims={dims} onToggle={onToggle} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <RowHead name="x" shape={shape} />
            {columns.map((column, dim) => (
              <td key={dim}>
                <span class="size">{column.size}</span>
                {column.fit === "widened" && <Becomes to={column.under} />}
              </td>
            ))}
          </tr>
          <tr>
            <RowHead name="mean" shape={reduced} />
            {columns.map((column, dim) => (
              <td
                key={dim}
                data-fit={column.under === null ? "missing" : column.fit}
                data-stray={isStray(column, dim) ? "" : undefined}
              >
                <Under {...column} dim={dim} />
              </td>
            ))}
          </tr>
          <Difference shape={shape} reduced={reduced} />
        </tbody>
      </table>
    </div>
  );
}

/** The shape of x − mean, or that it has none. @param {Record<"shape" | "reduced", readonly number[]>} props */
function Difference({ shape, reduced }) {
  const result = broadcastShapes(shape, reduced);
  return (
    <tr class="result">
      <RowHead name="x − mean" shape={"shape" in result ? result.shape : null} />
      {"shape" in result ? (
        result.shape.map((size, dim) => <td key={dim}>{size}</td>)
      ) : (
        <td colSpan={shape.length} class="no-shape">
          no shape: an error
        </td>
      )}
    </tr>
  );
}

/** @param {{ name: string, shape: readonly number[] | null }} props */
const RowHead = ({ name, shape }) => (
  <th scope="row">
    {name} {shape && <code>{formatShape(shape)}</code>}
  </th>
);

/** @param {Naming & { dim: number, last: boolean }} props */
function DimName({ dim, last, dims, onToggle }) {
  const name = `dim ${dim}`;
  if (!onToggle) return <>{name}</>;
  return (
    <button type="button" aria-pressed={dims.includes(dim)} onClick={() => onToggle(dim)}>
      {name}
      {last && <span class="visually-hidden">, the last</span>}
    </button>
  );
}

/** Whether a size stands under a dim that is not its own. @param {Column} column @param {number} dim */
const isStray = ({ from, isMeant }, dim) => !isMeant && from !== null && from !== dim;

/** A size of the mean, and what becomes of it. @param {Column & { dim: number }} props */
const Under = ({ dim, ...column }) => (
  <>
    <span class="size">
      {column.under ?? 1}
      {column.under === null && <span class="visually-hidden"> filled in</span>}
    </span>
    {column.fit === "stretched" && <Becomes to={column.size} />}
    {column.fit === "clash" && (
      <span class="note">
        <span class="visually-hidden">does not match </span>
        <span aria-hidden="true">≠ </span>
        {column.size}
      </span>
    )}
    {isStray(column, dim) && <span class="note">of dim {column.from}</span>}
  </>
);

/** @param {{ to: number | null }} props */
const Becomes = ({ to }) => (
  <span class="note">
    <span class="visually-hidden">stretched to </span>
    <span aria-hidden="true">→ </span>
    {to}
  </span>
);
