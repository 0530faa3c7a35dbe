/**
 * One track: the group's name, its line with fulcrum and ruler, the numbers beyond the axis, and the mean and spread.
 */
import { useMemo, useRef } from "preact/hooks";
import { formatBrief, formatReadout } from "../../kit/format.js";
import { deviationName } from "../words/deviation.js";
import { beyond } from "./axis.js";
import { beyondOf, onAxis, partsOf, valuesOf } from "./layout.js";
import { numbersBeyond, sliceOf, trackName } from "./names.js";

/** @typedef {import("../values/derive.js").Derived} Derived */
/** @typedef {import("./axis.js").Extent} Extent */
/** @typedef {import("./layout.js").Track} TrackLayout */
/** @typedef {typeof import("./large-tensors.js").Density} DensityView */

/**
 * @param {{ track: TrackLayout, view: Derived, center: boolean, axis: Extent, at: number, isWrong: boolean,
 *   valuesAt: (stage: number) => ArrayLike<number>, isLit: boolean, large: boolean, selected: number,
 *   density?: DensityView }} props
 *   isWrong: what it shows are not its own numbers normalized, and no mean or spread is theirs
 */
export function Track({ track, view, center, axis, at, isWrong, valuesAt, isLit, large, selected, density: Density }) {
  const { group, mean, deviation, members, isDense } = track;
  const { letter, name } = trackName(view, group);
  const hasRuler = Number.isFinite(mean - deviation) && !isWrong;
  const { stage, share } = partsOf(at);
  const [from, to] = [valuesAt(stage), share && valuesAt(stage + 1)];
  const values = useKept(useMemo(() => valuesOf(members, valuesAt, at), [members, from, to, share]));
  return (
    <div class="track" data-hue={group % 6} data-group={group} data-lit={isLit ? "" : undefined}>
      <p class="track-name">
        <strong>{letter}</strong> {name && <span class="track-word">{name}</span>}{" "}
        {!(large && name) && <code>{sliceOf(view, group)}</code>}
      </p>
      <div class="rail">
        {isDense && Density && <Density values={values} axis={axis} />}
        {hasRuler && <Ruler {...{ axis, mean, deviation, center }} from={large ? 0 : -1} />}
        {large && hasRuler && group === 0 && at > 1 && !isLit && (
          <span class="ruler-name" style={{ "--at": onAxis(axis, mean + deviation), opacity: 1 - Math.abs(2 - at) }}>
            ruler: one spread
          </span>
        )}
        <OffAxis values={values} axis={axis} selected={values[members.indexOf(selected)]} />
      </div>
      <p class="track-statistics">
        {hasRuler &&
          (large ? (
            <Readouts mean={center ? mean : null} name={deviationName(view)} deviation={deviation} />
          ) : (
            <Numbers mean={center ? mean : null} name={deviationName(view)} deviation={deviation} />
          ))}
      </p>
    </div>
  );
}

/**
 * The same array as before, as long as its values are the same, so that nothing is drawn again.
 * @param {readonly number[]} values
 */
function useKept(values) {
  const kept = useRef(values);
  const isSame = kept.current.length === values.length && values.every((value, i) => Object.is(value, kept.current[i]));
  if (!isSame) kept.current = values;
  return kept.current;
}

/**
 * The two numbers at the end of a track.
 * @param {{ mean: number | null, name: string, deviation: number }} props  mean: null in RMSNorm; name: of the
 *   deviation
 */
const Numbers = ({ mean, name, deviation }) => (
  <>
    {mean !== null && (
      <span>
        mean <b>{formatBrief(mean)}</b>
      </span>
    )}{" "}
    <span>
      {name} <b>{formatBrief(deviation)}</b>
    </span>
  </>
);

/**
 * The same, large, under a head that names them: always as many decimals, and a tick where they read 0.00 and 1.00.
 * @param {{ mean: number | null, name: string, deviation: number }} props  as above
 */
const Readouts = ({ mean, name, deviation }) => (
  <>
    {mean === null ? <span /> : <Readout name="mean" text={formatReadout(mean, true)} goal="+0.00" />}{" "}
    <Readout name={name} text={formatReadout(deviation)} goal="1.00" />
  </>
);

/** @param {{ name: string, text: string, goal: string }} props */
const Readout = ({ name, text, goal }) => (
  <span data-ticked={text === goal ? "" : undefined}>
    <span class="readout-name">{name}</span> <b data-long={text.length > 6 ? "" : undefined}>{text}</b>
  </span>
);

/**
 * From one spread below the mean, or from the mean, to one spread above it. What lies beyond the axis ends at its edge;
 * a fulcrum there would stand on the numbers that wait, under what it does not balance.
 * @param {{ axis: Extent, mean: number, deviation: number, center: boolean, from?: 0 | -1 }} props
 */
export function Ruler({ axis, mean, deviation, center, from = -1 }) {
  const [low, high] = [from, 1].map((side) => onAxis(axis, mean + side * deviation));
  return (
    <>
      <span class="ruler" style={{ "--at": low, "--length": (high - low) / 100 }} />
      {center && beyond(axis, mean) === 0 && <span class="fulcrum" style={{ "--at": onAxis(axis, mean) }} />}
    </>
  );
}

/**
 * The numbers that wait at an edge, in one line however many they are, and how many are no numbers. The selected one is
 * always among those that are written.
 * @param {{ values: readonly number[], axis: Extent, selected?: number }} props
 */
export function OffAxis({ values, axis, selected }) {
  // Of a drag's eight tracks, one has other values.
  const { low, high, lost } = useMemo(() => beyondOf(values, axis), [values, axis]);
  return (
    <>
      {low.length > 0 && (
        <span class="off-axis" data-side="low">
          ◂ {numbersBeyond(low, selected)}
        </span>
      )}
      {lost > 0 && <span class="off-axis">{lost} × NaN</span>}
      {high.length > 0 && (
        <span class="off-axis" data-side="high">
          {numbersBeyond(high, selected)} ▸
        </span>
      )}
    </>
  );
}
