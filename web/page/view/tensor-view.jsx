/**
 * The one way in which a tensor is drawn: a grid of cells, colour and number, its groups outlined and
 * lettered. One tab stop with arrow keys inside; where values may be edited, typing edits.
 */
import { useSignal } from "@preact/signals";
import { Component } from "preact";
import { formatCells, formatNumber, parseNumber } from "../model/format.js";
import { letterOf, rowsAndColumns } from "../model/shapes.js";
import { cellColours, isClipped } from "../styles/ramp.js";

/**
 * @typedef {object} TensorViewProps
 * @property {string} panel          names the cells: data-panel
 * @property {string} label          what a screen reader calls the grid
 * @property {readonly number[]} shape
 * @property {Float32Array} values
 * @property {readonly number[]} [groupOf]  the group of each cell; without it there are no groups
 * @property {boolean} [lettered]    whether outlines carry their letter
 * @property {number} tab            the cell in the tab order
 * @property {number} [selected]     the cell that the formula is about, or its counterpart; -1 for none
 * @property {number} [activeGroup]  the group that is lit
 * @property {number} [twin]  the element that is pointed at; given where a cell stands for an element
 * @property {(index: number) => boolean} [flashes]
 * @property {number} [flashCount]
 * @property {(index: number) => void} onSelect
 * @property {(index: number, value: number) => void} [onEdit]
 */

/** @param {TensorViewProps} props */
export function TensorView(props) {
  const { panel, label, shape, values, groupOf, onSelect, onEdit } = props;
  const { rows, columns } = rowsAndColumns(shape);
  const texts = formatCells(values);
  const draft = useSignal(/** @type {{ index: number, text: string } | null} */ (null));

  const cells = Array.from({ length: rows }, (_, row) => (
    <div role="row" class="row" key={row}>
      {Array.from({ length: columns }, (_, column) => {
        const index = row * columns + column;
        return (
          <Cell key={index} {...cellProps(props, index)} text={texts[index]}>
            {onEdit && draft.value?.index === index && (
              <CellEditor
                draft={draft}
                label={`${panel} at ${row}, ${column}`}
                values={values}
                onEdit={onEdit}
              />
            )}
          </Cell>
        );
      })}
    </div>
  ));
  return (
    <div class="tensor" data-panel={panel} style={{ "--rows": rows, "--columns": columns }}>
      {groupOf && <Outlines boxes={boxesOf(groupOf, columns)} activeGroup={props.activeGroup} />}
      <div
        role="grid"
        aria-label={label}
        aria-readonly={onEdit ? undefined : true}
        class="grid"
        onFocusIn={(event) => {
          const index = indexUnder(event.target);
          if (index >= 0 && !draft.peek()) onSelect(index);
        }}
        onKeyDown={(event) => onGridKey(event, { rows, columns, values, draft, onEdit })}
        onDblClick={(event) => {
          const index = indexUnder(event.target);
          if (onEdit && index >= 0) draft.value = { index, text: formatNumber(values[index]) };
        }}
      >
        {cells}
      </div>
      {groupOf && props.lettered && (
        <Letters boxes={boxesOf(groupOf, columns)} activeGroup={props.activeGroup} />
      )}
    </div>
  );
}

/** @param {EventTarget | null} target */
function indexUnder(target) {
  const cell = target instanceof Element ? target.closest("[data-index]") : null;
  return cell === null ? -1 : Number(cell.getAttribute("data-index"));
}

/** @typedef {import("@preact/signals").Signal<{ index: number, text: string } | null>} Draft */

/**
 * What distinguishes one cell, as plain values: a cell whose values are the same is not drawn again.
 * @param {TensorViewProps} props
 * @param {number} index
 */
function cellProps(props, index) {
  const { values, groupOf, tab, selected, activeGroup, twin, flashes, flashCount = 0 } = props;
  const group = groupOf?.[index];
  return {
    index,
    group,
    value: values[index],
    tabIndex: tab === index ? 0 : -1,
    isSelected: selected === index,
    isLit: group !== undefined && group === activeGroup,
    isElement: twin !== undefined,
    isTwin: twin === index,
    flash: flashes?.(index) ? flashCount % 2 : undefined,
  };
}

/**
 * @typedef {ReturnType<typeof cellProps> & { text: string,
 *   children?: import("preact").ComponentChildren }} CellProps
 */

/** @extends {Component<CellProps>} */
class Cell extends Component {
  /** @param {CellProps} next */
  shouldComponentUpdate(next) {
    const keys = /** @type {(keyof CellProps)[]} */ (Object.keys(next));
    return keys.some((key) => !Object.is(next[key], this.props[key]));
  }

  /** @param {CellProps} props */
  render({ index, group, value, text, children, ...is }) {
    return (
      <div
        role="gridcell"
        class="cell"
        tabIndex={is.tabIndex}
        aria-selected={is.isSelected}
        data-index={index}
        data-group={group}
        data-element={is.isElement ? index : undefined}
        data-twin={is.isTwin ? "" : undefined}
        data-lit={is.isLit ? "" : undefined}
        data-kind={kindOf(value)}
        data-clipped={isClipped(value) ? "" : undefined}
        data-flash={is.flash}
        style={cellColours(value)}
      >
        {children || text}
      </div>
    );
  }
}

/** Not numbers have marks of their own, so that they are not told by colour. @param {number} value */
const kindOf = (value) => (Number.isNaN(value) ? "nan" : Number.isFinite(value) ? undefined : "infinite");

/**
 * @param {{ draft: Draft, label: string, values: Float32Array, onEdit: (index: number, value: number) => void
 *   }} props
 */
function CellEditor({ draft, label, values, onEdit }) {
  const { index, text } = /** @type {{ index: number, text: string }} */ (draft.value);
  const invalid = Number.isNaN(parseNumber(text));
  const close = (/** @type {HTMLElement} */ input, /** @type {boolean} */ keep) => {
    const cell = /** @type {HTMLElement | null} */ (input.closest(".cell"));
    if (keep && !invalid && parseNumber(text) !== values[index]) onEdit(index, parseNumber(text));
    draft.value = null;
    return cell;
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
      onBlur={(event) => {
        if (draft.peek()) close(event.currentTarget, true);
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter" && !invalid) close(event.currentTarget, true)?.focus();
        if (event.key === "Escape") close(event.currentTarget, false)?.focus();
        const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (direction && !invalid) {
          event.preventDefault();
          const next = nudged(parseNumber(text), direction, values);
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

/**
 * One step up or down: a tenth, or more where the values are large.
 * @param {number} value
 * @param {number} direction
 * @param {ArrayLike<number>} values
 */
export function nudged(value, direction, values) {
  const largest = Math.max(...Array.from(values, Math.abs));
  const step = Math.max(0.1, 10 ** (Math.floor(Math.log10(largest || 1)) - 1));
  return Math.fround(Number((value + direction * step).toFixed(4)));
}

/**
 * @param {KeyboardEvent & { currentTarget: HTMLElement }} event
 * @param {{ rows: number, columns: number, values: Float32Array, draft: Draft, onEdit?: (i: number, v:
 *   number) => void }} grid
 */
function onGridKey(event, { rows, columns, values, draft, onEdit }) {
  const index = indexUnder(event.target);
  if (index < 0 || event.ctrlKey || event.metaKey) return;
  const vertical = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  if (event.altKey) {
    if (vertical && onEdit) {
      event.preventDefault();
      onEdit(index, nudged(values[index], vertical, values));
    }
    return;
  }
  const next = neighbour(event.key, index, rows, columns);
  if (next !== null) {
    event.preventDefault();
    /** @type {HTMLElement | null} */ (event.currentTarget.querySelector(`[data-index="${next}"]`))?.focus();
  } else if (onEdit && (event.key === "Enter" || event.key === "F2" || /^[-−.\d]$/.test(event.key))) {
    event.preventDefault();
    draft.value = { index, text: event.key.length === 1 ? event.key : formatNumber(values[index]) };
  }
}

/**
 * Where an arrow key leads; null if the key leads nowhere.
 * @param {string} key
 * @param {number} index
 * @param {number} rows
 * @param {number} columns
 */
function neighbour(key, index, rows, columns) {
  const row = Math.floor(index / columns);
  const column = index % columns;
  switch (key) {
    case "ArrowLeft":
      return row * columns + Math.max(column - 1, 0);
    case "ArrowRight":
      return row * columns + Math.min(column + 1, columns - 1);
    case "ArrowUp":
      return Math.max(row - 1, 0) * columns + column;
    case "ArrowDown":
      return Math.min(row + 1, rows - 1) * columns + column;
    case "Home":
      return row * columns;
    case "End":
      return row * columns + columns - 1;
    default:
      return null;
  }
}

/**
 * @typedef {{ top: number, left: number, bottom: number, right: number }} Box in rows and columns, inclusive
 */

/** The rectangle that each group covers. @param {readonly number[]} groupOf @param {number} columns */
function boxesOf(groupOf, columns) {
  /** @type {Map<number, Box>} */
  const boxes = new Map();
  groupOf.forEach((group, index) => {
    const [row, column] = [Math.floor(index / columns), index % columns];
    const box = boxes.get(group) ?? { top: row, left: column, bottom: row, right: column };
    boxes.set(group, {
      top: Math.min(box.top, row),
      left: Math.min(box.left, column),
      bottom: Math.max(box.bottom, row),
      right: Math.max(box.right, column),
    });
  });
  return boxes;
}

/** @param {Box} box */
const area = ({ top, left, bottom, right }) => ({
  gridArea: `${top + 1} / ${left + 1} / ${bottom + 2} / ${right + 2}`,
});

/** @typedef {{ boxes: Map<number, Box>, activeGroup: number | undefined }} GroupMarks */

/** Under the cells, so that a selected cell's ring lies on top. @param {GroupMarks} props */
const Outlines = ({ boxes, activeGroup }) => (
  <div class="outlines" aria-hidden="true">
    {[...boxes].map(([group, box]) => (
      <span
        class="outline"
        key={group}
        data-hue={group % 6}
        data-lit={group === activeGroup ? "" : undefined}
        style={area(box)}
      />
    ))}
  </div>
);

/** Above the cells, so that no ring hides a letter. @param {GroupMarks} props */
const Letters = ({ boxes, activeGroup }) => (
  <div class="outlines letters" aria-hidden="true">
    {[...boxes].map(([group, box]) => (
      <span key={group} style={area(box)}>
        <span class="letter" data-hue={group % 6} data-lit={group === activeGroup ? "" : undefined}>
          {letterOf(group)}
        </span>
      </span>
    ))}
  </div>
);
