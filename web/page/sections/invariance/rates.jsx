/** What all that says of learning rates, and what it does not: as measured on many networks. */
import { figures } from "../../store/state.js";
import { Caption } from "../../parts/caption.jsx";
import { Paper } from "../../parts/paper.jsx";
import { SectionLink } from "../../parts/section-link.jsx";
import { Covered } from "../../question/covered.jsx";
import { Chart, Key, shareOf } from "./chart.jsx";
import { DECAYS, RATES } from "./limits.js";
import { atRates, lossWhereShared, medianAt, rangeOf, seeds, spirals, spiralsLosses, steps } from "./measured.js";
import { predictions } from "./questions.js";
import { RATE_OF_V } from "./networks.js";
import { briefly, degreesText, plainText, rangeText } from "./sentences.js";

/** @typedef {import("./measured.js").ByRate} ByRate */

/** @type {import("./chart.jsx").Axis} */
const ACROSS = [RATES[0], RATES[RATES.length - 1]];
const MARKS = [0.01, 0.1, 1, 10, 30].map((rate) => ({ at: shareOf(rate, ACROSS), text: String(rate) }));

/** @param {ByRate} list */
const pointsOf = (list) => list.map(({ rate, quartiles }) => ({ at: shareOf(rate, ACROSS), quartiles }));

/** @param {ByRate} list */
const spoken = (list) =>
  list.map(({ rate, quartiles: [, median] }) => `${briefly(median)} at ${plainText(rate)}`).join(", ");

const LOSSES = { without: atRates("without", "loss"), with: atRates("with", "loss") };
const ANGLES = atRates("with", "angle");
const SHARED = lossWhereShared("with");
/** From this rate on, W grows until a step turns it about as far as at any other. */
const LARGE = 0.3;
/** The largest weight decay. */
const DECAYED = DECAYS[DECAYS.length - 1];
const BEYOND = RATES[RATES.length - 1];

export const Rates = () => (
  <figure class="figure card invariance" id="invariance-rates" aria-labelledby="invariance-rates-title">
    <Caption id="invariance-rates-title" title="What that says of learning rates">
      Left: the networks above, at each rate of W, without weight decay. Right: the networks of{" "}
      <SectionLink id="spirals">the two spirals</SectionLink> with LayerNorm, where one rate serves all weights, or
      where those with a norm behind them have a rate of their own.
    </Caption>
    <Covered
      section="invariance"
      name="invariance-rates"
      what={`What came of ${seeds} and of ${spirals.seeds} seeds at each rate: predict first, above.`}
      isSeen={() => predictions.some(({ isSeen }) => isSeen(figures.invariance.value))}
    >
      <div class="invariance-pair" data-tells="">
        <Ours />
        <Spirals />
      </div>
      <Reason />
    </Covered>
  </figure>
);

const Ours = () => (
  <div>
    <Chart
      title={`loss after ${steps} steps, ${seeds} seeds`}
      label={`the median loss by rate of W: with LayerNorm ${spoken(LOSSES.with)}; without ${spoken(LOSSES.without)}`}
      axis={[0.35, 1.4]}
      ticks={[0.4, 0.6, 0.8, 1, 1.4]}
      lines={{ without: pointsOf(LOSSES.without), with: pointsOf(LOSSES.with) }}
      mark={shareOf(figures.invariance.value.rate, ACROSS)}
      across={MARKS}
    />
    <p class="invariance-legend">
      <span>
        <Key which="with" /> with LayerNorm
      </span>
      <span>
        <Key which="without" /> without
      </span>
    </p>
  </div>
);

const Spirals = () => (
  <div>
    <Chart
      title={`the spirals’ loss, ${spirals.seeds} seeds`}
      label={
        `the spirals’ median loss by rate: own rate for what has a norm behind it ${spoken(spiralsLosses.own)}; one ` +
        `rate for all ${spoken(spiralsLosses.one)}`
      }
      axis={[0.01, 1]}
      ticks={[0.01, 0.03, 0.1, 0.3, 1]}
      lines={{ without: pointsOf(spiralsLosses.one), with: pointsOf(spiralsLosses.own) }}
      across={MARKS}
    />
    <p class="invariance-legend">
      <span>
        <Key which="with" /> what has a norm behind it; the rest at {plainText(spirals.rest)}
      </span>
      <span>
        <Key which="without" /> one rate for all
      </span>
    </p>
  </div>
);

const Reason = () => (
  <div class="invariance-reason">
    <p>
      <strong>The rate of what has a norm behind it matters little here.</strong> With the norm, the median loss is{" "}
      {rangeText(rangeOf(LOSSES.with))} at all rates of W from {plainText(RATES[0])} to {plainText(BEYOND)}: where steps
      are too long, W grows, and its steps turn it less. In the end they turn it by{" "}
      {degreesText(medianAt(ANGLES, LARGE))} at a rate of {plainText(LARGE)} and by{" "}
      {degreesText(medianAt(ANGLES, BEYOND))} at {plainText(BEYOND)}. Without the norm the loss is{" "}
      {briefly(medianAt(LOSSES.without, 1))} at 1 and {briefly(medianAt(LOSSES.without, BEYOND))} at {plainText(BEYOND)}
      .
    </p>
    <p>
      <strong>Weight decay brings the rate back.</strong> It keeps W short, so that the rate sets how far a step turns
      it. With a decay of {plainText(DECAYED)} the median loss with the norm goes from{" "}
      {briefly(medianAt(atRates("with", "loss", DECAYED), RATES[0]))} at a rate of {plainText(RATES[0])} to{" "}
      {briefly(medianAt(atRates("with", "loss", DECAYED), BEYOND))} at {plainText(BEYOND)}, where a step turns W by{" "}
      {degreesText(medianAt(atRates("with", "angle", DECAYED), BEYOND))}.
    </p>
    <p>
      <strong>The last layer has no norm behind it.</strong> Give V the rate of W in place of {RATE_OF_V}, and with the
      norm the loss is {briefly(medianAt(SHARED, 0.1))} at 0.1, {briefly(medianAt(SHARED, 1))} at 1 and{" "}
      {briefly(medianAt(SHARED, 10))} at 10.
    </p>
    <p>
      <strong>In the spirals it is the same, and it does not explain their best rate.</strong> With one rate for all
      their networks end at {briefly(medianAt(spiralsLosses.one, 0.3))} at 0.3 and at{" "}
      {briefly(medianAt(spiralsLosses.one, 3))} at 3. Keep {plainText(spirals.rest)} for the last layer and for the
      norms’ own weights and biases, and the rest may have any rate from {plainText(spirals.rates[0].rate)} to{" "}
      {plainText(BEYOND)}: the median is {rangeText(rangeOf(spiralsLosses.own))}. So what is too much at a rate of 3
      are, in these networks, the steps of what has no norm behind it. That their best rate is smaller with LayerNorm,{" "}
      {plainText(spirals.best.with)} against {plainText(spirals.best.without)}, does not follow from it: the size of W
      says which rates do no harm, and not which is best.
    </p>
    <p class="invariance-papers">
      <Paper name="Ioffe and Szegedy" year={2015} arxiv="1502.03167" /> say of BatchNorm, in section 3.3, that larger
      weights have smaller gradients. <Paper name="Salimans and Kingma" year={2016} arxiv="1602.07868" /> show that
      weights grow where steps are at a right angle to them. That weight decay then sets the length of steps, relative
      to the weights, is in <Paper name="van Laarhoven" year={2017} arxiv="1706.05350" /> and{" "}
      <Paper name="Hoffer and others" year={2018} arxiv="1803.01814" />; the angle at the balance in{" "}
      <Paper name="Wan and others" year={2020} arxiv="2006.08419" />. Adam, momentum, and rates that change make it
      another arithmetic, which is not shown here.
    </p>
  </div>
);
