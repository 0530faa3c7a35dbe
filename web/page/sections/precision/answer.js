/** What comes out at each mean, as the worker computes it, anew for a row of another length. */
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

/** Which of the means is the one at hand, or the next above it, which a link may bring. */
export const index = computed(() => MEANS.findIndex((mean) => mean >= figures.precision.value.mean));

/** What comes out at each mean, as far as it is known of a row of this length. */
export const all = computed(() => answer.atHand.value?.value ?? []);

/** What comes out at the mean at hand, once it is known. */
export const now = computed(() => /** @type {At | undefined} */ (all.value[index.value]));

/** How far float32's numbers lie apart where x² is. @param {number} mean @param {number} variance */
export const apartAt = (mean, variance) => ulpOf(mean * mean + variance);

/** @param {At} at @param {number} mean */
export const found = (at, mean) => finding(at, mean, apartAt(mean, at.variance));

/** From now on: computes the means, and says what comes out at another one, or of another row. @returns {() => void} ends that */
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
