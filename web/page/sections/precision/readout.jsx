/** The variances at the mean at hand, and the row in formats of fewer bits. */
import { ulpPower } from "./float32.js";
import { figures } from "../../store/state.js";
import { Term } from "../../parts/term.jsx";
import { brief, meanText, WAY_NAMES } from "./sentences.js";
import { MEANS } from "./limits.js";
import { answer, found, index, now } from "./answer.js";
import { ResultStrip } from "../../parts/result-strip.jsx";

/** @typedef {keyof typeof WAY_NAMES} Way */

/**
 * Of each format: the bits of its fraction, the exponent of its smallest normal number, and the first number that it
 * rounds to infinity.
 */
const FORMATS = /** @type {const} */ ({
  float32: { fractionBits: 23, least: -126, end: Infinity },
  float16: { fractionBits: 10, least: -14, end: 65520 },
  bfloat16: { fractionBits: 7, least: -126, end: Infinity },
});

/** @template T @param {T | undefined} known @param {(known: T) => string} text */
const written = (known, text) => (known === undefined ? "…" : text(known));

export function Readout() {
  const mean = MEANS[index.value];
  return (
    <div class="lens-readout">
      <Variances mean={mean} />
      <Formats mean={mean} />
    </div>
  );
}

/** The variance at the mean at hand in three ways, and what one pass has lost. */
export function SweepStrip() {
  const mean = MEANS[index.value];
  return (
    <ResultStrip id="precision">
      {
        /** @type {Way[]} */ (Object.keys(WAY_NAMES)).map((way) => (
          <span key={way} data-way={way}>
            {WAY_NAMES[way]} <strong>{written(now.value, ({ ways }) => brief(ways[way].variance))}</strong>
          </span>
        ))
      }
      <span class="lens-finding">
        {answer.failure.value === ""
          ? written(now.value, (at) => found(at, mean))
          : `The curves could not be computed: ${answer.failure.value}.`}
      </span>
    </ResultStrip>
  );
}

/**
 * The key of what holds numbers: it changes when they come, so that new elements replace the dots and nothing shifts.
 */
const arrival = () => (now.value ? "there" : "awaited");

/** @param {{ mean: number }} props */
const Variances = ({ mean }) => (
  <table class="lens-table lens-variances">
    <caption>At a mean of {meanText(mean)}</caption>
    <thead>
      <tr>
        <th scope="col">by</th>
        <th scope="col">variance</th>
        <th scope="col">its root</th>
        <th scope="col">its error</th>
        <th scope="col">error of x̂</th>
      </tr>
    </thead>
    <tbody key={arrival()}>
      {
        /** @type {Way[]} */ (Object.keys(WAY_NAMES)).map((way) => {
          const outcome = now.value?.ways[way];
          return (
            <tr key={way} data-way={way}>
              <th scope="row">{WAY_NAMES[way]}</th>
              <td>{written(outcome, ({ variance }) => brief(variance))}</td>
              <td>{written(outcome, ({ variance }) => brief(Math.sqrt(variance)))}</td>
              <td>{written(outcome, ({ error }) => brief(error, 2))}</td>
              <td>{written(outcome, ({ normalizedError }) => brief(normalizedError, 2))}</td>
            </tr>
          );
        })
      }
      <tr>
        <th scope="row">float64</th>
        <td>{written(now.value, ({ variance }) => brief(variance))}</td>
        <td>{written(now.value, ({ variance }) => brief(Math.sqrt(variance)))}</td>
        <td colSpan={2}>what the errors are from</td>
      </tr>
    </tbody>
  </table>
);

/**
 * The distance between neighbouring numbers of a format near the mean, or near the spread where that is larger.
 * @param {number} mean
 * @param {keyof typeof FORMATS} name
 */
function apart(mean, name) {
  const { fractionBits, least, end } = FORMATS[name];
  return mean < end ? brief(2 ** ulpPower(Math.max(mean, 1), fractionBits, least)) : "it ends before";
}

/** @param {{ mean: number }} props */
function Formats({ mean }) {
  const { count } = figures.precision.value;
  return (
    <table class="lens-table lens-formats">
      <caption>The same {count} numbers, stored as</caption>
      <thead>
        <tr>
          <th scope="col">format</th>
          <th scope="col">one ulp there</th>
          <th scope="col">different numbers</th>
          <th scope="col">spread that is left (1 before)</th>
        </tr>
      </thead>
      <tbody key={arrival()}>
        {
          /** @type {(keyof typeof FORMATS)[]} */ (Object.keys(FORMATS)).map((name) => {
            const stored = now.value?.formats[name];
            return (
              <tr key={name}>
                <th scope="row">{name === "float16" ? <Term name="float16" /> : name}</th>
                <td>{apart(mean, name)}</td>
                <td>{written(stored, ({ kept }) => String(kept))}</td>
                <td>{written(stored, ({ spread }) => brief(spread))}</td>
              </tr>
            );
          })
        }
      </tbody>
    </table>
  );
}
