/** What the worker computes of the section's networks: many before their first step, and two that learn. */
import { computed, signal } from "@preact/signals";
import { answerTo } from "../../worker/answer.js";
import { sayWhenStill } from "../../kit/say-when-still.js";
import { figures } from "../../store/state.js";
import { firstNarration, trainingNarration } from "./sentences.js";
import { learning } from "./actions.js";

/** @typedef {import("./job.js").Firsts} Firsts */
/** @typedef {import("./job.js").Losses} Losses */
/** @typedef {{ seed: number, blocks: number }} FirstSettings */

const firstAnswer = answerTo({
  job: "placement/first",
  settings: () => {
    const { seed, blocks } = figures.placement.value;
    return { seed, blocks };
  },
  // The first answer comes all at once: parts would change the numbers while they are read.
  part: (/** @type {Firsts[]} */ known, _settings, /** @type {Firsts[] | undefined} */ before) =>
    before ? known : undefined,
  done: (/** @type {Firsts[]} */ known) => known,
  patience: 300,
});

export const first = firstAnswer;

/** How many steps of the training at hand the worker has made. */
export const reached = signal(0);

export const answer = answerTo({
  job: "placement/training",
  settings: () => {
    const { seed, rate, warmUp, trained } = figures.placement.value;
    return { seed, rate, warmUp, trained };
  },
  part(/** @type {number} */ step) {
    reached.value = step;
    return undefined;
  },
  done(/** @type {Losses} */ losses) {
    reached.value = losses.trained;
    return losses;
  },
  settled: learning.goOn,
  failed: learning.stop,
});

/** How many of the steps that are set are made. */
export const stepsMade = () => {
  const { trained } = figures.placement.value;
  return answer.isSettled.value ? trained : Math.min(reached.value, trained);
};

/** Whether anything is still being computed, for aria-busy: undefined before anything is asked. */
export const isBusy = computed(() => {
  const busy = [firstAnswer.isBusy.value, answer.isBusy.value];
  return busy.includes(undefined) ? undefined : busy.includes(true);
});

const tell = {
  first() {
    const known = firstAnswer.atHand.value;
    return known?.isWhole ? firstNarration(known.value, figures.placement.value) : undefined;
  },
  training() {
    const { value } = answer.shown.value ?? {};
    return value && answer.isSettled.value && !learning.isRunning() ? trainingNarration(value) : undefined;
  },
};

let users = 0;
let ends = /** @type {(() => void)[]} */ ([]);

/**
 * From now on: computes gradients and losses, and says what they come to. Both figures ask for it, whichever comes near
 * first.
 * @returns {() => void} ends that
 */
export function keepComputing() {
  if (users++ === 0) {
    const changed = (/** @type {string} */ now, /** @type {string} */ before) => (now === before ? "" : now);
    ends = [
      firstAnswer.keepAsking(),
      answer.keepAsking(),
      sayWhenStill(tell.first, changed),
      sayWhenStill(tell.training, changed),
    ];
  }
  return () => {
    if (--users === 0) for (const end of ends) end();
  };
}
