/**
 * A bar for each subject, with its quartiles and its numbers. Before anything is measured they are another machine's,
 * and hatched.
 */
import elsewhere from "./elsewhere.json";
import { figures } from "../../store/state.js";
import { percent } from "../../kit/format.js";
import { shown } from "./answer.js";
import { inDigits, NAMES } from "./sentences.js";
import { ratioOf, summaryOf } from "./summary.js";

/** @typedef {import("./summary.js").Summary} Summary */

/** What another machine has measured, by shape. */
const stored = /** @type {Record<import("./spec.js").Shape, Summary[]>} */ (elsewhere.nanoseconds);

export function Bars() {
  const summary = shown.value ? summaryOf(shown.value) : stored[figures.speed.value.shape];
  const most = Math.max(...summary.map(({ high }) => (Number.isFinite(high) ? high : 0)));
  return (
    <table class="speed-bars" data-elsewhere={shown.value ? undefined : ""}>
      <caption>Time for one number in nanoseconds: the median of the batches, and their quartiles</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="visually-hidden">what is measured</span>
          </th>
          <th scope="col" class="speed-axis">
            <span>0</span>
            <Anew text={most > 0 ? `${inDigits(most)} ns` : ""} />
          </th>
          <th scope="col">median</th>
          <th scope="col">quartiles</th>
          <th scope="col">of a copy</th>
        </tr>
      </thead>
      <tbody data-tells="">
        {summary.map((each) => (
          <Bar key={each.name} {...each} most={most} ofCopy={ratioOf(summary, each.name, "copy")} />
        ))}
      </tbody>
    </table>
  );
}

/** @param {Summary & { most: number, ofCopy: number }} props */
function Bar({ name, low, median, high, most, ofCopy }) {
  const { label, what } = NAMES[name];
  const isThere = Number.isFinite(median);
  const at = (/** @type {number} */ value) => percent(isThere ? (100 * value) / most : 0);
  return (
    <tr data-subject={name}>
      <th scope="row">
        {label} <small>{what}</small>
      </th>
      <td class="speed-bar-cell">
        <span class="speed-bar" style={{ width: at(median) }} />
        {isThere && (
          <span key={`${at(low)} ${at(high)}`} class="speed-spread" style={{ left: at(low), width: at(high - low) }} />
        )}
      </td>
      <td class="speed-median">
        <Anew text={inDigits(median)} unit={isThere ? "ns" : ""} />
      </td>
      <td class="speed-quartiles">
        <Anew text={isThere ? `${inDigits(low)} – ${inDigits(high)}` : "…"} />
      </td>
      <td class="speed-ratio">
        <Anew text={isThere && Number.isFinite(ofCopy) ? `${inDigits(ofCopy)} ×` : "…"} />
      </td>
    </tr>
  );
}

/**
 * A new element for each text: aligned to the right, an element with another text would begin elsewhere, which is a
 * layout shift.
 * @param {{ text: string, unit?: string }} props
 */
const Anew = ({ text, unit }) => (
  <span key={text}>
    {text}
    {unit && <span class="speed-unit"> {unit}</span>}
  </span>
);
