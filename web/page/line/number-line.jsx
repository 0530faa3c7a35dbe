/**
 * One group on number lines: beads for the values, the fulcrum at their mean, a ruler of one standard deviation to
 * either side. Line by line the same beads slide, then stretch; those that are still to come wait on the line above.
 */
import { useSignal } from "@preact/signals";
import { Fragment } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { select, setValue } from "../model/figure-state.js";
import { formatNumber, formatNumbers, formatTick, percent } from "../model/format.js";
import { isLocked } from "../model/lesson.js";
import { endStep } from "../model/state.js";
import { fillColours } from "../styles/ramp.js";
import { dragged as draggedFigure, late, letGo } from "../parts/late.js";
import {
  MANY,
  barsOf,
  enlargements,
  linesOf,
  linkBetween,
  linked,
  pileAt,
  placeOn,
  scaleOf,
  stack,
  valueAt,
} from "./line-layout.js";
import { groupName } from "../parts/names.js";
import { XHat } from "../parts/x-hat.jsx";

/** @typedef {import("../model/state.js").FigureId} FigureId */
/** @typedef {import("../model/state.js").Figure} Figure */
/** @typedef {import("../model/derive.js").Derived} Derived */
/** @typedef {import("./line-layout.js").Line} Line */
/** @typedef {import("./line-layout.js").Place} Place */

const NAMES = ["x", "x − mean", <XHat key="hat" />, "y"];
const SPOKEN = ["x", "x minus mean", "x normalized", "y"];

/** As the tensor that it belongs to is written: whole numbers without a point. @param {number} value */
const short = (value) => formatNumbers([value])[0];

/**
 * What happens to the group up to a stage, in words that are true of it.
 * @param {Derived} view
 * @param {number} group
 * @param {Figure} figure
 */
function saying({ stages }, group, { stage, center }) {
  const measure = center ? "σ" : "root mean square";
  if (stage === 0) return center ? "as it came: it balances at its mean" : "as it came, measured from 0";
  if (stage === 1) return center ? "slides until its mean is 0" : "stays where it is: nothing is subtracted";
  if (stage === 3) return "is scaled by weight and moved by bias";
  const [before, , after] = stages.map(({ deviation }) => deviation[group]);
  if (Number.isNaN(after)) return `${center ? "slides to 0, and " : ""}has no spread to divide by`;
  const way = before > after ? "shrinks" : "stretches";
  return `${center ? "slides to 0, then" : "only"} ${way} until its ${measure} is ${formatNumber(after)}`;
}

/**
 * The same of the code that forgets to put the dim back.
 * @param {Derived} view
 * @param {number} group
 * @param {number} stage
 */
function sayingNaively({ naive, members }, group, stage) {
  if (stage === 0) return "as it came";
  if ("error" in naive) return "comes to nothing: the code raises an error";
  return members[group].some(naive.isWrong)
    ? "is mixed up: its values meet the statistics of other groups"
    : "meets its own mean and variance";
}

/**
 * @param {{ id: FigureId, hovered: import("../figure/figure.jsx").Hovered, naive?: boolean }} props  naive: the lines show
 *   what the code without unsqueeze computes
 */
export function NumberLine({ id, hovered, naive = false }) {
  const held = useSignal(/** @type {readonly Line[] | null} */ (null));
  const { figure, view } = late(id, held.value !== null);
  const element = figure.at.index;
  const group = hovered.value?.group ?? view.groupOf[element];
  const twin = hovered.value?.element ?? -1;
  const { stage, center } = figure;
  const members = view.members[group];
  const lines = useMemo(
    () => linesOf(view, group, { stage, center }, naive, held.value),
    [view, group, stage, center, naive, held.value],
  );
  const isMany = members.length > MANY;
  const shown = [...members.keys()].filter((i) => !isMany || members[i] === element || members[i] === twin);
  const places = lines.map(({ domain, values }) => {
    const positions = shown.map((i) => placeOn(domain, values[i]));
    return isMany ? positions.map((at) => ({ at, level: 0 })) : stack(positions);
  });
  const drag = useDrag(id, held, lines);
  return (
    <div
      role="group"
      class="number-line"
      id={`${id}-line`}
      data-hue={group % 6}
      data-dragging={held.value ? "" : undefined}
      aria-label="Number line"
    >
      <h3>
        {groupName(view, group)} {naive ? sayingNaively(view, group, stage) : saying(view, group, figure)}
      </h3>
      {lines.map((line, k) => (
        <Fragment key={line.stage === 3 ? 2 : line.stage}>
          {k > 0 && (
            <Gap
              from={lines[k - 1]}
              to={line}
              own={members.indexOf(element)}
              waiting={stage < line.stage}
              operation={naive ? NAIVE[line.stage] : operationOf(view, group, figure, line.stage)}
            />
          )}
          <Track
            {...{ line, shown, members, element, twin, group, isMany }}
            places={places[k]}
            resting={places[k - 1]}
            waiting={stage < line.stage}
            center={center}
            draggable={k === 0 && !isLocked("x")}
            onPointerDown={drag.start}
            onPointerMove={drag.move}
            onLostPointerCapture={drag.end}
          />
        </Fragment>
      ))}
      <Note lines={lines} />
    </div>
  );
}

const NAIVE = ["", "− mean", "÷ √var"];

/**
 * What leads to a line, with its number.
 * @param {Derived} view
 * @param {number} group
 * @param {Figure} figure
 * @param {number} stage
 */
function operationOf(view, group, { weight }, stage) {
  if (stage === 1) return `− ${inBrackets(short(view.mean[group]))}`;
  return `÷ ${short(view.spread[group])}${stage === 3 && weight ? ", ·\u00a0weight\u00a0+\u00a0bias" : ""}`;
}

/** @param {string} text */
const inBrackets = (text) => (text.startsWith("−") ? `(${text})` : text);

/**
 * The way of every value from one line to the next. The selected one's own is marked.
 * @param {{ from: Line, to: Line, own: number, waiting: boolean, operation: string }} props
 */
function Gap({ from, to, own, waiting, operation }) {
  const link = linkBetween(from, to);
  const links = linked(from, to).map(([before, after]) => link(before, after));
  const its = link(from.values[own], to.values[own]);
  return (
    <div class="gap" data-waiting={waiting ? "" : undefined}>
      <span class="operation">{operation}</span>
      <svg class="links" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path class="zoom" d={links.map(({ zoom }) => zoom).join("")} />
        <path d={links.map(({ way }) => way).join("")} />
        <path class="zoom" data-selected d={its.zoom} />
        <path data-selected d={its.way} />
      </svg>
    </div>
  );
}

/**
 * @typedef {object} TrackProps
 * @property {Line} line
 * @property {readonly number[]} members
 * @property {readonly number[]} shown  which members have a bead
 * @property {readonly Place[]} places  of those
 * @property {readonly Place[]} [resting]  where they wait, on the line above
 * @property {boolean} waiting
 * @property {boolean} isMany
 * @property {boolean} center
 * @property {boolean} draggable
 * @property {number} element
 * @property {number} group
 * @property {number} twin
 * @property {(event: RailEvent) => void} onPointerDown
 * @property {(event: PointerEvent) => void} onPointerMove
 * @property {() => void} onLostPointerCapture
 */

/** @param {TrackProps} props */
function Track({ line, members, shown, places, resting, waiting, isMany, center, element, group, twin, ...can }) {
  const { stage, values, mean, deviation, domain } = line;
  const { marks, digits } = scaleOf(domain);
  const hasRuler = Number.isFinite(mean - deviation);
  /** What has no place on a line. */
  const odd = values.filter((value) => !Number.isFinite(value));
  const own = shown.findIndex((i) => members[i] === element);
  return (
    <div
      class="track"
      role="img"
      data-waiting={waiting ? "" : undefined}
      aria-label={waiting ? `${SPOKEN[stage]}: still to come` : spoken(line, center)}
    >
      <p class="track-name">
        <strong>{NAMES[stage]}</strong>
        <span class="track-statistics" hidden={waiting || Number.isNaN(mean)}>
          {center && <span>mean {short(mean)}</span>}
          <span>
            {center ? "σ" : "RMS"} {short(deviation)}
          </span>
        </span>
      </p>
      <div
        class="rail"
        onPointerDown={can.onPointerDown}
        onPointerMove={can.draggable ? can.onPointerMove : undefined}
        onLostPointerCapture={can.onLostPointerCapture}
        data-draggable={can.draggable ? "" : undefined}
        style={{ "--top": Math.max(1, ...places.map(({ level }) => level)) }}
      >
        {isMany && !waiting && <Bars line={line} />}
        {hasRuler && <Ruler line={line} />}
        {marks.map((mark) => (
          <span class="tick" key={mark} style={{ left: percent(placeOn(domain, mark)) }}>
            {formatTick(mark, digits)}
          </span>
        ))}
        {hasRuler && center && <span class="fulcrum" style={{ "--at": placeOn(domain, mean) }} />}
        {shown.map(
          (i, j) =>
            Number.isFinite(places[j].at) && (
              <span
                class="bead"
                key={members[i]}
                data-group={group}
                data-element={members[i]}
                data-twin={members[i] === twin ? "" : undefined}
                data-selected={members[i] === element}
                data-draggable={can.draggable ? "" : undefined}
                style={{
                  ...fillColours(values[i]),
                  "--at": places[j].at,
                  "--level": places[j].level,
                  "--rest": resting?.[j].at ?? 0,
                }}
              />
            ),
        )}
        {odd.length > 0 && (
          <span class="off-line">
            {odd.length} × {formatNumber(odd[0])}
          </span>
        )}
        {own >= 0 && Number.isFinite(places[own].at) && (
          <span class="bead-value" style={{ "--at": places[own].at, "--level": pileAt(places, places[own].at) }}>
            {formatNumber(values[shown[own]], values.every(Number.isInteger))}
          </span>
        )}
      </div>
    </div>
  );
}

/** @param {{ line: Line }} props */
const Bars = ({ line }) =>
  barsOf(line).map(({ value, share }, i, { length }) => (
    <span
      class="bar"
      key={i}
      style={{
        ...fillColours(value),
        left: percent((100 * i) / length),
        width: percent(100 / length),
        "--share": share.toFixed(3),
      }}
    />
  ));

/** From one standard deviation below the mean to one above it. @param {{ line: Line }} props */
function Ruler({ line: { domain, mean, deviation } }) {
  const [low, high] = [-1, 1].map((side) => placeOn(domain, mean + side * deviation));
  return (
    <>
      <span class="ruler" style={{ "--at": low, "--length": (high - low) / 100 }} />
      <span class="ruler-end" style={{ "--at": low }} />
      <span class="ruler-end" style={{ "--at": high }} />
    </>
  );
}

/** A line in words. @param {Line} line @param {boolean} center */
function spoken({ stage, values, mean, deviation }, center) {
  const said =
    values.length > MANY
      ? `${values.length} values from ${short(Math.min(...values))} to ${short(Math.max(...values))}`
      : values.map((value) => formatNumber(value)).join(", ");
  if (Number.isNaN(mean)) return `${SPOKEN[stage]}: ${said}`;
  const measure = center
    ? `mean ${formatNumber(mean)}, standard deviation ${formatNumber(deviation)}`
    : `root mean square ${formatNumber(deviation)}`;
  return `${SPOKEN[stage]}: ${said}; ${measure}`;
}

/**
 * Says which lines are drawn larger than others, and how much. Its place is kept where there is nothing to say: what
 * stands below must not move while the pointer goes from group to group.
 * @param {{ lines: readonly Line[] }} props
 */
function Note({ lines }) {
  /** @type {Map<string, Line[]>} */
  const enlarged = new Map();
  enlargements(lines).forEach((times, i) => {
    const text = formatTick(Number(times.toPrecision(2)));
    if (text !== "1") enlarged.set(text, [...(enlarged.get(text) ?? []), lines[i]]);
  });
  return (
    <p class="note">
      {[...enlarged].map(([times, large], k) => (
        <Fragment key={times}>
          {k > 0 && "; "}
          {large.map(({ stage }, i) => (
            <Fragment key={stage}>
              {i > 0 && " and "}
              {NAMES[stage]}
            </Fragment>
          ))}{" "}
          enlarged {times} times
        </Fragment>
      ))}
    </p>
  );
}

/** @typedef {PointerEvent & { currentTarget: HTMLElement }} RailEvent */

/**
 * A press on a bead selects its value; dragging one of x changes it. The scales are held while that lasts, lest the
 * line moves under the pointer, and only give way where the value leaves them.
 * @param {FigureId} id
 * @param {import("@preact/signals").Signal<readonly Line[] | null>} held
 * @param {readonly Line[]} lines
 */
function useDrag(id, held, lines) {
  const dragged = useRef(/** @type {{ index: number, left: number, width: number, value: number } | null} */ (null));
  return {
    /** @param {RailEvent} event */
    start(event) {
      const index = beadUnder(event);
      if (index < 0) return;
      select(id, { panel: "out", index });
      const rail = event.currentTarget;
      if (rail.dataset.draggable === undefined || event.button !== 0) return;
      // Neither text is selected nor an image dragged.
      event.preventDefault();
      rail.setPointerCapture(event.pointerId);
      const { left, width } = rail.getBoundingClientRect();
      dragged.current = { index, left, width, value: NaN };
    },
    /** @param {PointerEvent} event */
    move({ clientX }) {
      const bead = dragged.current;
      if (bead === null) return;
      held.value ??= lines;
      draggedFigure.value = id;
      const value = Math.fround(valueAt(held.value[0].domain, (100 * (clientX - bead.left)) / bead.width));
      if (value !== bead.value) setValue(id, "x", bead.index, value);
      bead.value = value;
    },
    end() {
      if (dragged.current !== null) endStep();
      dragged.current = null;
      letGo(id);
      held.value = null;
    },
  };
}

/**
 * The element of the bead that was pressed, or −1. A finger covers several: it means the nearest to its middle.
 * @param {RailEvent} event
 */
function beadUnder({ target, pointerType, clientX, currentTarget }) {
  const bead = target instanceof Element ? target.closest(".bead") : null;
  if (!(bead instanceof HTMLElement)) return -1;
  if (pointerType === "mouse") return Number(bead.dataset.element);
  const distance = (/** @type {Element} */ element) => {
    const { left, width } = element.getBoundingClientRect();
    return Math.abs(left + width / 2 - clientX);
  };
  const beads = /** @type {HTMLElement[]} */ ([...currentTarget.querySelectorAll(".bead")]);
  const nearest = beads.reduce((best, other) => (distance(other) < distance(best) ? other : best), bead);
  return Number(nearest.dataset.element);
}
