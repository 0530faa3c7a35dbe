/** One row: its weight and bias follow the gradient of the loss until y is the target, or flies away from it. */
import { formatBrief, formatNumber } from "../../kit/format.js";
import { isFixed } from "../../store/lesson.js";
import { figures } from "../../store/state.js";
import { StepSlider } from "../../parts/fields.jsx";
import { History } from "../../parts/history-buttons.jsx";
import { ResultStrip } from "../../parts/result-strip.jsx";
import { SectionLink } from "../../parts/section-link.jsx";
import { TrainingButtons } from "../../parts/training-buttons.jsx";
import { useWhenNear } from "../../parts/when-near.js";
import { onAxis } from "../../figure/tracks/layout.js";
import { OffAxis, Ruler } from "../../figure/tracks/track.jsx";
import { Axis } from "../../figure/tracks/tracks.jsx";
import { Caption } from "../../parts/caption.jsx";
import { Curves } from "../../parts/curves.jsx";
import { Handle } from "./handle.jsx";
import { descending, set } from "./actions.js";
import { keepTelling, path } from "./derived.js";
import { curvature, curvatureOfPairs, normalized, SIZE, targetOf } from "./row.js";
import { foretold, rateText, seenSoFar } from "./sentences.js";
import { MEANS, MOST_STEPS, RATES, SPREADS } from "./limits.js";

/**
 * The axis of most tracks. It stays, also where the row leaves it.
 * @type {import("../../figure/tracks/axis.js").Extent}
 */
const AXIS = [-6, 6];
/** The losses' axis in powers of ten: from the rounding of float32 to the loss after 40 steps that diverge. */
const POWERS = /** @type {const} */ ([-12, 12]);

export const Descent = () => (
  <figure
    class="figure card learning"
    id="learning-row"
    aria-labelledby="learning-row-title"
    ref={useWhenNear(keepTelling)}
  >
    <Caption id="learning-row-title" title="One row learns its place and its size">
      One weight and one bias serve all six places here. The loss is the mean of the squared differences between y = x̂ ·
      weight + bias and the target. Drag the target’s triangle and the end of its ruler.
    </Caption>
    <div class="toolbar">
      <Rate />
      <TrainingButtons training={descending} stride={1} />
    </div>
    <Result />
    <div class="learning-body">
      <Tracks />
      <Losses />
    </div>
    <Pairs />
    <div class="card-foot">
      <History section="learning" />
    </div>
  </figure>
);

const Rate = () => (
  <StepSlider
    id="learning-rate"
    label="rate"
    steps={RATES}
    value={figures.learning.value.rate}
    format={rateText}
    locked={isFixed("learning", "rate")}
    onChange={(rate) => set("rate", rate)}
  />
);

function Tracks() {
  const { mean, spread } = figures.learning.value;
  const { xhat } = normalized();
  const { y, weight, bias } = path.value[path.value.length - 1];
  return (
    <div class="tracks learning-tracks" data-changes style={{ "--tracks": 3 }}>
      <div class="track-list">
        <Axis axis={AXIS} />
        <RowTrack name="x̂" hue={5} values={xhat} mean={0} spread={1} />
        <RowTrack name="y" hue={0} values={y} mean={bias} spread={Math.abs(weight)} />
        <RowTrack name="target" hue={3} values={targetOf({ mean, spread })} mean={mean} spread={spread}>
          <Handle name="mean" label="mean of the target" range={MEANS} axis={AXIS} zero={0} />
          <Handle name="spread" label="spread of the target" range={SPREADS} axis={AXIS} zero={mean} />
        </RowTrack>
      </div>
    </div>
  );
}

/**
 * @param {{ name: string, hue: number, values: Float32Array, mean: number, spread: number,
 *   children?: import("preact").ComponentChildren }} props
 */
const RowTrack = ({ name, hue, values, mean, spread, children }) => (
  <div class="track" data-hue={hue} data-track={name}>
    <p class="track-name">
      <strong>{name}</strong>
      <span class="visually-hidden">: {Array.from(values, formatBrief).join(", ")}</span>
    </p>
    <div class="rail">
      <Ruler axis={AXIS} mean={mean} deviation={spread} center={true} />
      {children}
      {Array.from(values, (value, i) => (
        <span key={i} class="row-dot" aria-hidden="true" style={{ "--at": onAxis(AXIS, value) }}>
          {i}
        </span>
      ))}
      <OffAxis values={Array.from(values)} axis={AXIS} />
    </div>
    <p class="track-statistics">
      <span>
        mean <b>{formatBrief(mean)}</b>
      </span>{" "}
      <span>
        spread <b>{formatBrief(spread)}</b>
      </span>
    </p>
  </div>
);

function Losses() {
  const { mean, spread, steps } = figures.learning.value;
  const { weight, bias, loss } = path.value[steps];
  return (
    <div class="learning-side">
      <table class="learning-table">
        <thead>
          <tr>
            <th scope="col">step {steps}</th>
            <th scope="col">now</th>
            <th scope="col">target</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">weight</th>
            <td>{formatNumber(weight)}</td>
            <td>{formatNumber(spread)}</td>
          </tr>
          <tr>
            <th scope="row">bias</th>
            <td>{formatNumber(bias)}</td>
            <td>{formatNumber(mean)}</td>
          </tr>
          <tr>
            <th scope="row">loss</th>
            <td>{formatBrief(loss)}</td>
            <td>0</td>
          </tr>
        </tbody>
      </table>
      <Curves
        label="the row’s loss by step, on a logarithmic axis"
        lines={[{ name: "row", losses: path.value.map((place) => place.loss) }]}
        most={MOST_STEPS}
        powers={POWERS}
        ticks={[-12, -6, 0, 6, 12]}
      />
    </div>
  );
}

/** The loss, and what the rate makes of it. */
function Result() {
  const { rate, steps } = figures.learning.value;
  return (
    <ResultStrip id="learning">
      <p class="learning-loss">
        loss <strong>{formatBrief(path.value[steps].loss)}</strong>
      </p>
      <p class="learning-finding">
        {foretold(rate, curvature())} {seenSoFar(path.value)}
      </p>
    </ResultStrip>
  );
}

/** What is so of this loss, and not of each. */
const Pairs = () => (
  <p class="learning-note">
    The loss is a bowl of curvature {formatBrief(curvature())}, so steps diverge above a rate of 2 ÷{" "}
    {formatBrief(curvature())} = {formatBrief(2 / curvature())}. That holds for this loss, with one pair for all places.
    LayerNorm has a pair for each, {SIZE} here, and all rows share them. Along one pair the curvature is then (2 ÷{" "}
    {SIZE}) · (x̂² + 1), at most {formatBrief(curvatureOfPairs())}: steps diverge above{" "}
    {formatBrief(2 / curvatureOfPairs())}. A network’s loss has many curvatures, which change as it learns: see{" "}
    <SectionLink id="spirals">the two spirals</SectionLink>.
  </p>
);
