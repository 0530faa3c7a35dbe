/** What the worker computes of the section's networks: many before their first step, and two that learn. */
import { signal } from "@preact/signals";
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

/** @param {(() => void)[]} ends @returns {() => void} */
const all = (ends) => () => {
  for (const end of ends) end();
};

/** From now on: computes the gradients, and says what they come to. @returns {() => void} ends that */
export const keepMeasuring = () =>
  all([
    firstAnswer.keepAsking(),
    sayWhenStill(
      () => {
        const known = firstAnswer.atHand.value;
        return known?.isWhole ? firstNarration(known.value, figures.placement.value) : undefined;
      },
      (now, before) => (now === before ? "" : now),
    ),
  ]);

/** From now on: trains as far as is set, and says what that comes to. @returns {() => void} ends that */
export const keepTraining = () =>
  all([
    answer.keepAsking(),
    sayWhenStill(
      () => {
        const { value } = answer.shown.value ?? {};
        return value && answer.isSettled.value && !learning.isRunning() ? trainingNarration(value) : undefined;
      },
      (now, before) => (now === before ? "" : now),
    ),
  ]);
