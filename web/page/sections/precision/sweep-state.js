/** What comes out at each mean, computed in the labs' worker, anew for a row of another length. */
import { computed, effect, signal } from "@preact/signals";
import { start } from "../../worker/client.js";
import { say } from "../../kit/announce.js";
import { mayChange } from "../../store/lesson.js";
import { commit, figures, look, state } from "../../store/state.js";
import { whenStill } from "../../kit/when-still.js";
import { ulpOf } from "./float32.js";
import { finding } from "./sentences.js";
import { MEANS } from "./limits.js";

/** @typedef {import("./job.js").At} At */
/** @typedef {import("./spec.js").PrecisionFigure} PrecisionFigure */

/** The means so far, of a row of some length. */
const known = signal(/** @type {{ count: string, all: readonly At[] } | null} */ (null));

/** Whether it is wanted at all: not before the section comes near. */
export const isWanted = signal(false);

/** Why there is nothing to draw, if so. */
export const failure = signal("");

/** Which of the means is the one at hand, or the next above it, which a link may bring. */
export const index = computed(() => MEANS.findIndex((mean) => mean >= figures.precision.value.mean));

const count = computed(() => figures.precision.value.count);

/** What comes out at each mean, as far as it is known of a row of this length. */
export const all = computed(() => (known.value?.count === count.value ? known.value.all : []));

/** What comes out at the mean at hand, once it is known. */
export const now = computed(() => /** @type {At | undefined} */ (all.value[index.value]));

export const isSettled = computed(() => all.value.length === MEANS.length);

/** How far float32's numbers lie apart where x² is. @param {number} mean @param {number} variance */
export const apartAt = (mean, variance) => ulpOf(mean * mean + variance);

/** @param {At} at @param {number} mean */
export const found = (at, mean) => finding(at, mean, apartAt(mean, at.variance));

/** @param {string} count @returns {() => void} stops it */
function compute(count) {
  const show = (/** @type {readonly At[]} */ all) => {
    failure.value = "";
    known.value = { count, all };
  };
  return start(
    "precision",
    { count: Number(count) },
    {
      part: show,
      done: show,
      failed(why) {
        failure.value = why;
      },
    },
  );
}

/** Of what the numbers are, as text. */
const settings = computed(() => `${count.value} numbers of mean ${MEANS[index.value]}`);

/** From now on: computes what is set, and says what it comes to. @returns {() => void} ends that */
export function keepComputing() {
  let told = settings.peek();
  isWanted.value = true;
  const ends = [
    effect(() => compute(count.value)),
    whenStill(
      () => (now.value && isSettled.value ? { at: now.value, wanted: settings.value } : undefined),
      ({ at, wanted }) => {
        if (told !== wanted) say(found(at, MEANS[index.peek()]));
        told = wanted;
      },
    ),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** @param {number} next  which of the means */
export function setMean(next) {
  const mean = MEANS[Math.min(Math.max(next, 0), MEANS.length - 1)];
  if (!mayChange("precision", "mean") || state.value.precision.mean === mean) return;
  commit({ ...state.value, precision: { ...state.value.precision, mean } }, "precision.mean");
}

/** @param {PrecisionFigure["count"]} count */
export function setCount(count) {
  if (mayChange("precision", "count")) commit({ ...state.value, precision: { ...state.value.precision, count } });
}

/** @param {PrecisionFigure["error"]} error */
export const lookAt = (error) => look({ ...state.value, precision: { ...state.value.precision, error } });
