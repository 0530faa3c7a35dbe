/** All dots of the tracks, in one layer over them, so that a dot that changes its group flies there. */
import { select } from "../state/actions.js";
import { formatBrief, formatNumber } from "../../kit/format.js";
import { subscript } from "../words/subscript.js";
import { elementOf, onKey } from "./keys.js";

/** @typedef {import("../../store/state.js").FigureId} FigureId */
/** @typedef {import("../values/derive.js").Derived} Derived */
/** @typedef {import("./layout.js").Dot} DotLayout */

/** A trail shorter than this, in hundredths of the axis, is hidden by its dot. */
const SHORTEST_TRAIL = 0.5;
/** In a dot less wide than this, in px, a label cannot be read. */
const LABELLED = 13;
/** The width of the number beside a dot, in hundredths of the axis, on a phone. */
const LABEL_ROOM = 10;

/**
 * @param {{ id: FigureId, view: Derived, dots: readonly DotLayout[], selected: number, twin: number, at: number,
 *   size: number, scale: number, drag: ReturnType<typeof import("./drag.js").useDrag>,
 *   layer: import("preact").RefObject<HTMLDivElement | null> }} props
 *   twin: the element that is pointed at elsewhere in the figure; size: of a dot, in px; scale: that as a share of
 *   the size that dots have where there is room
 */
export function Dots({ id, view, dots, selected, twin, at, size, scale, drag, layer }) {
  const order = [...dots].sort((a, b) => a.element - b.element);
  const tops = new Map();
  for (const { track, level } of dots) tops.set(track, Math.max(tops.get(track) ?? 0, level));
  const edges = new Set(dots.map(({ track, edge }) => `${track} ${edge}`));
  // A window of tracks may hold no dot of the selected number; the tab key still finds one.
  const entry = dots.some(({ element }) => element === selected) ? selected : order[0]?.element;
  return (
    <div
      class="dots"
      ref={layer}
      data-tiny={size < LABELLED ? "" : undefined}
      style={scale < 1 ? { "--scale": Number(scale.toFixed(4)) } : undefined}
      onPointerDown={drag.start}
      onPointerMove={drag.move}
      onLostPointerCapture={drag.end}
      onKeyDown={(event) => onKey(event, id, view, dots)}
      onFocusIn={(event) => {
        const index = elementOf(event.target);
        if (index >= 0 && index !== selected) select(id, { panel: "out", index });
      }}
    >
      {at > 0 && <Trails dots={dots} view={view} selected={selected} />}
      {order.map((dot) => (
        <Dot
          key={dot.element}
          dot={dot}
          group={view.groupOf[dot.element]}
          top={tops.get(dot.track)}
          x={view.x[dot.element]}
          isEntry={dot.element === entry}
          isSelected={dot.element === selected}
          isTwin={dot.element === twin}
          isCrossed={
            dot.at > 100 - EDGE_TEXT ? edges.has(`${dot.track} 1`) : dot.at < EDGE_TEXT && edges.has(`${dot.track} -1`)
          }
          name={`x${subscript(view, dot.element)}`}
        />
      ))}
    </div>
  );
}

/** The ghost has its number where that runs neither into the dot's own nor into those beyond the axis. */
const isApart = (/** @type {DotLayout} */ { raw, at }) => raw > 0 && raw < 100 && Math.abs(at - raw) > LABEL_ROOM;

/**
 * From each dot back to where its x lies; the selected one's own ends in a ghost, which can be pulled as the dot can.
 * @param {{ dots: readonly DotLayout[], view: Derived, selected: number }} props
 */
function Trails({ dots, view, selected }) {
  const own = dots.find(({ element }) => element === selected);
  return (
    <>
      {dots.map(({ element, at, raw, track }) =>
        Math.abs(at - raw) > SHORTEST_TRAIL ? (
          <span
            class="trail"
            key={element}
            data-hue={view.groupOf[element] % 6}
            data-selected={element === selected ? "" : undefined}
            style={{ "--from": Math.min(at, raw), "--length": Math.abs(at - raw) / 100, "--track-at": track }}
          />
        ) : null,
      )}
      {own && !Number.isNaN(own.value) && (
        <span
          class="ghost"
          key={`ghost of ${selected}`}
          data-element={selected}
          data-group={view.groupOf[selected]}
          data-hue={view.groupOf[selected] % 6}
          data-value={isApart(own) ? formatBrief(view.x[selected]) : undefined}
          style={{ "--at": own.raw, "--track-at": own.track }}
        />
      )}
    </>
  );
}

/** So far from an end of the axis, in its hundredths, the numbers that wait there may be written. */
const EDGE_TEXT = 35;

const EDGES = { [-1]: "low", 0: undefined, 1: "high" };

/**
 * @param {{ dot: DotLayout, group: number, top: number, x: number, isEntry: boolean, isSelected: boolean,
 *   isTwin: boolean, isCrossed: boolean, name: string }} props
 *   isCrossed: below it stand the numbers that wait at the edge, so that its own stands above it
 */
function Dot({ dot, group, top, x, isEntry, isSelected, isTwin, isCrossed, name }) {
  const { element, label, value, at, edge, level, track } = dot;
  const isLost = Number.isNaN(value);
  const now = value === x ? "" : `, now ${formatNumber(value)}`;
  return (
    <button
      type="button"
      class="dot"
      tabIndex={isEntry ? 0 : -1}
      aria-label={`${label}: ${name} ${formatNumber(x)}${now}`}
      aria-pressed={isSelected}
      data-element={element}
      data-group={group}
      data-hue={group % 6}
      data-edge={EDGES[edge]}
      data-lost={isLost ? "" : undefined}
      data-twin={isTwin ? "" : undefined}
      data-crossed={isSelected && isCrossed ? (at > 50 ? "high" : "low") : undefined}
      data-value={isSelected && edge === 0 && !isLost ? formatBrief(value) : undefined}
      style={{
        "--at": Number(at.toFixed(3)),
        "--track-at": track,
        ...(level > 0 && { "--level": Number(level.toFixed(3)), "--top": Number(top.toFixed(3)) }),
      }}
    >
      {label}
    </button>
  );
}
