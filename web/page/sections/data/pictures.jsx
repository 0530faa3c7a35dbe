/** A tensor's numbers in their order, and how many of them lie where. */
import { formatTick } from "../../kit/format.js";
import { axisFrom0, barsOf, binsOf } from "./draw.js";
import { drawn, summary } from "./derived.js";

/** How wide and high a drawing is, in its own units. */
const SIZE = 1000;
/** How high a bar is at least. */
const LEAST = 4;

/** The part of a bar's place that it fills, once bars are wide enough for gaps. */
const fill = (/** @type {number} */ count) => (count > 96 ? 1 : 0.8);

export const Pictures = () => (
  <div class="own-pictures" data-changes>
    <InOrder />
    <Histogram />
  </div>
);

function InOrder() {
  const bars = barsOf(drawn.value);
  const [low, high] = axisFrom0(summary.value);
  const heightOf = (/** @type {number} */ value) => (SIZE * (high - value)) / (high - low);
  const step = SIZE / bars.length;
  const width = fill(bars.length) * step;
  const last = drawn.value.length - 1;
  const path = bars.map(({ from, to }, i) => {
    const [left, top] = [i * step + (step - width) / 2, heightOf(to)];
    // A number of 0 is to be seen, too.
    const bottom = Math.max(heightOf(from), top + LEAST);
    return `M${round(left)} ${round(top)}h${round(width)}V${round(bottom)}h${-round(width)}z`;
  });
  const marks = [...new Set([low, 0, high, ...(low < 1 && high > 1.5 ? [1] : [])])];
  return (
    <div class="own-picture">
      <p class="own-picture-head">in order, by place</p>
      <div class="own-axis" aria-hidden="true">
        {marks.map((mark) => (
          <span key={mark} style={{ top: `${heightOf(mark) / 10}%` }}>
            {formatTick(mark)}
          </span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`the numbers in order, places 0 to ${last}, from ${formatTick(low)} to ${formatTick(high)}`}
      >
        {marks.map((mark) => (
          <path key={mark} class="own-line" d={`M0 ${round(heightOf(mark))}H${SIZE}`} />
        ))}
        <path class="own-bars" d={path.join("")} />
      </svg>
      <p class="own-ends" aria-hidden="true">
        <span>0</span>
        <span>{last}</span>
      </p>
    </div>
  );
}

function Histogram() {
  const bins = binsOf(drawn.value, summary.value);
  const most = Math.max(...bins.map(({ count }) => count));
  const [{ low }] = bins;
  const { high } = bins[bins.length - 1];
  const step = SIZE / bins.length;
  const path = bins.map(({ count }, i) => {
    const height = round((SIZE * count) / most);
    return `M${round(i * step + 0.05 * step)} ${SIZE}v${-height}h${round(0.9 * step)}v${height}z`;
  });
  return (
    <div class="own-picture">
      <p class="own-picture-head">how many lie where</p>
      <div class="own-axis" aria-hidden="true">
        <span style={{ top: "0%" }}>{most}</span>
        <span style={{ top: "100%" }}>0</span>
      </div>
      <svg
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`a histogram from ${formatTick(low)} to ${formatTick(high)}, in which the highest bar has ${most}`}
      >
        <path class="own-line" d={`M0 0H${SIZE}M0 ${SIZE}H${SIZE}`} />
        <path class="own-bars" d={path.join("")} />
      </svg>
      <p class="own-ends" aria-hidden="true">
        <span>{formatTick(low)}</span>
        <span>{formatTick(high)}</span>
      </p>
    </div>
  );
}

/** @param {number} value */
const round = (value) => Math.round(10 * value) / 10;
