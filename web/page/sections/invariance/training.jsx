/** Networks that learn, without a norm and with one: how long W is, how far a step turns it, and the loss. */
import { isFixed } from "../../store/lesson.js";
import { figures } from "../../store/state.js";
import { Caption } from "../../parts/caption.jsx";
import { StepSlider } from "../../parts/fields.jsx";
import { History } from "../../parts/history-buttons.jsx";
import { OneOf } from "../../parts/one-of.jsx";
import { Refusal } from "../../parts/refusal.jsx";
import { ResultStrip } from "../../parts/result-strip.jsx";
import { useWhenNear } from "../../parts/when-near.js";
import { set } from "./actions.js";
import { isBusy, keepTraining, networks, shown } from "./answer.js";
import { Chart, Key } from "./chart.jsx";
import { DECAYS, EVERY, NETWORKS, RATES, STEPS } from "./limits.js";
import { first, seeds } from "./measured.js";
import { endsOf, LINES, wayOf } from "./middle.js";
import { RATE_OF_V } from "./networks.js";
import { balanceOf, briefly, degreesText, networksFinding, plainText, rightAngles } from "./sentences.js";
import { spec } from "./spec.js";

/** @typedef {import("./middle.js").Quantity} Quantity */

/**
 * @type {readonly { quantity: Quantity, title: string, axis: import("./chart.jsx").Axis, ticks: readonly number[],
 *   unit?: string }[]}
 */
const CHARTS = [
  { quantity: "length", title: "|W|", axis: [0.5, 100], ticks: [1, 3, 10, 30, 100] },
  {
    quantity: "angle",
    title: "angle by which a step turns W",
    axis: [0.01, 100],
    ticks: [0.01, 0.1, 1, 10, 100],
    unit: "°",
  },
  { quantity: "loss", title: "loss", axis: [0.35, 1.4], ticks: [0.4, 0.6, 0.8, 1, 1.4] },
];

export const Training = () => (
  <figure
    class="figure card invariance"
    id="invariance-figure"
    aria-labelledby="invariance-figure-title"
    ref={useWhenNear(keepTraining)}
  >
    <Caption id="invariance-figure-title" title="Then let W learn">
      {NETWORKS} small networks without a norm and {NETWORKS} with one: a layer W, LayerNorm or nothing, ReLU, and a
      last layer V. Plain gradient descent makes {STEPS} steps, each on other rows. Weight decay also takes a share of W
      away at each step, the rate times the decay. V keeps a rate of {RATE_OF_V}, so that the rate of W is seen alone.
    </Caption>
    <Toolbar />
    <Result />
    <div class="invariance-charts lab" data-changes aria-busy={isBusy.value}>
      {CHARTS.map((chart) => (
        <Way key={chart.quantity} {...chart} />
      ))}
    </div>
    <Legend />
    <RightAngles />
    {networks.failure.value !== "" && (
      <Refusal id="invariance-failure" why={`The networks do not answer: ${networks.failure.value}`} />
    )}
    <div class="card-foot">
      <History section="invariance" />
    </div>
  </figure>
);

/** A link may bring a value between those of the slider. @param {readonly number[]} steps @param {number} value */
const including = (steps, value) => (steps.includes(value) ? steps : [...steps, value].sort((a, b) => a - b));

/** @param {{ name: "rate" | "decay", label: string, steps: readonly number[] }} props */
const Slider = ({ name, label, steps }) => (
  <StepSlider
    id={`invariance-${name}`}
    label={label}
    steps={including(steps, figures.invariance.value[name])}
    value={figures.invariance.value[name]}
    format={plainText}
    locked={isFixed("invariance", name)}
    onChange={(value) => set(name, value)}
  />
);

function Toolbar() {
  const isRunning = networks.isRunning.value;
  const known = networks.atHand.value?.value.length ?? 0;
  return (
    <div class="toolbar">
      <Slider name="rate" label="rate of W" steps={RATES} />
      <Slider name="decay" label="weight decay" steps={DECAYS} />
      <span class="training">
        <button type="button" class="pill primary run" onClick={() => (isRunning ? networks.stop() : networks.ask())}>
          <OneOf texts={["Train again", "Stop"]} isSecond={isRunning} />
        </button>
        {/* One text: of several, the later ones would move with the first. */}
        <output class="invariance-count">{`${known} of ${NETWORKS}`}</output>
      </span>
    </div>
  );
}

/** Medians, with the norm and without. */
function Result() {
  const now = shown.value;
  return (
    <ResultStrip id="invariance">
      <Told name="|W|" quantity="length" format={briefly} />
      <Told name="angle" quantity="angle" format={degreesText} />
      <Told name="loss" quantity="loss" format={briefly} />
      <p class="invariance-found" key={String(now !== null)}>
        {now ? networksFinding(now) : networks.failure.value === "" ? "The networks are being trained." : ""}
      </p>
    </ResultStrip>
  );
}

/** @param {{ name: string, quantity: Quantity, format: (value: number) => string }} props */
function Told({ name, quantity, format }) {
  const now = shown.value;
  const of = (/** @type {import("./middle.js").Which} */ which) =>
    now ? format(endsOf(now.value, which, quantity).last[1]) : "…";
  return (
    <p class="invariance-number">
      {name} <strong key={String(now !== null)}>{of("with")}</strong>
      <span>without: {of("without")}</span>
    </p>
  );
}

/** @param {typeof CHARTS[number]} props */
function Way({ quantity, title, axis, ticks, unit }) {
  const now = shown.value;
  const { rate, decay } = now?.settings ?? figures.invariance.value;
  const lines = now
    ? Object.fromEntries(LINES.map((which) => [which, pointsOf(wayOf(now.value, which, quantity))]))
    : {};
  // Before there is an answer, what was measured of the first settings stands there.
  const isFirst = rate === spec.initial.rate && decay === spec.initial.decay;
  const stored = now === null && isFirst;
  const before = Object.fromEntries(
    LINES.map((which) => [
      which,
      pointsOf(first[which][quantity].map((value) => /** @type {const} */ ([value, value, value]))),
    ]),
  );
  const level = quantity === "angle" && decay > 0 ? balanceOf({ rate, decay }) : null;
  return (
    <Chart
      {...{ title, axis, ticks, unit, level, stored }}
      lines={stored ? before : lines}
      label={`${title} by step, on a logarithmic axis: medians of ${stored ? seeds : (now?.value.length ?? 0)} networks`}
      across={[
        { at: 0, text: "0" },
        { at: 0.5, text: "steps" },
        { at: 1, text: String(STEPS) },
      ]}
    />
  );
}

/** @param {readonly (readonly [number, number, number])[]} way */
const pointsOf = (way) =>
  way.map(([a, b, c], i) => ({
    at: (i * EVERY) / STEPS,
    quartiles: /** @type {[number, number, number]} */ ([a, b, c]),
  }));

const Legend = () => (
  <p class="invariance-legend">
    <span>
      <Key which="with" /> with LayerNorm
    </span>
    <span>
      <Key which="without" /> without
    </span>
    <span>medians, and half of all networks in the band</span>
    <span data-unused={figures.invariance.value.decay === 0 ? "" : undefined}>
      <i class="invariance-level-key" /> the angle of a balance
    </span>
  </p>
);

/** The arithmetic of right angles, of the first network. */
function RightAngles() {
  const now = shown.value;
  return <p class="invariance-many">{now ? rightAngles(now) : "The first network’s steps, added up …"}</p>;
}
