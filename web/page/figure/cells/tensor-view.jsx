/**
 * The one way in which a tensor is drawn: matrices of cells, colour and number, its groups outlined and lettered.
 * Where values may be edited, typing edits.
 */
import { useSignal } from "@preact/signals";
import { useId, useMemo, useRef } from "preact/hooks";
import { labelBy } from "../words/group-names.js";
import { coordinatesOf } from "../../kit/shapes.js";
import { CellEditor } from "./cell-editor.jsx";
import { Cells, focusCell } from "./cells.jsx";
import { cellAt, partsOf, positionOf, wholeFrame } from "./frame.js";

/** @typedef {import("./frame.js").Frame} Frame */
/** @typedef {import("./frame.js").Box} Box */
/** @typedef {import("./frame.js").Part} Part */
/** @typedef {import("../words/group-names.js").Naming} Naming */
/**
 * @typedef {object} TensorViewProps
 * @property {string} panel          names the cells: data-panel
 * @property {string} label          what a screen reader calls the grid
 * @property {readonly number[]} shape
 * @property {Float32Array} values
 * @property {number} [reach]        where the figure's ramp ends
 * @property {Frame} [frame]         the part of it that is shown; without a frame, all
 * @property {ArrayLike<number>} [groupOf]  the group of each element; without it there are no groups
 * @property {Naming} [naming]  of the outlines; without it they have no names
 * @property {boolean} [quiet]       whether only the group that is lit stands out: there are many
 * @property {boolean} [bracketed]   whether a cell stands for several rows or columns of the tensor beside it
 * @property {readonly string[]} [captions]  of the matrices
 * @property {number} tab            the element in the tab order
 * @property {number} [selected]     the element that the formula is about, or the weight that it meets; -1 for none
 * @property {number} [activeGroup]  the group that is lit
 * @property {number} [twin]  the element that is pointed at; given where a cell stands for an element
 * @property {{ from: ArrayLike<number>, values: Float32Array, sign: string }} [copies]  what each element meets
 * @property {(index: number) => boolean} [isWrong]
 * @property {(index: number) => boolean} [flashes]
 * @property {number} [flashCount]
 * @property {(index: number) => void} onSelect
 * @property {(index: number, value: number) => void} [onEdit]
 * @property {import("preact").ComponentChildren} [children]  drawn around the cells
 */

/** @param {TensorViewProps} props */
export function TensorView(props) {
  const { panel, shape, values, groupOf, onEdit, children } = props;
  const frame = props.frame ?? wholeFrame(shape);
  const { rows, columns, matrix, across } = frame;
  const draft = useSignal(/** @type {import("./cells.jsx").Entry | null} */ (null));
  const grid = useRef(/** @type {HTMLDivElement | null} */ (null));
  const refusal = useId();
  const key = Object.values(frame).join();
  const parts = useMemo(() => (groupOf ? partsOf(frame, groupOf) : []), [groupOf, key]);
  const ownEdges = props.quiet === true && parts.every(({ cells }) => cells !== null && isPoint(cells));
  const { activeGroup, naming, quiet, captions } = props;
  const marks = useMemo(() => {
    const seen = ownEdges ? parts.filter(({ group }) => group === activeGroup) : parts;
    return <Marks {...{ frame, parts: seen, activeGroup, naming, quiet, captions }} />;
  }, [parts, ownEdges, activeGroup, naming, quiet, captions?.join()]);
  // An entry ends once undo, another example or a pasted tensor has replaced the number under it.
  const entry = draft.value && Object.is(draft.value.was, values[draft.value.index]) ? draft.value : null;
  const edited = entry ? positionOf(frame, entry.index) : -1;
  return (
    <div
      class="tensor"
      data-panel={panel}
      data-quiet={props.quiet ? "" : undefined}
      data-bracketed={props.bracketed ? "" : undefined}
      style={{ "--rows": matrix, "--columns": columns, "--across": across }}
    >
      {marks}
      <Cells
        {...props}
        key={`${rows},${columns},${matrix},${across},${props.copies !== undefined}`}
        grid={grid}
        frame={frame}
        draft={draft}
        ownEdges={ownEdges}
      />
      {onEdit && entry && edited >= 0 && (
        <div class="marks">
          <Placed {...cellAt(frame, edited)} isEnd={2 * (edited % columns) >= columns}>
            <CellEditor
              key={`${entry.index} ${entry.opened}`}
              id={refusal}
              draft={draft}
              label={`${panel} at ${coordinatesOf(entry.index, shape).join(", ")}`}
              values={values}
              onEdit={onEdit}
              onDone={(index) => focusCell(grid, index)}
            />
          </Placed>
        </div>
      )}
      {children}
    </div>
  );
}

/** @param {Box} box */
const isPoint = ({ top, left, bottom, right }) => top === bottom && left === right;

/** @param {Box} box */
const area = ({ top, left, bottom, right }) => ({
  gridArea: `${top + 1} / ${left + 1} / ${bottom + 2} / ${right + 2}`,
});

/**
 * On the same tracks as the cells.
 * @param {{ matrices: Box, cells: Box, isEnd: boolean, children: import("preact").ComponentChildren }} props
 *   isEnd: whether it is in the right half, and what stands out of it goes to the left
 */
const Placed = ({ matrices, cells, isEnd, children }) => (
  <div class="outlines" style={area(matrices)}>
    <span style={area(cells)} data-end={isEnd ? "" : undefined}>
      {children}
    </span>
  </div>
);

/**
 * Under the cells, so that a selected cell's ring lies on top; the letters above them, so that no ring hides one.
 * @param {{ frame: Frame, parts: readonly Part[], activeGroup?: number, naming?: Naming, quiet?: boolean,
 *   captions?: readonly string[] }} props
 */
function Marks({ frame: { rows, matrix, across }, parts, captions, ...look }) {
  if (parts.length === 0 && !captions) return null;
  const outline = (/** @type {Part} */ { group, cells, matrices }) => {
    const key = `${group}/${matrices.top}/${matrices.left}/${cells?.top}`;
    return <Outline {...look} key={key} group={group} box={cells ?? matrices} />;
  };
  return (
    <div class="marks" aria-hidden="true">
      {Array.from({ length: rows / matrix }, (_, block) => {
        const [down, right] = [Math.floor(block / across), block % across];
        return (
          <div
            class="outlines"
            key={block}
            style={{ gridArea: `${down + 1} / ${right + 1}` }}
            data-caption={captions?.[block]}
          >
            {parts.filter(({ cells, matrices: { top, left } }) => cells && top === down && left === right).map(outline)}
          </div>
        );
      })}
      {parts.filter(({ cells }) => cells === null).map(outline)}
    </div>
  );
}

/**
 * @param {{ group: number, box: Box, activeGroup?: number, naming?: Naming, quiet?: boolean }} props
 */
function Outline({ group, box, activeGroup, naming, quiet }) {
  const isLit = group === activeGroup;
  return (
    <span class="outline" data-hue={group % 6} data-lit={isLit ? "" : undefined} style={area(box)}>
      {naming && (isLit || !quiet) && <span class="letter">{labelBy(group, naming)}</span>}
    </span>
  );
}
