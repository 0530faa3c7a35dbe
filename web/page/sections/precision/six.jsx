/** Six numbers that should add up to 0: their bits, and their sums in three orders. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { BIAS, bitAt, BITS, partAt, partsOf, ulpOf, ulpPower, float32Of } from "./float32.js";
import { runningSums, TORCH } from "../../figure/values/torch.js";
import { withMinus } from "../../kit/format.js";
import { isFixed } from "../../store/lesson.js";
import { figures } from "../../store/state.js";
import { Segmented } from "../../parts/controls.jsx";
import { Select } from "../../parts/fields.jsx";
import { ResultStrip } from "../../parts/result-strip.jsx";
import { History } from "../../parts/history-buttons.jsx";
import { allDigitsOf, inUlps, ORDER_NAMES, printed, whyOfMean } from "./sentences.js";
import { choose, flip } from "./actions.js";
import { bits, FROM_NAMES, meanOf, ORDERS, sumOf, unitOf, values, withoutRounding } from "./six.js";

/** @typedef {import("./spec.js").Order} Order */
/** @typedef {import("./spec.js").PrecisionFigure["from"]} From */

const FROM_IDS = /** @type {From[]} */ (Object.keys(FROM_NAMES));
const ORDER_IDS = /** @type {Order[]} */ (Object.keys(ORDERS));

/**
 * @param {{ seen: ReadonlySet<Order> }} props  the orders that have been tried: before that, their sums are for
 *   guessing
 */
export const Six = ({ seen }) => (
  <figure class="figure card lens" id="precision-six" aria-labelledby="precision-lesson">
    <SixToolbar />
    <SixStrip />
    <div class="lens-sums" data-changes>
      <Steps />
      <Totals seen={seen} />
    </div>
    <Numbers />
    <BitBoard />
  </figure>
);

/** What the six add up to in the order at hand, how the mean prints, and why. */
function SixStrip() {
  const { from, bits: edited, order } = figures.precision.value;
  const six = values.value;
  const sum = sumOf(six, order);
  return (
    <ResultStrip id="precision">
      <span>
        sum <strong>{printed(sum)}</strong>
      </span>
      <span>
        mean prints as <strong>{printed(meanOf(six, order))}</strong>
      </span>
      <span class="lens-verdict">{whyOfMean(from, edited !== "", order, sum, unitOf(six))}</span>
    </ResultStrip>
  );
}

function SixToolbar() {
  const { from, order } = figures.precision.value;
  return (
    <div class="toolbar">
      <span class="which-six">
        <span aria-hidden="true">six numbers from</span>
        <Select
          label="Six numbers from"
          value={from}
          options={FROM_IDS.map((value) => ({ value, label: FROM_NAMES[value] }))}
          locked={isFixed("precision", "from")}
          onChange={(value) => choose("from", /** @type {From} */ (value))}
        />
      </span>
      <Segmented
        name="precision-order"
        legend="add them"
        value={order}
        options={ORDER_IDS.map((value) => ({ value, label: ORDER_NAMES[value].replace(" does", "") }))}
        onChange={(value) => choose("order", value)}
      />
      <History section="precision" />
    </div>
  );
}

/** A choice of six: the board shows the bits of the chosen number. */
function Numbers() {
  const { number } = figures.precision.value;
  return (
    <div class="lens-numbers covered" role="radiogroup" aria-label="The number whose bits are shown">
      {values.value.map((value, i) => (
        <label key={i}>
          <input
            type="radio"
            name="precision-number"
            aria-label={`[${i}]`}
            aria-describedby={`precision-number-${i}`}
            checked={i === number}
            onChange={() => choose("number", i)}
          />
          <span>
            [{i}] <b id={`precision-number-${i}`}>{allDigitsOf(value)}</b>
          </span>
        </label>
      ))}
    </div>
  );
}

const PARTS = /** @type {const} */ (["sign", "exponent", "fraction"]);
const PLACES = Array.from({ length: BITS }, (_, place) => place);

/** The bits of the chosen number. The board is one tab stop; arrow keys go from bit to bit. */
function BitBoard() {
  const { number } = figures.precision.value;
  const value = values.value[number];
  const at = useSignal(BITS - 1);
  const board = useRef(/** @type {HTMLDivElement | null} */ (null));
  const move = (/** @type {KeyboardEvent} */ event) => {
    const steps = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -BITS, End: BITS };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (step === undefined) return;
    event.preventDefault();
    at.value = Math.min(Math.max(at.value + step, 0), BITS - 1);
    board.current?.querySelectorAll("input")[at.value].focus();
  };
  return (
    <div class="lens-board">
      <div
        class="lens-bits"
        role="group"
        aria-label={`Bits of [${number}], ${allDigitsOf(value)}: one that is pressed is flipped`}
        ref={board}
        onKeyDown={move}
      >
        {PARTS.map((part) => (
          <div key={part} class="lens-part covered" data-part={part}>
            <span aria-hidden="true">{part}</span>
            <div>
              {PLACES.filter((place) => partAt(place) === part).map((place, i, { length }) => (
                <Bit
                  key={place}
                  name={length > 1 ? `${part} bit ${i + 1} of ${length}` : part}
                  bit={bitAt(bits.value[number], place)}
                  isStop={place === at.value}
                  onFlip={() => {
                    at.value = place;
                    flip(place);
                  }}
                />
              ))}
            </div>
          </div>
        ))}
      </div>
      <Taken bits={bits.value[number]} number={number} />
    </div>
  );
}

/** @param {{ name: string, bit: number, isStop: boolean, onFlip: () => void }} props */
function Bit({ name, bit, isStop, onFlip }) {
  const locked = isFixed("precision", "bits");
  return (
    <label data-bit={bit}>
      <input
        type="checkbox"
        aria-label={name}
        aria-disabled={locked || undefined}
        checked={bit === 1}
        tabIndex={isStop ? 0 : -1}
        onClick={(event) => {
          if (!locked) return;
          event.preventDefault();
          onFlip();
        }}
        onChange={onFlip}
      />
      <span aria-hidden="true">{bit}</span>
    </label>
  );
}

/** @param {{ power: number }} props */
const PowerOf2 = ({ power }) => (
  <>
    2<sup>{withMinus(String(power))}</sup>
  </>
);

/** The number that the three parts stand for. @param {{ bits: number, number: number }} props */
function Taken({ bits, number }) {
  const value = float32Of(bits);
  const { sign, exponent, fraction } = partsOf(bits);
  const isNormal = exponent > 0;
  if (!Number.isFinite(value))
    return (
      <p class="lens-taken">
        [{number}] = {allDigitsOf(value)}: that is what an exponent of all ones means.
      </p>
    );
  return (
    <p class="lens-taken">
      [{number}] = {sign === 1 ? "−" : "+"} <PowerOf2 power={Math.max(exponent, 1) - BIAS} /> · ({isNormal ? 1 : 0} +{" "}
      {fraction.toLocaleString("en")} ÷ <PowerOf2 power={23} />) = <strong>{allDigitsOf(value)}</strong>
      {isNormal && `. The exponent’s bits say ${exponent}, from which ${BIAS} is taken.`} One ulp, what the last bit is
      worth, is <PowerOf2 power={ulpPower(value)} /> = {printed(ulpOf(value))}.
    </p>
  );
}

/** The sum after each number, and the rounding of each addition. */
function Steps() {
  const { order } = figures.precision.value;
  const sequence = ORDERS[order];
  const sums = runningSums(sequence.map((i) => values.value[i]));
  return (
    <table class="lens-table">
      <caption>Added {ORDER_NAMES[order]}</caption>
      <thead>
        <tr>
          <th scope="col">number</th>
          <th scope="col">sum so far</th>
          <th scope="col">rounding error</th>
        </tr>
      </thead>
      <tbody>
        {sequence.map((i, step) => {
          const lost = sums[step] - ((sums[step - 1] ?? 0) + values.value[i]);
          return (
            <tr key={step}>
              <th scope="row">
                [{i}] {allDigitsOf(values.value[i])}
              </th>
              <td>{allDigitsOf(sums[step])}</td>
              <td>{printed(lost)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** @param {{ seen: ReadonlySet<Order> }} props */
function Totals({ seen }) {
  const six = values.value;
  const unit = unitOf(six);
  const wide = withoutRounding(six);
  const { order } = figures.precision.value;
  return (
    <div>
      <table class="lens-table">
        <caption>What is left of 0</caption>
        <thead>
          <tr>
            <th scope="col">order</th>
            <th scope="col">sum</th>
            <th scope="col">of the largest</th>
            <th scope="col">mean prints as</th>
          </tr>
        </thead>
        <tbody>
          {ORDER_IDS.map((id) => {
            const sum = sumOf(six, id);
            return (
              <tr key={id} data-chosen={id === order ? "" : undefined}>
                <th scope="row">{ORDER_NAMES[id]}</th>
                {seen.has(id) ? (
                  <>
                    <td>{printed(sum)}</td>
                    <td>{inUlps(sum, unit)}</td>
                    <td>{printed(meanOf(six, id))}</td>
                  </>
                ) : (
                  <td colSpan={3}>not yet tried</td>
                )}
              </tr>
            );
          })}
          <tr>
            <th scope="row">not rounded on the way</th>
            <td>{printed(wide.sum)}</td>
            <td>{inUlps(wide.sum, unit)}</td>
            <td>{printed(wide.mean)}</td>
          </tr>
        </tbody>
      </table>
      <p class="lens-note">
        One ulp of the largest number is {printed(unit)}. PyTorch {TORCH} on a processor keeps four sums; six numbers it
        adds in the order {ORDERS.torch.join(", ")}. The last line is this package’s mean, which is rounded once, at the
        end: it is the mean of the six as they stand, and they were rounded before.
      </p>
    </div>
  );
}
