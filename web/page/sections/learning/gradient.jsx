/** The gradient of the row: the gradient that comes to the norm, and the two terms that the norm takes from it. */
import { nice, ticks } from "d3-array";
import { arithmetic, bracketed } from "../../figure/words/arithmetic.js";
import { formatNumber, formatTick, percent } from "../../kit/format.js";
import { figures } from "../../store/state.js";
import { AllDigits } from "../../figure/words/all-digits.jsx";
import { Caption } from "../../parts/caption.jsx";
import { Segmented } from "../../parts/controls.jsx";
import { History } from "../../parts/history-buttons.jsx";
import { ResultStrip } from "../../parts/result-strip.jsx";
import { placeOn } from "../../figure/tracks/axis.js";
import { onAxis } from "../../figure/tracks/layout.js";
import { lookAtLearning } from "./actions.js";
import { terms } from "./derived.js";
import { SIZE } from "./row.js";
import { residue } from "./sentences.js";

/** @typedef {import("../../figure/tracks/axis.js").Extent} Extent */
/** @typedef {import("./row.js").Terms} Terms */

const SOURCES = /** @type {const} */ ([
  { value: "one", label: "1 at one number" },
  { value: "loss", label: "of the loss above" },
  { value: "random", label: "random" },
]);

/** The three terms, as they are drawn and named. */
const TERMS = [
  { term: "given", name: "dy · weight" },
  { term: "level", name: "− its mean" },
  { term: "parallel", name: "− x̂ · its mean with x̂" },
];

export function Gradient() {
  const { dy } = figures.learning.value;
  return (
    <figure class="figure card learning" id="learning-gradient" aria-labelledby="learning-gradient-title">
      <Caption id="learning-gradient-title" title="What comes back through the norm">
        dy says how the loss changes with each number of y, dx how it changes with each number of x: dx = (dy · weight −
        its mean − x̂ · its mean with x̂) ÷ spread. “Its mean with x̂” is the mean of dy · weight · x̂. Press a number to
        follow it.
      </Caption>
      <div class="toolbar">
        <Segmented
          name="learning-dy"
          legend="dy is"
          value={dy}
          options={SOURCES}
          onChange={(value) => lookAtLearning({ dy: value })}
        />
        <Legend />
      </div>
      <Result terms={terms.value} />
      <Chains terms={terms.value} />
      <Line terms={terms.value} />
      <Facts terms={terms.value} />
      <div class="card-foot">
        <History section="learning" />
      </div>
    </figure>
  );
}

const Legend = () => (
  <span class="chain-legend">
    {TERMS.map(({ term, name }) => (
      <span key={term}>
        <i class="chain-part" data-term={term} /> {name}
      </span>
    ))}
    <span>
      <i class="chain-dx" /> dx
    </span>
  </span>
);

const TICKS = 6;

/**
 * An axis that holds all numbers. It is not fixed, because a gradient may have any size.
 * @param {readonly number[]} values
 * @returns {Extent}
 */
function axisOf(values) {
  const largest = Math.max(...values.map(Math.abs));
  const [, reach] = nice(0, largest > 0 && largest < Infinity ? largest : 1, TICKS / 2);
  return [-reach, reach];
}

/** @param {{ terms: Terms }} props */
function Chains({ terms }) {
  const { given, level, left, dx } = terms;
  const axis = axisOf([...given, ...given.map((value) => value - level), ...left, ...dx]);
  return (
    <div class="chains" data-changes role="radiogroup" aria-label="the six numbers of the row">
      <div class="chains-heads" aria-hidden="true">
        <span />
        <span />
        <span>dy · weight</span>
        <span>− mean</span>
        <span>− x̂ part</span>
        <span>dx</span>
      </div>
      <div class="chains-axis" aria-hidden="true">
        {ticks(...axis, TICKS).map((tick) => (
          <span key={tick} data-zero={tick === 0 ? "" : undefined} style={{ left: percent(placeOn(axis, tick)) }}>
            {formatTick(tick)}
          </span>
        ))}
      </div>
      {Array.from({ length: SIZE }, (_, i) => (
        <Chain key={i} {...{ i, terms, axis }} />
      ))}
    </div>
  );
}

/**
 * One number: its three terms end to end, and dx, which is their sum divided by the spread.
 * @param {{ i: number, terms: Terms, axis: Extent }} props
 */
function Chain({ i, terms: { given, level, parallel, left, dx }, axis }) {
  const { at } = figures.learning.value;
  const ends = [0, given[i], given[i] - level, left[i]];
  return (
    <label class="chain covered" data-selected={i === at ? "" : undefined}>
      <span class="chain-name">
        <input type="radio" name="learning-at" checked={i === at} onChange={() => lookAtLearning({ at: i })} />
        <span>{i}</span>
      </span>
      <span class="chain-rail" aria-hidden="true">
        {TERMS.map(({ term }, k) => (
          <Part key={term} term={term} level={k} from={onAxis(axis, ends[k])} to={onAxis(axis, ends[k + 1])} />
        ))}
        <i class="chain-dx" style={{ left: percent(onAxis(axis, dx[i])) }} />
      </span>
      {[given[i], -level, -parallel[i], dx[i]].map((value, k) => (
        <span class="chain-number" key={k}>
          {formatNumber(value)}
        </span>
      ))}
    </label>
  );
}

/** @param {{ term: string, level: number, from: number, to: number }} props */
const Part = ({ term, level, from, to }) => (
  <i
    class="chain-part"
    data-term={term}
    style={{ "--level": level, left: percent(Math.min(from, to)), width: percent(Math.abs(to - from)) }}
  />
);

/** The arithmetic of the pressed number, with digits that give the written result. @param {{ terms: Terms }} props */
function Line({ terms: { given, level, along, xhat, rstd, dx } }) {
  const { at } = figures.learning.value;
  const operands = [given[at], level, xhat[at], along, 1 / rstd].map((value) => ({ value }));
  const { texts, result, sign, offersAll } = arithmetic(
    operands,
    { value: dx[at] },
    (own, mean, place, part, spread) => (own - mean - place * part) / spread,
  );
  const [own, mean, place, part, spread] = texts;
  return (
    <p class="chain-line">
      dx[{at}] = ({own} − {bracketed(mean)} − {bracketed(place)} · {bracketed(part)}) ÷ {spread} {sign}{" "}
      <strong>{result}</strong> {offersAll && <AllDigits />}
    </p>
  );
}

/** The pressed number's dx, and what is left of the two parts that are taken away. @param {{ terms: Terms }} props */
function Result({ terms: { dx, facts, given } }) {
  const { at, dy } = figures.learning.value;
  const largest = given.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return (
    <ResultStrip id="learning">
      <p class="chain-result">
        dx[{at}] <strong>{formatNumber(dx[at])}</strong>
      </p>
      <p>
        mean of dx <b data-fact="mean">{residue(facts.mean)}</b>
      </p>
      <p>
        mean of dx · x̂ <b data-fact="along">{residue(facts.along)}</b>
      </p>
      <p class="chain-note">
        {dy === "loss" && largest > 0
          ? "Here y differs from the target in mean and spread alone. But for eps, x cannot change those: next to nothing of dy · weight is left, and weight and bias must learn them."
          : "The mean and the part along x̂ are taken out of dy · weight. The rest is divided by the row’s spread: the smaller that is, the larger dx."}
      </p>
    </ResultStrip>
  );
}

/** @param {{ terms: Terms }} props */
const Facts = ({ terms: { facts } }) => (
  <div class="chain-facts">
    <p>
      <strong>dx has mean 0,</strong> but for rounding. To add the same number to all of x changes nothing, so no
      gradient asks for it.
    </p>
    <p>
      <strong>dx has no part along x̂,</strong> but for rounding and eps: the mean of x̂² is {facts.size.toPrecision(6)},
      not quite 1. To stretch x changes next to nothing either.
    </p>
  </div>
);
