/**
 * The cells of a tensor as one grid: a tab stop with arrow keys inside. The cells are written once, as HTML; from then
 * on the script sets each change by hand: there may be hundreds, and a held key or a drag changes most of them.
 */
import { Component } from "preact";
import { cellFormatterOf, operandFormatterOf } from "../words/format-tensor.js";
import { formatNumber } from "../../kit/format.js";
import { escaped, withHtml } from "../../kit/trusted.js";
import { cellStyle, isClipped } from "../../kit/styles/cell-style.js";
import { indexAt, neighbour, positionOf } from "./frame.js";
import { nudged } from "../../parts/nudged.js";

/** @typedef {import("./tensor-view.jsx").TensorViewProps} TensorViewProps */
/** @typedef {import("./frame.js").Frame} Frame */
/**
 * The text that is typed over a cell.
 * @typedef {object} Entry
 * @property {number} index
 * @property {string} text
 * @property {number} was      the element's value: once that is another one, the entry is of the past
 * @property {boolean} isTried whether it was to be taken, and refused
 * @property {number} opened   how many entries were opened before it
 */

/** @typedef {import("@preact/signals").Signal<Entry | null>} Draft */
/** @typedef {import("preact").RefObject<HTMLDivElement | null>} Grid */
/**
 * @typedef {TensorViewProps & { grid: Grid, frame: Frame, draft: Draft, ownEdges: boolean }} CellsProps ownEdges:
 *   whether a cell's own edge says which group it is in
 */

/** The attributes of a cell. In its look their values stand in this order, then its number and its broadcast copy. */
const ATTRIBUTES = [
  "data-index",
  "data-group",
  "data-element",
  "data-hue",
  "tabindex",
  "aria-selected",
  "aria-label",
  "data-twin",
  "data-lit",
  "data-kind",
  "data-clipped",
  "data-wrong",
  "data-flash",
  "style",
];
const TEXT = ATTRIBUTES.length;
const [COPY, COPY_HUE] = [TEXT + 1, TEXT + 2];

/** @typedef {readonly (string | null)[]} Look null: not there */

/** @param {boolean | undefined} condition */
const mark = (condition) => (condition ? "" : null);

/** NaN and inf have marks of their own: colour alone must not tell them. @param {number} value */
const kindOf = (value) => (Number.isNaN(value) ? "nan" : Number.isFinite(value) ? null : "infinite");

/**
 * @param {CellsProps} props
 * @param {(at: number, index: number) => string} textAt
 * @returns {Look[]}
 */
function looksOf(props, textAt) {
  const { values, frame, groupOf, tab, selected, activeGroup, twin, flashes, flashCount = 0 } = props;
  const { copies, isWrong, ownEdges, reach } = props;
  const copied = copies && operandFormatterOf(copies.values, copies.sign);
  return Array.from({ length: frame.rows * frame.columns }, (_, at) => {
    const index = indexAt(frame, at);
    const text = textAt(at, index);
    const group = groupOf?.[index];
    const wrong = isWrong?.(index);
    const from = copies?.from[index] ?? 0;
    return [
      String(index),
      group === undefined ? null : String(group),
      twin === undefined ? null : String(index),
      ownEdges && group !== undefined ? String(group % 6) : null,
      tab === index ? "0" : "-1",
      String(selected === index),
      wrong ? `${text}, wrong` : null,
      mark(twin === index),
      mark(group !== undefined && group === activeGroup),
      kindOf(values[index]),
      mark(isClipped(values[index], reach)),
      mark(wrong),
      flashes?.(index) ? String(flashCount % 2) : null,
      cellStyle(values[index], reach),
      text,
      copied ? copied(from) : null,
      copied ? String(from % 6) : null,
    ];
  });
}

/** @param {Look} own */
function cellHtml(own) {
  const look = own.map((each) => each && escaped(each));
  const attributes = ATTRIBUTES.map((name, k) => (look[k] === null ? "" : ` ${name}="${look[k]}"`)).join("");
  const copy = look[COPY] === null ? "" : `<small data-hue="${look[COPY_HUE]}">${look[COPY]}</small>`;
  return `<div role="gridcell" class="cell"${attributes}>${look[TEXT]}${copy}</div>`;
}

/** Each matrix is a group of rows. @param {CellsProps} props @param {readonly Look[]} looks */
function gridHtml({ frame: { rows, matrix, columns } }, looks) {
  const html = looks.map(cellHtml);
  const inRows = Array.from(
    { length: rows },
    (_, row) => `<div role="row" class="row">${html.slice(row * columns, (row + 1) * columns).join("")}</div>`,
  );
  const role = rows > matrix ? ' role="rowgroup"' : "";
  return Array.from(
    { length: rows / matrix },
    (_, block) => `<div class="grid"${role}>${inRows.slice(block * matrix, (block + 1) * matrix).join("")}</div>`,
  ).join("");
}

/** @param {Element} cell @param {Look} from @param {Look} to */
function change(cell, from, to) {
  for (let k = 0; k < TEXT; k++) {
    const value = to[k];
    if (value === from[k]) continue;
    if (value === null) cell.removeAttribute(ATTRIBUTES[k]);
    else cell.setAttribute(ATTRIBUTES[k], value);
  }
  if (to[TEXT] !== from[TEXT]) /** @type {Text} */ (cell.firstChild).data = to[TEXT] ?? "";
  if (to[COPY] !== from[COPY]) /** @type {Element} */ (cell.lastChild).textContent = to[COPY];
  if (to[COPY_HUE] !== from[COPY_HUE]) cell.lastElementChild?.setAttribute("data-hue", to[COPY_HUE] ?? "");
}

/** How many entries were opened. */
let opened = 0;

/** @param {EventTarget | null} target */
function indexUnder(target) {
  const cell = target instanceof Element ? target.closest("[data-index]") : null;
  return cell === null ? -1 : Number(cell.getAttribute("data-index"));
}

/** @param {Grid} grid @param {number} index */
export const focusCell = (grid, index) =>
  /** @type {HTMLElement | null | undefined} */ (grid.current?.querySelector(`[data-index="${index}"]`))?.focus();

/**
 * The size stays for the component's lifetime: a tensor of another size is given another key.
 * @extends {Component<CellsProps>}
 */
export class Cells extends Component {
  looks = this.look(/** @type {CellsProps} */ (this.props));
  /** @type {ArrayLike<Element>} */
  cells = [];
  /** An element that was out of sight when the focus was to go to it. */
  awaited = -1;

  componentDidMount() {
    this.cells = this.element.getElementsByClassName("cell");
  }

  get element() {
    return /** @type {HTMLDivElement} */ (this.props.grid.current);
  }

  /** @param {CellsProps} props */
  look(props) {
    const format = cellFormatterOf(props.values);
    return looksOf(props, (_, index) => format(index));
  }

  /**
   * Writing numbers is most of what an update costs, and most numbers stay. A whole number is written again: it has
   * decimals only where another number of the tensor has them.
   * @param {CellsProps} next
   */
  lookAgain(next) {
    const { values, frame } = this.props;
    const format = cellFormatterOf(next.values);
    return looksOf(next, (at, index) => {
      const value = next.values[index];
      const isSame = value === values[indexAt(frame, at)] && !Number.isInteger(value);
      return (isSame && this.looks[at][TEXT]) || format(index);
    });
  }

  /** @param {CellsProps} next */
  shouldComponentUpdate(next) {
    const looks = this.lookAgain(next);
    for (const [at, look] of looks.entries()) change(this.cells[at], this.looks[at], look);
    this.looks = looks;
    if (next.label !== this.props.label) this.element.setAttribute("aria-label", next.label);
    if (this.awaited >= 0 && positionOf(next.frame, this.awaited) >= 0) {
      const index = this.awaited;
      this.awaited = -1;
      focusCell(next.grid, index);
    }
    return false;
  }

  onFocusIn = (/** @type {FocusEvent} */ event) => {
    const index = indexUnder(event.target);
    if (index >= 0) this.props.onSelect(index);
  };

  onDblClick = (/** @type {Event} */ event) => {
    const index = indexUnder(event.target);
    if (index >= 0) this.edit(index);
  };

  onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    const { frame, values, onEdit } = this.props;
    const index = indexUnder(event.target);
    if (index < 0 || event.ctrlKey || event.metaKey) return;
    if (event.altKey) {
      const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!direction || !onEdit) return;
      event.preventDefault();
      onEdit(index, nudged(values[index], direction, values));
      return;
    }
    const next = neighbour(event.key, index, frame);
    if (next !== null) {
      event.preventDefault();
      this.goTo(next);
    } else if (event.key === "Enter" || event.key === "F2" || /^\S$/.test(event.key)) {
      if (onEdit) event.preventDefault();
      this.edit(index, event.key.length === 1 ? event.key : undefined);
    }
  };

  /** @param {number} index */
  goTo(index) {
    if (positionOf(this.props.frame, index) >= 0) {
      focusCell(this.props.grid, index);
    } else {
      this.awaited = index;
      this.props.onSelect(index);
    }
  }

  /**
   * Opens the editor over a cell. An entry of that cell that was refused is there again.
   * @param {number} index
   * @param {string} [typed]
   */
  edit(index, typed) {
    const { draft, values, onEdit } = this.props;
    if (!onEdit) return;
    const refused = draft.peek()?.index === index ? draft.peek() : null;
    const text = typed ?? refused?.text ?? formatNumber(values[index]);
    draft.value = { index, text, was: values[index], isTried: false, opened: opened++ };
  }

  /** @param {CellsProps} props */
  render(props) {
    return (
      <div
        ref={props.grid}
        role="grid"
        class="cells"
        aria-label={props.label}
        aria-readonly={props.onEdit ? undefined : true}
        onFocusIn={this.onFocusIn}
        onKeyDown={this.onKeyDown}
        onDblClick={this.onDblClick}
        {...withHtml(gridHtml(props, this.looks))}
      />
    );
  }
}
