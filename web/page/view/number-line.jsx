/**
 * One group on a number line: beads for the values, the fulcrum at the mean, a ruler of one standard
 * deviation to either side; and under it the same beads at the current stage, so that the map from x can be
 * seen.
 */
import { ticks } from "d3-array";
import { useRef } from "preact/hooks";
import { derived } from "../model/derived.js";
import { select, setValue } from "../model/figure-state.js";
import { formatNumber, formatTick, percent } from "../model/format.js";
import { figures } from "../model/state.js";
import { fillColours } from "../styles/ramp.js";
import { groupName } from "./names.js";
import { XHat } from "./x-hat.jsx";

/** @typedef {import("../model/state.js").FigureId} FigureId */
/** @typedef {import("../model/derive.js").Derived} Derived */
/** @typedef {readonly [number, number]} Extent */
/**
 * @typedef {{ name: import("preact").ComponentChildren, spoken: string, values: number[], mean: number,
 *   deviation: number, domain: Extent }} Line
 */

/**
 * What happens to the group up to a stage, in words that are true of it.
 * @param {Derived} view
 * @param {number} group
 * @param {number} stage
 */
function saying({ stages }, group, stage) {
  if (stage === 0) return "as it came: it balances at its mean";
  if (stage === 1) return "slides until its mean is 0";
  const [before, , after] = stages.map(({ deviation }) => deviation[group]);
  if (Number.isNaN(after)) return "slides to 0, and has no spread to divide by";
  const way = before > after ? "shrinks" : "stretches";
  if (stage === 2) return `slides to 0, then ${way} until σ is ${formatNumber(after)}`;
  return "is scaled by weight and moved by bias";
}

const NAMES = ["x", "x − mean", <XHat key="hat" />, "y"];
const SPOKEN = ["x", "x minus mean", "x normalized", "y"];

/** Beads closer than this (in hundredths of the line) are stacked. */
const BEAD_WIDTH = 3.4;
/** Where one line's values span this many times the other's, each gets a scale of its own. */
const TOO_DIFFERENT = 9;

/** @param {{ id: FigureId, hovered: import("./figure.jsx").Hovered }} props */
export function NumberLine({ id, hovered }) {
  const figure = figures[id].value;
  const view = derived[id].value;
  const element = figure.at.index;
  const group = hovered.value?.group ?? view.groupOf[element];
  const members = view.members[group];
  const { lines, ownScales } = linesOf(view, group, figure.stage);
  const started = figure.stage > 0;
  const places = lines.map(({ values, domain }) => stack(values.map((value) => placeOn(domain, value))));
  const track = {
    members,
    element,
    group,
    twin: hovered.value?.element ?? -1,
    onPick: (/** @type {number} */ i) => select(id, { panel: "out", index: members[i] }),
  };
  return (
    <div role="group" class="number-line" id={`${id}-line`} data-hue={group % 6} aria-label="Number line">
      <h3>
        {groupName(view, group)} {saying(view, group, figure.stage)}
      </h3>
      <Track
        {...track}
        line={lines[0]}
        beads={places[0]}
        onDrag={(i, value) => setValue(id, "x", members[i], value)}
      />
      <svg class="links" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {started &&
          members.map((index, i) => (
            <path key={index} d={link(places[0][i].at, places[1][i].at)} data-selected={index === element} />
          ))}
      </svg>
      <Track {...track} line={lines[1]} beads={started ? places[1] : []} />
      {ownScales && <p class="note">Each line has its own scale: theirs differ too much for one.</p>}
    </div>
  );
}

/** @param {number} from @param {number} to */
const link = (from, to) => (Number.isFinite(from + to) ? `M${from} 0C${from} 55 ${to} 45 ${to} 100` : "");

/** @param {Derived} view @param {number} group @param {number} stage */
function linesOf(view, group, stage) {
  const line = (/** @type {number} */ at) => {
    const { values, mean, deviation } = view.stages[at];
    return {
      name: NAMES[at],
      spoken: SPOKEN[at],
      values: view.members[group].map((index) => values[index]),
      mean: mean[group],
      deviation: deviation[group],
    };
  };
  const all = [0, 1, 2, ...(stage === 3 ? [3] : [])].map(line);
  const before = extent(all.slice(0, 2).flatMap(reach));
  const after = extent(all.slice(2).flatMap(reach));
  const spans = [span(before), span(after)].sort((a, b) => a - b);
  const ownScales = stage >= 2 && spans[1] > TOO_DIFFERENT * spans[0];
  const joint = spans[1] > TOO_DIFFERENT * spans[0] ? before : extent([...before, ...after]);
  return {
    ownScales,
    lines: [
      { ...all[0], domain: aired(joint) },
      { ...all[Math.max(stage, 1)], domain: aired(ownScales ? after : joint) },
    ],
  };
}

/**
 * All that is drawn on a line: its beads and its ruler.
 * @param {{ values: number[], mean: number, deviation: number }} line
 */
const reach = ({ values, mean, deviation }) => [...values, mean - deviation, mean + deviation];

/** @param {readonly number[]} values @returns {Extent} */
function extent(values) {
  const finite = values.filter(Number.isFinite);
  return finite.length === 0 ? [-1, 1] : [Math.min(...finite), Math.max(...finite)];
}

/** @param {Extent} extent */
const span = ([low, high]) => high - low || 1;

/** With a little room at the ends. @param {Extent} extent @returns {Extent} */
function aired([low, high]) {
  const air = low === high ? 1 : (high - low) * 0.06;
  return [low - air, high + air];
}

/** About how many round numbers label a line. */
const TICKS = 7;

/** In hundredths of the line's width. @param {Extent} domain @param {number} value */
const placeOn = ([low, high], value) => (100 * (value - low)) / (high - low);

/** The value at a place: placeOn, backwards. @param {Extent} domain @param {number} place */
const valueAt = ([low, high], place) => low + (place / 100) * (high - low);

/** Beads that would hide one another go on top of one another. @param {readonly number[]} positions */
function stack(positions) {
  /** @type {{ at: number, level: number }[]} */
  const placed = positions.map((at) => ({ at, level: 0 }));
  const order = [...placed].sort((a, b) => a.at - b.at);
  order.forEach((bead, i) => {
    const near = order
      .slice(0, i)
      .filter(({ at }) => bead.at - at < BEAD_WIDTH)
      .map(({ level }) => level);
    while (near.includes(bead.level)) bead.level++;
  });
  return placed;
}

/**
 * @param {{ line: Line, beads: { at: number, level: number }[], members: readonly number[], element: number,
 *   group: number, twin: number, onPick: (i: number) => void, onDrag?: (i: number, value: number) => void }}
 * props
 */
function Track({ line, beads, members, element, group, twin, onPick, onDrag }) {
  const { name, spoken, values, mean, deviation, domain } = line;
  const empty = beads.length === 0;
  const drag = useDrag(domain, onPick, onDrag);
  const scale = (/** @type {number} */ value) => placeOn(domain, value);
  const low = scale(mean - deviation);
  return (
    <div
      class="track"
      role="img"
      data-empty={empty ? "" : undefined}
      aria-label={
        empty
          ? `${spoken}: the next stage`
          : `${spoken}: ${values.map((value) => formatNumber(value)).join(", ")}; ` +
            `mean ${formatNumber(mean)}, standard deviation ${formatNumber(deviation)}`
      }
    >
      <p class="track-name">
        <strong>{name}</strong>
        <span class="track-statistics" hidden={empty}>
          <span>mean {formatNumber(mean)}</span>
          <span>σ {formatNumber(deviation)}</span>
        </span>
      </p>
      <div class="rail" ref={drag.rail} style={{ "--top": Math.max(1, ...beads.map(({ level }) => level)) }}>
        {!empty && Number.isFinite(low) && (
          <span class="ruler" style={{ left: percent(low), width: percent(2 * (scale(mean) - low)) }} />
        )}
        {ticks(...domain, TICKS).map((tick) => (
          <span class="tick" key={tick} style={{ left: percent(scale(tick)) }}>
            {formatTick(tick)}
          </span>
        ))}
        {!empty && Number.isFinite(mean) && <span class="fulcrum" style={{ left: percent(scale(mean)) }} />}
        {beads.map(
          ({ at, level }, i) =>
            Number.isFinite(at) && (
              <span
                class="bead"
                key={members[i]}
                data-group={group}
                data-element={members[i]}
                data-twin={members[i] === twin ? "" : undefined}
                data-selected={members[i] === element}
                data-draggable={onDrag ? "" : undefined}
                style={{ ...fillColours(values[i]), left: percent(at), "--level": level }}
                onPointerDown={(event) => drag.start(event, i)}
                onPointerMove={drag.move}
                onPointerUp={drag.end}
                onPointerCancel={drag.end}
              />
            ),
        )}
      </div>
    </div>
  );
}

/**
 * Dragging a bead changes its value. The scale is held while it lasts, lest the line moves under the pointer.
 * @param {Extent} domain
 * @param {(i: number) => void} onPick
 * @param {((i: number, value: number) => void) | undefined} onDrag
 */
function useDrag(domain, onPick, onDrag) {
  const rail = useRef(/** @type {HTMLDivElement | null} */ (null));
  const held = useRef(/** @type {{ i: number, domain: Extent } | null} */ (null));
  return {
    rail,
    start(/** @type {PointerEvent & { currentTarget: HTMLElement }} */ event, /** @type {number} */ i) {
      onPick(i);
      if (!onDrag) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      held.current = { i, domain };
    },
    move(/** @type {PointerEvent} */ event) {
      if (!held.current || !rail.current) return;
      const { left, width } = rail.current.getBoundingClientRect();
      const value = valueAt(held.current.domain, (100 * (event.clientX - left)) / width);
      onDrag?.(held.current.i, Math.fround(Number(value.toPrecision(3))));
    },
    end() {
      held.current = null;
    },
  };
}
