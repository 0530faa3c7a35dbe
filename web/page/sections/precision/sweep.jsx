/** The mean slides away from 0 while the spread stays 1: the errors of three ways to compute the variance. */
import { isFixed } from "../../store/lesson.js";
import { formatTick, percent } from "../../kit/format.js";
import { endStep, figures } from "../../store/state.js";
import { LockMark, Segmented } from "../../parts/controls.jsx";
import { History } from "../../parts/history-buttons.jsx";
import { useWhenNear } from "../../parts/when-near.js";
import { Readout, SweepStrip } from "./readout.jsx";
import { acrossOf, downOf, lineOf, MEAN_TICKS, SIZE, ticksOf } from "./layout.js";
import { brief, meanText, WAY_NAMES } from "./sentences.js";
import { COUNTS, MEANS } from "./limits.js";
import { lookAtError, setCount, setMean } from "./actions.js";
import { all, answer, index, keepComputing, now } from "./answer.js";

/** @typedef {keyof typeof WAY_NAMES} Way */
/** @typedef {import("./job.js").At} At */

const WAYS = /** @type {Way[]} */ (Object.keys(WAY_NAMES));

export const Sweep = () => (
  <figure
    class="figure card lens"
    id="precision-figure"
    aria-label="A mean far from 0"
    ref={useWhenNear(keepComputing)}
  >
    <SweepToolbar />
    <SweepStrip />
    <div class="lens-sweep lab" aria-busy={answer.isBusy.value}>
      <Plot />
      <Readout />
    </div>
  </figure>
);

function SweepToolbar() {
  const { count, error } = figures.precision.value;
  return (
    <div class="toolbar">
      <Segmented
        name="precision-error"
        legend="error of"
        value={error}
        options={[
          { value: "variance", label: "the variance" },
          { value: "normalized", label: "x̂" },
        ]}
        onChange={(value) => lookAtError(/** @type {typeof error} */ (value))}
      />
      <Segmented
        name="precision-count"
        legend="numbers in the row"
        value={count}
        options={COUNTS.map((value) => ({ value, label: value }))}
        locked={isFixed("precision", "count")}
        onChange={(value) => setCount(/** @type {typeof count} */ (value))}
      />
      <History section="precision" />
    </div>
  );
}

/** @param {At} at @param {Way} way */
const errorOf = ({ ways }, way) =>
  figures.precision.value.error === "variance" ? ways[way].error : ways[way].normalizedError;

function Plot() {
  const { error } = figures.precision.value;
  return (
    <div class="lens-plot" data-changes>
      <Key />
      <div class="lens-strip">
        <span class="lens-strip-name">variance below 0, root NaN</span>
        <div aria-hidden="true">
          {all.value.map(
            ({ ways }, i) =>
              ways.onePass.variance < 0 && (
                <span key={i} style={{ left: percent(acrossOf(i)) }}>
                  ×
                </span>
              ),
          )}
        </div>
      </div>
      <div
        class="lens-body"
        onPointerDown={point}
        onPointerMove={(event) => event.buttons === 1 && point(event)}
        onPointerUp={endStep}
      >
        <div class="lens-levels" aria-hidden="true">
          {ticksOf(error).map((power) => (
            <span key={power} style={{ top: percent(downOf(error, 10 ** power)) }}>
              {formatTick(10 ** power)}
            </span>
          ))}
        </div>
        <Curves />
        <span
          class="lens-now"
          style={{ left: percent(acrossOf(index.value)), "--across": acrossOf(index.value) / 100 }}
          aria-hidden="true"
        />
      </div>
      <MeanSlider />
    </div>
  );
}

function Curves() {
  const { error } = figures.precision.value;
  const place = (/** @type {number} */ hundredths) => Math.round((hundredths * SIZE) / 100);
  return (
    <svg
      class="lens-curves"
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Error of ${error === "variance" ? "the variance" : "x̂"} by three ways, over means from 0 to a million, on logarithmic axes`}
    >
      {ticksOf(error).map((power) => (
        <path
          key={power}
          class="lens-line"
          data-one={power === 0 ? "" : undefined}
          d={`M0 ${place(downOf(error, 10 ** power))}H${SIZE}`}
        />
      ))}
      {WAYS.map((way) => (
        <path
          key={way}
          class="lens-curve"
          data-way={way}
          d={lineOf(
            error,
            all.value.map((each) => errorOf(each, way)),
          )}
        />
      ))}
      {now.value &&
        WAYS.map((way) => {
          const down = downOf(error, errorOf(/** @type {At} */ (now.value), way));
          return Number.isNaN(down) ? null : (
            <Mark key={way} way={way} d={`M${place(acrossOf(index.value))} ${place(down)}h.01`} />
          );
        })}
    </svg>
  );
}

/**
 * A line without length, of which only the round ends are seen: they stay round where the drawing is stretched.
 * @param {{ way: Way, d: string }} props
 */
const Mark = ({ way, d }) => (
  <g class="lens-mark" data-way={way}>
    <path d={d} />
    {way === "twoPasses" && <path d={d} data-inner="" />}
  </g>
);

const Key = () => (
  <p class="lens-key" aria-hidden="true">
    {WAYS.map((way) => (
      <span key={way}>
        <svg viewBox="0 0 36 12" aria-hidden="true">
          <path class="lens-curve" data-way={way} d="M1 6h34" />
          <Mark way={way} d="M18 6h.01" />
        </svg>
        {WAY_NAMES[way]}
      </span>
    ))}
  </p>
);

/** The mean under the pointer. @param {PointerEvent & { currentTarget: Element }} event */
function point({ currentTarget, clientX }) {
  const curves = /** @type {Element} */ (currentTarget.querySelector("svg"));
  const { left, width } = curves.getBoundingClientRect();
  setMean(Math.round(((clientX - left) / width) * (MEANS.length - 1)));
}

/** The mean, and the variance that one pass gives. @param {number} mean */
const spokenMean = (mean) =>
  meanText(mean) + (now.value ? `: variance ${brief(now.value.ways.onePass.variance)} in one pass` : "");

/** As long as the curves' axis: its thumb is under the line that marks the mean. */
function MeanSlider() {
  const locked = isFixed("precision", "mean");
  const mean = MEANS[index.value];
  return (
    <div class="lens-slider" data-locked={locked ? "" : undefined}>
      <label for="precision-mean">
        mean{locked && <LockMark />} <output for="precision-mean">{meanText(mean)}</output>
      </label>
      <div class="lens-means">
        <input
          id="precision-mean"
          type="range"
          min={0}
          max={MEANS.length - 1}
          step={1}
          value={index.value}
          aria-valuetext={spokenMean(mean)}
          aria-disabled={locked || undefined}
          style={{ "--fraction": index.value / (MEANS.length - 1) }}
          onInput={(event) => {
            setMean(Number(event.currentTarget.value));
            if (locked) event.currentTarget.value = String(index.value);
          }}
          onPointerUp={endStep}
        />
        <div class="lens-mean-ticks" aria-hidden="true">
          {MEAN_TICKS.map(({ mean: tick, across }) => (
            <span key={tick} style={{ left: percent(across) }}>
              {tick < 1e5 ? meanText(tick) : formatTick(tick)}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}
