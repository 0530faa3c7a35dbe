/** The two networks that learn the spirals, as the worker trains them. */
import { signal } from "@preact/signals";
import { answerTo } from "../../worker/answer.js";
import { sayWhenStill } from "../../kit/say-when-still.js";
import { figures } from "../../store/state.js";
import { spiralsNarration } from "./sentences.js";
import { training } from "./actions.js";

/** @typedef {import("./job.js").Settings} Settings */
/** @typedef {import("./job.js").Spirals} Spirals */

/** How many steps of the training at hand the worker has made. */
export const reached = signal(0);

export const answer = answerTo({
  job: "spirals/spirals",
  settings: () => {
    const { seed, pace, trained } = figures.spirals.value;
    return { seed, rate: pace, trained };
  },
  part(/** @type {number} */ step) {
    reached.value = step;
    return undefined;
  },
  done(/** @type {Spirals} */ spirals) {
    reached.value = spirals.trained;
    return spirals;
  },
  settled: training.goOn,
  failed: training.stop,
});

/** How many of the steps that are set are made. */
export const stepsMade = () => {
  const { trained } = figures.spirals.value;
  return answer.isSettled.value ? trained : Math.min(reached.value, trained);
};

/** From now on: trains as far as is set, and says what that comes to. @returns {() => void} ends that */
export function keepTraining() {
  const ends = [
    answer.keepAsking(),
    sayWhenStill(
      () => {
        const { value } = answer.shown.value ?? {};
        return value && answer.isSettled.value && !training.isRunning() ? spiralsNarration(value) : undefined;
      },
      (now, before) => (now === before ? "" : now),
    ),
  ];
  return () => {
    for (const end of ends) end();
  };
}
