/**
 * One track: the group's name, its line with fulcrum and ruler, the numbers beyond the axis, and the mean and spread.
 */
import { useRef } from "preact/hooks";
import { formatBrief } from "../../kit/format.js";
import { beyond } from "./axis.js";
import { beyondOf, onAxis, valuesOf } from "./layout.js";
import { numbersBeyond, sliceOf, trackName } from "./names.js";

/** @typedef {import("../values/derive.js").Derived} Derived */
/** @typedef {import("./axis.js").Extent} Extent */
/** @typedef {import("./layout.js").Track} TrackLayout */
/** @typedef {typeof import("./large-tensors.js").Density} DensityView */

/**
 * @param {{ track: TrackLayout, view: Derived, center: boolean, axis: Extent, at: number, isWrong: boolean,
 *   valuesAt: (stage: number) => ArrayLike<number>, isLit: boolean, density?: DensityView }} props
 *   isWrong: what it shows are not its own numbers normalized, and no mean or spread is theirs
 */
export function Track({ track, view, center, axis, at, isWrong, valuesAt, isLit, density: Density }) {
  const { group, mean, deviation, members, isDense } = track;
  const { letter, name } = trackName(view, group);
  const hasRuler = Number.isFinite(mean - deviation) && !isWrong;
  const values = useKept(valuesOf(members, valuesAt, at));
  return (
    <div class="track" data-hue={group % 6} data-group={group} data-lit={isLit ? "" : undefined}>
      <p class="track-name">
        <strong>{letter}</strong> {name && <span class="track-word">{name}</span>} <code>{sliceOf(view, group)}</code>
      </p>
      <div class="rail">
        {isDense && Density && <Density values={values} axis={axis} />}
        {hasRuler && <Ruler axis={axis} mean={mean} deviation={deviation} center={center} />}
        <OffAxis values={values} axis={axis} />
      </div>
      <p class="track-statistics">{hasRuler && <Numbers mean={center ? mean : null} deviation={deviation} />}</p>
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
 * @param {{ mean: number | null, deviation: number }} props  mean: null in RMSNorm
 */
const Numbers = ({ mean, deviation }) => (
  <>
    {mean !== null && (
      <span>
        mean <b>{formatBrief(mean)}</b>
      </span>
    )}{" "}
    <span>
      {mean === null ? "RMS" : "spread"} <b>{formatBrief(deviation)}</b>
    </span>
  </>
);

/**
 * From one spread below the mean to one above it. What lies beyond the axis ends at its edge, and is fainter there.
 * @param {{ axis: Extent, mean: number, deviation: number, center: boolean }} props
 */
export function Ruler({ axis, mean, deviation, center }) {
  const [low, high] = [-1, 1].map((side) => onAxis(axis, mean + side * deviation));
  const isBeyond = beyond(axis, mean) !== 0;
  return (
    <>
      <span class="ruler" style={{ "--at": low, "--length": (high - low) / 100 }} />
      {center && (
        <span class="fulcrum" data-beyond={isBeyond ? "" : undefined} style={{ "--at": onAxis(axis, mean) }} />
      )}
    </>
  );
}

/**
 * The numbers that wait at an edge, in one line however many they are, and how many are no numbers.
 * @param {{ values: readonly number[], axis: Extent }} props
 */
export function OffAxis({ values, axis }) {
  const { low, high, lost } = beyondOf(values, axis);
  return (
    <>
      {low.length > 0 && (
        <span class="off-axis" data-side="low">
          ◂ {numbersBeyond(low)}
        </span>
      )}
      {lost > 0 && <span class="off-axis">{lost} × NaN</span>}
      {high.length > 0 && (
        <span class="off-axis" data-side="high">
          {numbersBeyond(high)} ▸
        </span>
      )}
    </>
  );
}
