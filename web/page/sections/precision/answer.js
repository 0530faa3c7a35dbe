/** The outcomes at all means, as the worker computes them: anew for a row of another length. */
import { computed } from "@preact/signals";
import { answerTo } from "../../worker/answer.js";
import { sayWhenStill } from "../../kit/say-when-still.js";
import { figures } from "../../store/state.js";
import { ulpOf } from "./float32.js";
import { finding } from "./sentences.js";
import { MEANS } from "./limits.js";

/** @typedef {import("./job.js").At} At */

export const answer = answerTo({
  job: "precision/sweep",
  settings: () => ({ count: Number(figures.precision.value.count) }),
  part: (/** @type {readonly At[]} */ known) => known,
  done: (/** @type {readonly At[]} */ known) => known,
});

/** The place in MEANS of the mean at hand. A link may bring a mean between two: the next above it counts. */
export const index = computed(() => MEANS.findIndex((mean) => mean >= figures.precision.value.mean));

/** The outcomes at the first means, as many as are known of a row of this length. */
export const all = computed(() => answer.atHand.value?.value ?? []);

/** The outcome at the mean at hand, once it is known. */
export const now = computed(() => /** @type {At | undefined} */ (all.value[index.value]));

/**
 * The distance between neighbouring float32 numbers of the size of E[x²].
 * @param {number} mean
 * @param {number} variance
 */
const apartAt = (mean, variance) => ulpOf(mean * mean + variance);

/** @param {At} at @param {number} mean */
export const found = (at, mean) => finding(at, mean, apartAt(mean, at.variance));

/** From now on: computes the outcomes, and says the finding when mean or row change. @returns {() => void} ends that */
export function keepComputing() {
  const settings = () => ({ count: figures.precision.value.count, mean: MEANS[index.value] });
  const ends = [
    answer.keepAsking(),
    sayWhenStill(
      () => (now.value && answer.isSettled.value ? { at: now.value, ...settings() } : undefined),
      ({ at, count, mean }, before) => (count === before.count && mean === before.mean ? "" : found(at, mean)),
      { before: { at: /** @type {any} */ (null), ...settings() } },
    ),
  ];
  return () => {
    for (const end of ends) end();
  };
}
