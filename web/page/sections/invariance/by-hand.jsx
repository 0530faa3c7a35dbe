/** One layer whose weights are multiplied by hand: what comes out of the norm, and the gradient of the weights. */
import { formatReadout, formatTick, percent } from "../../kit/format.js";
import { isFixed } from "../../store/lesson.js";
import { figures } from "../../store/state.js";
import { Caption } from "../../parts/caption.jsx";
import { StepSlider } from "../../parts/fields.jsx";
import { History } from "../../parts/history-buttons.jsx";
import { ResultStrip } from "../../parts/result-strip.jsx";
import { SeedField } from "../../parts/seed-field.jsx";
import { useWhenNear } from "../../parts/when-near.js";
import { set } from "./actions.js";
import { keepScaling, layers } from "./answer.js";
import { layer } from "./derived.js";
import { EPS, FEATURES, ROWS } from "./layer.js";
import { FACTORS, LAYERS, SEEDS } from "./limits.js";
import { quartilesOf } from "./middle.js";
import { layerFinding, movedText, plainText, residueText } from "./sentences.js";

/** Numbers of a row are drawn from −reach to reach. */
const REACH = 3;
/** Lengths are drawn on a logarithmic axis, in powers of ten. */
const POWERS = /** @type {const} */ ([-1, 4]);
const TICKS = [0.1, 1, 10, 100, 1000, 10_000];

export const ByHand = () => (
  <figure
    class="figure card invariance"
    id="invariance-hand"
    aria-labelledby="invariance-hand-title"
    ref={useWhenNear(keepScaling)}
  >
    <Caption id="invariance-hand-title" title="Multiply the weights by hand">
      {ROWS} rows h of {FEATURES} numbers go through a linear layer without a bias, and then through LayerNorm. The
      layer’s weights W, the rows, and the gradient that comes back to the norm are drawn from the seed. |W| is the root
      of the sum of the squares of all weights.
    </Caption>
    <Toolbar />
    <Result />
    <div class="invariance-hand" data-changes>
      <div class="invariance-rows">
        <Bars title="one row of W h" values={layer.value.now.sums.data} />
        <Bars title="the same row behind the norm" values={layer.value.now.y.data} />
      </div>
      <Lengths />
    </div>
    <Many />
    <div class="card-foot">
      <History section="invariance" />
    </div>
  </figure>
);

function Toolbar() {
  const { factor, seed } = figures.invariance.value;
  return (
    <div class="toolbar">
      <StepSlider
        id="invariance-factor"
        label="all of W ×"
        steps={FACTORS}
        value={factor}
        format={plainText}
        locked={isFixed("invariance", "factor")}
        onChange={(value) => set("factor", value)}
      />
      <SeedField
        id="invariance-seed"
        locked={isFixed("invariance", "seed")}
        label="seed"
        seed={seed}
        seeds={SEEDS}
        step={LAYERS}
        other="Other weights"
        onChange={(value) => set("seed", value)}
      />
    </div>
  );
}

function Result() {
  const { factor } = figures.invariance.value;
  const { now } = layer.value;
  return (
    <ResultStrip id="invariance-hand">
      <p class="invariance-number">
        |W| <strong>{formatReadout(now.length)}</strong>
      </p>
      <p class="invariance-number">
        |gradient| <strong>{formatReadout(now.slope)}</strong>
      </p>
      <p class="invariance-number">
        cosine <strong>{residueText(now.cosine)}</strong>
      </p>
      <p class="invariance-found">{layerFinding(factor, layer.value)}</p>
    </ResultStrip>
  );
}

/**
 * A row as bars; those that leave the frame are cut at its edge.
 * @param {{ title: string, values: Float32Array }} props
 */
function Bars({ title, values }) {
  const row = Array.from(values.slice(0, FEATURES));
  const [width, middle] = [100 / FEATURES, 50];
  return (
    <div class="invariance-bars">
      <h4>{title}</h4>
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}: ${row.map((value) => formatReadout(value)).join(", ")}`}
      >
        <path class="curves-tick" d={`M0 ${middle}H100`} />
        {row.map((value, i) => {
          const height = (middle * Math.min(Math.abs(value), REACH)) / REACH;
          const isCut = Math.abs(value) > REACH;
          return (
            <rect
              key={i}
              data-cut={isCut ? "" : undefined}
              x={i * width + 0.8}
              width={width - 1.6}
              y={value > 0 ? middle - height : middle}
              height={Math.max(height, 0.4)}
            />
          );
        })}
      </svg>
      <span class="invariance-ends" aria-hidden="true">
        <span>{REACH}</span>
        <span>{formatTick(-REACH)}</span>
      </span>
    </div>
  );
}

/** Where a length lies on the axis, in hundredths. @param {number} value */
const placeOf = (value) => {
  const [low, high] = POWERS;
  return 100 * Math.min(Math.max((Math.log10(value) - low) / (high - low), 0), 1);
};

/** |W|, the gradient's length and their product on one axis, now and where the factor is 1. */
function Lengths() {
  const { first, now } = layer.value;
  return (
    <div class="invariance-lengths">
      <h4>lengths, on one logarithmic axis; hollow: at 1</h4>
      <Length name="|W|" first={first.length} now={now.length} />
      <Length name="|gradient|" first={first.slope} now={now.slope} />
      <Length name="their product" first={first.length * first.slope} now={now.length * now.slope} />
      <span class="invariance-axis" aria-hidden="true">
        {TICKS.map((tick) => (
          <span key={tick} style={{ left: percent(placeOf(tick)) }}>
            {formatTick(tick)}
          </span>
        ))}
      </span>
    </div>
  );
}

/** @param {{ name: string, first: number, now: number }} props */
function Length({ name, first, now }) {
  const [from, to] = [placeOf(first), placeOf(now)];
  return (
    <p class="invariance-length">
      <span>{name}</span>
      <span class="invariance-rail" aria-hidden="true">
        <i class="invariance-way" style={{ left: percent(Math.min(from, to)), width: percent(Math.abs(to - from)) }} />
        <i class="invariance-ghost" style={{ left: percent(from) }} />
        <i class="invariance-dot" style={{ left: percent(to) }} />
      </span>
      <b>{formatReadout(now)}</b>
    </p>
  );
}

/** What came of other draws at this factor. It keeps its lines until they are there. */
function Many() {
  const { factor } = figures.invariance.value;
  const all = layers.shown.value;
  return (
    <p class="invariance-many" aria-busy={layers.isBusy.value}>
      {layers.failure.value !== ""
        ? `Other layers could not be computed: ${layers.failure.value}.`
        : all
          ? manyText(all.value, all.settings.factor)
          : `${LAYERS} layers at ${plainText(factor)} …`}
    </p>
  );
}

/** @param {readonly import("./job.js").Layer[]} all @param {number} factor */
function manyText(all, factor) {
  const most = (/** @type {(layer: typeof all[0]) => number} */ of) =>
    Math.max(...all.map((each) => Math.abs(of(each))));
  const [, times] = quartilesOf(all.map((each) => each.times));
  const [low, , high] = quartilesOf(all.map((each) => each.moved));
  return (
    `Of ${LAYERS} layers from other seeds, at ${plainText(factor)}: the gradient is ${Number(times.toPrecision(4))} times ` +
    `what it was (median), the largest cosine ${residueText(most((each) => each.cosine))}, and a number behind the norm ` +
    `moves by ${movedText(most((each) => each.moved))} at most (quartiles ${movedText(low)} to ${movedText(high)}). What ` +
    `moves is the share of eps, ${EPS}: it counts beside the variance of W h, which is larger the larger W is.`
  );
}
