/** Which rows of a tensor the figure has, where it has not all of them. */
import { Segmented } from "../../parts/controls.jsx";
import { isFixed } from "../../store/lesson.js";
import { figures } from "../../store/state.js";
import { shown } from "./derived.js";
import { show } from "./own.js";
import { FIRST, isAll, NARROW, partOf } from "./part.js";
import { columnsOf, rowsOf } from "./read/window.js";

export function Rows() {
  const { from } = figures.data.value.x ?? {};
  const tensor = shown.value;
  if (!from || !tensor || isAll(from.shape, partOf(from.shape, FIRST).part)) return null;
  const { part, shape, isNarrow } = from;
  const [rows, width] = [rowsOf(shape), columnsOf(shape)];
  const wish = { row: part.row, column: part.column, isNarrow };
  return (
    <div class="own-rows">
      {part.rows < rows && (
        <First
          name="row"
          label="rows from"
          at={part.row}
          step={part.rows}
          last={rows - part.rows}
          onChange={(row) => void show(tensor, { ...wish, row })}
        />
      )}
      {part.columns < width && (
        <First
          name="column"
          label="numbers from"
          at={part.column}
          step={part.columns}
          last={width - part.columns}
          onChange={(column) => void show(tensor, { ...wish, column })}
        />
      )}
      {rows > 1 && width > NARROW && (
        <Segmented
          name="data-narrow"
          legend="of each row"
          value={isNarrow}
          locked={isFixed("data", "x")}
          options={[
            { value: false, label: "all" },
            { value: true, label: String(NARROW) },
          ]}
          onChange={(narrow) => void show(tensor, { ...wish, isNarrow: narrow })}
        />
      )}
    </div>
  );
}

/**
 * The first row, or the first number of each: typed, or the next ones.
 * @param {{ name: string, label: string, at: number, step: number, last: number, onChange: (at: number) => void }}
 *   props
 */
const First = ({ name, label, at, step, last, onChange }) => (
  <span class="field">
    <label for={`data-${name}`}>{label}</label>
    <input
      id={`data-${name}`}
      type="number"
      inputMode="numeric"
      min={0}
      max={last}
      value={at}
      readOnly={isFixed("data", "x")}
      onChange={({ currentTarget }) => {
        const asked = Math.min(Math.max(Math.trunc(Number(currentTarget.value)) || 0, 0), last);
        currentTarget.value = String(asked);
        onChange(asked);
      }}
    />
    <button
      type="button"
      class="pill"
      aria-disabled={at === 0 || undefined}
      onClick={() => onChange(Math.max(at - step, 0))}
    >
      ‹ <span class="visually-hidden">{label}: earlier ones</span>
    </button>
    <button
      type="button"
      class="pill"
      aria-disabled={at === last || undefined}
      onClick={() => onChange(Math.min(at + step, last))}
    >
      › <span class="visually-hidden">{label}: later ones</span>
    </button>
  </span>
);
