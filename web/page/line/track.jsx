/** A number line of one stage: its scale, its ruler, and its values as beads or, where they are many, as bars. */
import { formatNumber, formatTick, percent } from "../model/format.js";
import { fillColours } from "../styles/ramp.js";
import { barsOf, pileAt, placeOn, scaleOf } from "./line-layout.js";
import { NAMES, short, SPOKEN, spoken } from "./sayings.jsx";

/** @typedef {import("./line-layout.js").Line} Line */
/** @typedef {import("./line-layout.js").Place} Place */
/** @typedef {import("./drag.js").RailEvent} RailEvent */
/**
 * @typedef {object} TrackProps
 * @property {Line} line
 * @property {readonly number[]} members
 * @property {readonly number[]} shown  which members have a bead
 * @property {readonly Place[]} places  of their beads
 * @property {readonly Place[]} [resting]  where the beads wait, on the line above, while this line is still to come
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
export function Track(props) {
  const { line, places, waiting, isMany, center, draggable } = props;
  const { stage, values, mean, deviation, domain } = line;
  const { marks, digits } = scaleOf(domain);
  const hasRuler = Number.isFinite(mean - deviation);
  return (
    <div
      class="track"
      role="img"
      data-waiting={waiting ? "" : undefined}
      aria-label={waiting ? `${SPOKEN[stage]}: still to come` : spoken(line, center)}
    >
      <TrackName line={line} center={center} isHidden={waiting || Number.isNaN(mean)} />
      <div
        class="rail"
        onPointerDown={props.onPointerDown}
        onPointerMove={draggable ? props.onPointerMove : undefined}
        onLostPointerCapture={props.onLostPointerCapture}
        data-draggable={draggable ? "" : undefined}
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
        <Beads {...props} />
        <OffLine values={values} />
        <BeadValue {...props} />
      </div>
    </div>
  );
}

/** @param {{ line: Line, center: boolean, isHidden: boolean }} props  isHidden: whether its statistics are */
const TrackName = ({ line: { stage, mean, deviation }, center, isHidden }) => (
  <p class="track-name">
    <strong>{NAMES[stage]}</strong>
    <span class="track-statistics" hidden={isHidden}>
      {center && <span>mean {short(mean)}</span>}
      <span>
        {center ? "σ" : "RMS"} {short(deviation)}
      </span>
    </span>
  </p>
);

/** @param {TrackProps} props */
const Beads = ({ line, members, shown, places, resting, element, group, twin, draggable }) =>
  shown.map(
    (i, j) =>
      Number.isFinite(places[j].at) && (
        <span
          class="bead"
          key={members[i]}
          data-group={group}
          data-element={members[i]}
          data-twin={members[i] === twin ? "" : undefined}
          data-selected={members[i] === element}
          data-draggable={draggable ? "" : undefined}
          style={{
            ...fillColours(line.values[i]),
            "--at": places[j].at,
            "--level": places[j].level,
            "--rest": resting?.[j].at ?? 0,
          }}
        />
      ),
  );

/** The number of the selected bead, above it and its pile. @param {TrackProps} props */
function BeadValue({ line: { values }, members, shown, places, element }) {
  const own = shown.findIndex((i) => members[i] === element);
  if (own < 0 || !Number.isFinite(places[own].at)) return null;
  return (
    <span class="bead-value" style={{ "--at": places[own].at, "--level": pileAt(places, places[own].at) }}>
      {formatNumber(values[shown[own]], values.every(Number.isInteger))}
    </span>
  );
}

/** NaN and inf have no place on a line: how many there are. @param {{ values: readonly number[] }} props */
function OffLine({ values }) {
  const odd = values.filter((value) => !Number.isFinite(value));
  if (odd.length === 0) return null;
  return (
    <span class="off-line">
      {odd.length} × {formatNumber(odd[0])}
    </span>
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
