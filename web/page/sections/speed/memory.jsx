/** The cells that come from memory together: the cache line of the pressed cell, and those of its group over a dim. */
import { figures } from "../../store/state.js";
import { Segmented } from "../../parts/controls.jsx";
import { gridStep } from "../../parts/grid-keys.js";
import { Term } from "../../parts/term.jsx";
import { lookAtSpeed } from "./actions.js";
import { BYTES, fetched, groupOf, LINE_BYTES, lineOf, lineSize, linesOf, placeOf } from "./memory.js";
import { COLUMNS, ROWS } from "./limits.js";

/** @typedef {import("./memory.js").Dim} Dim */
/** @typedef {import("./memory.js").Type} Type */

/** @param {Dim} dim */
const dimText = (dim) => (dim === "-1" ? "dim −1" : "dim 0");

export function Memory() {
  const { cell, dim, type } = figures.speed.value;
  return (
    <div class="speed-pane" id="speed-memory">
      <h3>
        Numbers come from memory by the <Term name="cacheLine" />
      </h3>
      <div class="speed-choices">
        <Segmented
          name="speed-dim"
          legend="mean over"
          value={dim}
          onChange={(value) => lookAtSpeed({ dim: value })}
          options={/** @type {const} */ (["-1", "0"]).map((value) => ({ value, label: dimText(value) }))}
        />
        <Segmented
          name="speed-type"
          legend="numbers"
          value={type}
          onChange={(value) => lookAtSpeed({ type: value })}
          options={/** @type {Type[]} */ (Object.keys(BYTES)).map((value) => ({ value, label: value }))}
        />
      </div>
      <Cells cell={cell} dim={dim} type={type} />
      <p class="memory-legend">
        <span data-sign="group">used by this mean</span>
        <span data-sign="lines">comes with it</span>
        <span data-sign="line">the pressed cell’s line</span>
      </p>
      <p class="speed-told">{cellText(cell, type)}</p>
      <Counts cell={cell} dim={dim} type={type} />
      <p class="speed-note">
        Over dim 0 the kernels therefore do not walk down one column after another. They go from row to row, and add up
        many columns side by side, so that all that comes with a line is used.
      </p>
    </div>
  );
}

/** @param {number} cell */
const indexText = (cell) => `[${placeOf(cell).join(", ")}]`;

/** @param {number} cell @param {Type} type */
function cellText(cell, type) {
  const first = lineOf(cell, type) * lineSize(type);
  return (
    `Cell ${indexText(cell)} begins at byte ${cell * BYTES[type]}. With it come all ${LINE_BYTES} bytes of its line: ` +
    `the ${lineSize(type)} numbers from ${indexText(first)} to ${indexText(first + lineSize(type) - 1)}.`
  );
}

/** @param {{ cell: number, dim: Dim, type: Type }} props */
const Counts = ({ cell, dim, type }) => (
  <table class="speed-counts">
    <thead>
      <tr>
        <th scope="col">one mean over</th>
        <th scope="col">lines</th>
        <th scope="col">numbers that come</th>
        <th scope="col">used</th>
      </tr>
    </thead>
    <tbody>
      {
        /** @type {const} */ (["-1", "0"]).map((each) => {
          const { lines, numbers, used } = fetched(cell, each, type);
          return (
            <tr key={each} data-dim={each} data-chosen={each === dim ? "" : undefined}>
              <th scope="row">{dimText(each)}</th>
              <td>{lines}</td>
              <td>{numbers}</td>
              <td>{used}</td>
            </tr>
          );
        })
      }
    </tbody>
  </table>
);

/** Cells side by side in a row, as a path. @param {number} cell @param {number} [count] */
function rectangle(cell, count = 1) {
  const [row, column] = placeOf(cell);
  return `M${column} ${row}h${count}v1h${-count}z`;
}

/** A line without length, of which the stroke's ends alone are seen: so it stays round. @param {number} cell */
function dot(cell) {
  const [row, column] = placeOf(cell);
  return `M${column + 0.5} ${row + 0.5}h.01`;
}

/** The grid's lines, as a path. */
const GRID = [
  ...Array.from({ length: ROWS + 1 }, (_, i) => `M0 ${i}h${COLUMNS}`),
  ...Array.from({ length: COLUMNS + 1 }, (_, i) => `M${i} 0v${ROWS}`),
].join("");

/** @param {{ cell: number, dim: Dim, type: Type }} props */
function Cells({ cell, dim, type }) {
  const group = groupOf(cell, dim);
  const size = lineSize(type);
  const pressAt = (/** @type {PointerEvent & { currentTarget: HTMLElement }} */ event) => {
    if (event.buttons === 0) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    goTo(((event.clientY - top) / height) * ROWS, ((event.clientX - left) / width) * COLUMNS);
  };
  return (
    <div
      class="memory-cells"
      role="slider"
      tabIndex={0}
      aria-label="Cell in memory"
      aria-valuemin={0}
      aria-valuemax={ROWS * COLUMNS - 1}
      aria-valuenow={cell}
      aria-valuetext={cellText(cell, type)}
      onPointerDown={pressAt}
      onPointerMove={pressAt}
      onKeyDown={(event) => {
        const way = gridStep(event, COLUMNS);
        if (!way) return;
        const [row, column] = placeOf(cell);
        goTo(row + way[0], column + way[1]);
      }}
    >
      <svg viewBox={`0 0 ${COLUMNS} ${ROWS}`} preserveAspectRatio="none" aria-hidden="true">
        <path
          class="memory-lines"
          d={linesOf(group, type)
            .map((line) => rectangle(line * size, size))
            .join("")}
        />
        <path class="memory-grid" d={GRID} />
        <path class="memory-line" d={rectangle(lineOf(cell, type) * size, size)} />
        <path class="memory-cell" d={rectangle(cell)} />
        <path class="memory-group" d={group.map(dot).join("")} />
      </svg>
    </div>
  );
}

/** To the nearest cell there is. @param {number} row @param {number} column */
function goTo(row, column) {
  const within = (/** @type {number} */ value, /** @type {number} */ size) =>
    Math.floor(Math.max(0, Math.min(value, size - 1)));
  lookAtSpeed({ cell: within(row, ROWS) * COLUMNS + within(column, COLUMNS) });
}
