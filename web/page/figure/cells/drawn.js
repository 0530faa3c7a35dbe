/** The settings that the panels of a figure share: their layout, the lit group, and the cells that flash. */
import { canStack, frameOf, isLarge, wayOf } from "./frame.js";
import { windowSize } from "../../kit/screen.js";

/** @typedef {import("../../store/state.js").FigureId} FigureId */
/** @typedef {import("../values/derive.js").Derived} Derived */
/** @typedef {import("../../store/state.js").Figure} FigureState */
/** @typedef {import("./frame.js").Manner} Manner */
/** @typedef {ReturnType<typeof drawnOf>} Drawn */
/**
 * @typedef {object} DrawnProps
 * @property {FigureId} id
 * @property {boolean} axes
 * @property {boolean} naive
 * @property {import("../state/pointed.js").Hovered} hovered
 * @property {{ current: { top: number, left: number } }} before  the part of a large tensor that was shown: x and what
 *   comes out of it have one, and so show the same part
 */

/** Columns of a window of cells. */
const COLUMNS = { full: 12, wide: 12, medium: 6, narrow: 5 };
/** Columns with which x and x̂ have room side by side, with the statistics between them or under them. */
const BESIDE = {
  full: { right: 6, below: 8 },
  wide: { right: 6, below: 6 },
  medium: { right: 0, below: 0 },
  narrow: { right: 0, below: 0 },
};
/** With more groups than letters, only the one that is lit stands out. */
const LETTERS = 26;

/** @param {DrawnProps} props @param {import("../state/after-paint.js").Shown} shown */
export function drawnOf({ id, axes, naive, hovered, before }, { figure, view, edit }) {
  const element = figure.at.index;
  const manner = mannerOf(figure, view);
  const most = COLUMNS[windowSize.value];
  const frame = frameOf(manner, view.shape, element, before.current, most);
  before.current = frame;
  const ways = view.shape.map((_, dim) => wayOf(dim, view.rank, manner));
  const side = sideOf(figure, ways);
  const fits = frame.columns * frame.across <= BESIDE[windowSize.value][side];
  return {
    id,
    figure,
    view,
    axes,
    naive,
    element,
    manner,
    frame,
    /** The frame of a tensor that is drawn beside x. @param {readonly number[]} shape @param {number} index */
    frameOf: (shape, index) => frameOf(manner, shape, index, frame, most),
    ways,
    side,
    flow: fits ? "beside" : "under",
    isQuiet: isQuiet(view),
    isBracketed: figure.dims.some(
      (dim) => view.shape[dim] > 1 && ways[dim] === (side === "right" ? "rows" : "columns"),
    ),
    activeGroup: hovered.value?.group ?? view.groupOf[element],
    twin: hovered.value?.element ?? -1,
    flashes: dependents(id, view, edit),
    flashCount: edit.count,
  };
}

/** @param {FigureState} figure @param {Derived} view @returns {Manner} */
function mannerOf({ layout }, { shape }) {
  if (isLarge(shape)) return "window";
  return layout === "stack" && canStack(shape) ? "stack" : "facets";
}

/**
 * Statistics stand where the axis was: right of x when all its columns are reduced, else under it.
 * @param {FigureState} figure
 * @param {readonly string[]} ways
 * @returns {"right" | "below"}
 */
const sideOf = ({ dims, channelGroups }, ways) =>
  ways.every((way, dim) => way !== "columns" || dims.includes(dim)) && channelGroups === 1 ? "right" : "below";

/** Whether each cell of a matrix belongs to another group, or there are too many for letters. @param {Derived} view */
const isQuiet = ({ dims, rank, groupCount }) =>
  groupCount > LETTERS || (rank > 2 && dims.every((dim) => dim < rank - 2));

/**
 * Which cells depend on what was last edited; nothing else flashes.
 * @param {FigureId} id
 * @param {Derived} view
 * @param {import("../../store/state.js").Edit} edit
 */
function dependents(id, { groupOf, placeOf }, { section, part, index }) {
  const edited = (/** @type {typeof part} */ what) => section === id && part === what;
  const inGroup = (/** @type {number} */ i) => edited("x") && groupOf[i] === groupOf[index];
  return {
    x: (/** @type {number} */ i) => edited("x") && i === index,
    statistic: (/** @type {number} */ group) => edited("x") && group === groupOf[index],
    out: inGroup,
    y: (/** @type {number} */ i) => inGroup(i) || ((edited("weight") || edited("bias")) && placeOf[i] === index),
    weight: (/** @type {number} */ i) => edited("weight") && i === index,
    bias: (/** @type {number} */ i) => edited("bias") && i === index,
  };
}
