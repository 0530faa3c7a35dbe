/** What was measured, in words. */
import elsewhere from "./elsewhere.json" with { type: "json" };
import { scientific, withMinus } from "../../kit/format.js";
import { coarseness, ratioOf, summaryOf, unrest } from "./summary.js";
import { sizesOf } from "./limits.js";

/** @typedef {import("./measure.js").Measured} Measured */
/** @typedef {import("./measure.js").SubjectName} SubjectName */

/** What each is called, and what it is. @type {Record<SubjectName, { label: string, what: string }>} */
export const NAMES = {
  plain: { label: "plain JavaScript", what: "a loop, float64, in three passes" },
  plainC: { label: "plain C without SIMD", what: "the same three passes, one number at a time" },
  simd: { label: "kernel", what: "as the package has it, with SIMD" },
  copy: { label: "only copying", what: "the same bytes, nothing computed" },
};

/** Above this share of the median the batches of one subject are said to differ. */
const RESTLESS = 0.25;
/** Above this share of a batch a step of the clock is said to be coarse. */
const COARSE = 0.025;

/** Three digits: what is measured has no more. @param {number} value */
export const inDigits = (value) => {
  if (!Number.isFinite(value)) return "…";
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(value >= 1 ? 3 : 2);
};

/** "12.3 times". @param {number} ratio */
export const timesText = (ratio) => `${inDigits(ratio)} ${ratio === 1 ? "time" : "times"}`;

/** @param {import("./spec.js").Shape} shape */
export const shapeText = (shape) =>
  sizesOf(shape)
    .map((size) => size.toLocaleString("en"))
    .join(" × ");

/** In ms, or in µs where it is short. @param {number} time  in ms */
export const timeText = (time) => (time < 0.1 ? `${inDigits(time * 1000)} µs` : `${inDigits(time)} ms`);

/** Whose bars are shown before anything was measured. */
export const elsewhereText = `Hatched: another machine (${elsewhere.machine}, ${elsewhere.engine}). On yours it may be otherwise: measure it.`;

/** What it comes to. @param {Measured} measured */
export function finding(measured) {
  const summary = summaryOf(measured);
  const times = (/** @type {SubjectName} */ name, /** @type {SubjectName} */ as) =>
    timesText(ratioOf(summary, name, as));
  return (
    `Here plain C takes ${times("plainC", "simd")} as long as the kernel, and plain JavaScript ` +
    `${times("plain", "simd")} as long. The kernel takes ${times("simd", "copy")} as long as only copying the numbers.`
  );
}

/** @param {number} share */
const inPercent = (share) => `${inDigits(100 * share)} %`;

/** How sure that is. @param {Measured} measured */
export function method(measured) {
  const { resolution, subjects, agreement } = measured;
  const [share, apart] = [coarseness(measured), unrest(summaryOf(measured))];
  const calls = subjects.find(({ name }) => name === "simd")?.calls ?? NaN;
  const same = agreement.sameBits
    ? "Plain JavaScript and plain C gave the same bits"
    : "The bits of plain JavaScript and of plain C differed";
  return [
    `This browser’s clock moves in steps of ${timeText(resolution)}. So a batch is as many calls as that takes, ${calls.toLocaleString("en")} of ` +
      `the kernel, and a step is at most ${inPercent(share)} of a batch. The four take turns, ${subjects[0].times.length} batches each.`,
    share > COARSE ? "That is coarse: small differences mean nothing here." : "",
    apart > RESTLESS
      ? `The quartiles of the batches lie up to ${inPercent(apart)} of the median apart: something else is at work on this machine. Measure again.`
      : "",
    `${same}; the kernel’s numbers differ from JavaScript’s by up to ${withMinus(scientific(agreement.largest, 1))}, ` +
      `beside a largest number of ${inDigits(agreement.size)}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** @param {Measured} measured */
export function narration(measured) {
  const medians = summaryOf(measured).map(({ name, median }) => `${NAMES[name].label} ${inDigits(median)}`);
  return `Measured for ${shapeText(measured.shape)}, in nanoseconds a number: ${medians.join(", ")}. ${finding(measured)}`;
}
