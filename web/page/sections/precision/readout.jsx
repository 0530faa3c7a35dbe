/** What comes out at the mean at hand, in numbers; and how the row is stored in fewer bits. */
import { ulpPower } from "./float32.js";
import { figures } from "../../store/state.js";
import { Term } from "../../parts/term.jsx";
import { brief, meanText, WAY_NAMES } from "./sentences.js";
import { MEANS } from "./limits.js";
import { failure, found, index, now } from "./sweep-state.js";

/** @typedef {keyof typeof WAY_NAMES} Way */

/**
 * Each with the bits of its fraction, the exponent of its smallest normal number, and where it ends: from there on, a
 * number is rounded to infinity.
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
      <p class="lens-finding">
        {failure.value === ""
          ? written(now.value, (at) => found(at, mean))
          : `The curves could not be computed: ${failure.value}.`}
      </p>
      <Formats mean={mean} />
    </div>
  );
}

/** The numbers that come replace the dots, which would be pushed aside otherwise. */
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
 * How far numbers lie apart near the mean, and not closer to 0 than the spread.
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
          <th scope="col">spread left of 1</th>
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
